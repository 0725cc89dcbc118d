"""Lies of every kind, each caught by the check that is meant for it."""

from __future__ import annotations

import dataclasses
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.types import (
    Check,
    Citation,
    Claim,
    Draft,
    EvidenceType,
    Intent,
    Pair,
    Period,
    QuestionKind,
    Refusal,
    RefusalCode,
    Span,
    Value,
)
from onfile.verify.arithmetic import WrongArithmeticError, steps
from onfile.verify.attribution import wrong_attribution
from onfile.verify.checks import verify

NORTHWIND, ALDER = "Northwind Beverages", "Alder Springs"
FY2022 = Period(2022)
LABEL = "Purchases of property, plant and equipment"
PAGES = {
    ("nw-2022", 60): (
        "Northwind Beverages\nConsolidated Statements of Cash Flows\n(in millions)\n"
        "2022 2021\n"
        f"{LABEL} (1,577) (1,420)\n"
        "Net income 2,105 1,990\n"
        "Net change in working capital (310) 95\n"
        "Dividends paid — (55)\n5.75% notes due 2031\nInterest paid 64 64"
    ),
    ("nw-2022", 61): (
        "Net sales decreased 4.2% to $12.4 billion in fiscal 2022, driven by lower volumes. "
        "Unit costs increased, more than offset by higher prices. "
        "We did not acquire Route 7 Foods. The board declared a dividend of $0.35 per share."
    ),
    ("nw-2021", 58): f"{LABEL} (1,420) (1,300)",
    ("as-2022", 40): f"{LABEL} (905) (870)",
    ("nw-call", 1): "Ida Fenwick: We expect volumes to recover in the second half of the year.",
}
DOCUMENTS = {
    "nw-2022": (NORTHWIND, "10-K", "FY2022"),
    "nw-2021": (NORTHWIND, "10-K", "FY2021"),
    "as-2022": (ALDER, "10-K", "FY2022"),
    "nw-call": (NORTHWIND, "call transcript", "2022Q4"),
}
ROW = f"{LABEL} (1,577) (1,420)"
ALDER_ROW = f"{LABEL} (905) (870)"
SALES = "Net sales decreased 4.2% to $12.4 billion in fiscal 2022, driven by lower volumes."


def page_text(document_id: str, page: int) -> str:
    return PAGES[document_id, page]


def cite(document_id: str, page: int, quote: str, note: str = "") -> Citation:
    start = PAGES[document_id, page].index(quote)
    company, form, period = DOCUMENTS[document_id]
    return Citation(
        document_id=document_id,
        document=f"{document_id}.pdf",
        page=page,
        page_label=None,
        line=None,
        turn=None,
        company=company,
        form=form,
        period=period,
        section=None,
        speaker=None,
        quote=quote,
        span=Span(page, start, start + len(quote)),
        note=note,
    )


def intent(*pairs: Pair, question: str = "What was capex?", **more) -> Intent:
    asked = pairs or (Pair(NORTHWIND, FY2022),)
    companies = tuple(dict.fromkeys(p.company for p in asked if p.company))
    periods = tuple(dict.fromkeys(p.period for p in asked if p.period))
    return Intent(
        question,
        QuestionKind.FIGURE,
        EvidenceType.DOCUMENTS,
        companies=companies,
        periods=periods,
        pairs=asked,
        **more,
    )


def claim(text: str, *citations: Citation, pair: Pair | None = None, arithmetic: str = "") -> Claim:
    return Claim(text, citations, pair or Pair(NORTHWIND, FY2022), arithmetic)


def checked(*claims: Claim, asked: Intent | None = None, value: Value | None = None):
    draft = Draft("\n".join(c.text for c in claims), claims, value)
    return verify(draft, asked or intent(), page_text)


def refusal_of(*claims: Claim, asked: Intent | None = None, value: Value | None = None) -> Refusal:
    result, _ = checked(*claims, asked=asked, value=value)
    assert isinstance(result, Refusal), f"it stood: {result}"
    return result


def failed(checks: tuple[Check, ...]) -> list[str]:
    return [check.name for check in checks if not check.passed]


TRUE_CAPEX = claim(
    f"Northwind Beverages, FY2022: {LABEL} $1,577 million.", cite("nw-2022", 60, ROW)
)


