"""Hostile files end as they should: in rows that say what happened, and never in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile_pdfs import HOSTILE, PASSWORD, SALES
from onfile.ingest.workers import WorkerFailure, run_isolated
from onfile.processing import Processed, Task, process, retry, run

TEXT, BLANK, NO_TEXT, GARBAGE, OCR = "text", "blank", "no_text", "garbage_text", "ocr"
FAILED, TOO_LARGE, LOCKED = "failed", "too_large", "encrypted"

# The status of every page or, for a file that gives no pages, words of the reason.
EXPECTED: dict[str, list[str] | str] = {
    "whole": [TEXT] * 2,
    "empty": "the file is empty (0 bytes)",
    "header alone": "damaged and could not be repaired",
    "noise after the header": "damaged and could not be repaired",
    "nothing but zeros": "not a kind of file that can be read",
    "a ZIP archive": "not a kind of file that can be read",
    "junk before the header": [TEXT],
    "junk after the end": [TEXT],
    "cut after a third": "damaged and could not be repaired",
    "cut tail": [TEXT] * 9,
    "a hole in the middle": [FAILED] * 4 + [TEXT] * 5,
    "wrong place of the table": [TEXT],
    "table that names itself": [TEXT],
    "no trailer": [TEXT],
    "no catalog": "damaged and could not be repaired",
    "tree that holds itself": [TEXT, FAILED],
    "one page twice": [TEXT] * 2,
    "a tree 2,000 deep": [FAILED],
    "arrays 100,000 deep": [TEXT],
    "a million pages claimed": [TEXT],
    "a negative number of pages": [TEXT],
    "fewer pages claimed than there are": [TEXT] * 2,
    "a page that is not there": [TEXT, FAILED],
    "a page that is a number": [TEXT, FAILED],
    "10,000 pages": [BLANK] * 10_000,
    "no contents": [BLANK],
    "contents that can't be unpacked": [FAILED],
    "contents of unknown packing": [TEXT],
    "contents longer than said": [TEXT],
    "contents shorter than said": [TEXT],
    "a bomb": [FAILED, TEXT],
    "a picture bomb": [NO_TEXT],
    "a form that draws itself": [TEXT],
    "a page of 2^31 points": [TEXT],
    "an empty page of 2^31 points": [TOO_LARGE],
    "a page of no size": [TEXT],
    "a page measured in words": [TEXT],
    "rotated pages": [TEXT] * 2,
    "a page askew": [TEXT],
    "letters of endless size": [BLANK],
    "a scan": [NO_TEXT],
    "a scan between texts": [TEXT, NO_TEXT, TEXT],
    "a scan with an unseen layer": [OCR],
    "a font without Unicode": [TEXT],
    "codes for letters": [GARBAGE],
    "a data dump": [TOO_LARGE, TEXT],
    "locked": "a password is needed",
    "locked against printing": [TEXT] * 2,
    "a contents list that goes in circles": [TEXT] * 2,
    "a program to start": [TEXT] * 2,
}
REPAIRED = (
    "cut tail",
    "no trailer",
    "a million pages claimed",
    "fewer pages claimed than there are",
)

Results = dict[str, Processed | WorkerFailure]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("hostile")
    tasks = []
    for name, make in HOSTILE.items():
        path = folder / f"{name}.pdf"
        path.write_bytes(make())
        tasks.append(Task(path))
    found = run_isolated(run, tasks, 2, timeout_s=60.0, retry=retry)
    return {task.path.stem: result for task, result in found}


def processed(results: Results, name: str) -> Processed:
    result = results[name]
    assert not isinstance(result, WorkerFailure), result.reason
    return result


def test_every_hostile_file_is_expected_to_end_in_some_way() -> None:
    assert set(HOSTILE) == set(EXPECTED)
    assert len(HOSTILE) >= 40


@pytest.mark.parametrize("name", EXPECTED)
def test_a_hostile_file_ends_as_it_should(name: str, results: Results) -> None:
    result = processed(results, name)
    expected = EXPECTED[name]
    if isinstance(expected, str):
        (row,) = result.ledger
        assert result.document is None
        assert expected in row.reason
        assert row.page is None
        return
    assert [page.status.value for page in result.pages] == expected
    assert [row.page for row in result.ledger] == list(range(1, len(expected) + 1))
    assert all(row.reason for row in result.ledger if row.status != TEXT)


@pytest.mark.parametrize("name", [name for name, end in EXPECTED.items() if TEXT in end])
def test_pages_that_can_be_read_are_read_as_they_are_printed(name: str, results: Results) -> None:
    texts = [page.text for page in processed(results, name).pages if page.status == TEXT]
    assert all(SALES in text.replace("\n", " ") for text in texts)


@pytest.mark.parametrize("name", REPAIRED)
def test_what_was_repaired_says_so(name: str, results: Results) -> None:
    result = processed(results, name)
    assert all("repaired" in row.reason and "(repaired)" in row.reader for row in result.ledger)


def test_no_reason_names_a_temporary_file(results: Results) -> None:
    rows = [row for name in EXPECTED for row in processed(results, name).ledger]
    assert [row.reason for row in rows if "/tmp" in row.reason] == []


def test_a_locked_file_opens_with_its_password(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    path.write_bytes(HOSTILE["locked"]())
    assert SALES in process(path, passwords=["wrong", PASSWORD]).pages[1].text
