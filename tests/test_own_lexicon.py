"""A lexicon of one's own: set, checked, and told when it is wrong."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from onfile.cli.main import app
from onfile.config import Settings
from onfile.engine import Engine
from onfile.errors import SettingError

OWN = """
group: ours
concepts:
  - id: capex
    asks: [plant money]
  - id: tinker_fund
    asks: [tinker fund]
    prints: [purchases of property plant and equipment for tinkers]
"""
FILE = "filings/NORTHWIND_2024_10K.pdf"
QUESTION = "What was Northwind's plant money in fiscal 2024?"


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    path = tmp_path_factory.mktemp("words") / "own.yaml"
    path.write_text(OWN, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def store(archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    with Engine(folder) as engine:
        engine.ingest([archive / FILE], workers=1, ocr=False)
    return folder


def concepts_of(store, lexicon):
    with Engine(store, settings=Settings(store=store, lexicon=lexicon)) as engine:
        return [mention.concept for mention in engine.scope(QUESTION).concepts]


def test_a_name_of_ones_own_is_understood_where_the_file_is_set(store, own):
    assert concepts_of(store, own) == ["capex"]
    assert concepts_of(store, None) == []


def test_a_row_is_called_by_the_lexicon_with_which_its_document_was_read(
    archive, store, own, tmp_path
):
    with Engine(store) as engine:
        label = next(f.label for f in engine.store.figures() if f.concept is None)
    words = own.with_name("rows.yaml")
    rows = {"concepts": [{"id": "tinker_fund", "asks": ["tinker fund"], "prints": [label]}]}
    words.write_text(json.dumps(rows), encoding="utf-8")
    with Engine(tmp_path, settings=Settings(store=tmp_path, lexicon=words)) as engine:
        engine.ingest([archive / FILE], workers=1, ocr=False, embed=False)
        named = {f.concept for f in engine.store.figures() if f.label == label}
    assert named == {"tinker_fund"}


def test_nothing_is_ingested_with_a_lexicon_that_is_wrong(archive, own, tmp_path):
    wrong = own.with_name("unreadable.yaml")
    wrong.write_text("concepts: [", encoding="utf-8")
    with Engine(tmp_path, settings=Settings(store=tmp_path, lexicon=wrong)) as engine:
        with pytest.raises(SettingError, match=r"unreadable\.yaml"):
            engine.ingest([archive / FILE], workers=1, ocr=False, embed=False)
        assert engine.store.documents() == []


def test_a_file_that_is_not_there_is_a_wrong_setting(store, own):
    with pytest.raises(SettingError, match=r"missing\.yaml"):
        concepts_of(store, own.with_name("missing.yaml"))


def test_the_fingerprint_of_the_settings_is_that_of_the_files_content(own):
    copied = own.with_name("copied.yaml")
    copied.write_text(OWN, encoding="utf-8")
    assert Settings(lexicon=own).fingerprint == Settings(lexicon=copied).fingerprint
    copied.write_text(OWN + "\n", encoding="utf-8")
    assert Settings(lexicon=own).fingerprint != Settings(lexicon=copied).fingerprint
    assert Settings(lexicon=own).fingerprint != Settings().fingerprint


def told(*arguments, **environ):
    return CliRunner().invoke(app, ["lexicon", *map(str, arguments)], env=environ)


def test_the_check_counts_ones_own_beside_the_shipped(own):
    n_shipped = json.loads(told("--json").stdout)["concepts"]
    assert json.loads(told(own, "--json").stdout) == {"concepts": n_shipped + 1, "problems": []}
    assert json.loads(told("--json", ONFILE_LEXICON=str(own)).stdout)["concepts"] == n_shipped + 1


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("id: tinker\n    asks: [capex]", "'capex' is asked by capex, tinker"),
        ("id: tinker\n    colour: red", "unknown keys colour"),
        ("id: Tinker Fund", "no id of the form lower_case"),
    ],
)
def test_what_is_wrong_in_ones_own_file_is_told_and_is_an_error(own, entry, message):
    wrong = own.with_name("wrong.yaml")
    wrong.write_text(f"concepts:\n  - {entry}\n", encoding="utf-8")
    result = told(wrong)
    assert result.exit_code != 0
    assert message in result.output