# ── what is true stands ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "true",
    [
        TRUE_CAPEX,
        claim(f"{LABEL} -$1,577 million.", cite("nw-2022", 60, ROW)),
        claim(f"Northwind Beverages, 10-K FY2022: “{SALES}”", cite("nw-2022", 61, SALES)),
        claim("Net sales decreased 4.2% to $12.4 billion.", cite("nw-2022", 61, SALES)),
        claim("Net sales fell to $12,400 million.", cite("nw-2022", 61, SALES)),
        claim(
            "It did not acquire Route 7 Foods.",
            cite("nw-2022", 61, "We did not acquire Route 7 Foods."),
        ),
        claim(
            "5.75% notes due 2031 › Interest paid $64 million.",
            cite("nw-2022", 60, "Interest paid 64 64"),
        ),
        claim(
            "Northwind, FY2022: average capex 1498.5 ((1577 + 1420) / 2 = 1498.5; "
            f"{LABEL} (2022) $1,577 million; {LABEL} (2021) $1,420 million).",
            cite("nw-2022", 60, ROW),
            cite("nw-2021", 58, f"{LABEL} (1,420) (1,300)"),
            arithmetic="(1577 + 1420) / 2 = 1498.5",
        ),
        claim(
            "Share of net income 74.9% (100 * (1577 / 2105) = 74.9).",
            cite("nw-2022", 60, ROW),
            cite("nw-2022", 60, "Net income 2,105 1,990"),
            arithmetic="100 * (1577 / 2105) = 74.9",
        ),
        claim("Dividends paid: $0 million.", cite("nw-2022", 60, "Dividends paid — (55)")),
        claim(
            "Change: up $157 million (11.1%).",
            cite("nw-2022", 60, ROW),
            arithmetic="1577 - 1420 = 157; 100 * (1577 - 1420) / 1420 = 11.1",
        ),
        claim(
            f"{LABEL} 1,420 (column “2021” of a later filing).",
            cite("nw-2022", 60, ROW, note="column “2021” of a later filing"),
        ),
        claim(
            "Ida Fenwick, said: “We expect volumes to recover in the second half of the year.”",
            cite("nw-call", 1, "We expect volumes to recover in the second half of the year."),
        ),
    ],
    ids=lambda c: c.text[:40],
)
def test_what_is_true_stands(true):
    result, checks = checked(true)
    assert isinstance(result, Draft), result
    assert result.claims == (true,)
    assert failed(checks) == []
    assert all(check.kind == "verify" for check in checks)


def test_a_quote_over_printed_lines_is_verbatim_with_white_space_folded():
    page = PAGES["nw-2022", 60]
    quote = "Consolidated Statements of Cash Flows\n(in millions)"
    shown = dataclasses.replace(cite("nw-2022", 60, quote), quote=" ".join(quote.split()))
    assert page[shown.span.start : shown.span.end] != shown.quote
    result, _ = checked(claim("The statement is in millions.", shown))
    assert isinstance(result, Draft)


# ── 1: citations resolve ─────────────────────────────────────────────────────────────────────


def moved(**changes) -> Claim:
    return claim("Capex was 1,577.", dataclasses.replace(cite("nw-2022", 60, ROW), **changes))


@pytest.mark.parametrize(
    "lie",
    [
        claim("Capex was 1,577."),
        moved(document_id="nowhere"),
        moved(page=99, span=Span(99, 0, 10)),
        moved(page=61),
        moved(span=Span(60, 5, 5)),
        moved(span=Span(60, 0, 100_000)),
        moved(span=Span(60, -3, 5)),
    ],
    ids=["none", "document", "page", "shown page", "empty span", "long span", "negative span"],
)
def test_a_citation_that_leads_nowhere_is_caught(lie):
    assert refusal_of(lie).code is RefusalCode.CITATION_UNRESOLVED


# ── 2: quotes verbatim ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("Capital spending was a record 1,577 this year", "fabricated quote"),
        ("Net income 2,105 1,990", "misattributed quote, elsewhere on page 60"),
        ("We did not acquire Route 7 Foods.", "misattributed quote, it stands on page 61"),
        ("Purchases of property, plant Net income 2,105 1,990", "stitched quote"),
        ("", "empty quote"),
        (ROW.replace("1,577", "1,677"), "fabricated quote"),
    ],
)
def test_a_quote_that_is_not_at_its_span_is_caught_and_its_kind_is_told(quote, verdict):
    refusal = refusal_of(moved(quote=quote))
    assert refusal.code is RefusalCode.QUOTE_NOT_FOUND
    assert verdict in refusal.detail


def test_words_in_quotation_marks_that_no_cited_page_holds_are_caught():
    lie = claim("Northwind: “Capex of 1,577 was a record”", cite("nw-2022", 60, ROW))
    assert refusal_of(lie).code is RefusalCode.QUOTE_NOT_FOUND


