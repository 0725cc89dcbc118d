"""What analysts ask that no single row answers: reasons, subjects, verdicts, largest lines."""

from __future__ import annotations

from decimal import Decimal

import pytest

from asked import answered, is_refused
from made_up_filing import annual_report, current_reports
from onfile.answer.moves import Move, is_of_another_move
from onfile.engine import Engine


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("larkspur")
    (folder / "larkspur.htm").write_text(annual_report(), encoding="utf-8")
    for name, text in zip(("event.htm", "meeting.htm"), current_reports(), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


# ── reasons ──


def test_what_drove_a_measure_is_its_own_sentence_with_the_reason_after_it(engine) -> None:
    answer = answered(engine, "What drove revenue change as of FY2031 for Larkspur?")
    assert "Net sales increased 10% in 2031" in answer
    assert "price increases made in January" in answer


def test_a_segments_reasons_are_not_the_companys(engine) -> None:
    answer = answered(engine, "What drove the increase in Larkspur's net sales in 2031?")
    assert "order of a port" not in answer


def test_a_margin_is_explained_by_its_costs_with_their_bullets(engine) -> None:
    answer = answered(
        engine,
        "What drove gross margin change as of FY2031 for Larkspur? If gross margin is not a useful "
        "metric for a company like this, then please state that and explain why.",
    )
    assert "stainless steel" in answer
    assert "freight costs" in answer
    assert "service depots" not in answer


def test_a_cause_of_the_opposite_is_no_answer(engine) -> None:
    is_refused(engine, "What drove the decrease in Larkspur's net sales in 2031?")


# ── subjects ──


def test_acquisitions_are_those_of_the_year_that_is_asked_for(engine) -> None:
    answer = answered(engine, "What acquisitions has Larkspur done in 2031?")
    assert "Narrow" not in answer  # told of 2029, by the sentence before
    assert "Quillon Vision" in answer
    assert "Brandt Depots" in answer
    assert "Tolk" not in answer


def test_customers_geographies_and_lawsuits_are_quoted(engine) -> None:
    assert "cooperatives" in answered(engine, "Who are the primary customers of Larkspur?")
    asked = "What are the geographies that Larkspur primarily operates in as of FY2031?"
    assert "North America, Europe" in answered(engine, asked)
    asked = "Has Larkspur reported any materially important ongoing legal battles from FY2031?"
    assert "belt scales" in answered(engine, asked)
    answer = answered(engine, "Is Larkspur's business subject to cyclicality?")
    assert answer.startswith("Yes: ")
    assert "cyclical" in answer


def test_the_segment_that_something_is_said_of_is_told_by_that_sentence(engine) -> None:
    asked = (
        "Which business segment of Larkspur will be treated as a discontinued operation from "
        "March 9, 2032 onward?"
    )
    assert "Depots business as discontinued operations" in answered(engine, asked)


# ── facts in set words ──


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many employees did Larkspur have at the end of 2031?", 4300),
        ("How many people did Larkspur employ in 2031?", 4300),
        (
            "How many common shares were outstanding on the cover of Larkspur's FY2031 10-K?",
            88204511,
        ),
    ],
)
def test_a_fact_in_set_words_is_read_with_its_amount(engine, question: str, value: int) -> None:
    outcome = engine.ask(question)
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == value


def test_facts_without_an_amount_are_quoted(engine) -> None:
    assert "in 1958" in answered(engine, "When was Larkspur incorporated?")
    asked = (
        "How much was outstanding under Larkspur's revolving credit facility at the end of 2031?"
    )
    assert "no borrowings outstanding" in answered(engine, asked)


def test_a_part_of_a_fact_is_not_answered_by_the_whole(engine) -> None:
    is_refused(engine, "How many employees did Larkspur have in Lisbon at the end of 2031?")


def test_the_securities_on_the_cover_are_read_whole(engine) -> None:
    asked = (
        "Which debt securities are registered to trade on a national securities exchange under "
        "Larkspur's name as of FY2031?"
    )
    answer = answered(engine, asked)
    assert "2.250% Notes Due 2036" in answer
    assert "12(g)" not in answer


def test_a_subject_with_something_more_that_no_sentence_has_is_refused(engine) -> None:
    is_refused(engine, "What acquisitions has Larkspur done in Antarctica in 2031?")
    is_refused(engine, "Who are the primary customers of Larkspur's satellites?")


# ── verdicts ──


def test_a_judgement_is_what_the_rules_of_thumb_come_to_with_the_rules_shown(engine) -> None:
    answer = answered(engine, "Is Larkspur a high growth company based on FY2031 data?")
    assert answer.startswith("Yes, its figures are those of a “high growth company”")
    assert "rule of thumb: change in revenue of at least 10%" in answer
    assert "10.0%" in answer  # 100 * (1,100 - 1,000) / 1,000
    assert "Net sales increased 10% in 2031 compared to 2030." in answer


