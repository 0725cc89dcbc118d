from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from onfile.structure.contents import contents_pages, is_contents
from onfile.structure.describe import describe
from onfile.structure.sections import find_sections
from onfile.types import Page, PageStatus

PROSE = "We make drinks and we sell them to shops in nine countries, as we have done for years."
COVER = (
    "SECURITIES AND EXCHANGE COMMISSION\nFORM {form}\n{ended}\nCommission file number 1-2345\n"
    "ALDER CO., INC.\n(Exact name of registrant as specified in its charter)\n"
)
CONTENTS = (
    "TABLE OF CONTENTS\nPART I\nItem 1. Business 3\nItem 1A. Risk Factors 4\nItem 2. Properties 5\n"
    "PART II\nItem 7. Management’s Discussion and Analysis 6\nItem 8. Financial Statements 7\n"
    "Note 1 — Policies 7\nNote 2 — Debt 8\n"
)
ANNUAL = (
    COVER.format(form="10-K", ended="For the fiscal year ended December 31, 2022"),
    CONTENTS,
    f"PART I\nItem 1. Business\n{PROSE}\nOur Strategy\n{PROSE}\nItem 1A. Risk Factors\n{PROSE}",
    f"As we explain in\nItem 7. Management’s Discussion and Analysis, we grew.\n"
    f"Item 2. Properties\n{PROSE}",
    f"PART II\nItem 7. Management’s Discussion and Analysis of Financial Condition and\n"
    f"Results of Operations\n{PROSE}",
    f"Item 8. Financial Statements and Supplementary Data\n{PROSE}\n"
    f"Notes to Consolidated Financial Statements\nNote 1 — Policies\n{PROSE}\n"
    f"Note 2 — Debt\n{PROSE}\nSee also Note 1 above.\nNote 3 — Leases\n{PROSE}",
    f"Note 3 — Leases (Continued)\n{PROSE}\nSIGNATURES\n{PROSE}",
)
QUARTERLY = (
    COVER.format(form="10-Q", ended="For the quarterly period ended June 30, 2023"),
    f"PART I. FINANCIAL INFORMATION\nITEM 1. FINANCIAL STATEMENTS\n{PROSE}",
    f"ITEM 2. MANAGEMENT’S DISCUSSION AND ANALYSIS\n{PROSE}\n"
    f"ITEM 4. CONTROLS AND PROCEDURES\n{PROSE}",
    f"PART II. OTHER INFORMATION\nITEM 1. LEGAL PROCEEDINGS\n{PROSE}\n"
    f"ITEM 2. UNREGISTERED SALES OF EQUITY SECURITIES\n{PROSE}\nITEM 6. EXHIBITS\n{PROSE}",
)


def pages(*texts):
    return [Page(number, text, PageStatus.TEXT) for number, text in enumerate(texts, start=1)]


def sections(*texts):
    return describe(pages(*texts), "a.pdf", True).sections


def named(found, *path):
    return [s for s in found if s.path == path]


def test_an_annual_report_has_its_parts_and_items_with_their_kinds():
    found = sections(*ANNUAL)
    kinds = {s.path: s.kind for s in found}
    assert kinds[("Part I", "Item 1")] == "business"
    assert kinds[("Part I", "Item 1A")] == "risk_factors"
    assert kinds[("Part II", "Item 7")] == "mdna"
    assert kinds[("Part II", "Item 8")] == "financial_statements"
    assert kinds[("Cover",)] == "cover"
    assert kinds[("Contents",)] == "contents"
    assert kinds[("Signatures",)] == "signatures"


def test_items_are_found_once_not_in_contents_and_not_in_cross_references():
    found = sections(*ANNUAL)
    (item7,) = named(found, "Part II", "Item 7")
    assert item7.start[0] == 5
    (item1,) = named(found, "Part I", "Item 1")
    assert item1.start == (3, len("PART I\n"))
    assert (item1.part, item1.item) == ("Part I", "Item 1")


def test_a_section_ends_where_the_next_of_its_level_starts():
    found = sections(*ANNUAL)
    (item1,) = named(found, "Part I", "Item 1")
    (item1a,) = named(found, "Part I", "Item 1A")
    assert item1.end == item1a.start


def test_headings_stand_inside_their_item_and_take_its_kind():
    (heading,) = named(sections(*ANNUAL), "Part I", "Item 1", "Our Strategy")
    assert heading.kind == "business"
    assert heading.item == "Item 1"


def test_notes_carry_their_titles_and_are_not_repeated_when_continued():
    found = sections(*ANNUAL)
    notes = [s.path[-1] for s in found if s.kind == "notes" and s.path[-1].startswith("Note ")]
    assert notes == ["Note 1 — Policies", "Note 2 — Debt", "Note 3 — Leases"]
    (debt,) = [s for s in found if s.path[-1:] == ("Note 2 — Debt",)]
    assert debt.path[:3] == ("Part II", "Item 8", "Notes to Consolidated Financial Statements")


