"""Quarterly reports on Form 10-Q; Items 1 and 2 occur in both parts, with different content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from onfile.demo import prose
from onfile.demo.books import Books, Entries, year_to_date
from onfile.demo.companies import Company
from onfile.demo.cover import HEAD, Numbering, periodic_cover
from onfile.demo.layout import broken, contents, ordered, statement
from onfile.demo.paper import BOLD, Paper, Printed
from onfile.demo.statements import balance_lines, cash_flow_lines, income_lines, segment_lines
from onfile.demo.texts import STORIES

_COUNT = {1: "Three", 2: "Six"}
_WEEKS = {1: 13, 2: 26}


@dataclass(frozen=True, slots=True)
class Quarter:
    """The quarter that a 10-Q is about, with the figures of its columns."""

    company: Company
    fiscal_year: int
    number: int

    @property
    def key(self) -> str:
        """As ``texts`` names it: ``2025Q2``."""
        return f"{self.fiscal_year}Q{self.number}"

    @property
    def name(self) -> str:
        """``the second quarter of fiscal 2025``."""
        ordinal = ("first", "second", "third", "fourth")[self.number - 1]
        return f"the {ordinal} quarter of {self.company.year_name(self.fiscal_year)}"

    @property
    def span(self) -> str:
        """How long the year to date is: ``Six Months``, or ``26 Weeks``."""
        return duration(self.company, self.number)

    def entries(self, back: int = 0) -> Entries:
        """The quarter's entries, or those of the same quarter ``back`` years before."""
        return self.company.entries[self.fiscal_year - back, self.number]

    def to_date(self, back: int = 0) -> Books:
        """The fiscal year up to the quarter's end as one period."""
        year = self.fiscal_year - back
        quarters = [self.company.entries[year, n] for n in range(1, self.number + 1)]
        return Books(self.company.books(year, 1).opening, year_to_date(quarters))


Draw = Callable[[Paper, Quarter], None]


def write_quarterly(path: Path, company: Company, fiscal_year: int, number: int) -> list[Printed]:
    """Write the 10-Q of a quarter; what was printed, row by row."""
    quarter = Quarter(company, fiscal_year, number)
    marks: dict[tuple[str, str], str] = {}
    for _ in range(2):
        paper = Paper(path, f"{company.name} 10-Q", head=HEAD, label=Numbering({1}))
        periodic_cover(paper, company, "10-Q", company.end(fiscal_year, number))
        contents(paper, (entry[:3] for entry in ITEMS), marks)
        for entry in ITEMS:
            _item(paper, quarter, *entry)
        _signatures(paper, quarter)
        paper.save()
        marks = paper.marks
    return paper.rows


def _item(paper: Paper, quarter: Quarter, part: str, item: str, title: str, draw: Draw) -> None:
    if item in ("Item 1.", "Item 2.") and part.startswith("PART I "):
        paper.new_page()
    if item == "Item 1.":
        paper.gap(8)
        paper.centred(part, font=BOLD, size=11)
    paper.heading(f"{item} {title}", size=11)
    paper.mark(part, item)
    draw(paper, quarter)


def _statements(paper: Paper, quarter: Quarter) -> None:
    _income(paper, quarter)
    paper.new_page()
    _balance_sheet(paper, quarter)
    paper.new_page()
    _cash_flows(paper, quarter)
    paper.new_page()
    _notes(paper, quarter)


def _income(paper: Paper, quarter: Quarter) -> None:
    company = quarter.company
    title = "Condensed Consolidated Statements of Income (Unaudited)"
    lengths = [duration(company, 1)]
    columns = ordered(company, [quarter.entries(), quarter.entries(1)])
    if quarter.number > 1:  # a quarter's columns beside those of the year to date
        lengths.append(quarter.span)
        columns += ordered(company, [quarter.to_date().entries, quarter.to_date(1).entries])
    over = [f"{length} Ended" for length in lengths]
    headers = _headers(quarter) * len(lengths)
    statement(paper, company, title, headers, income_lines(company, columns), over=over)


def _balance_sheet(paper: Paper, quarter: Quarter) -> None:
    company, year = quarter.company, quarter.fiscal_year
    last_year = company.books(year - 1)
    title = "Condensed Consolidated Balance Sheets"
    sheets = ordered(company, [quarter.to_date().closing, last_year.closing])
    now, then = company.end(year, quarter.number), company.end(year - 1)
    headers = ordered(company, [f"{broken(now)}\n(unaudited)", broken(then)])
    statement(paper, company, title, headers, balance_lines(company, sheets))


def _cash_flows(paper: Paper, quarter: Quarter) -> None:
    company = quarter.company
    title = "Condensed Consolidated Statements of Cash Flows (Unaudited)"
    books = ordered(company, [quarter.to_date(), quarter.to_date(1)])
    over = [f"{quarter.span} Ended"]
    lines = cash_flow_lines(company, books)
    statement(paper, company, title, _headers(quarter), lines, over=over)


