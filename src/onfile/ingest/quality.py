"""Is this text? Tells readable text from a text layer that holds glyph codes.

The measure is the share of characters that stand in tokens shaped like words or numbers of some
language; a text layer without a usable encoding gives control characters and letters that change
case inside words, and falls far below.
"""

from __future__ import annotations

import re
import string

import numpy as np
import numpy.typing as npt

from onfile.ingest.characters import UNMAPPED
from onfile.language.known import Known
from onfile.types import PageStatus

GARBAGE_BELOW = 0.6  # the worst readable page of 12,000 in filings measures near 0.7
MIN_CHARS_TO_JUDGE = 20  # a stamp or a page number is too short to be called garbage
VOWEL_SHARE = (0.2, 0.6)  # of Latin letters, over a page of words; English is near 0.38
MIN_LETTERS_FOR_VOWELS = 300
MAX_TOKEN_CHARS = 60
MAX_SIGN_SHARE = 0.2  # of the characters may be signs that nobody writes in words (¤ § ¶ ¢ ¬)
MAX_CONTROL_SHARE = 0.2  # of raw characters

_SHAPED = re.compile(
    r"[^\w\s]{0,4}"
    r"(?:(?P<word>[^\W\d_]+(?:[^\w\s]+[^\W\d_]+)*)"
    r"|[A-Za-z]{0,4}[-–$€£¥₹(./]*\d[\d.,:/%()–-]*(?:[A-Za-z]{0,3}|[A-Z][a-z]+)"
    r"|[-–—_.=|•·*&+/□☐☒✓$€£¥₹%()†‡]+)"
    r"[^\w\s]{0,4}"  # a token of many signs is no word with punctuation
)
_LEADERS = re.compile(r"([._·=*-])\1{3,}")  # dots that lead to a page number, rules, blanks
_LEADING = tuple(4 * sign for sign in "._·=*-")  # found sooner: most pages have none
_PUNCTUATED = re.compile(r"[^\w\s’'./&:@_,()–—-]")
_CASE_FLIP = re.compile(r"[a-z][A-Z]")
_VOWELS = re.compile("[aeiouyAEIOUY]")

_OTHER, _CONSONANT, _VOWEL, _CONTROL, _UNUSUAL, _BLANK = range(6)


def _classes() -> npt.NDArray[np.uint8]:
    """The class of every character up to U+FFFF."""
    classes = np.full(1 << 16, _OTHER, np.uint8)
    control = "[\x00\x01\x03-\x08\x0e-\x1f\x7f-\x9f]"
    blank = r"\s"
    unusual = "[¡-¢¤¦¨ª-¬¯²-´¶-¿×÷\ue000-\uf8ff]"
    everything = "".join(map(chr, range(1 << 16)))
    for pattern, kind in ((blank, _BLANK), (control, _CONTROL), (unusual, _UNUSUAL)):
        classes[[match.start() for match in re.finditer(pattern, everything)]] = kind
    classes[[ord(letter) for letter in string.ascii_letters]] = _CONSONANT
    classes[[ord(letter) for letter in "aeiouyAEIOUY"]] = _VOWEL
    classes[ord(UNMAPPED)] = _CONTROL
    return classes


_CLASSES = _classes()


def assess(text: str) -> tuple[PageStatus, float]:
    """Whether ``text`` is readable.

    Args:
        text: Raw or canonical text of one page.

    Returns:
        ``TEXT``, ``NO_TEXT`` (nothing but spaces) or ``GARBAGE_TEXT``, and the share of
        characters that look like text, 0 to 1.
    """
    has_leaders = any(run in text for run in _LEADING)
    plain = _LEADERS.sub(" ", text) if has_leaders else text
    tokens = plain.split()
    if not tokens:
        return (PageStatus.TEXT, 1.0) if text.strip() else (PageStatus.NO_TEXT, 0.0)
    counts = _counts(plain)
    # A few control characters are blanks too.
    n_chars = sum(map(len, tokens)) if counts[_CONTROL] else len(plain) - counts[_BLANK]
    n_good = sum(map(_N_SHAPED.__getitem__, tokens))
    quality = n_good / n_chars
    if n_chars < MIN_CHARS_TO_JUDGE:
        return PageStatus.TEXT, quality
    is_coded = counts[_CONTROL] > MAX_CONTROL_SHARE * len(text)
    is_words = _has_usual_vowels(counts) and counts[_UNUSUAL] <= MAX_SIGN_SHARE * n_chars
    if quality < GARBAGE_BELOW or is_coded or not is_words:
        return PageStatus.GARBAGE_TEXT, min(quality, GARBAGE_BELOW)
    return PageStatus.TEXT, quality


def _is_shaped(token: str) -> bool:
    if len(token) > MAX_TOKEN_CHARS:
        return False
    if token.isascii() and token.isalpha():
        word: str | None = token  # as the pattern would say: most tokens
    else:
        match = _SHAPED.fullmatch(token)
        if match is None:
            return False
        word = match["word"]
    if word is None or len(word) <= 2 or not word.isascii():
        return True
    if len(_CASE_FLIP.findall(word)) > 1 or _PUNCTUATED.search(word) is not None:
        return False
    return len(word) <= 4 or word.isupper() or _VOWELS.search(word) is not None


# The characters of a token that is shaped like a word or a number; else 0.
_N_SHAPED = Known(lambda token: len(token) if _is_shaped(token) else 0, 65_536)


def _counts(text: str) -> list[int]:
    """How many characters of each class there are."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    classes = _CLASSES[codes[codes < len(_CLASSES)]]
    counts: list[int] = np.bincount(classes, minlength=_BLANK + 1).tolist()
    return counts


def _has_usual_vowels(counts: list[int]) -> bool:
    n_letters = counts[_CONSONANT] + counts[_VOWEL]
    if n_letters < MIN_LETTERS_FOR_VOWELS:
        return True
    share = counts[_VOWEL] / n_letters
    return VOWEL_SHARE[0] <= share <= VOWEL_SHARE[1]
