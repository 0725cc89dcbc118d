"""Parts of a company in an order: what each is ranked by, how that is told and cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.astray import without_names
from onfile.answer.cite import cite_rows
from onfile.answer.claims import LATER_DOCUMENT, figure_note
from onfile.answer.computed import places_asked, rounded
from onfile.answer.explained import told_of
from onfile.answer.request import Breakdown, Part, Reading
from onfile.answer.second_reading import is_same_amount
from onfile.answer.shown import shown
from onfile.types import Citation, Claim, Draft, Figure, Pair

HIGH = re.compile(
    r"\b(?:highest|largest|biggest|greatest|most|best|top|fastest|strongest|maximum|main|rank\w*|"
    r"drag(?:s|ged|ging)?(?: down)?)\b",  # what drags growth down fell the most
    re.I,
)
LOW = re.compile(r"\b(?:lowest|smallest|least|worst|slowest|weakest|minimum)\b", re.I)
GROWTH = re.compile(
    r"\b(?:grow\w*|grew|increas\w*|rise|rose|gain\w*|perform\w*|year[- ]over[- ]year|yoy)\b",
    re.I,
)
FALL = re.compile(r"\b(?:drop\w*|declin\w*|decreas\w*|fell|fall\w*|shr[aiu]nk\w*|drag\w*)\b", re.I)
LOSS = re.compile(r"\bloss(?:es)?\b", re.I)
LOST = re.compile(  # that a part made a loss, rather than how large a loss was
    r"\b(?:lost|lose|losing) (?:the )?(?:most |least )?money\b|\bunprofitable\b|\bat a loss\b|"
    r"\b(?:had|have|made|posted|reported|recorded) (?:an? )?(?:operating )?loss(?:es)?\b",
    re.I,
)
OPERATES = re.compile(  # "the geographies that it primarily operates in"
    r"\b(?:geograph\w+|regions?|countries|markets?)\b[^?]*"
    r"\b(?:operat\w+|active|present|presence|do(?:es)? business|sells?)\b",
    re.I,
)
_ABSOLUTE = re.compile(r"\b(?:in (?:dollars?|usd|absolute)|dollar|absolute|amount)\b", re.I)
_RANK = re.compile(  # "the worst topline performance", as the question has it
    r"\b(?P<rank>(?:highest|lowest|largest|smallest|biggest|greatest|best|worst|most|least|fastest|"
    r"slowest|strongest|weakest)(?:\s+(?!(?:for|in|of|by|during|among\w*|at|to|from|on|as|and|with)\b)"
    r"[A-Za-z-]+){0,3})",
    re.I,
)
MIN_DIGITS = 3  # of an amount that is the same elsewhere; fewer agree by chance
MAX_AGAIN = 3  # further places that are cited


@dataclass(frozen=True, slots=True)
class Ranked:
    """A part with what it is ranked by, and how that is shown and came about."""

    part: Part
    key: Decimal
    told: str
    arithmetic: str = ""
    moved: int = 0  # +1 or -1 where it is ranked by its change


def rank(reading: Reading, table: Breakdown, *, wants_low: bool) -> list[Ranked]:
    """The parts, the one asked for first; empty where one of them can't be ranked."""
    question = without_names(reading)
    falls = FALL.search(question) is not None
    if not (falls or GROWTH.search(question)):
        levels = [Ranked(p, amount_of(p.figure), shown(p.figure)) for p in table.parts]
        if LOSS.search(question) or LOST.search(question):
            losses = sorted((r for r in levels if r.key < 0), key=lambda r: r.key)
            gains = [r for r in levels if r.key >= 0]
            return [] if wants_low or not losses else losses + gains
        return sorted(levels, key=lambda r: r.key, reverse=not wants_low)
    if LOSS.search(question):
        return []  # a loss that grows is a number that falls
    changes = [_change(reading, part) for part in table.parts]
    known = [change for change in changes if change is not None]
    if len(known) < len(changes):
        return []
    ordered = sorted(known, key=lambda r: r.key, reverse=wants_low == falls)
    is_asked = not falls or (ordered[0].key < 0) != wants_low
    return ordered if is_asked else []  # the largest fall is none where all rose


def _change(reading: Reading, part: Part) -> Ranked | None:
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
    return Ranked(part, key, told, f"100 * ({now} - {then}) / {then} = {percent}", moved)


def ranked_draft(
    reading: Reading,
    pair: Pair,
    table: Breakdown,
    ranked: Sequence[Ranked],
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
    figures += stated_again(reading, pair, winner.part)
    first = Claim(text, cite_figures(reading, figures), pair, winner.arithmetic or step)
    listed = "; ".join(f"{r.part.name} {r.told}" for r in rest)
    others = [claim_of(reading, pair, f"{name_of_rest(rest)}: {listed}.", rest)]
    if winner.moved:  # what moved from where to where is a claim of its own
        others = [claim_of(reading, pair, f"{r.part.name} {r.told}.", [r]) for r in rest]
    claims = [first, *others]
    if winner.moved:
        name = winner.part.name
        quote = told_of(reading, pair, name, winner.moved) if with_quote else None
        claims += [quote] if quote is not None else []
    text = "\n".join(claim.text for claim in claims)
    names = tuple(one.part.name for one in ranked)
    return Draft(text, tuple(claims), None, "figures ranked", 1.0, ranked=names)


def name_of_rest(rest: Sequence[Ranked]) -> str:
    """How the parts behind the first are called."""
    return "The other" if len(rest) == 1 else "The others"


def _of_the_total(table: Breakdown, winner: Ranked) -> tuple[str, str]:
    """The part's share of the total, in words, and its arithmetic; empty where it has none."""
    part, whole = winner.part.figure, table.total.figure
    if not 0 < part.value < whole.value:
        return "", ""
    share = rounded(100 * part.value / whole.value, 1)
    arithmetic = f"100 * {part.value} / {whole.value} = {share}"
    return f", {share}% of the total of {shown(whole)}", arithmetic


def stated_again(reading: Reading, pair: Pair, part: Part) -> list[Figure]:
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
        is_same = folded(figure.label) == folded(part.name)
        company = reading.archive.document(figure.document_id).identity.company
        if is_same and company == pair.company and is_same_amount(figure, part.figure):
            found.setdefault(where, figure)
    return list(found.values())[:MAX_AGAIN]


def claim_of(reading: Reading, pair: Pair, text: str, ranked: Sequence[Ranked]) -> Claim:
    """A statement about these parts, with the cells it rests on."""
    figures = [f for r in ranked for f in (r.part.figure, r.part.before) if f is not None]
    arithmetic = "; ".join(r.arithmetic for r in ranked if r.arithmetic)
    return Claim(text, cite_figures(reading, figures), pair, arithmetic)


def share_of(table: Breakdown, part: Part, places: int) -> Decimal:
    """A part's share of the total, in percent."""
    return rounded(100 * part.figure.value / table.total.figure.value, places)


def cite_figures(reading: Reading, figures: Sequence[Figure]) -> tuple[Citation, ...]:
    """The rows of these figures."""
    return cite_rows(reading.archive, figures)


def amount_of(figure: Figure) -> Decimal:
    """In ones."""
    return figure.value * (figure.scale or 1)


def folded(name: str) -> str:
    """A name without marks and capitals."""
    return re.sub(r"\W+", " ", name).strip().lower()
