"""Which figures are read: the figures' part of retrieval."""

from onfile.figure_ranking import FigureRanking
from onfile.figures.match import FigureQuestion
from onfile.figures.shelf import FigureShelf
from onfile.language.lexicon import load
from onfile.types import (
    ConceptMention,
    EvidenceType,
    Identity,
    Intent,
    Pair,
    Period,
    QuestionKind,
)
from small_archive import SmallArchive
from test_figures_breakdown import figure

INTENT = Intent("Q?", QuestionKind.FIGURE, EvidenceType.DOCUMENTS)


def terms(text: str) -> list[str]:
    return text.lower().split()


def asked(*concepts: str) -> list[FigureQuestion]:
    return [FigureQuestion(ConceptMention(c, c, 0, 1), (c,), ()) for c in concepts]


class Figures(SmallArchive):
    def figures(self, document_ids=None, fiscal_years=None, **filters):
        return [
            f
            for f in self.stored_figures
            if f.document_id in document_ids and f.period.fiscal_year in fiscal_years
        ]

    def statement_pages(self, document_id):
        return ()


def ranked(archive: Figures, period: Period, precedence: int, *concepts: str) -> list[int]:
    ranking = FigureRanking(archive, FigureShelf(archive), load(), terms)
    documents = dict.fromkeys(archive._documents, precedence)
    found = ranking.rank(asked(*concepts), INTENT, Pair("Northwind", period), documents)
    return [match.figure.page for match in found]


def test_a_page_that_states_both_quantities_comes_before_one_that_states_one() -> None:
    archive = Figures()
    name = archive.add("k.pdf", ["one", "two"])
    archive.stored_figures = [
        figure("EBIT", page=1, document=name, concept="ebit_adjusted"),
        figure("EBIT", page=2, document=name, concept="ebit_adjusted"),
        figure("Interest", page=2, document=name, concept="interest_expense"),
    ]
    assert ranked(archive, Period(2020), 0, "ebit_adjusted", "interest_expense")[0] == 2


def test_figures_are_found_under_the_name_that_the_company_gives_the_year() -> None:
    archive = Figures()
    name = archive.add("k.pdf", ["one"], identity=Identity(period=Period(2020)))
    archive.stored_figures = [figure("Net sales", document=name, concept="revenue")]
    assert ranked(archive, Period(2021), 5, "revenue") == [1]
    assert ranked(archive, Period(2021), 0, "revenue") == []
