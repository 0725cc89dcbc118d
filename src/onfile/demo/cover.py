"""Cover pages of periodic reports, laid out as they are on EDGAR, and page numbering."""

from __future__ import annotations

from dataclasses import dataclass, field

from onfile.demo.companies import Company
from onfile.demo.paper import BOLD, MARGIN_PT, Paper

HEAD = "Table of Contents"


@dataclass(slots=True)
class Numbering:
    """Printed page numbers: pages in ``unnumbered`` have none, so the printed number drifts."""

    unnumbered: set[int] = field(default_factory=lambda: {1, 2})

    def __call__(self, page: int) -> str:
        """The number printed on physical page ``page``."""
        if page in self.unnumbered:
            return ""
        return str(page - sum(1 for other in self.unnumbered if other < page))


def periodic_cover(paper: Paper, company: Company, form: str, end: str) -> None:
    """The cover of a 10-K or 10-Q for the period ended ``end``, and a page break after it."""
    _masthead(paper, f"FORM {form}")
    kind, words = ("ANNUAL", "fiscal year") if form == "10-K" else ("QUARTERLY", "quarterly period")
    paper.line("(Mark One)")
    paper.line(f"[X] {kind} REPORT PURSUANT TO SECTION 13 OR 15(d)")
    paper.line("OF THE SECURITIES EXCHANGE ACT OF 1934", indent=18)
    paper.centred(f"For the {words} ended {end}", font=BOLD)
    paper.centred("OR")
    paper.line("[ ] TRANSITION REPORT PURSUANT TO SECTION 13 OR 15(d)")
    paper.line("For the transition period from            to", indent=18)
    _registrant(paper, company)
    _securities(paper, company)
    _boxes(paper, company, form)
    paper.new_page()


def current_report_cover(paper: Paper, company: Company, day: str) -> None:
    """The cover of an 8-K with date of report ``day``."""
    _masthead(paper, "FORM 8-K")
    paper.centred("CURRENT REPORT", font=BOLD)
    paper.centred("Pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934")
    paper.centred(f"Date of Report (Date of earliest event reported): {day}", font=BOLD)
    _registrant(paper, company)
    paper.paragraph(
        "Check the appropriate box below if the Form 8-K filing is intended to simultaneously "
        "satisfy the filing obligation of the registrant under any of the following provisions:"
    )
    paper.line("[ ] Written communications pursuant to Rule 425 under the Securities Act")
    paper.line("[ ] Soliciting material pursuant to Rule 14a-12 under the Exchange Act")
    _securities(paper, company)
    paper.new_page()


def _masthead(paper: Paper, form: str) -> None:
    paper.gap(10)
    paper.centred("UNITED STATES", font=BOLD, size=12)
    paper.centred("SECURITIES AND EXCHANGE COMMISSION", font=BOLD, size=12)
    paper.centred("Washington, D.C. 20549")
    paper.gap(8)
    paper.centred(form, font=BOLD, size=14)
    paper.gap(6)


def _registrant(paper: Paper, company: Company) -> None:
    paper.gap(6)
    paper.centred(f"Commission File Number: {company.commission_number}")
    paper.centred(company.name.upper(), font=BOLD, size=15)
    paper.centred("(Exact name of registrant as specified in its charter)", size=8)
    _two(paper, company.state, company.employer_number, 10)
    _two(paper, "(State or other jurisdiction of incorporation)", "(I.R.S. Employer No.)", 8)
    paper.centred(f"{company.street}, {company.city}")
    paper.centred("(Address of principal executive offices) (Zip Code)", size=8)
    paper.centred(company.phone)
    paper.centred("(Registrant's telephone number, including area code)", size=8)
    paper.gap(4)


def _two(paper: Paper, left: str, right: str, size: float) -> None:
    paper.at(MARGIN_PT + 60, paper.y, left, size=size)
    paper.right(paper.size[0] - MARGIN_PT - 40, paper.y, right, size=size)
    paper.record(f"{left} {right}")
    paper.gap(size + 4)


def _securities(paper: Paper, company: Company) -> None:
    paper.line("Securities registered pursuant to Section 12(b) of the Act:")
    columns = (
        ("Title of each class", "Trading Symbol", "Name of each exchange on which registered"),
        ("Common stock, $0.01 par value", company.ticker, company.exchange),
    )
    for row in columns:
        for x, words in zip((MARGIN_PT, 250.0, 360.0), row, strict=True):
            paper.at(x, paper.y, words, size=9)
        paper.record(" ".join(row))
        paper.gap(12)
    paper.gap(4)


def _boxes(paper: Paper, company: Company, form: str) -> None:
    if form == "10-K":
        paper.paragraph(
            "Indicate by check mark if the registrant is a well-known seasoned issuer, as defined "
            "in Rule 405 of the Securities Act.  Yes [X]  No [ ]"
        )
    paper.paragraph(
        "Indicate by check mark whether the registrant (1) has filed all reports required to be "
        "filed during the preceding 12 months, and (2) has been subject to such filing "
        "requirements for the past 90 days.  Yes [X]  No [ ]"
    )
    paper.paragraph(
        "Large accelerated filer [X]  Accelerated filer [ ]  Non-accelerated filer [ ]  Smaller "
        "reporting company [ ]  Emerging growth company [ ]"
    )
    paper.paragraph(
        "If securities are registered pursuant to Section 12(b) of the Act, indicate by check mark "
        "whether the financial statements of the registrant included in the filing reflect the "
        "correction of an error to previously issued financial statements. [ ]"
    )
    shares = company.entries[max(key for key in company.entries if key[1] == 0)].basic_shares
    paper.paragraph(
        f"There were {int(shares * 1_000_000):,} shares of the registrant's common stock "
        "outstanding at the latest practicable date."
    )
