"""How codes, places and units are said in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from onfile.types import Figure, LedgerRow

SCALES = {
    1: "ones",
    1_000: "thousands",
    100_000: "lakh",
    1_000_000: "millions",
    10_000_000: "crore",
    1_000_000_000: "billions",
}


def place(
    document: str,
    *,
    page: int | None,
    page_label: str | None = None,
    line: int | None = None,
    turn: int | None = None,
    parts: Iterable[str | None] = (),
    last: Iterable[str | None] = (),
) -> str:
    """``document · page 60 (printed 58) · company · form · period · section``."""
    where = []
    if page is not None:
        is_relabelled = page_label is not None and page_label != str(page)
        where.append(f"page {page} (printed {page_label})" if is_relabelled else f"page {page}")
    if page is None and line is not None:
        where.append(f"line {line}")
    if turn is not None:
        where.append(f"turn {turn}")
    return " · ".join(part for part in (document, *where, *parts, *last) if part)


def pages_in_words(rows: Sequence[LedgerRow]) -> list[str]:
    """``annual.pdf, pages 41, 57–60: no text layer``, a line a document and reason."""
    grouped: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        if row.page is not None:
            key = (Path(row.file).name, row.reason or row.status.value)
            grouped.setdefault(key, []).append(row.page)
    return [
        f"{name}, page{'s' if len(pages) > 1 else ''} {', '.join(_runs(pages))}: {reason}"
        for (name, reason), pages in grouped.items()
    ]


def _runs(pages: Sequence[int]) -> Iterator[str]:
    for _, run in groupby(enumerate(pages), key=lambda numbered: numbered[1] - numbered[0]):
        numbers = [page for _, page in run]
        yield str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def once_in_its_currency(text: str) -> str:
    """``$1.20 per share`` for ``$1.20 USD per share``: the unit names the currency again."""
    text = re.sub(r"(\$[\d.,]+) USD per share\b", r"\1 per share", text)
    return re.sub(r"\b([A-Z]{3}) (-?[\d.,]+) \1 per share\b", r"\1 \2 per share", text)


def number_words(figure: Figure) -> str:
    """The scale, currency and unit of a figure, saying so where they are unknown."""
    if figure.is_percent:
        return "percent"
    scale = (
        "scale unknown" if figure.scale is None else SCALES.get(figure.scale, f"×{figure.scale}")
    )
    return ", ".join(part for part in (scale, figure.currency, figure.unit) if part)
