"""The model's reply as claims, or why it is no answer. Nothing is mended and nothing is added."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from onfile.answer.model.prompt import MAX_CITATIONS, REFUSAL_SENTENCE
from onfile.types import Refusal, RefusalCode, Reply, Value

_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_THINK = re.compile(r"</?think(?:ing)?>", re.IGNORECASE)
_FENCE = re.compile(r"^```(?:json)?\s*\n(.*)\n```\s*$", re.DOTALL)
_HANDLE = re.compile(r"\[?\s*S\s*(\d+)\s*\]?", re.IGNORECASE)
_CURRENCY = re.compile(r"[A-Z]{3}")
_SCALES = frozenset(10**n for n in (0, 2, 3, 5, 6, 7, 9, 12))


@dataclass(frozen=True, slots=True)
class Quoted:
    """One citation as the model gave it."""

    handle: str
    quote: str


@dataclass(frozen=True, slots=True)
class Said:
    """One claim as the model gave it."""

    text: str
    arithmetic: str
    citations: tuple[Quoted, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A reply that could be read."""

    claims: tuple[Said, ...]
    value: Value | None


class _UnfitError(ValueError):
    """The reply does not fit the schema."""


def read_reply(reply: Reply) -> Written | Refusal:
    """The claims of a reply.

    Refused are: a reply that was cut off (``MODEL_TRUNCATED``); reasoning left open, or anything
    that is not one JSON object of the schema (``MODEL_UNPARSEABLE``); one that declines
    (``MODEL_DECLINED``); a claim without a citation (``CITATION_UNRESOLVED``).
    """
    if reply.finish_reason == "length":
        return Refusal(RefusalCode.MODEL_TRUNCATED, "The model's reply was cut off.")
    text = _without_thoughts(reply.text)
    if text is None:
        return _unparseable("its reasoning was left open")
    if text.strip().strip('"').rstrip(".") == REFUSAL_SENTENCE.rstrip("."):
        return _declined()
    try:
        given = json.loads(_unfenced(text), parse_float=Decimal, parse_constant=_no_constant)
        return _written(given)
    except _UnfitError as error:
        return _unparseable(str(error))
    except (ValueError, RecursionError) as error:
        return _unparseable(f"it is not JSON: {error}")


def handle_of(given: str) -> str | None:
    """``S3`` for ``S3``, ``[s3]`` or ``S 3``; None for what is no handle."""
    match = _HANDLE.fullmatch(given.strip())
    return f"S{int(match[1])}" if match else None


def _without_thoughts(text: str) -> str | None:
    """The text after its reasoning; None where reasoning was opened and not closed.

    Some templates open it before the reply begins: then only its end is seen.
    """
    rest = _THOUGHT.sub("", text)
    marks = [m.group().startswith("</") for m in _THINK.finditer(rest)]
    if not marks:
        return rest
    if marks == [True]:
        return _THINK.split(rest, maxsplit=1)[1]
    return None


def _unfenced(text: str) -> str:
    match = _FENCE.match(text.strip())
    return match[1] if match else text


def _written(given: Any) -> Written | Refusal:
    fields = _object(given, {"answered", "claims", "value"}, {"answered", "claims"}, "the reply")
    if not isinstance(fields["answered"], bool):
        raise _UnfitError("answered is neither true nor false")
    claims = tuple(_said(claim) for claim in _list(fields["claims"], "claims"))
    refuses = any(c.text.rstrip(".") == REFUSAL_SENTENCE.rstrip(".") for c in claims)
    if not fields["answered"] or refuses or not claims:
        return _declined()
    if any(not claim.citations for claim in claims):
        detail = "The model cited nothing for a claim; it is not given citations."
        return Refusal(RefusalCode.CITATION_UNRESOLVED, detail)
    return Written(claims, _value(fields.get("value")))


def _said(given: Any) -> Said:
    fields = _object(given, {"text", "arithmetic", "citations"}, {"text", "citations"}, "a claim")
    text = _text(fields["text"], "text")
    if not text.strip():
        raise _UnfitError("a claim is empty")
    cited = _list(fields["citations"], "citations")
    if len(cited) > MAX_CITATIONS:
        raise _UnfitError(f"a claim has {len(cited)} citations")
    arithmetic = _text(fields.get("arithmetic") or "", "arithmetic")
    return Said(text.strip(), arithmetic.strip(), tuple(_quoted(one) for one in cited))


def _quoted(given: Any) -> Quoted:
    fields = _object(given, {"source", "quote"}, {"source", "quote"}, "a citation")
    return Quoted(_text(fields["source"], "source"), _text(fields["quote"], "quote"))


def _value(given: Any) -> Value | None:
    if given is None:
        return None
    names = {"number", "scale", "currency", "unit", "percent"}
    fields = _object(given, names, {"number", "scale", "percent"}, "value")
    number, scale, percent = fields["number"], fields["scale"], fields["percent"]
    if isinstance(number, bool) or not isinstance(number, int | Decimal):
        raise _UnfitError("the value's number is none")
    if isinstance(scale, bool) or scale not in _SCALES or not isinstance(percent, bool):
        raise _UnfitError("the value's scale or percent is none")
    currency, unit = fields.get("currency"), fields.get("unit")
    if currency is not None and not (isinstance(currency, str) and _CURRENCY.fullmatch(currency)):
        raise _UnfitError("the value's currency is no code")
    try:
        return Value(Decimal(number), int(scale), currency, unit or None, percent)
    except InvalidOperation as error:
        raise _UnfitError("the value's number is none") from error


def _object(given: Any, known: set[str], needed: set[str], what: str) -> Mapping[str, Any]:
    if not isinstance(given, dict):
        raise _UnfitError(f"{what} is no object")
    if missing := needed - given.keys():
        raise _UnfitError(f"{what} lacks {', '.join(sorted(missing))}")
    if unknown := given.keys() - known:
        raise _UnfitError(f"{what} has an unknown {', '.join(sorted(unknown))}")
    return given


def _list(given: Any, what: str) -> list[Any]:
    if not isinstance(given, list):
        raise _UnfitError(f"{what} is no list")
    return given


def _text(given: Any, what: str) -> str:
    if not isinstance(given, str):
        raise _UnfitError(f"{what} is no text")
    return given


def _no_constant(name: str) -> Any:
    raise _UnfitError(f"{name} is no number")


def _unparseable(reason: str) -> Refusal:
    detail = f"The model's reply could not be read: {reason}."
    return Refusal(RefusalCode.MODEL_UNPARSEABLE, detail)


def _declined() -> Refusal:
    return Refusal(RefusalCode.MODEL_DECLINED, "The model found no answer in the sources.")
