"""May we answer at all? Pure functions of what was asked, what is on file and what was found.

All gates run and are recorded; the first that fails, in the order below, is the reason given.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from onfile.language.dates import nominal_month
from onfile.language.days import days_in, is_named
from onfile.types import (
    Catalog,
    CatalogEntry,
    Check,
    EvidenceType,
    Intent,
    Pair,
    Period,
    QuestionKind,
    Refusal,
    RefusalCode,
)

Verdict = tuple[Check, Refusal | None]

_NOT_HERE = {
    EvidenceType.LIVE: (
        RefusalCode.LIVE_DATA,
        "This asks for live market data, which documents on file cannot hold.",
    ),
    EvidenceType.ADVICE: (
        RefusalCode.NOT_EVIDENCE_TYPE,
        "This asks for advice or an opinion; onfile only gives what the documents state.",
    ),
    EvidenceType.PREDICTION: (
        RefusalCode.NOT_EVIDENCE_TYPE,
        "This asks for a prediction that no document on file states.",
    ),
    EvidenceType.OFF_TOPIC: (
        RefusalCode.OUT_OF_SCOPE,
        "This has nothing to do with the documents on file.",
    ),
}


def before_search(
    intent: Intent, catalog: Catalog, *, needs_statements: bool = False, asks_flow: bool = False
) -> tuple[tuple[Check, ...], Refusal | None]:
    """The gates that need no evidence, in order of precedence.

    Args:
        intent: The question.
        catalog: What is on file, as far as the asker may see.
        needs_statements: It asks for what financial statements report: an 8-K holds the periods
            of the statements that it furnishes, and not those of the quarter it is dated in.
        asks_flow: It asks for what comes about over a stretch of time, as sales do.
    """
    verdicts = (
        _archive(catalog),
        _evidence_type(intent),
        _companies(intent, catalog),
        _specific(intent, catalog),
        _periods(intent, catalog, needs_statements),
        _months(intent, catalog, asks_flow),
    )
    return tuple(check for check, _ in verdicts), _first(verdicts)


def after_search(
    intent: Intent, covered: Mapping[Pair, int], catalog: Catalog
) -> tuple[tuple[Check, ...], Refusal | None]:
    """Pair coverage, after the scoped second search.

    Args:
        intent: The question.
        covered: Each required pair and how many passages were found for it.
        catalog: What is on file, for the refusal's table.
    """
    verdicts = (_coverage(intent, covered, catalog), _found(covered))
    return tuple(check for check, _ in verdicts), _first(verdicts)


def on_file(catalog: Catalog, companies: Sequence[str] = ()) -> dict[str, tuple[str, ...]]:
    """Company to the sorted names of the periods on file; all companies when none is named."""
    table: dict[str, set[str]] = {}
    for entry in catalog.entries:
        company = entry.identity.company
        if company is None or (companies and company not in companies):
            continue
        names = table.setdefault(company, set())
        if entry.identity.period is not None:
            names.add(entry.identity.period.name)
    return {company: tuple(sorted(names)) for company, names in sorted(table.items())}


def _first(verdicts: Sequence[Verdict]) -> Refusal | None:
    return next((refusal for _, refusal in verdicts if refusal is not None), None)


def _passed(name: str, detail: str = "", measured: float | None = None) -> Verdict:
    return Check(name, True, "gate", measured=measured, detail=detail), None


def _failed(name: str, refusal: Refusal, measured: float | None = None) -> Verdict:
    return Check(name, False, "gate", measured=measured, detail=refusal.detail), refusal


def _archive(catalog: Catalog) -> Verdict:
    if catalog.entries:
        return _passed("archive", measured=float(catalog.n_documents))
    refusal = Refusal(RefusalCode.EMPTY_ARCHIVE, "There are no documents on file for you to ask.")
    return _failed("archive", refusal, 0.0)


def _evidence_type(intent: Intent) -> Verdict:
    if intent.evidence_type is EvidenceType.DOCUMENTS:
        return _passed("evidence_type")
    code, detail = _NOT_HERE[intent.evidence_type]
    reason = intent.evidence_reason
    if reason and reason.rstrip(".") not in detail:
        detail = f"{detail.removesuffix('.')} ({reason.rstrip('.')})."
    return _failed("evidence_type", Refusal(code, detail))


def _companies(intent: Intent, catalog: Catalog) -> Verdict:
    if not intent.unknown_companies:
        return _passed("companies_on_file")
    names = ", ".join(intent.unknown_companies)
    missing = tuple(
        Pair(name, period)
        for name in sorted(intent.unknown_companies)
        for period in (intent.periods or (None,))
    )
    code = RefusalCode.SCOPE_INCOMPLETE if intent.companies else RefusalCode.COMPANY_NOT_ON_FILE
    detail = f"No document on file is from {names}."
    return _failed(
        "companies_on_file", Refusal(code, detail, missing=missing, on_file=on_file(catalog))
    )


def _specific(intent: Intent, catalog: Catalog) -> Verdict:
    if not intent.choices:
        return _passed("specific")
    detail = "Several readings fit this question; choose one: " + "; ".join(intent.choices) + "."
    refusal = Refusal(
        RefusalCode.UNDERSPECIFIED,
        detail,
        choices=intent.choices,
        on_file=on_file(catalog, intent.companies),
    )
    return _failed("specific", refusal, float(len(intent.choices)))


def _periods(intent: Intent, catalog: Catalog, needs_statements: bool) -> Verdict:
    entries = [_of_results(e, intent) if needs_statements else e for e in catalog.entries]
    dated = [p for p in intent.pairs if p.period is not None]
    missing = [p for p in dated if not _is_held(p, intent, entries)]
    if not missing:
        return _passed("periods_on_file")
    is_all = len(missing) == len(intent.pairs)
    code = RefusalCode.PERIOD_NOT_ON_FILE if is_all else RefusalCode.SCOPE_INCOMPLETE
    listed = "; ".join(" ".join(part for part in p.key if part) for p in missing)
    renamed = [text for p in missing if (text := _other_name(p, catalog))]
    refusal = Refusal(
        code,
        " ".join([f"Nothing on file covers {listed}.", *dict.fromkeys(renamed)]),
        missing=tuple(sorted(missing, key=lambda p: p.key)),
        on_file=on_file(catalog, intent.companies),
    )
    return _failed("periods_on_file", refusal, float(len(missing)))


def _months(intent: Intent, catalog: Catalog, asks_flow: bool) -> Verdict:
    """What came about in a single month stands in no report of a quarter or a year."""
    is_number = intent.kind in (QuestionKind.FIGURE, QuestionKind.COMPARE, QuestionKind.CHANGE)
    if not (intent.months and asks_flow and is_number):
        return _passed("whole_periods")
    around = ", ".join(period.name for period in intent.periods)
    refusal = Refusal(
        RefusalCode.PERIOD_NOT_ON_FILE,
        f"Reports cover whole quarters and years: none states {' or '.join(intent.months)} alone. "
        f"{around} covers it.",
        on_file=on_file(catalog, intent.companies),
    )
    return _failed("whole_periods", refusal, float(len(intent.months)))


def _other_name(pair: Pair, catalog: Catalog) -> str:
    """How the company numbers the year that ended in the year asked for, where it differs."""
    for entry in catalog.entries:
        own, end = entry.identity.period, entry.identity.period_end
        if pair.period is None or pair.period.quarter in (1, 2, 3) or own is None or end is None:
            continue
        year = nominal_month(end)[0]
        is_meant = pair.company == entry.identity.company and year == pair.period.fiscal_year
        if is_meant and own.quarter in (None, 4) and own.fiscal_year != year:
            ended = f"{end.day} {end:%B %Y}"
            return f"{pair.company} calls the year that ended {ended} fiscal {own.fiscal_year}."
    return ""


def _of_results(entry: CatalogEntry, intent: Intent) -> CatalogEntry:
    """A current report without its date's period, unless such reports or its date are asked for."""
    form = entry.identity.form or ""
    days = (entry.identity.period_end, entry.identity.filed)
    is_dated = any(is_named(day, days_in(intent.asked)) for day in days)
    if not form.startswith("8-K") or form in intent.forms or is_dated:
        return entry
    return dataclasses.replace(entry, identity=dataclasses.replace(entry.identity, period=None))


