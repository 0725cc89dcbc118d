"""Speaker turns of a call, from the ways in which transcripts print them.

Read are blocks between dashed lines ("Name,  Company - Role    [4]"), paragraphs that open
with "Name: " or "Name -- Role", and lines that hold a listed participant's name alone. A
transcript that names no speakers has no turns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from onfile.structure.roster import (
    Person,
    find_person,
    introduced,
    listed_with_bullets,
    listed_with_dashes,
    listed_with_titles,
    split_affiliation,
)
from onfile.structure.running import Joined
from onfile.types import Page, Turn

PREPARED = "prepared remarks"
QUESTIONS = "questions and answers"

_RULE = r"-{20,}[ \t\r]*\n"
_BLOCK = re.compile(rf"^{_RULE}[ \t]*(\S.*?)[ \t]+\[(\d+)\][ \t\r]*\n{_RULE}", re.MULTILINE)
_PART = re.compile(r"^={20,}[ \t\r]*\n[ \t]*(\S.*?)[ \t\r]*\n={20,}[ \t\r]*$", re.MULTILINE)
_OPERATOR = re.compile(
    r"(?:the\s+)?(?:conference\s+)?(?:operator|moderator|coordinator)", re.IGNORECASE
)
_ANY_SPEAKER = (
    r"(?:Operator|Moderator|Coordinator|Management|Analyst|Participant|Unidentified\s+\w+)"
)
_NAME = r"(?:(?:Mr|Mrs|Ms|Dr)\.?[ ])?[A-Z][\w'’.-]*(?:[ ](?:[A-Z][\w'’.-]*|de|van|von)){1,4}"
_ROLE = r"(?:Officer|President|Chair|Chief|C[EFO]O|Analyst|Director|Head|Treasurer|Relations)"
_COLON = re.compile(rf"^[ \t]*({_ANY_SPEAKER}|{_NAME})[ \t]*:[ \t\r]*(?=\S|\n)", re.MULTILINE)
_DASHES = re.compile(
    rf"^[ \t]*(?:({_ANY_SPEAKER})|({_NAME})[ \t]+(?:(?:--|—|–)|-(?=[ \t][^\n]*\b{_ROLE}))[ \t]+"
    r"([A-Z][^\n]{2,80}?))[ \t\r]*$",
    re.MULTILINE,
)
_QUESTIONS_BEGIN = re.compile(
    r"first\s+question|(?:begin|start|open|conduct)\w*\s+(?:the\s+|our\s+|with\s+the\s+)?"
    r"(?:question|q\s*&\s*a)|question[- ]and[- ]answer\s+session",
    re.IGNORECASE,
)
_SPEAKS_OF_A_CALL = re.compile(r"\b(?:earnings|conference)\s+call\b|transcript", re.IGNORECASE)
_HEAD_CHARACTERS = 5000
_MIN_WORDS = 12  # that a speaker before the operator says
_MIN_TURNS = 5
_MIN_TURNS_WITHOUT_OPERATOR = 10


@dataclass(frozen=True, slots=True)
class _Heading:
    """Where a turn is announced: its speaker, and the joined text's offsets of its heading."""

    name: str
    rest: str
    start: int
    end: int
    printed_number: int | None = None
    part: str = ""


def find_turns(pages: Sequence[Page]) -> tuple[Turn, ...]:
    """The turns of a call in order, numbered from 1; empty where no speakers are named."""
    joined = Joined(pages)
    headings = list(_blocks(joined.text))
    if headings:
        people = listed_with_bullets(joined.text[: headings[0].start])
    else:
        headings = _paragraphs(joined.text)
        people = _people_named(joined.text, headings)
    turns = _turns(joined, headings, people)
    return tuple(_with_answers(turns))


def _blocks(text: str) -> Iterator[_Heading]:
    parts = [(m.start(), m.group(1)) for m in _PART.finditer(text)]
    for match in _BLOCK.finditer(text):
        title = next((name for at, name in reversed(parts) if at < match.start()), "")
        name, _, rest = match.group(1).partition(", ")
        part = _part_of(title)
        yield _Heading(name, rest.strip(), match.start(), match.end(), int(match.group(2)), part)


def _part_of(title: str) -> str:
    if re.search(r"question|q\s*&\s*a", title, re.IGNORECASE):
        return QUESTIONS
    return PREPARED if re.search(r"presentation|prepared|remarks", title, re.IGNORECASE) else ""


def _paragraphs(text: str) -> list[_Heading]:
    """Headings of "Name: " or "Name -- Role" paragraphs, when there are enough of them."""
    colons = [_Heading(m.group(1), "", m.start(), m.end()) for m in _COLON.finditer(text)]
    dashes = [
        _Heading(m.group(1) or m.group(2), m.group(3) or "", m.start(), m.end())
        for m in _DASHES.finditer(text)
    ]
    found = [h for h in (colons, dashes, _lone_names(text)) if _is_call(h, text)]
    return _only_speakers(max(found, key=len), text) if found else []


