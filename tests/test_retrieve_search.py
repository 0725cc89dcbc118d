"""The factors that pages are multiplied by."""

import dataclasses

import pytest

from onfile.retrieve.search import DEPTH, Query, Retriever
from onfile.retrieve.strategy import STANDARD
from onfile.types import (
    Catalog,
    CatalogEntry,
    EvidenceType,
    Hit,
    Identity,
    Intent,
    Pair,
    Period,
    QuestionKind,
    Score,
    ScoreKind,
)
from small_archive import SmallArchive

INTENT = Intent("Q?", QuestionKind.WHAT, EvidenceType.DOCUMENTS)


class Words:
    """Finds the one chunk of every document, all with the same score."""

    def __init__(self, archive: SmallArchive) -> None:
        self._chunks = archive._chunks

    def search(self, query, *, visible, within, k):
        found = [c for c in self._chunks.values() if c.document_id in within]
        return [
            Hit(c.chunk_id, c.document_id, rank, Score(1.0, ScoreKind.BM25))
            for rank, c in enumerate(sorted(found, key=lambda c: c.chunk_id), start=1)
        ]


class Pages(SmallArchive):
    def statement_pages(self, document_id):
        return ()


def factor(section: str, form: str, **query: bool) -> float:
    archive = Pages()
    identity = Identity(company="Northwind", form=form)
    name = archive.add("k.pdf", ["text"], identity=identity, section=section)
    catalog = Catalog((CatalogEntry(name, "k.pdf", identity),), 1)
    retriever = Retriever(archive, Words(archive), None)
    found = retriever.retrieve(INTENT, Query("text", **query), catalog, lambda *_: [], 5)
    return found.pairs[0].fused[0].factor


@pytest.mark.parametrize("section", ["Exhibit 21 › Subsidiaries", "Exhibit 10.3"])
def test_what_is_attached_to_a_report_counts_less(section: str) -> None:
    assert factor(section, "10-K") == STANDARD.exhibit_penalty


@pytest.mark.parametrize(
    ("section", "form"),
    [("Exhibit 13", "10-K"), ("Exhibit 99.1 › Outlook", "10-K"), ("Exhibit 10.3", "8-K")],
)
def test_exhibits_that_are_the_matter_itself_do_not(section: str, form: str) -> None:
    assert factor(section, form) == 1.0


def test_a_segments_page_counts_less_where_the_company_is_asked_about() -> None:
    section = "Part II › Item 7 › Snacks Segment"
    assert factor(section, "10-K", is_company_wide=True) == STANDARD.segment_penalty
    assert factor(section, "10-K") == 1.0


def test_the_items_of_a_current_report_that_is_named_count_more() -> None:
    assert factor("Item 5.02", "8-K", is_of_event=True) == STANDARD.event_bonus
    assert factor("Cover", "8-K", is_of_event=True) == 1.0


@pytest.mark.parametrize(
    ("said_by", "asked", "expected"),
    [
        ("Mira T. Vale", "Mira Vale", STANDARD.speaker_bonus),
        ("Otto Brand", "Mira Vale", 1.0),
        (None, "Mira Vale", 1.0),
        ("Mira T. Vale", None, 1.0),
    ],
)
def test_the_words_of_the_person_who_is_named_count_more(
    said_by: str | None, asked: str | None, expected: float
) -> None:
    archive = Pages()
    identity = Identity(company="Northwind", form="call transcript")
    name = archive.add("c.txt", ["text"], identity=identity)
    chunks = {i: dataclasses.replace(c, speaker=said_by) for i, c in archive._chunks.items()}
    archive._chunks = chunks
    catalog = Catalog((CatalogEntry(name, "c.txt", identity),), 1)
    query = Query("text", speaker=asked)
    found = Retriever(archive, Words(archive), None).retrieve(
        INTENT, query, catalog, lambda *_: [], 5
    )
    assert found.pairs[0].fused[0].factor == expected


def found_for(pair: Pair, identity: Identity, text: str) -> int:
    """How many pages of the one document on file are found for a pair that it is not of."""
    archive = Pages()
    name = archive.add("k.pdf", [text], identity=identity)
    catalog = Catalog((CatalogEntry(name, "k.pdf", identity),), 1)
    asked = dataclasses.replace(INTENT, pairs=(pair,))
    retriever = Retriever(archive, Words(archive), None)
    return len(retriever.retrieve(asked, Query("text"), catalog, lambda *_: [], 5).evidence)


@pytest.mark.parametrize(
    ("company", "identity", "text", "n_found"),
    [
        (None, Identity(form="report"), "Borings were sunk.", 1),
        (None, Identity(form="report", period=Period(2010)), "Borings were sunk.", 0),
        (None, Identity(form="report", period=Period(2010)), "Borings of 1996.", 1),
        ("Northwind", Identity(company="Northwind"), "Sales rose.", 0),
        ("Northwind", Identity(company="Northwind"), "Sales of 1996.", 1),
    ],
)
def test_a_document_without_a_date_is_found_by_a_search_for_a_year_but_not_for_a_company(
    company: str | None, identity: Identity, text: str, n_found: int
) -> None:
    assert found_for(Pair(company, Period(1996)), identity, text) == n_found


def test_a_question_for_a_statement_reads_no_more_pages_in_a_larger_archive() -> None:
    class Statements(Pages):
        n_read = 0

        def statement_pages(self, document_id):
            return (("income", 1),)

        def chunks_of_page(self, document_id, page):
            self.n_read += 1
            return super().chunks_of_page(document_id, page)

    archive = Statements()
    names = [archive.add(f"k{n}.pdf", ["text"]) for n in range(DEPTH + 40)]
    catalog = Catalog(tuple(CatalogEntry(n, n, Identity()) for n in names), len(names))
    query = Query("text", statements=("income",))
    found = Retriever(archive, Words(archive), None).retrieve(
        INTENT, query, catalog, lambda *_: [], 5
    )
    assert archive.n_read == DEPTH
    assert len(found.evidence) == 5
