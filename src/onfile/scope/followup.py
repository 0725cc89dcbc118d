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
_WHOLE = re.compile(  # a question of its own, not "and its capex?" or "what about margins?"
    r"^\W*(?:what\s+(?:was|were|is|are|did|does|do)|how\s+(?!about\b)\w+|who|why|when|which|where"
    r"|did|does|do|is|are|was|were|has|have)\b",
    re.IGNORECASE,
)
_LATEST = re.compile(r"\b(?:last|latest|most\s+recent|newest)\b", re.IGNORECASE)

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
    is_new = _WHOLE.match(question) is not None and _asks_otherwise(now, then, lexicon)
    if _is_elliptical(question, now) and not is_new:
        made = _replaced(question, now, before, then, periods)
    elif is_new and then.mentions and _is_of_works(now, lexicon):
        made = question  # a boring or a bid item is no company's
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


def _asks_otherwise(now: Named, then: Named, lexicon: Lexicon) -> bool:
    """A metric is asked for that can't take the place of what the question before asked for."""
    if not now.concepts:
        return False
    if not then.concepts or (then.spoken.spans and not now.spoken.spans):
        return True
    asked, before = (lexicon.concept(named.concepts[0].concept) for named in (now, then))
    kinds = [(c.unit == "text", c.group == "engineering") for c in (asked, before)]
    return kinds[0] != kinds[1]


def _is_of_works(named: Named, lexicon: Lexicon) -> bool:
    return all(lexicon.concept(m.concept).group == "engineering" for m in named.concepts)


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
    if now.document_spans:
        name = question[now.document_spans[0][0] : now.document_spans[0][1]]
        edits += [(start, end, name) for start, end in then.document_spans]
        added += "" if then.document_spans else f" in {name}"
    return _with(_edited(before, edits), added)


def _completed(
    question: str, now: Named, before: str, then: Named, periods: Sequence[Period]
) -> str:
    """The new question, with the company and the period that it leaves out."""
    if now.unknown or now.document_ids:
        return question
    if now.mentions:
        return _with(question, _time_left_out(question, now, periods)) if now.concepts else question
    if not then.mentions:
        return _with(question, _document_left_out(before, now, then))
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
    time = _time_left_out(question, now, periods)
    return _with(_RELATIVE.sub("", made), time) if time else made


def _time_left_out(question: str, now: Named, periods: Sequence[Period]) -> str:
    """The one period of the question before, where the new one says nothing of time."""
    if now.expressions:
        return ""
    relative = _new_time(question, now, periods)
    time = relative or ("" if _LATEST.search(question) else _said(periods))
    return f" in {time}" if time else ""


def _document_left_out(before: str, now: Named, then: Named) -> str:
    """The document of the question before, where the new one names neither it nor a filing."""
    if not then.document_spans or now.expressions or now.forms:
        return ""
    start, end = then.document_spans[0]
    return f" in {before[start:end]}"


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