def _lone_names(text: str) -> list[_Heading]:
    """Lines that hold nothing but the name of a listed participant, or "Operator"."""
    listed = listed_with_dashes(text[:_HEAD_CHARACTERS])
    if not listed:
        return []
    names = "|".join(re.escape(person.name) for person in listed)
    lines = re.finditer(rf"^[ \t]*({names}|Operator)[ \t\r]*\n", text, re.MULTILINE)
    return [_Heading(m.group(1), "", m.start(), m.end()) for m in lines]


def _is_call(headings: Sequence[_Heading], text: str) -> bool:
    n_operator = sum(1 for h in headings if _OPERATOR.fullmatch(h.name))
    if n_operator >= 2:
        return len(headings) >= _MIN_TURNS
    if _SPEAKS_OF_A_CALL.search(text[:_HEAD_CHARACTERS]) is None:
        return False
    repeated = [name for name, n in Counter(h.name for h in headings).items() if n >= 3]
    return len(headings) >= _MIN_TURNS_WITHOUT_OPERATOR and len(repeated) >= 2


def _only_speakers(headings: Sequence[_Heading], text: str) -> list[_Heading]:
    """Drop what only looks like a speaker: a capitalised word of a list, before the call.

    A name with its role is a speaker where words follow, an entry of a list where none do.
    """
    first = next((i for i, h in enumerate(headings) if _OPERATOR.fullmatch(h.name)), 0)
    counts = Counter(h.name for h in headings)
    ends = [h.start for h in headings[1:]] + [len(text)]
    n_words = [len(text[h.end : e].split()) for h, e in zip(headings, ends, strict=True)]
    return [
        h
        for i, h in enumerate(headings)
        if i >= first or (n_words[i] >= _MIN_WORDS if h.rest else counts[h.name] >= 3)
    ]


def _people_named(text: str, headings: Sequence[_Heading]) -> list[Person]:
    """Management and analysts as the cover and the speakers name them; management first."""
    if not headings:
        return []
    listed = listed_with_dashes(text[:_HEAD_CHARACTERS])
    if listed:
        return listed
    announced = introduced(text)
    management = [
        person for person in listed_with_titles(text) if find_person(person.name, announced) is None
    ]
    return management + announced


def _turns(joined: Joined, headings: Sequence[_Heading], people: Sequence[Person]) -> list[Turn]:
    turns: list[Turn] = []
    part = PREPARED
    others = {p.affiliation for p in people if not p.is_analyst and p.affiliation}
    for index, heading in enumerate(headings):
        end = headings[index + 1].start if index + 1 < len(headings) else len(joined.text)
        words = _PART.split(joined.text[heading.end : end])[0]
        spans = joined.spans(heading.end, heading.end + len(words))
        if not spans:
            continue
        if heading.printed_number is None and turns and _begins_questions(heading, words):
            part = QUESTIONS
        turn = _turn(len(turns) + 1, heading, people, heading.part or part, others)
        at = heading.end + len(words) - len(words.lstrip())
        turns.append(replace(turn, spans=spans, line=joined.line(at)))
    return turns


def _begins_questions(heading: _Heading, words: str) -> bool:
    return bool(_OPERATOR.fullmatch(heading.name)) and bool(_QUESTIONS_BEGIN.search(words))


def _turn(
    number: int, heading: _Heading, people: Sequence[Person], part: str, own: set[str]
) -> Turn:
    affiliation, role = split_affiliation(heading.rest) if heading.rest else (None, None)
    person = find_person(heading.name, people)
    if person is not None:
        affiliation, role = affiliation or person.affiliation, role or person.role
    is_operator = bool(_OPERATOR.fullmatch(heading.name))
    return Turn(
        number=number,
        speaker=heading.name,
        role=role,
        affiliation=affiliation,
        is_analyst=not is_operator and _is_analyst(heading, person, affiliation, role, part, own),
        is_operator=is_operator,
        part=part,
        spans=(),
        line=1,
        printed_number=heading.printed_number,
    )


def _is_analyst(
    heading: _Heading,
    person: Person | None,
    affiliation: str | None,
    role: str | None,
    part: str,
    own: set[str],
) -> bool:
    if person is not None:
        return person.is_analyst
    if re.search(r"\banalyst\b", f"{heading.name} {role or ''}", re.IGNORECASE):
        return True
    if heading.name == "Management":
        return False
    if affiliation is not None and own:
        return affiliation not in own
    return part == QUESTIONS and heading.name in ("Participant", "Analyst")


def _with_answers(turns: Sequence[Turn]) -> Iterator[Turn]:
    """Link what management says in the questions to the analyst's turn before it."""
    asked: int | None = None
    for turn in turns:
        if turn.part == QUESTIONS and not (turn.is_analyst or turn.is_operator):
            yield replace(turn, answers=asked)
            continue
        if turn.is_analyst and turn.part == QUESTIONS:
            asked = turn.number
        yield turn