def test_measures_that_point_both_ways_give_no_verdict(engine) -> None:
    answer = answered(engine, "Is Larkspur a capital-intensive business based on FY2031 data?")
    assert answer.startswith("Its figures point both ways on “capital-intensive business”")
    assert "5.0%" in answer  # 55 / 1,100, under 10%
    assert "40.0%" in answer  # 400 / 1,000: net, not gross; 40% or more


def test_a_ratio_that_the_question_names_decides_alone(engine) -> None:
    asked = "Does Larkspur have a healthy liquidity profile based on its quick ratio for FY2031?"
    answer = answered(engine, asked)
    assert answer.startswith("Yes, ")
    assert "(rule of thumb: quick ratio of at least 1;" in answer  # (480 - 120) / 200 = 1.8


def test_the_sign_of_a_figure_decides(engine) -> None:
    asked = "Does Larkspur have positive working capital based on FY2031 data?"
    assert answered(engine, asked).startswith("Yes: Larkspur")
    assert answered(engine, "Did Larkspur make a net loss in 2031?").startswith("No: ")


def test_what_was_paid_is_a_yes_with_its_row(engine) -> None:
    answer = answered(engine, "Has Larkspur paid dividends to common shareholders in FY2031?")
    assert answer.startswith("Yes: ")
    assert "$35 million" in answer
    assert "$0.70 per share in 2031" in answer


def test_better_or_worse_is_decided_by_both_years(engine) -> None:
    asked = "Has Larkspur's quick ratio improved or declined between FY2031 and FY2030?"
    answer = answered(engine, asked)
    assert "decreased by 0.03" in answer  # (440 - 110) / 180 = 1.83, (480 - 120) / 200 = 1.80


def test_a_computed_amount_is_shown_with_its_currency_and_scale(engine) -> None:
    asked = "Has Larkspur increased its working capital between FY2031 and FY2030?"
    assert "from $260 million (FY2030) to $280 million (FY2031)" in answered(engine, asked)


# ── largest ──


def test_of_the_activities_named_the_one_that_brought_most_comes_first(engine) -> None:
    asked = (
        "Among operations, investing, and financing activities, which brought in the most (or "
        "lost the least) cash flow for Larkspur in FY2031?"
    )
    outcome = engine.ask(asked)
    assert outcome.value is not None
    assert outcome.value.number == Decimal(120)


def test_most_cash_used_is_the_lowest_flow(engine) -> None:
    asked = (
        "Which used more cash at Larkspur in 2030, investing activities or financing activities?"
    )
    outcome = engine.ask(asked)
    assert outcome.value is not None
    assert outcome.value.number == Decimal(-56)


def test_the_largest_liability_is_a_line_and_no_total(engine) -> None:
    outcome = engine.ask("What was the largest liability in Larkspur's balance sheet in 2031?")
    assert outcome.answer is not None
    assert "Long-term debt $310 million" in outcome.answer.splitlines()[0]


def test_lines_that_do_not_add_up_to_their_total_are_not_ranked(engine) -> None:
    # Gross property and its depreciation stand among the assets; with the net row they count twice
    is_refused(engine, "What was the largest asset in Larkspur's balance sheet in 2031?")


# ── asides ──


def test_how_to_answer_is_not_part_of_what_is_asked(engine) -> None:
    asked = (
        "Assume that you are a public equities analyst. Answer the following question: what is the "
        "year end FY2031 net PPNE for Larkspur? Answer in USD millions."
    )
    outcome = engine.ask(asked)
    assert outcome.value is not None
    assert outcome.value.number == Decimal(400)


def test_a_task_after_the_question_repeats_it(engine) -> None:
    asked = (
        "Roughly how many times has Larkspur sold its inventory in FY2031? Calculate the inventory "
        "turnover ratio for FY2031; if conventional inventory management is not meaningful for the "
        "company then state that and explain why."
    )
    outcome = engine.ask(asked)
    assert outcome.value is not None
    assert outcome.value.number == Decimal("5.74")  # 660 / ((120 + 110) / 2)


def test_parts_above_a_share_are_listed_and_the_others_left_out(engine) -> None:
    asked = (
        "Are there any categories that represent more than 20% of Larkspur's revenue for FY2031?"
    )
    answer = answered(engine, asked)
    assert "Sorting represents 45.5%" in answer
    assert "Weighing represents 40.9%" in answer
    assert "Depots" not in answer  # 13.6%


