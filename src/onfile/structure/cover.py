"""What the cover page of a filing says: form, registrant, trading symbol."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.types import Page

_SEC = re.compile(r"SECURITIES\s+AND\s+EXCHANGE\s+COMMISSION", re.IGNORECASE)
_FORM = re.compile(
    r"FORM\s+(10\s?-?\s?KT?|10\s?-?\s?Q|8\s?-?\s?K|20\s?-?\s?F|40\s?-?\s?F|6\s?-?\s?K|11\s?-?\s?K)"
    r"(?![-\w])\s?(/\s?A(?!\w))?",
    re.IGNORECASE,
)
_IS_COVER = re.compile(
    r"commission\s+file|exact\s+name\s+of|date\s+of\s+(?:earliest|report)", re.IGNORECASE
)
_AMENDMENT = re.compile(r"\bAmendment\s+No\.?\s*\d", re.IGNORECASE)
_EXACT_NAME = re.compile(r"\(?\s*Exact\s+name\s+of\s+(?:the\s+)?registrant", re.IGNORECASE)
_FILE_NUMBER = re.compile(
    r"Commission\s+File\s+(?:Number|No)s?[.:]*\s*[\d\s]*\d[\d–-]*\d", re.IGNORECASE
)
_BEFORE_NAME = re.compile(
    r"_{3,}|-{4,}|Commission\s+File\s+(?:Number|No)s?[.:]*\s*[\d–-]*|FORM\s+\d+-\w"
    r"|(?:reported|report)\)?\s*:?\s*\w+\s+\d{1,2},\s+\d{4}",
    re.IGNORECASE,
)
_NOT_A_NAME = re.compile(
    r"commission|washington|exchange act|transition period|ended|date of report|pursuant"
    r"|mark one|telephone|\bform\b",
    re.IGNORECASE,
)
_LEGAL_FORM_ALONE = re.compile(
    r"(?:and\s+company|&\s*co|company|corporation|inc|incorporated|plc|limited)[.,]*", re.IGNORECASE
)
_TICKER_ROW = re.compile(
    r"^(.*?)\s[\"“]?([A-Z]{1,5}(?:[.\-/ ][A-Z])?)[\"”]?\s+(?:The\s+)?"
    r"(?:New\s+York|Nasdaq|NASDAQ|NYSE|Chicago|Cboe|London|Toronto)",
    re.MULTILINE,
)
_COMMON = re.compile(r"common|ordinary|capital\s+stock|depositary|class\s+a", re.IGNORECASE)
_ROW_ABOVE = 300  # characters: some covers print "(Trading Symbol)" below the symbols
_COVER_WITHIN = 12  # an annual report to shareholders has its letter before the form's cover


@dataclass(frozen=True, slots=True)
class Cover:
    """The cover of a filing: its page, and the form as "10-K" or "10-K/A" with its words."""

    page: Page
    form: str
    is_amendment: bool
    quote: str


def find_cover(pages: Sequence[Page]) -> Cover | None:
    """The first page, among the first twelve, that is the cover of a form of the SEC."""
    for page in pages[:_COVER_WITHIN]:
        if _SEC.search(page.text) is None or _IS_COVER.search(page.text) is None:
            continue
        match = _FORM.search(page.text)
        if match is not None:
            letters = re.sub(r"[\s-]", "", match.group(1).upper())
            form = re.sub(r"(\d+)", r"\1-", letters)
            amended = match.group(2) is not None or _AMENDMENT.search(page.text[:1500]) is not None
            name = form + ("/A" if amended else "")
            return Cover(page, name, amended, " ".join(match.group().split()))
    return None


def registrant_on(text: str) -> str | None:
    """The registrant's name on a cover page, or None where it is not text (a logo).

    It stands above "(Exact name of registrant…)", or where that is missing below the
    commission's file number.
    """
    exact = _EXACT_NAME.search(text)
    if exact is not None:
        return _last_name(text[: exact.start()])
    number = _FILE_NUMBER.search(text)
    if number is None:
        return None
    following = [line for line in map(_tidy, text[number.end() :].splitlines()) if line]
    return following[0] if following and _looks_like_name(following[0]) else None


def _last_name(before: str) -> str | None:
    lines = [line for line in map(_tidy, before.splitlines()) if line]
    if not lines:
        return None
    name = _tidy(_BEFORE_NAME.split(lines[-1])[-1])
    if _LEGAL_FORM_ALONE.fullmatch(name) and len(lines) > 1:
        name = f"{_tidy(_BEFORE_NAME.split(lines[-2])[-1])} {name}"
    return name if _looks_like_name(name) else None


def _looks_like_name(name: str) -> bool:
    has_letters = sum(character.isalpha() for character in name) >= 2
    return 2 <= len(name) <= 90 and has_letters and _NOT_A_NAME.search(name) is None


def ticker_on(text: str) -> tuple[str, str] | None:
    """The trading symbol of the common stock in the cover's table, with the row that gives it."""
    head = re.search(r"Trading\s+Symbol", text, re.IGNORECASE)
    if head is None:
        return None
    start = max(0, head.start() - _ROW_ABOVE)
    rows = [(m.group(2), " ".join(m.group().split())) for m in _TICKER_ROW.finditer(text, start)]
    common = [row for row in rows if _COMMON.search(row[1])]
    return next(iter(common or rows), None)


def _tidy(line: str) -> str:
    return " ".join(line.strip(" \t_-–—*=|☒☐").lstrip(".").split())
