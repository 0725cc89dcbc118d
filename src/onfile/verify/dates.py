"""Does a claim give a date that neither its quotes nor the question have?"""

from __future__ import annotations

from onfile.language.dates import DateMention, find_dates
from onfile.types import Claim, Intent


def unsupported_date(claim: Claim, intent: Intent) -> str:
    """The first date that is in no quote and not in the question; empty when there is none."""
    quotes = " \n ".join(c.quote for c in claim.citations)
    known = (*find_dates(quotes), *find_dates(intent.question))
    for date in find_dates(claim.text):
        if date.day is not None and not any(_agree(date, other) for other in known):
            return f"{date.text} is in none of its quotes"
    return ""


def _agree(date: DateMention, other: DateMention) -> bool:
    if (date.month, date.day) != (other.month, other.day):
        return False
    return date.year is None or other.year is None or date.year == other.year
