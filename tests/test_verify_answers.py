"""Verdicts on answers that somebody else wrote, over made-up grounds."""

import dataclasses
from decimal import Decimal

import pytest

from onfile.language.numbers import find_numbers
from onfile.types import (
    ConceptMention,
    EvidenceType,
    Figure,
    Intent,
    Pair,
    Period,
    QuestionKind,
    Span,
    VerdictKind,
)
from onfile.verify.backing import follows
from onfile.verify.columns import Tables
from onfile.verify.contradiction import verdict_of
from onfile.verify.equal import states
from onfile.verify.expected import expected_values, movement
from onfile.verify.grounds import (
    Expected,
    Grounds,
    Own,
    Source,
    StoredFigure,
    by_key,
    no_mentions,
)
from onfile.verify.judge import judge
from onfile.verify.named import Names, cell_of
from onfile.verify.statements import read_answer

FY2024, FY2023 = Period(2024), Period(2023)
QUESTION = "What were Northwind's net sales in fiscal 2024?"


def terms(text):
    return [w.strip(".,;:()$").lower() for w in text.split() if w.strip(".,;:()$")]


def number(text):
    (found,) = [n for n in find_numbers(text) if n.role == "amount"]
    return found


def figure(value, label="Net sales", period=FY2024, scale=10**6):
    return Figure(
        f"{label}{period.name}{value}", "sha256:n", 3, 1, "Income", "income", label, (), "2024",
        None, "", period, None, False, Decimal(value), scale, "USD", None, False, f"{value}",
        Span(3, 0, 20), Span(3, 10, 20),
    )  # fmt: skip


def expected(value, *, is_certain=True, is_percent=False, period=FY2024):
    return Expected(
        Decimal(value), is_percent, is_certain, (figure(value, period=period, scale=1),)
    )


def grounds(
    *,
    question=QUESTION,
    kind=QuestionKind.FIGURE,
    texts=(),
    figures=(),
    mentions=no_mentions,
    asked=("net", "sales"),
    **given,
):
    intent = Intent(question, kind, EvidenceType.DOCUMENTS, periods=(FY2024,))
    sources = []
    start = 0
    for text in texts:
        numbers = tuple(n for n in find_numbers(text) if n.role == "amount")
        span = Span(3, start, start + len(text))
        sources.append(Source("sha256:n", span, text, frozenset(terms(text)), numbers))
        start += len(text) + 1
    stored = [
        StoredFigure(f, frozenset(terms(f.label)), frozenset(), float(f.value * (f.scale or 1)))
        for f in figures
    ]
    names = Names(mentions)
    cells = tuple(cell_of(s.figure, s.amount, names) for s in stored)
    return Grounds(
        intent, frozenset(asked), tuple(sources), by_key(stored), lambda _: 1.0,
        tables=Tables(cells, names), **given,
    )  # fmt: skip


def verdict(answer, question=QUESTION, **given):
    return judge(question, read_answer(answer, terms), grounds(question=question, **given))


@pytest.mark.parametrize(
    ("written", "amount", "is_stated"),
    [
        ("$1,577 million", 1_577_000_000, True),
        ("$1.577 billion", 1_577_000_000, True),
        ("1,577", 1_577_000_000, True),  # a bare number may be in its table's millions
        ("$1.6 billion", 1_577_000_000, True),  # rounded to one place
        ("$1.5 billion", 1_577_000_000, False),
        ("$1,577 thousand", 1_577_000_000, False),
        ("$15.77 billion", 1_577_000_000, False),
        ("9", 9.4, False),  # a whole number of one digit is no rounding
        ("9.4%", 9.4, True),
        ("940%", 9.4, False),
    ],
)
def test_a_number_states_an_amount_to_the_places_it_is_written_with(written, amount, is_stated):
    assert states(number(written), amount, scale_is_known=True) is is_stated


