"""The table of traps names real documents and real questions."""

import json
import re
from pathlib import Path

from onfile.demo.archive import COPY, FILES, TRUNCATED
from onfile.demo.gold import QUESTIONS

DOCUMENT = re.compile(r"`((?:filings|calls|engineering|odd|restricted)/[^`]+)`")
TABLE = (Path(__file__).parent.parent / "docs" / "demo-archive.md").read_text(encoding="utf-8")
ROWS = {
    row["id"]: row for row in map(json.loads, QUESTIONS.read_text(encoding="utf-8").splitlines())
}


def test_every_document_of_the_archive_is_in_the_tables_or_a_filing_of_a_company():
    named = set(DOCUMENT.findall(TABLE))
    assert named <= {*FILES, COPY, TRUNCATED}
    unnamed = {*FILES, COPY, TRUNCATED} - named
    assert {name.partition("/")[0] for name in unnamed} <= {"filings", "calls"}


def test_every_question_of_the_tables_exists():
    assert set(re.findall(r"demo-[AR]\d\d", TABLE)) <= set(ROWS)


def test_the_questions_with_an_answer_of_a_row_are_answered_from_its_document():
    for line in TABLE.splitlines():
        files = DOCUMENT.findall(line)
        for question in re.findall(r"demo-A\d\d", line):
            if "odd/" in line or not files:
                continue
            gold = {place["file"] for place in ROWS[question]["gold"] + ROWS[question]["also_ok"]}
            assert gold & set(files), f"{question} against {files}"


def test_the_counts_of_questions_are_those_of_the_file():
    refused = sum("expected_codes" in row for row in ROWS.values())
    counts = f"{len(ROWS) - refused} questions with an answer and {refused} that must be refused"
    assert counts in " ".join(TABLE.split())
