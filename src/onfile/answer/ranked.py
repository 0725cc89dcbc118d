"""Which of the parts? "Which segment grew most", "what share came from Europe".

Only rows that add up to their total are compared (``Reading.breakdowns``), and only where all
tables that break the quantity down name the same winner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from onfile.answer.astray import without_names
from onfile.answer.cite import cite_rows
from onfile.answer.claims import LATER_DOCUMENT, figure_note
from onfile.answer.computed import places_asked, rounded
from onfile.answer.explained import told_of
from onfile.answer.request import Breakdown, Part, Reading
from onfile.answer.second_reading import is_same_amount
from onfile.answer.shown import shown
from onfile.types import Citation, Claim, Draft, Figure, Pair, QuestionKind, Value

_WHICH = re.compile(r"\b(?:which|what|name|among|of (?:the|its|all)|rank|order)\b", re.I)
_HIGH = re.compile(
    r"\b(?:highest|largest|biggest|greatest|most|best|top|fastest|strongest|maximum|main|rank\w*)\b",
    re.I,
)
_LOW = re.compile(r"\b(?:lowest|smallest|least|worst|slowest|weakest|minimum)\b", re.I)
_GROWTH = re.compile(
    r"\b(?:grow\w*|grew|increas\w*|rise|rose|gain\w*|perform\w*|year[- ]over[- ]year|yoy)\b",
    re.I,
)
_FALL = re.compile(r"\b(?:drop\w*|declin\w*|decreas\w*|fell|fall\w*|shr[aiu]nk\w*|dragged)\b", re.I)
_LOSS = re.compile(r"\bloss(?:es)?\b", re.I)
LOST = re.compile(  # that a part made a loss, rather than how large a loss was
    r"\b(?:lost|lose|losing) (?:the )?(?:most |least )?money\b|\bunprofitable\b|\bat a loss\b|"
    r"\b(?:had|have|made|posted|reported|recorded) (?:an? )?(?:operating )?loss(?:es)?\b",
    re.I,
)
_ABSOLUTE = re.compile(r"\b(?:in (?:dollars?|usd|absolute)|dollar|absolute|amount)\b", re.I)
SHARE = re.compile(
    r"\b(?:share|percent(?:age)?|per cent|portion|proportion|fraction|how much)\s+of\b|%\s+of\b",
    re.I,
)


# "categories that represent more than 20% of revenue": a bound on a share, not a share asked for.
OVER = re.compile(
    r"\b(?:more than|over|at least|above|greater than|exceed\w*|in excess of)\s+"
    r"(?:roughly\s+|about\s+)?(?P<bound>\d+(?:\.\d+)?)\s*(?:%|per\s?cent)\s+of\b",
    re.I,
)

_RANK = re.compile(  # "the worst topline performance", as the question has it
    r"\b(?P<rank>(?:highest|lowest|largest|smallest|biggest|greatest|best|worst|most|least|fastest|"
    r"slowest|strongest|weakest)(?:\s+(?!(?:for|in|of|by|during|among\w*|at|to|from|on|as|and|with)\b)"
    r"[A-Za-z-]+){0,3})",
    re.I,
)
COMPARED = re.compile(  # of two parts that are named
    r"\b(?:faster|slower|larger|bigger|smaller|higher|lower|more|less|better|worse|stronger|weaker|"
    r"compare[ds]?|comparison|versus|vs)\b",
    re.I,
)
_LESS = re.compile(r"\b(?:slower|smaller|lower|less|worse|weaker)\b", re.I)
MIN_DIGITS = 3  # of an amount that is the same elsewhere; fewer agree by chance
MAX_AGAIN = 3  # further places that are cited


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A part with what it is ranked by, and how that is shown and came about."""

    part: Part
    key: Decimal
    told: str
    arithmetic: str = ""
    moved: int = 0  # +1 or -1 where it is ranked by its change


def answer_ranked(reading: Reading) -> Draft | None:
    """The part that is asked for, the others listed; None when the tables are not certain."""
    if len(reading.intent.pairs) != 1:
        return None
    pair = reading.intent.pairs[0]
    tables = reading.breakdowns.get(pair, ())
    if not tables:
        return None
    bound = OVER.search(reading.intent.asked)
    if bound is not None:
        return _over(reading, pair, tables[0], Decimal(bound["bound"]))
    share = _share(reading, pair, tables)
    if share is not None:
        return share
    special = _losing(reading, pair, tables) or _compared(reading, pair, tables)
    if special is not None:
        return special
    ranked = _in_order(reading, tables)
    return None if ranked is None else _draft(reading, pair, tables[0], ranked)


