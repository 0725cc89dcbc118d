"""Annual reports on Form 10-K of the made-up companies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from onfile.demo import prose
from onfile.demo.books import Entries
from onfile.demo.companies import Company
from onfile.demo.cover import HEAD, Numbering, periodic_cover
from onfile.demo.layout import broken, contents, ordered, statement
from onfile.demo.paper import BOLD, Line, Paper, Printed
from onfile.demo.statements import (
    balance_lines,
    cash_flow_lines,
    income_lines,
    money,
    segment_lines,
)
from onfile.demo.texts import STORIES

Draw = Callable[[Paper, Company, int], None]


def write_annual(path: Path, company: Company, fiscal_year: int) -> list[Printed]:
    """Write the 10-K for ``fiscal_year``; what was printed, row by row.

    It is laid out twice: the contents page needs the page numbers of the first pass.
    """
    marks: dict[tuple[str, str], str] = {}
    for _ in range(2):
        numbering = Numbering()
        paper = Paper(path, f"{company.name} 10-K", head=HEAD, label=numbering)
        periodic_cover(paper, company, "10-K", company.end(fiscal_year))
        contents(paper, (entry[:3] for entry in ITEMS), marks)
        for part, item, title, draw in ITEMS:
            _item(paper, company, fiscal_year, numbering, (part, item, title, draw))
        paper.save()
        marks = paper.marks
    return paper.rows


def periods(company: Company, fiscal_year: int, n_years: int = 3) -> list[Entries]:
    """Entries of the year and those before it, newest first, as this year's filing shows them."""
    years = [company.books(fiscal_year - back).entries for back in range(n_years)]
    if not _is_recast(company, fiscal_year):
        return years
    return [years[0], *(year.recast() for year in years[1:])]


def _is_recast(company: Company, fiscal_year: int) -> bool:
    return company.entries[fiscal_year, 0].moved_to_sales == 0


def _item(
    paper: Paper,
    company: Company,
    fiscal_year: int,
    numbering: Numbering,
    item: tuple[str, str, str, Draw],
) -> None:
    part, name, title, draw = item
    if name in ("Item 1.", "Item 7.", "Item 10."):
        paper.new_page()
    if name == "Item 8.":  # a blank, unnumbered page: from here the printed numbers drift
        numbering.unnumbered.add(paper.page + 1)
        paper.blank_page()
    if name in ("Item 1.", "Item 5.", "Item 10.", "Item 15."):
        paper.centred(part, font=BOLD, size=11)
    paper.heading(f"{name} {title}", size=11)
    paper.mark(part, name)
    draw(paper, company, fiscal_year)


def _business(paper: Paper, company: Company, fiscal_year: int) -> None:
    story = STORIES[company.short]
    year = company.year_name(fiscal_year)
    paper.heading(story.business[0][0])
    paper.paragraph(story.business[0][1])
    paper.paragraph(
        f"In this report, “{company.short},” “we” and “us” mean {company.name} and its "
        f"subsidiaries. References to {year} are to the fiscal year ended "
        f"{company.end(fiscal_year)}."
    )
    for heading, text in story.business[1:]:
        paper.heading(heading)
        paper.paragraph(text)
    paper.heading("Segments")
    first, second, third = company.segments
    paper.paragraph(
        f"We operate in three reportable segments: {first}, {second} and {third}. See Note "
        f"{company.segment_note} for financial information by segment."
    )
    paper.heading("Human Capital")
    n_employees = company.n_employees + 150 * (fiscal_year - 2024)
    paper.paragraph(
        f"At {company.end(fiscal_year)} we employed approximately {n_employees:,} people, about "
        "a quarter of whom are covered by collective agreements."
    )


def _risks(paper: Paper, company: Company, fiscal_year: int) -> None:
    paper.paragraph("Any of these could harm our business and the price of our stock.")
    for heading, text in STORIES[company.short].risks:
        paper.paragraph(heading, font="Times-BoldItalic")
        paper.paragraph(text)
        paper.paragraph(
            "If this happened we could lose sales or incur costs that we could not recover."
        )


def _none(paper: Paper, company: Company, fiscal_year: int) -> None:
    paper.paragraph("None.")


def _properties(paper: Paper, company: Company, fiscal_year: int) -> None:
    # rows that end in small integers under a running "Table of Contents": not a contents page
    paper.paragraph("Our principal properties are these:")
    lines = [Line(place, (held, str(n))) for place, held, n in STORIES[company.short].properties]
    paper.table(("Owned or\nleased", "Number\nof lines"), lines)


def _legal(paper: Paper, company: Company, fiscal_year: int) -> None:
    paper.paragraph(STORIES[company.short].legal)


