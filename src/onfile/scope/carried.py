"""The scope that a conversation carries on, as the user left or changed it.

A face shows it as companies and periods that can be changed or taken away. What it holds takes the
place of what the question before named; then the new question is read as any follow-up is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from onfile.language.lexicon import Lexicon
from onfile.scope.directory import directory_of
from onfile.scope.followup import StandAlone, stand_alone
from onfile.scope.parse import Named, named_in, parse
from onfile.types import CarriedScope, Catalog

_BEFORE_NAME = re.compile(r"(?:\b(?:at|for|of|by|from|with)\s+)?$", re.IGNORECASE)
_BEFORE_TIME = re.compile(
    r"(?:\b(?:in|for|during|at|of|over|since)\s+)?(?:the\s+)?(?:fiscal\s+)?(?:year\s+)?$",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"['’]s?\b")
_QUARTER = re.compile(r"(\d{4})Q(\d)")

Edit = tuple[int, int, str]


def carry_on(
    question: str,
    before: str | None,
    scope: CarriedScope | None,
    catalog: Catalog,
    lexicon: Lexicon,
) -> StandAlone:
    """The question, with what it leaves out taken from a scope that the user could change.

    Args:
        question: As typed.
        before: The last question of the conversation as it stood alone, None for the first.
        scope: What is carried on; where it differs from what ``before`` named, it rules. None
            is what ``before`` named.
        catalog: What is on file, as far as the asker may see.
        lexicon: Names of metrics.
    """
    if scope is None:
        return stand_alone(question, before, catalog, lexicon)
    directory = directory_of(catalog)
    changed = before
    if before is not None:
        then = named_in(before, directory, catalog, lexicon)
        periods = [period.name for period in parse(before, catalog, lexicon).periods]
        edits = [*_company_edits(then, scope.companies, before)]
        edits += _period_edits(then, periods, scope.periods, before)
        changed = _edited(before, edits)
    made = stand_alone(question, changed, catalog, lexicon).question
    now = named_in(made, directory, catalog, lexicon)
    added = ""
    if scope.companies and not (now.mentions or now.unknown or now.document_ids):
        added += f" at {_listed(scope.companies)}"
    if scope.periods and not now.expressions:
        added += f" in {_listed(map(spoken, scope.periods))}"
    made = _with(made, added)
    if made == question:
        return StandAlone(question)
    return StandAlone(made, f"“{question.strip()}” was read as “{made}”")


def spoken(period: str) -> str:
    """A period's name as questions say it: ``fiscal 2024``, ``Q2 of fiscal 2025``."""
    quarter = _QUARTER.match(period)
    if quarter is not None:
        return f"Q{quarter.group(2)} of fiscal {quarter.group(1)}"
    return period.replace("FY", "fiscal ")


def _company_edits(then: Named, companies: Sequence[str], before: str) -> Iterable[Edit]:
    """Each name that is not carried on gives way to one that is, else it is cut."""
    named = {mention.company for mention in then.mentions}
    new = [company for company in companies if company not in named]
    for mention in then.mentions:
        if mention.company in companies:
            continue
        if new:
            yield mention.start, mention.end, new.pop(0)
        else:
            yield _cut(before, mention.start, mention.end, _BEFORE_NAME)


def _period_edits(
    then: Named, periods: Sequence[str], carried: Sequence[str], before: str
) -> list[Edit]:
    if not then.expressions or set(periods) == set(carried):
        return []
    start, end = then.expressions[0].start, then.expressions[-1].end
    if not carried:
        return [_cut(before, start, end, _BEFORE_TIME)]
    return [(start, end, _listed(map(spoken, carried)))]


def _cut(text: str, start: int, end: int, leading: re.Pattern[str]) -> Edit:
    """Takes away ``text[start:end]`` with its preposition and its possessive."""
    before = leading.search(text[:start])
    after = _POSSESSIVE.match(text, end)
    return (before.start() if before else start, after.end() if after else end, "")


def _edited(text: str, edits: Iterable[Edit]) -> str:
    for start, end, new in sorted(edits, reverse=True):
        text = f"{text[:start]}{new}{text[end:]}"
    return re.sub(r" +(?=[?.,])", "", re.sub(r"  +", " ", text)).strip()


def _with(text: str, added: str) -> str:
    if not added:
        return text
    body = text.rstrip()
    mark = "?" if body.endswith("?") else ""
    return f"{body.rstrip('? ,')}{added}{mark}"


def _listed(names: Iterable[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