@pytest.mark.parametrize(
    ("written", "follows_from"),
    [
        ("300", (1000.0, 700.0)),  # 1000 - 700
        ("25%", (50.0, 200.0)),  # 50 / 200
        ("42.9%", (1000.0, 700.0)),  # (1000 - 700) / 700
        ("850", (1000.0, 700.0)),  # (1000 + 700) / 2
    ],
)
def test_a_number_may_follow_from_two_others(written, follows_from):
    assert follows(number(written), follows_from)
    assert not follows(number("613"), follows_from)


@pytest.mark.parametrize(
    "answer",
    [
        "I'm sorry, but I cannot provide that information.",
        "The filing does not disclose the number of stores.",
        "It is not possible to determine the ratio.",
        "",
    ],
)
def test_an_answer_that_declines_is_not_found(answer):
    assert verdict(answer).verdict is VerdictKind.NOT_FOUND


def test_a_caveat_beside_an_answer_does_not_make_it_decline():
    read = read_answer("Net sales were $5 million. The mix is not disclosed.", terms)
    assert not read.declines


def test_the_certain_value_supports_the_answer_that_states_it_and_shows_its_row():
    found = verdict("Net sales were $1.2 billion.", expected=(expected(1_200_000_000),))
    assert found.verdict is VerdictKind.SUPPORTED
    assert found.places == (("sha256:n", Span(3, 0, 20)),)


def test_the_certain_value_contradicts_another_number():
    found = verdict("Net sales were $1.3 billion.", expected=(expected(1_200_000_000),))
    assert found.verdict is VerdictKind.CONTRADICTED
    assert "1,200,000,000" in found.reasons[0]


def test_a_value_that_is_not_certain_contradicts_nothing():
    loose = expected(1_200_000_000, is_certain=False)
    assert verdict("Net sales were $1.3 billion.", expected=(loose,)).verdict is (
        VerdictKind.NOT_FOUND
    )


def test_a_sentence_of_the_documents_is_supported_and_a_stranger_to_them_is_not():
    text = "Net sales rose because the Alder Springs line sold well."
    why = {"kind": QuestionKind.WHY, "texts": (text,)}
    assert verdict(text, **why).verdict is VerdictKind.SUPPORTED
    stranger = "Lower freight rates and hedging gains lifted margins abroad."
    assert verdict(stranger, **why).verdict is VerdictKind.NOT_FOUND


def test_a_number_that_stands_nowhere_is_named():
    found = verdict(
        "Net sales were $77 million.", texts=("Net sales were $12 million.",), figures=(figure(12),)
    )
    assert found.verdict is VerdictKind.NOT_FOUND
    assert any("77" in reason for reason in found.reasons)


def test_figures_that_moved_the_other_way_contradict():
    asked = "Did Northwind's net sales increase in fiscal 2024?"
    given = {"kind": QuestionKind.YES_NO, "texts": ("A quarterly report.",)}
    found = verdict("Yes, they rose.", question=asked, direction=-1, **given)
    assert found.verdict is VerdictKind.CONTRADICTED


def test_growth_between_two_periods_is_worked_out():
    asked = "What was the change in net sales from FY2023 to FY2024?"
    intent = Intent(asked, QuestionKind.CHANGE, EvidenceType.DOCUMENTS, periods=(FY2023, FY2024))
    quantity = {
        Pair("Northwind", FY2024): (expected(1200),),
        Pair("Northwind", FY2023): (expected(1000, period=FY2023),),
    }
    growth, change = expected_values(intent, [quantity])
    assert growth.amount == Decimal(100) * (1200 - 1000) / 1000
    assert growth.is_percent
    assert change.amount == 1200 - 1000
    assert movement(intent, [quantity])[0] == 1


