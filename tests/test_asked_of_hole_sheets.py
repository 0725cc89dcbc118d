"""Fields of drillhole sheets: read with their label from the sheets of the hole that is named."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from onfile.answer.hole_sheets import answer_hole_sheet
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.language.hole_sheets import hole_asked, hole_on
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
STOP = {"what", "is", "the", "of", "at", "a", "was", "were", "which", "who", "and", "how", "in"}


def terms(text: str) -> list[str]:
    return [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in STOP]


def sheet(hole: str, *, machine: str = "RX07", tip: str = "18.00m") -> str:
    return (
        f"HOLE NO. {hole}\nDRILLHOLE RECORD\nCONTRACT NO. TC/2031/04\nPROJECT {TITLE}\n"
        "METHOD ROTARY CO-ORDINATES TASK ORDER NO. TC/2031/04.2\n"
        f"E 429015.24\nMACHINE {machine} N 927503.60 DATE 17.12.2030 to 22.12.2030\n"
        "GROUND LEVEL +76.28 mPD\n"
        f"LOGGED A. Brandt 1. A piezometer was installed with tip at {tip}.\n"
        "2. Constant head permeability tests were carried out at sections from 3.10m to 4.60m.\n"
        "CHECKED R. Voss\nEnd of hole at 26.03 m.\n"
    )


def answer(*sheets: str, asked: str, company: str | None = None) -> Draft | Refusal | None:
    archive = SmallArchive()
    archive.add("TC_holes.pdf", list(sheets), identity=Identity(title=TITLE, form="report"))
    intent = Intent(
        asked,
        QuestionKind.WHAT,
        EvidenceType.DOCUMENTS,
        terms=tuple(terms(asked)),
        phrases=("DH 4",),
        pairs=(Pair(company, None),),
    )
    reading = Reading(intent, archive.evidence(None), archive, (), terms, lambda term: 1.0, {}, {})
    return answer_hole_sheet(reading, PassageFinder(reading))


def answered(*sheets: str, asked: str) -> str:
    draft = answer(*sheets, asked=asked)
    assert isinstance(draft, Draft), draft
    return draft.answer


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("What are the coordinates of drillhole DH 4 at Tamarack Creek?", "E 429015.24"),
        ("What are the coordinates of drillhole DH 4 at Tamarack Creek?", "N 927503.60"),
        ("Which machine drilled DH 4?", "“MACHINE RX07”"),
        ("Between which dates was DH 4 drilled?", "17.12.2030 to 22.12.2030"),
        ("Who logged hole DH 4?", "“LOGGED A. Brandt”"),
        ("At what depth was the piezometer tip set in DH 4?", "tip at 18.00m"),
        ("At what sections were permeability tests carried out in DH 4?", "from 3.10m to 4.60m"),
        ("What is the contract number at Tamarack Creek?", "“CONTRACT NO. TC/2031/04”"),
    ],
)
def test_a_field_is_quoted_with_its_label(asked: str, said: str) -> None:
    assert said in answered(sheet("DH 3", machine="RX01"), sheet("DH 4"), asked=asked)


def test_two_fields_are_two_lines() -> None:
    said = answered(sheet("DH 4"), asked="Who logged and who checked drillhole DH 4?")
    assert said.splitlines()[0].endswith("“LOGGED A. Brandt”")
    assert said.splitlines()[1].endswith("“CHECKED R. Voss”")


def test_the_depth_of_a_hole_is_a_length() -> None:
    draft = answer(sheet("DH 4"), asked="How deep is DH 4 at Tamarack Creek?")
    assert isinstance(draft, Draft)
    assert draft.value is not None
    assert (draft.value.number, draft.value.unit) == (Decimal("26.03"), "m")


def test_sheets_of_one_hole_that_differ_are_a_conflict_and_no_choice() -> None:
    found = answer(
        sheet("DH 4"), sheet("DH 4", machine="RX09"), asked="Which machine drilled DH 4?"
    )
    assert isinstance(found, Refusal)
    assert found.code is RefusalCode.CONFLICTING_EVIDENCE
    assert "RX07" in found.detail
    assert "RX09" in found.detail


@pytest.mark.parametrize(
    "asked",
    [
        "Which machine drilled DH 9?",
        "Which machine drilled DH 4 at Juniper Dam?",
        "Which machine was used?",
    ],
)
def test_another_hole_another_project_and_no_hole_at_all_are_not_answered(asked: str) -> None:
    assert answer(sheet("DH 4"), asked=asked) is None


def test_a_question_about_a_company_is_of_no_hole() -> None:
    assert answer(sheet("DH 4"), asked="Who logged DH 4?", company="Larkspur") is None


def test_a_hole_is_the_same_however_it_is_spaced() -> None:
    assert hole_asked("How deep is drillhole DH-4?") == hole_on("HOLE NO. DH 4") == "DH4"
    assert hole_asked("How deep is hole P61?") != hole_on("HOLE NO. P6")
