"""Fields of printed forms are answered by quoting the label with its number."""

import re
from decimal import Decimal

import pytest

from onfile.answer.fields import answer_field
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.types import (
    Draft,
    EvidenceType,
    Identity,
    Intent,
    Pair,
    QuestionKind,
    Refusal,
    RefusalCode,
)
from small_archive import SmallArchive

TITLE = "Footbridge at Tamarack Creek"
ASKED = "What is the ground level of drillhole TC 3 at Tamarack Creek?"
STOP = {"what", "is", "the", "of", "at", "a"}


def terms(text):
    return [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in STOP]


def sheet(hole, level="GROUND LEVEL +12.40 mSD"):
    return f"DRILLHOLE RECORD {hole}\nMETHOD ROTARY ORIENTATION VERTICAL {level}\nWater\nLevel 7.2"


def answer(sheets, asked=ASKED, phrases=("drillhole TC 3",), pairs=(), form="report"):
    archive = SmallArchive()
    for name, text in sheets.items():
        section = re.search(r"HOLE NO\. \S+ \d+", text)
        archive.add(
            f"{name}.pdf",
            [text],
            identity=Identity(title=TITLE, form=form),
            section=section.group() if section else None,
        )
    intent = Intent(
        asked,
        QuestionKind.FIGURE,
        EvidenceType.DOCUMENTS,
        terms=tuple(terms(asked)),
        phrases=phrases,
        pairs=pairs,
    )
    reading = Reading(intent, archive.evidence(None), archive, (), terms, lambda term: 1.0, {}, {})
    return answer_field(reading, PassageFinder(reading))


def test_the_label_and_its_number_are_quoted_and_the_number_is_the_value():
    draft = answer(
        {"a": sheet("HOLE NO. TC 2", "GROUND LEVEL +9.10 mSD"), "b": sheet("HOLE NO. TC 3")}
    )
    assert isinstance(draft, Draft)
    assert draft.claims[0].citations[0].quote == "GROUND LEVEL +12.40 mSD"
    assert (draft.value.number, draft.value.scale, draft.value.unit) == (Decimal("12.40"), 1, "mSD")


def test_a_misread_point_does_not_make_a_number_a_hundred_times_as_large():
    assert answer({"a": sheet("HOLE NO. TC 3", "GROUND LEVEL +12,40 mSD")}) is None


def test_a_sheet_of_another_thing_does_not_answer():
    assert answer({"a": sheet("HOLE NO. TC 30"), "b": sheet("HOLE NO. TC 4")}) is None


def test_a_label_that_is_only_partly_asked_for_does_not_answer():
    asked = "What is the groundwater level of drillhole TC 3 at Tamarack Creek?"
    assert answer({"a": sheet("HOLE NO. TC 3")}, asked) is None


def test_a_sheet_of_another_project_does_not_answer():
    asked = "What is the ground level of drillhole TC 3 at Harrow Bridge?"
    assert answer({"a": sheet("HOLE NO. TC 3")}, asked) is None


def test_sheets_that_differ_are_a_conflict_and_both_are_shown():
    sheets = {"a": sheet("HOLE NO. TC 3"), "b": sheet("HOLE NO. TC 3", "GROUND LEVEL +12.90 mSD")}
    refusal = answer(sheets)
    assert isinstance(refusal, Refusal)
    assert refusal.code is RefusalCode.CONFLICTING_EVIDENCE
    assert [one.quote for one in refusal.citations] == [
        "GROUND LEVEL +12.40 mSD",
        "GROUND LEVEL +12.90 mSD",
    ]


def test_sheets_that_repeat_a_field_are_no_conflict():
    assert isinstance(answer({"a": sheet("HOLE NO. TC 3"), "b": sheet("HOLE NO. TC 3")}), Draft)


@pytest.mark.parametrize("form", ["10-K", "call transcript", "earnings release"])
def test_filings_and_calls_are_no_forms(form):
    assert answer({"a": sheet("HOLE NO. TC 3")}, form=form) is None


def test_questions_about_a_company_are_not_answered_from_forms():
    pairs = (Pair("Northwind", None),)
    assert answer({"a": sheet("HOLE NO. TC 3")}, pairs=pairs) is None