def test_a_year_ends_after_its_third_quarter_and_before_the_next_years_first():
    intent = Intent("Was there a drop in cash?", QuestionKind.YES_NO, EvidenceType.DOCUMENTS)
    quantity = {
        Pair("Northwind", Period(2024, 1)): (expected(800),),
        Pair("Northwind", FY2023): (expected(1000, period=FY2023),),
    }
    assert movement(intent, [quantity])[0] == -1


# ── what is said besides the value ───────────────────────────────────────────────────────────

SALES, SALES_BEFORE = figure(1200), figure(1100, period=FY2023)
INCOME = dataclasses.replace(figure(90, label="Net income"), concept="net_income")


def named(text):
    start = text.lower().find("net income")
    words = text[start : start + 10]
    return () if start < 0 else (ConceptMention("net_income", words, start, start + 10),)


def besides(answer):
    value = Expected(Decimal(1_200_000_000), False, True, (SALES,))
    on_file = (SALES, SALES_BEFORE, INCOME, figure(55, label="Income of products"))
    return verdict(answer, expected=(value,), figures=on_file, mentions=named)


@pytest.mark.parametrize(
    "said",
    [
        "Net sales were $1.2 billion, down from 2023.",
        "Net sales fell from the prior year to $1.2 billion.",
        "Net sales were $1.2 billion, a decline year over year.",
    ],
)
def test_the_right_value_with_the_wrong_way_from_the_year_before_is_contradicted(said):
    found = besides(said)
    assert found.verdict is VerdictKind.CONTRADICTED
    assert "rose from 1100 to 1200" in found.reasons[0]


@pytest.mark.parametrize(
    "said",
    [
        "Net sales were $1.2 billion, up from $1.1 billion in 2023.",
        "Net sales were $1.2 billion, while costs fell from 2023.",
        "Net sales were $1.2 billion, down from 2019.",
        "Net sales were $1.2 billion, not down from 2023.",
        "Net sales were $1.2 billion and net income was $90 million.",
        "Net sales were $1.2 billion. Net income was $0.09 billion.",
        "Net sales were $1.2 billion and segment net income was $40 million.",
        "Net sales were $1.2 billion and net income rose by $40 million.",
        "Net sales were $1.2 billion; net income in 2022 was $40 million.",
        "Net sales were $1.2 billion and net income was $55 million.",
        "Net sales were $1.2 billion. For 2023: Net income = $40 million.",
        "Net sales were $1.2 billion.\nIn 2023:\n- Net income was $40 million",
    ],
)
def test_what_is_said_besides_and_is_right_or_can_not_be_judged_changes_nothing(said):
    assert besides(said).verdict is VerdictKind.SUPPORTED


@pytest.mark.parametrize(
    "said",
    [
        "Net sales were $1.2 billion and net income was $9 billion.",
        "Net sales were $1.2 billion. Its net income in fiscal 2024 was about $95 million.",
    ],
)
def test_an_amount_that_is_not_the_concept_s_on_file_is_contradicted(said):
    found = besides(said)
    assert found.verdict is VerdictKind.CONTRADICTED
    assert "Net income of FY2024 is 90,000,000 on file" in found.reasons[0]


@pytest.mark.parametrize(
    ("said", "is_contradicted"),
    [
        ("Net sales were $1.2 billion; bottles brought $300 million, or 25% of net sales.", False),
        ("Net sales were $1.2 billion; bottles brought $300 million, or 41% of net sales.", True),
        ("As its 2023 10-K says, net sales were $1.2 billion.", False),
        ("Net sales, $1.1 billion at the beginning of 2024, were $1.2 billion.", False),
        ("Net sales: $0.7 billion + $0.5 billion = $1.2 billion.", False),
        ("Net sales were $1.2 billion ($1.1 billion - $0.1 billion).", False),
        ("Net income was $95 million - wide apart - and net sales were $1.2 billion.", True),
        ("Net sales of $1.2 billion included $40 million of net income.", False),
        ("Net sales were $1.2 billion in 2023.", True),
        ("Net sales were $1.1 billion and $1.2 billion in 2024 and 2023, respectively.", True),
        ("Net sales were $1.2 billion, $100 million more than in 2023.", False),
        ("Net sales were $1.2 billion, $100 million less than in 2023.", True),
        ("Net sales were $1.2 billion, $300 million more than in 2023.", True),
        ("Net sales were €1.2 billion.", True),
    ],
)
def test_a_number_is_held_against_the_cell_of_its_row_and_column(said, is_contradicted):
    assert (besides(said).verdict is VerdictKind.CONTRADICTED) is is_contradicted


