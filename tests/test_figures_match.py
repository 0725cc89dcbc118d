"""Holding stored figures against what a question asks for."""

import dataclasses
from decimal import Decimal

import pytest

from onfile.abbreviating import Abbreviations
from onfile.figures.match import FigureMatcher, FigureQuestion
from onfile.types import ConceptMention, Figure, Period, Span


def terms(text: str) -> list[str]:
    return [w.strip(".,:;()").lower().rstrip("s") for w in text.split() if w.strip(".,:;()")]


BASE = Figure(
    figure_id="f",
    document_id="sha256:a",
    page=5,
    table=1,
    table_title="Consolidated statements of income",
    statement="income",
    label="Marketing",
    path=("Operating expenses",),
    column_header="2024",
    concept=None,
    concept_reason="",
    period=Period(2024),
    period_end=None,
    is_instant=False,
    value=Decimal(120),
    scale=1_000_000,
    currency="USD",
    unit=None,
    is_percent=False,
    printed="120",
    row_span=Span(5, 0, 10),
    cell_span=Span(5, 7, 10),
)


def figure(**given: object) -> Figure:
    return dataclasses.replace(BASE, **given)


def question(*words: str, concept: str | None = None, said: str = "") -> FigureQuestion:
    mention = None if concept is None else ConceptMention(concept, said, 0, len(said))
    return FigureQuestion(mention, tuple(terms(said)), tuple(terms(" ".join(words))))


def test_a_row_is_found_by_its_own_words_without_any_concept() -> None:
    rows = [figure(), figure(figure_id="g", label="Research")]
    found = FigureMatcher(terms).match(question("marketing", "expense"), rows, {})
    assert [m.figure.label for m in found] == ["Marketing"]
    assert found[0].unmatched == ()


def test_a_heading_above_the_row_tells_it_apart() -> None:
    rows = [
        figure(label="Casino", path=("Costs",)),
        figure(figure_id="g", label="Casino", path=("Revenue",)),
    ]
    found = FigureMatcher(terms).match(question("casino", "revenue"), rows, {})
    assert found[0].figure.path == ("Revenue",)
    assert found[0].unmatched == ()
    assert found[1].unmatched == ("revenue",)


def test_a_concept_matches_whatever_words_the_row_prints() -> None:
    row = figure(label="Purchases of property and equipment", concept="capex")
    found = FigureMatcher(terms).match(question(concept="capex", said="capex"), [row], {})
    assert found[0].concept == "capex"
    assert found[0].coverage == 1.0


def test_a_term_that_no_row_meets_is_named() -> None:
    row = figure(label="Revenue", concept="revenue")
    asked = question("cloud", concept="revenue", said="revenue")
    found = FigureMatcher(terms).match(asked, [row], {})
    assert found[0].unmatched == ("cloud",)


def test_words_of_the_label_that_nobody_asked_for_lower_the_match() -> None:
    rows = [figure(label="Marketing rebates payable"), figure(figure_id="g")]
    found = FigureMatcher(terms).match(question("marketing"), rows, {})
    assert [m.figure.figure_id for m in found] == ["g", "f"]
    assert found[1].precision == 1 / 3


def test_of_equal_matches_the_nearer_document_comes_first() -> None:
    rows = [figure(document_id="sha256:later"), figure(figure_id="g", document_id="sha256:own")]
    nearness = {"sha256:own": 0, "sha256:later": 3}
    found = FigureMatcher(terms).match(question("marketing"), rows, nearness)
    assert [m.precedence for m in found] == [0, 3]


def labels(asked: FigureQuestion, *rows: Figure) -> list[str]:
    return [m.figure.label for m in FigureMatcher(terms).match(asked, rows, {})]


def test_a_row_that_says_more_than_was_asked_is_another_line() -> None:
    row = figure(label="Bottling liabilities")
    assert labels(question("total", concept="total_liabilities", said="liabilities"), row) == []
    asked = question("bottling", concept="total_liabilities", said="liabilities")
    assert labels(asked, row) == ["Bottling liabilities"]


def test_the_total_is_not_answered_by_a_row_of_its_short_term_part() -> None:
    row = figure(label="Short-term deposits", concept="deposits")
    asked = question(concept="deposits", said="deposits")
    assert labels(asked, row) == ["Short-term deposits"]
    assert labels(dataclasses.replace(asked, is_whole=True), row) == []


def test_the_foreign_part_is_not_answered_by_the_row_of_all() -> None:
    whole = figure(label="Income before taxes", table_title="Domestic and foreign income")
    part = figure(figure_id="g", label="Foreign", table_title="Domestic and foreign income")
    assert labels(question("foreign", "income", "before", "taxes"), whole, part) == ["Foreign"]