def _in_order(reading: Reading, tables: Sequence[Breakdown]) -> list[_Ranked] | None:
    question = without_names(reading)
    wants_low = _LOW.search(question) is not None
    if not _WHICH.search(question) or (wants_low == (_HIGH.search(question) is not None)):
        return None
    if _is_of_one_part(reading, tables):
        return None
    ranked = [_rank(reading, table, wants_low=wants_low) for table in tables]
    first = ranked[0]
    winners = {_folded(found[0].part.name) for found in ranked if found}
    return None if not first or len(winners) != 1 or _is_tied(first) else first


def _is_of_one_part(reading: Reading, tables: Sequence[Breakdown]) -> bool:
    """One part is named: it alone is asked for, and no other must stand in its place."""
    asked = frozenset(reading.terms(without_names(reading)))
    names = {_folded(p.name) for t in tables for p in t.parts if _is_named(reading, p, asked)}
    return len(names) == 1


def _is_tied(found: Sequence[_Ranked]) -> bool:
    return len(found) > 1 and found[0].key == found[1].key


def _rank(reading: Reading, table: Breakdown, *, wants_low: bool) -> list[_Ranked]:
    """The parts, the one asked for first; empty where one of them can't be ranked."""
    question = without_names(reading)
    falls = _FALL.search(question) is not None
    if not (falls or _GROWTH.search(question)):
        levels = [_Ranked(p, _amount(p.figure), shown(p.figure)) for p in table.parts]
        if _LOSS.search(question) or LOST.search(question):
            losses = sorted((r for r in levels if r.key < 0), key=lambda r: r.key)
            gains = [r for r in levels if r.key >= 0]
            return [] if wants_low or not losses else losses + gains
        return sorted(levels, key=lambda r: r.key, reverse=not wants_low)
    if _LOSS.search(question):
        return []  # a loss that grows is a number that falls
    changes = [_change(reading, part) for part in table.parts]
    known = [change for change in changes if change is not None]
    if len(known) < len(changes):
        return []
    ordered = sorted(known, key=lambda r: r.key, reverse=wants_low == falls)
    is_asked = not falls or (ordered[0].key < 0) != wants_low
    return ordered if is_asked else []  # the largest fall is none where all rose


def _change(reading: Reading, part: Part) -> _Ranked | None:
    if part.before is None or part.before.value <= 0:
        return None
    now, then = part.figure.value, part.before.value
    gap = now - then
    places = places_asked(reading.intent.question, "percent")
    percent = rounded(100 * gap / then, places)
    word = "increased" if gap > 0 else "decreased" if gap < 0 else "unchanged:"
    told = f"{word} {abs(percent)}%, from {shown(part.before)} to {shown(part.figure)}"
    is_absolute = _ABSOLUTE.search(reading.intent.asked) is not None
    key = gap if is_absolute else 100 * gap / then
    moved = (gap > 0) - (gap < 0)
    return _Ranked(part, key, told, f"100 * ({now} - {then}) / {then} = {percent}", moved)


def _draft(
    reading: Reading,
    pair: Pair,
    table: Breakdown,
    ranked: Sequence[_Ranked],
    *,
    with_quote: bool = True,
) -> Draft:
    """The first part's claim, the others', and what the report says of the first one's change."""
    winner, *rest = ranked
    who = f"{pair.company}, {pair.period.name if pair.period else ''}"
    share, step = _of_the_total(table, winner) if not winner.arithmetic else ("", "")
    rank = _RANK.search(without_names(reading))
    said = f"{rank['rank'][0].lower()}{rank['rank'][1:]}: " if rank is not None else ""
    document_id = winner.part.figure.document_id
    is_later = reading.precedence.get(document_id, 0) >= LATER_DOCUMENT
    note = figure_note(reading.archive, winner.part.figure, pair, is_later=True) if is_later else ""
    tail = f" ({note})" if note else ""
    text = f"{who}: {winner.part.name} ({said}{table.metric} {winner.told}{share}){tail}."
    before = [winner.part.before] if winner.moved and winner.part.before is not None else []
    figures = [winner.part.figure, *before, *([table.total.figure] if step else [])]
    figures += _stated_again(reading, pair, winner.part)
    first = Claim(text, _cited(reading, figures), pair, winner.arithmetic or step)
    listed = "; ".join(f"{r.part.name} {r.told}" for r in rest)
    others = [_claim(reading, pair, f"{_others(rest)}: {listed}.", rest)]
    if winner.moved:  # what moved from where to where is a claim of its own
        others = [_claim(reading, pair, f"{r.part.name} {r.told}.", [r]) for r in rest]
    claims = [first, *others]
    if winner.moved:
        name = winner.part.name
        quote = told_of(reading, pair, name, winner.moved) if with_quote else None
        claims += [quote] if quote is not None else []
    text = "\n".join(claim.text for claim in claims)
    names = tuple(one.part.name for one in ranked)
    return Draft(text, tuple(claims), None, "figures ranked", 1.0, ranked=names)


