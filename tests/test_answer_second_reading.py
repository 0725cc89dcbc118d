"""A figure that is stated a second time: agreement is shown, another amount is never hidden."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest

from onfile.answer.second_reading import checks, conflict, differing, is_same_amount, read_again
from onfile.types import Figure, Identity, Period, RefusalCode, Span
from small_archive import SmallArchive

TEXT = "Net income 1,234\nNet income 1,240\n"
YEAR = Period(2031)


class Archive(SmallArchive):
    """Figures of three documents: a filing, its release, and the next year's filing."""

    def __init__(self) -> None:
        super().__init__()
        own = Identity(company="Northwind", form="10-K", period=YEAR)
        release = Identity(company="Northwind", form="earnings release", period=YEAR)
        later = Identity(company="Northwind", form="10-K", period=Period(2032))
        self.filing = self.add("filing.pdf", [TEXT] * 9, identity=own)
        self.release = self.add("release.pdf", [TEXT] * 9, identity=release)
        self.later = self.add("later.pdf", [TEXT] * 9, identity=later)
        self.precedence = {self.filing: 0, self.release: 1, self.later: 3}

    def figures(self, document_ids=None, concepts=None, pages=None, statements=None,
                fiscal_years=None):  # fmt: skip
        wanted = set(document_ids or ())
        return [f for f in self.stored_figures if f.document_id in wanted]

    def statement_pages(self, document_id):
        return (("income", 3), ("cash_flow", 5))

    def state(self, document: str, place: int, printed: str, **given: object) -> Figure:
        figure = Figure(
            f"{document}/{place}/{printed}", document, place, 1, "", "income", "Net income", (),
            "2031", "net_income", "", YEAR, None, False, Decimal(printed), 1_000_000, "USD", None,
            False, printed, Span(place, 0, 16), Span(place, 11, 16),
        )  # fmt: skip
        stated = dataclasses.replace(figure, **given)
        self.stored_figures.append(stated)
        return stated


def test_agreement_is_a_check_that_says_where():
    archive = Archive()
    first = archive.state(archive.filing, 3, "1234")
    archive.state(archive.filing, 5, "1234", statement="cash_flow")
    archive.state(archive.later, 3, "1234")
    (check,) = checks(archive, [read_again(archive, first, archive.precedence)])
    assert (check.name, check.passed, check.measured) == ("second_reading", True, 2.0)
    assert "filing.pdf page 5, later.pdf page 3" in check.detail


def test_another_company_s_amount_is_no_second_reading():
    archive = Archive()
    theirs = Identity(company="Kestrel", form="10-K", period=YEAR)
    kestrel = archive.add("kestrel.pdf", [TEXT] * 9, identity=theirs)
    first = archive.state(archive.filing, 3, "1234")
    archive.state(kestrel, 3, "1240")
    second = read_again(archive, first, archive.precedence | {kestrel: 0})
    assert (second.same, second.other) == ((), ())


def test_two_amounts_for_one_line_of_a_filing_are_a_conflict_that_shows_both():
    archive = Archive()
    first = archive.state(archive.filing, 3, "1234")
    archive.state(archive.filing, 5, "1240", statement="cash_flow")
    refusal = conflict(archive, [read_again(archive, first, archive.precedence)])
    assert refusal is not None
    assert refusal.code is RefusalCode.CONFLICTING_EVIDENCE
    assert "$1,234 million (page 3)" in refusal.detail
    assert "$1,240 million (page 5)" in refusal.detail
    assert [citation.page for citation in refusal.citations] == [3, 5]


def test_another_amount_in_the_release_is_told_and_cited_but_refuses_nothing():
    archive = Archive()
    first = archive.state(archive.filing, 3, "1234")
    archive.state(archive.release, 3, "1240")
    second = read_again(archive, first, archive.precedence)
    assert conflict(archive, [second]) is None
    said, cited = differing(archive, second)
    assert said == "; the earnings release states $1,240 million"
    assert [c.document for c in cited] == ["release.pdf"]
    assert [check.passed for check in checks(archive, [second])] == [False]


@pytest.mark.parametrize(
    "given",
    [
        {"label": "Net income of the parent alone"},
        {"statement": "segments"},
        {"path": ("Changes in operating assets and liabilities",)},
        {"statement": None},
        {"page": 8},  # no page of a statement
        {"period": Period(2030)},
        {"unit": "USD per share"},
        {"scale": None},
        {"value": Decimal("1.2"), "scale": 1_000_000_000},  # the same, rounded
    ],
)
def test_what_may_be_another_thing_is_no_conflict(given):
    archive = Archive()
    first = archive.state(archive.filing, 3, "1234")
    archive.state(archive.filing, 5, "1240", **{"statement": "cash_flow", **given})
    second = read_again(archive, first, archive.precedence)
    assert second.other == ()
    assert conflict(archive, [second]) is None


def test_a_line_that_a_table_prints_twice_is_no_conflict():
    archive = Archive()
    first = archive.state(archive.filing, 3, "1234")
    archive.state(archive.filing, 5, "1240", statement="cash_flow")
    archive.state(archive.filing, 5, "99", statement="cash_flow", row_span=Span(5, 17, 33))
    assert read_again(archive, first, archive.precedence).other == ()


def test_a_later_filing_that_recasts_is_no_second_reading_of_the_period():
    archive = Archive()
    first = archive.state(archive.filing, 3, "1234")
    archive.state(archive.later, 3, "1240")
    second = read_again(archive, first, archive.precedence)
    assert (second.same, second.other) == ((), ())


def test_amounts_are_the_same_within_half_a_step_of_the_coarser():
    archive = Archive()
    fine = archive.state(archive.filing, 3, "1234")
    for value, is_same in (("1.2", True), ("1.3", False), ("-1.2", True)):
        coarse = dataclasses.replace(fine, value=Decimal(value), scale=1_000_000_000)
        assert is_same_amount(fine, coarse) is is_same


def test_a_short_number_agrees_with_nothing_by_chance():
    archive = Archive()
    first = archive.state(archive.filing, 3, "5")
    archive.state(archive.filing, 5, "5", statement="cash_flow")
    assert read_again(archive, first, archive.precedence).same == ()


def test_a_balance_is_not_held_against_its_change_in_the_cash_flow_statement():
    archive = Archive()
    line = {"label": "Inventories", "concept": "inventories"}
    first = archive.state(archive.filing, 3, "1234", **line, statement="balance_sheet")
    archive.state(archive.filing, 5, "88", **line, statement="cash_flow")
    assert read_again(archive, first, archive.precedence).other == ()
