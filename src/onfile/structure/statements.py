"""Which tables are the primary statements, by title and by the rows that only they have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from onfile.types import Page, Table

_TITLES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "comprehensive_income",
        re.compile(
            r"statements?\s+of\s+(?:consolidated\s+)?(?:other\s+)?comprehensive\s+(?:income|loss|earnings|\(loss\))",
            re.I,
        ),
    ),
    (
        "cash_flow",
        re.compile(
            r"statements?\s+of\s+(?:consolidated\s+)?cash\s*flows?|cash\s*flows?\s+statements?",
            re.I,
        ),
    ),
    (
        "equity",
        re.compile(
            r"statements?\s+of\s+(?:consolidated\s+)?(?:changes\s+in\s+)?(?:(?:total|stockholders|shareholders|shareowners|shareholder|common|owners)\W*\s*)*\s*(?:equity|investment)",
            re.I,
        ),
    ),
    (
        "balance_sheet",
        re.compile(
            r"balance\s+sheets?|statements?\s+of\s+(?:consolidated\s+)?financial\s+(?:position|condition)",
            re.I,
        ),
    ),
    (
        "income",
        re.compile(
            r"statements?\s+of\s+(?:consolidated\s+)?(?:net\s+)?(?:income|operations|earnings|profit|\(?loss)|income\s+statements?|statements?\s+of\s+consolidated\s+(?:income|operations|earnings)|profit\s+and\s+loss",
            re.I,
        ),
    ),
    (
        "segments",
        re.compile(r"\b(?:operating|reportable|business)?\s*segments?\b(?!.*\bnote\b)", re.I),
    ),
)
_ROWS: dict[str, tuple[re.Pattern[str], ...]] = {
    "income": tuple(
        re.compile(p, re.I)
        for p in (
            r"^(?:total\s+|net\s+)*(?:operating\s+)?(?:net\s+)?(?:sales|revenues?)\b"
            r"|^sales to customers",
            r"^(?:total )?(?:cost|costs) of|^costs and expenses"
            r"|^total (?:costs?|operating expenses|expenses)",
            r"before.*(?:income )?tax|before provision",
            r"^(?:provision|benefit|\(?benefit).*tax|^income tax"
            r"|income tax(?:es)? (?:expense|benefit|provision)",
            r"^(?:consolidated )?net (?:income|earnings|\(?loss)|^profit (?:for|after)",
            r"per (?:common |ordinary )?share|^(?:basic|diluted)\b",
            r"^operating (?:income|profit)|(?:earnings|income|loss\)?) from operations",
            r"^selling|^general and admin|^research|^marketing|^depreciation",
        )
    ),
    "balance_sheet": tuple(
        re.compile(p, re.I)
        for p in (
            r"^total assets|^assets$",
            r"^total current assets",
            r"^total current liabilities",
            r"^total liabilities",
            r"^total (?:stockholders|shareholders|shareowners|equity|common|company|the).*equity"
            r"|^total equity|equity$",
            r"^cash and cash equivalents",
            r"^accounts payable|^trade payables",
            r"^(?:goodwill|inventor)",
            r"^(?:accumulated other comprehensive|retained earnings|reinvested)",
        )
    ),
    "cash_flow": tuple(
        re.compile(p, re.I)
        for p in (
            r"(?:net )?cash.*(?:provided by|from|used in|used for|for|generated).*operating"
            r"|operating activities",
            r"cash.*investing|investing activities",
            r"cash.*financing|financing activities",
            r"^(?:purchases?|additions|payments|acquisition|capital|expenditures).*(?:property|plant|equipment|capital|expenditures)",
            r"(?:increase|decrease|change) in cash",
            r"cash.*(?:beginning|end) of",
            r"^depreciation",
        )
    ),
    "comprehensive_income": tuple(
        re.compile(p, re.I)
        for p in (
            r"comprehensive (?:income|loss|earnings)",
            r"(?:currency )?translation",
            r"^net (?:income|earnings|\(?loss)",
        )
    ),
}
NEAR_PAGES = 6  # statements of one set stand this close to each other
_NEEDED = {"income": 4, "balance_sheet": 4, "cash_flow": 3, "comprehensive_income": 2}
_CONTENTS = re.compile(r"\bindex to\b|table of contents|supplementary data", re.I)
_PARTIAL = re.compile(
    r"condensed consolidating|consolidating|parent company|guarantor|pro forma|% of|percent of|"
    r"percentage of|common[- ]size|reconciliation|selected|fair value of assets acquired|"
    r"schedule\s+[iv]+\b",
    re.I,
)
# "… was recorded in the income statement as follows": the table is about a statement, not one.
_MENTIONED = re.compile(
    r"\b(?:record|allocat|includ|present|report|classif|recogni[sz]|reflect|charg)\w*\b[^.]{0,60}?"
    r"\b(?:in|into|to|within|on)\s+(?:our|the|its)\s+(?:\w+\s+){0,3}(?:statements?|balance\s+sheets?)\b",
    re.I,
)
_STATEMENT_KINDS = ("income", "balance_sheet", "cash_flow", "equity", "comprehensive_income")


def statement_of(title: str, labels: Sequence[str], *, page_text: str = "") -> str | None:
    """The statement a table is, or None.

    A title that names a statement needs two of its typical rows beside it; without one the rows
    must be typical enough by themselves. Pro forma, consolidating and common-size tables are
    not the statements they resemble.
    """
    words = f"{title} {page_text}"
    if _PARTIAL.search(words):
        return "segments" if _TITLES[-1][1].search(words) and not _by_title(title) else None
    named = None if _MENTIONED.search(title) else _by_title(title)
    counts = {kind: _n_typical(kind, labels) for kind in _ROWS}
    if named in counts and counts[named] >= 2:
        return named
    if named == "equity" and any(re.search(r"balance|beginning|end of", x, re.I) for x in labels):
        return "equity"
    best = max(_NEEDED, key=lambda kind: counts[kind] / len(_ROWS[kind]))
    if counts[best] >= _NEEDED[best] + 1 and best != "comprehensive_income":
        return best
    return "segments" if named == "segments" else None


def statement_pages(pages: Sequence[Page], tables: Iterable[Table]) -> tuple[tuple[str, int], ...]:
    """Pages of the primary statements as ("income", 56), in page order.

    Statements stand together: of several tables of a kind (statements, selected data,
    discussion) the one nearest to the others counts, then the one named by its title, then the
    one with most rows. The table's continuation on the next page counts too.
    """
    by_kind: dict[str, list[Table]] = {kind: [] for kind in _STATEMENT_KINDS}
    for table in tables:
        if table.statement in by_kind:
            by_kind[table.statement].append(table)
    found: set[tuple[str, int]] = set()
    for kind, of_kind in by_kind.items():
        if not of_kind:
            continue
        best = max(of_kind, key=lambda table: _primacy(table, by_kind))
        found.add((kind, best.page))
        found.update((kind, t.page) for t in of_kind if _goes_on(best, t) or _goes_on(t, best))
    return tuple(sorted(found, key=lambda pair: (pair[1], _STATEMENT_KINDS.index(pair[0]))))


def _goes_on(first: Table, second: Table) -> bool:
    return second.page == first.page + 1 and second.is_continued


def _primacy(table: Table, by_kind: dict[str, list[Table]]) -> tuple[int, int, int]:
    others = sum(
        any(abs(other.page - table.page) <= NEAR_PAGES for other in of_kind)
        for kind, of_kind in by_kind.items()
        if kind != table.statement
    )
    named = int(_named(table, table.statement or "")) + int("consolidated" in table.title.lower())
    return (others + named, len(table.rows), -table.page)


def _named(table: Table, kind: str) -> bool:
    return _by_title(table.title) == kind or table.is_continued


def _by_title(title: str) -> str | None:
    if _CONTENTS.search(title):
        return None
    last: tuple[int, str] | None = None
    for kind, pattern in _TITLES:
        for match in pattern.finditer(title):
            if kind == "segments" and last is not None:
                continue
            if last is None or match.start() > last[0]:
                last = (match.start(), kind)
    return last[1] if last else None


def _n_typical(kind: str, labels: Sequence[str]) -> int:
    return sum(1 for pattern in _ROWS[kind] if any(pattern.search(label) for label in labels))
