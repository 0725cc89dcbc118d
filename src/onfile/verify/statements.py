"""An answer somebody else wrote, cut into statements: what it says, and whether it declines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from onfile.language.numbers import PrintedNumber, find_numbers

Terms = Callable[[str], Sequence[str]]

LAST = 2  # statements, in which an answer gives up

_BREAK = re.compile(r"\n+|(?<=[.!?])[\"”’)]*\s+(?=[\"“(]?[A-Z*•-])")
_ABBREVIATED = re.compile(r"\b(?:Inc|Corp|Co|Ltd|No|Mr|Ms|Dr|vs|approx|U\.S|e\.g|i\.e)\.$")
_MARKS = re.compile(r"[*#`_>|]+|^\s*(?:[-•–]|\d{1,2}[.)])\s+|\\[a-zA-Z]+|[{}\\]")
_CONCLUDES = re.compile(
    r"\b(?:therefore|thus|hence|in (?:summary|conclusion|total)|overall|in short|so,|"
    r"accordingly|as a result|the answer is)\b",
    re.IGNORECASE,
)
_CAN_NOT = r"(?:can ?not|can['’]t|could not|not possible to|unable to|impossible to)"
_FIND = (
    r"(?:provide|determine|calculate|answer|find|give|identif|comput|conclud|ascertain|say|tell)\w*"
)
_SAID = (
    r"(?:provided|available|given|disclosed|specified|mentioned|included|stated|reported|"
    r"outlined|listed)"
)
_SAY = (
    r"(?:provide|contain|include|specify|mention|state|disclose|give|list|"
    r"indicate(?! (?:that|an?) ))"  # "the figures do not indicate a high growth company" says no
)
_DECLINES = re.compile(
    r"\b(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:not|['’]t)|do(?:n['’]t| not) have)|"
    rf"{_CAN_NOT} (?:be )?(?:\w+ly )?{_FIND}|(?:is|are|was|were) not (?:\w+ly )?{_SAID}\b|"
    rf"(?:does|do|did) not (?:\w+ly )?{_SAY}\b|"
    r"no (?:specific |explicit |direct )?(?:information|mention|data|details?)\b|"
    r"without (?:more|additional|further|access))",
    re.IGNORECASE,
)
_CAN_NOT_SAY = re.compile(
    rf"\b{_CAN_NOT} (?:\w+ ){{0,3}}{_FIND}\b|"
    r"\b(?:we|i|one) would need (?:\w+ ){0,3}(?:data|information|figures|details)\b",
    re.IGNORECASE,
)
_YES = re.compile(r"^\W*(?:yes|correct|true|indeed)\b", re.IGNORECASE)
_NO = re.compile(r"^\W*no\b(?!\s*\.\s*\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or bullet. ``is_conclusion``: it is, or says that it is, the answer itself.

    ``said`` are its content terms in order, ``terms`` the same as a set.
    """

    text: str
    said: tuple[str, ...]
    terms: frozenset[str]
    numbers: tuple[PrintedNumber, ...]
    is_conclusion: bool
    declines: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """A foreign answer as statements, in order. ``polarity``: +1 yes, -1 no, 0 neither.

    ``text`` is the answer as it was given, with the signs that statements leave out.
    """

    statements: tuple[Statement, ...]
    polarity: int
    text: str

    @property
    def conclusion(self) -> tuple[Statement, ...]:
        """The statements that carry the answer."""
        return tuple(s for s in self.statements if s.is_conclusion)

    @property
    def declines(self) -> bool:
        """True when it says that it can't answer, and gives no answer beside that."""
        if not self.statements:
            return True
        carrying = [s for s in self.statements if not s.declines]
        refuses = self.statements[0].declines or self._ends_declining(carrying)
        concluding = [s for s in carrying if s.is_conclusion]
        return refuses and not any(s.numbers or self.polarity for s in concluding)

    def _ends_declining(self, carrying: Sequence[Statement]) -> bool:
        """Its conclusion declines, and no amount was given before."""
        return any(s.declines for s in self.conclusion) and not any(s.numbers for s in carrying)

    @property
    def gives_up(self) -> bool:
        """True when it ends by saying that what is asked can't be told, whatever it said before."""
        return not self.polarity and any(
            _CAN_NOT_SAY.search(s.text) for s in self.statements[-LAST:]
        )


def read_answer(text: str, terms: Terms) -> Answer:
    """The statements of an answer; its first, its last and those that say "therefore" conclude."""
    parts = [part for part in _parts(text) if re.search(r"\w", part)]
    statements = tuple(
        _statement(part, terms, is_conclusion=_concludes(part, n, len(parts)))
        for n, part in enumerate(parts)
    )
    return Answer(statements, _polarity(parts), text)


def _parts(text: str) -> list[str]:
    found: list[str] = []
    for piece in _BREAK.split(text):
        clean = " ".join(_MARKS.sub(" ", piece).split())
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] = f"{found[-1]} {clean}"
        elif clean:
            found.append(clean)
    return found


def _concludes(part: str, place: int, count: int) -> bool:
    return place == 0 or place == count - 1 or _CONCLUDES.search(part) is not None


def _statement(part: str, terms: Terms, *, is_conclusion: bool) -> Statement:
    numbers = tuple(n for n in find_numbers(part) if n.role == "amount")
    declines = _DECLINES.search(part) is not None
    said = tuple(terms(part))
    return Statement(part, said, frozenset(said), numbers, is_conclusion, declines)


def _polarity(parts: Sequence[str]) -> int:
    first = parts[0] if parts else ""
    return int(_YES.match(first) is not None) - int(_NO.match(first) is not None)
