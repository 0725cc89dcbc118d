"""The JSON that other programs rely on has exactly the documented keys."""

from __future__ import annotations

import dataclasses
import json
from decimal import Decimal

import pytest

from face_fakes import (
    ANSWERED,
    CALL_CITATION,
    CALL_EVIDENCE,
    CITATION,
    COMPANY,
    EVIDENCE,
    REFUSED,
    UNREADABLE,
    Coverage,
)
from onfile.contract import (
    citation_from_json,
    citation_json,
    coverage_json,
    error_json,
    number_json,
    outcome_json,
    search_json,
    value_from_json,
    value_json,
)
from onfile.errors import StoreBusy

OUTCOME = {
    "outcome",
    "id",
    "question",
    "answer",
    "value",
    "claims",
    "refusal",
    "confidence",
    "checks",
    "evidence",
    "scope",
    "searched",
    "timings_ms",
    "record",
    "parts",
}
CITED = {
    "document",
    "document_id",
    "page",
    "page_label",
    "line",
    "turn",
    "company",
    "form",
    "period",
    "section",
    "speaker",
    "quote",
    "boxes",
    "span",
    "chunk_id",
    "note",
    "sheet",
    "cell",
    "ocr_confidence",
}
FOUND = {
    "rank",
    "document",
    "document_id",
    "page",
    "line",
    "turn",
    "company",
    "form",
    "period",
    "section",
    "speaker",
    "score",
    "score_kind",
    "reason",
    "hits",
    "chunk_id",
    "text",
}


@pytest.mark.parametrize("outcome", [ANSWERED, REFUSED])
def test_an_outcome_has_exactly_the_documented_keys(outcome):
    assert outcome_json(outcome).keys() == OUTCOME


def test_the_parts_of_an_answer_have_exactly_the_documented_keys():
    written = outcome_json(ANSWERED)
    assert written["value"].keys() == {"number", "scale", "currency", "unit", "percent"}
    assert written["claims"][0].keys() == {"text", "citations", "pair", "arithmetic"}
    assert written["claims"][0]["citations"][0].keys() == CITED
    check = {"name", "passed", "measured", "threshold", "kind", "detail"}
    assert written["checks"][0].keys() == check
    assert written["evidence"][0].keys() == FOUND
    assert {"companies", "periods", "pairs"} <= written["scope"].keys()
    assert written["searched"] == {"documents": 128, "pages": 12692}


def test_the_json_of_an_outcome_is_json():
    for outcome in (ANSWERED, REFUSED):
        written = outcome_json(outcome)
        assert json.loads(json.dumps(written, allow_nan=False)) == written


def test_an_answer_says_where_it_stands():
    written = outcome_json(ANSWERED)
    citation = written["claims"][0]["citations"][0]
    assert (citation["page"], citation["page_label"], citation["line"]) == (60, "58", None)
    assert citation["boxes"] == [[72.0, 310.13, 540.0, 322.0]]
    assert written["scope"]["pairs"] == [[COMPANY, "FY2022"]]
    assert written["value"] == {
        "number": 1577,
        "scale": 1_000_000,
        "currency": "USD",
        "unit": None,
        "percent": False,
    }


def test_a_refusal_has_no_answer_and_no_claims():
    written = outcome_json(REFUSED)
    assert (written["answer"], written["claims"], written["value"]) == (None, [], None)
    refusal = written["refusal"]
    expected = {"code", "detail", "missing", "on_file", "choices", "citations", "unread"}
    assert refusal.keys() == expected
    assert refusal["code"] == "SCOPE_INCOMPLETE"
    assert refusal["missing"] == [["Alder Springs", "2026Q1"]]
    assert refusal["on_file"] == {COMPANY: ["FY2021", "FY2022"], "Alder Springs": ["FY2025"]}


def test_a_text_without_pages_has_line_and_turn_and_no_page():
    found = search_json([EVIDENCE, CALL_EVIDENCE])["results"]
    assert [(e["page"], e["line"], e["turn"]) for e in found] == [(60, None, None), (None, 214, 12)]
    cited = citation_json(CALL_CITATION)
    assert (cited["page"], cited["line"], cited["turn"]) == (None, 214, 12)


def test_a_score_is_given_with_its_kind():
    found = search_json([EVIDENCE])["results"][0]
    assert (found["score"], found["score_kind"]) == (0.032, "rrf")
    assert [hit["score_kind"] for hit in found["hits"]] == ["bm25", "cosine"]


@pytest.mark.parametrize(
    ("number", "written"),
    [("1577", "1577"), ("1577.0", "1577"), ("-12.5", "-12.5"), ("0", "0"), ("1E+3", "1000")],
)
def test_a_value_is_a_json_number(number, written):
    assert json.dumps(number_json(Decimal(number))) == written


def test_coverage_has_exactly_the_documented_keys():
    written = coverage_json(Coverage(failures=(UNREADABLE,)))
    assert written.keys() == {
        "documents",
        "pages",
        "by_status",
        "unaccounted_pages",
        "matrix",
        "failures",
        "left_out",
        "missing",
        "links",
    }
    row = {"company": COMPANY, "form": "10-K", "period": "FY2022", "documents": 1}
    assert written["matrix"] == [row]
    failure = written["failures"][0]
    assert (failure["file"], failure["page"], failure["reason"]) == (
        "broken.pdf",
        None,
        "not a PDF",
    )


def test_an_error_is_failed_and_never_a_refusal():
    assert error_json(StoreBusy("another process is writing", hint="wait")) == {
        "outcome": "failed",
        "error": {
            "code": "STORE_BUSY",
            "message": "another process is writing",
            "hint": "wait",
            "retryable": True,
        },
    }


@pytest.mark.parametrize("citation", [CITATION, CALL_CITATION])
def test_a_citation_comes_back_from_its_json(citation):
    rounded = tuple(type(b)(*(round(edge, 2) for edge in b)) for b in citation.boxes)
    expected = dataclasses.replace(citation, boxes=rounded)
    assert citation_from_json(json.loads(json.dumps(citation_json(citation)))) == expected


def test_a_value_comes_back_from_its_json():
    assert value_from_json(value_json(ANSWERED.value)) == ANSWERED.value
    assert value_from_json(None) is None
