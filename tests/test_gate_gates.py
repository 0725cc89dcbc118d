"""Gates before answering: which reason is given, and what it shows."""

import dataclasses
import datetime as dt

import pytest

from onfile.gate.gates import after_search, before_search, on_file
from onfile.types import (
    Catalog,
    CatalogEntry,
    EvidenceType,
    Identity,
    Intent,
    Pair,
    Period,
    QuestionKind,
    RefusalCode,
)

FY23, FY24, FY25 = Period(2023), Period(2024), Period(2025)


def entry(company: str, period: Period, columns: tuple[Period, ...] = ()) -> CatalogEntry:
    identity = Identity(company=company, form="10-K", period=period)
    return CatalogEntry(f"sha256:{company}{period.name}", f"{company}.pdf", identity, columns)


CATALOG = Catalog((entry("Northwind", FY24, (FY24, FY23)), entry("Kestrel", FY24)), n_pages=40)
ASKED = Intent("How much?", QuestionKind.FIGURE, EvidenceType.DOCUMENTS)


def ask(**given: object) -> Intent:
    return dataclasses.replace(ASKED, **given)


def code(intent: Intent, catalog: Catalog = CATALOG) -> RefusalCode | None:
    refusal = before_search(intent, catalog)[1]
    return refusal.code if refusal else None


def test_an_archive_without_documents_is_empty() -> None:
    assert code(ASKED, Catalog((), 0)) is RefusalCode.EMPTY_ARCHIVE


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (EvidenceType.LIVE, RefusalCode.LIVE_DATA),
        (EvidenceType.ADVICE, RefusalCode.NOT_EVIDENCE_TYPE),
        (EvidenceType.PREDICTION, RefusalCode.NOT_EVIDENCE_TYPE),
        (EvidenceType.OFF_TOPIC, RefusalCode.OUT_OF_SCOPE),
        (EvidenceType.DOCUMENTS, None),
    ],
)
def test_what_documents_cannot_hold_is_refused(
    kind: EvidenceType, expected: RefusalCode | None
) -> None:
    assert code(ask(evidence_type=kind)) is expected


def test_an_unknown_company_alone_is_not_on_file() -> None:
    refusal = before_search(ask(unknown_companies=("Osprey",)), CATALOG)[1]
    assert refusal is not None
    assert refusal.code is RefusalCode.COMPANY_NOT_ON_FILE
    assert refusal.on_file == {"Kestrel": ("FY2024",), "Northwind": ("FY2024",)}


def test_an_unknown_company_beside_a_known_one_leaves_the_scope_incomplete() -> None:
    intent = ask(companies=("Northwind",), unknown_companies=("Osprey",), periods=(FY24,))
    refusal = before_search(intent, CATALOG)[1]
    assert refusal is not None
    assert refusal.code is RefusalCode.SCOPE_INCOMPLETE
    assert refusal.missing == (Pair("Osprey", FY24),)


def test_a_period_off_the_matrix_is_refused_with_what_is_held() -> None:
    intent = ask(companies=("Kestrel",), periods=(FY25,), pairs=(Pair("Kestrel", FY25),))
    refusal = before_search(intent, CATALOG)[1]
    assert refusal is not None
    assert refusal.code is RefusalCode.PERIOD_NOT_ON_FILE
    assert refusal.on_file == {"Kestrel": ("FY2024",)}


def test_a_prior_year_column_holds_the_period() -> None:
    assert code(ask(pairs=(Pair("Northwind", FY23),))) is None


def test_one_missing_side_of_a_comparison_leaves_the_scope_incomplete() -> None:
    pairs = (Pair("Kestrel", FY23), Pair("Northwind", FY23))
    refusal = before_search(ask(pairs=pairs), CATALOG)[1]
    assert refusal is not None
    assert refusal.code is RefusalCode.SCOPE_INCOMPLETE
    assert refusal.missing == (Pair("Kestrel", FY23),)


def test_a_full_year_is_not_held_by_a_quarter() -> None:
    catalog = Catalog((entry("Northwind", Period(2024, 2)),), 3)
    intent = ask(pairs=(Pair("Northwind", FY24),))
    assert code(intent, catalog) is RefusalCode.PERIOD_NOT_ON_FILE


def test_the_filter_period_holds_what_is_said_about_a_later_one() -> None:
    intent = ask(filter_periods=(FY24,), periods=(FY25,), pairs=(Pair("Kestrel", FY25),))
    assert code(intent) is None