def _others(rest: Sequence[_Ranked]) -> str:
    return "The other" if len(rest) == 1 else "The others"


def _of_the_total(table: Breakdown, winner: _Ranked) -> tuple[str, str]:
    """The part's share of the total, in words, and its arithmetic; empty where it has none."""
    part, whole = winner.part.figure, table.total.figure
    if not 0 < part.value < whole.value:
        return "", ""
    share = rounded(100 * part.value / whole.value, 1)
    arithmetic = f"100 * {part.value} / {whole.value} = {share}"
    return f", {share}% of the total of {shown(whole)}", arithmetic


def _stated_again(reading: Reading, pair: Pair, part: Part) -> list[Figure]:
    """The same row with the same amount elsewhere in the period's own documents, one a page."""
    own = [d for d, nearness in reading.precedence.items() if nearness < LATER_DOCUMENT]
    period = part.figure.period
    if period is None or len(part.figure.value.normalize().as_tuple().digits) < MIN_DIGITS:
        return []
    place = (part.figure.document_id, part.figure.page)
    found: dict[tuple[str, int], Figure] = {}
    for figure in reading.archive.figures(own, fiscal_years=[period.fiscal_year]):
        where = (figure.document_id, figure.page)
        if figure.period != period or figure.scale is None or figure.is_percent or where == place:
            continue
        is_same = _folded(figure.label) == _folded(part.name)
        company = reading.archive.document(figure.document_id).identity.company
        if is_same and company == pair.company and is_same_amount(figure, part.figure):
            found.setdefault(where, figure)
    return list(found.values())[:MAX_AGAIN]


def _claim(reading: Reading, pair: Pair, text: str, ranked: Sequence[_Ranked]) -> Claim:
    figures = [f for r in ranked for f in (r.part.figure, r.part.before) if f is not None]
    arithmetic = "; ".join(r.arithmetic for r in ranked if r.arithmetic)
    return Claim(text, _cited(reading, figures), pair, arithmetic)


def _share(reading: Reading, pair: Pair, tables: Sequence[Breakdown]) -> Draft | None:
    """A named part's share of the total."""
    question = reading.intent.asked
    if not SHARE.search(question) or _HIGH.search(question) or _LOW.search(question):
        return None
    asked = frozenset(reading.terms(question))
    found = [(t, p) for t in tables for p in t.parts if _is_named(reading, p, asked)]
    if not found or len({_folded(part.name) for _, part in found}) != 1:
        return None
    table, part = found[0]
    places = places_asked(question, "percent")
    percent = rounded(100 * part.figure.value / table.total.figure.value, places)
    if any(_percent(t, p, places) != percent for t, p in found):
        return None
    whole = table.total.figure
    text = (
        f"{pair.company}, {pair.period.name if pair.period else ''}: {part.name} is {percent}% of "
        f"{table.metric} ({shown(part.figure)} of {shown(whole)})."
    )
    arithmetic = f"100 * {part.figure.value} / {whole.value} = {percent}"
    claim = Claim(text, _cited(reading, [part.figure, whole]), pair, arithmetic)
    return Draft(
        text, (claim,), Value(percent, 1, None, None, percent=True), "figure computed", 1.0
    )


