"""Scale, currency and unit of one row: per-share amounts, share counts and percentages apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from onfile.types import Cell, Column, Row, Table

_PER_SHARE = re.compile(
    r"\bper\s+(?:[\w&’'.]+\s+){0,4}(?:shares?|unit|ADS)\b|\bEPS\b|\bper[- ]share\b", re.IGNORECASE
)
# "Cash dividends paid ($4.19 per share)": the row's amounts are of the whole company.
_AMOUNT_A_SHARE = re.compile(
    r"\([^()]*\d[^()]*\)|\bper (?:common )?share\W{0,3}\$\s?\d[\d.]*", re.I
)
# "Common stock, par value $0.01 per share": the stock's amount, not an amount a share.
_STOCK_AT_PAR = re.compile(r"\bstock\b.*\b(?:par|stated) value\b", re.IGNORECASE)
_SHARES = re.compile(r"\bshares\b", re.IGNORECASE)
_SHARE_COUNT = re.compile(
    r"\bweighted[- ]average\b|\bshares?\s+(?:outstanding|issued|used|authorized)|"
    r"\bnumber of\b.*\bshares\b|\b(?:diluted|basic|dilutive)\b.*\bshares\b|"
    r"^(?:common |average |outstanding |ordinary )*shares$|shares.*\boutstanding\b",
    re.IGNORECASE,
)
_SHARES_HEADED = re.compile(
    r"\b(?:weighted[- ])?average\b[^,;]*\bshares\b|\bshares used in\b|"
    r"\bnumber of (?:common )?shares\b",
    re.IGNORECASE,
)
_MONEY_OF_SHARES = re.compile(
    r"\bper\b|\bpurchases?\b|\brepurchase|\bvalue\b|\bproceeds\b|\bissuance\b|\bprice\b|"
    r"\bdividends?\b|\bcost\b|\bpayments?\b|\binterest rate\b|\bexercise\b",
    re.IGNORECASE,
)
_PERCENT_LABEL = re.compile(
    r"%|\bpercent(?:age)?\b|\b(?:effective|statutory)\b.*\brate\b|\btax rate\b|\bbasis points\b",
    re.IGNORECASE,
)
_PERCENT_HEADING = re.compile(
    r"\bpercent(?:age)?\s+(?:growth|change|increase|decrease|of)\b|\bgrowth\s+rates?\b|"
    r"%\s+(?:growth|change|of)\b|\b(?:growth|change)\s+%",
    re.IGNORECASE,
)
_OF_ONE = re.compile(  # an amount of one room, ton or piece: never in the table's thousands
    r"\baverage daily (?:room )?rate\b|\bADR\b|\brev\s?par\b|\bARP[UA]\b|"
    r"\baverage (?:\w+ )?price\b|"
    r"\bper\s+(?:(?:available|occupied|metric|paying|paid|active|average) )*(?:room|night|tons?|"
    r"tonnes?|barrel|boe|gallon|pound|ounce|bushel|subscriber|user|memberships?|members?|passenger|mile|"
    r"square (?:foot|feet)|MWh|kWh|Mcf|bed|day)\b",
    re.IGNORECASE,
)
_MONEY_OF_ONE = re.compile(
    r"\b(?:revenues?|price|cost|sales|spend\w*)\b|\bARP[UA]\b", re.IGNORECASE
)
_WHOLE_THINGS = re.compile(r"\b(?:stores|employees|headcount|number of)\b", re.IGNORECASE)
# "Common shares" of a balance sheet are their amount, unless their number is told.
_SHARES_ALONE = re.compile(r"^(?:common|ordinary|preferred|preference|capital) shares$", re.I)
_COUNTED = re.compile(  # people and things in a table of money: no money
    r"^(?:(?:total|average|number of|active|annual|monthly|daily|paid|registered|new|"
    r"beginning|ending)\s+)*"
    r"(?:buyers|users|subscribers|members|customers|employees|headcount|associates|stores|accounts|"
    r"passengers|patients|guests|households)(?:\s*\([^()]*\))?$|"
    r"\b(?:number of|(?:seat|passenger) miles|[AR][SP]Ms?|gallons|passengers|cards-in-force|"
    r"(?<!per )(?:paid|paying) memberships?|barrels)\b(?!.*\b(?:cost|price|revenue|expense|per)\b)",
    re.IGNORECASE,
)
_LABEL_SCALE = re.compile(
    r"\(?\b(?:in\s+)?(?:whole\s+)?(thousand|million|billion|crore|lakh)s?\)?\s*$"
    r"|\((?:in\s+)?(?:whole\s+)?(dollar)s\)\s*$"
    r"|\((?:in\s+)?[‘'’]?(000,000|000)[s’']?\)",
    re.I,
)
WHOLE_SHARE = 0.7  # of a table's numbers print no decimals: it holds whole units of its scale
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "crore": 10**7, "lakh": 10**5}
_SCALES |= {"dollar": 1, "000": 10**3, "000,000": 10**6}  # "(in whole dollars)", "Miles (000)"


@dataclass(frozen=True, slots=True)
class Meant:
    """What a printed number is a number of."""

    scale: int | None
    currency: str | None
    unit: str | None
    is_percent: bool


@dataclass(frozen=True, slots=True)
class RowUnits:
    """What the cells of a row are, unless a cell or its column says otherwise."""

    kind: str  # "money" | "per_share" | "shares" | "percent" | "count"
    scale: int | None
    currency: str | None

    def of_cell(self, cell: Cell, column: Column) -> Meant:
        """Scale, currency, unit of one cell."""
        currency = cell.currency or column.currency or self.currency
        is_percent = cell.is_percent or column.unit == "percent" or self.kind == "percent"
        if is_percent and cell.currency is None:
            return Meant(1, None, "percent", True)
        if self.kind == "per_share":
            return Meant(1, currency, f"{currency} per share" if currency else "per share", False)
        if self.kind in ("shares", "count"):
            return Meant(self.scale, None, self.kind, False)
        scale = column.scale if column.scale is not None else self.scale
        return Meant(scale, currency, None, False)


def row_units(table: Table, row: Row) -> RowUnits:
    """Read a row's units from its label and headings, then from its table."""
    words = " ".join((*row.path[-1:], row.label))
    own = _LABEL_SCALE.search(row.label)
    own_scale = _SCALES[(own[1] or own[2] or own[3]).lower()] if own else None
    if table.statement == "balance_sheet" and _SHARES_ALONE.search(row.label):
        return RowUnits("money", table.scale, table.currency)
    is_count = _is_count(row.label) or (_is_count(words) and _PER_SHARE.search(row.label) is None)
    if is_count and not any(cell.currency for cell in row.cells):
        shares = own_scale or table.share_scale
        return RowUnits("shares", shares if shares is not None else table.scale, None)
    label, headed = (_AMOUNT_A_SHARE.sub(" ", text) for text in (row.label, words))
    is_per_share = _PER_SHARE.search(label) is not None
    is_per_share |= _PER_SHARE.search(headed) is not None and not _SHARES.search(row.label)
    if is_per_share and not _STOCK_AT_PAR.search(row.label):
        return RowUnits("per_share", 1, table.currency)
    if _is_percent_row(row):
        return RowUnits("percent", 1, None)
    if _COUNTED.search(row.label) and not any(cell.currency for cell in row.cells):
        stated = own_scale if own_scale is not None else table.scale
        is_whole = stated is None and _WHOLE_THINGS.search(row.label) is not None
        return RowUnits("count", 1 if is_whole else stated, None)
    if _OF_ONE.search(row.label) and own_scale is None:
        is_money = any(cell.currency for cell in row.cells) or _MONEY_OF_ONE.search(row.label)
        return RowUnits("money", 1 if is_money else None, table.currency)
    if own_scale is None and _is_finer(row, table):
        return RowUnits("money", None, table.currency)
    return RowUnits("money", own_scale if own_scale is not None else table.scale, table.currency)


