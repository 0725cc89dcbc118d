"""What a question is about in time, and which documents it wants read for it.

"What did they guide for Q3 on the Q2 call?": the target is Q3, the filter is Q2. An expression
is a filter when it stands with a word for a document; all others are targets.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from onfile.language.course import UNNAMED
from onfile.language.days import is_named
from onfile.language.periods import (
    ExpressionKind,
    FiscalCalendar,
    PeriodExpression,
    find_periods,
    resolve,
    shift,
)
from onfile.scope.directory import CALLS, Company
from onfile.scope.meetings import meeting_in
from onfile.types import Period

K = ExpressionKind
PUBLICATIONS = (*CALLS, "earnings release", "8-K")
TRANSCRIBED = dt.timedelta(days=7)  # a transcript is filed up to a week after its call
COURSE_YEARS = 3  # of a trend whose years are not named: what a statement shows side by side

_DOCUMENT = (
    r"(?:10-?[kq]s?|8-?ks?|20-?f|annual\s+reports?|quarterly\s+reports?|con-?calls?|calls?|filings?|transcripts?"
    r"|(?:earnings|press)\s+releases?|releases?|proxy(?:\s+statement)?|current\s+report|form)"
)
_FILTER_AFTER = re.compile(
    rf"^[\s,]*(?:['’]s)?\s*(?:(?:annual|quarterly|earnings|conference|form|results|full|investor)\s+){{0,3}}(?:{_DOCUMENT}\b"
    rf"|report(?:\b(?!ed|s)))",
    re.IGNORECASE,
)
_FILTER_BEFORE = re.compile(
    rf"\b{_DOCUMENT}\s+(?:for|of|from|dated|on|covering|filed|about)\s+(?:the\s+|its\s+)?(?:year\s+|quarter\s+)?$"
    r"|\bwhen\s+(?:it|they|the\s+company)\s+(?:reported|announced|presented)\s+(?:the\s+|its\s+)?(?:results\s+for\s+)?$"
    r"|\b(?:given|made|stated|provided|issued)\s+(?:on|in|at|with|during)\s+(?:the\s+|its\s+)?$",
    re.IGNORECASE,
)
_AS_OF = re.compile(r"\bas\s+(?:of|at)\s+(?:the\s+)?(?:end\s+of\s+)?$", re.IGNORECASE)
_DROP_BEFORE = re.compile(
    r"\b(?:not|excluding|except|rather\s+than|instead\s+of|due(?:\s+in)?|maturing(?:\s+in)?|since|founded\s+in)\s+$",
    re.I,
)
_NO_PAIR = re.compile(r"over|on|yo|y/|o/|y-|q-|q/|sequential", re.IGNORECASE)
FORWARD = re.compile(
    r"\b(?:guid(?:es|ed|ance|ing|e(?!\s+(?:wall|book|rail|line)))|outlook|forecasts?|forecasted|forecasting|expects?|expected|expecting|anticipates?"
    r"|anticipated|projects|projected|project(?=\s+for)|plans?\s+to|planned\s+for|going\s+into|looking\s+ahead"
    r"|(?-i:targets?|targeted|targeting|aims?|aiming)|expectations?"
    r"|next\s+(?:quarter|year)|range\b[^?]{0,60}\b(?:gave|given?|provide[ds]?|set))\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:the|this|that)\s+(quarter|year|call|period)\b(?!\s+(?:ended|ending|of|over|to))", re.I
)


_PUBLISHED = re.compile(  # what a company does by saying it: a month is when it said so
    r"\b(?:announce[ds]?|declare[ds]?|releases?|outlook|guidance|guided?|"
    r"(?:rais|lift|increas|cut|lower|narrow|reduc|maintain)(?:e[ds]?|ed|s|ing)?\s+(?:its|the|their)\b)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Timing:
    """The time of a question for one company (or for none).

    ``is_vague`` when it says "the quarter" and does not say which; ``months`` are single months
    ("in June 2030") for which the quarter around them was taken.
    """

    targets: tuple[Period, ...] = ()
    filters: tuple[Period, ...] = ()
    notes: tuple[str, ...] = ()
    is_forward: bool = False
    is_vague: bool = False
    months: tuple[str, ...] = ()


@dataclass
class _Found:
    targets: list[Period] = field(default_factory=list)
    filters: list[Period] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    months: list[str] = field(default_factory=list)
    is_published: bool = False  # a day or month selects what was published then

    def add(self, periods: Sequence[Period], *, is_filter: bool) -> None:
        where = self.filters if is_filter else self.targets
        where.extend(p for p in periods if p not in where)


def expressions_in(question: str) -> tuple[PeriodExpression, ...]:
    """Period expressions that count: "notes due 2034" and "not 2020" do not."""
    return tuple(
        e for e in find_periods(question) if _DROP_BEFORE.search(question[: e.start]) is None
    )


def timing_of(
    question: str, expressions: Sequence[PeriodExpression], company: Company | None
) -> Timing:
    """Targets and filters of a question in one company's calendar.

    Args:
        question: What is asked (asides blanked).
        expressions: From ``expressions_in``.
        company: Whose calendar; None reads calendar years.
    """
    found = _Found()
    fixed = [e for e in expressions if e.kind not in (K.RELATIVE, K.LAST_N)]
    for expression in fixed:
        published = _guided_then(expression, fixed, question, company)
        if published:
            found.notes.append(
                f"“{expression.text}” was read as when {published[0].name} was reported"
            )
            found.add(published, is_filter=True)
            continue
        is_filter = _is_filter(question, expression)
        periods = _periods_of(expression, fixed, question, company, found)
        found.add(periods, is_filter=is_filter)
    if len(fixed) == 1 and len(found.targets) == 1 and not found.filters:
        found.add(_after_base(question, fixed[0], found.targets[0]), is_filter=False)
    for expression in expressions:
        if expression not in fixed:
            _add_relative(expression, question, company, found)
    return _settle(question, found, company, has_expressions=bool(expressions))


_FROM_BASE = re.compile(
    r"\b(?:improv\w*|ris(?:e|en|ing)|rose|fall(?:en|ing)?|fell|increas\w*|decreas\w*|declin\w*|"
    r"gr[eo]w\w*|drop\w*|go(?:ne)? (?:up|down)|went (?:up|down)|higher|lower|larger|smaller|"
    r"better|worse|expand\w*|contract\w*)\b[^?.,;]*?"
    r"\b(?:from|than(?: in| for| at)?|compared (?:to|with)|versus|vs\.?|against|since)"
    r"\s+(?:that (?:in|of) |the |in |its )*$",
    re.I,
)
_ENDS = re.compile(r"\s*(?:levels?\s*)?(?:[?.,;)]|$)")


def _after_base(question: str, expression: PeriodExpression, base: Period) -> tuple[Period, ...]:
    """The period that is held against the one named: "did it improve from 2030" asks of 2031.

    Also where it is not on file: the year before would answer another question.
    """
    is_base = _FROM_BASE.search(question[: expression.start]) is not None
    if not is_base or _ENDS.match(question, expression.end) is None:
        return ()
    return (shift(base, 1, "year" if base.quarter is None else "quarter"),)


_TREND = re.compile(r"\btrends?\b|\bhistorically\b", re.I)


def course_of(question: str, company: Company) -> Timing | None:
    """The latest years on file for "is the margin improving", said in a note; None if too few."""
    latest = company.latest_year
    if latest is None:
        return None
    years = [Period(latest.fiscal_year - n) for n in range(COURSE_YEARS - 1, -1, -1)]
    held = [year for year in years if company.holds(year)]
    if len(held) < 2:
        return None
    note = UNNAMED + ", ".join(period.name for period in held)
    return Timing(tuple(held), notes=(note,), is_forward=FORWARD.search(question) is not None)


def up_to(question: str, timing: Timing) -> Timing:
    """The years up to the one that is named, where a trend is asked for."""
    named = timing.targets
    is_year = len(named) == 1 and named[0].quarter is None and named[0].months is None
    if not is_year or _TREND.search(question) is None:
        return timing
    years = tuple(Period(named[0].fiscal_year - n) for n in range(COURSE_YEARS - 1, -1, -1))
    note = f"A trend up to {named[0].name} is read as {', '.join(p.name for p in years)}"
    return replace(timing, targets=years, notes=(*timing.notes, note))


def _is_filter(question: str, expression: PeriodExpression) -> bool:
    before, after = question[: expression.start], question[expression.end :]
    if _FILTER_AFTER.match(after) or _FILTER_BEFORE.search(before):
        return True
    as_of = _AS_OF.search(before) or expression.text.lower().startswith("as of")
    return bool(as_of) and FORWARD.search(question) is not None


def _periods_of(
    expression: PeriodExpression,
    fixed: Sequence[PeriodExpression],
    question: str,
    company: Company | None,
    found: _Found,
) -> tuple[Period, ...]:
    calendar = company.calendar if company is not None else FiscalCalendar()
    if expression.kind in (K.MONTH, K.DATE) and company is not None and expression.date is not None:
        return _around(expression, question, company, calendar, found)
    if expression.kind is K.YEAR and _belongs_to_quarter(expression, fixed):
        return ()
    held = meeting_in(question, expression, company) if company is not None else None
    if held is not None:
        return held
    if expression.kind is not K.QUARTER or expression.years:
        return resolve(expression, calendar)
    if expression.quarter is None:
        return ()
    years = [y for e in fixed for y in e.years] or _years_of_dates(fixed, company)
    if years:
        return tuple(Period(year, expression.quarter) for year in dict.fromkeys(years))
    return _latest_such(expression, company, found.notes)


def _years_of_dates(fixed: Sequence[PeriodExpression], company: Company | None) -> list[int]:
    calendar = company.calendar if company is not None else FiscalCalendar()
    return [p.fiscal_year for e in fixed if e.date is not None for p in resolve(e, calendar)]


def _belongs_to_quarter(year: PeriodExpression, fixed: Sequence[PeriodExpression]) -> bool:
    """A plain year beside a quarter without one: "q2 gross margin 2023" is one quarter."""
    loose = [e for e in fixed if e.kind is K.QUARTER and not e.years and e.quarter is not None]
    return bool(loose)


def _latest_such(
    expression: PeriodExpression, company: Company | None, notes: list[str]
) -> tuple[Period, ...]:
    """A quarter with no year anywhere: the latest of that number on file, said in a note."""
    if company is None:
        return ()
    held = [p for p in company.periods if p.quarter == expression.quarter]
    if not held:
        return ()
    latest = Period(held[-1].fiscal_year, expression.quarter)
    notes.append(f"“{expression.text}” was read as {latest.name}, the latest on file")
    return (latest,)


def _around(
    expression: PeriodExpression,
    question: str,
    company: Company,
    calendar: FiscalCalendar,
    found: _Found,
) -> tuple[Period, ...]:
    """A day or month: the period of a call held or report filed then, else the one around it."""
    around = resolve(expression, calendar)
    is_about_call = re.search(
        r"\b(?:call|transcript|said|say|ask\w*|question|analyst)\b", question, re.I
    )
    is_published = _PUBLISHED.search(question) is not None
    is_held = any(company.holds(p) for p in around)
    if is_about_call or is_published or not is_held:
        held = _held_then(expression, company, CALLS) if is_about_call else ()
        if not held and not is_held and is_about_call:
            held = _held_then(expression, company, CALLS, TRANSCRIBED)
        if not held and (is_about_call or is_published):
            held = _held_then(expression, company, PUBLICATIONS)
            held = held if len(held) == 1 else ()
        if not held and not is_held and not is_about_call:
            held = _held_then(expression, company)
        if held:
            found.notes.append(
                f"“{expression.text}” was read as what was published then: {held[0].name}"
            )
            found.is_published = True
            return held
    if expression.kind is K.MONTH and around:
        found.months.append(expression.text)
        found.notes.append(
            f"“{expression.text}” was read as {around[0].name}, the quarter around it"
        )
    return around


def _guided_then(
    expression: PeriodExpression,
    fixed: Sequence[PeriodExpression],
    question: str,
    company: Company | None,
) -> tuple[Period, ...]:
    """Of "the FY23 outlook given in May 2023": what was published in May; empty otherwise."""
    is_date = expression.kind in (K.MONTH, K.DATE)
    has_target = any(e.kind not in (K.MONTH, K.DATE) for e in fixed)
    if company is None or not (is_date and has_target and FORWARD.search(question)):
        return ()
    return _held_then(expression, company)


def _held_then(
    expression: PeriodExpression,
    company: Company,
    forms: Collection[str] = (),
    later: dt.timedelta = dt.timedelta(),
) -> tuple[Period, ...]:
    """Periods of what a company published then, or so much later; of the forms, where given."""
    date = expression.date
    found: list[Period] = []
    for identity in (e.identity for e in company.entries):
        if date is None or identity.period is None:
            continue
        if forms and identity.form not in forms:
            continue
        day = identity.filed - later if identity.filed is not None else None
        if is_named(day, [(date, expression.kind is K.MONTH)]):
            found.append(identity.period)
    return tuple(dict.fromkeys(found))


def _add_relative(
    expression: PeriodExpression, question: str, company: Company | None, found: _Found
) -> None:
    if expression.kind is K.LAST_N:
        anchor = _latest(company, expression.unit)
        periods = resolve(expression, anchor=anchor)
        found.add(periods, is_filter=False)
    elif expression.is_from_latest:
        anchor = _latest(company, expression.unit)
        periods = resolve(expression, anchor=anchor)
        found.add(periods, is_filter=_FILTER_AFTER.match(question[expression.end :]) is not None)
    elif expression.offset < 0 and not _NO_PAIR.match(_middle(expression.text)):
        anchor = found.targets[0] if found.targets else None
        periods = resolve(expression, anchor=anchor)
        found.add(periods, is_filter=False)
    elif expression.offset > 0:
        anchor = found.filters[0] if found.filters else _latest(company, expression.unit)
        periods = resolve(expression, anchor=anchor)
        found.add(periods, is_filter=False)
    else:
        periods = ()
    if periods:
        names = ", ".join(p.name for p in periods)
        found.notes.append(f"“{expression.text}” was read as {names}")


def _middle(text: str) -> str:
    """Of "year over year" the "over year": what tells a rate from another period."""
    lowered = text.lower()
    return re.sub(r"^(?:year|quarter)[\s-]+", "", lowered)


def _latest(company: Company | None, unit: str) -> Period | None:
    if company is None:
        return None
    return company.latest_quarter if unit == "quarter" else company.latest_year


def _settle(
    question: str, found: _Found, company: Company | None, *, has_expressions: bool
) -> Timing:
    forward = FORWARD.search(question) is not None
    targets, filters = found.targets, found.filters
    if not targets:  # the documents named say what it is about: "in the 2019 annual report"
        targets, filters = filters, []
    elif set(filters) <= set(targets) and not forward:
        filters = []
    elif not filters and forward and company is not None and not found.is_published:
        filters = _before(targets, company)
    vague = _VAGUE.search(question) is not None and not has_expressions
    months = tuple(found.months)
    return Timing(tuple(targets), tuple(filters), tuple(found.notes), forward, vague, months)


def _before(targets: Sequence[Period], company: Company) -> list[Period]:
    """Where guidance for a period stands: what was published before it ended, as far as on file."""
    wanted: list[Period] = []
    for target in targets:
        if target.quarter is not None:
            wanted.append(shift(target, -1, "quarter"))
            continue
        year = target.fiscal_year
        wanted += [Period(year - 1), Period(year - 1, 4), *(Period(year, q) for q in (1, 2, 3))]
    found = [p for p in wanted if _is_about(p, company)]
    last = max((p.fiscal_year for p in company.periods), default=0)
    is_far = bool(targets) and all(t.fiscal_year > last for t in targets)
    return [p for p in company.periods if p.fiscal_year == last] if is_far and not found else found


def _is_about(period: Period, company: Company) -> bool:
    if period in company.periods:
        return True
    return period.quarter == 4 and Period(period.fiscal_year) in company.periods