def _losing(reading: Reading, pair: Pair, tables: Sequence[Breakdown]) -> Draft | None:
    """All parts that made a loss, where it is asked which did and not which made the largest."""
    question = without_names(reading)
    is_ranked = _HIGH.search(question) or _LOW.search(question)
    if is_ranked or not LOST.search(question) or not _WHICH.search(question):
        return None
    ranked = _rank(reading, tables[0], wants_low=False)
    losses = [r for r in ranked if r.key < 0]
    if not losses or any(_losers(reading, t) != _losers(reading, tables[0]) for t in tables):
        return None
    who = f"{pair.company}, {pair.period.name if pair.period else ''}"
    claims = [
        _claim(reading, pair, f"{who}: {r.part.name} ({tables[0].metric} {r.told}).", [r])
        for r in losses
    ]
    rest = ranked[len(losses) :]
    if rest:
        listed = "; ".join(f"{r.part.name} {r.told}" for r in rest)
        claims.append(_claim(reading, pair, f"{_others(rest)}: {listed}.", rest))
    text = "\n".join(claim.text for claim in claims)
    return Draft(text, tuple(claims), None, "figures ranked", 1.0)


def _compared(reading: Reading, pair: Pair, tables: Sequence[Breakdown]) -> Draft | None:
    """Two parts that the question names, held against each other: by growth, or by amount."""
    question = without_names(reading)
    if not COMPARED.search(question) or _HIGH.search(question) or _LOW.search(question):
        return None
    asked = frozenset(reading.terms(reading.intent.asked)) | frozenset(
        _folded(question.replace(".", "")).split()
    )
    for table in tables:
        named = tuple(p for p in table.parts if _is_meant(p, asked, question))
        if len(named) == 2:
            wants_low = _LESS.search(question) is not None
            ranked = _rank(reading, replace(table, parts=named), wants_low=wants_low)
            return _draft(reading, pair, table, ranked, with_quote=False) if ranked else None
    return None


def _is_meant(part: Part, asked: frozenset[str], question: str) -> bool:
    words = _folded(part.name.replace(".", "")).split()  # "US" is "U.S."
    return bool(words) and (
        re.search(rf"(?<!\w){re.escape(part.name)}(?!\w)", question, re.I) is not None
        or all(word in asked for word in words)
    )


def _losers(reading: Reading, table: Breakdown) -> set[str]:
    return {_folded(r.part.name) for r in _rank(reading, table, wants_low=False) if r.key < 0}


def _over(reading: Reading, pair: Pair, table: Breakdown, bound: Decimal) -> Draft | None:
    """The parts whose share of the total is above the bound, the largest first."""
    whole = table.total.figure
    if whole.value <= 0:
        return None
    places = places_asked(reading.intent.question, "percent")
    shares = [(_percent(table, part, places), part) for part in table.parts]
    above = sorted((s for s in shares if s[0] > bound), key=lambda s: -s[0])
    if not above:
        return None
    who = f"{pair.company}, {pair.period.name if pair.period else ''}"
    claims = []
    for percent, part in above:
        text = (
            f"{who}: {part.name} represents {percent}% of {table.metric} "
            f"({shown(part.figure)} of {shown(whole)})."
        )
        arithmetic = f"100 * {part.figure.value} / {whole.value} = {percent}"
        again = _stated_again(reading, pair, part)
        cited = _cited(reading, [part.figure, whole, *again])
        claims.append(Claim(text, cited, pair, arithmetic))
    lead = "Yes, these" if reading.intent.kind is QuestionKind.YES_NO else "These"
    lead += f" categories represent more than {bound}% of {table.metric}:"
    text = "\n".join([lead, *(c.text for c in claims)])
    names = tuple(part.name for _, part in above)
    return Draft(text, tuple(claims), None, "figure computed", 1.0, listed=names)


def _percent(table: Breakdown, part: Part, places: int) -> Decimal:
    return rounded(100 * part.figure.value / table.total.figure.value, places)


def _is_named(reading: Reading, part: Part, asked: frozenset[str]) -> bool:
    stems = frozenset(reading.terms(part.name))
    return bool(stems) and stems <= asked


def _cited(reading: Reading, figures: Sequence[Figure]) -> tuple[Citation, ...]:
    return cite_rows(reading.archive, figures)


def _amount(figure: Figure) -> Decimal:
    return figure.value * (figure.scale or 1)


def _folded(name: str) -> str:
    return re.sub(r"\W+", " ", name).strip().lower()