def test_the_part_that_grew_most_comes_with_what_the_report_says_of_it(engine) -> None:
    answer = answered(engine, "Which segment of Larkspur had the best sales growth in FY2031?")
    assert "Sorting (best sales growth: " in answer
    assert "increased 25.0%" in answer  # 100 * (500 - 400) / 400
    assert "due to a large order of a port" in answer


def test_a_sentence_about_the_rise_of_one_part_explains_no_other(engine) -> None:
    answer = answered(engine, "Which segment of Larkspur had the worst sales growth in FY2031?")
    assert "Weighing (worst sales growth: " in answer
    assert "large order of a port" not in answer


def test_the_largest_part_is_told_with_its_share(engine) -> None:
    answer = answered(engine, "Which segment of Larkspur had the highest sales in FY2031?")
    assert "Sorting" in answer
    assert "45.5% of the total of $1,100 million" in answer  # 100 * 500 / 1100


def test_a_yes_or_no_about_a_change_says_by_how_much(engine) -> None:
    answer = answered(engine, "Did Larkspur's inventories increase in FY2031?")
    assert answer.startswith("Yes: ")
    assert "increased by $10 million (9.1%) year over year" in answer  # 100 * 10 / 110


# ── one event ──


def test_the_amount_that_stands_beside_its_thing_is_read_from_a_report_of_one_event(engine) -> None:
    asked = (
        "What is the amount of the gain accruing to Larkspur as a result of the separation of its "
        "Depots business segment, as of March 9, 2032?"
    )
    outcome = engine.ask(asked)
    assert outcome.value is not None
    assert (outcome.value.number, outcome.value.scale) == (Decimal(31), 1_000_000)


def test_a_thing_that_the_event_report_does_not_price_is_refused(engine) -> None:
    asked = (
        "What is the amount of the tax accruing to Larkspur as a result of the separation of its "
        "Depots business segment, as of March 9, 2032?"
    )
    is_refused(engine, asked)


def test_this_report_is_none_of_several_but_the_only_one_of_its_form(engine) -> None:
    outcome = is_refused(engine, "What acquisitions by Larkspur are mentioned in this report?")
    assert outcome.refusal is not None
    assert len(outcome.refusal.choices) > 1
    asked = "Which acquisitions by Larkspur are mentioned in this 10-K report?"
    assert "Quillon Vision" in answered(engine, asked)


def test_a_file_named_like_its_company_is_not_meant_by_the_companys_name(engine) -> None:
    outcome = engine.ask("What were Larkspur's cash proceeds as of March 9, 2032?")
    assert {c.citations[0].document for c in outcome.claims} <= {"event.htm"}
    assert not outcome.intent.document_ids


# ── rows named word for word ──


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("Larkspur property, plant and equipment reductions 2031", 12),  # not the property itself
        ("Give me Larkspur's deposits with the harvest fund in FY2030.", -9),  # no concept at all
        ("What did Larkspur report for net increase in cash and cash equivalents in 2031?", 10),
        ("Larkspur's property, plant and equipment at the end of 2031", 400),  # net, as is meant
    ],
)
def test_a_row_of_a_statement_is_found_by_its_own_words(engine, question, number) -> None:
    outcome = engine.ask(question)
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == Decimal(number)


def test_a_rows_words_with_more_asked_are_not_the_row(engine) -> None:
    is_refused(engine, "Larkspur's deposits with the harvest fund of Poland in FY2030")


def test_by_how_much_has_the_difference_for_its_value(engine) -> None:
    outcome = engine.ask("By how much did Larkspur's gross profit grow from 2030 to 2031?")
    assert outcome.value is not None
    assert (outcome.value.number, outcome.value.currency) == (Decimal(20), "USD")
    outcome = engine.ask("By how much did Larkspur's operating income fall from 2030 to 2031?")
    assert outcome.value is not None
    assert outcome.value.number == Decimal(10)


def test_an_appointment_of_another_year_is_none_of_the_year_asked_for(engine) -> None:
    answer = answered(engine, "Were there any executive appointments at Larkspur in 2031?")
    assert "Omar Reed" in answer
    assert "Ines Tallow" not in answer


def test_where_it_is_and_whom_it_competes_with(engine) -> None:
    assert "Port Halley" in answered(engine, "Where is Larkspur headquartered?")
    assert "Tolk and Harrow" in answered(engine, "Who are Larkspur's main competitors?")


def test_a_current_report_is_the_one_of_its_day(engine) -> None:
    asked = "What was the key agenda of Larkspur's 8-K filing dated February 4, 2032?"
    outcome = engine.ask(asked)
    assert {c.citations[0].document for c in outcome.claims} == {"meeting.htm"}


def test_the_outcome_of_a_vote_is_its_sentence_with_the_counts_below_it(engine) -> None:
    asked = (
        "At Larkspur's annual meeting held on February 2, 2032, what was the outcome of the vote "
        "on the shareholder proposal for a report on belt noise?"
    )
    answer = answered(engine, asked)
    assert "was defeated" in answer
    assert "Against 9,871,204" in answer


