"""How each page came by its place, as ``onfile explain`` shows it."""

import pytest

from onfile.retrieve.fuse import Run, fuse
from onfile.retrieve.search import PairResult, Retrieved
from onfile.retrieve.trace import trace
from onfile.types import Evidence, Hit, Pair, Period, Score, ScoreKind
from small_archive import SmallArchive

PAIR = Pair("Northwind", Period(2020))


def hit(chunk_id: str) -> Hit:
    return Hit(chunk_id, "sha256:k.pdf", 1, Score(1.0, ScoreKind.BM25))


def retrieved() -> Retrieved:
    archive = SmallArchive()
    document_id = archive.add("k.pdf", ["first", "second"])
    units = tuple(((document_id, n, ""), hit(f"k.pdf-{n}")) for n in (1, 2))
    runs = (Run("words", 1.0, units), Run("figures", 2.0, units[1:]))
    fused = fuse(runs, penalty={(document_id, 1, ""): 0.5})
    chunk = archive.chunks(["k.pdf-2"])["k.pdf-2"]
    read = Evidence(1, chunk, archive.document(document_id), fused[0].score)
    return Retrieved((read,), (PairResult(PAIR, {document_id: 0}, runs, tuple(fused)),))


def test_a_page_shows_what_each_ranker_gave_it() -> None:
    (path,) = trace(retrieved(), {"sha256:k.pdf": "k.pdf"})
    first, second = path.places
    assert first.where == "k.pdf p. 2"
    assert first.shares == (
        ("words", 2, pytest.approx(1 / (10 + 2))),
        ("figures", 1, pytest.approx(2 / (10 + 1))),
    )
    assert second.factor == 0.5
    assert second.score == pytest.approx(0.5 / (10 + 1))


def test_a_page_that_was_not_read_says_why() -> None:
    (path,) = trace(retrieved(), {})
    assert [place.fate for place in path.places] == ["read", "after the 1 places"]


def test_documents_say_how_near_they_are() -> None:
    (path,) = trace(retrieved(), {})
    assert [d.reason for d in path.documents] == ["the period's own filing"]
