"""A question that leans on the one before it, as one that stands alone.

"And the year before?" after "What was Northwind's revenue in 2020?" is "What was Northwind's
revenue in fiscal 2019?". Nothing is guessed: what the new question names takes the place of what
the one before named, and what it leaves out is taken over; the result is shown to the user.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.language.lexicon import Lexicon
from onfile.language.periods import shift
from onfile.scope.directory import directory_of
from onfile.scope.parse import Named, named_in, parse
from onfile.types import Catalog, Period

_OPENING = re.compile(
    r"^\W*(?:(?:and|but|so|ok(?:ay)?|then|also|now)\b[\s,]*)*"
    r"(?:(?:what|how)\s+about\b|(?:the\s+)?same\s+(?:question\s+)?(?:for|in|with)\b|what\s+of\b)?",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:(?:the\s+|a\s+)?(year|quarter)\s+(before|earlier|prior|after|later)(?:\s+that)?"
    r"|(?:the\s+|its\s+)?(prior|previous|preceding|following|next|last)\s+(?:fiscal\s+)?(year|quarter))\b",
    re.IGNORECASE,
)
_FORWARD = frozenset(["after", "later", "following", "next"])
_PER_SHARE = re.compile(r"\b(?:on\s+)?(?:a\s+)?per[-\s]share(?:\s+basis)?\b", re.IGNORECASE)
_PER_SHARE_NAMES = {
    "net_income": "diluted earnings per share",
    "net_income_attributable": "diluted earnings per share",
    "net_income_adjusted": "adjusted earnings per share",
    "dividends_paid": "dividends per share",
    "equity": "book value per share",
}
_EMPTY_WORDS = re.compile(
    r"\b(?:and|in|for|of|at|on|the|a|an|its|their|it|they|what|how|about|was|were|is|did|with|to|that|then"
    r"|please|fiscal|year|figure|number)\b|['’]s\b|\W+",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"\b(?:its|their)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|they|the\s+company)\b", re.IGNORECASE)
_METRIC_PRONOUN = re.compile(
    r"\b(?:it|that|this|they)\b(?=\s+(?:rise|fall|grow|drop|decline|increase|decrease|change|improve|go)\b)",
    re.IGNORECASE,
)

Edit = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class StandAlone:
    """A question that needs no other; ``note`` says how it was made, empty where unchanged."""

    question: str
    note: str = ""


def stand_alone(
    question: str, before: str | None, catalog: Catalog, lexicon: Lexicon
) -> StandAlone:
    """The question with what it leaves to the question before it.

    Args:
        question: As typed.
        before: The last question of the session as it stood alone, None for the first.
        catalog: What is on file.
        lexicon: Names of metrics.
    """
    if before is None:
        return StandAlone(question)
    directory = directory_of(catalog)
    now = named_in(question, directory, catalog, lexicon)
    then = named_in(before, directory, catalog, lexicon)
    periods = parse(before, catalog, lexicon).periods
    if _is_elliptical(question, now):
        made = _replaced(question, now, before, then, periods)
    else:
        made = _completed(question, now, before, then, periods)
    if made == question:
        return StandAlone(question)
    return StandAlone(made, f"“{question.strip()}” was read as “{made}”")


def _is_elliptical(question: str, now: Named) -> bool:
    """Nothing is said but names of companies, periods and metrics."""
    characters = list(question)
    spans = [(m.start, m.end) for m in now.concepts]
    for start, end in (*now.scope_spans, *spans):
        characters[start:end] = " " * (end - start)
    rest = _OPENING.sub(" ", "".join(characters))
    rest = _PER_SHARE.sub(" ", _RELATIVE.sub(" ", rest))
    names_something = bool(now.scope_spans or spans) or rest.strip() != "".join(characters).strip()
    return names_something and not _EMPTY_WORDS.sub("", rest)


def _replaced(
    question: str, now: Named, before: str, then: Named, periods: Sequence[Period]
) -> str:
    """The question before, with what the new one names in place of what it named."""
    edits: list[Edit] = []
    added = ""
    if now.mentions:
        name = now.mentions[0].company
        edits += [(m.start, m.end, name) for m in then.mentions]
        added += "" if then.mentions else f" at {name}"
    time = _new_time(question, now, periods)
    if time and then.expressions:
        edits.append((then.expressions[0].start, then.expressions[-1].end, time))
    elif time:
        added += f" in {time}"
    metric = _new_metric(question, now, then)
    if metric and then.concepts:
        edits.append((then.concepts[0].start, then.concepts[-1].end, metric))
    return _with(_edited(before, edits), added)


def _completed(
    question: str, now: Named, before: str, then: Named, periods: Sequence[Period]
) -> str:
    """The new question, with the company and the period that it leaves out."""
    if now.mentions or now.unknown or not then.mentions or now.document_ids:
        return question
    company = before[then.mentions[0].start : then.mentions[0].end]
    made = question
    if not now.concepts and then.concepts:
        metric = before[then.concepts[0].start : then.concepts[-1].end]
        made = _METRIC_PRONOUN.sub(f"{company}'s {metric}", made, count=1)
    if made == question:
        made = _POSSESSIVE.sub(f"{company}'s", made)
    if made == question:
        made = _PRONOUN.sub(company, made, count=1)
    if made == question:
        made = _with(made, f" at {company}")
    if now.expressions:
        return made
    time = _new_time(question, now, periods) or _said(periods)
    return _with(_RELATIVE.sub("", made), f" in {time}") if time else made


def _new_time(question: str, now: Named, periods: Sequence[Period]) -> str:
    """The period that the new question names, itself or relative to the one before."""
    relative = _RELATIVE.search(question)
    if relative is not None and len(periods) == 1:
        unit = (relative.group(1) or relative.group(4)).lower()
        is_forward = (relative.group(2) or relative.group(3)).lower() in _FORWARD
        return _said([shift(periods[0], 1 if is_forward else -1, unit)])
    if now.expressions:
        return question[now.expressions[0].start : now.expressions[-1].end]
    return ""


def _new_metric(question: str, now: Named, then: Named) -> str:
    if _PER_SHARE.search(question) and then.concepts:
        last = then.concepts[0]
        return _PER_SHARE_NAMES.get(last.concept, f"{last.words} per share")
    if now.concepts:
        return question[now.concepts[0].start : now.concepts[-1].end]
    return ""


def _said(periods: Sequence[Period]) -> str:
    """Periods as people write them; empty unless there is exactly one."""
    if len(periods) != 1:
        return ""
    period = periods[0]
    year = f"fiscal {period.fiscal_year}"
    return year if period.quarter is None else f"Q{period.quarter} of {year}"


def _edited(text: str, edits: Sequence[Edit]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = f"{text[:start]}{new}{text[end:]}"
    return text


def _with(text: str, added: str) -> str:
    """The text with words put before its question mark."""
    if not added:
        return text
    body = text.rstrip()
    mark = "?" if body.endswith("?") else ""
    return f"{re.sub(r'  +', ' ', body.rstrip('? ,'))}{added}{mark}"
