"""Questions offered to begin with: answered ones, of what the asker may see, without a record."""

import shutil

import pytest

from onfile.engine import Engine
from onfile.examples import N_SHOWN, Examples
from server_client import serving


@pytest.fixture
def engine(small_store, tmp_path):
    shutil.copytree(small_store, tmp_path / "store")
    with Engine(tmp_path / "store") as engine:
        yield engine


def test_each_is_answered_when_it_is_asked(engine):
    questions = Examples(engine).of(None)
    assert len(questions) == N_SHOWN
    assert {engine.ask(question).refusal for question in questions} == {None}


def test_finding_them_leaves_no_record(engine):
    before = engine.store.last_audit_seq()
    Examples(engine).of(None)
    assert engine.store.last_audit_seq() == before


def test_they_name_nothing_that_the_asker_may_not_see(engine):
    held = {document.name: document.document_id for document in engine.documents()}
    kestrel = held.pop("KESTREL_2025_10K.pdf")
    engine.rules.label("hold-17", [kestrel], made_by="test")
    engine.rules.label("open", list(held.values()), made_by="test")
    engine.rules.grant("open", ["everyone"], made_by="test")
    examples = Examples(engine)
    assert any("Kestrel" in question for question in examples.of(None))
    of_tom = examples.of("tom")
    assert of_tom
    assert not any("Kestrel" in question for question in of_tom)
    assert all(engine.ask(question, as_user="tom").refusal is None for question in of_tom)


def test_they_are_found_anew_when_the_archive_has_changed(engine):
    examples = Examples(engine)
    assert any("Kestrel" in question for question in examples.of(None))
    kestrel = engine.document("KESTREL_2025_10K.pdf")
    engine.store.remove(kestrel.document_id)
    assert not any("Kestrel" in question for question in examples.of(None))


def test_an_empty_archive_has_none(tmp_path):
    with Engine(tmp_path / "store") as engine:
        assert Examples(engine).of(None) == ()


def test_the_server_offers_them(small_store, tmp_path):
    with serving(small_store, tmp_path) as client:
        questions = client.get("/api/examples").json()["questions"]
        assert len(questions) == N_SHOWN
