"""Earnings releases and a current report on Form 8-K."""

from __future__ import annotations

from pathlib import Path

from onfile.demo import prose
from onfile.demo.companies import ALDER, KESTREL, NORTHWIND, Company, long_date
from onfile.demo.cover import current_report_cover
from onfile.demo.layout import broken, ordered, statement
from onfile.demo.paper import BOLD, Paper, Printed
from onfile.demo.quarterly import Quarter
from onfile.demo.statements import balance_lines, income_lines

NORTHWIND_GUIDANCE = (
    "For the second quarter of 2025 Northwind expects net sales between $1,290 million and "
    "$1,330 million and diluted earnings per share between $0.70 and $0.76."
)


def write_northwind_release(path: Path) -> list[Printed]:
    """Northwind's release for the first quarter of 2025, with an outlook for the second."""
    quarter = Quarter(NORTHWIND, 2025, 1)
    paper = Paper(path, "Earnings release", label=str)
    _head(paper, NORTHWIND, "Northwind Beverages Reports First Quarter 2025 Results")
    new, old = quarter.entries(), quarter.entries(1)
    paper.paragraph(prose.sales_sentence(NORTHWIND, quarter.name, new, old, quarter.key))
    earnings = new.per_share(NORTHWIND.scale, diluted=True)
    paper.paragraph(f"Diluted earnings per share were ${earnings}.")
    paper.paragraph(
        f'"{NORTHWIND.segments[2]} had its best first quarter yet," said {NORTHWIND.chief}, '
        'Chief Executive Officer. "We are adding a second canning line at Marrow Bay."'
    )
    paper.heading("Outlook")
    paper.paragraph(NORTHWIND_GUIDANCE)
    paper.new_page()
    headers = [broken(NORTHWIND.end(year, 1)) for year in (2025, 2024)]
    lines = income_lines(NORTHWIND, [new, old])
    title = "Condensed Consolidated Statements of Income (Unaudited)"
    statement(paper, NORTHWIND, title, headers, lines, over=["Three Months Ended"])
    paper.new_page()
    sheets = [quarter.to_date().closing, NORTHWIND.books(2024).closing]
    headers = [broken(NORTHWIND.end(2025, 1)), broken(NORTHWIND.end(2024))]
    title = "Condensed Consolidated Balance Sheets (Unaudited)"
    statement(paper, NORTHWIND, title, headers, balance_lines(NORTHWIND, sheets))
    paper.save()
    return paper.rows


def write_kestrel_release(path: Path) -> list[Printed]:
    """Kestrel's release for its fourth quarter and fiscal year 2025."""
    quarter = Quarter(KESTREL, 2025, 4)
    paper = Paper(path, "Earnings release", label=str)
    _head(paper, KESTREL, "Kestrel Drinks Announces Fourth Quarter and Fiscal Year 2025 Results")
    new, old = quarter.entries(), quarter.entries(1)
    paper.paragraph(prose.sales_sentence(KESTREL, quarter.name, new, old, quarter.key))
    year, before = KESTREL.books(2025).entries, KESTREL.books(2024).entries
    paper.paragraph(prose.sales_sentence(KESTREL, "fiscal 2025", year, before, "2025"))
    paper.paragraph(
        f'"We will win back families with Orchard Gate Light," said {KESTREL.chief}, Chief '
        "Executive Officer."
    )
    paper.new_page()
    columns = [*ordered(KESTREL, [new, old]), *ordered(KESTREL, [year, before])]
    headers = [broken(KESTREL.end(fiscal_year)) for fiscal_year in (2024, 2025)] * 2
    over = ["Three Months Ended", "Twelve Months Ended"]
    title = "Consolidated Statements of Income (Unaudited)"
    statement(paper, KESTREL, title, headers, income_lines(KESTREL, columns), over=over)
    paper.save()
    return paper.rows


def _head(paper: Paper, company: Company, title: str) -> None:
    day = long_date(company.filed["release"])
    paper.line("FOR IMMEDIATE RELEASE", font=BOLD)
    paper.gap(8)
    paper.centred(title, font=BOLD, size=13)
    paper.gap(6)
    place = company.city.rpartition(" ")[0]
    paper.paragraph(
        f"{place}, {day} — {company.name} ({company.listing}) today announced its results."
    )


def write_alder_current_report(path: Path) -> list[Printed]:
    """Alder Springs' 8-K on a new credit agreement and a director's election."""
    day = long_date(ALDER.filed["8-K"])
    paper = Paper(path, "8-K", label=lambda page: "" if page == 1 else str(page))
    current_report_cover(paper, ALDER, day)
    paper.heading("Item 1.01 Entry into a Material Definitive Agreement.")
    paper.paragraph(
        f"On {day}, Alder Springs Company entered into a five-year credit agreement with Cascadia "
        "Mercantile Bank as administrative agent. It provides a revolving credit facility of up "
        "to $250,000 thousand and replaces the agreement of April 2020. No amounts were "
        "outstanding under the facility on the date of this report."
    )
    paper.heading("Item 5.02 Departure of Directors or Certain Officers; Election of Directors.")
    paper.paragraph(
        "On the same day the board of directors elected Ingrid Solbakken as a director. She will "
        "serve on the audit committee."
    )
    paper.heading("SIGNATURES")
    paper.line(ALDER.name.upper())
    paper.line(f"Date: {day}")
    paper.line(f"By: /s/ {ALDER.finance_chief}, Chief Financial Officer")
    paper.save()
    return paper.rows
