"""What a sentence names and where: rows of tables, periods, and whose they are.

A *row* is a concept of the lexicon or the label of a row on file; a *party* is a company on file,
a bidder of a bid tabulation, or a part (segment) of a company. Each of a sentence's numbers is
bound to those that it is said of: by the words right after it ("$5 million in 2023"), else to
what was named last before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from onfile.language.labels import ask_tokens, normal_label
from onfile.language.numbers import PrintedNumber
from onfile.language.periods import CALENDAR_YEAR, FiscalCalendar, PeriodExpression, find_periods
from onfile.types import ConceptMention, Figure

BIDS = "bid_tabulation"
SEGMENTS = "segments"
MIN_ALONE = 4  # letters of a bidder's first word that names it alone

_VAGUE = frozenset(("total", "other", "net", "basic", "diluted", "and", "the", "of", "in", "for"))
_LEGAL = frozenset(("inc", "llc", "ltd", "co", "corp", "company", "corporation", "the"))
_ITEM_NUMBER = re.compile(r"^\s*[\d.\-]+\s+")
_BIDDER = re.compile(r"\s*(?:unit price|extension)$", re.IGNORECASE)
_BASE = re.compile(
    r"\b(?:from|than|compared (?:to|with)|against|versus|vs\.?|over|since|relative to)\s+"
    r"(?:(?:the|in|at|for|that|those|of|end|as)\s+)*[$€£]?$",
    re.IGNORECASE,
)
_YEAR_OVER_YEAR = re.compile(
    r"\b(?:year|quarter)[\s-](?:over|on|to)[\s-](?:year|quarter)\b|\byoy\b", re.I
)
_OPENING = re.compile(
    r"\b(?:beginning|start|opening) of (?:the )?(?:fiscal )?(?:year )?$|"
    r"\bfrom\s+[^,;$€£]{2,40}\bto\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_FILED = r"(?:10-[KQ]|8-K|20-F|filing|annual report|quarterly report|release|call|transcript)s?"
_FILED_BEFORE = re.compile(rf"\b{_FILED}\s+(?:for|of|from)\s+(?:the\s+)?$", re.IGNORECASE)
_FILED_AFTER = re.compile(rf"^(?:['’]s)?\s+(?:form\s+)?{_FILED}\b", re.IGNORECASE)
_LINK = re.compile(
    r"\s*[()]?\s*\(?(?:(?:per|each|an?)\s+\w+\s+(?:\w+\s+)?)?"
    r"(?:(?:was|were|is|are)\s+(?:\w+\s+)?)?"
    r"(?:(?:in|for|at|during|as of|as at|by|from|of|on)\s+)?"
    r"(?:(?:the|its|their|all of|total)\s+)*(?:(?:end|close|beginning|start) of\s+)?(?:the\s+)?",
    re.IGNORECASE,
)
_OWNER = re.compile(
    r"(?:,?\s+(?:inc|llc|ltd|co|corp|company|corporation)\b\.?)?(?:['’]s?)?\s*[:,]?\s*\(?",
    re.IGNORECASE,
)
_SERIES = re.compile(r"\s*(?:,|,?\s*and|&|/|or|to)\s*", re.IGNORECASE)

Companies = Callable[[str], Sequence[tuple[int, int, str]]]
Mentions = Callable[[str], Sequence[ConceptMention]]


def _no_companies(text: str) -> Sequence[tuple[int, int, str]]:
    del text
    return ()


@dataclass(frozen=True, slots=True)
class Names:
    """How the archive's names are told.

    Attributes:
        mentions: The concepts that a text names.
        companies: ``(start, end, name)`` of the companies on file that a text names.
        company_of: Company by document id.
        calendars: Fiscal calendars by company.
    """

    mentions: Mentions
    companies: Companies = _no_companies
    company_of: Mapping[str, str] = field(default_factory=dict)
    calendars: Mapping[str, FiscalCalendar] = field(default_factory=dict)

    def calendar(self, document_id: str) -> FiscalCalendar:
        """The calendar of a document's company; the calendar year where it is unknown."""
        return self.calendars.get(self.company_of.get(document_id, ""), CALENDAR_YEAR)