def test_notes_numbered_without_the_word_count_up_from_one():
    texts = list(ANNUAL)
    texts[5] = (
        f"Item 8. Financial Statements and Supplementary Data\n{PROSE}\n"
        f"Notes to Consolidated Financial Statements\n1. Policies\n{PROSE}\n3. A list entry\n"
        f"2. Debt\n{PROSE}\n3. Leases\n{PROSE}"
    )
    texts[6] = PROSE
    notes = [s.path[-1] for s in sections(*texts) if s.path and s.path[-1].startswith("Note ")]
    assert notes == ["Note 1 — Policies", "Note 2 — Debt", "Note 3 — Leases"]


def test_a_quarterly_report_keeps_item_1_and_2_of_both_parts():
    found = sections(*QUARTERLY)
    assert [(s.path, s.kind) for s in found if s.level == 2] == [
        (("Part I", "Item 1"), "financial_statements"),
        (("Part I", "Item 2"), "mdna"),
        (("Part I", "Item 4"), "controls"),
        (("Part II", "Item 1"), "legal_proceedings"),
        (("Part II", "Item 2"), "market_for_equity"),
        (("Part II", "Item 6"), "exhibits"),
    ]


def test_running_heads_that_name_the_item_on_every_page_open_no_sections():
    texts = [f"PART I\nItem 1\n{PROSE} {n}" for n in range(4)]
    first = f"PART I\nITEM 1. BUSINESS\n{PROSE}"
    found = sections(ANNUAL[0], first, *texts, "PART I\nITEM 2. PROPERTIES\n" + PROSE)
    assert len(named(found, "Part I", "Item 1")) == 1


def test_a_current_report_has_its_numbered_items_and_exhibits():
    ended = "Date of Report (Date of earliest event reported): May 3, 2023"
    found = sections(
        COVER.format(form="8-K", ended=ended),
        f"Item 2.02 Results of Operations and Financial Condition.\n{PROSE}\n"
        f"Item 9.01 Financial Statements and Exhibits.\n{PROSE}\nSIGNATURE\n{PROSE}",
        f"Exhibit 99.1\n{PROSE}",
    )
    kinds = {s.path: s.kind for s in found}
    assert kinds[("Item 2.02",)] == "results"
    assert kinds[("Item 9.01",)] == "exhibits"
    assert kinds[("Exhibit 99.1",)] == "exhibits"


def test_clauses_of_a_specification_nest_by_their_numbers():
    text = (
        f"STANDARD SPECIFICATIONS\n2-09.3 Construction Requirements\n{PROSE}\n"
        f"2-09.3(1) General Requirements\n{PROSE}\n2-09.3(1)E Backfilling\n{PROSE}\n"
        f"2-10.1 Description\n{PROSE}"
    )
    found = {s.path[-1]: s for s in sections(text) if s.path}
    assert found["2-09.3(1)E Backfilling"].path == (
        "2-09.3 Construction Requirements",
        "2-09.3(1) General Requirements",
        "2-09.3(1)E Backfilling",
    )
    assert found["2-10.1 Description"].path == ("2-10.1 Description",)
    assert found["2-09.3(1)E Backfilling"].kind == "clause"


def test_a_link_to_the_contents_at_the_head_of_a_page_is_no_contents_page():
    assert not is_contents(f"Table of Contents\n{PROSE}\n{PROSE}\n{PROSE}\n{PROSE}\n{PROSE}\n")
    assert is_contents(CONTENTS)


def test_a_balance_sheet_is_no_contents_page():
    rows = "\n".join(f"Asset of kind {n} ${n},{n}00 {n},400" for n in range(1, 9))
    assert not is_contents(f"CONSOLIDATED BALANCE SHEETS\nIndex\n{rows}")


def test_an_index_to_exhibits_is_marked():
    rows = "\n".join(
        f"10.{n} Form of agreement (incorporated by reference to Exhibit)" for n in range(8)
    )
    assert contents_pages(pages(PROSE, f"EXHIBIT INDEX\n{rows}")) == (2,)


def test_no_pages_have_no_sections():
    assert find_sections([], None, None, ()) == ()
    assert describe([], "a.pdf", True).sections == ()


LINES = st.sampled_from(
    [
        "PART I",
        "Item 1. Business",
        "Item 2 Properties 5",
        "Item 7. Discussion",
        "Item 8. Financial Statements",
        "Note 1 — Debt",
        "Our Plan",
        "SIGNATURES",
        "Exhibit 10.1",
        PROSE,
    ]
)
TEXTS = st.lists(st.lists(LINES, max_size=8).map("\n".join), min_size=1, max_size=6)


@given(TEXTS, st.sampled_from([None, "10-K", "10-Q", "8-K", "earnings release"]))
def test_sections_of_the_top_level_tile_the_whole_document_and_nest(texts, form):
    source = pages(*texts)
    found = find_sections(source, form, 1, contents_pages(source))
    assert found[0].start == (1, 0)
    top = [s for s in found if not any(_holds(other, s) for other in found)]
    for left, right in pairwise(top):
        assert left.end == right.start
    assert top[-1].end == (len(texts), len(texts[-1]))
    assert all(s.start <= s.end for s in found)


def _holds(outer, inner):
    return (
        outer is not inner
        and outer.level < inner.level
        and (outer.start <= inner.start and inner.end <= outer.end)
    )
