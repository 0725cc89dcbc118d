"""The risk–coverage curve of a run as an SVG that stands alone, light and dark.

    python benchmarks/risk_curve.py RUN OUT.svg

RUN is a folder that ``onfile eval`` wrote.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from onfile.adapters import svg_plots
from onfile.evaluate import page
from onfile.evaluate.measures import risk_coverage
from onfile.evaluate.records import read_run


def main() -> None:
    """Write the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    points = [
        (p.score, p.coverage, p.risk, p.risk_unsure, p.n_answered)
        for p in risk_coverage(read_run(given.run).records)
    ]
    svg = svg_plots.risk_coverage(points)
    end = svg.index(">") + 1
    paper = '<rect width="100%" height="100%" style="fill: var(--paper)"/>'
    given.out.write_text(
        f"{svg[:end]}<style>{_colours()}</style>{paper}{svg[end:]}\n", encoding="utf-8"
    )


def _colours() -> str:
    """The variables of the page's style sheet, for light and dark."""
    template = page.TEMPLATE.read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{(.*?)\}", template, re.DOTALL)[:2]
    joined = f":root {{{light}}} @media (prefers-color-scheme: dark) {{ :root {{{dark}}} }}"
    return re.sub(r"\s+", " ", joined)


if __name__ == "__main__":
    main()
