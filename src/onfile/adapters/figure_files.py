"""Figures as Parquet (pyarrow) and as a plot (matplotlib), each an optional extra."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from onfile.errors import SettingError
from onfile.exporting import COLUMNS, Line, Point


def write_parquet(lines: Sequence[Line], path: Path) -> None:
    """One row a figure; numbers as ``decimal128(38, 6)``, everything else as text or integers.

    Raises:
        SettingError: pyarrow is not installed.
    """
    pyarrow = _module("pyarrow", "parquet")
    parquet = _module("pyarrow.parquet", "parquet")
    kinds = {"number": pyarrow.decimal128(38, 6), "page": pyarrow.int32(), "scale": pyarrow.int64()}
    schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in COLUMNS])
    values = {name: [getattr(line, name) for line in lines] for name in COLUMNS}
    parquet.write_table(pyarrow.table(values, schema=schema), path)


def write_plot(points: Sequence[Point], path: Path, title: str) -> None:
    """A series by period, PNG or SVG by the file's ending.

    In an SVG every point links to its citation; ``exporting.write_points`` lists them all.

    Raises:
        SettingError: matplotlib is not installed, or the ending is another.
    """
    if path.suffix.lower() not in (".png", ".svg"):
        raise SettingError(f"a plot is a .png or .svg file, not {path.suffix or 'without ending'}")
    figure_module = _module("matplotlib.figure", "plot")
    figure = figure_module.Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    names = [point.period for point in points]
    axes.plot(names, [float(point.number) for point in points], color="#4c6a92", zorder=1)
    for n, point in enumerate(points):
        dot = axes.scatter([n], [float(point.number)], color="#1f3a5f", zorder=2)
        dot.set_urls([f"#{point.citation}"])
        axes.annotate(point.shown, (n, float(point.number)), (0, 7), textcoords="offset points",
                      ha="center", fontsize=8)  # fmt: skip
    axes.set_title(title)
    axes.margins(y=0.15)
    figure.savefig(path, dpi=150, metadata={"Title": title})


def _module(name: str, extra: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise SettingError(
            f"{name.partition('.')[0]} is not installed: pip install 'onfile[{extra}]'"
        ) from error