@given(st.data())
def test_a_verified_quote_is_found_on_the_cited_page(data):
    key = data.draw(st.sampled_from(sorted(PAGES)))
    page = PAGES[key]
    start = data.draw(st.integers(0, len(page) - 2))
    end = data.draw(st.integers(start + 1, len(page)))
    quote = data.draw(st.sampled_from([page[start:end], page[start:end][::-1]]))
    made = dataclasses.replace(
        cite("nw-2022", 60, ROW),
        document_id=key[0],
        page=key[1],
        span=Span(key[1], start, end),
        quote=quote,
    )
    _, checks = checked(claim("It is so.", made))
    verdict = next(check for check in checks if check.name == "quotes verbatim")
    is_there = bool(quote.split()) and " ".join(quote.split()) in " ".join(page.split())
    assert not verdict.passed or is_there


# ── 3: numbers ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "Capex was $1,578 million.",
        "Capex was $157.7 million.",
        "Capex was 15,770.",
        "Capex was 0.",
        "Capex was 1,577%.",
        "Capex was €1,577 million, up from €1,421 million.",
    ],
)
def test_a_number_that_is_in_no_quote_is_caught(text):
    assert refusal_of(claim(text, cite("nw-2022", 60, ROW))).code is (
        RefusalCode.NUMBER_NOT_SUPPORTED
    )


@pytest.mark.parametrize(
    "text",
    [
        "Net sales were $12.4 million.",
        "Net sales were $12.4.",
        "Net sales decreased $4.2 billion.",
        "Net sales decreased to €12.4 billion.",
    ],
)
def test_a_number_with_another_scale_unit_or_currency_than_its_quote_is_caught(text):
    refusal = refusal_of(claim(text, cite("nw-2022", 61, SALES)))
    assert refusal.code is RefusalCode.NUMBER_NOT_SUPPORTED


def test_a_scale_that_a_sentence_does_not_state_is_caught():
    quote = "The board declared a dividend of $0.35 per share."
    refusal = refusal_of(claim("The dividend was $0.35 million.", cite("nw-2022", 61, quote)))
    assert refusal.code is RefusalCode.NUMBER_NOT_SUPPORTED


def test_brackets_are_a_sign_that_must_not_be_lost():
    quote = "Net change in working capital (310) 95"
    refusal = refusal_of(claim("Working capital grew by 310.", cite("nw-2022", 60, quote)))
    assert refusal.code is RefusalCode.NUMBER_NOT_SUPPORTED


def test_a_positive_number_is_not_a_negative_one():
    quote = "Net income 2,105 1,990"
    refusal = refusal_of(claim("Net income was -2,105.", cite("nw-2022", 60, quote)))
    assert refusal.code is RefusalCode.NUMBER_NOT_SUPPORTED


@pytest.mark.parametrize(
    "arithmetic",
    [
        "1577 - 1420 = 167",
        "1600 - 1443 = 157",
        "1577 - 1420",
        "__import__('os').getcwd() = 157",
        "157 / 0 = 157",
    ],
)
def test_arithmetic_that_is_wrong_or_not_from_the_quotes_is_caught(arithmetic):
    lie = claim("Capex rose by 157.", cite("nw-2022", 60, ROW), arithmetic=arithmetic)
    assert refusal_of(lie).code is RefusalCode.NUMBER_NOT_SUPPORTED


def test_a_computed_number_without_its_arithmetic_is_caught():
    lie = claim("Capex rose by 157.", cite("nw-2022", 60, ROW))
    assert refusal_of(lie).code is RefusalCode.NUMBER_NOT_SUPPORTED


@pytest.mark.parametrize(
    "value",
    [
        Value(Decimal("1578"), 1_000_000, "USD"),
        Value(Decimal("1577"), 1, "USD", percent=True),
    ],
)
def test_a_typed_value_without_a_source_is_caught(value):
    refusal = refusal_of(TRUE_CAPEX, value=value)
    assert refusal.code is (RefusalCode.NUMBER_NOT_SUPPORTED)


def test_a_dash_in_a_row_is_a_zero_of_the_arithmetic():
    row = cite("nw-2022", 60, "Dividends paid — (55)")
    worked = claim("Dividends of two years: $55 million.", row, arithmetic="0 + 55 = 55")
    assert isinstance(checked(worked)[0], Draft)


def test_a_dash_in_a_row_states_zero():
    nil = claim("Dividends paid: $0 million.", cite("nw-2022", 60, "Dividends paid — (55)"))
    zero = Value(Decimal(0), 1_000_000, "USD")
    assert isinstance(checked(nil, value=zero)[0], Draft)
    assert refusal_of(TRUE_CAPEX, value=zero).code is RefusalCode.NUMBER_NOT_SUPPORTED