def _market(paper: Paper, company: Company, fiscal_year: int) -> None:
    books = company.books(fiscal_year)
    paper.paragraph(
        f"Our common stock is listed on the {company.exchange} under the symbol {company.ticker}. "
        f"We repurchased shares for {prose.amount(company, books.entries.buybacks)} in "
        f"{company.year_name(fiscal_year)}."
    )


def _discussion(paper: Paper, company: Company, fiscal_year: int) -> None:
    new, old = periods(company, fiscal_year, 2)
    before, *_ = periods(company, fiscal_year, 3)[2:]
    name, last = company.year_name(fiscal_year), company.year_name(fiscal_year - 1)
    paper.heading("Results of Operations")
    _results_table(paper, company, fiscal_year, new, old)
    key = str(fiscal_year)
    paper.heading(company.wording.sales)
    paper.paragraph(prose.sales_sentence(company, name, new, old, key))
    paper.paragraph(prose.sales_sentence(company, last, old, before, str(fiscal_year - 1)))
    paper.heading("Gross Profit")
    paper.paragraph(prose.margin_sentence(company, name, new, old, key))
    paper.heading("Operating Expenses and Taxes")
    paper.paragraph(prose.selling_sentence(company, name, new, old))
    paper.paragraph(prose.tax_sentence(company, name, new, old))
    _liquidity(paper, company, fiscal_year)


def _results_table(
    paper: Paper, company: Company, fiscal_year: int, new: Entries, old: Entries
) -> None:
    def line(label: str, now: int, then: int) -> Line:
        change = prose.percent(now - then, then)
        printed = f"({-change})%" if change < 0 else f"{change}%"
        return Line(label, (money(now), money(then), printed))

    words = company.wording
    lines = [
        line(words.sales, new.sales, old.sales),
        line("Gross profit", new.gross_profit, old.gross_profit),
        line(words.operating_income, new.operating_income, old.operating_income),
        line(words.net_income, new.net_income, old.net_income),
    ]
    years = [str(fiscal_year), str(fiscal_year - 1), "% Change"]
    paper.paragraph(f"({company.scale_words.split(',')[0]})", size=8.5)
    paper.table(years, lines)


def _liquidity(paper: Paper, company: Company, fiscal_year: int) -> None:
    books = company.books(fiscal_year)
    before = company.books(fiscal_year - 1)
    name = company.year_name(fiscal_year)
    entries = books.entries
    paper.heading("Liquidity and Capital Resources")
    paper.paragraph(
        f"Cash provided by operating activities was {prose.amount(company, books.operating_cash)} "
        f"in {name}, compared with {prose.amount(company, before.operating_cash)} in the year "
        f"before. We spent {prose.amount(company, entries.capex)} on property, plant and "
        f"equipment, and paid dividends of {prose.amount(company, entries.dividends)}."
    )
    paper.paragraph(STORIES[company.short].liquidity)
    outlook = round(entries.capex * 1.08 / 10) * 10
    paper.paragraph(
        f"We expect to spend about {prose.amount(company, outlook)} on property, plant and "
        f"equipment in {company.year_name(fiscal_year).replace(str(fiscal_year), '')}"
        f"{fiscal_year + 1}."
    )


def _market_risk(paper: Paper, company: Company, fiscal_year: int) -> None:
    paper.paragraph(
        "A change of one percentage point in interest rates would change our annual interest "
        f"expense by about {prose.amount(company, company.books(fiscal_year).closing.debt // 400)}."
    )


def _statements(paper: Paper, company: Company, fiscal_year: int) -> None:
    shown = ordered(company, periods(company, fiscal_year))
    years = ordered(company, [fiscal_year - back for back in range(3)])
    books = [company.books(year) for year in years]
    over, headers = _year_headers(company, years)
    title = "Consolidated Statements of Income"
    statement(paper, company, title, headers, income_lines(company, shown), over=over)
    _end_of_statement(paper)
    kept = [year for year in years if year > fiscal_year - 2]
    dates = [broken(company.end(year)) for year in kept]
    sheets = [company.books(year).closing for year in kept]
    title = "Consolidated Balance Sheets"
    statement(paper, company, title, dates, balance_lines(company, sheets))
    _end_of_statement(paper)
    title = "Consolidated Statements of Cash Flows"
    statement(paper, company, title, headers, cash_flow_lines(company, books), over=over)
    _end_of_statement(paper)
    _notes(paper, company, fiscal_year, shown, years)


