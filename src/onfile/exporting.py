"""Figures as rows of a file, and as a series with one point a period.

``exporting`` knows no file format but CSV; Parquet and plots are ``adapters/figure_files.py``.
"""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from onfile.answer.shown import shown
from onfile.errors import SettingError, UsageError
from onfile.figures.lookup import candidates
from onfile.types import Figure, Period

COLUMNS = (
    "document", "page", "statement", "label", "column", "concept", "period", "period_end",
    "number", "scale", "currency", "unit", "printed", "table_title", "figure_id",
)  # fmt: skip


_PERIOD = re.compile(r"(?:FY)?\d{4}|\d{4}Q[1-4](?:-\d{1,2}M)?")


@dataclass(frozen=True, slots=True)
class Line:
    """One figure as a row of a file; what is not known is None, never 0."""

    document: str
    page: int
    statement: str | None
    label: str
    column: str
    concept: str | None
    period: str | None
    period_end: str | None
    number: Decimal
    scale: int | None
    currency: str | None
    unit: str | None
    printed: str
    table_title: str
    figure_id: str


@dataclass(frozen=True, slots=True)
class Point:
    """One period of a series. ``number`` is the amount in ones, or the percentage."""

    period: str
    number: Decimal
    shown: str
    citation: str


def lines_of(figures: Sequence[Figure], names: Mapping[str, str]) -> list[Line]:
    """A row for each figure, in the order given; ``names`` are the documents' file names."""
    return [_line(figure, names) for figure in figures]


def series(figures: Sequence[Figure], concept: str, names: Mapping[str, str]) -> list[Point]:
    """One point a full year, or a quarter where there are only quarters, oldest first.

    The figure of each period is the best by ``figures.lookup``: primary statements first. Figures
    without a scale are left out.

    Raises:
        SettingError: figures of several units or currencies would share an axis.
    """
    periods = {f.period for f in figures if f.period is not None and _is_plain(f.period)}
    years = {p for p in periods if p.quarter is None}
    chosen = []
    for period in sorted(years or periods, key=lambda p: (p.fiscal_year, p.quarter or 0)):
        found = [f for f in candidates(figures, concept, period) if f.scale is not None]
        if found:
            chosen.append((period, found[0]))
    units = {(f.currency, f.unit, f.is_percent) for _, f in chosen}
    if len(units) > 1:
        raise SettingError(f"{concept}: figures of several units can't share one plot: {units}")
    return [_point(period, figure, names) for period, figure in chosen]


def write_csv(lines: Sequence[Line], path: Path) -> None:
    """``csv_text`` as a file in UTF-8."""
    path.write_text(csv_text(lines), encoding="utf-8", newline="")


def csv_text(lines: Sequence[Line]) -> str:
    """A header, one row a figure; unknown is empty."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([getattr(line, name) for name in COLUMNS] for line in lines)
    return text.getvalue()


def write_points(points: Sequence[Point], path: Path) -> None:
    """Each point of a plot with its citation, as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("period", "number", "shown", "citation"))
        writer.writerows((p.period, p.number, p.shown, p.citation) for p in points)


def periods_in(text: str) -> frozenset[str]:
    """Names of "FY2019,FY2021" or "FY2019-FY2022" (full years, both ends included).

    Raises:
        SettingError: a range whose ends are no full years, or what is no period's name.
    """
    names: set[str] = set()
    for part in (piece.strip() for piece in text.split(",")):
        first, dash, last = part.partition("-")
        if not dash or last.upper().endswith("M"):  # 2022Q2-6M is a period's name
            names.add(_period_name(part))
            continue
        ends = [end.strip().upper().removeprefix("FY") for end in (first, last)]
        if not all(end.isdigit() for end in ends):
            raise SettingError(f"periods {part!r}: a range goes from one full year to another")
        names.update(f"FY{year}" for year in range(int(ends[0]), int(ends[1]) + 1))
    return frozenset(names)


def known_concept(concept: str, known: Iterable[str]) -> str:
    """The concept, if it is one of those known.

    Raises:
        UsageError: it is not; names the nearest that are.
    """
    names = sorted(known)
    if concept in names:
        return concept
    near = difflib.get_close_matches(concept.lower().replace(" ", "_"), names, n=5, cutoff=0.6)
    hint = f"nearest: {', '.join(near)}" if near else "such as revenue, net_income, total_assets"
    raise UsageError(f"there is no concept {concept!r}", hint=hint)


def _period_name(text: str) -> str:
    name = text.upper()
    if _PERIOD.fullmatch(name) is None:
        raise SettingError(
            f"periods {text!r}: no period's name",
            hint="FY2022, 2022Q3, 2022Q3-9M, a list of them, or FY2019-FY2022",
        )
    return f"FY{name}" if name.isdigit() else name


def _is_plain(period: Period) -> bool:
    return period.months in (None, 3, 12)


def _line(figure: Figure, names: Mapping[str, str]) -> Line:
    return Line(
        document=names.get(figure.document_id, figure.document_id),
        page=figure.page,
        statement=figure.statement,
        label=" › ".join((*figure.path, figure.label)),
        column=figure.column_header,
        concept=figure.concept,
        period=figure.period.name if figure.period is not None else None,
        period_end=figure.period_end.isoformat() if figure.period_end is not None else None,
        number=figure.value,
        scale=figure.scale,
        currency=figure.currency,
        unit="percent" if figure.is_percent else figure.unit,
        printed=figure.printed,
        table_title=figure.table_title,
        figure_id=figure.figure_id,
    )


def _point(period: Period, figure: Figure, names: Mapping[str, str]) -> Point:
    amount = figure.value if figure.is_percent else figure.value * (figure.scale or 1)
    where = f"{names.get(figure.document_id, figure.document_id)}, page {figure.page}"
    citation = f"{where}: {figure.label}, column “{figure.column_header}”: {figure.printed}"
    return Point(period.name, amount, shown(figure), citation)