def duration(company: Company, n_quarters: int) -> str:
    """How long ``n_quarters`` are, as the company prints it."""
    if company.is_retail_calendar:
        return f"{_WEEKS[n_quarters]} Weeks"
    return f"{_COUNT[n_quarters]} Months"


def _headers(quarter: Quarter) -> list[str]:
    years = [quarter.fiscal_year, quarter.fiscal_year - 1]
    days = [quarter.company.end(year, quarter.number) for year in years]
    return ordered(quarter.company, [broken(day) for day in days])


def _notes(paper: Paper, quarter: Quarter) -> None:
    company = quarter.company
    paper.centred("Notes to Condensed Consolidated Financial Statements (Unaudited)", font=BOLD)
    paper.heading("Note 1. Basis of Presentation")
    paper.paragraph(
        "These statements should be read with those in our latest annual report. Results of an "
        "interim period are not an indication of those of the full year."
    )
    paper.heading(f"Note {company.segment_note - 1}. Segments")
    entries = ordered(company, [quarter.entries(), quarter.entries(1)])
    over = [f"{duration(company, 1)} Ended"]
    paper.table(_headers(quarter), segment_lines(company, entries), over=over)


def _discussion(paper: Paper, quarter: Quarter) -> None:
    company, new, old = quarter.company, quarter.entries(), quarter.entries(1)
    paper.heading("Results of Operations")
    paper.paragraph(prose.sales_sentence(company, quarter.name, new, old, quarter.key))
    paper.paragraph(prose.margin_sentence(company, quarter.name, new, old, quarter.key))
    paper.paragraph(prose.selling_sentence(company, quarter.name, new, old))
    to_date, before = quarter.to_date(), quarter.to_date(1)
    if quarter.number > 1:
        words = (
            f"the {quarter.span.lower()} ended {company.end(quarter.fiscal_year, quarter.number)}"
        )
        paper.paragraph(
            f"For {words}, {company.wording.sales.lower()} "
            f"{prose.moved(to_date.entries.sales, before.entries.sales)} to "
            f"{prose.amount(company, to_date.entries.sales)}."
        )
    paper.heading("Liquidity")
    paper.paragraph(
        f"Cash provided by operating activities in the {quarter.span.lower()} ended "
        f"{company.end(quarter.fiscal_year, quarter.number)} was "
        f"{prose.amount(company, to_date.operating_cash)}; capital expenditures were "
        f"{prose.amount(company, to_date.entries.capex)}."
    )
    paper.paragraph(STORIES[company.short].liquidity)


def _market_risk(paper: Paper, quarter: Quarter) -> None:
    paper.paragraph("There was no material change since our latest annual report.")


def _controls(paper: Paper, quarter: Quarter) -> None:
    day = quarter.company.end(quarter.fiscal_year, quarter.number)
    paper.paragraph(f"Our disclosure controls were effective at {day}.")


def _legal(paper: Paper, quarter: Quarter) -> None:
    paper.paragraph(STORIES[quarter.company.short].legal)


def _risks(paper: Paper, quarter: Quarter) -> None:
    heading, text = STORIES[quarter.company.short].risks[0]
    paper.paragraph("The following updates the risk factors of our latest annual report.")
    paper.paragraph(f"{heading} {text}")


def _repurchases(paper: Paper, quarter: Quarter) -> None:
    company = quarter.company
    bought = prose.amount(company, quarter.entries().buybacks)
    if quarter.entries().buybacks == 0:
        paper.paragraph("We did not repurchase shares in the quarter.")
        return
    paper.paragraph(f"In the quarter we repurchased common stock for {bought}.")


def _exhibits(paper: Paper, quarter: Quarter) -> None:
    paper.paragraph("31.1 and 31.2 Certifications. 32.1 Certification under Section 906.")


def _signatures(paper: Paper, quarter: Quarter) -> None:
    filed = quarter.company.filed["10-Q"]
    paper.heading("SIGNATURES")
    paper.line(quarter.company.name.upper())
    paper.line(f"Date: {filed:%B} {filed.day}, {filed.year}")
    paper.line(f"By: /s/ {quarter.company.finance_chief}, Chief Financial Officer")


_FIRST = "PART I — FINANCIAL INFORMATION"
_SECOND = "PART II — OTHER INFORMATION"
_SALES = "Unregistered Sales of Equity Securities and Use of Proceeds"

ITEMS: tuple[tuple[str, str, str, Draw], ...] = (
    (_FIRST, "Item 1.", "Financial Statements", _statements),
    (_FIRST, "Item 2.", "Management's Discussion and Analysis", _discussion),
    (_FIRST, "Item 3.", "Quantitative and Qualitative Disclosures", _market_risk),
    (_FIRST, "Item 4.", "Controls and Procedures", _controls),
    (_SECOND, "Item 1.", "Legal Proceedings", _legal),
    (_SECOND, "Item 1A.", "Risk Factors", _risks),
    (_SECOND, "Item 2.", _SALES, _repurchases),
    (_SECOND, "Item 6.", "Exhibits", _exhibits),
)
