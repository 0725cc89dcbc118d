"""The gate: which floors does a run break, and by how much?"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from onfile.errors import UsageError
from onfile.evaluate.records import Metric, Report
from onfile.evaluate.suite import Floor, Floors

SLACK = 1e-9  # what adding floats may cost


@dataclass(frozen=True, slots=True)
class Broken:
    """A floor that was not kept. ``by`` is by how much, None where nothing was measured."""

    name: str
    value: float | None
    bound: float
    is_least: bool
    by: float | None

    @property
    def words(self) -> str:
        """``page_hit@5 is 0.868, at least 0.900 was asked for: short by 0.032``."""
        asked = f"{'at least' if self.is_least else 'at most'} {self.bound:.3f} was asked for"
        if self.value is None or self.by is None:
            return f"{self.name} could not be measured, {asked}"
        word = "short by" if self.is_least else "over by"
        return f"{self.name} is {self.value:.3f}, {asked}: {word} {self.by:.3f}"


def broken(floors: Floors, report: Report) -> tuple[Broken, ...]:
    """The floors that the report breaks, in their order; a measure of nothing breaks its floor.

    Raises:
        UsageError: there is no measure of that name.
    """
    found: list[Broken] = []
    for name, floor in floors.items():
        found += _broken(name, floor, _metric(name, report.metrics))
    return tuple(found)


def _metric(name: str, metrics: Mapping[str, Metric]) -> Metric:
    if name in metrics:
        return metrics[name]
    close = difflib.get_close_matches(name, list(metrics), n=3, cutoff=0.5)
    hint = f"near it: {', '.join(close)}" if close else "report.json lists the measures"
    raise UsageError(f"there is no measure {name!r} for a floor", hint=hint)


def _broken(name: str, floor: Floor, metric: Metric) -> list[Broken]:
    found = []
    for bound, is_least in ((floor.min, True), (floor.max, False)):
        if bound is None:
            continue
        value = metric.value
        by = None if value is None else (bound - value if is_least else value - bound)
        if by is None or by > SLACK:
            found.append(Broken(name, value, bound, is_least, by))
    return found
