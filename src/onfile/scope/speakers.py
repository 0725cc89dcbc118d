"""Whose words a question asks for: a named person, or an office."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from onfile.scope.directory import Directory, tokens_of

ROLES = {
    "CEO": r"ceo|chief\s+executive(?:\s+officer)?",
    "CFO": r"cfo|chief\s+financial\s+officer|finance\s+(?:chief|head|director)",
    "COO": r"coo|chief\s+operating\s+officer",
    "CTO": r"cto|chief\s+technology\s+officer",
    "Chairman": r"chairman|chairwoman|chair\s+of\s+the\s+board",
    "President": r"president",
    "IR": r"head\s+of\s+investor\s+relations|investor\s+relations",
    "Managing Director": r"managing\s+director|md",
    "analyst": r"analysts?",
    "operator": r"operator",
    "management": r"(?:(?<=['’]s )|(?<=the )|(?<=did )|(?<=does )|(?<=by )|^)management",
}
_ROLE_PATTERNS = tuple((r, re.compile(rf"\b(?:{p})\b", re.I)) for r, p in ROLES.items())
_SPEECH = re.compile(
    r"\b(?:say|says|said|asked?|asks|abt|comment\w*|remark\w*|answer\w*|explain\w*|report\w*|tell|told|describe[ds]?|give|gave"
    r"|given|guide[ds]?|forecast|expect\w*|disclose[ds]?|mention\w*|note[ds]?|call|quote[ds]?|raise[ds]?|question"
    r"|blame[ds]?|credit(?:s|ed)?|attribute[ds]?|cite[ds]?|point(?:s|ed)?\s+to|warn(?:s|ed)?|claim(?:s|ed)?"
    r"|sound(?:s|ed)?|argue[ds]?)\b",
    re.IGNORECASE,
)
_OF_MARKET = re.compile(
    r"\b(?:equity|public|investment|research|financial)\s+(?:\w+\s+)?analyst", re.I
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A person or an office, with the companies whose management the person belongs to.

    ``asker``: an analyst who is named beside whoever speaks ("how did A answer B's question").
    """

    speaker: str | None = None
    role: str | None = None
    companies: tuple[str, ...] = ()
    asker: str | None = None
    spans: tuple[tuple[int, int], ...] = ()


def find_speaker(question: str, directory: Directory) -> Spoken:
    """The first person that the question names who speaks in a document on file, and the role.

    A person of a company's own side (no analyst) also tells the company. A second person ("how
    did A answer B's question") is recognised, so that the name is not taken for a company.
    """
    people = _people(question, directory)
    managers = [p for p in people if not p.is_analyst]
    speaking = [p for p in managers or people if not _is_object(question, p.start)]
    first = next(iter(speaking), None)
    role = None if _asks_for_both(question) else _role(question)
    companies = tuple(dict.fromkeys(p.company for p in managers))
    others = [p.name for p in people if p.is_analyst and p is not first]
    return Spoken(
        first.name if first is not None else None,
        role,
        companies,
        next(iter(others), None),
        tuple((p.start, p.end) for p in people),
    )


@dataclass(frozen=True, slots=True)
class _Person:
    name: str
    company: str
    is_analyst: bool
    start: int
    end: int


def _people(question: str, directory: Directory) -> list[_Person]:
    tokens = tokens_of(question)
    words = [t.word for t in tokens]
    found: dict[tuple[int, str, str], _Person] = {}
    for company in directory.companies:
        for entry in company.entries:
            for name, role in entry.speakers:
                at = _place(name, words)
                if at is None:
                    continue
                first, last = at
                analyst = _is_analyst(role, company.names)
                person = _Person(name, company.name, analyst, tokens[first].start, tokens[last].end)
                found.setdefault((person.start, person.company, name.lower()), person)
    return sorted(found.values(), key=lambda p: (p.start, p.name))


def _place(name: str, words: list[str]) -> tuple[int, int] | None:
    """Where first and last name stand together, initials and middle names aside."""
    first, final = _first_and_last(name)
    if not first:
        return None
    for at in range(len(words) - 1):
        if words[at] != first:
            continue
        for last in (at + 1, at + 2):
            if last < len(words) and words[last] == final:
                return at, last
    return None


@functools.lru_cache(maxsize=1 << 14)  # of everybody who speaks on file, at every question
def _first_and_last(name: str) -> tuple[str, str]:
    """Of one name with an initial before it the initial and the name; empty where it is alone."""
    every = [t.word for t in tokens_of(name)]
    parts = [word for word in every if len(word.rstrip(".")) > 1]
    if len(parts) == 1 and len(every) > 1 and every[-1] == parts[0]:
        return every[0], parts[0]
    return (parts[0], parts[-1]) if len(parts) > 1 else ("", "")


_OUTSIDE = re.compile(
    r"analyst|research|securities|capital markets|asset management|brokerage", re.I
)


def _is_analyst(role: str, names: frozenset[tuple[str, ...]]) -> bool:
    words = tuple(t.word for t in tokens_of(role))
    is_own = any(
        len(n[0]) > 2 and n == words[i : i + len(n)] for n in names for i in range(len(words))
    )
    return _OUTSIDE.search(role) is not None and not is_own


def _role(question: str) -> str | None:
    if _SPEECH.search(question) is None:
        return None
    text = _OF_MARKET.sub(lambda m: " " * len(m.group()), question)
    for role, pattern in _ROLE_PATTERNS:
        match = pattern.search(text)
        if match and not _is_object(text, match.start()):
            return role
    return None


_ANALYST = re.compile(r"\b(?:which|what)\s+analyst\b", re.IGNORECASE)


def _asks_for_both(question: str) -> bool:
    """True for who answered and which analyst asked: no one role covers it."""
    return bool(_ANALYST.search(question) and re.search(r"\bwho\b", question, re.I))


def _is_object(text: str, start: int) -> bool:
    """True for who is told or asked something: that is not who speaks."""
    before = text[max(0, start - 30) : start]
    return re.search(r"\b(?:told|asked|tell|ask)\s+(?:\S+\s+){0,2}$", before, re.I) is not None
