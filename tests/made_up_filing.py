"""A made-up annual report as an EDGAR page: what analysts ask that no single row answers."""

from __future__ import annotations

PAGE_BREAK = '<hr style="page-break-after:always"/>'


def table_of(title: str, header: list[str], rows: list[tuple[str, ...]]) -> str:
    """A table under its title, the first column without a header."""
    cells = "".join(f"<td>{h}</td>" for h in ["", *header])
    body = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows)
    return f"<p>{title}</p><table><tr>{cells}</tr>{body}</table>"


COVER = """
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>
<p>ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934</p>
<p>For the fiscal year ended December 31, 2031</p>
<p>LARKSPUR INSTRUMENTS INC.</p><p>(Exact name of registrant as specified in its charter)</p>
<p>Securities registered pursuant to Section 12(b) of the Act:</p>
<p>Common Stock, par value $0.10 LKI New York Stock Exchange</p>
<p>2.250% Notes Due 2036 LKI36 New York Stock Exchange</p>
<p>Securities registered pursuant to Section 12(g) of the Act: None</p>
<p>As of February 10, 2032, there were 88,204,511 shares of common stock outstanding.</p>
"""

BUSINESS = """
<p>PART I</p><p>Item 1. Business</p>
<p>Larkspur Instruments Inc. is a manufacturer of weighing and sorting machines. We operate mainly
in North America, Europe and the Middle East, and our machines are at work in forty countries.</p>
<p>Customers</p>
<p>Sales to grain cooperatives accounted for 44% of our net sales in 2031. Our largest customers
are grain cooperatives, flour mills and port operators.</p>
<p>Larkspur was incorporated in the State of Delaware in 1958.</p>
<p>As of December 31, 2031, we employed approximately 4,300 people, of which approximately 1,200
work in Ostrava. A notice period of 12 months applies to each of our employees in Ostrava.</p>
<p>Our headquarters are in Port Halley, where we own a test yard of 900 square feet.</p>
<p>Executive officers: Ines Tallow was appointed Chief Financial Officer in 2027. Omar Reed was
appointed General Counsel in 2031.</p>
<p>We design and manufacture belt scales, and we compete with Tolk and Harrow.</p>
<p>Item 1A. Risk Factors</p>
<p>Demand for our machines is cyclical and follows the income of farms. A customer may cancel an
order.</p>
<p>Item 3. Legal Proceedings</p>
<p>In March 2031, a lawsuit was filed against us in the district court of Ostrava, which alleges
that our belt scales infringe two patents. We believe the claims are without merit.</p>
"""

DISCUSSION = """
<p>PART II</p>
<p>Item 7. Management's Discussion and Analysis of Financial Condition and Results of Operations</p>
<p>Results of Operations</p>
<p>Net sales increased 10% in 2031 compared to 2030. The increase was primarily driven by higher
volumes of sorting machines and by price increases made in January.</p>
<p>Cost of sales, measured as a percent of net sales, increased in 2031 driven by:</p>
<p>• higher prices of stainless steel</p>
<p>• freight costs of the spring</p>
<p>Selling, general and administrative expenses increased in 2031. The increase was due to the
opening of two service depots.</p>
<p>Sorting Segment</p>
<p>Sorting net sales increased 25% in 2031 due to a large order of a port.</p>
<p>Our annual dividend was $0.70 per share in 2031. There were no borrowings outstanding under our
revolving credit facility at the end of 2031.</p>
<p>We may see lower margins if steel prices rise further.</p>
"""

INCOME = table_of(
    "CONSOLIDATED STATEMENTS OF INCOME<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030"],
    [
        ("Net sales", "$1,100", "$1,000"),
        ("Cost of sales", "660", "580"),
        ("Gross profit", "440", "420"),
        ("Selling, general and administrative expenses", "250", "230"),
        ("Research and development expenses", "90", "80"),
        ("Operating income", "100", "110"),
        ("Income tax expense", "20", "22"),
        ("Net income", "$80", "$88"),
    ],
)

BALANCE = table_of(
    "CONSOLIDATED BALANCE SHEETS<br/>(in millions)<br/>December 31,",
    ["2031", "2030"],
    [
        ("Cash and cash equivalents", "$150", "$140"),
        ("Accounts receivable, net", "210", "190"),
        ("Inventories", "120", "110"),
        ("Total current assets", "480", "440"),
        ("Property, plant and equipment", "700", "660"),
        ("Less: Accumulated depreciation", "(300)", "(270)"),
        ("Property, plant and equipment, net", "400", "390"),
        ("Goodwill", "120", "120"),
        ("Total assets", "$1,000", "$950"),
        ("Accounts payable", "$130", "$120"),
        ("Accrued liabilities", "70", "60"),
        ("Total current liabilities", "200", "180"),
        ("Long-term debt", "310", "330"),
        ("Total liabilities", "510", "510"),
        ("Total equity", "490", "440"),
        ("Total liabilities and equity", "$1,000", "$950"),
    ],
)