@dataclass(frozen=True, slots=True)
class Cell:
    """A stored figure with what names its row and whose it is.

    Attributes:
        row: Key of the row: its concept, else its label.
        party: The bidder or the part that a sentence must name to mean it; empty for none.
        company: Empty where it is unknown.
        amount: In ones where the scale is known, else as printed.
    """

    figure: Figure
    row: str
    party: str
    company: str
    amount: float


@dataclass(frozen=True, slots=True)
class Mark:
    """Something named at ``text[start:end]``. ``is_base``: only compared with ("than in 2023")."""

    start: int
    end: int
    key: str
    period: PeriodExpression | None = None
    is_base: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """The marks of one sentence, each kind in order of place.

    ``is_of_row_above``: it names no row, and its row was named before it.
    """

    text: str
    numbers: tuple[PrintedNumber, ...]
    rows: tuple[Mark, ...]
    periods: tuple[Mark, ...]
    parties: tuple[Mark, ...]
    is_of_row_above: bool = False

    def under(self, above: Named) -> Named:
        """With the only row, party and period of what stands above it, where it has none."""
        rows = self.rows or _only(above.rows)
        return replace(
            self,
            rows=rows,
            parties=self.parties or _only(above.parties),
            periods=self.periods or _only(above.dates),
            is_of_row_above=not self.rows and bool(rows),
        )

    def row_of(self, number: PrintedNumber) -> tuple[Mark, ...]:
        """The rows that a number is said to be of; one only compared with is of the same row."""
        found = self.of(number, self.rows)
        found = found or tuple([m for m in self.rows if m.end <= number.start][-1:])
        return found or _only_of(self.rows)

    def party_of(self, number: PrintedNumber) -> tuple[Mark, ...]:
        """Whose a number is said to be; the only party of the sentence has all its numbers."""
        return self.of(number, self.parties) or _only_of(self.parties)

    def period_of(self, number: PrintedNumber) -> tuple[Mark, ...]:
        """The periods of a number; the only one of the sentence is that of all its levels."""
        found = self.of(number, self.periods)
        if found or self._is_in_series(number) or self.is_compared_with(number):
            return found
        return _only_of(self.dates)

    @property
    def dates(self) -> tuple[Mark, ...]:
        """The periods that the sentence is about, without those that it compares with."""
        compared = [n.end for n in self.numbers if self.is_compared_with(n)]
        return tuple(
            m
            for m in self.periods
            if not m.is_base
            and m.period is not None
            and not any(
                end <= m.start and _LINK.fullmatch(self.text[end : m.start]) for end in compared
            )
        )

    def of(self, number: PrintedNumber, marks: Sequence[Mark]) -> tuple[Mark, ...]:
        """Those of the marks (of one kind) that a number is said of; empty where it can't be told.

        Several are given where any of them may be meant.
        """
        if self.numbers and "respectively" in self.text:
            return self._in_turn(number, marks)
        after = [m for m in marks if m.start >= number.end]
        if after and _LINK.fullmatch(self.text[number.end : after[0].start]):
            return (after[0],)
        if self._is_in_series(number):
            return ()
        before = [m for m in marks if m.end <= number.start]
        earlier = [n.end for n in self.numbers if n.end <= number.start]
        since = earlier[-1] if earlier else 0
        fresh = [m for m in before if m.start >= since and not m.is_base]
        if fresh and earlier and _LINK.fullmatch(self.text[since : fresh[0].start]):
            fresh = fresh[1:]  # it is the number's before
        touching = [m for m in before if m.is_base and self._touches(m, number)]
        if fresh or touching:
            return tuple(fresh + touching)
        if self.is_compared_with(number):
            return ()
        return tuple([m for m in before if not m.is_base][-1:])

    def is_compared_with(self, number: PrintedNumber) -> bool:
        """True for the 5 of "up from 5", which is of another time or of somebody else."""
        return _BASE.search(self.lead(number)) is not None

    def lead(self, number: PrintedNumber) -> str:
        """The words before a number, without the party right before it: "than Alder's 5"."""
        owner = [m for m in self.parties if m.end <= number.start and self._touches(m, number)]
        return self.text[: owner[-1].start if owner else number.start]

    def _touches(self, mark: Mark, number: PrintedNumber) -> bool:
        return _OWNER.fullmatch(self.text[mark.end : number.start]) is not None

    def _in_turn(self, number: PrintedNumber, marks: Sequence[Mark]) -> tuple[Mark, ...]:
        if len(marks) == len(self.numbers):
            return (marks[self.numbers.index(number)],)
        return (marks[0],) if len(marks) == 1 else ()

    def _is_in_series(self, number: PrintedNumber) -> bool:
        """True for the numbers of "1, 2 and 3", which are of several things in turn."""
        at = self.numbers.index(number)
        gaps = [
            self.text[left.end : right.start]
            for left, right in zip(self.numbers[:-1], self.numbers[1:], strict=True)
        ]
        around = gaps[max(0, at - 1) : at + 1]
        return any(_SERIES.fullmatch(gap) for gap in around)


