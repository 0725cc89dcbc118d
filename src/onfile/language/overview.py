"""Does a question ask how a company did altogether, naming no measure?"""

from __future__ import annotations

import re

MEASURES = (
    "revenue",
    "gross_profit",
    "operating_income",
    "net_income",
    "eps_diluted",
    "operating_cash_flow",
)
"""The lexicon's concepts that an overview gives, in the order of the statements."""

_DID = re.compile(
    r"\bhow\s+(?:well\s+|badly\s+)?(?:did|does|do|has|have|is|was|were)\b[^?]*?"
    r"\b(?:do|doing|done|perform(?:ed|ing)?|fared?|faring)\b(?:\s+(?:in|for|during|over|financially)\b|\W*$)",
    re.I,
)
_SUMMARY = re.compile(
    r"\b(?:summari[sz]e|summary|overview|recap|highlights|key\s+(?:figures|numbers|financials|metrics|"
    r"results))\b",
    re.I,
)
_OF_WHAT = re.compile(
    r"\b(?:results?|performance|financials?|quarter|year|figures|numbers|highlights|metrics|earnings)\b",
    re.I,
)
WORDS = """
how well badly do doing done perform performed performing performance fare fared faring summarize
summarise summary overview recap highlight highlights key figure figures number numbers financial
financials financially metric metrics result results quarter year earnings main overall give me us
show quick short brief
"""


def asks_how_it_did(question: str) -> bool:
    """True for "how did it do in 2030", whatever "it" is."""
    return _DID.search(question) is not None


def asks_overview(question: str) -> bool:
    """True for "how did it do in 2030", "summarize the results", "key financial highlights"."""
    if asks_how_it_did(question):
        return True
    return _SUMMARY.search(question) is not None and _OF_WHAT.search(question) is not None
