"""What was expected: guidance on a call with its own time, and the rows of a release's outlook."""

from __future__ import annotations

import pytest

from asked import answered, is_refused
from made_up_filing import annual_report
from made_up_reports import OUTLOOK, release
from onfile.answer.spoken_time import time_of
from onfile.demo.calls import Call, Voice, write_call
from onfile.engine import Engine

CHIEF = Voice("Maren Holt", "Larkspur Instruments Inc", "President & CEO")
FINANCE = Voice("Piers A. Lund", "Larkspur Instruments Inc", "Executive VP & CFO")
DEPOTS = Voice("M. Oake", "Larkspur Instruments Inc", "Group COO")
ANALYST = Voice("Iris Quane", "Dunmore Research", "Analyst")
OTHER = Voice("Teo Barrow", "Cape Point Securities", "Analyst")

REMARKS = (
    (None, "Welcome to the Larkspur first quarter 2031 call."),
    (CHIEF, "Total operating expenses grew 2% this quarter. We sold more machines."),
    (
        FINANCE,
        "Turning to our outlook for the second quarter of 2031, we expect net sales to decrease 6% "
        "sequentially, plus or minus 2%. In addition, for Q2 2031, we expect gross margin to be "
        "approximately 38% and operating expenses to be approximately $85 million. "
        "For the full year 2031, we expect net sales growth of 8% to 10%. We expect gross margin "
        "to be approximately 40%. We now expect our full-year operating expenses will be $335 "
        "million to $345 million. Capital expenditures of approximately $9 million. Press orders "
        "fell $4 million in the quarter, with buyers in anticipation of the new press. "
        "We plan to expand our sorting capacity to 140 lines by FY 2036. "
        "We are on track to deliver our fiscal 2031 plans for depots. "
        "These include closing 3 to 5 depots and opening 7. In January of last year, if you "
        "remember, we indicated a cost reduction target of $53 per machine. We grew the number of "
        "machines per depot and the cost of a machine fell.",
    ),
    (
        DEPOTS,
        "We saw a 1.5% impact on our sales because of the flood. As a result, we exited the "
        "quarter with net debt to EBITDA of 1.4 times. The other thing to look at is, I would say, "
        "the small mill customer. The small mill customer is stretched and buys used machines.",
    ),
)
QUESTIONS = (
    (None, "Our first question is from Iris Quane of Dunmore Research."),
    (
        ANALYST,
        "Rail freight picked up again this quarter. What drove it? Was it the grain crop? My "
        "second one is on paint. Should we think of it as a step down in the price of paint?",
    ),
    (
        CHIEF,
        "The crop was good. On the Ostrava side, it is a deal across several yards. In terms of "
        "2031, the sales are approximately $12 million that would be added.",
    ),
    (None, "Our next question is from Teo Barrow of Cape Point Securities."),
    (OTHER, "There was a jump in depot wages. Is that a new level?"),
    (FINANCE, "It is."),
    (None, "We go back to Iris Quane of Dunmore Research."),
    (ANALYST, "On the increase in depot wages, is all of it in the base now?"),
    (FINANCE, "Most of it."),
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("outlooks")
    call = Call(
        "Q1 2031 Larkspur Instruments Inc Earnings Call",
        "APRIL 24, 2031 / 9:00PM GMT",
        (CHIEF, FINANCE, DEPOTS),
        (ANALYST, OTHER),
        REMARKS,
        QUESTIONS,
    )
    write_call(folder / "call.txt", call)
    (folder / "annual.htm").write_text(annual_report(), encoding="utf-8")
    (folder / "release.htm").write_text(release(OUTLOOK), encoding="utf-8")
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([folder], workers=1, ocr=False)
        yield opened


@pytest.mark.parametrize(
    ("question", "row"),
    [
        (
            "To what range did Larkspur raise its fiscal 2031 net sales outlook in July 2031?",
            "$1.05 billion to $1.08 billion $1.09 billion to $1.11 billion",
        ),
        (
            "What capital expenditures did Larkspur plan for fiscal 2031 in its July 2031 outlook?",
            "Capital expenditures $40 million to $45 million",
        ),
        (
            "How many net service depots did Larkspur plan for fiscal 2031 in its July 2031 "
            "outlook?",
            "Service depots, net 4-6",
        ),
    ],
)
def test_a_row_of_an_outlook_is_given_under_its_columns(engine, question: str, row: str) -> None:
    said = answered(engine, question)
    assert "“Prior FY31 Outlook Updated FY31 Outlook”" in said
    assert row in said
    assert "percentage of net sales" not in said


def test_guidance_as_a_whole_is_told_by_the_new_against_the_old(engine) -> None:
    said = answered(engine, "To what levels did Larkspur lift its full-year guidance in July 2031?")
    assert "increase 9 percent (previously 7 percent)" in said
    assert "uncertainties" not in said


def test_an_item_of_a_list_is_expected_for_the_time_of_its_lead(engine) -> None:
    said = answered(
        engine,
        "How much in dividends did Larkspur expect to return in 2031, per its July 2031 release?",
    )
    assert "dividends of $62 million" in said


@pytest.mark.parametrize(
    ("question", "said", "not_said"),
    [
        (
            "What gross margin did Piers Lund expect for the full year 2031 in April 2031?",
            "approximately 40%",
            "38%",
        ),
        (
            "What gross margin did Larkspur guide to for the second quarter of 2031 on its April "
            "2031 call?",
            "approximately 38%",
            "40%",
        ),
        (
            "What full-year FY31 operating expense range did Piers Lund give in April 2031?",
            "$335 million to $345 million",
            "grew 2%",
        ),
        (
            "What change in net sales did Larkspur guide to for the second quarter of 2031?",
            "decrease 6% sequentially, plus or minus 2%",
            "8% to 10%",
        ),
        (
            "How many depots did Larkspur say it would close in fiscal 2031 on its first-quarter "
            "call?",
            "closing 3 to 5 depots",
            "opening 9",
        ),
    ],
)
def test_guidance_is_of_the_time_last_spoken_of(
    engine, question: str, said: str, not_said: str
) -> None:
    answer = answered(engine, question)
    assert said in answer
    assert not_said not in answer


def test_what_was_not_guided_is_refused(engine) -> None:
    is_refused(engine, "What tax rate did Piers Lund guide to on Larkspur's April 2031 call?")


def test_an_asker_whose_turn_covers_the_question_sentences_apart_is_found(engine) -> None:
    said = answered(
        engine,
        "Who asked about the rail freight pickup and the paint price step down on Larkspur's "
        "April 2031 call?",
    )
    assert said.startswith("Iris Quane")


def test_all_who_asked_of_the_same_are_named_though_in_other_words(engine) -> None:
    said = answered(engine, "Who asked about the jump in depot wages on Larkspur's Q1 2031 call?")
    assert "Teo Barrow" in said
    assert "Iris Quane" in said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What effect did the flood have on Larkspur's sales according to M. Oake?", "1.5% impact"),
        (
            "How much in 2031 sales did Maren Holt say the Ostrava deal would add at Larkspur?",
            "approximately $12 million",
        ),
        (
            "What cost reduction target per machine does Larkspur's CFO recall on the Q1 2031 "
            "call?",
            "$53 per machine",
        ),
        (
            "What net debt to EBITDA did M. Oake say Larkspur ended the quarter with on the Q1 "
            "2031 call?",
            "1.4 times",
        ),
    ],
)
def test_what_a_person_gave_is_found_though_put_in_other_words(
    engine, question: str, said: str
) -> None:
    assert said in answered(engine, question)


def test_what_was_authorised_with_the_results_is_told_with_its_sum(engine) -> None:
    said = answered(
        engine,
        "What share repurchase program did Larkspur's board approve with its second-quarter 2031 "
        "results?",
    )
    assert "new $80 million share repurchase program" in said


def test_a_description_opens_with_what_it_describes(engine) -> None:
    said = answered(
        engine, "How did Larkspur describe the small mill customer on its first-quarter 2031 call?"
    )
    assert "is stretched and buys used machines" in said
    assert "The other thing" not in said


def test_an_item_that_is_read_out_without_a_verb_is_expected(engine) -> None:
    said = answered(engine, "What capital expenditures did Piers Lund expect for full year 2031?")
    assert "approximately $9 million" in said


def test_what_was_done_in_anticipation_of_something_is_not_expected(engine) -> None:
    is_refused(engine, "What press orders did Larkspur expect for 2031 on its April 2031 call?")


def test_the_year_in_a_products_name_is_no_time() -> None:
    assert not time_of("We do not expect the benefit of the Harrow 2030 launch again.").year


def test_a_target_for_a_far_year_stands_in_what_was_published_last(engine) -> None:
    said = answered(engine, "What sorting capacity is Larkspur targeting by FY2036?")
    assert "140 lines" in said
