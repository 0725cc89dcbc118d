"""Text as terms: what the lexical index holds and what a query looks for.

Words are lower-cased, freed of accents and stemmed. What people look up as it stands is kept as
it stands as well: clause ids (``2-09.3(1)E``), names with digits (``F-35``, ``10-K``), numbers
(``75,111`` is found with and without its comma), ``R&D`` also as ``rd``, and references such as
``Note 14``, which become the one term ``note:14``.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable
from itertools import chain

from onfile.language.known import Known

Stem = Callable[[list[str]], list[str]]
"""Stems of lower-case words, in order."""

VERSION = 1
"""Changes whenever ``Words.terms`` gives other terms; an index of another version is rebuilt."""

# Words that say nothing of a passage, among them the words that make a sentence a question.
# Kept out on purpose: "not", "no", "us", "may", "will", "after", "before", "over", "under".
_STOP_WORDS = """
a an and are as at be been being but by can could did do does doing for from had has have having he
her here him his how i if in into is it its itself me my of on or our ours she should so some such
than that the their theirs them then there these they this those to was we were what when where
which while who whom whose why with would you your yours eg ie etc please tell give
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_TOKEN = re.compile(
    r"[^\W_]+"
    r"(?:(?<=\d),(?=\d{3}(?!\d))\d+|[-.'&/][^\W_]+|(?<=[\d)])\([a-z0-9]{1,4}\)[^\W_]*)*"
    r"%?"
)
_REFERENCE = re.compile(
    r"\b(note|item|part|exhibit|section|clause|schedule|table|figure|appendix|article|annex|plate"
    r"|division|sheet)s?\.?\s+(?:no\.?\s*)?"
    r"(\d(?:[\w.\-]{0,9}\w)?(?:\([a-z0-9]{1,4}\)[a-z0-9]*)*|[ivx]{1,4}\b|[a-z]\b)"
)
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?%?")
_JOINERS = re.compile(r"(?:[-'&/(),%]|(?<!\d)\.|\.(?!\d))+")  # a decimal point joins
_HYPHENS = "‐‑‒–−"
_FOLDS = (("’", "'"), ("‘", "'"), *((hyphen, "-") for hyphen in _HYPHENS), ("ß", "ss"), ("—", " "))
_CACHE_LIMIT = 200_000  # tokens, and pieces, remembered with their terms; about 60 MB


class Words:
    """Makes terms of text, with one stemmer.

    Args:
        stem: Gives stems of lower-case words.
    """

    def __init__(self, stem: Stem) -> None:
        # An index made with another name is made anew.
        self.name = f"{getattr(stem, 'name', 'unnamed stemmer')}, terms {VERSION}"
        self._stem = stem
        self._known = Known(self._expand, _CACHE_LIMIT)
        self._known_pieces = Known(self._terms_of_piece, _CACHE_LIMIT)

    def terms(self, text: str) -> list[str]:
        """The terms of ``text``, in order, with repetitions; references come last."""
        folded = fold(text)
        found = list(chain.from_iterable(map(self._known_pieces.__getitem__, folded.split())))
        found += [f"{m[1]}:{m[2]}" for m in _REFERENCE.finditer(folded)]
        return found

    def _terms_of_piece(self, piece: str) -> tuple[str, ...]:
        """The terms between two blanks, which no token holds: of a word and its punctuation."""
        known = self._known.__getitem__
        return tuple(chain.from_iterable(map(known, _TOKEN.findall(piece))))

    def _expand(self, token: str) -> tuple[str, ...]:
        if token.isalpha():
            return self._word(token)
        if _NUMBER.fullmatch(token):
            return _number_terms(token)
        if token.endswith(("'s", "'S")):
            return self._expand(token[:-2])
        bare = token.rstrip("%")
        parts = [part for part in _JOINERS.split(bare) if part]
        if len(parts) == 1:
            return tuple(parts)
        if any(c.isdigit() for c in bare):
            return _exact_terms(bare, parts)
        return self._compound_terms(bare, parts)

    def _word(self, word: str) -> tuple[str, ...]:
        return () if word in STOP_WORDS else tuple(self._stem([word]))

    def _compound_terms(self, token: str, parts: list[str]) -> tuple[str, ...]:
        terms = [term for part in parts if len(part) > 1 for term in self._word(part)]
        joined = "".join(parts)
        is_initials = all(len(part) <= 2 for part in parts)
        if "&" in token or is_initials:
            terms = [term for term in terms if len(term) > 2]
            terms += [token, joined]
        elif "/" not in token and "." not in token:
            terms += self._word(joined)
        return tuple(dict.fromkeys(term for term in terms if term not in STOP_WORDS))


@functools.lru_cache(maxsize=8)
def words_of(stem: Stem) -> Words:
    """The ``Words`` of a stemmer; everyone with the same stemmer shares what it remembers."""
    return Words(stem)


def content_terms(text: str, stem: Stem) -> list[str]:
    """The terms of ``text`` as the lexical index makes them, in order, with repetitions."""
    return words_of(stem).terms(text)


def fold(text: str) -> str:
    """``text`` in lower case, without accents, with plain hyphens and apostrophes."""
    if text.isascii():
        return text.lower()
    folded = text
    for printed, meant in _FOLDS:  # several times faster than ``str.translate``
        folded = folded.replace(printed, meant)
    if folded.isascii():  # it had typographic quotes and dashes alone, as most pages do
        return folded.lower()
    decomposed = unicodedata.normalize("NFKD", folded).lower()
    return _NOT_ASCII.sub(lambda m: "" if unicodedata.combining(m[0]) else m[0], decomposed)


def well_formed(text: str) -> str:
    """Without lone surrogates, which no encoder takes; each becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _number_terms(token: str) -> tuple[str, ...]:
    number = token.rstrip("%").replace(",", "")
    terms = [number]
    if "." in number:
        terms.append(number.rstrip("0").rstrip("."))
    if token.endswith("%"):
        terms.append(f"{terms[-1]}%")
    return tuple(dict.fromkeys(terms))


def _exact_terms(token: str, parts: list[str]) -> tuple[str, ...]:
    stem = token.partition("(")[0]
    if _NUMBER.fullmatch(stem) and parts[-1].isdigit() and "(" in token:
        return (*_number_terms(stem), token)  # a number with a note mark, "1,577(2)"
    terms = [token, stem]
    if any(c.isalpha() for c in token) and "." not in token:
        terms.append("".join(parts))
    terms += [part for part in parts if len(part) > 1 and part not in STOP_WORDS]
    return tuple(dict.fromkeys(terms))
