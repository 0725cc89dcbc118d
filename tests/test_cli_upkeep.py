"""Removing, copying and checking from the command line, over a real store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas
from typer.testing import CliRunner

from onfile.cli.main import app

SALES = "Net sales of Alder Springs rose in the year, as volumes grew in every region."


def run(*arguments: object):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def store(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    for name in ("a.pdf", "b.pdf"):
        canvas = Canvas(str(tmp_path / "in" / name), invariant=True)
        canvas.drawString(72, 700, f"{SALES} This is {name}.")
        canvas.save()
    (tmp_path / "in" / ".hidden").write_text("not for reading", encoding="utf-8")
    result = run(
        "ingest", tmp_path / "in", "--store", tmp_path / "s", "--no-dense", "--no-ocr",
        "--workers", 1,
    )  # fmt: skip
    assert result.exit_code == 0, result.stdout
    assert "2 new, 1 left out" in result.stdout
    return tmp_path / "s"


def documents(store: Path) -> int:
    return json.loads(run("coverage", "--store", store, "--json").stdout)["documents"]


def test_a_document_is_removed_by_its_name(store: Path) -> None:
    result = run("remove", "a.pdf", "--store", store)
    assert (result.exit_code, documents(store)) == (0, 1)
    assert run("doctor", "--deep", "--store", store).exit_code == 0


def test_a_name_that_is_not_on_file_removes_nothing(store: Path) -> None:
    assert run("remove", "a.pdf", "c.pdf", "--store", store).exit_code == 2
    assert documents(store) == 2


def test_a_backup_is_restored_into_another_store(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "copies" / "b.onfile"
    assert run("backup", file, "--store", store).exit_code == 0
    result = run("restore", file, "--store", tmp_path / "new", "--json")
    assert json.loads(result.stdout)["documents"] == 2
    assert run("restore", file, "--store", store).exit_code == 2


def test_doctor_ends_with_1_when_a_backup_is_needed(store: Path) -> None:
    path = store / "onfile.db"
    content = bytearray(path.read_bytes())
    content[100:4096] = bytes(3996)
    path.write_bytes(content)
    for extra in ("-wal", "-shm"):
        path.with_name(path.name + extra).unlink(missing_ok=True)
    result = run("doctor", "--store", store)
    assert result.exit_code == 1


def test_tidying_up_tells_what_is_indexed(store: Path) -> None:
    written = json.loads(run("gc", "--store", store, "--json").stdout)
    assert (written["passages"], written["vectors"]) == (2, 0)


def test_a_password_file_that_is_not_there_is_wrong_usage(store: Path, tmp_path: Path) -> None:
    result = run(
        "ingest", tmp_path / "in", "--store", store, "--password-file", tmp_path / "none"
    )  # fmt: skip
    assert result.exit_code == 2
