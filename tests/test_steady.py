"""A document that is replaced while a question is being answered."""

import shutil

import pytest

from onfile.engine import Engine
from onfile.errors import StoreBusy
from onfile.steady import MAX_READINGS, steady
from server_client import FILING, QUESTION


@pytest.fixture
def engine(small_store, tmp_path):
    shutil.copytree(small_store, tmp_path / "store")
    with Engine(tmp_path / "store", create=False) as engine:
        yield engine


def test_a_question_whose_document_goes_while_it_is_answered_is_asked_of_what_is_left(
    engine, monkeypatch
):
    filing = engine.document(FILING)
    chunks = engine.store.chunks
    removed = []

    def chunks_after_removal(chunk_ids):
        if not removed:
            removed.append(engine.store.remove(filing.document_id))
        return chunks(chunk_ids)

    monkeypatch.setattr(engine.store, "chunks", chunks_after_removal)
    outcome = engine.ask(QUESTION)
    assert removed == [True]
    cited = {c.document_id for claim in outcome.claims for c in claim.citations}
    read = {evidence.document.document_id for evidence in outcome.evidence}
    assert filing.document_id not in cited | read
    assert engine.log.verify().n_records == 1


class Changing:
    """A reader of a store that changes, or does not, at each reading."""

    def __init__(self, changes):
        self.store = self
        self.change = 0
        self.changes = changes
        self.n_readings = 0

    @steady
    def read(self):
        self.n_readings += 1
        self.change += self.changes
        raise KeyError("gone")


def test_what_is_missing_in_an_archive_that_did_not_change_is_a_fault():
    reader = Changing(0)
    with pytest.raises(KeyError):
        reader.read()
    assert reader.n_readings == 1


def test_an_archive_that_never_holds_still_is_busy():
    reader = Changing(1)
    with pytest.raises(StoreBusy):
        reader.read()
    assert reader.n_readings == MAX_READINGS