@dataclass(frozen=True, slots=True)
class Phrases:
    """Keys of rows and of parties by the stemmed words that name them."""

    rows: Mapping[tuple[str, ...], str]
    parties: Mapping[tuple[str, ...], str]


def _only_of(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(marks[:1]) if len({m.key for m in marks}) == 1 else ()


def _only(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """The mark, put before all words, where all are of one thing."""
    return tuple(replace(m, start=0, end=0) for m in _only_of(marks))


def cell_of(figure: Figure, amount: float, names: Names) -> Cell:
    """A figure with the keys of its row and its party."""
    company = names.company_of.get(figure.document_id, "")
    if figure.statement == BIDS:
        bidder = bidder_of(figure.column_header)
        return Cell(figure, _label_key(_ITEM_NUMBER.sub("", figure.label)), bidder, company, amount)
    if figure.statement == SEGMENTS and figure.path:
        row, party = _of_part(figure, names)
        return Cell(figure, row, party, company, amount)
    row = _concept_key(figure.concept) if figure.concept else _label_key(figure.label)
    return Cell(figure, row, "", company, amount)


def _of_part(figure: Figure, names: Names) -> tuple[str, str]:
    """Row and party of a table of segments: what it measures is a heading or the row itself."""
    heading, label = figure.path[-1], figure.label
    above, own = names.mentions(heading), names.mentions(label)
    if own:
        return _concept_key(own[0].concept), "" if above else _label_key(heading)
    row = _concept_key(above[0].concept) if above else _label_key(heading)
    return row, _label_key(label)


def bidder_of(column_header: str) -> str:
    """The bidder over a column of a bid tabulation, without what the title left before it."""
    head = _BIDDER.sub("", " ".join(column_header.split()))
    return re.split(r"(?<=[\d.])\s+(?=[A-Z][a-z])", head)[-1]


def read_named(
    text: str, numbers: Sequence[PrintedNumber], phrases: Phrases, names: Names
) -> Named:
    """What a sentence names."""
    companies = [(s, e, f"company:{name}") for s, e, name in names.companies(text)]
    parties = _longest([*companies, *_found(text, phrases.parties, is_name=True)])
    concepts = [(m.start, m.end, _concept_key(m.concept)) for m in names.mentions(text)]
    named = [(s, e) for s, e, _ in (*concepts, *parties)]
    periods = tuple(
        _opening(p) if _OPENING.search(text[: p.start]) else _dated(p, text)
        for p in find_periods(text)
        if not _overlaps(p.start, p.end, named) and not _is_of_document(p, text)
    )
    of_periods = [(m.start, m.end) for m in periods]
    labels = [r for r in _found(text, phrases.rows) if not _overlaps(r[0], r[1], of_periods)]
    rows = [
        r
        for r in _longest([*concepts, *labels])
        if not _overlaps(r[0], r[1], [(s, e) for s, e, _ in parties])
    ]
    taken = [(s, e) for s, e, _ in (*rows, *parties)]
    return Named(
        text,
        tuple(n for n in numbers if not _overlaps(n.start, n.end, taken)),
        tuple(Mark(s, e, key) for s, e, key in rows),
        periods,
        tuple(Mark(s, e, key) for s, e, key in parties),
    )


def _overlaps(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(s < end and start < e for s, e in spans)


def _dated(period: PeriodExpression, text: str) -> Mark:
    is_itself = _YEAR_OVER_YEAR.search(period.text) is not None
    is_base = is_itself or _BASE.search(text[: period.start]) is not None
    return Mark(period.start, period.end, period.text, period, is_base)


def _is_of_document(period: PeriodExpression, text: str) -> bool:
    """True for the 2024 of "its 2024 10-K": that is where a number stands, not when it was."""
    before, after = text[: period.start], text[period.end :]
    return bool(_FILED_BEFORE.search(before) or _FILED_AFTER.match(after))


def _opening(period: PeriodExpression) -> Mark:
    """The beginning of a period, or the end of a span of time: it names no cell."""
    return Mark(period.start, period.end, f"opening of {period.text}")


def phrases_of(cells: Iterable[Cell]) -> Phrases:
    """How the rows and the parties of the cells are named."""
    rows: dict[tuple[str, ...], str] = {}
    parties: dict[tuple[str, ...], str] = {}
    for cell in cells:
        figure = cell.figure
        is_bid = figure.statement == BIDS
        if is_bid:
            own = tuple(w for w in _stems(cell.party) if w not in _LEGAL)
            parties.setdefault(own, cell.party)
            if own and len(own[0]) >= MIN_ALONE:
                parties.setdefault(own[:1], cell.party)
        elif cell.party:
            parties.setdefault(_stems(cell.party.removeprefix("label:")), cell.party)
        if cell.row.startswith("label:") or not cell.party:
            label = cell.row.removeprefix("label:") if cell.party else figure.label
            words = _stems(label)
            if is_bid or (len(words) > 1 and not set(words) <= _VAGUE):
                rows.setdefault(words, cell.row)
    return Phrases(rows, parties)


def _found(
    text: str, phrases: Mapping[tuple[str, ...], str], *, is_name: bool = False
) -> list[tuple[int, int, str]]:
    tokens = [t for t in ask_tokens(text) if not _is_possessive(text, t.start, t.stem)]
    stems = [t.stem for t in tokens]
    longest = max((len(p) for p in phrases), default=0)
    found = []
    for at in range(len(stems)):
        for n in range(min(longest, len(stems) - at), 0, -1):
            key = phrases.get(tuple(stems[at : at + n]))
            if key is not None and (n > 1 or not is_name or text[tokens[at].start].isupper()):
                found.append((tokens[at].start, tokens[at + n - 1].end, key))
                break
    return found


def _is_possessive(text: str, start: int, stem: str) -> bool:
    return stem == "s" and start > 0 and text[start - 1] in "'’"


def _longest(found: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Of those that overlap the longest, then the first."""
    kept: list[tuple[int, int, str]] = []
    for one in sorted(found, key=lambda m: (m[0] - m[1], m[0])):
        if all(one[1] <= k[0] or one[0] >= k[1] for k in kept):
            kept.append(one)
    return sorted(kept)


def _concept_key(concept: str) -> str:
    return f"concept:{concept}"


def _label_key(label: str) -> str:
    return f"label:{_normal(label)}"


@lru_cache(maxsize=65536)
def _normal(label: str) -> str:
    return normal_label(label)


@lru_cache(maxsize=65536)
def _stems(label: str) -> tuple[str, ...]:
    return tuple(t.stem for t in ask_tokens(_normal(label)))
