"""What is printed at the head and the foot of a drillhole's sheet, and in its remarks.

Such forms are much alike: "HOLE NO. DH 3", "MACHINE EW06", "E 829001.64", "DATE 19.12.2022 to
21.12.2022", "LOGGED C. Chan". Each pattern's match is a label with its value, or a remark that
states it; a form that is filled in elsewhere is not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

HEAD = 400  # characters in which a sheet says of which hole it is
MAX_REMARK = 260
_ID = r"[A-Z]{0,4}[-\s]?\d{1,4}[A-Za-z]?\d?"
_HOLE_ON_SHEET = re.compile(rf"\bHOLE\s+NO\b[.:\s]*(?P<id>{_ID})(?![\w.])", re.I)
_HOLE_ASKED = re.compile(
    rf"\b(?:(?:drill|bore)?[\s-]?holes?|borings?)\s+(?:no\.?\s*|number\s+)?(?P<id>{_ID})(?!\w)|"
    r"\b(?P<bare>(?:DH|BH|TH)[-\s]?\d{1,4}[A-Za-z]?)\b",
    re.I,
)
_DAY = r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}"
_PERSON = r"(?:[A-Z]\.\s?)+[A-Z][A-Za-z]+|[A-Z][A-Za-z]+ [A-Z][A-Za-z]+"
_METRES = r"\d{1,3}\.\d{1,2}\s?m\b"


@dataclass(frozen=True, slots=True)
class SheetField:
    """A field of such sheets.

    Attributes:
        name: What it is called in an answer.
        asks: Finds it in a question.
        says: Finds it on a sheet; the groups ``v`` and ``w`` are its value, in two parts or one.
        is_of_hole: It is another for every hole; else it is the project's.
        unit: Of a value that is one number.
    """

    name: str
    asks: re.Pattern[str]
    says: re.Pattern[str]
    is_of_hole: bool = True
    unit: str | None = None


def _field(
    name: str, asks: str, says: str, *, is_of_hole: bool = True, unit: str | None = None
) -> SheetField:
    return SheetField(name, re.compile(asks, re.I), re.compile(says), is_of_hole, unit)


FIELDS = (
    _field(
        "coordinates",
        r"\bco-?ordinates?\b|\beastings?\b|\bnorthings?\b",
        r"\bE\s?(?P<v>\d{5,7}\.\d{1,3})(?:[^\n]*\n?[^\n]*?)\bN\s?(?P<w>\d{5,7}\.\d{1,3})",
    ),
    _field(
        "machine",
        r"\b(?:drill(?:ing)? )?(?:machine|rig)\b",
        r"\bMACHINE(?: ?& ?N[Oo]\.?)?[ :]+(?P<v>[A-Z]{1,4}-?\d{1,4})\b",
    ),
    _field(
        "date",
        r"\b(?:when|what dates?|which dates?|dates?)\b[^?]*\b(?:drill(?:ed)?|sunk|bored)\b",
        rf"\bDATE(?: from)?[ :]+(?P<v>{_DAY})\s+to\s+(?P<w>{_DAY})",
    ),
    _field("logged by", r"\blogged\b", rf"\bLOGGED(?: BY)?[.: ]+(?P<v>{_PERSON})"),
    _field("checked by", r"\bchecked\b", rf"\bCHECKED(?: BY)?[.: ]+(?P<v>{_PERSON})"),
    _field("approved by", r"\bapproved\b", rf"\bAPPROVED(?: BY)?[.: ]+(?P<v>{_PERSON})"),
    _field(
        "depth of the hole",
        r"\bhow deep is\b|\b(?:final|total|end|termination) depth\b|"
        r"\bdepth\b[^?]*\b(?:terminat\w*|end(?:s|ed)?|finish\w*|stop\w*)\b",
        r"\b(?:[Ee]nd of (?:drill|bore)?hole|(?:[Hh]ole )?[Tt]ermination depth)\s+at\s+"
        r"(?P<v>\d{1,3}\.\d{1,2})\s?m\b",
        unit="m",
    ),
    _field(
        "ground level",
        r"\bground[\s-]level\b",
        r"\bGROUND[ -]LEVEL[ :]+(?P<v>[-+]?\d{1,4}\.\d{1,3})\s?m[A-Z]*\b",
        unit="mPD",
    ),
    _field(
        "piezometer",
        r"\bpiezometers?\b",
        rf"\b[Pp]iezom\w*ters? (?:was|were) installed[^.]{{0,40}}?(?P<v>{_METRES})",
    ),
    _field(
        "standpipe",
        r"\bstandpipes?\b",
        rf"\b[Ss]tandpipes? (?:was|were) installed[^.]{{0,40}}?(?P<v>{_METRES})",
    ),
    _field(
        "permeability tests",
        r"\bpermeab\w+\b",
        r"\b[Pp]ermeab\w+ tests? (?:was|were) carried out"
        rf"(?P<v>[\s\S]{{0,{MAX_REMARK}}}?\d\s?m)\.(?=\s)",
    ),
    _field(
        "contract number",
        r"\bcontract (?:no\b|number)",
        r"\bCONTRACT NO\.?[ :]+(?P<v>\S*\d\S*)",
        is_of_hole=False,
    ),
    _field(
        "task order number",
        r"\btask order (?:no\b|number)",
        r"\bTASK ORDER NO\.?[ :]+(?P<v>\S*\d\S*)",
        is_of_hole=False,
    ),
    _field(
        "works order number",
        r"\bworks? order (?:no\b|number)|\bW\.?O\.? (?:no\b|number)",
        r"\b[Ww]\.O\.[ :]+(?P<v>\S*\d\S*)",
        is_of_hole=False,
    ),
    _field(
        "holes",
        r"\b(?:which|what) (?:drill|bore)?holes\b",
        r"\bHOLE NOS?\.?\s*(?P<v>[A-Z]{1,3}\s?\d+(?:[^)\n]*\n)?[^)\n]*,[^)]*?\w)(?=\))",
        is_of_hole=False,
    ),
)


def hole_asked(question: str) -> str:
    """The hole that a question names, as ``hole_on`` gives it; empty where it names none."""
    match = _HOLE_ASKED.search(question)
    return "" if match is None else _folded(match["id"] or match["bare"])


def hole_on(text: str) -> str:
    """The hole whose sheet a page is, without spaces and in capitals; empty where none is named."""
    match = _HOLE_ON_SHEET.search(text[:HEAD])
    return "" if match is None else _folded(match["id"])


def fields_asked(question: str) -> tuple[SheetField, ...]:
    """The fields that a question asks for, in the order of ``FIELDS``."""
    return tuple(field for field in FIELDS if field.asks.search(question))


def _folded(hole: str) -> str:
    return re.sub(r"[\s-]", "", hole).upper()