# ── a change is no level ──


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How much did Larkspur's net sales increase in 2031?", 100),
        ("By how much did Larkspur's net income decline in 2031?", 8),
        ("What was the increase in Larkspur's inventories in 2031?", 10),
        ("By how much did Larkspur's operating income fall in fiscal 2031?", 10),
    ],
)
def test_a_change_within_one_year_is_from_the_year_before(engine, question, number) -> None:
    outcome = engine.ask(question)
    assert outcome.value is not None, outcome.refusal
    assert outcome.value.number == Decimal(number)


def test_an_average_of_two_ends_is_not_the_year_end(engine) -> None:
    is_refused(engine, "What were Larkspur's average total assets for 2031?")


def test_what_a_part_earned_is_not_that_there_are_parts(engine) -> None:
    outcome = engine.ask("What did Larkspur's Depots segment earn in 2031?")
    assert outcome.answer is None or "150" in outcome.answer


# ── a figure of another year's report says so ──


@pytest.mark.parametrize(
    "question",
    [
        "Which used more cash at Larkspur in 2030, investing activities or financing activities?",
        "What was the largest liability in Larkspur's balance sheet in 2030?",
        "Has Larkspur paid dividends in FY2030?",
        "Larkspur's deposits with the harvest fund in FY2030",
    ],
)
def test_a_figure_from_the_column_of_a_later_report_says_so_however_it_is_asked_for(
    engine, question
) -> None:
    assert "column “2030” of the 10-K for FY2031, a later filing" in answered(engine, question)


# ── a company that is not on file ──


def test_a_search_for_a_company_not_on_file_reads_no_figures_of_others(engine) -> None:
    ours = engine.search("What was Larkspur's revenue in fiscal 2031?")
    theirs = engine.search("What was Zorblatt's revenue in fiscal 2031?")
    assert any("figures" in e.reason for e in ours)
    assert theirs
    assert not any("figures" in e.reason for e in theirs)


def test_a_sum_that_stands_before_what_it_is_the_size_of_is_typed(engine) -> None:
    outcome = engine.ask("How large is the new credit facility in Larkspur's 8-K of March 9, 2032?")
    assert outcome.value is not None, outcome.refusal
    assert (outcome.value.number, outcome.value.scale) == (Decimal(140), 1_000_000)


def test_who_is_not_answered_by_a_sentence_that_names_nobody(engine) -> None:
    is_refused(engine, "Who audits Larkspur?")


def test_who_is_answered_by_a_name(engine) -> None:
    assert "Omar Reed" in answered(engine, "Who is Larkspur's General Counsel?")


def test_how_a_part_did_is_not_told_by_a_list_of_the_parts(engine) -> None:
    is_refused(engine, "How did Larkspur's Depots do in 2031?")


def test_did_it_improve_from_a_year_asks_of_the_year_after(engine) -> None:
    answer = answered(engine, "Did Larkspur's net sales increase from FY2030?")
    assert "FY2030" in answer
    assert "FY2031" in answer


def test_a_percentage_is_not_answered_by_an_amount(engine) -> None:
    outcome = engine.ask("What percentage of Larkspur's 2031 net sales came from belt scales?")
    assert outcome.value is None or outcome.value.percent


def test_an_office_is_held_by_whom_the_sentence_names_for_it(engine) -> None:
    is_refused(engine, "Who is Larkspur's chief executive officer?")


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("Net revenue increased 17%, primarily reflecting pricing.", True),
        ("Net revenue increased 13%, primarily reflecting pricing.", False),
        ("Net revenue increased 12.6%, primarily reflecting pricing.", False),
        ("Sales increased by $77 million due to volume.", True),
        ("Sales increased by $128 million due to volume.", False),
        ("Sales increased due to volume.", False),
        ("Sales were $1,128 million, due to volume.", False),
    ],
)
def test_a_reason_for_another_move_is_a_parts_reason(text: str, is_other: bool) -> None:
    move = Move(Decimal(128_000_000), Decimal("12.8"))
    assert is_of_another_move(move, text) is is_other
    assert is_of_another_move(None, text) is False


def test_what_was_paid_is_not_the_row_that_names_what_was_bought(engine) -> None:
    assert "Brandt Depots for $6 million" in answered(
        engine, "How much did Larkspur pay for Depots?"
    )
    assert engine.ask("How much did Larkspur pay for Sorting?").value is None


def test_where_the_head_office_is_is_said_by_where_it_is(engine) -> None:
    assert "Port Halley" in answered(engine, "Where is Larkspur headquartered?")