def test_a_balance_is_not_answered_by_its_change_in_the_year() -> None:
    change = figure(label="Inventories", concept="inventories", statement="cash_flow")
    stock = figure(label="Inventories", concept="inventories", statement="balance_sheet")
    asked = question("end", concept="inventories", said="inventories")
    asked = dataclasses.replace(asked, statement="balance_sheet")
    found = FigureMatcher(terms).match(asked, [change, stock], {})
    assert [m.figure.statement for m in found] == ["balance_sheet"]


def test_a_bare_balance_is_not_a_part_that_a_note_tells() -> None:
    deal = figure(label="Receivables", concept="receivables", statement=None)
    asked = dataclasses.replace(
        question(concept="receivables", said="receivables"), statement="balance_sheet"
    )
    assert labels(asked, deal) == []
    assert labels(asked, dataclasses.replace(deal, is_instant=True)) == ["Receivables"]


STATED = [
    figure(figure_id="s", label="Net revenue", concept="revenue", value=Decimal(900)),
    figure(figure_id="t", label="Cost of sales", concept="cogs", value=Decimal(500)),
]
PRIMARY = frozenset({("sha256:a", 5)})
NOTE = figure(page=9, statement=None, path=(), table_title="Summarised information")


def gross_profit() -> FigureQuestion:
    mention = ConceptMention("gross_profit", "gross profit", 0, 12)
    return FigureQuestion(mention, ("gros", "profit"), (), "income", "money")


def test_a_table_with_another_revenue_is_not_of_the_company() -> None:
    of_investee = [
        dataclasses.replace(NOTE, label="Net sales", concept="revenue", value=Decimal(62)),
        dataclasses.replace(NOTE, label="Gross profit", concept="gross_profit", value=Decimal(6)),
    ]
    found = FigureMatcher(terms).match(gross_profit(), [*STATED, *of_investee], {}, PRIMARY)
    assert [m.figure.label for m in found if m.concept] == []


def test_a_table_with_the_same_revenue_rounded_is_of_the_company() -> None:
    discussed = [
        dataclasses.replace(NOTE, concept="revenue", value=Decimal("0.9"), scale=1_000_000_000),
        dataclasses.replace(NOTE, label="Gross profit", concept="gross_profit", value=Decimal(400)),
    ]
    found = FigureMatcher(terms).match(gross_profit(), [*STATED, *discussed], {}, PRIMARY)
    assert [m.figure.value for m in found if m.concept] == [Decimal(400)]


def test_an_investee_that_is_named_is_still_found() -> None:
    of_investee = [
        dataclasses.replace(NOTE, label="Net sales", concept="revenue", value=Decimal(62)),
        dataclasses.replace(
            NOTE, label="Gross profit", concept="gross_profit", value=Decimal(6), table_title="Vivo"
        ),
    ]
    asked = dataclasses.replace(gross_profit(), terms=("vivo",))
    found = FigureMatcher(terms).match(asked, [*STATED, *of_investee], {}, PRIMARY)
    assert [m.figure.value for m in found if m.concept] == [Decimal(6)]


def test_an_expense_at_a_date_is_a_tax_basis_and_no_expense() -> None:
    deferred = dataclasses.replace(
        NOTE, label="Depreciation", concept="depreciation", is_instant=True
    )
    mention = ConceptMention("depreciation", "depreciation", 0, 12)
    asked = FigureQuestion(mention, ("depreciation",), (), "cash_flow", "money")
    assert FigureMatcher(terms).match(asked, [deferred], {}) == []


def test_an_amount_is_not_answered_by_an_amount_a_share() -> None:
    a_share = figure(label="Net income", concept="net_income", unit="USD per share", scale=1)
    mention = ConceptMention("net_income", "net income", 0, 10)
    asked = FigureQuestion(mention, ("net", "income"), (), "income", "money")
    assert FigureMatcher(terms).match(asked, [a_share], {}) == []


def test_net_income_below_an_adjusted_heading_is_not_net_income() -> None:
    adjusted = figure(label="Net earnings", concept="net_income", path=("Adjusted earnings",))
    mention = ConceptMention("net_income", "net income", 0, 10)
    asked = FigureQuestion(mention, ("net", "income"), (), "income", "money")
    assert FigureMatcher(terms).match(asked, [adjusted], {}) == []
    meant = dataclasses.replace(asked, terms=("adjusted",))
    assert len(FigureMatcher(terms).match(meant, [adjusted], {})) == 1


def test_a_quarterly_amount_is_none_of_the_year() -> None:
    label = "Dividends per share (quarterly amounts)"
    a_quarter = figure(label=label, concept="dividends_per_share", unit="USD per share", scale=1)
    mention = ConceptMention("dividends_per_share", "dividends per share", 0, 19)
    asked = FigureQuestion(mention, ("dividend", "per", "share"), (), "income", "per_share")
    assert FigureMatcher(terms).match(asked, [a_quarter], {}) == []
    meant = dataclasses.replace(asked, terms=("quarterly",))
    assert len(FigureMatcher(terms).match(meant, [a_quarter], {})) == 1


