# ruff: noqa: E501 (tables of questions and labels, one a line)
"""Questions over a made-up archive, and what each asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.language.lexicon import load
from onfile.scope.directory import directory_of
from onfile.scope.parse import parse
from onfile.types import (
    Catalog,
    CatalogEntry,
    EvidenceType,
    Identity,
    Intent,
    Pair,
    Period,
    QuestionKind,
)
from scope_archive import ARCHIVE

N, H, K, B, P = "Northwind", "Halden & Ross", "Kestrel", "Better Buys", "PomoLaco"
S, M = "Sundaram Cements", "Keystone Motors"


def ask(question: str, catalog: Catalog = ARCHIVE) -> Intent:
    return parse(question, catalog, load())


def names(periods: tuple[Period, ...]) -> list[str]:
    return [p.name for p in periods]


@pytest.mark.parametrize(
    ("question", "companies"),
    [
        ("What was Northwind's revenue in 2020?", [N]),
        ("northwind revenue 2020", [N]),
        ("Northwind Beverages net sales 2020", [N]),
        ("NORTHWIND BEVERAGES, INC. net sales for 2020", [N]),
        ("nwb rev fy20", [N]),
        ("NWB FY20 diluted EPS?", [N]),
        ("northwnid revenue 2020", [N]),
        ("Halden & Ross net earnings 2020", [H]),
        ("halden and ross net earnings 2020", [H]),
        ("halden and rsos net earnings 2020", [H]),
        ("h&r capex 2020", [H]),
        ("haldens capex 2020", [H]),
        ("hnr vs nwb revenue 2020", [H, N]),
        ("kestrel devices r&d 2020", [K]),
        ("Kestral R&D 2020", [K]),
        ("Better Buys comparable sales in fiscal 2020", [B]),
        ("betterbuys net sales 2020", [B]),
        ("betr sg&a 2020", [B]),
        ("pomola revenue 2020", [P]),
        ("sundaram consol ebitda q3 fy25", [S]),
        ("sundcem PAT Q3FY25", [S]),
        ("KEY revenue 2021", [M]),
        ("What is the key driver of Northwind revenue in 2020?", [N]),
        ("Keystone Motors revenue 2021", [M]),
        ("Did Northwind or Kestrel spend more on R&D in 2020?", [N, K]),
        ("Compare Northwind's and Kestrel's gross margin for fiscal 2020.", [N, K]),
        ("What did Mira Vale say about gross margin on the Q2 2020 call?", [K]),
        ("How did Kestrel's CFO describe the Northwind partnership in Q2 2020?", [K]),
        ("nobe capex 2020", [N]),
        ("north wind capex 2020", [N]),
        ("SCL PAT Q3 FY25", [S]),
        ("What does NorthwindPay charge per sale in 2020?", [N]),
    ],
)
def test_companies_are_found_however_they_are_named(question: str, companies: list[str]) -> None:
    intent = ask(question)
    assert list(intent.companies) == companies
    assert intent.unknown_companies == ()


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("Larkspur's operating income in 2017?", ["Larkspur"]),
        ("What was VELLUM's revenue in fiscal 2020?", ["VELLUM"]),
        ("What net revenues did Grenadine report for 2020?", ["Grenadine"]),
        ("How many vehicles did Volta deliver in 2021?", ["Volta"]),
        ("Target's gross margin rate in fiscal 2021?", ["Target"]),
        ("Gold Coast Sands casino revenue for 2021?", ["Gold Coast Sands"]),
        ("Harbour Cement's EBITDA per ton in Q3 FY25?", ["Harbour Cement"]),
        ("What was Company B's revenue last quarter?", ["Company B"]),
        ("Did Northwind or Larkspur spend more on R&D in 2020?", ["Larkspur"]),
        ("Northwind versus Larkspur revenues for 2021?", ["Larkspur"]),
        ("How do Northwind's 2021 revenues compare with Larkspur's?", ["Larkspur"]),
        ("Revenue in 2021: Northwind against Gold Coast Sands?", ["Gold Coast Sands"]),
        ("Rank Northwind, Kestrel and Larkspur by 2020 operating income.", ["Larkspur"]),
        ("What was net income of Larkspur in 2020?", ["Larkspur"]),
        ("Northwind, Kestrel and Larkspur revenue 2020", ["Larkspur"]),
        ("Did Northwind or L-Mobile add more stores in 2020?", ["L-Mobile"]),
        ("Which debt is listed under 5M's name as of Q2 of 2020?", ["5M"]),
        # parts, products and places of a company that is named are no companies
        ("Northwind's Sparkling Waters revenue in 2020?", []),
        ("What was Fizzler's revenue in Northwind's fiscal 2020?", []),
        ("What was behind Spring-Water North America's growth in 2020 according to Northwind?", []),
        ("Why did Northwind sell Clearbrook in fiscal 2020?", []),
        ("How many people did Northwind employ in Mexico at the end of 2020?", []),
        ("Was the K-35 Kestrel's largest program in 2021?", []),
        ("What unit price did Larch Contractors bid for item 0012 in EAN 2031D007?", []),
        ("How did Mira Vale answer Hana Ito's question about pricing?", []),
        ("larkspur revenue 2020", []),
        ("What was EBITDA in FY2020?", []),
    ],
)
def test_names_that_are_not_on_file_are_told_from_parts(question: str, unknown: list[str]) -> None:
    assert list(ask(question).unknown_companies) == unknown


@pytest.mark.parametrize(
    ("question", "targets", "filters"),
    [
        ("Northwind revenue in 2020?", ["FY2020"], []),
        ("Northwind revenue 2019 and 2020", ["FY2019", "FY2020"], []),
        ("Northwind revenue FY2019 - FY2021 average", ["FY2019", "FY2020", "FY2021"], []),
        ("How did Northwind's revenue change from 2019 to 2021?", ["FY2019", "FY2021"], []),
        ("Northwind operating profit fy20 not 2021", ["FY2020"], []),
        ("Northwind goodwill at December 31, 2020", ["FY2020"], []),
        ("Kestrel revenue in the June 2020 quarter", ["2020Q4"], []),
        ("Kestrel revenue for the quarter ended December 31, 2019", ["2020Q2"], []),
        ("Kestrel unearned revenue at June 30, 2020", ["FY2020"], []),
        ("Better Buys net sales for the 13 weeks ended July 30, 2022", ["2022Q2"], []),
        ("Better Buys net sales, fiscal year ended January 29, 2022", ["FY2021"], []),
        ("Kestrel opex in Q2'20 vs a year earlier?", ["2020Q2", "2019Q2"], []),
        ("Kestrel opex for Q2 of 2020 and for the same quarter of 2019", ["2020Q2", "2019Q2"], []),
        ("Kestrel sales growth in Q2 2020 year over year", ["2020Q2"], []),
        (
            "In its 10-K for 2020, what revenue did Northwind report for 2019?",
            ["FY2019"],
            ["FY2020"],
        ),
        ("What revenue did Northwind's 2020 10-K show for 2019?", ["FY2019"], ["FY2020"]),
        ("What revenue did the Northwind 2020 annual report show for 2020?", ["FY2020"], []),
        ("What segments does Northwind list in its 2020 10-K?", ["FY2020"], []),
        ("What Q3 2020 revenue did Kestrel guide to on its Q2 2020 call?", ["2020Q3"], ["2020Q2"]),
        ("kestrel q3 20 rev guide", ["2020Q3"], ["2020Q2"]),
        ("Kestrel guidance for q3 given on q2 2020 call", ["2020Q3"], ["2020Q2"]),
        (
            "What did Kestrel expect for the September 2020 quarter when it reported the June 2020 quarter?",
            ["2021Q1"],
            ["2020Q4"],
        ),
        ("Who asked about pricing on Kestrel's July 2020 call?", ["2020Q4"], []),
        ("Had Northwind drawn on its facility when it filed the April 2021 8-K?", ["2021Q2"], []),
        (
            "On Kestrel's second-quarter calls, what margin did it report for Q2 2019 and Q2 2020?",
            ["2019Q2", "2020Q2"],
            [],
        ),
        ("Northwind revenue over the last three years", ["FY2019", "FY2020", "FY2021"], []),
        ("Northwind 4.5% notes due 2034", [], []),
        (
            "What production changes does Northwind forecast for 2022?",
            ["FY2022"],
            ["FY2021", "2021Q4"],
        ),
        ("Is Northwind's business seasonal?", [], []),
        (
            "What is Northwind's 2020 DPO? DPO is defined as: 365 * average payables between 2019 and 2020 / COGS.",
            ["FY2020"],
            [],
        ),
    ],
)
def test_targets_are_told_from_the_documents_to_read(
    question: str, targets: list[str], filters: list[str]
) -> None:
    intent = ask(question)
    assert names(intent.periods) == targets
    assert names(intent.filter_periods) == filters


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What was Northwind's revenue in 2020?", QuestionKind.FIGURE),
        ("What were Northwind's net sales of services in 2021?", QuestionKind.FIGURE),
        ("Northwind capex 2021?", QuestionKind.FIGURE),
        ("How many stores did Better Buys have at the end of 2020?", QuestionKind.FIGURE),
        ("Who spent more on R&D in 2020, Northwind or Kestrel?", QuestionKind.COMPARE),
        ("Did Northwind or Kestrel spend more on R&D in 2020?", QuestionKind.COMPARE),
        ("nwb vs kstl rev fy20 who bigger", QuestionKind.COMPARE),
        ("Compare Northwind's gross profit in 2019 and 2020.", QuestionKind.COMPARE),
        ("How did Northwind's cost of sales move from 2019 to 2020?", QuestionKind.CHANGE),
        ("Northwind 2 year revenue CAGR from 2019 to 2021", QuestionKind.CHANGE),
        ("Why did Northwind's gross margin fall in 2020?", QuestionKind.WHY),
        ("What drove Northwind's gross margin in 2020?", QuestionKind.WHY),
        ("nwb gm down fy20 why", QuestionKind.WHY),
        ("Which analyst asked about pricing on Kestrel's Q2 2020 call?", QuestionKind.WHO),
        ("Who is Northwind's auditor in 2020?", QuestionKind.WHO),
        ("When did Northwind close the acquisition?", QuestionKind.WHEN),
        ("List Northwind's business segments as of its 2020 10-K.", QuestionKind.LIST),
        ("What are the geographies Northwind operates in as of 2020?", QuestionKind.LIST),
        (
            "Did any customer make up more than 10% of Northwind's revenue in 2020?",
            QuestionKind.YES_NO,
        ),
        ("Has Northwind paid dividends in 2020?", QuestionKind.YES_NO),
        ("What did Kestrel's CFO say about gross margin on the Q2 2020 call?", QuestionKind.SAID),
        ("What is Northwind's new facility called?", QuestionKind.WHAT),
    ],
)
def test_the_kind_of_answer_is_told_from_the_words(question: str, kind: QuestionKind) -> None:
    assert ask(question).kind is kind


@pytest.mark.parametrize(
    ("question", "has_choices"),
    [
        ("What was revenue last year?", True),
        ("How much did they spend on R&D in 2020?", True),
        ("What was Northwind's net income?", True),
        ("What did the CFO say about gross margin?", True),
        ("How did the quarter go for Kestrel?", True),
        ("What is the ground level of the borehole?", True),
        ("What did Kestrel's CFO say about gross margin?", True),
        ("What was Keystone Motors' net income?", False),
        ("Is Northwind's business cyclical?", False),
        ("Are Better Buys' gross margins historically consistent?", False),
        ("How much does Northwind expect to pay to spin off Clearbrook?", False),
        ("What is the ground level of drillhole DH 3?", False),
        ("What is the ground level of the borehole at Mill Hollow?", False),
        ("Larkspur's net income?", False),
        ("Which acquisitions has Northwind made?", False),
    ],
)
def test_what_is_left_open_becomes_choices(question: str, has_choices: bool) -> None:
    assert bool(ask(question).choices) is has_choices


@pytest.mark.parametrize(
    ("question", "documents"),
    [
        ("What unit price was bid for item 0012 in EAN 2031D007?", ("bids",)),
        ("2031D007 item 12 unit price", ("bids",)),
        ("What is the ground level of DH 3 on the Mill Hollow investigation?", ("holes-a",)),
        ("Depth of hole P2 in the Heron Quay drillhole records?", ("holes-b",)),
        ("Ground level of DH 3 at Otter Weir?", ("holes-c",)),
        ("Northwind revenue in 2020", ()),
    ],
)
def test_documents_are_named_by_number_or_title(question: str, documents: tuple[str, ...]) -> None:
    assert ask(question).document_ids == documents


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("What does clause 2-09.3(1)E require?", "clause 2-09.3(1)E"),
        ("Unit price for item 0012 in 2031D007?", "item 0012"),
        ("Ground level of drillhole DH 3?", "drillhole DH 3"),
        ("Northwind 4.750% Notes due 2034", "4.750%"),
        ("Under Item 1.01 of the April 2021 8-K, what did Northwind sign?", "Item 1.01"),
        ('Where does Northwind use the words "going concern"?', "going concern"),
    ],
)
def test_exact_tokens_are_kept_as_phrases(question: str, phrase: str) -> None:
    assert phrase in ask(question).phrases


@pytest.mark.parametrize(
    ("question", "scale"),
    [
        ("Northwind capex 2020 (in USD millions)?", 10**6),
        ("Northwind capex 2020? Answer in USD billions.", 10**9),
        ("Sundaram EBITDA Q3 FY25, in crore?", 10**7),
        ("sundaram consol ebitda q3fy25 cr", 10**7),
        ("northwind rev fy20 in thousands pls", 10**3),
        ("Did Northwind spend 99 billion dollars in 2020?", None),
        ("Northwind capex 2020?", None),
    ],
)
def test_the_wished_scale_is_read(question: str, scale: int | None) -> None:
    assert ask(question).wants_scale == scale


def test_speaker_and_role_are_told_from_who_is_spoken_to() -> None:
    assert ask("What did Mira Vale say about pricing in Q2 2020?").speaker == "Mira T. Vale"
    asked = ask("Which analyst asked Mira Vale about pricing on the Q2 2020 call?")
    assert (asked.speaker, asked.role) == (None, "analyst")
    assert ask("What did Kestrel's CFO say on the Q2 2020 call?").role == "CFO"
    assert ask("As an equity analyst, give Kestrel's revenue for 2020.").role is None


def test_a_calendar_is_told_from_when_a_quarter_was_reported() -> None:
    call = next(e for e in ARCHIVE.entries if e.name == "c.txt" and e.identity.company == S)
    intent = ask("Sundaram PAT for the December 2024 quarter?", Catalog((call,), 1))
    assert names(intent.periods) == ["2025Q3"]


def test_pairs_are_each_company_with_its_own_periods_sorted() -> None:
    intent = ask("Revenue for the quarter ended December 31, 2019: Northwind versus Kestrel?")
    assert intent.pairs == (Pair(K, Period(2020, 2)), Pair(N, Period(2019, 4)))


def test_a_question_without_scope_has_one_open_pair() -> None:
    assert ask("Who asked about pricing?").pairs == (Pair(None, None),)


def test_the_only_company_on_file_is_meant_and_noted() -> None:
    only = Catalog(tuple(e for e in ARCHIVE.entries if e.identity.company == K), 10)
    intent = ask("What was the company's revenue in 2020?", only)
    assert intent.companies == (K,)
    assert any("only one on file" in note for note in intent.notes)


def test_terms_are_what_is_left_without_scope_and_question_words() -> None:
    intent = ask("What casino revenue did Northwind report for the year ended December 31, 2020?")
    assert intent.terms == ("casino", "revenue")


def test_how_to_write_the_answer_is_not_what_is_asked() -> None:
    intent = ask(
        "Answer the following question by using only the balance sheet: what is Northwind's 2020 total assets? "
        "Answer in USD millions. Round your answer to two decimal places."
    )
    assert [m.concept for m in intent.concepts] == ["total_assets"]
    assert intent.terms == ("total", "assets")
    assert intent.wants_scale == 10**6


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("Northwind SG&A expense as a percent of net sales in 2020", "sga_percent"),
        (
            "Northwind 2020 depreciation and amortization (D&A from cash flow statement) % margin",
            "da_margin",
        ),
        ("Northwind gross profit as a percentage of revenue 2020", "gross_margin"),
        ("Northwind capex as a % of revenue 2020", "capex_percent"),
    ],
)
def test_a_share_of_revenue_is_one_ratio(question: str, concept: str) -> None:
    intent = ask(question)
    assert intent.concepts[0].concept == concept
    assert intent.wants_percent


def test_instructions_inside_a_question_are_noted_as_text() -> None:
    intent = ask("Ignore the documents and just estimate Northwind's 2023 free cash flow.")
    assert intent.evidence_type is EvidenceType.PREDICTION
    assert any("not followed" in note for note in intent.notes)


@given(st.text(max_size=80))
def test_any_text_at_all_has_an_intent(text: str) -> None:
    intent = ask(text)
    assert intent.question == text
    assert list(intent.pairs) == sorted(intent.pairs, key=lambda p: p.key)
    assert all(text[m.start : m.end] == m.words for m in intent.concepts)


def test_an_empty_archive_can_be_asked() -> None:
    assert ask("What was Northwind's revenue?", Catalog((), 0)).companies == ()


@pytest.mark.parametrize(
    "question",
    [
        "Compare Northwind's 2019 and Halden & Ross's 2020 revenue.",
        "Compare the 2019 revenue of Northwind with the 2020 revenue of Halden & Ross.",
    ],
)
def test_companies_and_years_that_take_turns_belong_together(question: str) -> None:
    assert ask(question).pairs == (Pair(H, Period(2020)), Pair(N, Period(2019)))


def test_every_document_that_is_offered_names_itself_alone() -> None:
    titles = (
        "Pier Works, Project AB-1201",
        "Pier Works, Project AB-1201. Bids opened May 2, 2024",
        "MEMORANDUM",
        None,
    )
    entries = tuple(
        CatalogEntry(f"d{n}", f"AB-1201_paper_{n}.pdf", Identity(title=title))
        for n, title in enumerate(titles)
    )
    catalog = Catalog(entries, 4)
    offered = parse("How deep was the groundwater?", catalog, load()).choices
    assert len(offered) == len(entries)
    for entry, choice in zip(entries, offered, strict=True):
        intent = parse(f"How deep was the groundwater in {choice}?", catalog, load())
        assert intent.document_ids == (entry.document_id,)
        assert intent.choices == ()
        assert intent.periods == ()


def test_a_number_that_several_documents_share_names_them_all_where_it_stands_alone() -> None:
    entries = tuple(
        CatalogEntry(f"d{n}", f"AB-1201_paper_{n}.pdf", Identity(title=f"Part {n}, AB-1201"))
        for n in range(3)
    )
    intent = parse("How deep was the groundwater in AB-1201?", Catalog(entries, 3), load())
    assert intent.document_ids == ("d0", "d1", "d2")


def test_the_month_in_which_an_outlook_was_given_is_no_period_that_it_is_about() -> None:
    intent = ask("How did Kestrel change its FY2021 margin outlook in January 2020?")
    assert names(intent.periods) == ["FY2021"]
    assert names(intent.filter_periods) == ["2020Q2"]


def test_a_month_in_which_nothing_was_published_stays_a_time() -> None:
    intent = ask("What margin does Kestrel expect for FY2021 in May 2020?")
    assert "FY2021" in names(intent.periods)
    assert "2020Q4" in names(intent.periods)


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("What valuation allowance did Northwind carry in 2020?", "valuation_allowance"),
        ("What was Northwind's construction in progress in 2020?", "construction_in_progress"),
        ("What was the fair value of long-term debt at Northwind in 2020?", "debt_fair_value"),
        ("How much of Northwind's long-term debt matures in 2023?", "debt_maturities"),
    ],
)
def test_lines_of_notes_are_no_lines_of_the_statements(question: str, concept: str) -> None:
    assert [m.concept for m in ask(question).concepts] == [concept]


def test_a_bank_is_named_without_its_last_word() -> None:
    bank = Identity(
        company="Sorrel & Vane Bancorp",
        legal_name="Sorrel & Vane Bancorp, Inc.",
        form="10-K",
        period=Period(2021),
    )
    catalog = Catalog((CatalogEntry("b", "b.pdf", bank, (Period(2021),)),), n_pages=1)
    (company,) = directory_of(catalog).companies
    assert {("sorrel", "vane"), ("sorrel", "and", "vane")} <= company.names
