"""Sheets of one printed form: what each records, and of which project."""

from onfile.structure.describe import describe
from onfile.structure.record_sheets import project_on, record_marks
from onfile.types import Page, PageStatus

PROJECT = "PROJECT Footbridge at Tamarack Creek, Geotechnical Investigation"


def sheet(number, hole, project=PROJECT, body="7.1 Stiff brown clay\nGROUND LEVEL +12.40 mSD"):
    text = f"DRILLHOLE RECORD {hole}\nSHEET {number} of 3\n{project}\n{body}"
    return Page(number, text, PageStatus.OCR)


def sections_of(pages):
    return [(s.path, s.start[0]) for s in describe(pages, "scan.pdf", True).sections]


def test_each_thing_that_is_recorded_is_a_section_over_all_its_sheets():
    pages = [sheet(1, "HOLE NO. TC 1"), sheet(2, "HOLE NO. TC 1"), sheet(3, "HOLE NO. TC 2")]
    assert sections_of(pages) == [(("HOLE NO. TC 1",), 1), (("HOLE NO. TC 2",), 3)]


def test_a_sheet_whose_thing_was_not_read_is_not_given_to_the_one_before():
    pages = [sheet(1, "HOLE NO. TC 1"), sheet(2, "HOLE N0. ?"), sheet(3, "HOLE NO. TC 2")]
    assert [name for name, _ in sections_of(pages)] == [("HOLE NO. TC 1",), (), ("HOLE NO. TC 2",)]


def test_a_report_that_mentions_a_hole_here_and_there_is_no_record():
    pages = [sheet(1, "HOLE NO. TC 1"), sheet(2, ""), sheet(3, "")]
    assert record_marks(pages) == []


def test_the_title_is_the_project_that_most_sheets_name_as_most_of_them_print_it():
    misread = PROJECT.replace("Tamarack", "Tamarrack")
    pages = [sheet(1, "HOLE NO. 1", misread), sheet(2, "HOLE NO. 1"), sheet(3, "HOLE NO. 1")]
    identity = describe(pages, "scan.pdf", True).identity
    assert identity.title == "Footbridge at Tamarack Creek, Geotechnical Investigation"
    assert (identity.form, identity.company) == ("report", None)


def test_the_project_is_found_below_a_contract_number():
    pages = [sheet(1, "HOLE NO. 1\nCONTRACT NO. TC/2024/08 north")]
    assert project_on(pages).value == "Footbridge at Tamarack Creek, Geotechnical Investigation"


def test_a_field_without_a_value_does_not_take_the_next_field_for_it():
    pages = [sheet(1, "HOLE NO. 1\nCONTRACT")]
    assert project_on(pages).value == "Footbridge at Tamarack Creek, Geotechnical Investigation"


def test_a_contract_number_is_no_project():
    pages = [sheet(1, "HOLE NO. 1", "CONTRACT NO. TC/2024/08 for the northern works")]
    assert project_on(pages) is None


def test_every_passage_of_a_sheet_says_which_thing_it_is_of():
    from onfile.chunk.cut import cut

    pages = [sheet(1, "HOLE NO. TC 1"), sheet(2, "HOLE NO. TC 2")]
    chunks = cut("sha256:a", pages, describe(pages, "scan.pdf", True))
    assert {chunk.section for chunk in chunks if chunk.page == 2} == {"HOLE NO. TC 2"}
    assert all("HOLE NO. TC" in chunk.header for chunk in chunks)
