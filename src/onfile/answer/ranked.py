"""Which of the parts? "Which segment grew most", "what share came from Europe".

Only rows that add up to their total are compared (``Reading.breakdowns``), and only where all
tables that break the quantity down name the same winner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from onfile.answer.astray import without_names
from onfile.answer.computed import places_asked, rounded
from onfile.answer.direction import year_before
from onfile.answer.quantities import by_time
from onfile.answer.ranking import (
    FALL,
    GROWTH,
    HIGH,
    LOST,
    LOW,
    Ranked,
    amount_of,
    cite_figures,
    claim_of,
    folded,
    name_of_rest,
    rank,
    ranked_draft,
    share_of,
    stated_again,
)
from onfile.answer.request import Breakdown, Part, Reading
from onfile.answer.shown import shown
from onfile.answer.vocabulary import vocabulary
from onfile.types import Claim, Draft, Pair, QuestionKind, Value

_WHICH = re.compile(r"\b(?:which|what|name|among|of (?:the|its|all)|rank|order)\b", re.I)
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
COMPARED = re.compile(  # of two parts that are named
    r"\b(?:faster|slower|larger|bigger|smaller|higher|lower|more|less|better|worse|stronger|weaker|"
    r"compare[ds]?|comparison|versus|vs)\b",
    re.I,
)
ASKING = (
    "percent percentage share portion proportion fraction part come came account accounted "
    "accounts represent represented represents derived comprise comprised contribute contributed"
)
EXCLUDED = re.compile(
    r"\b(?:excluding|except(?:ing)?(?: for)?|other than|leaving out|apart from)\s+(?:the\s+)?"
    r"(?P<name>[A-Z][\w&-]*(?:\s+[A-Z][\w&-]*)*)"
)
_BREAKDOWN = re.compile(r"\b(?:breakdown|break\s?downs?|broken down|split|composition|mix)\b", re.I)
_LESS = re.compile(r"\b(?:slower|smaller|lower|less|worse|weaker)\b", re.I)


def answer_ranked(reading: Reading) -> Draft | None:
    """The part that is asked for, the others listed; None when the tables are not certain."""
    pair = _pair_of(reading)
    tables = reading.breakdowns.get(pair, ()) if pair is not None else ()
    if pair is None or not tables:
        return None
    draft = _answer(reading, pair, tables)
    others = [other for other in reading.intent.pairs if other != pair]
    if draft is None or not others:
        return draft
    first = draft.claims[0]  # a change is told of both years
    claims = (*draft.claims, *(replace(first, pair=other) for other in others))
    return replace(draft, claims=claims)


def _pair_of(reading: Reading) -> Pair | None:
    """The one pair; of two years between which something moved, the later."""
    pairs = reading.intent.pairs
    if len(pairs) == 1:
        return pairs[0]
    question = without_names(reading)
    moved = GROWTH.search(question) or FALL.search(question)
    if len(pairs) != 2 or not moved or len({p.company for p in pairs}) != 1:
        return None
    earlier, later = sorted(pairs, key=by_time)
    if earlier.period is None or later.period is None:
        return None
    return later if year_before(later.period) == earlier.period else None


def _answer(reading: Reading, pair: Pair, tables: Sequence[Breakdown]) -> Draft | None:
    bound = OVER.search(reading.intent.asked)
    if bound is not None:
        return _over(reading, pair, tables[0], Decimal(bound["bound"]))
    share = _share(reading, pair, tables)
    if share is not None:
        return share
    tables = [_without(reading, table) for table in tables]
    special = _losing(reading, pair, tables) or _compared(reading, pair, tables)
    special = special or _listed(reading, pair, tables)
    if special is not None:
        return special
    ranked = _in_order(reading, tables)
    return None if ranked is None else ranked_draft(reading, pair, tables[0], ranked)


def _in_order(reading: Reading, tables: Sequence[Breakdown]) -> list[Ranked] | None:
    question = without_names(reading)
    wants_low = LOW.search(question) is not None
    if not _WHICH.search(question) or (wants_low == (HIGH.search(question) is not None)):
        return None
    if _is_of_one_part(reading, tables):
        return None
    ranked = [rank(reading, table, wants_low=wants_low) for table in tables]
    first = ranked[0]
    winners = {folded(found[0].part.name) for found in ranked if found}
    return None if not first or len(winners) != 1 or _is_tied(first) else first


def _is_of_one_part(reading: Reading, tables: Sequence[Breakdown]) -> bool:
    """One part is named: it alone is asked for, and no other must stand in its place."""
    asked = frozenset(reading.terms(without_names(reading)))
    names = {folded(p.name) for t in tables for p in t.parts if _is_named(reading, p, asked)}
    return len(names) == 1


def _is_tied(found: Sequence[Ranked]) -> bool:
    return len(found) > 1 and found[0].key == found[1].key


def _share(reading: Reading, pair: Pair, tables: Sequence[Breakdown]) -> Draft | None:
    """A named part's share of the total."""
    question = reading.intent.asked
    if not SHARE.search(question) or HIGH.search(question) or LOW.search(question):
        return None
    asked = frozenset(reading.terms(question))
    found = [(t, p) for t in tables for p in t.parts if _is_named(reading, p, asked)]
    if not found or len({folded(part.name) for _, part in found}) != 1:
        return None
    table, part = found[0]
    if not _is_all_met(reading, table, part):
        return None
    places = places_asked(question, "percent")
    percent = rounded(100 * part.figure.value / table.total.figure.value, places)
    if any(share_of(t, p, places) != percent for t, p in found):
        return None
    whole = table.total.figure
    text = (
        f"{pair.company}, {pair.period.name if pair.period else ''}: {part.name} is {percent}% of "
        f"{table.metric} ({shown(part.figure)} of {shown(whole)})."
    )
    arithmetic = f"100 * {part.figure.value} / {whole.value} = {percent}"
    claim = Claim(text, cite_figures(reading, [part.figure, whole]), pair, arithmetic)
    return Draft(
        text, (claim,), Value(percent, 1, None, None, percent=True), "figure computed", 1.0
    )


