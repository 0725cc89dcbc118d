"""Writes figures to a file in the format asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from onfile.contract import figure_json, figures_json, number_json
from onfile.errors import SettingError
from onfile.exporting import lines_of, series, write_csv, write_points
from onfile.figure_columns import values_of
from onfile.figures.ties import Mismatch
from onfile.types import Document, Figure, JsonObject


def write_figures(
    figures: Sequence[Figure],
    names: Mapping[str, str],
    form: str,
    out: Path | None,
    concept: str | None,
) -> list[Path]:
    """The files written: one, or for a plot the picture and its points' citations.

    Args:
        figures: What to write, in order.
        names: Document id to file name.
        form: "csv", "json", "parquet" or "plot".
        out: The file.
        concept: What a plot shows.

    Raises:
        SettingError: no file is given, a plot has no concept or no figure, or an extra is missing.
    """
    if out is None:
        raise SettingError(f"--format {form} needs --out FILE")
    if form == "csv" or form == "table":
        write_csv(lines_of(figures, names), out)
    elif form == "json":
        out.write_text(json.dumps(figures_json(figures, names), indent=1), encoding="utf-8")
    elif form == "parquet":
        from onfile.adapters.figure_files import write_parquet

        write_parquet(lines_of(figures, names), out)
    else:
        return _plotted(figures, names, out, concept)
    return [out]


def write_table(
    figures: Sequence[Figure], documents: Sequence[Document], form: str, out: Path | None
) -> Path:
    """The file written, "arrow" or "duckdb", with the columns of ``figure_columns``.

    Raises:
        SettingError: no file is given, it can't be written, or the extra is missing.
    """
    if out is None:
        raise SettingError(f"--format {form} needs --out FILE")
    from onfile.adapters.figure_sql import arrow_table, write_arrow, write_duckdb

    table = arrow_table(values_of(figures, {d.document_id: d for d in documents}))
    write = write_arrow if form == "arrow" else write_duckdb
    write(table, out)
    return out


def asked_in_sql(
    figures: Sequence[Figure], documents: Sequence[Document], sql: str, out: Path | None
) -> tuple[Sequence[str], Sequence[tuple[Any, ...]]]:
    """Names of the columns and the rows that a query over ``figures`` gives, in order.

    Args:
        figures: What may be asked.
        documents: Those of all figures.
        sql: One statement in DuckDB's SQL.
        out: A .csv, .parquet or .arrow file to write the rows to, or None.

    Raises:
        UsageError: the SQL is wrong or reaches for a file, or the file's ending is another.
        SettingError: the extra is missing.
    """
    from onfile.adapters.figure_sql import arrow_table, query, write_answer

    table = arrow_table(values_of(figures, {d.document_id: d for d in documents}))
    found = query(table, sql)
    if out is not None:
        write_answer(found, out)
    return found.names, found.rows


def _plotted(
    figures: Sequence[Figure], names: Mapping[str, str], out: Path, concept: str | None
) -> list[Path]:
    if concept is None:
        raise SettingError("a plot shows one quantity: name it with --concept")
    points = series(figures, concept, names)
    if not points:
        raise SettingError(f"no figure of {concept} with a period and a scale to plot")
    from onfile.adapters.figure_files import write_plot

    write_plot(points, out, concept.replace("_", " "))
    beside = out.with_suffix(".csv")
    write_points(points, beside)
    return [out, beside]


def mismatches_json(found: Sequence[Mismatch], names: Mapping[str, str]) -> JsonObject:
    """Sums that do not come out, with what was added up."""
    return {
        "mismatches": [
            {
                "document": names.get(one.whole.document_id),
                "page": one.page,
                "statement": one.statement,
                "period": one.period.name,
                "whole": figure_json(one.whole, names),
                "parts": [figure_json(part, names) for part in one.parts],
                "difference": number_json(one.difference),
            }
            for one in found
        ]
    }
