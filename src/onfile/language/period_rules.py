"""The patterns of period expressions, apart from those that end on a date.

Each rule is a pattern and what it builds; ``periods.py`` runs them all and keeps the longest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from onfile.language.dates import MONTH, DateMention, full_year, month_number
from onfile.language.fiscal import ExpressionKind, PeriodExpression

K = ExpressionKind
_ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4,
    "final": 4, "last": 4,
}  # fmt: skip
_COUNTS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "twelve": 12, "thirteen": 13, "twenty-six": 26, "thirty-nine": 39,
    "fifty-two": 52, "fifty-three": 53, "couple": 2, "few": 3,
}  # fmt: skip
COUNT = rf"(?P<count>\d{{1,2}}|{'|'.join(_COUNTS)})"
YEAR4 = r"(?:19|20)\d\d"
_FY = r"(?:fiscal|financial|fy|f\.y\.|fye|calendar|cy)"
_SEP = r"[\s,'’\-–/]*"
# a year after a quarter: "2020", "'20", "FY20", "of fiscal 2020", "20"
_OF = (
    rf"(?:{_SEP}(?:of|in|for)?{_SEP}(?:the\s+|its\s+|their\s+)?(?:{_FY})?(?:\s*(?:year|yr))?{_SEP})"
)
_Q = r"(?:q(?P<q>[1-4])|(?P<q2>[1-4])q)"
_ORD = (
    r"(?P<ord>first|second|third|fourth|final|1st|2nd|3rd|4th)(?:\s+(?:fiscal|financial))?"
    r"[\s\-–]+(?:quarter|qtr)s?"
)
_YEAR_BEFORE = rf"(?:{_FY}?\s*(?:year\s*)?['’]?(?P<y>{YEAR4})|fy\s*['’]?(?P<y2>\d\d))"
_AFTER = r"(?![\w%])(?!\.\d)(?!,\d{3})"
_NOT_MONEY = r"(?<![\w$€£₹#.,])(?<!\d[-–])"


def _year(match: re.Match[str]) -> tuple[int, ...]:
    fields = match.groupdict()
    digits = fields.get("y") or fields.get("y2")
    return (full_year(digits),) if digits else ()


def _number(words: str) -> int:
    return int(words) if words.isdigit() else _COUNTS[words.lower()]


Build = Callable[[re.Match[str]], PeriodExpression | None]


def _expression(match: re.Match[str], kind: ExpressionKind) -> PeriodExpression:
    return PeriodExpression(kind, match.start(), match.end(), match.group())


def _quarter(match: re.Match[str]) -> PeriodExpression:
    fields = match.groupdict()
    digit = fields.get("q") or fields.get("q2")
    quarter = int(digit) if digit else _ORDINALS[fields["ord"].lower()]
    return replace(_expression(match, K.QUARTER), quarter=quarter, years=_year(match))


def _same(match: re.Match[str]) -> PeriodExpression:
    """Read "the same quarter of 2019": which quarter is said elsewhere in the sentence."""
    return replace(_expression(match, K.QUARTER), years=_year(match))


def _half(match: re.Match[str]) -> PeriodExpression:
    fields = match.groupdict()
    word = (fields.get("h") or fields.get("h2") or fields.get("ord") or "").lower()
    is_first = word in ("1", "first", "1st")
    found = _expression(match, K.TO_DATE if is_first else K.SECOND_HALF)
    return replace(found, quarter=2 if is_first else None, months=6, years=_year(match))


def _to_date(match: re.Match[str]) -> PeriodExpression | None:
    months = months_of(match.group("count"), "months")
    if months not in (6, 9):
        return None
    found = _expression(match, K.TO_DATE)
    return replace(found, quarter=months // 3, months=months, years=_year(match))


def _own_name(match: re.Match[str]) -> PeriodExpression:
    """Read "2025Q2-6M", as ``Period.name`` writes a year to date."""
    months = int(match.group("months"))
    found = _expression(match, K.TO_DATE)
    return replace(found, quarter=int(match.group("q")), months=months, years=_year(match))


def months_of(count: str, unit: str) -> int | None:
    """Length in months of "13 weeks", "nine months"; None for a length no filing reports."""
    n = _number(count)
    if unit.lower().startswith("week"):
        return {12: 3, 13: 3, 14: 3, 16: 3, 26: 6, 27: 6, 39: 9, 40: 9, 52: 12, 53: 12}.get(n)
    return n if n in (3, 6, 9, 12) else None


def _fiscal_year(match: re.Match[str]) -> PeriodExpression:
    first = full_year(match.group("y"))
    tail = match.groupdict().get("tail")
    found = _expression(match, K.FISCAL_YEAR)
    if tail is None:
        return replace(found, years=(first,))
    last = first // 100 * 100 + int(tail[-2:]) if len(tail) == 2 else int(tail)
    if len(match.group("y")) == 4 and last == first + 1 and len(tail) == 2:
        return replace(found, years=(last,))  # FY2024-25, as it is written in India: one year
    return replace(found, kind=K.RANGE, years=(first, last))


def _plain_year(match: re.Match[str]) -> PeriodExpression:
    return replace(_expression(match, K.YEAR), years=(full_year(match.group("y")),))


def _month_quarter(match: re.Match[str]) -> PeriodExpression | None:
    month = month_number(match.group("month"))
    years = _year(match)
    if month is None or not years:
        return None
    date = DateMention(0, 0, "", years[0], month, None).date
    return replace(_expression(match, K.MONTH_QUARTER), date=date, months=3)


def _last_n(match: re.Match[str]) -> PeriodExpression:
    unit = "quarter" if match.group("unit").lower().startswith("q") else "year"
    return replace(_expression(match, K.LAST_N), count=_number(match.group("count")), unit=unit)


def _relative(offset: int, unit: str, *, is_from_latest: bool = False) -> Build:
    def build(match: re.Match[str]) -> PeriodExpression:
        found = _expression(match, K.RELATIVE)
        return replace(found, offset=offset, unit=unit, is_from_latest=is_from_latest)

    return build


_RULES: tuple[tuple[str, Build], ...] = (
    (r"(?P<y>(?:19|20)\d\d)Q(?P<q>[2-4])-(?P<months>6|9|12)M", _own_name),
    (rf"{_Q}(?:{_OF}(?P<y>{YEAR4}|\d\d)){_AFTER}", _quarter),
    (rf"{_YEAR_BEFORE}{_SEP}{_Q}{_AFTER}", _quarter),
    (rf"{_Q}{_AFTER}", _quarter),
    (rf"{_ORD}{_OF}(?P<y>{YEAR4}){_AFTER}", _quarter),
    (rf"{_ORD}\s+(?:of\s+)?(?:the\s+)?{_FY}\s*['’]?(?P<y>\d\d){_AFTER}", _quarter),
    (rf"{_YEAR_BEFORE}(?:['’]s)?{_SEP}{_ORD}{_AFTER}", _quarter),
    (rf"{_ORD}{_AFTER}", _quarter),
    (
        rf"(?:same|comparable|corresponding)\s+quarter\s+(?:of|in)\s+(?:{_FY})?\s*(?P<y>{YEAR4})",
        _same,
    ),
    (rf"(?:h(?P<h>[12])|(?P<h2>[12])h)(?:{_OF}(?P<y>{YEAR4}|\d\d))?{_AFTER}", _half),
    (rf"(?P<ord>first|second|1st|2nd)[\s\-]+half(?:{_OF}(?P<y>{YEAR4}))?{_AFTER}", _half),
    (rf"(?:first\s+)?{COUNT}[\s\-]*months?(?:{_OF}(?P<y>{YEAR4}|\d\d))?{_AFTER}", _to_date),
    (rf"(?P<count>[69])m(?:{_OF}(?P<y>{YEAR4}|\d\d))?{_AFTER}", _to_date),
    (
        rf"{_FY}(?:[\s\-]*(?:years?|yrs?))?(?:\s+(?:of|ended|ending))?\s*['’\-]?(?P<y>{YEAR4}|\d\d)"
        rf"(?:\s*[-–/]\s*(?:{_FY})?\s*['’]?(?P<tail>{YEAR4}|\d\d))?(?:\s+(?:years?|yrs?))?{_AFTER}",
        _fiscal_year,
    ),
    (
        rf"(?:(?:full|whole)[\s\-]*)?(?:years?|yrs?)(?:[\s\-]*end(?:ed|ing)?)?(?:\s+of)?"
        rf"\s*(?:fy\s*)?['’]?(?P<y>{YEAR4}|\d\d){_AFTER}",
        _fiscal_year,
    ),
    (rf"(?:full|whole)[\s\-]*(?:year|yr)\s+(?P<y>{YEAR4}|\d\d){_AFTER}", _fiscal_year),
    (rf"(?P<y>{YEAR4})\s+(?:fiscal|financial|full)[\s\-]*(?:years?|yrs?){_AFTER}", _fiscal_year),
    (rf"(?P<y>{YEAR4}){_AFTER}", _plain_year),
    (rf"['’](?P<y>\d\d){_AFTER}", _plain_year),
    (rf"(?P<month>{MONTH})\s+(?:of\s+)?(?P<y>{YEAR4})\s+(?:quarter|qtr){_AFTER}", _month_quarter),
    (rf"(?P<month>{MONTH})\s+(?:quarter|qtr)(?:\s+of)?\s+(?P<y>{YEAR4}){_AFTER}", _month_quarter),
    (rf"quarter\s+of\s+(?P<month>{MONTH})\s+(?P<y>{YEAR4}){_AFTER}", _month_quarter),
    (
        rf"(?:last|past|previous|prior|latest|most\s+recent|trailing|preceding)\s+(?:a\s+)?{COUNT}"
        rf"(?:\s+(?:fiscal|financial|full|reported))?\s+(?P<unit>years?|yrs?|quarters?|qtrs?){_AFTER}",
        _last_n,
    ),
    (
        r"(?:same|comparable|corresponding|year[\s\-]ago|prior[\s\-]year|previous[\s\-]year)"
        r"(?:\s+(?:quarter|period))(?:\s+(?:of\s+)?(?:the\s+|a\s+)?(?:last|prior|previous|preceding)"
        r"\s+year|\s+(?:a|one)\s+year\s+(?:ago|earlier|before))?(?![\w])",
        _relative(-1, "year"),
    ),
    (
        r"(?:a|one|the)\s+year\s+(?:earlier|ago|before|prior)|(?:the\s+)?(?:year[\s\-]ago"
        r"|prior[\s\-]year|previous\s+year|prior\s+year|preceding\s+year)"
        r"|year[\s\-]*(?:over|on)[\s\-]*year|y[\s\-/]*o[\s\-/]*y|y/y|the\s+year\s+before",
        _relative(-1, "year"),
    ),
    (
        r"quarter[\s\-]*(?:over|on)[\s\-]*quarter|q[\s\-/]*o[\s\-/]*q|q/q|sequential(?:ly)?"
        r"|(?:the\s+)?(?:prior|previous|preceding)\s+quarter|a\s+quarter\s+(?:earlier|ago)",
        _relative(-1, "quarter"),
    ),
    (
        r"(?:last|this\s+past|latest|most\s+recent|current|this)\s+(?:fiscal\s+|financial\s+"
        r"|full\s+|reported\s+)?(?:year|yr)",
        _relative(0, "year", is_from_latest=True),
    ),
    (
        r"(?:last|this\s+past|latest|most\s+recent|current|this)\s+(?:fiscal\s+|reported\s+)?"
        r"(?:quarter|qtr)",
        _relative(0, "quarter", is_from_latest=True),
    ),
    (r"(?:next|coming|upcoming|following)\s+(?:fiscal\s+)?(?:year|yr)", _relative(1, "year")),
    (
        r"(?:next|coming|upcoming|following)\s+(?:fiscal\s+)?(?:quarter|qtr)",
        _relative(1, "quarter"),
    ),
)
RULES = tuple(
    (re.compile(rf"{_NOT_MONEY}(?:{pattern})(?!\w)", re.IGNORECASE), build)
    for pattern, build in _RULES
)
