"""The transcript of an Indian-style conference call as a PDF, figures in crore."""

from __future__ import annotations

from pathlib import Path

from onfile.demo.paper import BOLD, MARGIN_PT, Paper, Printed, wrap

REVENUE, REVENUE_BEFORE = 612, 548
PROFIT_BEFORE_TAX, TAX = 91, 23
PROFIT = PROFIT_BEFORE_TAX - TAX
EBITDA = 124
MARGIN = round(100 * EBITDA / REVENUE, 1)
GROWTH = round(100 * (REVENUE - REVENUE_BEFORE) / REVENUE_BEFORE, 1)

_MANAGEMENT = (
    "MR. DEVRAJ KOLHATKAR – MANAGING DIRECTOR – TAMARIND VALLEY BEVERAGES LIMITED",
    "MS. ANAHITA SURTI – CHIEF FINANCIAL OFFICER – TAMARIND VALLEY BEVERAGES LIMITED",
    "MODERATOR: MR. ISHAN PEREIRA – KALPAVRIKSHA SECURITIES",
)

_TURNS = (
    (
        "Moderator",
        "Ladies and gentlemen, good day and welcome to the Tamarind Valley Beverages Limited Q3 "
        "FY26 earnings conference call. All participant lines will be in the listen-only mode. I "
        "now hand the conference over to Mr. Devraj Kolhatkar. Over to you, sir.",
    ),
    (
        "Devraj Kolhatkar",
        "Thank you. The third quarter was a good one for our fruit drinks in the western and "
        "southern markets. Our new plant at Sinnar will start trial runs in April, and it adds 18 "
        "lakh cases a year. Distribution now reaches 6.4 lakh outlets.",
    ),
    (
        "Anahita Surti",
        f"Revenue from operations for Q3 FY26 was Rs. {REVENUE} crore, against Rs. "
        f"{REVENUE_BEFORE} crore in Q3 FY25, a growth of {GROWTH}%. EBITDA was Rs. {EBITDA} crore "
        f"at a margin of {MARGIN}%. Profit before tax was Rs. {PROFIT_BEFORE_TAX} crore and PAT "
        f"was Rs. {PROFIT} crore. Net debt stood at Rs. 210 crore as on 31st December 2025. For "
        "Q4 FY26 we guide to revenue of Rs. 640 crore to Rs. 660 crore.",
    ),
    ("Moderator", "The first question is from the line of Farhan Mistry from Neelgiri Capital."),
    (
        "Farhan Mistry",
        "Sir, what is the total capex for the Sinnar plant, and how much is spent so far?",
    ),
    (
        "Devraj Kolhatkar",
        "The total is Rs. 180 crore, Farhan, of which Rs. 135 crore was spent up to December. The "
        "balance will be spent in Q4 FY26 and Q1 FY27.",
    ),
    ("Farhan Mistry", "And on sugar prices, is there any pressure on gross margin?"),
    (
        "Anahita Surti",
        "Sugar is up about 4% from last year. We have covered our needs until June, so we see no "
        "pressure on the gross margin in the next two quarters.",
    ),
    ("Moderator", "As there are no further questions, I thank all participants for joining."),
)


def write_concall(path: Path) -> list[Printed]:
    """Write the call on Q3 FY26 of Tamarind Valley Beverages Limited."""
    paper = Paper(path, "Conference call", label=_page_of)
    _covering_letter(paper)
    paper.new_page()
    paper.gap(60)
    paper.centred("Tamarind Valley Beverages Limited", font=BOLD, size=18)
    paper.centred("Q3 FY26 Earnings Conference Call", font=BOLD, size=14)
    paper.centred("January 29, 2026", size=12)
    paper.gap(30)
    paper.line("MANAGEMENT:", font=BOLD)
    for name in _MANAGEMENT:
        paper.line(name)
    paper.new_page()
    _running_title(paper)
    for speaker, words in _TURNS:
        _turn(paper, speaker, words)
    paper.save()
    return paper.rows


def _page_of(page: int) -> str:
    return "" if page == 1 else f"Page {page - 1} of 3"


def _covering_letter(paper: Paper) -> None:
    paper.line("Tamarind Valley Beverages Limited", font=BOLD, size=12)
    paper.line("14 Orchard Road, Nandgiri 400 000, India")
    paper.gap(14)
    paper.line("4th February 2026")
    paper.paragraph(
        "Sub: Transcript of the earnings conference call on the unaudited financial results for "
        "the quarter and nine months ended 31st December 2025."
    )
    paper.paragraph(
        "Dear Sirs, the transcript of the call held on 29th January 2026 is attached. Kindly take "
        "the above on record."
    )
    paper.line("Company Secretary")


def _running_title(paper: Paper) -> None:
    paper.line("Tamarind Valley Beverages Limited", font=BOLD, size=9)
    paper.line("January 29, 2026", size=9)
    paper.gap(8)


def _turn(paper: Paper, speaker: str, words: str) -> None:
    lines = wrap(words, paper.width_pt - 130, "Times-Roman", 10.5)
    if paper.y - 14 * len(lines) < 420:  # short pages, so that the call runs over two
        paper.new_page()
        _running_title(paper)
    paper.at(MARGIN_PT, paper.y, f"{speaker}:", font=BOLD, size=10.5)
    paper.record(f"{speaker}: {words}")
    for line in lines:
        paper.at(MARGIN_PT + 130, paper.y, line, size=10.5)
        paper.gap(14)
    paper.gap(8)
