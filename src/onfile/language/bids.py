"""Does a question ask about bids: items, bidders, unit prices?"""

from __future__ import annotations

import re

_BIDS = re.compile(
    r"\b(?:bids?|bidders?|bid\s?tab\w*|unit\s+prices?|engineer['’]?s?\s+estimate|pay\s+items?|"
    r"extended\s+(?:amount|price)|item\s+(?:no\.?\s*|number\s+)?#?\d{1,4}(?![\d.]*\.\d))\b",
    re.IGNORECASE,
)
_MARKET = re.compile(r"\bbid\s+(?:price|and\s+ask|ask)\b|\btakeover\b|\bmerger\b", re.IGNORECASE)


def asks_of_bids(question: str) -> bool:
    """True where a row of a bid tabulation is asked for, not a bid on a market."""
    return _BIDS.search(question) is not None and _MARKET.search(question) is None
