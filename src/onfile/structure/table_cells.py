"""Cells of a printed row: a number with its currency sign, brackets and percent sign."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from onfile.language.known import Known
from onfile.language.numbers import PrintedNumber, read_cell
from onfile.structure.table_words import Word

SPLIT_GAP = 0.5  # of a cell's gap: nearer digits are one number
LONGEST_SIGN = 4  # letters that a cell may start with: "US$(", "Rs.(", "n/a"
_NUMERIC = re.compile(
    r"[$€£¥₹(]*[-−–—]?[$€£]?\(?(?:\d[\d,]*(?:\.\d+)?|\.\d+|[-−–—]+)[)%¢x]*[-−–*†‡]*(?:\(\w\))*"
)
_PREFIX = re.compile(r"\(?(?:[$€£¥₹]|US\$|Rs\.?)\(?|\(|[-−]")
_SUFFIX = re.compile(r"\)+%?|%\)?|¢|p?pts\.?|bps|\)\s*%|pp")
_NOT_GIVEN = re.compile(r"n/?a|n/?m|nmf?|\*{1,3}|#|—%?", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\((?:[a-z]{1,2}|\d{1,2}|[ivx]{1,4})\)(?:,?\((?:[a-z]|\d)\))*|[*†‡]+")
_DASHES = ("-", "−", "–", "—")
_CUT = re.compile(r"(?<=[\d,.]) (?=[\d,.])")
_YEAR = re.compile(r"(?:19|20)\d\d(?:\(\w{1,2}\))*[*†]*")


class PrintedCell(NamedTuple):
    """A number, or a mark like "NM", in a column; ``right`` is its last digit's edge."""

    printed: str
    value: Decimal | None
    start: int
    end: int
    x0: float
    x1: float
    right: float
    currency: str | None = None
    is_percent: bool = False
    is_nil: bool = False

    @property
    def is_year(self) -> bool:
        """True when it could be a year that heads a column."""
        return _YEAR.fullmatch(self.printed) is not None


class _Looks(NamedTuple):
    """What a word could be, by its letters alone."""

    is_prefix: bool
    is_number: bool
    is_not_given: bool
    is_suffix: bool
    is_footnote: bool


def _looks_of(text: str) -> _Looks:
    return _Looks(
        _PREFIX.fullmatch(text) is not None,
        _NUMERIC.fullmatch(text) is not None,
        _NOT_GIVEN.fullmatch(text) is not None,
        _SUFFIX.fullmatch(text) is not None,
        _FOOTNOTE.fullmatch(text) is not None,
    )


def _number_in(printed: str) -> PrintedNumber | None:
    """The number of a cell whose digits a gap may have cut."""
    return read_cell(_CUT.sub("", printed))


def _may_start(text: str) -> bool:
    """Most words are told at once."""
    if len(text) > LONGEST_SIGN and text[0].isalpha():
        return False
    looks = _LOOKS[text]
    return looks.is_prefix or looks.is_number or looks.is_not_given


_LOOKS = Known(_looks_of, 65_536)
_NUMBERS = Known(_number_in, 65_536)
MAY_START = Known(_may_start, 65_536)
"""Whether a cell may start with a word."""


def take_cell(words: list[Word], at: int, gap: float) -> tuple[PrintedCell, int] | None:
    """The cell that starts at word ``at`` (see ``MAY_START``), how many words it takes, or None."""
    n = 0
    while n < 3 and at + n < len(words) and _is_prefix(words, at + n, gap):
        n += 1
    if at + n >= len(words):
        return None
    body = words[at + n]
    if _LOOKS[body.text].is_number:
        n += 1
        while at + n < len(words) and _is_same_number(words, at + n, gap):
            n += 1
        body_end = n
        while at + n < len(words) and _takes_suffix(words, at + n, gap):
            n += 1
        return _cell(words[at : at + n], words[at + body_end - 1], body_end), n
    if n == 0 and _LOOKS[body.text].is_not_given:
        return PrintedCell(body.text, None, body.start, body.end, body.x0, body.x1, body.x1), 1
    return None


def _is_prefix(words: list[Word], at: int, gap: float) -> bool:
    """True for a sign or bracket before its number; a dash parted from it is a nil of its own."""
    word = words[at]
    if not _LOOKS[word.text].is_prefix:
        return False
    if word.text in _DASHES:
        return at + 1 < len(words) and words[at + 1].x0 - word.x1 < SPLIT_GAP * gap
    return True


def _takes_suffix(words: list[Word], at: int, gap: float) -> bool:
    word = words[at]
    distance = word.x0 - words[at - 1].x1
    looks = _LOOKS[word.text]
    if looks.is_suffix:
        return distance < 1.6 * gap
    return looks.is_footnote and distance < gap


def _is_same_number(words: list[Word], at: int, gap: float) -> bool:
    """True for the rest of a number that a narrow digit's gap has cut ("3 1,657")."""
    before, word = words[at - 1], words[at]
    return (
        word.x0 - before.x1 < SPLIT_GAP * gap
        and re.fullmatch(r"[\d,.]+\)?%?\)?", word.text) is not None
        and re.fullmatch(r".*[\d,.]", before.text) is not None
    )


def _cell(words: list[Word], body: Word, body_end: int) -> PrintedCell:
    kept = [
        word for i, word in enumerate(words) if i < body_end or not _LOOKS[word.text].is_footnote
    ]
    printed = " ".join([word.text for word in kept])
    number = _NUMBERS[printed]
    width = (body.x1 - body.x0) / max(len(body.text), 1)
    right = body.x1 - width * 0.7 if body.text.endswith((")", "%")) else body.x1
    start, end = _extent(kept, body)
    x0, x1 = words[0].x0, words[-1].x1
    if number is None:
        return PrintedCell(printed, None, start, end, x0, x1, right)
    return PrintedCell(
        printed,
        number.value,
        start,
        end,
        x0,
        x1,
        right,
        number.currency,
        number.is_percent,
        number.is_nil,
    )


def _extent(kept: list[Word], body: Word) -> tuple[int, int]:
    """Offsets of a cell; of its digits alone where the text has its words in another order."""
    if len(kept) == 1:
        return kept[0].start, kept[0].end
    starts = [word.start for word in kept]
    return (kept[0].start, kept[-1].end) if starts == sorted(starts) else (body.start, body.end)
