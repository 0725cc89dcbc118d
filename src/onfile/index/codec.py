"""Typed values of ``onfile.types`` as compact JSON, and back.

A dataclass or NamedTuple becomes a JSON list of its fields in order. Fields may be added at the
end of a type with a default: lists written before the addition are still read.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
import json
import operator
import types as pytypes
import typing
import zlib
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from enum import Enum
from itertools import groupby
from typing import Any, TypeVar

from isal import isal_zlib

from onfile.types import Table

T = TypeVar("T")
_Convert = Callable[[Any], Any]

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_SCALARS = frozenset({type(None), str, int, float, bool})  # not their subclasses, such as enums

COMPRESSION_LEVEL = 1  # of ISA-L: the size that zlib's level 1 gives in a quarter of its time


def to_json(value: Any) -> str:
    """``value`` (a dataclass, or tuples of them) as compact JSON."""
    return _ENCODER.encode(_plain(value))


def from_json(kind: type[T], text: str) -> T:
    """The value of type ``kind`` that ``to_json`` wrote."""
    return typing.cast(T, _decoder(typing.cast(Any, kind))(json.loads(text)))


def compressed(content: bytes) -> bytes:
    """In zlib's format; the bytes may differ between processors, what they hold does not."""
    return isal_zlib.compress(content, COMPRESSION_LEVEL)


def pack(value: Any) -> bytes:
    """``to_json``, compressed."""
    return compressed(to_json(value).encode())


def pack_tables(tables: Iterable[Table]) -> Iterator[tuple[int, bytes]]:
    """The number of each page that has tables, and these packed; ``tables`` go by page."""
    for page, on_page in groupby(tables, key=operator.attrgetter("page")):
        yield page, pack(tuple(on_page))


def unpack(kind: Any, blob: bytes) -> Any:
    """The value of type ``kind`` (also ``tuple[X, ...]``) that ``pack`` wrote."""
    return _decoder(kind)(json.loads(zlib.decompress(blob)))


def _plain(value: Any) -> Any:
    return _encoder(typing.cast(Any, type(value)))(value)


def _plain_each(values: Iterable[Any]) -> list[Any]:
    return [v if type(v) in _SCALARS else _plain(v) for v in values]


@functools.cache
def _encoder(kind: Any) -> _Convert:
    if issubclass(kind, Enum):
        return operator.attrgetter("value")
    if kind is type(None) or issubclass(kind, str | int | float):
        return _same
    if issubclass(kind, tuple | list):
        return _plain_each
    if issubclass(kind, Decimal):
        return str
    if issubclass(kind, dt.date):
        return operator.methodcaller("isoformat")
    names = _field_names(kind)
    if len(names) == 1:
        return lambda value: _plain_each([getattr(value, names[0])])
    fields = operator.attrgetter(*names)
    return lambda value: _plain_each(fields(value))


@functools.cache
def _field_names(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in dataclasses.fields(kind))


@functools.cache
def _decoder(kind: Any) -> _Convert:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, pytypes.UnionType):
        return _optional(kind)
    if origin is tuple:
        return _tuple(typing.get_args(kind))
    if dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"):
        return _record(kind)
    if kind is dt.date:
        return dt.date.fromisoformat
    if kind is Decimal or (isinstance(kind, type) and issubclass(kind, Enum)):
        return typing.cast(_Convert, kind)
    return _same


def _same(value: Any) -> Any:
    return value


def _optional(kind: Any) -> _Convert:
    (inner,) = (arg for arg in typing.get_args(kind) if arg is not type(None))
    convert = _decoder(inner)
    return lambda value: None if value is None else convert(value)


def _tuple(args: tuple[Any, ...]) -> _Convert:
    if len(args) == 2 and args[1] is Ellipsis:
        convert = _decoder(args[0])
        if convert is _same:
            return tuple
        return lambda values: tuple(map(convert, values))
    converts = tuple(map(_decoder, args))
    return lambda values: tuple(c(v) for c, v in zip(converts, values, strict=True))


def _record(kind: Any) -> _Convert:
    hints = typing.get_type_hints(kind)
    names = getattr(kind, "_fields", None) or _field_names(kind)
    converts = tuple(_decoder(hints[name]) for name in names)
    return lambda values: kind(*(c(v) for c, v in zip(converts, values, strict=False)))
