"""The canonical kinds of sections, and the titles that name them.

Kinds: cover, contents, business, risk_factors, properties, legal_proceedings,
market_for_equity, mdna, market_risk, financial_statements, notes, controls, directors,
compensation, exhibits, signatures, highlights, outlook, reconciliation, results,
forward_looking, about, prepared_remarks, questions_and_answers, clause. "" is any other.
"""

from __future__ import annotations

import re

_TITLES: tuple[tuple[str, str], ...] = (
    ("risk_factors", r"risk\s+factors"),
    ("mdna", r"(?:management['’]?\s?s\s+)?(?:discussion|narrative)\s+(?:and|&)\s+analysis|MD&A"),
    ("market_risk", r"quantitative\s+and\s+qualitative\s+disclosures?"),
    ("notes", r"notes\s+to\s+(?:the\s+)?(?:\w+\s+){0,3}(?:financial\s+)?statements"),
    (
        "reconciliation",
        r"(?:\w+\s+){0,4}reconciliations?\b|non-?gaap\s+(?:financial\s+)?measures?|use\s+of\s+non-?gaap",
    ),
    (
        "financial_statements",
        r"(?:condensed\s+)?(?:consolidated\s+)?(?:condensed\s+)?(?:financial\s+statements"
        r"|(?:statements?\s+of\s+(?:consolidated\s+)?(?:income|operations|earnings|cash\s+flows"
        r"|comprehensive|financial\s+position|equity|stockholders|shareholders|changes))"
        r"|balance\s+sheets?)",
    ),
    ("business", r"(?:description\s+of\s+)?business\b(?!\s+\w)"),
    ("properties", r"(?:description\s+of\s+)?propert(?:y|ies)\b"),
    ("legal_proceedings", r"legal\s+proceedings"),
    (
        "market_for_equity",
        r"market\s+for\b.*(?:equity|stock)|unregistered\s+sales|issuer\s+purchases"
        r"|purchases\s+of\s+equity",
    ),
    ("controls", r"controls?\s+and\s+procedures"),
    ("directors", r"directors\b.*(?:officers|governance)|departure\s+of\s+directors"),
    ("compensation", r"executive\s+compensation"),
    ("exhibits", r"(?:financial\s+statements\s+and\s+)?exhibits?\b|index\s+to\s+exhibits"),
    ("signatures", r"signatures?$"),
    ("results", r"results\s+of\s+operations\s+and\s+financial\s+condition"),
    (
        "outlook",
        r"(?:\w+[\s-]+){0,5}(?:outlook|guidance)\b|(?:financial\s+)?(?:expectations|targets)\b",
    ),
    ("highlights", r"(?:\w+[\s-]+){0,5}(?:highlights|summary\s+of\s+results|key\s+metrics)\b"),
    ("forward_looking", r"(?:\w+\s+){0,4}forward[-\s]looking\s+(?:statements?|information)"),
    ("about", r"about\s+[A-Z]"),
)
_COMPILED = tuple((kind, re.compile(rf"\W*(?:{p})", re.IGNORECASE)) for kind, p in _TITLES)

# The items of a form in order, each with its kind and how the letters of its title begin.
ANNUAL_ITEMS = {
    "1": ("business", "business"),
    "1A": ("risk_factors", "risk"),
    "1B": ("", "unresolved"),
    "1C": ("", "cybersecurity"),
    "2": ("properties", "propert|description"),
    "3": ("legal_proceedings", "legal"),
    "4": ("", "mine|submission|removed|reserved"),
    "5": ("market_for_equity", "market"),
    "6": ("", "selected|reserved|removed"),
    "7": ("mdna", "management|discussion"),
    "7A": ("market_risk", "quantitative|qualitative|market"),
    "8": ("financial_statements", "financial|consolidated"),
    "9": ("", "change"),
    "9A": ("controls", "control"),
    "9B": ("", "other"),
    "9C": ("", "disclosure"),
    "10": ("directors", "director"),
    "11": ("compensation", "executive"),
    "12": ("", "security"),
    "13": ("", "certain"),
    "14": ("", "principal"),
    "15": ("exhibits", "exhibit|financial"),
    "16": ("", "form|summary"),
}
QUARTERLY_ITEMS = {
    ("I", "1"): (
        "financial_statements",
        r"(?:(?:un)?audited|condensed|consolidated|interim)?.*financial",
    ),
    ("I", "2"): ("mdna", "management|discussion"),
    ("I", "3"): ("market_risk", "quantitative|qualitative"),
    ("I", "4"): ("controls", "control"),
    ("II", "1"): ("legal_proceedings", "legal"),
    ("II", "1A"): ("risk_factors", "risk"),
    ("II", "2"): ("market_for_equity", "unregistered|issuer|purchases|change|share|repurchase"),
    ("II", "3"): ("", "default"),
    ("II", "4"): ("", "mine|submission|removed|reserved"),
    ("II", "5"): ("", "other"),
    ("II", "6"): ("exhibits", "exhibit"),
}
CURRENT_ITEMS = {"2.02": "results", "5.02": "directors", "9.01": "exhibits"}


def kind_of(title: str) -> str:
    """The canonical kind that a title names, "" for any other title."""
    return next((kind for kind, pattern in _COMPILED if pattern.match(title)), "")


def annual_part(item: str) -> str:
    """The Part of a 10-K in which an item stands: "1A" is in "I"."""
    number = int(re.sub(r"\D", "", item))
    if number <= 4:
        return "I"
    return "II" if number <= 9 else "III" if number <= 14 else "IV"
