"""Plots as SVG by matplotlib (the extra ``evaluate``), to be set into a page.

Colours are CSS variables of the page (``--ink``, ``--muted``, ``--right`` …), so that one plot
serves light and dark. The same data give the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from onfile.errors import ModelError

WIDTH = 6.4  # inches; the page scales it

# matplotlib wants colours, so each variable is drawn in one of its own and then named.
_COLOURS = {
    "ink": "#010101",
    "muted": "#020202",
    "grid": "#030303",
    "right": "#040404",
    "declined": "#0a0a0a",
    "unsure": "#050505",
    "refused": "#060606",
    "wrong": "#070707",
    "failed": "#080808",
    "unscored": "#090909",
}
_BARS = {
    "right": "right",
    "rightly refused": "declined",
    "unsure": "unsure",
    "refused": "refused",
    "wrong": "wrong",
    "failed": "failed",
    "unscored": "unscored",
}
_STYLE: Any = {
    "svg.fonttype": "none",  # text stays text: it can be searched, and takes the page's colour
    "svg.hashsalt": "onfile",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.edgecolor": _COLOURS["muted"],
    "axes.labelcolor": _COLOURS["ink"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": _COLOURS["ink"],
    "xtick.color": _COLOURS["ink"],
    "ytick.color": _COLOURS["ink"],
    "axes.axisbelow": True,
    "grid.color": _COLOURS["grid"],
    "grid.linewidth": 0.6,
    "legend.frameon": False,
}


def risk_coverage(points: Sequence[tuple[float, float, float, float, int]]) -> str:
    """Share wrong of the answers given, as less and less sure ones are given too.

    Args:
        points: (score, coverage, risk, risk with the unsure counted, answers), surest first.

    Raises:
        ModelError: matplotlib is not installed.
    """

    def draw(axes: Any) -> None:
        coverage = [point[1] for point in points]
        for index, colour, label in ((3, "unsure", "wrong or unsure"), (2, "wrong", "wrong")):
            risk = [point[index] for point in points]
            axes.plot(coverage, risk, marker="o", color=_COLOURS[colour], label=label)
        axes.set_xlim(0, 1)
        top = max((point[3] for point in points), default=0.0)
        axes.set_ylim(-0.01, max(0.1, top * 1.3))
        axes.set_xlabel("coverage: share of all questions answered")
        axes.set_ylabel("risk: share of answers")
        axes.grid(visible=True)
        axes.legend(loc="upper left")

    return _drawn("Risk over coverage", 3.4, draw)


def verdicts(groups: Sequence[tuple[str, Mapping[str, int]]]) -> str:
    """One bar a group, its questions by verdict.

    Args:
        groups: Names with counts; "rightly refused" is drawn apart from "refused".

    Raises:
        ModelError: matplotlib is not installed.
    """

    def draw(axes: Any) -> None:
        names = [name or "–" for name, _ in groups]
        left = [0] * len(groups)
        for verdict, name in _BARS.items():
            widths = [counts.get(verdict, 0) for _, counts in groups]
            if any(widths):
                colour = _COLOURS[name]
                axes.barh(names, widths, left=left, color=colour, label=verdict, height=0.7)
            left = [a + b for a, b in zip(left, widths, strict=True)]
        axes.invert_yaxis()
        axes.set_xlabel("questions")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(visible=True, axis="x")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=4, handlelength=1.0)

    return _drawn("Verdicts by kind of question", 1.1 + 0.22 * len(groups), draw)


def hits(lines: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    """Share of questions whose right page (document) is among the first k.

    Raises:
        ModelError: matplotlib is not installed.
    """

    def draw(axes: Any) -> None:
        for (name, line), colour in zip(lines.items(), ("right", "muted"), strict=False):
            ks, shares = [k for k, _ in line], [value for _, value in line]
            axes.plot(ks, shares, marker="o", color=_COLOURS[colour], label=name)
            axes.set_xticks(ks)
        axes.set_ylim(0, 1.03)
        axes.set_xlabel("k: places of the search")
        axes.set_ylabel("share of questions")
        axes.grid(visible=True)
        axes.legend(loc="lower right")

    return _drawn("Right page and right document among the first k", 3.0, draw)


def latencies(milliseconds: Sequence[float]) -> str:
    """Share of questions that were done within a time.

    Raises:
        ModelError: matplotlib is not installed.
    """

    def draw(axes: Any) -> None:
        axes.ecdf(milliseconds, color=_COLOURS["right"])
        axes.set_xscale("log")
        axes.set_xlabel("milliseconds, one ask")
        axes.set_ylabel("share of questions")
        axes.grid(visible=True)

    return _drawn("Time of one ask", 2.6, draw)


def _drawn(title: str, height: float, draw: Callable[[Any], None]) -> str:
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError as error:
        hint = "install the extra: pip install 'onfile[evaluate]'"
        raise ModelError("matplotlib is not installed", hint=hint) from error
    stream = io.StringIO()
    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        draw(figure.add_subplot())
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
    return _for_page(stream.getvalue(), title)


def _for_page(svg: str, title: str) -> str:
    svg = svg[svg.index("<svg") :]
    for name, colour in _COLOURS.items():
        svg = svg.replace(colour, f"var(--{name})")
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    return svg.replace("<svg", f'<svg role="img" aria-label="{title}"', 1)