def test_several_readings_are_offered_as_choices() -> None:
    refusal = before_search(ask(choices=("FY2023", "FY2024")), CATALOG)[1]
    assert refusal is not None
    assert refusal.code is RefusalCode.UNDERSPECIFIED
    assert refusal.choices == ("FY2023", "FY2024")


def test_choices_that_have_commas_are_told_apart() -> None:
    refusal = before_search(ask(choices=("Pier, north", "Pier, south")), CATALOG)[1]
    assert refusal is not None
    assert "Pier, north; Pier, south" in refusal.detail


def test_all_gates_are_recorded_even_when_the_first_fails() -> None:
    checks = before_search(ask(evidence_type=EvidenceType.LIVE), CATALOG)[0]
    assert [c.name for c in checks] == [
        "archive",
        "evidence_type",
        "companies_on_file",
        "specific",
        "periods_on_file",
        "whole_periods",
    ]


def test_missing_pairs_are_listed_sorted() -> None:
    covered = {Pair("Northwind", FY24): 0, Pair("Kestrel", FY24): 0, Pair("Kestrel", FY23): 2}
    refusal = after_search(ASKED, covered, CATALOG)[1]
    assert refusal is not None
    assert refusal.code is RefusalCode.SCOPE_INCOMPLETE
    assert refusal.missing == (Pair("Kestrel", FY24), Pair("Northwind", FY24))


def test_no_passage_at_all_is_no_evidence() -> None:
    refusal = after_search(ASKED, {Pair(None, None): 0}, CATALOG)[1]
    assert refusal is not None
    assert refusal.code is RefusalCode.NO_EVIDENCE


def test_what_is_on_file_can_be_narrowed_to_companies() -> None:
    assert on_file(CATALOG, ("Kestrel",)) == {"Kestrel": ("FY2024",)}


def test_a_year_that_the_company_numbers_otherwise_is_refused_with_its_own_name() -> None:
    identity = Identity(
        company="Larch Stores", form="10-K", period=FY23, period_end=dt.date(2024, 1, 27)
    )
    catalog = Catalog((CatalogEntry("sha256:l", "l.pdf", identity, (FY23,)),), n_pages=9)
    asked = ask(companies=("Larch Stores",), pairs=(Pair("Larch Stores", FY24),))
    refusal = before_search(asked, catalog)[1]
    assert refusal is not None
    assert refusal.code is RefusalCode.PERIOD_NOT_ON_FILE
    expected = "Larch Stores calls the year that ended 27 January 2024 fiscal 2023."
    assert refusal.detail.endswith(expected)


def test_a_year_that_ended_in_the_first_days_of_january_is_named_as_everybody_would() -> None:
    identity = Identity(company="Larch", form="10-K", period=FY23, period_end=dt.date(2024, 1, 1))
    catalog = Catalog((CatalogEntry("sha256:l", "l.pdf", identity, (FY23,)),), n_pages=9)
    refusal = before_search(ask(companies=("Larch",), pairs=(Pair("Larch", FY24),)), catalog)[1]
    assert refusal is not None
    assert refusal.detail == "Nothing on file covers Larch FY2024."


def current_report(*columns: Period) -> Catalog:
    """An 8-K dated in the first quarter of fiscal 2025, and what its exhibit's statements cover."""
    identity = Identity(company="Northwind", form="8-K", period=Period(2025, 1))
    return Catalog((CatalogEntry("sha256:8k", "8k.pdf", identity, columns),), n_pages=9)


@pytest.mark.parametrize(
    ("columns", "asked", "is_held"),
    [
        ((Period(2024, 4), FY24), Period(2024, 4), True),
        ((Period(2024, 4), FY24), FY24, True),
        ((Period(2024, 4), FY24), Period(2025, 1), False),
        ((), Period(2025, 1), False),
    ],
)
def test_a_current_report_holds_the_results_that_it_furnishes_and_no_others(
    columns: tuple[Period, ...], asked: Period, is_held: bool
) -> None:
    intent = ask(companies=("Northwind",), periods=(asked,), pairs=(Pair("Northwind", asked),))
    refusal = before_search(intent, current_report(*columns), needs_statements=True)[1]
    assert (refusal is None) is is_held


def test_what_happened_in_a_quarter_is_held_by_its_current_report() -> None:
    pair = Pair("Northwind", Period(2025, 1))
    intent = ask(companies=("Northwind",), periods=(pair.period,), pairs=(pair,))
    assert before_search(intent, current_report())[1] is None