def test_the_heading_above_a_row_tells_more_than_a_title_that_names_two_measures() -> None:
    title = "Net revenue and operating income by segment"
    rows = [
        figure(figure_id="g", label="Valves", path=("Net revenue",), table_title=title),
        figure(label="Valves", path=("Operating income",), table_title=title),
    ]
    found = FigureMatcher(terms).match(question("valves", "operating", "income"), rows, {})
    assert found[0].figure.path == ("Operating income",)
    assert found[0].score.value > found[1].score.value


def test_a_row_named_by_an_abbreviation_is_found_by_its_long_form() -> None:
    rows = [figure(label="HWD", path=("Revenue",)), figure(figure_id="g", label="Total")]
    asked = question("harbour", "work", "division", "revenue")
    assert FigureMatcher(terms).match(asked, rows, {}) == []
    spelt = dataclasses.replace(asked, otherwise=(("hwd", "revenue"),))
    found = FigureMatcher(terms).match(spelt, rows, {})
    assert [m.figure.label for m in found] == ["HWD"]
    assert found[0].unmatched == ()


@pytest.mark.parametrize(
    ("said", "other"),
    [
        (("harbour", "work", "sale"), ("sale", "hw")),
        (("hw", "sale"), ("sale", "harbour", "work")),
    ],
)
def test_an_abbreviation_stands_for_its_long_form_either_way(said, other) -> None:
    looked_up = Abbreviations(archive=None, terms=terms)
    asked = question(*said)
    pairs = (("HW", "Harbour Works"),)
    assert looked_up.spelt_otherwise(asked, pairs, frozenset()).otherwise == (other,)


def test_a_company_that_is_named_need_not_be_repeated_in_its_segments_name() -> None:
    looked_up = Abbreviations(archive=None, terms=terms)
    pairs = (("THW", "Tallow Harbour Works"),)
    asked = looked_up.spelt_otherwise(question("harbour", "work"), pairs, frozenset(["tallow"]))
    assert asked.otherwise == (("thw",),)


def test_a_table_headed_by_its_share_of_the_whole_is_of_a_part() -> None:
    row = figure(
        label="Organic sales",
        concept="organic_growth",
        table_title="Seals Business (33.9% of consolidated sales):",
    )
    asked = question(concept="organic_growth", said="organic growth")
    assert labels(asked, row) == []
    assert labels(question("seals", concept="organic_growth", said="growth"), row) != []


def test_of_two_rows_under_headings_with_the_asked_word_the_plainer_heading_is_meant() -> None:
    rows = [
        figure(label="Subscription", path=("Cost of revenue",)),
        figure(figure_id="g", label="Subscription", path=("Revenue",)),
    ]
    asked = question("subscription", "revenue")
    found = FigureMatcher(terms).match(asked, rows, {})
    assert found[0].figure.path == ("Revenue",)
    assert found[0].score.value > found[1].score.value + 0.005  # no rival


def test_a_column_of_small_stores_does_not_say_how_many_stores_there_are() -> None:
    rows = [
        figure(label="Ending stores", column_header="2024 Small stores"),
        figure(figure_id="g", label="Ending stores", column_header="2024 Total"),
    ]
    found = FigureMatcher(terms).match(question("store"), rows, {})
    assert [m.figure.column_header for m in found] == ["2024 Total"]
    small = FigureMatcher(terms).match(question("small", "store"), rows, {})
    assert small[0].figure.column_header == "2024 Small stores"


def test_a_half_year_in_one_word_is_no_part_of_a_company() -> None:
    row = figure(label="Sales", concept="revenue", column_header="Six-Month Period Ended Nov. 27")
    assert FigureMatcher(terms).match(question(concept="revenue", said="sales"), [row], {})


def test_a_balance_is_not_answered_by_the_provision_of_its_name() -> None:
    row = figure(label="Card loans", path=("Provisions for credit losses",), statement="income")
    asked = dataclasses.replace(
        question(concept="loans", said="card loans"),
        statement="balance_sheet",
        said="what were card loans at year end",
        said_terms=("card", "loan"),
    )
    place = frozenset({(row.document_id, row.page)})
    assert FigureMatcher(terms).match(asked, [row], {}, place) == []
    unnamed = dataclasses.replace(question("card", "loans"), said=asked.said)
    unnamed = dataclasses.replace(unnamed, said_terms=asked.said_terms)
    whole = FigureMatcher(terms).match(
        dataclasses.replace(unnamed, said="what were card loans"), [row], {}, place
    )
    assert whole[0].is_literal
    assert not any(
        m.is_literal
        for m in FigureMatcher(terms).match(
            dataclasses.replace(unnamed, said="what were card loans at the end of 2024"),
            [row],
            {},
            place,
        )
    )
