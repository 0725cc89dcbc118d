"""Sentences that speak of less, or of another time, than the question: found by how they open.

"In Asia Pacific, volume grew 4%" is no growth of the company; "since inception we have delivered
753" is no year's delivery; "see page 12" is no answer at all.
"""

from __future__ import annotations

import re

from onfile.answer.request import Reading
from onfile.types import QuestionKind

_REFERS = re.compile(
    r"^\W*(?:see|refer to|for (?:more|further|additional) (?:information|discussion|details?))\b",
    re.I,
)
_OPENS_WITH_PART = re.compile(
    r"^\W*(?i:in|for|within|at)\s+(?:the\s+|our\s+)?(?P<part>[A-Z][\w&’'-]+(?:\s+(?:and\s+)?[A-Z][\w&’'-]+)*)"
    r"(?:\s+(?:segment|region|business|division|(?:geographic\s+)?(?:area|market)s?))?,",
)
_SALES_OF_PART = re.compile(  # "International sales were", "Total sales in Mexico increased"
    r"^\W*(?i:total\s+|net\s+|organic\s+)*(?:"
    r"(?P<place>International|Domestic|Foreign|U\.S\.|(?:North |Latin |South )?Americas?n?"
    r"|Europe(?:an)?|Asia(?: Pacific)?"
    r"|EMEA|China|Canad(?:a|ian)|Mexic(?:o|an)|Japan(?:ese)?|Brazil(?:ian)?|India(?:n)?)\s+"
    r"(?i:total\s+|net\s+)?(?i:sales|revenues?)"
    r"|(?i:sales|revenues?)\s+(?i:in|of|from)\s+(?i:the\s+|our\s+)?(?P<where>[A-Z][\w&’'.-]+(?:\s+[A-Z][\w&’'-]+)*)"
    r"(?!\s+\d))"
)
_TO_DATE = re.compile(
    r"\bsince (?:program |the )?(?:inception|launch)\b|\bcumulative(?:ly)?\b|"
    r"\b(?:program|life)-to-date\b",
    re.I,
)
_MONTHS = "January February March April May June July August September October November December"
_ONE_MONTH = re.compile(rf"\b[Ii]n (?:{'|'.join(_MONTHS.split())}) (?:of )?\d{{4}},")
_LAST_YEAR = re.compile(r"\b(?:last|prior|previous) (?:year|quarter) (?:was|were)\b", re.I)
_HAS_BEEN = re.compile(r"\b(?:increased|decreased|grew|rose|fell|declined)\b[^;]{0,40}\bto\b", re.I)
_TO_COME = re.compile(
    r"\b(?:expect|guid|outlook|forecast|anticipat|target|project|will|range|between|estimate)", re.I
)
_KINDS = (
    QuestionKind.FIGURE,
    QuestionKind.COMPARE,
    QuestionKind.CHANGE,
    QuestionKind.WHY,
)


def is_narrower(reading: Reading, text: str, *, is_of_event: bool = False) -> bool:
    """True where the text is of a part, of another stretch of time, or only points elsewhere.

    What happened once (``is_of_event``) is told with its month.
    """
    if _REFERS.search(text):
        return True
    intent = reading.intent
    sales = _SALES_OF_PART.match(text)
    asks_amount = intent.kind in (*_KINDS, QuestionKind.WHAT)
    if asks_amount and sales is not None:
        part = sales["place"] or sales["where"]
        if _is_other(reading, part, intent.asked.lower()):
            return True
    if intent.kind not in _KINDS:
        return False
    if intent.is_forward_looking:
        return _HAS_BEEN.search(text) is not None and _TO_COME.search(text) is None
    asked = intent.asked.lower()
    opening = _OPENS_WITH_PART.match(text)
    if opening is not None and _is_other(reading, opening["part"], asked):
        return True
    if _TO_DATE.search(text) and not _TO_DATE.search(asked):
        return True
    if is_of_event:
        return False
    is_of_years = all(p.quarter is None for p in intent.periods) and not intent.months
    if intent.kind is QuestionKind.FIGURE and is_of_years and _ONE_MONTH.search(text):
        return not any(m.lower() in asked for m in _MONTHS.split())
    return intent.kind is QuestionKind.FIGURE and _LAST_YEAR.search(text) is not None


def _is_other(reading: Reading, part: str, asked: str) -> bool:
    """A name that is neither in the question nor the company's, nor a time."""
    known = {w for company in reading.intent.companies for w in company.lower().split()}
    words = [w for w in re.findall(r"[a-z&’'-]+", part.lower()) if w not in known and w != "and"]
    times = {m.lower() for m in _MONTHS.split()} | {"fiscal", "fy", "q"}
    return bool(words) and not any(w in asked or w in times for w in words)