@pytest.mark.parametrize("number", ["1577", "-1577"])
def test_a_typed_value_from_the_row_stands(number):
    result, checks = checked(TRUE_CAPEX, value=Value(Decimal(number), 1_000_000, "USD"))
    assert isinstance(result, Draft)
    assert [check.passed for check in checks if check.name == "value supported"] == [True]


def test_a_typed_value_must_have_the_scale_that_its_sentence_states():
    true = claim("Net sales decreased to $12.4 billion.", cite("nw-2022", 61, SALES))
    assert isinstance(checked(true, value=Value(Decimal("12.4"), 10**9, "USD"))[0], Draft)
    refusal = refusal_of(true, value=Value(Decimal("12.4"), 10**6, "USD"))
    assert refusal.code is RefusalCode.NUMBER_NOT_SUPPORTED


@given(st.integers(-9999, 9999), st.integers(-9999, 9999))
def test_shown_arithmetic_is_evaluated(a, b):
    assert steps(f"{a} - {b} = {a - b}")[0].result == a - b
    with pytest.raises(WrongArithmeticError):
        steps(f"{a} - {b} = {a - b + 1}")


def test_a_result_may_be_rounded_to_the_places_it_is_shown_with():
    assert steps("100 * 157 / 1420 = 11.1")[0].result == Decimal("11.1")  # 11.056…
    with pytest.raises(WrongArithmeticError):
        steps("100 * 157 / 1420 = 11.0")


# ── 4: attribution ───────────────────────────────────────────────────────────────────────────


def test_another_companys_filing_is_caught():
    lie = claim("Northwind's capex was 905.", cite("as-2022", 40, ALDER_ROW))
    assert refusal_of(lie).code is RefusalCode.WRONG_ATTRIBUTION


def test_another_years_filing_is_caught():
    lie = claim("Capex was 1,300.", cite("nw-2021", 58, f"{LABEL} (1,420) (1,300)"))
    assert refusal_of(lie).code is RefusalCode.WRONG_ATTRIBUTION


def test_a_prior_year_column_is_right_when_the_citation_says_so():
    asked = intent(Pair(NORTHWIND, Period(2021)))
    column = "column “2021” of a later filing"
    text = f"{LABEL} 1,420 million."
    true = claim(text, cite("nw-2022", 60, ROW, note=column), pair=Pair(NORTHWIND, Period(2021)))
    assert isinstance(checked(true, asked=asked)[0], Draft)
    lie = claim(text, cite("nw-2022", 60, ROW), pair=Pair(NORTHWIND, Period(2021)))
    assert refusal_of(lie, asked=asked).code is RefusalCode.WRONG_ATTRIBUTION


def test_a_claim_about_a_pair_that_was_not_asked_for_is_caught():
    lie = claim("Alder spent 905.", cite("as-2022", 40, ALDER_ROW), pair=Pair(ALDER, FY2022))
    assert refusal_of(lie).code is RefusalCode.WRONG_ATTRIBUTION


def test_an_operand_that_looks_like_a_year_is_an_amount():
    arithmetic = "100 * (1900 / 4471) = 42.5"
    one = claim(f"The margin was 42.5% ({arithmetic}).", cite("nw-2022", 60, ROW))
    one = dataclasses.replace(one, arithmetic=arithmetic)
    assert wrong_attribution(one, intent(), []) == ""
    assert "1900" in wrong_attribution(dataclasses.replace(one, arithmetic=""), intent(), [])


def test_a_year_that_neither_question_nor_citation_knows_is_caught():
    lie = claim("In 2019 capex was 1,577.", cite("nw-2022", 60, ROW))
    assert refusal_of(lie).code is RefusalCode.WRONG_ATTRIBUTION


def test_the_outlook_given_on_an_earlier_call_is_rightly_attributed():
    asked = intent(Pair(NORTHWIND, Period(2023, 1)), filter_periods=(Period(2022, 4),))
    words = "We expect volumes to recover in the second half of the year."
    said = claim(
        f"Ida Fenwick, said: “{words}”",
        cite("nw-call", 1, words),
        pair=Pair(NORTHWIND, Period(2022, 4)),
    )
    assert isinstance(checked(said, asked=asked)[0], Draft)


