"""Which metrics a question names, with shares of revenue read as the ratio they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.language.lexicon import Lexicon
from onfile.types import ConceptMention

_STATEMENT = re.compile(
    r"\b(?:(?:consolidated\s+)?(?:cash\s+flows?|income|p&l|profit\s+and\s+loss|balance\s+sheets?|financial)\s+statements?"
    r"|statements?\s+of\s+(?:cash\s+flows?|income|operations|earnings|financial\s+position|profit\s+and\s+loss"
    r"|comprehensive\s+income|changes\s+in\s+equity)|balance\s+sheets?)\b",
    re.IGNORECASE,
)
_SHARE_OF_REVENUE = re.compile(
    r"\s*(?:\([^)]*\)\s*)?(?:expenses?\s+|costs?\s+)?(?:as\s+)?(?:a\s+|the\s+)?(?:percent(?:age)?|per\s+cent|%|share)\s+of\s+"
    r"(?:its\s+|their\s+|total\s+|the\s+)?$",
    re.IGNORECASE,
)
# "Among operations, investing and financing": each stands for the cash flow of that activity.
_ACTIVITIES = re.compile(
    r"\b(?P<operating>operat\w+),?\s+(?:and\s+)?(?P<investing>invest\w+),?\s+(?:and|or)\s+"
    r"(?P<financing>financ\w+)(?:\s+(?:activities|cash\s+flows?))?",
    re.IGNORECASE,
)
CHANGE_IN_CASH = "net_change_in_cash"
_CHANGE_IN = re.compile(r"(?:change|increase|decrease)\s+in\s+", re.IGNORECASE)
_TWO_DATES = re.compile(
    r"\byear[- ]over[- ]year\b|\bfrom\b[^?]*\d\s+to\b|\bbetween\b[^?]*\band\b|\bcompared\b",
    re.IGNORECASE,
)
_MARGIN = re.compile(r"\s*(?:\([^)]*\)\s*)?(?:%|percent(?:age)?)?\s*margin\b", re.IGNORECASE)


def metrics_in(question: str, lexicon: Lexicon) -> tuple[ConceptMention, ...]:
    """Concepts in order of mention, each once; names of statements are places, not metrics.

    "SG&A expense as a percent of net sales" and "D&A % margin" become the ratio concept, where
    the lexicon has one with that formula.
    """
    text = _STATEMENT.sub(lambda m: " " * len(m.group()), question)
    named = [_of_two_dates(text, mention) for mention in lexicon.mentions(text)]
    mentions = _activities(text) or _ratios(text, named, lexicon)
    first: dict[str, ConceptMention] = {}
    for mention in mentions:
        first.setdefault(mention.concept, mention)
    return tuple(first.values())


def _of_two_dates(text: str, mention: ConceptMention) -> ConceptMention:
    """Of two balances, no line of a statement: "the change in cash between 2030 and 2031"."""
    change = _CHANGE_IN.match(mention.words)
    is_held = _TWO_DATES.search(text) is not None
    if mention.concept != CHANGE_IN_CASH or change is None or not is_held:
        return mention
    words = mention.words[change.end() :]
    return ConceptMention("cash", words, mention.start + change.end(), mention.end)


def _activities(text: str) -> list[ConceptMention]:
    found = _ACTIVITIES.search(text)
    kinds = ("operating", "investing", "financing") if found is not None else ()
    return [
        ConceptMention(f"{kind}_cash_flow", found[kind], *found.span(kind))
        for kind in kinds
        if found is not None
    ]


def _ratios(
    text: str, mentions: Sequence[ConceptMention], lexicon: Lexicon
) -> list[ConceptMention]:
    to_revenue = {
        c.formula.removesuffix(" / revenue"): c.id
        for c in lexicon.concepts
        if c.formula is not None and re.fullmatch(r"\w+ / revenue", c.formula)
    }
    result: list[ConceptMention] = []
    for mention in mentions:
        last = result[-1] if result else None
        ratio = to_revenue.get(last.concept) if last is not None else None
        is_share = (
            last is not None
            and ratio is not None
            and mention.concept == "revenue"
            and _SHARE_OF_REVENUE.fullmatch(text[last.end : mention.start])
        )
        if last is not None and ratio is not None and is_share:
            result[-1] = _joined(text, ratio, last.start, mention.end)
            continue
        result.append(mention)
    return [_with_margin(text, m, to_revenue) for m in result]


def _with_margin(text: str, mention: ConceptMention, to_revenue: dict[str, str]) -> ConceptMention:
    margin = _MARGIN.match(text, mention.end)
    ratio = to_revenue.get(mention.concept)
    if margin is None or ratio is None:
        return mention
    return _joined(text, ratio, mention.start, margin.end())


def _joined(text: str, concept: str, start: int, end: int) -> ConceptMention:
    return ConceptMention(concept, text[start:end], start, end)
