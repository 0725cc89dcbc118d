"""Bid tabulations: what a bidder asked for an item, who was lowest, what the engineer estimated.

Rows are told by their number or their words, columns by the bidder's name. The answer is given
where exactly one cell fits; where several do they are shown as choices.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.cite import cite
from onfile.answer.computed import plain
from onfile.answer.quantities import value_of
from onfile.answer.request import Reading
from onfile.answer.shown import shown
from onfile.language.bids import asks_of_bids
from onfile.types import Claim, Draft, Figure, Refusal, RefusalCode, Value

STATEMENT = "bid_tabulation"
MIN_OF_ITEM = 0.6  # of an item's words, where the question names it by words
MIN_PREFIX = 4  # letters by which a word may be cut short ("constr")
QUANTITY, UNIT_PRICE, EXTENSION = "quantity", "unit price", "extension"
_NUMBER = re.compile(r"\bitem\s+(?:no\.?\s*|number\s+)?#?0*(\d{1,4})\b", re.I)
_ROW_NUMBER = re.compile(r"^\s*0*(\d{1,4})\b")
_ASKS_QUANTITY = re.compile(r"\bquantit\w+|\bqty\b|\bhow many\b", re.I)
_ASKS_UNIT = re.compile(r"\bunit\s+(?:price|cost|rate)s?\b|\bper\s+(?:unit|[a-z]{1,4})\b", re.I)
_ASKS_EXTENSION = re.compile(r"\bexten\w+|\bin total\b|\b(?:item|line) total\b|\bamount\b", re.I)
_ASKS_WHO = re.compile(r"\bwh(?:o|ich)\b|\blowest\b|\bhighest\b|\blow bid\w*", re.I)
_LOW = re.compile(r"\blow(?:est|er)?\b|\bcheapest\b|\bleast\b", re.I)
_HIGH = re.compile(r"\bhigh(?:est|er)?\b|\bmost expensive\b|\bmost\b", re.I)
_ASKS_BIDDERS = re.compile(
    r"\b(?:how many|number of|list(?: of)?|name|who are|which)\s+(?:the\s+)?(?:all\s+)?"
    r"(?:bidders|contractors)\b|\bwho bid\b|\bbids? received\b",
    re.I,
)
_ARITHMETIC = re.compile(  # what no cell states
    r"\b(?:difference|average|mean|spread|percent\w*|ratio|times|how far|below|above|savings?|"
    r"how much (?:lower|higher|more|less|cheaper))\b",
    re.I,
)
_TOTAL_ROW = re.compile(r"\btotal\b", re.I)
_TOTAL_BID = re.compile(
    r"\btotal (?:amount )?bid\b|\bbid total\b|\bin total\b|\btotal (?:of|estimate|price)\b",
    re.I,
)
_ESTIMATE = re.compile(r"\bengineer['’]?s?\s+estimate\b", re.I)
_COLUMN = re.compile(rf"^(?P<bidder>.*?)\s*(?P<what>{UNIT_PRICE}|{EXTENSION})$", re.I | re.S)
_COMPANY_FORM = frozenset(
    "inc llc ltd co corp company construction builders contractors group civil the and".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class _Cell:
    figure: Figure
    bidder: str  # empty for a quantity
    what: str


def answer_bids(reading: Reading) -> Draft | Refusal | None:
    """The cells asked for; None where no bid tabulation is asked about or none is on file."""
    question = reading.intent.asked
    if reading.intent.companies or not asks_of_bids(question):
        return None
    if _ARITHMETIC.search(question):
        return Refusal(RefusalCode.NOT_STATED, "Bid tabulations are read cell by cell.")
    ids = reading.intent.document_ids or None
    cells = [_cell(f) for f in reading.archive.figures(ids, statements=[STATEMENT])]
    rows = _rows(reading, [c for c in cells if c is not None])
    if not rows:
        return None
    what = _what(question)
    fitting = [c for c in rows if c.what == what]
    bidders = _bidders_named(question, {c.bidder for c in cells if c is not None and c.bidder})
    if what != QUANTITY and bidders:
        return _of_bidders(reading, [c for c in fitting if c.bidder in bidders])
    if what != QUANTITY and not _names_nobody_else(reading, fitting):
        return None
    if what == QUANTITY:
        return _of_bidders(reading, fitting)
    return _ranked(reading, fitting)


def _cell(figure: Figure) -> _Cell | None:
    header = " ".join(figure.column_header.split())
    if header.lower().endswith(QUANTITY):
        return _Cell(figure, "", QUANTITY)
    column = _COLUMN.match(header)
    if column is None:
        return None
    bidder = re.split(r"(?<=[\d.])\s+(?=[A-Z][a-z])", column["bidder"])[-1]
    return _Cell(figure, bidder, column["what"].lower())


def _rows(reading: Reading, cells: Sequence[_Cell]) -> list[_Cell]:
    """The cells of the item asked for, by its number or else by its words; of the total row."""
    question = reading.intent.asked
    number = _NUMBER.search(question)
    if number is not None:
        return [c for c in cells if _number_of(c.figure.label) == number[1]]
    asked = frozenset(reading.terms(question))
    labels = {c.figure.label for c in cells if not _TOTAL_ROW.search(c.figure.label)}
    shares = {label: _shares(reading, label, asked) for label in labels}
    best = max(shares.values(), default=(0.0, 0))
    if best[0] >= MIN_OF_ITEM:
        named = {label for label, share in shares.items() if share == best}
        return [c for c in cells if c.figure.label in named]
    if (
        _ASKS_BIDDERS.search(question)
        or _TOTAL_BID.search(question)
        or _LOW.search(question)
        or _HIGH.search(question)
    ):
        return [c for c in cells if _TOTAL_ROW.search(c.figure.label)]
    return []


def _shares(reading: Reading, label: str, asked: frozenset[str]) -> tuple[float, int]:
    """The share of an item's words that is asked for, and how many more words in brackets are."""
    words = frozenset(reading.terms(_ROW_NUMBER.sub("", re.sub(r"\(.*?\)", " ", label))))
    aside = frozenset(reading.terms(label)) - words
    return (len(words & asked) / len(words) if words else 0.0), len(aside & asked)


