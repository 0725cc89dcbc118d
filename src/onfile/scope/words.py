"""Content words, wished scale, and whether a percentage is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

TermsOf = Callable[[str], list[str]]

_COMMAND = re.compile(
    r"^\W*(?:please\s+)?(?:list|state|name|give|show|tell|explain|compare|rank|describe)\b",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"(?<!&)\b(?:what(?:'s|’s)?|how|much|many|which|who|whom|whose|why|when|where|did|does|do|is|are|was|were|has|have|had|the|a"
    r"|an|of|in|on|at|by|to|for|from|and|or|as|its|it|their|they|his|her|with|that|this|be|been|any|there|please|pls|give|me"
    r"|report|reported|reports|record|recorded|book|booked|carry|carried|between|company"
    r"|compared|versus|vs|against|according|amount|usd|fiscal|year|quarter|during|if|then|than|us|we|you|would|could"
    r"|should|will|can|may|also|both|each|about|abt|roughly|approximately)\b(?!&)",
    re.IGNORECASE,
)
_SCALES = (
    (10**9, r"\b(?:in|as|how\s+many)?\s*(?:usd|us\$|\$|dollars?)?\s*(?:billions?|bn)\b"),
    (10**6, r"\b(?:in|as|how\s+many)?\s*(?:usd|us\$|\$|dollars?)?\s*(?:millions?|mn|mm)\b"),
    (10**3, r"\b(?:in|as|how\s+many)\s+(?:usd|us\$|\$|dollars?)?\s*thousands?\b"),
    (10**7, r"\b(?:(?:in|how\s+many)\s+)?(?:rs\.?\s*|inr\s*|rupees\s*)?(?:crores?|cr)\b"),
    (10**5, r"\b(?:in|how\s+many)\s+(?:rs\.?\s*|inr\s*)?lakhs?\b"),
)
_SCALE_PATTERNS = tuple((scale, re.compile(p, re.I)) for scale, p in _SCALES)
_NUMBER_BEFORE = re.compile(r"(?<!\w)[\d.,]+$")  # "99 billion dollars" is a number, not a wish
_PERCENT = re.compile(
    r"%|\bper\s?cent(?:s|age)?\b|\bpercentage\b|\bmargin\b|\brate\s+of\b|\bcagr\b|\bshare\s+of\b|\bpct\b",
    re.I,
)
_IN_PERCENT = re.compile(
    r"\b(?:in|as|give)\s+(?:an?\s+|your\s+answer\s+as\s+a\s+)?(?:units\s+of\s+)?(?:percent|%)|\bpercent\w*,",
    re.IGNORECASE,
)
_FORMAT = re.compile(r"\((?:in|as|round)\b[^)]*\)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:[&'’.-][^\W_]+)*")


def scale_wanted(question: str) -> int | None:
    """The scale in which the answer is wished ("in USD millions", "in crore"), or None."""
    for scale, pattern in _SCALE_PATTERNS:
        for match in pattern.finditer(question):
            before = question[: match.start()].rstrip()
            is_wish = match.group().strip().lower().startswith(("in ", "as ", "how "))
            if is_wish or not _NUMBER_BEFORE.search(before):
                return scale
    return None


def wants_percent(asked: str, question: str = "") -> bool:
    """True when the answer should be a percentage.

    Args:
        asked: What is asked (asides blanked).
        question: All of it: "Answer in units of percents" stands in an aside.
    """
    return _PERCENT.search(asked) is not None or is_in_percent(question)


def is_in_percent(question: str) -> bool:
    """True where the question says that the number is to be written in percent."""
    return _IN_PERCENT.search(question) is not None


def plain_terms(text: str) -> list[str]:
    """Words in lower case, for use where no stemmer is given."""
    return [match.group().lower() for match in _WORD.finditer(text)]


def terms_of(question: str, scope: Iterable[tuple[int, int]], terms: TermsOf) -> tuple[str, ...]:
    """Content words that are neither scope nor question words, each once, in order.

    Args:
        question: What is asked (asides blanked).
        scope: Spans of companies, periods, forms, people: they select documents.
        terms: Makes terms of text as the index does.
    """
    characters = list(question)
    for start, end in scope:
        characters[start:end] = " " * (end - start)
    text = "".join(characters)
    for _, pattern in _SCALE_PATTERNS:
        text = pattern.sub(" ", text)
    text = _FORMAT.sub(" ", text)
    text = re.sub(r"(?<=\s)['’]s\b", " ", text)
    return tuple(dict.fromkeys(terms(_FILLER.sub(" ", _COMMAND.sub(" ", text)))))
