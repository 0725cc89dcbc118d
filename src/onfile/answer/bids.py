"""Bid tabulations: what a bidder asked for an item, who was lowest, what the engineer estimated.

Rows are told by their number or their words, columns by the bidder's name. The answer is given
where exactly one cell fits; where several do they are shown as choices.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.answer.bid_cells import (
    ESTIMATE,
    EXTENSION,
    QUANTITY,
    UNIT_PRICE,
    Cell,
    cell_of,
    claim_of,
    is_named,
)
from onfile.answer.bid_ranks import (
    answer_place,
    answer_standing,
    asks_place,
    ranked,
    takes_place_for_granted,
)
from onfile.answer.bid_sums import NO_SUM, answer_bid_sum, asks_bid_sum
from onfile.answer.cite import cite
from onfile.answer.quantities import value_of
from onfile.answer.request import Reading
from onfile.language.bids import asks_of_bids
from onfile.types import Claim, Draft, Refusal, RefusalCode, Value

STATEMENT = "bid_tabulation"
FORM = "bid tabulation"
MIN_OF_ITEM = 0.6  # of an item's words, where the question names it by words
_NUMBER = re.compile(r"\bitem\s+(?:no\.?\s*|number\s+)?#?0*(\d{1,4})\b", re.I)
_ROW_NUMBER = re.compile(r"^\s*0*(\d{1,4})\b")
_ASKS_QUANTITY = re.compile(r"\bquantit\w+|\bqty\b|\bhow many\b", re.I)
_ASKED_QUANTITY = re.compile(r"\W*(?:what (?:is )?(?:the )?)?(?:quantity|qty)\b", re.I)
_ASKS_SECTION = re.compile(r"\bsection\b(?!\s+\d)", re.I)
_SECTION = re.compile(r"\((?:Section|Item)\s+[\w-]+\)", re.I)
_ASKS_UNIT = re.compile(
    r"\bunit\s+(?:price|cost|rate)s?\b|\bper\s+(?:unit|[a-z]{1,4})\b|"
    r"\b(?:bid|quoted?|charged?|asked?|want(?:ed)?|prices?)\s+(?:for\s+)?(?:each|apiece)\b",
    re.I,
)
_ASKS_EXTENSION = re.compile(r"\bexten\w+|\bin total\b|\b(?:item|line) total\b|\bamount\b", re.I)
_ASKS_WHO = re.compile(r"\bwh(?:o|ich)\b|\blowest\b|\bcheapest\b|\bhighest\b|\blow bid\w*", re.I)
_LOW = re.compile(r"\blow(?:est|er)?\b|\bcheapest\b|\bleast\b", re.I)
_HIGH = re.compile(r"\bhigh(?:est|er)?\b|\bmost expensive\b|\bmost\b", re.I)
_ASKS_BIDDERS = re.compile(
    r"\b(?:how many|number of|list(?: of)?|name|who are|which)\s+(?:the\s+)?(?:all\s+)?"
    r"(?:bidders|contractors)\b|\bwho bid\b|\bbids? (?:were |was )?received\b|"
    r"\bhow many (?:\w+ )?bids\b",
    re.I,
)
_WHO_BID = re.compile(r"\bwho bid (?:the )?(?:low|high)", re.I)
_TOTAL_ROW = re.compile(r"\btotal\b", re.I)
_TOTAL_BID = re.compile(
    r"\btotal (?:amount )?bids?\b|\b(?:bid|estimate) total\b|\bin total\b|"
    r"\btotal (?:of|estimate|price)\b",
    re.I,
)


def answer_bids(reading: Reading) -> Draft | Refusal | None:
    """The cells asked for; None where no bid tabulation is asked about or none is on file."""
    question = reading.intent.asked
    ids = reading.intent.document_ids or None
    is_asked = asks_of_bids(question) or _are_tabulations(reading, ids or ())
    if reading.intent.companies or not is_asked:
        return None
    cells = [cell_of(f) for f in reading.archive.figures(ids, statements=[STATEMENT])]
    rows = _rows(reading, [c for c in cells if c is not None])
    if asks_bid_sum(question) and not rows:
        return Refusal(RefusalCode.NOT_STATED, NO_SUM)
    if not rows:
        return None
    if _ASKS_SECTION.search(question):
        return _sections(reading, rows)
    what = _what(question)
    if _ASKED_QUANTITY.match(reading.intent.question):
        what = QUANTITY  # "what quantity of" is left out of what is asked about
    fitting = [c for c in rows if c.what == what]
    if asks_bid_sum(question):
        return answer_bid_sum(reading, fitting) or Refusal(RefusalCode.NOT_STATED, NO_SUM)
    bidders = _bidders_named(question, {c.bidder for c in cells if c is not None and c.bidder})
    if what == UNIT_PRICE and _ASKS_QUANTITY.search(question) and bidders:
        fitting = [
            c for c in rows if c.what == QUANTITY or (c.what == what and c.bidder in bidders)
        ]
        return _of_bidders(reading, fitting)  # "how many, and what did A quote each"
    if what != QUANTITY and len(bidders) == 1 and takes_place_for_granted(reading):
        return answer_standing(reading, _bids(fitting), next(iter(bidders)))
    if what != QUANTITY and bidders:
        fitting = [c for c in fitting if c.bidder in bidders]
        is_held_against = len(bidders) > 1 and _is_ranking(question)
        return (_ranked if is_held_against else _of_bidders)(reading, fitting)
    if what != QUANTITY and not _names_nobody_else(reading, fitting):
        return None
    if what == QUANTITY:
        return _of_bidders(reading, fitting)
    return _ranked(reading, fitting)


def _rows(reading: Reading, cells: Sequence[Cell]) -> list[Cell]:
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
    estimate = {b for b in bidders if ESTIMATE.search(b)} if ESTIMATE.search(question) else set()
    return estimate | {b for b in bidders if is_named(b, question)}


def _names_nobody_else(reading: Reading, cells: Sequence[Cell]) -> bool:
    """No name is left over that might be a bidder who is not in the table."""
    known = " ".join(
        f"{c.figure.label} {c.figure.column_header} {c.figure.table_title}" for c in cells
    ).lower()
    names = re.findall(r"(?<!^)(?<![.?!]\s)\b[A-Z][a-z]{2,}", reading.intent.asked)
    return all(name.lower() in known for name in names)


def _of_bidders(reading: Reading, cells: Sequence[Cell]) -> Draft | Refusal | None:
    if not cells:
        return None
    places = {(c.figure.document_id, c.bidder) for c in cells}
    if len(cells) > len(places) or len({c.figure.document_id for c in cells}) > 1:
        return _choices(reading, cells)
    claims = tuple(claim_of(reading, c) for c in cells)
    value = _value(cells[0]) if len(cells) == 1 else None
    return Draft("\n".join(c.text for c in claims), claims, value, "figures", 1.0)


def _ranked(reading: Reading, cells: Sequence[Cell]) -> Draft | Refusal | None:
    """All bidders, the lowest or the highest first where one of them is asked for."""
    if not cells:
        return None
    question = reading.intent.asked
    places = {(c.figure.document_id, c.bidder) for c in cells}
    if len(cells) > len(places) or len({c.figure.document_id for c in cells}) > 1:
        return _choices(reading, cells)
    bids = _bids(cells)
    if asks_place(question):
        return answer_place(reading, bids)
    if _ASKS_BIDDERS.search(question) and not _WHO_BID.search(question):
        return _of_bidders(reading, bids)
    if not _is_ranking(question):
        return _of_bidders(reading, cells)
    return ranked(reading, bids, is_lowest=_LOW.search(question) is not None)


def _bids(cells: Sequence[Cell]) -> list[Cell]:
    return [c for c in cells if not ESTIMATE.search(c.bidder)]


def _are_tabulations(reading: Reading, ids: Sequence[str]) -> bool:
    forms = {reading.archive.document(one).identity.form for one in ids}
    return forms == {FORM}


def _sections(reading: Reading, rows: Sequence[Cell]) -> Draft | Refusal | None:
    """The row as it is labelled, with the section that it is specified by."""
    cells = list({c.figure.label: c for c in rows}.values())
    if len(cells) != 1:
        return _choices(reading, cells)
    figure = cells[0].figure
    citation = cite(reading.archive, figure.document_id, figure.row_span)
    if _SECTION.search(figure.label) is None:
        return None
    claim = Claim(f"{citation.document}: {figure.label}.", (citation,))
    return Draft(claim.text, (claim,), None, "figures", 1.0)


def _is_ranking(question: str) -> bool:
    is_way = _LOW.search(question) or _HIGH.search(question)
    return bool(_ASKS_WHO.search(question) and is_way)


def _value(cell: Cell) -> Value | None:
    """A quantity is counted in the row's own unit, never in money."""
    is_money = cell.what != QUANTITY
    return value_of(cell.figure) if is_money else Value(cell.figure.value, cell.figure.scale or 1)


def _choices(reading: Reading, cells: Sequence[Cell]) -> Refusal:
    listed = [f"{c.figure.label}, {c.bidder} {c.what}".strip() for c in cells[:6]]
    return Refusal(
        RefusalCode.UNDERSPECIFIED,
        f"Several rows of bid tabulations fit: {'; '.join(listed)}.",
        choices=tuple(dict.fromkeys(listed)),
        citations=tuple(
            cite(reading.archive, c.figure.document_id, c.figure.row_span) for c in cells[:4]
        ),
    )
