"""Sentences that speak of less, or of another time, than the question: found by how they open.

"In Asia Pacific, volume grew 4%" is no growth of the company; "since inception we have delivered
753" is no year's delivery; "see page 12" is no answer at all.
"""

from __future__ import annotations

import re

from onfile.answer.request import Reading
from onfile.types import QuestionKind, Span

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
MAX_ABOVE = 1500  # characters above a sentence in which what it is about is looked for
_HEADS_PART = re.compile(
    r"^[ \t]*(?P<name>(?=[\w-]*\d)[\w-]+ (?=Programs?\b)"
    r"|[A-Z][\w-]*(?: [A-Z][\w-]*)? (?=Project\b|Segment\b))"
    r"(?:Programs?|Project|Segment)\b(?!\s+(?:is|was|has))",
    re.M,
)
_TO_DATE = re.compile(
    r"\bsince (?:program |the )?(?:inception|launch)\b|\bcumulative(?:ly)?\b|"
    r"\b(?:program|life)-to-date\b|\bha(?:ve|s)\s+\w+ed\s+a\s+total\s+of\b",
    re.I,
)
_AFTER_THE_END = re.compile(
    r"^\W*(?:subsequent to|after) (?:the )?"
    r"(?:[A-Z][a-z]+ \d{1,2}, \d{4}|(?:fiscal )?(?:year|quarter)[- ]end|end of)",
    re.I,
)
_IN_A_SEGMENT = re.compile(
    r"^\W*(?:in|for|within|at) (?:our|the) (?P<part>[\w&-]+) (?:segment|division),", re.I
)
_HOW_MANY = re.compile(
    r"\bhow many (?:\w+ ){0,2}?(?P<things>[a-z][\w-]+?)s? "
    r"(?:did|do|does|has|have|had|were|was|are)\b",
    re.I,
)
_NUMBER = (  # of things, no name of a model ("737 MAX")
    r"(?<![\w-])(?:\d[\d,.]*(?![\w-])|(?:one|two|three|four|five|six|seven|eight|nine|ten)\b)"
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
    if _AFTER_THE_END.match(text) and not re.search(r"\b(?:after|since|subsequent)", intent.asked):
        return True
    segment = _IN_A_SEGMENT.match(text)
    if segment is not None and _is_other(reading, segment["part"], intent.asked.lower()):
        return True
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


def counts_other_things(asked: str, text: str) -> bool:
    """How many of something is asked, and every number of the sentence is of something else."""
    counted = _HOW_MANY.search(asked)
    if counted is None:
        return False
    things = re.escape(counted["things"])
    before = rf"{_NUMBER}(?:\s+[a-z][\w’'-]*){{0,4}}?\s+(?i:{things})"
    behind = rf"(?i:\b{things})\w*(?:\s+[\w&’'-]+){{0,8}}?\s+{_NUMBER}"
    is_named = re.search(rf"\b{things}", text, re.I) is not None
    return is_named and re.search(f"{before}|{behind}", text) is None


def is_under_a_part(reading: Reading, document_id: str, span: Span) -> bool:
    """The paragraphs above began with one program or project that the question does not name.

    "787 Program During the fourth quarter …" and then "During 2022, we delivered 31 aircraft".
    """
    above = reading.archive.page_text(document_id, span.page)[: span.start]
    heads = list(_HEADS_PART.finditer(above[-MAX_ABOVE:]))
    asked = reading.intent.asked.lower()
    return bool(heads) and not any(w in asked for w in heads[-1]["name"].lower().split())


def _is_other(reading: Reading, part: str, asked: str) -> bool:
    """A name that is neither in the question nor the company's, nor a time."""
    known = {w for company in reading.intent.companies for w in company.lower().split()}
    words = [w for w in re.findall(r"[a-z&’'-]+", part.lower()) if w not in known and w != "and"]
    times = {m.lower() for m in _MONTHS.split()} | {"fiscal", "fy", "q"}
    return bool(words) and not any(w in asked or w in times for w in words)
