"""One outcome against its gold."""

from decimal import Decimal

import pytest

from onfile.evaluate import scoring
from onfile.evaluate.gold import GoldNumber, GoldQuestion, Place
from onfile.evaluate.ordering import order_score
from onfile.evaluate.scoring import Verdict
from onfile.types import RefusalCode

PAGE = Place("k", 9, None)
OTHER = Place("k", 5, None)


def gold(*amounts, question="What was capex?", unit="USD", **more):
    numbers = tuple(GoldNumber(Decimal(str(a)), unit) for a in amounts)
    given = {"places": (PAGE, OTHER), "required": (PAGE,), "answer": "words of gold"} | more
    return GoldQuestion("q", question, numbers=numbers, **given)


def spot(page=9, document="K.pdf", line=None, quote="capex 318"):
    return {"document": document, "page": page, "line": line, "quote": quote}


def answered(answer="", number=None, scale=1, percent=False, cited=None, **more):
    value = None if number is None else {"number": number, "scale": scale, "percent": percent}
    claims = [{"text": answer, "citations": [spot()] if cited is None else cited}]
    return {"outcome": "answered", "answer": answer, "value": value, "claims": claims} | more


REFUSED = {"outcome": "refused", "answer": None, "refusal": {"code": "NOT_STATED"}, "claims": []}


# ── verdicts ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("outcome", "asked", "verdict"),
    [
        (answered("", 318, 10**6), gold(318e6), Verdict.RIGHT),
        (answered("", 318), gold(318e6), Verdict.WRONG),
        (answered("", 319.5, 10**6), gold(318e6), Verdict.RIGHT),  # 1.5 / 318 < 0.5 %
        (answered("", 320, 10**6), gold(318e6), Verdict.WRONG),
        (answered("", 318), gold(318e6, question="Capex in millions?"), Verdict.RIGHT),
        (answered("$318 million"), gold(318e6), Verdict.UNSURE),
        (answered("$318 million", 283, 10**6), gold(318e6), Verdict.WRONG),
        (answered("318 million against 283 million"), gold(318e6, 283e6), Verdict.RIGHT),
        (answered("318 million against 284.9 million"), gold(318e6, 283e6), Verdict.WRONG),
        (answered("", 0.253), gold(25.3, unit="percent"), Verdict.RIGHT),
        (answered("", 25.3, percent=True), gold(25.3, unit="percent"), Verdict.RIGHT),
        (answered("", 0.253, percent=True), gold(25.3, unit="percent"), Verdict.WRONG),
        (answered("Sales fell by 4 million", 4, 10**6), gold(-4e6), Verdict.RIGHT),
        (answered("Up $41 million (30.8%)."), gold(41e6, 30.8), Verdict.RIGHT),
        (answered("words said"), gold(), Verdict.RIGHT),  # one of the two words
        (answered("other said"), gold(), Verdict.UNSURE),
        (answered("words of gold"), gold(), Verdict.RIGHT),
        (answered("words of gold", cited=[spot(8)]), gold(), Verdict.UNSURE),
        (answered("nothing", cited=[spot(8, quote="")]), gold(), Verdict.WRONG),
        (REFUSED, gold(1), Verdict.REFUSED),
        ({"outcome": "failed", "error": {}}, gold(1), Verdict.FAILED),
        (answered("x"), GoldQuestion("q", "?"), Verdict.UNSCORED),
        (REFUSED, GoldQuestion("q", "?"), Verdict.REFUSED),
    ],
)
def test_numbers_decide_and_else_words_with_their_place(outcome, asked, verdict):
    assert scoring.verdict_of(outcome, asked) is verdict


def test_any_answer_to_a_question_that_must_be_refused_is_wrong():
    asked = GoldQuestion("q", "?", expected_codes=(RefusalCode.LIVE_DATA,))
    assert scoring.verdict_of(answered("$5"), asked) is Verdict.WRONG
    assert scoring.verdict_of(REFUSED, asked) is Verdict.REFUSED