def _year_headers(company: Company, years: Sequence[int]) -> tuple[list[str], list[str]]:
    if company.is_retail_calendar:
        return ["Fiscal Years Ended"], [broken(company.end(year)) for year in years]
    day, _, _ = company.end(years[0]).partition(",")
    return [f"Years ended {day},"], [str(year) for year in years]


def _end_of_statement(paper: Paper) -> None:
    paper.line("See accompanying notes to consolidated financial statements.", size=8.5)
    paper.new_page()


def _notes(
    paper: Paper,
    company: Company,
    fiscal_year: int,
    shown: Sequence[Entries],
    years: Sequence[int],
) -> None:
    paper.centred("Notes to Consolidated Financial Statements", font=BOLD)
    paper.heading("Note 1. Significant Accounting Policies")
    paper.paragraph(
        "The statements include all subsidiaries that we control. Revenue is recognized when "
        "control of the goods passes to the customer, in most cases on delivery."
    )
    if _is_recast(company, fiscal_year) and company.entries[fiscal_year - 1, 0].moved_to_sales:
        _recast_note(paper, company, fiscal_year)
    paper.heading(f"Note {company.segment_note}. Segments")
    paper.paragraph(
        f"Our chief executive officer, {company.chief}, decides on resources by segment. "
        "Corporate costs are not allocated."
    )
    paper.table([str(year) for year in years], segment_lines(company, shown))
    debt = company.books(fiscal_year).closing.debt
    paper.heading("Note 8. Long-term Debt")
    paper.paragraph(
        f"Long-term debt was {prose.amount(company, debt)} at "
        f"{company.end(fiscal_year)}. Of this, {prose.amount(company, debt // 8)} is "
        f"due within three years."
    )
    paper.heading("Note 14. Commitments and Contingencies")
    paper.paragraph(STORIES[company.short].legal)


def _recast_note(paper: Paper, company: Company, fiscal_year: int) -> None:
    before = company.entries[fiscal_year - 1, 0]
    paper.heading("Note 3. Recast of Prior Periods")
    paper.paragraph(
        f"Beginning in {fiscal_year} we show payments to stores for shelf placement as a "
        f"reduction of {company.wording.sales.lower()}; they were formerly included in "
        f"{company.wording.selling.lower()}. Prior periods are recast: "
        f"{company.wording.sales.lower()} of {fiscal_year - 1}, reported as "
        f"{prose.amount(company, before.sales)}, are now "
        f"{prose.amount(company, before.recast().sales)}. Net income is unchanged."
    )


def _controls(paper: Paper, company: Company, fiscal_year: int) -> None:
    paper.paragraph(
        f"Our chief executive officer and our chief financial officer, {company.finance_chief}, "
        f"concluded that our disclosure controls were effective at {company.end(fiscal_year)}."
    )


def _by_reference(paper: Paper, company: Company, fiscal_year: int) -> None:
    paper.paragraph("Incorporated by reference to our proxy statement.")


def _signatures(paper: Paper, company: Company, fiscal_year: int) -> None:
    paper.paragraph("21.1 Subsidiaries. 23.1 Consent of auditor. 31.1 and 32.1 Certifications.")
    paper.heading("SIGNATURES")
    filed = company.filed[f"10-K {fiscal_year}"]
    paper.paragraph(
        "Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has "
        f"duly caused this report to be signed on {filed:%B} {filed.day}, {filed.year}."
    )
    paper.line(company.name.upper())
    paper.line(f"By: /s/ {company.finance_chief}, Chief Financial Officer")


ITEMS: tuple[tuple[str, str, str, Draw], ...] = (
    ("PART I", "Item 1.", "Business", _business),
    ("PART I", "Item 1A.", "Risk Factors", _risks),
    ("PART I", "Item 1B.", "Unresolved Staff Comments", _none),
    ("PART I", "Item 2.", "Properties", _properties),
    ("PART I", "Item 3.", "Legal Proceedings", _legal),
    ("PART I", "Item 4.", "Mine Safety Disclosures", _none),
    ("PART II", "Item 5.", "Market for Registrant's Common Equity", _market),
    ("PART II", "Item 7.", "Management's Discussion and Analysis", _discussion),
    (
        "PART II",
        "Item 7A.",
        "Quantitative and Qualitative Disclosures About Market Risk",
        _market_risk,
    ),
    ("PART II", "Item 8.", "Financial Statements and Supplementary Data", _statements),
    ("PART II", "Item 9A.", "Controls and Procedures", _controls),
    (
        "PART III",
        "Item 10.",
        "Directors, Executive Officers and Corporate Governance",
        _by_reference,
    ),
    ("PART III", "Item 11.", "Executive Compensation", _by_reference),
    ("PART IV", "Item 15.", "Exhibits and Financial Statement Schedules", _signatures),
)
