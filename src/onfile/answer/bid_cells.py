"""The cells of a bid tabulation: whose they are and what they state."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.cite import cite
from onfile.answer.computed import plain
from onfile.answer.request import Reading
from onfile.answer.shown import shown
from onfile.types import Claim, Figure

MIN_PREFIX = 4  # letters by which a word may be cut short ("constr")
QUANTITY, UNIT_PRICE, EXTENSION = "quantity", "unit price", "extension"
ESTIMATE = re.compile(r"\bengineer['’]?s?\s+estimate\b", re.I)
_COLUMN = re.compile(rf"^(?P<bidder>.*?)\s*(?P<what>{UNIT_PRICE}|{EXTENSION})$", re.I | re.S)

_COMPANY_FORM = frozenset(
    "inc llc ltd co corp company construction builders contractors group civil the and".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; ``what`` is "quantity", "unit price" or "extension"."""

    figure: Figure
    bidder: str  # empty for a quantity
    what: str


def cell_of(figure: Figure) -> Cell | None:
    """The cell that a figure of a bid tabulation is; None where its column names no such thing."""
    header = " ".join(figure.column_header.split())
    if header.lower().endswith(QUANTITY):
        return Cell(figure, "", QUANTITY)
    column = _COLUMN.match(header)
    if column is None:
        return None
    bidder = re.split(r"(?<=[\d.])\s+(?=[A-Z][a-z])", column["bidder"])[-1]
    return Cell(figure, bidder, column["what"].lower())


def amount_of(cell: Cell) -> Decimal:
    """Its value in ones."""
    return cell.figure.value * (cell.figure.scale or 1)


def claim_of(reading: Reading, cell: Cell) -> Claim:
    """What the cell states, cited to its row."""
    figure = cell.figure
    note = f"column “{cell.bidder} {cell.what}”" if cell.bidder else f"column “{cell.what}”"
    citation = cite(reading.archive, figure.document_id, figure.row_span, note=note)
    who = f"{cell.bidder} {cell.what}".strip()
    amount = plain(figure.value) if cell.what == QUANTITY else shown(figure)
    return Claim(f"{citation.document}, {who}: {figure.label} {amount}.", (citation,))


def is_named(bidder: str, question: str) -> bool:
    """True where the question has a telling word of a bidder's name, cut short or whole."""
    said = re.findall(r"[a-z0-9]+", question.lower())
    words = [w for w in re.findall(r"[a-z0-9]+", bidder.lower()) if _is_telling(w)]
    return any(_is_said(word, said) for word in words)


def _is_telling(word: str) -> bool:
    return len(word) > 2 and word not in _COMPANY_FORM


def _is_said(word: str, said: Sequence[str]) -> bool:
    return any(s == word or (len(s) >= MIN_PREFIX and word.startswith(s)) for s in said)