@pytest.mark.parametrize(
    ("outcome", "strict", "lenient"),
    [
        (answered("", 318, 10**6), True, True),
        (answered("", -318, 10**6), False, True),
        (answered("", 318, 10**3), False, True),
        (answered("", 3180, 10**6), False, False),  # ten times is no slip of scale
        (answered("318 million", 7, 1), False, False),
        (REFUSED, None, None),
    ],
)
def test_signs_and_powers_of_ten_pass_the_lenient_match_alone(outcome, strict, lenient):
    asked = gold(318e6)
    assert scoring.numbers_strict(outcome, asked) is strict
    assert scoring.numbers_lenient(outcome, asked) is lenient


# ── places ───────────────────────────────────────────────────────────────────────────────────


def test_precision_is_over_citations_and_recall_over_required_places():
    asked = gold(1, places=(PAGE, Place("m", 2, None)), required=(PAGE, Place("m", 2, None)))
    outcome = answered(cited=[spot(9), spot(8), spot(9)])
    assert scoring.citation_precision(outcome, asked) == 2 / 3
    assert scoring.place_recall([spot(9), spot(8)], asked) == 1 / 2
    assert scoring.place_recall([spot(2, "m.pdf"), spot(9)], asked) == 2 / 2


def test_where_one_place_is_required_any_that_states_the_same_counts():
    assert scoring.place_recall([spot(5)], gold(1)) == 1.0
    assert scoring.place_recall([spot(8)], gold(1)) == 0.0


def test_a_text_without_pages_is_cited_within_ten_lines():
    asked = gold(1, places=(Place("call", None, 40),), required=(Place("call", None, 40),))
    assert scoring.place_of(spot(None, "call.txt", 50), asked) is not None
    assert scoring.place_of(spot(None, "call.txt", 51), asked) is None


def test_ranks_are_those_of_the_first_right_place_and_document():
    found = [spot(9, "other.pdf"), spot(1), spot(5)]
    assert scoring.first_rank(found, gold(1)) == 3
    assert scoring.first_document_rank(found, gold(1)) == 2
    assert scoring.first_rank(found[:2], gold(1)) is None


@pytest.mark.parametrize(
    ("gold_scope", "scope", "is_right"),
    [
        (("Kestrel", "FY2024"), {"pairs": [["Kestrel Drinks", "FY2024"]]}, True),
        (("Kestrel", "FY2024"), {"pairs": [["Kestrel Drinks", "FY2023"]]}, False),
        (("Kestrel", "Q2 FY2024"), {"pairs": [["Kestrel Drinks", "2024Q2"]]}, True),
        (("Kestrel", "2024Q2"), {"pairs": [["Kestrel Drinks", "2024Q3"]]}, False),
        (
            ("Kestrel", "Q1 FY2024"),
            {
                "pairs": [["Kestrel", "2024Q2"]],
                "companies": ["Kestrel"],
                "filter_periods": ["2024Q1"],
            },
            True,
        ),
        (("Kestrel", "8-K of May"), {"pairs": [["Kestrel", None]]}, None),
        (("Kestrel", ""), {"pairs": [["Kestrel", None]]}, True),
    ],
)
def test_the_scope_is_right_when_every_pair_of_the_suite_was_understood(
    gold_scope, scope, is_right
):
    asked = gold(1, scope=(gold_scope,))
    assert scoring.scope_is_right({"scope": scope}, asked) is is_right
    assert scoring.scope_is_right({"scope": scope}, gold(1)) is None


# ── order ────────────────────────────────────────────────────────────────────────────────────


def test_answers_are_ordered_by_confidence_and_then_by_the_least_margin_of_their_checks():
    def check(measured, threshold):
        return {"measured": measured, "threshold": threshold}

    assert order_score(REFUSED) is None
    assert order_score(answered(confidence="high", checks=[check(1.0, 1.0)])) == 2.0
    checks = [check(0.8, 0.6), check(0.9, 0.6), check(None, 0.5), check(12, None)]
    assert order_score(answered(confidence="low", checks=checks)) == pytest.approx(
        0.0 + (0.8 - 0.6) / (1 - 0.6)
    )
    full = order_score(answered(confidence="medium", checks=[check(1.0, 0.5)]))
    assert 1.0 < full < 2.0
