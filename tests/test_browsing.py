import io
import shutil
import threading

import numpy as np
import pytest
from PIL import Image

import worker_jobs
from onfile.engine import Engine
from onfile.errors import PageFailed, UnreadableFile, UsageError
from onfile.recording import Request
from onfile.types import Box

FILING = "NORTHWIND_2024_10K.pdf"
CALL = "NWBV_2025-Jul-31_call.txt"
QUESTION = "What was Northwind's capital expenditure in 2024?"


@pytest.fixture
def engine(small_store, tmp_path):
    shutil.copytree(small_store, tmp_path / "store")
    with Engine(tmp_path / "store", create=False) as engine:
        yield engine


def pixels(view):
    return np.asarray(Image.open(io.BytesIO(view.png)))


def move_source(engine, name, path):
    document = engine.document(name)
    with engine.store.database.writing() as connection:
        connection.execute(
            "UPDATE documents SET path = ? WHERE document_id = ?",
            (str(path), document.document_id),
        )
    return document


def test_a_page_is_drawn_at_the_resolution_asked_for(engine):
    view = engine.page_image(FILING, 1, 72)
    page = engine.page(FILING, 1)
    assert pixels(view).shape == (view.height, view.width, 3)
    assert view.width == pytest.approx(page.width_pt, abs=1)


def test_a_highlight_tints_the_paper_of_its_box_and_nothing_else(engine):
    plain = pixels(engine.page_image(FILING, 1, 72)).astype(int)
    shown = pixels(engine.page_image(FILING, 1, 72, [Box(100, 200, 150, 220)])).astype(int)
    changed = np.argwhere((plain != shown).any(axis=2))
    assert changed.min(axis=0).tolist() == [200, 100]
    assert changed.max(axis=0).tolist() == [219, 149]


def test_a_text_without_pages_has_no_page_image_and_the_error_says_so(engine):
    with pytest.raises(PageFailed, match="no page images"):
        engine.page_image(CALL, 1, 72)


def test_a_page_is_not_shown_from_a_file_that_has_changed_since_it_was_read(engine, tmp_path):
    changed = tmp_path / FILING
    other = engine.document("NORTHWIND_2023_10K.pdf")
    shutil.copy(other.path, changed)
    move_source(engine, FILING, changed)
    with pytest.raises(PageFailed, match="has changed since it was read"):
        engine.page_image(FILING, 1, 72)


def test_a_page_of_a_file_that_is_gone_is_an_error_that_says_so(engine, tmp_path):
    move_source(engine, FILING, tmp_path / "gone.pdf")
    with pytest.raises(UnreadableFile, match="no longer where it was read"):
        engine.page_image(FILING, 1, 72)


def test_a_page_beyond_the_last_is_wrong_usage(engine):
    with pytest.raises(UsageError, match="has no page 99"):
        engine.page(FILING, 99)


def test_a_page_that_kills_the_process_that_draws_it_costs_that_page(engine, monkeypatch):
    monkeypatch.setattr("onfile.page_images.draw", worker_jobs.die)
    with pytest.raises(PageFailed, match="the process that read it died"):
        engine.page_image(FILING, 1, 72)
    monkeypatch.undo()
    del engine._images
    assert engine.page_image(FILING, 1, 72).png


def test_a_question_tells_its_stages_as_they_pass(engine):
    told = []
    outcome = engine.ask(QUESTION, via=Request("r-1", lambda name, ms: told.append((name, ms))))
    begun = [name for name, ms in told if ms is None]
    ended = {name: ms for name, ms in told if ms is not None}
    assert begun == ["total", "scope", "retrieve", "answer"]
    assert ended == outcome.timings_ms


def test_the_record_holds_the_id_of_the_request(engine):
    outcome = engine.ask(QUESTION, via=Request("r-1"))
    assert engine.log.show(outcome.record).body["request_id"] == "r-1"
    assert engine.log.verify().ok


def test_one_engine_answers_in_many_threads_as_in_one(engine):
    questions = [
        QUESTION,
        "What were Northwind's net sales in 2023?",
        "Compare the research and development costs of Northwind and Kestrel in fiscal 2024.",
        "What did Northwind's CFO say about gross margin on the second-quarter 2025 call?",
        "What were Northwind's net sales in 2017?",
        "What was Kestrel's net income in fiscal 2025?",
    ]

    def shown(outcome):
        return outcome.answer, outcome.refusal and outcome.refusal.code, outcome.claims

    with Engine(engine.store.directory, create=False) as fresh:
        alone = {question: shown(fresh.ask(question)) for question in questions}
    found = []

    def ask_all(first):
        for question in questions[first:] + questions[:first]:
            found.append((question, shown(engine.ask(question))))

    threads = [threading.Thread(target=ask_all, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 36
    assert [one for one in found if one[1] != alone[one[0]]] == []
    assert engine.log.verify().n_records == 42


# ── names ──


@pytest.mark.parametrize("asked", ["NORTHWIND_2024_10K", "northwind_2024_10k.PDF"])
def test_a_document_is_found_without_its_suffix_and_in_any_case(engine, asked):
    assert engine.document(asked).name == FILING


@pytest.mark.parametrize("asked", ["2024_10K", "NORTHWIND_2042_10K.pdf"])
def test_a_name_that_is_not_on_file_is_told_with_the_nearest_that_are(engine, asked):
    with pytest.raises(UsageError, match="no document") as raised:
        engine.document(asked)
    assert FILING in raised.value.hint