# ── what the reader itself answers ───────────────────────────────────────────────────────────


def own(text="", *, ranked=(), listed=(), **given):
    """The reader's answer; "Yes: sales rose to 9 million." """
    stems = {name: frozenset(terms(name)) for name in (*ranked, *listed)}
    numbers = tuple(n for n in find_numbers(text) if n.role == "amount")
    given = {"is_firm": True} | given
    return Own(
        text, verdict_of(text), numbers, frozenset(terms(text)),
        ranked=ranked, listed=listed, stems=stems, **given,
    )  # fmt: skip


REGIONS = own("North Shore.", ranked=("North Shore", "South Shore", "Lake Country"))


def compared(answer, *, question="Which region grew most?", **given):
    return verdict(answer, question=question, own=REGIONS, kind=QuestionKind.WHAT, **given)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("The North Shore region grew most.", VerdictKind.SUPPORTED),
        ("North Shore grew faster than South Shore.", VerdictKind.SUPPORTED),
        ("The South Shore region grew most.", VerdictKind.CONTRADICTED),
        ("Growth came first from Lake Country.", VerdictKind.CONTRADICTED),
    ],
)
def test_the_part_that_the_reader_puts_first_decides(said, kind):
    assert compared(said).verdict is kind


def test_an_answer_that_names_none_of_the_parts_is_judged_by_its_support():
    found = compared("Demand was strong along the coast.")
    assert found.support is not None
    assert found.verdict is VerdictKind.NOT_FOUND


def decided(said, answer, question="Did the gross margin improve?", **given):
    kept = [t for t in terms(question.strip("?")) if t not in ("did", "the", "are", "is", "there")]
    asked = {"question": question, "kind": QuestionKind.YES_NO, "asked": kept}
    return verdict(said, own=own(answer, **given), **asked)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Yes, the gross margin improved.", VerdictKind.CONTRADICTED),
        ("The gross margin increased in fiscal 2024.", VerdictKind.CONTRADICTED),
        ("No, the gross margin did not improve.", VerdictKind.SUPPORTED),
        ("The gross margin declined in fiscal 2024.", VerdictKind.SUPPORTED),
    ],
)
def test_a_way_that_the_figures_did_not_go_contradicts_the_answer(said, kind):
    assert decided(said, "No: it fell from 22% to 21%.").verdict is kind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Yes, it improved, from 22% to 23%.", VerdictKind.SUPPORTED),
        ("Yes, it improved, from 22.4% to 23.4%.", VerdictKind.SUPPORTED),  # to more places
        ("Yes, it improved, from 31% to 35%.", VerdictKind.NOT_FOUND),
    ],
)
def test_an_answer_with_none_of_the_readers_figures_is_in_doubt(said, kind):
    assert decided(said, "Yes: it rose from 22% to 23%.").verdict is kind


