"""What a question leaves open, and what the user may choose from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.scope.directory import CALLS, Company, Directory
from onfile.scope.documents import label_of
from onfile.scope.targets import Timing

MAX_CHOICES = 24
_PRONOUN = re.compile(
    r"\b(?:they|them|their|it|its|the\s+company|the\s+firm|management|the\s+(?:ceo|cfo))\b", re.I
)
_NAME = re.compile(r"(?<!^)(?<![.?!]\s)\b[A-Z][a-z]+\w*")
_ASKS_FOR_ONE = re.compile(
    r"^\W*(?:so\s+)?(?:what\s+(?:was|is|were|are|did)|how\s+(?:much|many|high|large|big)|what['’]s)\b|^[^?]{0,40}\?*$",
    re.I,
)
_THIS = re.compile(  # of several on file, none is "this" one
    r"\b(?:this|the\s+present)\s+(?:annual\s+|quarterly\s+)?(?P<what>10-?[KQ]\b|8-?K\b|report|filing|document)",
    re.I,
)
_NOT_ONE = re.compile(
    r"\b(?:historically|over\s+(?:time|the\s+years)|trend|typically|generally|usually|always|ever|expects?|to\s+date|total\s+since)\b",
    re.IGNORECASE,
)


_LAST = re.compile(  # whose last year?
    r"\b(?:last|this|past|prior|previous|current|latest)\s+(?:fiscal\s+)?(?:year|quarter|month)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a question that decide what may stay open."""

    has_quantity: bool
    has_engineering: bool
    has_bids: bool
    has_concept: bool
    has_speaker: bool
    has_document: bool
    has_phrases: bool
    has_unknown: bool
    has_forms: bool


@dataclass(frozen=True, slots=True)
class OpenPoints:
    """``company`` is set when only one on file fits; ``choices`` when several readings do."""

    company: Company | None = None
    choices: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def open_points(
    question: str,
    directory: Directory,
    companies: Sequence[Company],
    timing: Timing,
    facts: Facts,
) -> OpenPoints:
    """Which company, document or period is missing, if any."""
    if facts.has_unknown or facts.has_document:
        return OpenPoints()
    if companies:
        return _open_period(question, companies, timing, facts)
    if facts.has_bids and directory.others:
        return OpenPoints()  # whether one table fits is seen when it is read
    if facts.has_engineering and not timing.targets:
        return _open_document(directory, facts)
    return _open_company(question, directory, timing, facts)


def _open_company(question: str, directory: Directory, timing: Timing, facts: Facts) -> OpenPoints:
    is_about_one = facts.has_concept or facts.has_speaker or bool(timing.targets) or timing.is_vague
    is_about_one = is_about_one or _PRONOUN.search(question) is not None
    is_about_one = is_about_one or _LAST.search(question) is not None
    if not is_about_one or facts.has_phrases:
        return OpenPoints()
    if len(directory.companies) == 1 and not directory.others:
        only = directory.companies[0]
        return OpenPoints(
            only, notes=(f"No company is named; {only.name} is the only one on file",)
        )
    if _NAME.search(question):
        return OpenPoints()
    fitting = [c for c in directory.companies if all(c.holds(p) for p in timing.targets)]
    names = [c.name for c in fitting or directory.companies]
    return OpenPoints(choices=tuple(names[:MAX_CHOICES]))


def _open_document(directory: Directory, facts: Facts) -> OpenPoints:
    if facts.has_phrases:
        return OpenPoints()
    others = directory.others
    labels = tuple(label_of(entry) for entry in others)
    return OpenPoints(choices=labels[:MAX_CHOICES] if len(labels) > 1 else ())


def _open_period(
    question: str, companies: Sequence[Company], timing: Timing, facts: Facts
) -> OpenPoints:
    if timing.targets or facts.has_phrases or _NOT_ONE.search(question):
        return OpenPoints()
    company = companies[0]
    this = _THIS.search(question)
    if this is not None:
        named = (e.identity for e in company.entries if _is_such(e.identity.form, this["what"]))
        fitting = sorted({i.period.name for i in named if i.period is not None})
        return OpenPoints(choices=tuple(fitting[-MAX_CHOICES:]) if len(fitting) > 1 else ())
    if timing.is_vague:
        quarters = [p.name for p in company.periods if p.quarter is not None]
        held = quarters or [p.name for p in company.periods]
        return OpenPoints(choices=tuple(held[-MAX_CHOICES:]) if len(held) > 1 else ())
    if facts.has_speaker:
        calls = [e.identity.period for e in company.entries if e.identity.form in CALLS]
        names = tuple(dict.fromkeys(p.name for p in calls if p is not None))
        return OpenPoints(choices=names if len(names) > 1 else ())
    is_one_figure = facts.has_quantity and _ASKS_FOR_ONE.search(question) is not None
    if not is_one_figure or timing.is_forward or _has_other_name(question, companies):
        return OpenPoints()
    names = tuple(p.name for p in company.periods)
    return OpenPoints(choices=names[-MAX_CHOICES:] if len(names) > 1 else ())


def _is_such(form: str | None, what: str) -> bool:
    """True where a document of this form may be the "10-K", or the report, that is meant."""
    wanted = what.upper().replace("-", "")
    return not wanted[0].isdigit() or (form or "").replace("-", "").startswith(wanted)


def _has_other_name(question: str, companies: Sequence[Company]) -> bool:
    """A further proper name ("Upjohn") makes the question specific enough to look it up."""
    known = {word for c in companies for name in c.names for word in name}
    found = (m.group().lower().rstrip("s") for m in _NAME.finditer(question))
    return any(word not in known and word + "s" not in known for word in found)
