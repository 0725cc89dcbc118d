"""One value, one sequence of bytes: the canonical JSON that audit records are hashed in.

The form is stated in ``docs/audit-record.md``: keys sorted by code point, no white space, UTF-8,
floats in plain decimals of at most six places, no NaN and no infinity.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import numbers
import re
from collections.abc import Mapping
from decimal import Decimal
from enum import Enum
from typing import Any

from onfile.errors import AuditError

FLOAT_PLACES = 6  # scores are float32: about seven significant digits, the last of them noise
_SURROGATE = re.compile("[\ud800-\udfff]")
_UTF8 = json.JSONEncoder(ensure_ascii=False).encode  # made once: a record has thousands of texts
_ESCAPED = json.JSONEncoder(ensure_ascii=True).encode


def canonical_bytes(value: object) -> bytes:
    """The canonical JSON of a value, as UTF-8.

    Args:
        value: None, bool, int, float, str, Decimal, date, Enum, a dataclass, a mapping with
            string keys, or a list, tuple or set of such values. Sets are sorted.

    Raises:
        AuditError: the value holds something that has no canonical form.
    """
    return _text(plain(value)).encode("utf-8")


def plain(value: object) -> Any:
    """The value as None, bool, int, float, str, list and dict alone.

    A ``Decimal`` becomes the string it prints as, so that no digit is lost or made up.

    Raises:
        AuditError: the value holds something that has no canonical form.
    """
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, numbers.Integral):  # numpy's integers
        return int(value)
    if isinstance(value, numbers.Real):
        return _rounded(float(value))
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    return _plain_collection(value)


def _plain_collection(value: object) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {_key(key): plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(item) for item in value), key=_text)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    raise AuditError(
        f"a {type(value).__name__} has no canonical form",
        hint="give the audit record text, numbers, dates, lists, mappings or dataclasses",
    )


def _key(key: object) -> str:
    if isinstance(key, Enum):
        key = key.value
    if not isinstance(key, str):
        raise AuditError(f"a record's keys are text, not {key!r}")
    return key


def _rounded(value: float) -> float:
    if value != value or value in (float("inf"), float("-inf")):
        raise AuditError(f"{value} can't be recorded", hint="a score or a time is not a number")
    return round(value, FLOAT_PLACES) + 0.0  # adding zero turns -0.0 into 0.0


def _text(value: Any) -> str:
    if isinstance(value, dict):
        parts = (f"{_string(key)}:{_text(value[key])}" for key in sorted(value))
        return "{" + ",".join(parts) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_text(item) for item in value) + "]"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, float):
        return _decimal(value)
    return json.dumps(value)


def _string(value: str) -> str:
    """A JSON string in UTF-8; one with a lone surrogate (damaged text layers) is all escapes."""
    encode = _ESCAPED if _SURROGATE.search(value) else _UTF8
    return encode(value)


def _decimal(value: float) -> str:
    written = format(Decimal(repr(_rounded(value))), "f")
    return written if "." in written else f"{written}.0"