def test_a_small_number_of_millions_may_be_the_readers_rounded():
    question = "Did Northwind pay dividends?"
    said = "Yes, Northwind paid $4 million of dividends."
    assert decided(said, "Yes: Dividends $4,048 thousand.", question).verdict.value == "supported"
    assert decided(said, "Yes: Dividends $5,048 thousand.", question).verdict.value == "not_found"


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("No, margins were not steady.", VerdictKind.CONTRADICTED),
        ("The margins have not been steady.", VerdictKind.CONTRADICTED),
        ("Yes, within two points.", VerdictKind.SUPPORTED),
        ("The margins have been steady.", VerdictKind.SUPPORTED),
        ("To determine if margins are steady we divide.", VerdictKind.NOT_FOUND),
        ("It can not be determined from the filing. Margins are 21%.", VerdictKind.NOT_FOUND),
    ],
)
def test_what_the_reader_decides_contradicts_who_denies_it(said, kind):
    assert decided(said, "Yes, consistent: 21% and 22%.", "Are margins steady?").verdict is kind


def test_a_rule_of_thumb_contradicts_nobody_but_doubts():
    question = "Is Northwind a capital-intensive business?"
    said = "Yes, capital expenditures are 14.5% of sales."
    found = decided(said, "No, rule of thumb: 14.5% of sales.", question, is_judged=True)
    assert found.verdict is VerdictKind.NOT_FOUND
    assert "onfile's own answer is: No" in found.reasons[0]


def test_an_answer_that_leaves_out_some_of_a_list_says_not_all_that_was_asked():
    question = "Are there segments that are over 20% of sales?"
    answer = "Yes: Water is 50% of sales. Bridges & Roads is 30% of sales."
    listed = ("Water", "Bridges & Roads")
    short = decided("Yes, Water with 50%.", answer, question, listed=listed)
    assert short.verdict is VerdictKind.NOT_FOUND
    assert short.reasons == ("it leaves out Bridges & Roads",)
    whole = decided(
        "Yes, Water with 50%, Roads & Bridges with 30%.", answer, question, listed=listed
    )
    assert whole.verdict is VerdictKind.SUPPORTED


def test_what_the_reader_only_quotes_decides_by_itself_nothing():
    found = decided("Yes, it improved to 31%.", "Yes: it rose to 23%.", is_firm=False)
    assert "none of those of onfile's own" not in found.reasons[0]


def test_a_comparison_states_the_value_of_each_period():
    both = (expected(14, is_percent=True), expected(9, is_percent=True, period=FY2023))
    asked = {"question": "How does the tax rate compare?", "kind": QuestionKind.COMPARE}
    good = verdict("It was 14% against 9% before.", levels=both, **asked)
    assert good.verdict is VerdictKind.SUPPORTED
    for said in ("It was 14% against 8% before.", "It was 21% against 20% before."):
        assert verdict(said, levels=both, **asked).verdict is VerdictKind.CONTRADICTED


def test_a_result_may_be_off_by_one_in_its_last_place_a_cell_may_not():
    rows = (figure(10), figure(90), figure(20), figure(80))
    mean = Expected(Decimal("7.87"), True, True, rows)
    assert verdict("The average was 7.8%.", expected=(mean,)).verdict is VerdictKind.SUPPORTED
    assert verdict("The average was 7.6%.", expected=(mean,)).verdict is VerdictKind.CONTRADICTED
    cell = dataclasses.replace(mean, figures=rows[:1])
    assert verdict("The average was 7.8%.", expected=(cell,)).verdict is VerdictKind.CONTRADICTED


def test_an_amount_given_twice_may_be_added_to_itself():
    assert follows(number("$8,400"), (4200.0, 4200.0))
    assert not follows(number("$8,400"), (4200.0, 100.0))


@pytest.mark.parametrize(
    ("said", "declines"),
    [
        ("The figures do not indicate that it is a high growth company.", False),
        ("Its results do not indicate a high growth company.", False),
        ("The report does not indicate the number of stores.", True),
        ("The filing does not state that the plant is leased.", True),
    ],
)
def test_to_say_that_something_is_not_so_is_no_declining(said, declines):
    assert read_answer(said, terms).declines is declines


