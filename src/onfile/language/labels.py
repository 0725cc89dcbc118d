"""Row labels and asked phrases brought to one form, so that they can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ALLOWANCE = re.compile(
    r"[\s,;–—-]*\(?\b(?:net of|less)\b[^()]*"
    r"\b(?:allowances?|depreciation|amortization|reserves?)\b.*$",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_NOTE = re.compile(r"[,;\s]*\(?\b(?:see\s+)?notes?\s+\d+[a-z]?(?:\s*(?:,|and)\s*\d+)*\)?", re.I)
_MARKS = re.compile(r"[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰™®©]+|\$|\.{2,}")
_APOSTROPHE = re.compile(r"(?<=\w)['’`](?:s\b)?")
_NOT_WORD = re.compile(r"[^\w%&]+")
_ASK_TOKEN = re.compile(r"[a-z0-9]+(?:&[a-z0-9]+)+|[a-z0-9]+|&|%", re.IGNORECASE)
_SPELLING = (
    (re.compile(r"isation(s?)$"), r"ization\1"),
    (re.compile(r"^fulfilment"), "fulfillment"),
    (re.compile(r"^labour"), "labor"),
    (re.compile(r"^(cheque|programme)(s?)$"), lambda m: {"cheque": "check"}.get(m[1], "program")),
)


def american(word: str) -> str:
    """British spellings that filings and questions mix ("amortisation") in American form."""
    for pattern, to in _SPELLING:
        word = pattern.sub(to, word)
    return word


def without_allowance(label: str) -> str:
    """A label ("Receivables — net of allowances of $161") without what has been taken off."""
    return _ALLOWANCE.sub("", label)


# "Borrowings, including current portion of debt: 2032—$2,560; 2031—$1,636" says a part by year.
_OF_YEARS = re.compile(r"\s*:\s*(?:(?:19|20)\d\d\s*[-–—]+\s*[$€£]?\s?[\d,.]+\s*(?:;|,|and|\s)*)+$")


# "a) Finance costs", "(ii) Trade payables", "1 Revenue": the number of a line is no word of it.
_LISTED = re.compile(
    r"\s*(?:\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})\)|\d{1,2}\.|[IVX]{1,4}\.|\d{1,2}(?=\s))\s*"
    r"(?=[A-Z][a-z])(?!(?:Year|Month|Week|Day)s?\b)"
)


def without_number(label: str) -> str:
    """A label without the number or letter that counts its line."""
    return _LISTED.sub("", label, count=1) if _LISTED.match(label) else label


def normal_label(label: str) -> str:
    """A label as lower-case words: no brackets, footnote marks, note numbers or punctuation.

    ``"Net (loss)/income attributable to Northwind’s shareholders (Note 3)"`` gives
    ``"net income attributable to northwind shareholders"``.
    """
    text = _NOTE.sub(" ", _OF_YEARS.sub("", without_number(label).lower()))
    for _ in range(2):  # brackets inside brackets
        text = _BRACKETS.sub(" ", text)
    text = _MARKS.sub(" ", text)
    text = _APOSTROPHE.sub("", text).replace("&", " and ")
    return " ".join(american(word) for word in _NOT_WORD.sub(" ", text).split())


@dataclass(frozen=True, slots=True)
class Print:
    """One way in which a concept is printed.

    ``form`` is "is", "starts", "contains" or "matches" (a regular expression); ``text`` is
    already normal. A label with any of the words ``but_not`` does not match.
    """

    form: str
    text: str
    but_not: tuple[str, ...] = ()
    words: str = ""

    def matches(self, normal: str) -> bool:
        """True when a normal label is printed this way."""
        if any(re.search(rf"\b{re.escape(word)}\b", normal) for word in self.but_not):
            return False
        if self.form == "is":
            return normal == self.text
        if self.form == "starts":
            return normal == self.text or normal.startswith(self.text + " ")
        if self.form == "contains":
            return f" {self.text} " in f" {normal} "
        return re.fullmatch(self.text, normal) is not None


@dataclass(frozen=True, slots=True)
class AskToken:
    """A word of a question with its stem: lower case, American, singular."""

    stem: str
    start: int
    end: int


def singular(word: str) -> str:
    """A cheap singular, the same on both sides of a comparison: ``expenses`` → ``expense``."""
    if len(word) <= 3 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word.removesuffix("s")


def ask_tokens(text: str) -> list[AskToken]:
    """Words of a question; ``R&D`` is one token, a lone ``&`` is ``and``."""
    return [
        AskToken(_stem(match.group()), match.start(), match.end())
        for match in _ASK_TOKEN.finditer(text)
    ]


def _stem(word: str) -> str:
    if word == "&":
        return "and"
    if word == "%":
        return "percent"
    return singular(american(word.lower()))
