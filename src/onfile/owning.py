"""Whose is it? "AWS" and "Hand Tools" are no companies, but rows of one company's own sales.

A question may name a segment or a product alone. It is taken for its company's where the rows of
one company's tables, and of no other's, add up to its sales and one of them has that name. A name
in any other table (who else is a supplier, a rival, a lender) makes nobody's part of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from decimal import Decimal

from onfile.figures.parts import sums_of
from onfile.index.view import View
from onfile.types import Figure

MAX_TABLES = 40  # read for one name
SALES = "revenue"
NEAR = Decimal("0.001")  # of a company's sales: millions in one table, billions in another


class Owners:
    """Finds the company of a part, as far as the asker may see.

    Args:
        view: What the asker may see.
    """

    def __init__(self, view: View) -> None:
        self._view = view

    def __call__(self, name: str, among: Collection[str]) -> str | None:
        """The one company whose sales have a part of that name; None where none or several do.

        Args:
            name: As the question has it.
            among: Companies that the question names; any company where it names none.
        """
        places = self._view.tables_with_row(name)
        by_company: dict[str | None, list[tuple[str, int, int]]] = {}
        for place in places:
            company = self._view.document(place[0]).identity.company
            if not among or company in among:
                by_company.setdefault(company, []).append(place)
        if len(by_company) != 1:
            return None
        company, own = next(iter(by_company.items()))
        return company if any(self._is_part(name, place) for place in own[:MAX_TABLES]) else None

    def _is_part(self, name: str, place: tuple[str, int, int]) -> bool:
        document_id, page, table = place
        on_page = self._view.figures([document_id], pages=[page])
        figures = [f for f in on_page if f.table == table]
        sales = [_amount(f) for f in self._view.figures([document_id], concepts=[SALES])]
        return any(part.casefold() == name.casefold() for part in _parts(figures, sales))


def _parts(figures: list[Figure], sales: list[Decimal]) -> Iterator[str]:
    """Names of rows that add up to the company's sales."""
    for one in sums_of(figures):
        total = _amount(one.total)
        if any(abs(total - amount) <= NEAR * amount for amount in sales if amount > 0):
            yield from (part.label for part in one.parts)


def _amount(figure: Figure) -> Decimal:
    return figure.value * (figure.scale or 1)