def test_a_judgement_of_proportion_needs_a_ratio():
    asked = {"question": "Is Northwind a capital-intensive business?", "kind": QuestionKind.YES_NO}
    text = "Northwind is a capital-intensive business with plants of $900 million"
    given = {"texts": (f"{text}.", "Capital expenditures were 14.5% of sales.")}
    bare = verdict(f"{text}.", **asked, **given)
    assert bare.verdict is VerdictKind.NOT_FOUND
    assert "ratio" in bare.reasons[0]
    assert "ratio" not in verdict(f"{text}, 14.5% of sales.", **asked, **given).reasons[0]


# ── wholes, parts, and giving up ─────────────────────────────────────────────────────────────

COSTS = "We expect costs of $700 million for the spin-off, of which 90% has been incurred."


@pytest.mark.parametrize(
    ("said", "is_doubted"),
    [
        ("The spin-off will have costs of $700 million.", True),
        ("Of costs of $700 million for the spin-off 10% are to come.", False),
        ("Of costs of $700 million for the spin-off $70 million remain.", False),
    ],
)
def test_the_whole_is_no_answer_to_what_remains_of_it(said, is_doubted):
    question = "What costs of the spin-off remain?"
    asked = {"question": question, "asked": ("costs", "spin-off"), "texts": (COSTS,)}
    found = verdict(said, **asked)
    assert ("is the whole" in found.reasons[0]) is is_doubted


def test_of_a_cost_that_is_asked_for_as_a_whole_the_whole_is_the_answer():
    question = "What are the costs of the spin-off?"
    asked = {"question": question, "asked": ("costs", "spin-off"), "texts": (COSTS,)}
    assert (
        verdict("The costs of the spin-off are $700 million.", **asked).verdict.value == "supported"
    )


def counted(label, value):
    row = figure(value, label=label, scale=None)
    return dataclasses.replace(row, currency=None, period=None, concept=None, statement=None)


@pytest.mark.parametrize(
    ("said", "is_doubted"),
    [
        ("Northwind had 907 shops in 2024.", True),
        ("Northwind had 907 shops of its name among 969 shops in 2024.", False),
        ("Northwind paid $907 million for shops in 2024.", False),
    ],
)
def test_a_row_named_like_the_company_is_not_the_whole_company(said, is_doubted):
    rows = (counted("Northwind", 907), counted("Outlets", 62), counted("Total", 969))
    names = Names(no_mentions, company_of={"sha256:n": "Northwind"})
    cells = tuple(cell_of(f, float(f.value), names) for f in rows)
    given = grounds(
        question="How many shops did Northwind have?", asked=("shops", "northwind"),
        texts=(f"{said}",), figures=rows,
    )  # fmt: skip
    given = dataclasses.replace(given, tables=Tables(cells, names))
    found = judge("How many shops did Northwind have?", read_answer(said, terms), given)
    assert ("alone, and not of the total" in found.reasons[0]) is is_doubted


@pytest.mark.parametrize(
    ("said", "gives_up"),
    [
        ("Costs were $5 million. So the share can not be determined from the filing.", True),
        ("Costs were $5 million. To say so we would need specific data on wages.", True),
        ("We can not calculate the first. Costs were $5 million. It is 5%. It is so.", False),
        ("Yes, it rose. How much can not be determined.", False),
        ("Costs were $5 million. The report does not say whether staff agrees.", False),
    ],
)
def test_an_answer_that_ends_by_giving_up_answers_nothing(said, gives_up):
    assert read_answer(said, terms).gives_up is gives_up


def test_a_sum_that_does_not_come_out_contradicts_what_passages_alone_support():
    text = "Costs of the plant were $40 million and of the yard $20 million"
    question = "What were the costs of plant and yard?"
    asked = {"question": question, "asked": ("costs", "plant", "yard"), "texts": (f"{text}.",)}
    assert verdict(f"{text}: 40 + 20 = 60.", **asked).verdict.value == "supported"
    assert verdict(f"{text}: 40 + 20 = 80.", **asked).verdict is VerdictKind.CONTRADICTED
