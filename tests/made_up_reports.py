"""Made-up current reports and a release as EDGAR pages: votes, credit, notes, officers, outlook."""

from __future__ import annotations

from made_up_filing import PAGE_BREAK

COMPANY = "LARKSPUR INSTRUMENTS INC."


def current_report(day: str, *pages: str, filed: str = "") -> str:
    """A report on Form 8-K: its cover, its pages, its signature and the exhibits after it."""
    cover = f"""
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>WASHINGTON, DC 20549</p>
<p>FORM 8-K</p><p>CURRENT REPORT</p>
<p>Pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934</p>
<p>Date of Report (Date of earliest event reported): {day}</p>
<p>{COMPANY}</p><p>(Exact name of registrant as specified in its charter)</p>
<p>Common Stock, par value $0.10 LKI New York Stock Exchange</p>
<p>2.250% Notes Due 2036 LKI36 New York Stock Exchange</p>
"""
    signature = f"""
<p>SIGNATURES</p><p>Pursuant to the requirements of the Securities Exchange Act of 1934, the
registrant has duly caused this report to be signed on its behalf by the undersigned hereunto duly
authorized.</p><p>{COMPANY}</p><p>Date: {filed or day} By: /s/ Omar Reed</p><p>Omar Reed</p>
<p>General Counsel</p>
"""
    first, *exhibits = pages
    return f"<html><body>{PAGE_BREAK.join([cover, first, signature, *exhibits])}</body></html>"


def lines(text: str) -> str:
    """Each line on its own, as a page prints them."""
    return "<p>" + "<br/>".join(text.strip().splitlines()) + "</p>"


MEETING = lines(
    """
Item 5.07 Submission of Matters to a Vote of Security Holders.
On May 6, 2031, the Company held its annual meeting of shareholders. The final results follow.
(1) The following persons were elected to serve as directors:
Nominee For Against Abstain Broker Non-Votes
Hanna Borg 60,100,200 1,400,300 90,400 7,000,100
Luis F. Abara 52,900,700 8,600,100 90,100 7,000,100
Teodora Finch, MD 61,000,050 500,600 90,250 7,000,100
(2) The shareholders ratified the appointment of Quill & Marsh LLP as independent auditor:
For 68,200,300
Against 300,400
Abstain 90,300
(3) The shareholder proposal regarding a report on water use at foundries was defeated:
For 14,300,900
Against 47,100,800
Abstain 189,200
Broker Non-Votes 7,000,100
"""
)

SHARED_MEETING = lines(
    """
Item 5.07 Submission of Matters to a Vote of Security Holders.
On May 5, 2032, the Company held its annual meeting. The Class II directors were elected.
For Against Abstain Broker Non-Votes
Name Votes Percentage Votes Percentage Votes Percentage Votes Percentage
(1) (1) (1)
Hanna 60,100,200 98.10% 1,080,300 1.76% 85,400 0.14% 7,000,100 N/A
Borg
Luis F. 51,000,700 83.25% 10,180,100 16.62% 80,100 0.13% 7,000,100 N/A
Abara
Advisory Vote to Approve the Company's Executive Compensation
The stockholders approved the Company's executive compensation. The results were as follows:
For Against Abstain Broker Non-Votes
Votes Percentage (1) Votes Percentage (1) Votes Percentage (1) Votes Percentage (2)
55,000,068 89.80% 6,119,347 9.99% 125,434 0.21% 7,000,100 N/A
"""
)

DIRECTOR = lines(
    """
Item 5.02 Departure of Directors or Certain Officers; Election of Directors; Appointment of
Certain Officers
On July 4, 2031, the Board of Directors elected Ada Quist as a director of the Company.
Her committees will be named later. Effective July 10, 2031, the Board enlarged the Audit
Committee from three members to four.
"""
)

CREDIT = lines(
    """
Item 1.01 Entry into a Material Definitive Agreement.
On June 10, 2031, the Company entered into a new $300 million five-year revolving credit
facility agreement
(the "New Facility") with Harrow Bank, as administrative agent. The New Facility replaces the
previous
$250 million revolving credit facility, dated as of June 2, 2027 (the "Old Facility"). The Old
Facility,
which was scheduled to expire in June 2032, was terminated on June 10, 2031. Funds borrowed
under the New
Facility may be used for general corporate purposes. The New Facility expires on June 10, 2036.
In the ordinary course of their business, the lenders may have various relationships with the
Company.
Item 9.01 Financial Statements and Exhibits.
10.1 Credit Agreement dated as of June 10, 2031
"""
)

NOTES = lines(
    """
Item 8.01 Other Events.
On August 14, 2031, the Company issued $150,000,000 aggregate principal amount of 4.100% Notes
due 2036
and $100,000,000 aggregate principal amount of 4.600% Notes due 2041 (together, the "Notes").
The Notes were
issued under an indenture with Quill Trust, as trustee. The net proceeds from the offering are
approximately
$247.5 million. The Company intends to use the net proceeds from the offering of the Notes to
repay bank loans.
"""
)
INDENTURE = lines(
    """
Exhibit 4.1
INDENTURE
The Issuer will pay interest on the Notes semi-annually in arrears, beginning on February 14,
2032.
"""
)

OFFICERS = lines(
    """
Item 5.02 Departure of Directors or Certain Officers; Election of Directors.
(b) On October 2, 2031, director Teodora Finch informed the Board that she will retire from, and
not stand
for re-election to, the Board. The Board has appointed Mr. Luis F. Abara, a current member of
the Audit
Committee, to be the Audit Committee Chair effective as of her retirement.
(c) On October 2, 2031, Ines Tallow, the current Chief Financial Officer of the Company, was
named President.
"""
)
RELEASE = lines(
    """
Exhibit 99.1
LARKSPUR INSTRUMENTS NAMES INES TALLOW PRESIDENT
Port Halley, October 2, 2031. Larkspur Instruments Inc. today named Ines Tallow as its President.
About Larkspur
Larkspur Instruments Inc. is a manufacturer of weighing machines.
"""
)

OUTLOOK = lines(
    """
Larkspur Instruments Announces Second Quarter 2031 Results
Port Halley, July 24, 2031. Larkspur Instruments Inc. (NYSE: LKI) today announced financial
results for the second quarter ended June 30, 2031.
We now expect our full-year organic sales to increase 9 percent (previously 7 percent).
Today the board approved a new $80 million share repurchase program.
Fiscal 2031 Outlook
Prior FY31 Outlook Updated FY31 Outlook
Net sales $1.05 billion to $1.08 billion $1.09 billion to $1.11 billion
Operating margin 9.0% to 9.4% no change
Capital expenditures $40 million to $45 million no change
Service depots, net 4-6 no change
Cost of sales as a percentage of net sales 59.0% to 60.0% no change
The midpoint of the range for net sales reflects an increase of 10%.
For the full year, the Company continues to expect:
• Total cash returns to shareholders of approximately $95 million, comprised of dividends of $62
million and share repurchases of $33 million; and
• A tax rate of 21 percent
Forward-Looking Statements
Risks and uncertainties include demand for our machines, which could cause our guidance to differ.
"""
)


def release(text: str) -> str:
    """An earnings release on its own."""
    return f"<html><body>{text}</body></html>"
