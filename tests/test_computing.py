"""Formulas over figures: which of several prints of a line is an operand."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from decimal import Decimal

from onfile.computing import Formulas
from onfile.language.lexicon import load
from onfile.types import ConceptMention, Figure, FigureMatch, Pair, Period, Score, ScoreKind, Span

QUARTER = Period(2031, 2)
PAIR = Pair("Northwind", QUARTER)
PLACE = Span(1, 0, 10)
LINE = Figure(
    "doc/p3/t1/r0/c0", "doc", 3, 1, "Statements", None, "Net income", (), "Q2 2031", None, "",
    QUARTER, None, False, Decimal(40), 1_000_000, "USD", None, False, "40", PLACE, PLACE,
)  # fmt: skip
LINE = dataclasses.replace(LINE, concept="net_income", statement="income")
HIGHLIGHT = dataclasses.replace(LINE, figure_id="doc/p1/t1/r0/c0", page=1, statement=None)
SALES = dataclasses.replace(LINE, label="Net sales", value=Decimal(400), concept="revenue")


def match(figure: Figure) -> FigureMatch:
    return FigureMatch(figure, Score(1.0, ScoreKind.FIGURE), 1.0, 1.0, 0, (), figure.concept)


def test_a_quarters_operand_is_its_statements_line_though_the_highlights_print_it_first() -> None:
    stated = {"net_income": [match(HIGHLIGHT), match(LINE)], "revenue": [match(SALES)]}

    def matches_of(
        mention: ConceptMention, pair: Pair, documents: Mapping[str, int]
    ) -> Sequence[FigureMatch]:
        return stated[mention.concept]

    lexicon = load()
    formula = lexicon.formula("net_margin")
    assert formula is not None
    done = Formulas(lexicon, matches_of).computed(formula, "", PAIR, {"doc": 0})
    assert done.value == Decimal(40) / 400
    assert [f.statement for f in done.operands] == ["income", "income"]