def _is_held(pair: Pair, intent: Intent, entries: Sequence[CatalogEntry]) -> bool:
    """A period is held when a document is about it, or a column of a statement covers it.

    What a document is asked to say of the future ("the Q3 outlook on the Q2 call") is held by
    the filter period's document instead.
    """
    wanted = intent.filter_periods or ((pair.period,) if pair.period else ())
    return any(
        _holds(entry_period, columns, period)
        for company, entry_period, columns in _held_periods(entries)
        if pair.company in (None, company)
        for period in wanted
    )


def _held_periods(
    entries: Sequence[CatalogEntry],
) -> list[tuple[str | None, Period | None, tuple[Period, ...]]]:
    return [(e.identity.company, e.identity.period, e.column_periods) for e in entries]


def _holds(own: Period | None, columns: Sequence[Period], wanted: Period) -> bool:
    if wanted in columns:
        return True
    if own is None or own.fiscal_year != wanted.fiscal_year:
        return False
    if wanted.quarter is None:
        return own.quarter in (None, 4)
    return own.quarter == wanted.quarter


def _coverage(intent: Intent, covered: Mapping[Pair, int], catalog: Catalog) -> Verdict:
    missing = sorted((p for p, n in covered.items() if n == 0), key=lambda p: p.key)
    share = 1.0 - len(missing) / max(len(covered), 1)
    if not missing or len(covered) <= 1:
        return _passed("pair_coverage", measured=share)
    listed = "; ".join(" ".join(part for part in p.key if part) for p in missing)
    refusal = Refusal(
        RefusalCode.SCOPE_INCOMPLETE,
        f"No evidence was found for {listed}, after a search of its own.",
        missing=tuple(missing),
        on_file=on_file(catalog, intent.companies),
    )
    return _failed("pair_coverage", refusal, share)


def _found(covered: Mapping[Pair, int]) -> Verdict:
    n_found = sum(covered.values())
    if n_found:
        return _passed("evidence_found", measured=float(n_found))
    refusal = Refusal(RefusalCode.NO_EVIDENCE, "No passage on file matches this question.")
    return _failed("evidence_found", refusal, 0.0)
