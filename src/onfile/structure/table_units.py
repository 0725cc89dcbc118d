"""Scales, currencies and units that a caption or header states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from onfile.language.numbers import scale_of
from onfile.types import Row

WHOLE = 100  # percent
_WORDS = re.compile(r"[A-Za-z]+")
_SHARES_OF = re.compile(r"\bpercent(?:age)?s? of\b|\bas an? (?:percent(?:age)?|%) of\b", re.I)
_SCALE_WORD = r"thousand|million|billion|crore|lakh|lac|trillion|mn|bn|cr"
_FIRST_SCALE = re.compile(rf"^\W*(?:{_SCALE_WORD})s?\b", re.IGNORECASE)
_SCALES = re.compile(
    rf"\b(?:in|amounts?\s+in|figures?\s+in)?\s*(?:(?P<currency>US\$|\$|€|£|¥|₹|Rs\.?|INR|USD|"
    rf"EUR|GBP|(?:U\.?S\.?\s*)?dollars?|rupees|euros?)\s*(?:in\s+|\(?\s*)?)?"
    rf"(?P<word>{_SCALE_WORD})s?\b(?:\s+of\s+(?P<of>(?:U\.?S\.?\s*)?dollars|rupees|euros?|shares))?",
    re.IGNORECASE,
)
_SHARES_NEAR = re.compile(r"\bshares?\b", re.IGNORECASE)
_MONEY_AND_SHARES = re.compile(
    r"(?:\$|€|£|₹|\bdollars?|\brupees|\bamounts?)\s*(?:and|&)\s+shares|shares\s+and\s+(?:\$|dollars)",
    re.IGNORECASE,
)
_EXCEPT = re.compile(r"\b(?:except|excluding|other than|unless)\b", re.IGNORECASE)
_INTRODUCES = re.compile(
    r"(?:^|[(\[,;:—–-]|\bin|\bamounts|\bdollars|\breflected in|\bshares in|\$|₹|Rs\.?|INR|USD)\s*$",
    re.IGNORECASE,
)
_CURRENCY_WORDS = (
    (re.compile(r"₹|\bRs\.?(?=\W)|\bINR\b|\brupees\b", re.IGNORECASE), "INR"),
    (re.compile(r"€|\bEUR\b|\beuros?\b", re.IGNORECASE), "EUR"),
    (re.compile(r"£|\bGBP\b|\bpounds sterling\b", re.IGNORECASE), "GBP"),
    (re.compile(r"¥|\bJPY\b|\byen\b", re.IGNORECASE), "JPY"),
    (re.compile(r"\$|\bUSD\b|\bdollars?\b", re.IGNORECASE), "USD"),
)


@dataclass(frozen=True, slots=True)
class Units:
    """What a text states: powers of ten for money and for share counts, and the currency."""

    scale: int | None = None
    share_scale: int | None = None
    currency: str | None = None

    def over(self, other: Units) -> Units:
        """These units, with ``other`` where this text states nothing."""
        return Units(
            self.scale if self.scale is not None else other.scale,
            self.share_scale if self.share_scale is not None else other.share_scale,
            self.currency if self.currency is not None else other.currency,
        )


@lru_cache(maxsize=4_096)  # the captions and headers of a document's tables repeat
def units_of(text: str) -> Units:
    """Read "(in millions, except number of shares, which are reflected in thousands)".

    The first scale is the money's. A later one belongs to share counts when "shares" stands
    between them; otherwise it is ignored.
    """
    scale: int | None = None
    share_scale: int | None = None
    previous_end = 0
    for match in _SCALES.finditer(text):
        if not _is_caption(match, text):
            continue
        value = scale_of(match["word"])
        between = text[previous_end : match.start()]
        about_shares = bool(match["of"] and "share" in match["of"].lower()) or (
            _SHARES_NEAR.search(between[-60:]) is not None
        )
        if scale is None and _MONEY_AND_SHARES.search(between):
            scale = share_scale = value
        elif about_shares and (scale is not None or not _EXCEPT.search(between)):
            share_scale = share_scale or value
        elif scale is None:
            scale = value
        previous_end = match.end()
    if share_scale is None and scale is not None and _shares_are_whole(text):
        share_scale = 1
    return Units(scale, share_scale, currency_in(text))


def units_in_prose(text: str) -> Units:
    """Units that the sentences above a table state; a currency only mentioned there is not its.

    "The Japanese yen fell" names none; "(in millions of yen)" and "$" do.
    """
    units = units_of(_FIRST_SCALE.sub("", text))  # "$3" may stand at the end of the line before
    if units.scale is not None:
        return units
    return Units(None, units.share_scale, currency_in(_WORDS.sub(" ", text)))


def is_of_shares_of_sales(caption: str, rows: Sequence[Row]) -> bool:
    """True for rows in percent of the first, which alone bears the sign: "Net sales 100.0%"."""
    if _SHARES_OF.search(caption) is None or not rows:
        return False
    cells = [cell for row in rows for cell in row.cells if cell.column is not None]
    values = [abs(cell.value) for cell in cells if cell.value is not None]
    first = [cell.value for cell in rows[0].cells if cell.value is not None]
    is_whole = bool(first) and all(value == WHOLE for value in first)
    return is_whole and max(values) <= WHOLE and not any(cell.currency for cell in cells)


def currency_in(text: str) -> str | None:
    """The currency that a caption names by sign, code or word; None when it names none."""
    for pattern, code in _CURRENCY_WORDS:
        if pattern.search(text):
            return code
    return None


def _is_caption(match: re.Match[str], text: str) -> bool:
    """A scale word of a caption, not of "$2.5 million of costs"."""
    before = text[max(0, match.start("word") - 14) : match.start("word")]
    if re.search(r"\d\s*$", before):
        return False
    if _INTRODUCES.search(before) or match["currency"]:
        return True
    after = text[match.end() : match.end() + 2]
    return bool(re.fullmatch(r"\s*[(\[]?\s*", before)) or after[:1] in ")],;"


def _shares_are_whole(text: str) -> bool:
    """True after "except share amounts": share counts are printed in full."""
    except_at = _EXCEPT.search(text)
    if not except_at:
        return False
    rest = re.sub(
        r"per[- ]share|per common share", "", text[except_at.end() :], flags=re.IGNORECASE
    )
    return re.search(r"\bshares?\b(?!\s+in)", rest, re.IGNORECASE) is not None