def _number_of(label: str) -> str:
    match = _ROW_NUMBER.match(label)
    return "" if match is None else match[1]


def _what(question: str) -> str:
    if _ASKS_UNIT.search(question):
        return UNIT_PRICE
    if _ASKS_QUANTITY.search(question) and not _ASKS_BIDDERS.search(question):
        return QUANTITY
    named = _NUMBER.search(question) is not None
    is_of_item = named and not (_ASKS_EXTENSION.search(question) or _TOTAL_BID.search(question))
    return UNIT_PRICE if is_of_item else EXTENSION


def _bidders_named(question: str, bidders: set[str]) -> set[str]:
    """Bidders that the question names by a word that is theirs alone, cut short or whole."""
    said = re.findall(r"[a-z0-9]+", question.lower())
    if _ESTIMATE.search(question):
        return {b for b in bidders if _ESTIMATE.search(b)}
    named = set()
    for bidder in bidders:
        words = [w for w in re.findall(r"[a-z0-9]+", bidder.lower()) if _is_telling(w)]
        if any(_is_said(word, said) for word in words):
            named.add(bidder)
    return named


def _is_telling(word: str) -> bool:
    return len(word) > 2 and word not in _COMPANY_FORM


def _is_said(word: str, said: Sequence[str]) -> bool:
    return any(s == word or (len(s) >= MIN_PREFIX and word.startswith(s)) for s in said)


def _names_nobody_else(reading: Reading, cells: Sequence[_Cell]) -> bool:
    """No name is left over that might be a bidder who is not in the table."""
    known = " ".join(
        f"{c.figure.label} {c.figure.column_header} {c.figure.table_title}" for c in cells
    ).lower()
    names = re.findall(r"(?<!^)(?<![.?!]\s)\b[A-Z][a-z]{2,}", reading.intent.asked)
    return all(name.lower() in known for name in names)


def _of_bidders(reading: Reading, cells: Sequence[_Cell]) -> Draft | Refusal | None:
    if not cells:
        return None
    places = {(c.figure.document_id, c.bidder) for c in cells}
    if len(cells) > len(places) or len({c.figure.document_id for c in cells}) > 1:
        return _choices(reading, cells)
    claims = tuple(_claim(reading, c) for c in cells)
    value = _value(cells[0]) if len(cells) == 1 else None
    return Draft("\n".join(c.text for c in claims), claims, value, "figures", 1.0)


def _ranked(reading: Reading, cells: Sequence[_Cell]) -> Draft | Refusal | None:
    """All bidders, the lowest or the highest first where one of them is asked for."""
    if not cells:
        return None
    question = reading.intent.asked
    places = {(c.figure.document_id, c.bidder) for c in cells}
    if len(cells) > len(places) or len({c.figure.document_id for c in cells}) > 1:
        return _choices(reading, cells)
    if _ASKS_BIDDERS.search(question):
        return _of_bidders(reading, [c for c in cells if not _ESTIMATE.search(c.bidder)])
    is_ranking = _ASKS_WHO.search(question) and (_LOW.search(question) or _HIGH.search(question))
    if not is_ranking:
        return _of_bidders(reading, cells)
    bids = [c for c in cells if not _ESTIMATE.search(c.bidder)]
    ordered = sorted(bids, key=_amount, reverse=_LOW.search(question) is None)
    if len(ordered) < 2 or _amount(ordered[0]) == _amount(ordered[1]):
        return None
    claims = tuple(_claim(reading, c) for c in ordered)
    value = _value(ordered[0])
    return Draft("\n".join(c.text for c in claims), claims, value, "figures ranked", 1.0)


def _amount(cell: _Cell) -> Decimal:
    return cell.figure.value * (cell.figure.scale or 1)


def _value(cell: _Cell) -> Value | None:
    """A quantity is counted in the row's own unit, never in money."""
    is_money = cell.what != QUANTITY
    return value_of(cell.figure) if is_money else Value(cell.figure.value, cell.figure.scale or 1)


def _choices(reading: Reading, cells: Sequence[_Cell]) -> Refusal:
    listed = [f"{c.figure.label}, {c.bidder} {c.what}".strip() for c in cells[:6]]
    return Refusal(
        RefusalCode.UNDERSPECIFIED,
        f"Several rows of bid tabulations fit: {'; '.join(listed)}.",
        choices=tuple(dict.fromkeys(listed)),
        citations=tuple(
            cite(reading.archive, c.figure.document_id, c.figure.row_span) for c in cells[:4]
        ),
    )


def _claim(reading: Reading, cell: _Cell) -> Claim:
    figure = cell.figure
    note = f"column “{cell.bidder} {cell.what}”" if cell.bidder else f"column “{cell.what}”"
    citation = cite(reading.archive, figure.document_id, figure.row_span, note=note)
    who = f"{cell.bidder} {cell.what}".strip()
    amount = plain(figure.value) if cell.what == QUANTITY else shown(figure)
    return Claim(f"{citation.document}, {who}: {figure.label} {amount}.", (citation,))
