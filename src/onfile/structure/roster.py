"""Who is on a call: the participants a transcript lists, and those its speakers introduce."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_TITLE = r"(?:Mr|Mrs|Ms|Miss|Dr|Shri|Smt|Prof)\.?"
_NAME_WORD = r"(?:[A-Z][\w'’-]*\.?)"
_LISTED = re.compile(
    rf"\b(?i:{_TITLE})\s+({_NAME_WORD}(?:\s+{_NAME_WORD}){{0,4}})"
    r"\s*(?:\n\s*|\s[–—-]\s+|,\s+(?:our\s+)?|\s[–—-]\s*)"
    r"([A-Z](?:[^;.\n]|(?<=\bof)\n|(?<=\bof )\n|\n(?=of\b)){3,90})",
)
_BULLET = re.compile(r"^[ \t]*\*[ \t]+(\S.*?)[ \t\r]*\n[ \t]+(.*?)[ \t\r]*$", re.MULTILINE)
_LIST_HEADING = re.compile(
    r"^(?:=+[ \t\r]*\n)?[ \t]*((?:Corporate|Company)\s+Partici\w+"
    r"|(?:Conference\s+)?Call\s+Partici\w+|Executives|Analysts?)[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)
_NAME_DASH = re.compile(
    rf"^[ \t]*({_NAME_WORD}(?:[ ]{_NAME_WORD}){{1,4}})[ \t]+[-–—]{{1,2}}[ \t]+(\S.*)$"
)
_INTRODUCED = re.compile(
    rf"(?:line\s+of|from|question\s+is)\s+(?:{_TITLE}\s+)?({_NAME_WORD}(?:\s+{_NAME_WORD}){{0,3}})"
    r"\s*(?:from|with|of|at|,)\s+([A-Z][^.,;\n?]{1,60}(?:\n?[^.,;\n?]{1,30})?)"
)
_ROLE_WORDS = re.compile(
    r"officer|president|director|manag|chief|chair|head|secretary|relations|treasurer|controller"
    r"|C[EFO]O\b|analyst|partner|lead\b|counsel|founder|VP\b|finance",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Person:
    """Someone on a call, with what the transcript says of them."""

    name: str
    role: str | None = None
    affiliation: str | None = None
    is_analyst: bool = False


def split_affiliation(words: str) -> tuple[str | None, str | None]:
    """``"Alder Securities, LLC - Analyst"`` as (affiliation, role); None where missing."""
    affiliation, dash, role = re.sub(r"\s+", " ", words).strip().partition(" - ")
    if not dash and words.strip().startswith("- "):
        affiliation, role = "", words.strip()[2:]
    if not dash and not role and _ROLE_WORDS.search(affiliation):
        affiliation, role = "", affiliation
    return affiliation.strip(" -,") or None, role.strip(" -,") or None


def listed_with_bullets(text: str) -> list[Person]:
    """The participants of "* Name" lists with their affiliation and role on the next line.

    Those below a heading that does not say "corporate" or "company" are analysts.
    """
    headings = [(m.start(), m.group(1).lower()) for m in _LIST_HEADING.finditer(text)]
    people = []
    for match in _BULLET.finditer(text):
        above = [title for start, title in headings if start < match.start()]
        affiliation, role = split_affiliation(match.group(2))
        outside = bool(above) and not above[-1].startswith(("corporate", "company"))
        people.append(Person(" ".join(match.group(1).split()), role, affiliation, outside))
    return people


def listed_with_dashes(text: str) -> list[Person]:
    """The participants of "Name - Role" lists below a heading, each on a line.

    Below a heading for analysts or the call's participants the words are the person's firm.
    """
    people = []
    for heading in _LIST_HEADING.finditer(text):
        outside = heading.group(1).lower().startswith(("conference", "call", "analyst"))
        for line in text[heading.end() :].lstrip().split("\n"):
            match = _NAME_DASH.match(line)
            if match is None:
                break
            name, rest = match.group(1), match.group(2).strip()
            role, firm = (None, rest) if outside else (rest, None)
            people.append(Person(name, role, firm, outside))
    return people


def listed_with_titles(text: str) -> list[Person]:
    """Management as "Mr. Name – Role" or "MR. NAME" with the role on the next line."""
    people = []
    for match in _LISTED.finditer(text):
        name, role = " ".join(match.group(1).split()), " ".join(match.group(2).split())
        role = re.split(r"\s+and\s+(?=Mr|Ms|Dr)|,\s+(?=Mr|Ms|Dr)", role)[0].strip(" ,–-")
        if _ROLE_WORDS.search(role):
            people.append(Person(_cased(name), _cased(role)))
        elif role.isupper():
            people.append(Person(_cased(name), None, _cased(role)))
    return people


def introduced(text: str) -> list[Person]:
    """Analysts whose question an operator announces: "from the line of NAME from FIRM"."""
    return [
        Person(" ".join(name.split()), None, " ".join(firm.split()).strip(" ,"), is_analyst=True)
        for name, firm in _INTRODUCED.findall(text)
    ]


def find_person(name: str, people: Iterable[Person]) -> Person | None:
    """The person of that name; "A. Krishnan" is "Anand Krishnan", "Anita" is "Anita Rao"."""
    words = _words(name)
    close = None
    for person in people:
        theirs = _words(person.name)
        if words == theirs:
            return person
        if close is None and _agree(words, theirs):
            close = person
    return close


def _agree(a: list[str], b: list[str]) -> bool:
    if not a or not b:
        return False
    if len(a) == 1 or len(b) == 1:
        return bool({a[0], a[-1]} & {b[0], b[-1]}) and len(a[0]) > 2
    return a[-1] == b[-1] and a[0][0] == b[0][0]


def _words(name: str) -> list[str]:
    plain = re.sub(rf"^{_TITLE}\s+", "", name, flags=re.IGNORECASE).replace(".", " ")
    return [word.lower() for word in plain.split()]


def _cased(words: str) -> str:
    return words.title() if words.isupper() and len(words) > 4 else words
