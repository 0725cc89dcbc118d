"""What figures cost: at ingest, and for a question that they answer.

    figure_cost.py ingest FOLDER [--files 12]
    figure_cost.py ask STORE QUESTIONS.jsonl… [--kinds single_figure compare …] [--times 3]

``ingest`` processes each PDF twice in one process, with tables and figures and without either, the
order changing from file to file, and tells the CPU time that they add to the rest (reading,
structure, chunks, figures; not the store, the words' index or vectors, so that the share is an
upper bound). ``ask`` asks every question once to warm up and then ``--times`` times, and tells the
median and the 95th percentile of ``timings_ms.total``, and of the CPU time of asking with its
record, which a busy machine disturbs less.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from pathlib import Path

from onfile import processing
from onfile.engine import Engine
from onfile.structure import describe

_FIGURES, _TABLES = processing.figures_of, describe.read_tables


@contextmanager
def made_with(tables: Callable[..., object], figures: Callable[..., object]):
    """Processing with other makers of tables and figures, for the length of the block."""
    processing.figures_of, describe.read_tables = figures, tables
    try:
        yield
    finally:
        processing.figures_of, describe.read_tables = _FIGURES, _TABLES


def ingest(folder: Path, n_files: int) -> None:
    """Print what tables, and figures of them, add to the CPU time of the rest."""
    paths = sorted(folder.rglob("*.pdf"))
    paths = paths[:: max(len(paths) // n_files, 1)][:n_files]
    makers: dict[str, tuple[Callable[..., object], Callable[..., object]]] = {
        "without": (lambda *_: (), lambda *_: []),
        "tables": (_TABLES, lambda *_: []),
        "with": (_TABLES, _FIGURES),
    }
    spent: dict[str, float] = defaultdict(float)
    n_pages = 0
    for number, path in enumerate(paths):
        for name in list(makers) if number % 2 else list(makers)[::-1]:
            with made_with(*makers[name]):
                start = time.process_time()
                done = processing.process(path)
                spent[name] += time.process_time() - start
        n_pages += len(done.pages)
    base = spent["without"]
    _say(f"{len(paths)} files, {n_pages} pages; {1000 * base / n_pages:.2f} ms CPU a page without")
    for name in ("tables", "with"):
        _say(f"{name:8} {1000 * spent[name] / n_pages:.2f} ms, adds {spent[name] / base - 1:.1%}")


def ask(store: Path, files: Sequence[Path], kinds: Sequence[str], times: int) -> None:
    """Print how long questions of each kind take, and the slowest."""
    rows = [json.loads(line) for path in files for line in path.read_text("utf-8").splitlines()]
    asked = [row for row in rows if not kinds or row.get("kind") in kinds]
    took: dict[str, list[float]] = defaultdict(list)
    slowest: list[tuple[float, str]] = []
    cpu: list[float] = []
    with tempfile.TemporaryDirectory() as work:  # asking writes the log
        copy = shutil.copytree(store, Path(work) / "store")
        with Engine(copy, create=False) as engine:
            for row in asked:
                engine.ask(row["question"])
            for row in asked:
                for _ in range(times):
                    start = time.process_time()
                    total = engine.ask(row["question"]).timings_ms["total"]
                    cpu.append(1000 * (time.process_time() - start))
                    took[row.get("kind") or "all"].append(total)
                    slowest.append((total, row["question"]))
    took["together"] = [t for totals in took.values() for t in totals]
    took["CPU, recorded"] = cpu
    for kind, totals in took.items():
        totals.sort()
        p50, p95 = (totals[int(share * (len(totals) - 1))] for share in (0.5, 0.95))
        _say(f"{kind:14} {len(totals):4} asks  p50 {p50:6.1f} ms  p95 {p95:6.1f} ms")
    for total, question in sorted(slowest, reverse=True)[:5]:
        _say(f"  {total:6.1f} ms  {question}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ways = parser.add_subparsers(dest="way", required=True)
    one = ways.add_parser("ingest")
    one.add_argument("folder", type=Path)
    one.add_argument("--files", type=int, default=12)
    other = ways.add_parser("ask")
    other.add_argument("store", type=Path)
    other.add_argument("questions", type=Path, nargs="+")
    other.add_argument("--kinds", nargs="*", default=[])
    other.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    if given.way == "ingest":
        ingest(given.folder, given.files)
    else:
        ask(given.store, given.questions, given.kinds, given.times)


if __name__ == "__main__":
    main()
