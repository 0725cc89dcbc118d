"""What figures decide where no number is asked for: steadiness, soundness, whether it happened."""

from decimal import Decimal

import pytest

from onfile.answer.request import Quantity, Reading
from onfile.deciding import decide
from onfile.types import EvidenceType, Figure, Intent, Pair, Period, QuestionKind, Span
from onfile.verify.grounds import Expected
from small_archive import SmallArchive

FY2024 = Period(2024)
PAIR = Pair("Northwind", FY2024)


def figure(value, period=FY2024):
    return Figure(
        f"{period.name}{value}", "sha256:n", 3, 1, "Cash flows", "cash_flow", "Row", (), "2024",
        None, "", period, None, False, Decimal(value), 10**6, "USD", None, False, f"{value}",
        Span(3, 0, 20), Span(3, 10, 20),
    )  # fmt: skip


def value(amount, *, is_percent=False, is_certain=True, period=FY2024):
    return Expected(Decimal(str(amount)), is_percent, is_certain, (figure(1, period),))


def decided(question, concept, *, found=(), history=()):
    intent = Intent(question, QuestionKind.YES_NO, EvidenceType.DOCUMENTS, pairs=(PAIR,))
    reading = Reading(
        intent=intent, evidence=(), archive=SmallArchive(),
        quantities=(Quantity(concept, concept, {}),), terms=lambda text: text.lower().split(),
        weight=lambda _: 1.0, expansions={}, precedence={},
    )  # fmt: skip
    result = decide(reading, {}, ({PAIR: tuple(found)},), tuple(history))
    return None if result is None else result.polarity


def margins(*percents):
    return [value(p, is_percent=True, period=Period(2020 + n)) for n, p in enumerate(percents)]


STEADY = "Are gross margins consistent (not fluctuating more than roughly 2% each year)?"


@pytest.mark.parametrize(
    ("percents", "polarity"),
    [((21.0, 22.5, 22.0), 1), ((21.0, 24.0, 22.0), -1), ((21.0,), None)],
)
def test_margins_are_steady_when_no_year_moves_them_by_more_than_the_limit(percents, polarity):
    assert decided(STEADY, "gross_margin", history=margins(*percents)) == polarity


def test_without_a_limit_in_the_question_steadiness_is_not_decided():
    question = "Are gross margins consistent?"
    assert decided(question, "gross_margin", history=margins(21, 22)) is None


@pytest.mark.parametrize(("ratio", "polarity"), [(1.4, 1), (1.0, 1), (0.9, -1)])
def test_a_ratio_is_sound_from_its_usual_limit_on(ratio, polarity):
    question = "Is liquidity healthy by the quick ratio?"
    assert decided(question, "quick_ratio", found=[value(ratio)]) == polarity


def test_a_ratio_without_a_usual_limit_decides_nothing():
    assert decided("Is the dividend cover healthy?", "payout", found=[value(3)]) is None


def test_what_a_statement_gives_an_amount_for_has_happened():
    question = "Has Northwind paid dividends to common shareholders?"
    assert decided(question, "dividends_paid", found=[value(-4_000_000)]) == 1
    assert decided(question, "dividends_paid", found=[value(-4, is_certain=False)]) is None
    assert decided(question, "dividends_paid", found=[]) is None