CASH = table_of(
    "CONSOLIDATED STATEMENTS OF CASH FLOWS<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030"],
    [
        ("Net income", "$80", "$88"),
        ("Depreciation and amortization", "40", "38"),
        ("Net cash provided by operating activities", "120", "126"),
        ("Capital expenditures", "(55)", "(50)"),
        ("Property, plant and equipment reductions", "12", "9"),
        ("Deposits with the harvest fund", "(12)", "(9)"),
        ("Net cash used in investing activities", "(55)", "(50)"),
        ("Dividends paid", "(35)", "(30)"),
        ("Repayments of long-term debt", "(20)", "(26)"),
        ("Net cash used in financing activities", "(55)", "(56)"),
        ("Net increase in cash and cash equivalents", "$10", "$20"),
    ],
)

NOTES = """
<p>NOTES TO CONSOLIDATED FINANCIAL STATEMENTS</p>
<p>Note 3. Acquisitions</p>
<p>On May 4, 2031, we acquired all of the outstanding shares of Quillon Vision, a maker of cameras
for sorting machines, for $18 million in cash. In September 2031, we completed the acquisition of
Brandt Depots for $6 million.</p>
<p>In 2029, we acquired the scales business of Tolk. We also acquired a minority interest in Narrow
Lane Optics for $2 million.</p>
"""


SEGMENTS = "<p>Note 9. Segment Information</p>" + table_of(
    "Net sales by segment<br/>(in millions)<br/>Years ended December 31,",
    ["2031", "2030"],
    [
        ("Sorting", "$500", "$400"),
        ("Weighing", "450", "460"),
        ("Depots", "150", "140"),
        ("Total net sales", "$1,100", "$1,000"),
    ],
)

OTHER_REPORT = """
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 8-K</p><p>CURRENT REPORT</p>
<p>Date of Report (Date of earliest event reported): February 2, 2032</p>
<p>LARKSPUR INSTRUMENTS INC.</p><p>(Exact name of registrant as specified in its charter)</p>
<p>Item 5.07 Submission of Matters to a Vote of Security Holders.</p>
<p>On February 2, 2032, Larkspur Instruments Inc. held its annual meeting of shareholders.</p>
<p>The shareholder proposal for a report on belt noise was defeated:</p>
<p>For 1,204,511</p><p>Against 9,871,204</p>
"""

AUDIT = """
<p>Report of Independent Registered Public Accounting Firm</p>
<p>We have served as the Company's auditor since 2009. We believe that our audit provides a
reasonable basis for our opinion.</p>
"""

CURRENT_REPORT = """
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 8-K</p><p>CURRENT REPORT</p>
<p>Date of Report (Date of earliest event reported): March 9, 2032</p>
<p>LARKSPUR INSTRUMENTS INC.</p><p>(Exact name of registrant as specified in its charter)</p>
<p>Item 2.01 Completion of Acquisition or Disposition of Assets.</p>
<p>On March 9, 2032, Larkspur Instruments Inc. completed the separation of its Depots business,
including a gain of approximately $31 million. The company received $44 million in cash proceeds
from the buyer and expects to pay a break fee of $2 million. As a result, it will now present its
Depots business as discontinued operations.</p>
<p>On the same day the company entered into a new $140 million four-year unsecured revolving credit
facility agreement with a group of banks.</p>
"""


def page_of(parts: list[str]) -> str:
    """One HTML file with a page break after each part."""
    return f"<html><body>{PAGE_BREAK.join(parts)}</body></html>"


def current_reports() -> tuple[str, str]:
    """Two reports of one event each, as HTML."""
    return page_of([CURRENT_REPORT]), page_of([OTHER_REPORT])


def annual_report() -> str:
    """The report as one HTML file."""
    statements = ("Item 8. Financial Statements" + INCOME, BALANCE, CASH, NOTES, SEGMENTS)
    pages = [COVER, BUSINESS, DISCUSSION, *statements, AUDIT]
    return page_of(pages)


def annual_cover(registrant: str, year: int) -> str:
    """The cover of a 10-K for a year that ends in December."""
    return f"""
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>
<p>ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934</p>
<p>For the fiscal year ended December 31, {year}</p>
<p>{registrant.upper()}</p><p>(Exact name of registrant as specified in its charter)</p>
"""