# ── 5: contradiction ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Northwind's net sales increased 4.2% in FY2022.", SALES),
        ("Net sales grew to $12.4 billion.", SALES),
        (SALES.replace("lower", "higher"), SALES),
        (
            "Unit costs decreased, more than offset by higher prices.",
            "Unit costs increased, more than offset by higher prices.",
        ),
        ("Northwind acquired Route 7 Foods.", "We did not acquire Route 7 Foods."),
        (
            "The board never declared a dividend of $0.35 per share.",
            "The board declared a dividend of $0.35 per share.",
        ),
    ],
)
def test_the_opposite_of_a_quote_is_caught(text, quote):
    refusal = refusal_of(claim(text, cite("nw-2022", 61, quote)))
    assert refusal.code is RefusalCode.NOT_ENTAILED


def test_a_direction_that_its_arithmetic_contradicts_is_caught():
    lie = claim(
        "Capex was down 157, a decline.",
        cite("nw-2022", 60, ROW),
        arithmetic="1577 - 1420 = 157",
    )
    assert refusal_of(lie).code is RefusalCode.NOT_ENTAILED


# ── 6: completeness, and what is left ────────────────────────────────────────────────────────

BOTH = intent(Pair(ALDER, FY2022), Pair(NORTHWIND, FY2022))
ALDER_CAPEX = claim(
    "Alder Springs spent 905.", cite("as-2022", 40, ALDER_ROW), pair=Pair(ALDER, FY2022)
)


def test_a_side_without_a_claim_is_missing():
    refusal = refusal_of(TRUE_CAPEX, asked=BOTH)
    assert (refusal.code, refusal.missing) == (
        RefusalCode.SCOPE_INCOMPLETE,
        (Pair(ALDER, FY2022),),
    )


def test_a_side_whose_claim_fails_refuses_the_whole_with_that_claims_code():
    lie = dataclasses.replace(ALDER_CAPEX, text="Alder Springs spent 950.")
    refusal = refusal_of(TRUE_CAPEX, lie, asked=BOTH)
    assert refusal.code is RefusalCode.NUMBER_NOT_SUPPORTED
    assert refusal.missing == (Pair(ALDER, FY2022),)


def test_a_claim_that_fails_is_dropped_when_the_rest_is_complete():
    lie = claim("Capex was 1,600.", cite("nw-2022", 60, ROW))
    result, checks = checked(TRUE_CAPEX, lie, ALDER_CAPEX, asked=BOTH)
    assert isinstance(result, Draft)
    assert result.claims == (TRUE_CAPEX, ALDER_CAPEX)
    assert "1,600" not in result.answer
    assert failed(checks) == ["numbers supported"]


def test_a_comparison_of_two_sides_stands():
    gap = Claim(
        "Northwind Beverages is larger by $672 million.",
        (*TRUE_CAPEX.citations, *ALDER_CAPEX.citations),
        None,
        "1577 - 905 = 672",
    )
    result, checks = checked(TRUE_CAPEX, ALDER_CAPEX, gap, asked=BOTH)
    assert isinstance(result, Draft), result
    assert failed(checks) == []


def test_an_empty_draft_is_refused():
    assert refusal_of().code is RefusalCode.SCOPE_INCOMPLETE
    without_pairs = dataclasses.replace(intent(), pairs=(), periods=(), companies=())
    assert refusal_of(asked=without_pairs).code is RefusalCode.NOT_STATED


def test_the_share_of_claims_that_passed_is_measured():
    lie = claim("Capex was 1,600.", cite("nw-2022", 60, ROW))
    _, checks = checked(TRUE_CAPEX, lie)
    numbers = next(check for check in checks if check.name == "numbers supported")
    assert (numbers.measured, numbers.threshold) == (1 / 2, 1.0)


# ── OCR ──


@pytest.mark.parametrize(("confidence", "has_value"), [(0.95, True), (0.9, True), (0.62, False)])
def test_a_number_that_ocr_was_not_sure_of_is_quoted_and_not_given_as_a_value(
    confidence: float, has_value: bool
) -> None:
    asked = intent(Pair(NORTHWIND, FY2022))
    read = dataclasses.replace(cite("nw-2022", 60, ROW), ocr_confidence=confidence)
    claim = Claim(f"Northwind Beverages, FY2022: {LABEL} (1,577).", (read,), asked.pairs[0])
    value = Value(Decimal(1577), 1_000_000, "USD")
    result, checks = verify(Draft(claim.text, (claim,), value), asked, page_text)
    assert isinstance(result, Draft)
    assert (result.value is not None) is has_value
    (check,) = [check for check in checks if check.name == "OCR certain"]
    assert (check.passed, check.measured, check.threshold) == (has_value, confidence, 0.9)