def _is_all_met(reading: Reading, table: Breakdown, part: Part) -> bool:
    """Nothing is asked for beyond the part and what it is a part of ("of Tools sales in May")."""
    words = vocabulary(reading.terms)
    total = table.total.figure
    around = f"{table.metric} {total.label} {total.table_title} {' '.join(total.path)}"
    met = frozenset(reading.terms(f"{part.name} {around} {ASKING}")) | words.plain | words.framing
    names = frozenset().union(*reading.names)
    return all(t in met or t in names or t[0].isdigit() for t in reading.intent.terms)


def _losing(reading: Reading, pair: Pair, tables: Sequence[Breakdown]) -> Draft | None:
    """All parts that made a loss, where it is asked which did and not which made the largest."""
    question = without_names(reading)
    is_ranked = HIGH.search(question) or LOW.search(question)
    if is_ranked or not LOST.search(question) or not _WHICH.search(question):
        return None
    ranked = rank(reading, tables[0], wants_low=False)
    losses = [r for r in ranked if r.key < 0]
    if not losses or any(_losers(reading, t) != _losers(reading, tables[0]) for t in tables):
        return None
    who = f"{pair.company}, {pair.period.name if pair.period else ''}"
    claims = [
        claim_of(reading, pair, f"{who}: {r.part.name} ({tables[0].metric} {r.told}).", [r])
        for r in losses
    ]
    rest = ranked[len(losses) :]
    if rest:
        listed = "; ".join(f"{r.part.name} {r.told}" for r in rest)
        claims.append(claim_of(reading, pair, f"{name_of_rest(rest)}: {listed}.", rest))
    text = "\n".join(claim.text for claim in claims)
    return Draft(text, tuple(claims), None, "figures ranked", 1.0)