def _is_count(words: str) -> bool:
    if _SHARES_HEADED.search(words):
        return True
    return _SHARE_COUNT.search(words) is not None and _MONEY_OF_SHARES.search(words) is None


def _is_finer(row: Row, table: Table) -> bool:
    """Cents in a table of whole thousands: not of its scale ("1.65" under a heading not read)."""
    if (table.scale or 1) == 1:
        return False
    others = [c for r in table.rows if r is not row for c in r.cells if c.value is not None]
    whole = sum(_decimals(cell) == 0 for cell in others)
    own = [cell for cell in row.cells if cell.value is not None]
    are_cents = bool(own) and all(_decimals(cell) == 2 for cell in own)
    return are_cents and whole >= WHOLE_SHARE * len(others)


def _decimals(cell: Cell) -> int:
    """How many decimals a cell prints; -1 for a percentage, which tells nothing of the scale."""
    if cell.is_percent or cell.value is None:
        return -1
    return max(-int(cell.value.as_tuple().exponent), 0)


def _is_percent_row(row: Row) -> bool:
    """True when the label says so, or the first cell bears the sign for all of a row."""
    values = [cell for cell in row.cells if cell.value is not None]
    if any(cell.currency for cell in values):
        return False
    small = all(abs(cell.value) < 1000 for cell in values if cell.value is not None)
    if _PERCENT_LABEL.search(row.label) or any(_PERCENT_HEADING.search(p) for p in row.path):
        return small
    signed = [cell.is_percent for cell in values]
    return bool(signed) and signed[0] and small and sum(signed) * 2 > len(signed)
