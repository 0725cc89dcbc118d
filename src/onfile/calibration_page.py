"""The trade of a calibration as tables, for the terminal and as one page of HTML."""

from __future__ import annotations

from onfile.adapters import svg_plots
from onfile.adapters.pages import render
from onfile.calibrating import WAYS, Calibrating
from onfile.calibration import Tally
from onfile.evaluate import plain
from onfile.evaluate.plain import Part
from onfile.evaluate.thresholds import NEVER, Step
from onfile.types import SHIPPED

MOST_ROWS = 14  # of the trade: more points than that are no help to a reader
TRADE = ("answered", "right", "wrong", "wrong of all", "promised", "thresholds")
HALVES = ("", "questions", "answered", "right", "wrong", "wrong of all")


def trade(found: Calibrating) -> list[list[str]]:
    """Steps of the path, the chosen one marked, from the lowest thresholds to the strictest."""
    steps = list(found.steps)
    every = max(1, -(-len(steps) // MOST_ROWS))
    shown = [s for n, s in enumerate(steps) if n % every == 0 or s is found.chosen]
    return [_row(step, is_chosen=step is found.chosen) for step in shown]


def halves(found: Calibrating) -> list[list[str]]:
    """The half that thresholds were chosen on, and the other, with and without them."""
    calibration = found.calibration
    return [
        _tally("chosen on", calibration.fitted),
        _tally("held out", calibration.held_out),
        _tally("held out, as shipped", found.shipped),
    ]


def thresholds(found: Calibrating) -> list[list[str]]:
    """Each threshold beside the shipped one, with the kind of its score."""
    rows = []
    for name in WAYS:
        mine, shipped = getattr(found.calibration.thresholds, name), getattr(SHIPPED, name)
        rows.append([name, mine.kind.value, _value(mine.value), _value(shipped.value)])
    return rows


def page_of(found: Calibrating) -> str:
    """The calibration as one page of HTML that needs nothing else.

    Raises:
        ModelError: the extra ``evaluate`` is not installed.
    """
    calibration = found.calibration
    points = [
        (0.0, s.n_answered / s.n, _risk(s.n_wrong, s), _risk(s.n_answered - s.n_right, s), s.n)
        for s in reversed(found.steps)
        if s.n_answered
    ]
    parts = [
        Part("Thresholds", header=("way", "kind", "set to", "shipped"), rows=thresholds(found)),
        Part("What they come to", header=HALVES, rows=halves(found)),
        Part(
            "The trade",
            "Each step raises one threshold by five percentiles of its scores. The step marked "
            "with a star is the first whose bound is within the budget.",
            svg_plots.risk_coverage(points),
            TRADE,
            trade(found),
        ),
    ]
    facts = (
        f"{calibration.suite} · budget {calibration.budget:.1%} wrong of all questions · seed "
        f"{calibration.seed} · {calibration.created} · archive {calibration.archive_fingerprint}"
    )
    template = plain.TEMPLATE.read_text(encoding="utf-8")
    return render(template, title="onfile calibrate", style=plain.style(), facts=facts, parts=parts)


def _row(step: Step, *, is_chosen: bool) -> list[str]:
    values = " ".join(f"{name} {_value(v)}" for name, v in sorted(step.thresholds.items()))
    mark = "* " if is_chosen else ""
    counts = (f"{step.n_answered} of {step.n}", str(step.n_right), str(step.n_wrong))
    return [
        mark + counts[0],
        *counts[1:],
        f"{step.n_wrong / step.n:.1%}",
        f"{step.bound:.1%}",
        values,
    ]


def _tally(name: str, tally: Tally) -> list[str]:
    counts = (tally.n, tally.answered, tally.right, tally.wrong)
    return [name, *map(str, counts), f"{tally.wrong_rate:.1%}"]


def _risk(n: int, step: Step) -> float:
    return n / step.n_answered


def _value(value: float) -> str:
    return "never" if value >= NEVER else f"{value:.2f}"