def _compared(reading: Reading, pair: Pair, tables: Sequence[Breakdown]) -> Draft | None:
    """Two parts that the question names, held against each other: by growth, or by amount."""
    question = without_names(reading)
    if not COMPARED.search(question) or HIGH.search(question) or LOW.search(question):
        return None
    asked = frozenset(reading.terms(reading.intent.asked)) | frozenset(
        folded(question.replace(".", "")).split()
    )
    for table in tables:
        named = tuple(p for p in table.parts if _is_meant(p, asked, question))
        if len(named) == 2:
            wants_low = _LESS.search(question) is not None
            ranked = rank(reading, replace(table, parts=named), wants_low=wants_low)
            if not ranked:
                return None
            draft = ranked_draft(reading, pair, table, ranked, with_quote=False)
            return replace(draft, ranked=())  # both are asked for
    return None


def _without(reading: Reading, table: Breakdown) -> Breakdown:
    """The table without the part that the question leaves out."""
    left_out = EXCLUDED.search(reading.intent.asked)
    if left_out is None:
        return table
    name = folded(left_out["name"])
    kept = tuple(p for p in table.parts if not folded(p.name).startswith(name))
    return replace(table, parts=kept)


def _listed(reading: Reading, pair: Pair, tables: Sequence[Breakdown]) -> Draft | None:
    """All parts with their amounts and shares, the largest first."""
    question = without_names(reading)
    is_ranked = HIGH.search(question) or LOW.search(question) or GROWTH.search(question)
    if is_ranked or not _BREAKDOWN.search(question):
        return None
    return _shares(reading, pair, tables[0])


def listed_parts(reading: Reading) -> Draft | None:
    """The parts of the one table that the question is about, with amounts and shares."""
    pair = _pair_of(reading)
    tables = reading.breakdowns.get(pair, ()) if pair is not None else ()
    return _shares(reading, pair, tables[0]) if pair is not None and tables else None


def _shares(reading: Reading, pair: Pair, table: Breakdown) -> Draft:
    whole = table.total.figure
    who = f"{pair.company}, {pair.period.name if pair.period else ''}"
    claims = []
    for part in sorted((*table.parts, *table.others), key=lambda p: -amount_of(p.figure)):
        percent = share_of(table, part, 1)
        told = f"{who}: {part.name} {shown(part.figure)} ({percent}% of {shown(whole)})."
        arithmetic = f"100 * {part.figure.value} / {whole.value} = {percent}"
        claims.append(Claim(told, cite_figures(reading, [part.figure, whole]), pair, arithmetic))
    return Draft("\n".join(c.text for c in claims), tuple(claims), None, "figures ranked", 1.0)


def _is_meant(part: Part, asked: frozenset[str], question: str) -> bool:
    words = folded(part.name.replace(".", "")).split()  # "US" is "U.S."
    return bool(words) and (
        re.search(rf"(?<!\w){re.escape(part.name)}(?!\w)", question, re.I) is not None
        or all(word in asked for word in words)
    )


def _losers(reading: Reading, table: Breakdown) -> set[str]:
    return {folded(r.part.name) for r in rank(reading, table, wants_low=False) if r.key < 0}


def _over(reading: Reading, pair: Pair, table: Breakdown, bound: Decimal) -> Draft | None:
    """The parts whose share of the total is above the bound, the largest first."""
    whole = table.total.figure
    if whole.value <= 0:
        return None
    places = places_asked(reading.intent.question, "percent")
    shares = [(share_of(table, part, places), part) for part in table.parts]
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
        again = stated_again(reading, pair, part)
        cited = cite_figures(reading, [part.figure, whole, *again])
        claims.append(Claim(text, cited, pair, arithmetic))
    lead = "Yes, these" if reading.intent.kind is QuestionKind.YES_NO else "These"
    lead += f" categories represent more than {bound}% of {table.metric}:"
    text = "\n".join([lead, *(c.text for c in claims)])
    names = tuple(part.name for _, part in above)
    return Draft(text, tuple(claims), None, "figure computed", 1.0, listed=names)


def _is_named(reading: Reading, part: Part, asked: frozenset[str]) -> bool:
    stems = frozenset(reading.terms(part.name))
    return bool(stems) and stems <= asked
