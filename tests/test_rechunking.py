"""The same archive cut otherwise, and rows of the comparison for it."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.chunk.cut import cut
from onfile.chunk.packing import PACKINGS, STRUCTURED
from onfile.chunk.units import WordIndex
from onfile.comparing import Compared, compare_strategies
from onfile.engine import Engine
from onfile.errors import UsageError
from onfile.rechunking import rechunked
from onfile.retrieve.strategy import STANDARD
from onfile.types import Identity, Page, PageStatus, Structure

FILE = "filings/NORTHWIND_2024_10K.pdf"
BY_NAME = {packing.name: packing for packing in PACKINGS}
WINDOWS = [packing for packing in PACKINGS if not packing.follows_structure]


@pytest.fixture(scope="module")
def engine(archive, tmp_path_factory):
    with Engine(tmp_path_factory.mktemp("store")) as engine:
        engine.ingest([archive / FILE], workers=1, ocr=False)
        yield engine


def chunks_of(engine):
    (document,) = engine.store.documents()
    return engine.store.chunks_of(document.document_id)


def pages_of(chunks):
    """Page number to the offsets of characters with ink in some chunk."""
    found = {}
    for chunk in chunks:
        for span in chunk.spans:
            found.setdefault(span.page, set()).update(range(span.start, span.end))
    return found


def test_cut_as_every_ingest_cuts_the_copy_has_the_same_chunks(engine):
    with rechunked(engine, STRUCTURED) as made:
        assert chunks_of(made) == chunks_of(engine)


@pytest.mark.parametrize("packing", PACKINGS, ids=lambda packing: packing.name)
def test_every_character_is_in_some_chunk_however_the_pages_are_cut(engine, packing):
    (document,) = engine.store.documents()
    with rechunked(engine, packing) as made:
        held = pages_of(chunks_of(made))
        assert made.search("net sales of Northwind in 2024", 3)
    for number, text in engine.store.pages_text(document.document_id).items():
        inked = {at for at, char in enumerate(text) if not char.isspace()}
        assert inked <= held.get(number, set()), number


def test_without_headers_the_passages_are_the_same_and_stand_alone(engine):
    with rechunked(engine, STRUCTURED, headers=False) as made:
        assert [c.text for c in chunks_of(made)] == [c.text for c in chunks_of(engine)]
        assert {c.header for c in chunks_of(made)} == {""}


def test_the_copy_is_gone_afterwards_and_the_store_as_it_was(engine):
    before = engine.store.change
    with rechunked(engine, BY_NAME["chunks: sentences"]) as made:
        folder = made.store.directory
        assert folder.is_dir()
    assert not folder.exists()
    assert engine.store.change == before


@given(st.lists(st.text("abc", min_size=1, max_size=4), min_size=1, max_size=900))
@pytest.mark.parametrize("packing", WINDOWS, ids=lambda packing: packing.name)
def test_windows_cover_the_page_and_begin_in_the_one_before(packing, words):
    text = " ".join(words)
    page = Page(1, text, PageStatus.TEXT, width_pt=612.0)
    spans = [c.spans[0] for c in cut("sha256:a", [page], Structure(Identity()), packing)]
    assert spans[0].start == 0
    assert spans[-1].end == len(text)
    assert all(before.start < after.start < before.end for before, after in pairwise(spans))
    index = WordIndex(text)
    size = packing.pack.keywords["size"]
    assert all(index.count(s.start, s.end) <= size for s in spans)


@pytest.fixture
def asked(tmp_path):
    asked = tmp_path / "questions.jsonl"
    row = {
        "id": "1",
        "question": "What were Northwind's net sales in 2024?",
        "gold": [{"file": FILE, "page": 7}],
        "answer": "5,037 million",
    }
    asked.write_text(json.dumps(row), encoding="utf-8")
    return asked


def test_the_comparison_has_a_row_for_every_chunking(engine, asked):
    rows = compare_strategies(engine, [asked], compared=Compared((), chunkings=True))
    names = [row.name for row in rows]
    assert names == [STANDARD.name, *BY_NAME, "chunks: without headers"]
    assert all(row.means["Success@20"] == 1.0 for row in rows)


def test_the_rows_of_a_comparison_can_be_chosen_by_their_names(engine, asked):
    wanted = Compared(chunkings=True, only=("300-WORD", "without dense"))
    rows = compare_strategies(engine, [asked], compared=wanted)
    names = [row.name for row in rows]
    assert names == [STANDARD.name, "without dense", "chunks: 300-word windows"]


def test_a_row_that_is_not_there_is_wrong_usage_that_names_those_that_are(engine, asked):
    with pytest.raises(UsageError, match="no row is called zither") as raised:
        compare_strategies(engine, [asked], compared=Compared(only=("zither",)))
    assert "without dense" in raised.value.hint
    assert "--chunkings" in raised.value.hint
