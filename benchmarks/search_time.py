"""How long a search takes on an archive as it is.

    python benchmarks/search_time.py STORE QUESTIONS.jsonl…

Median, 95th percentile and slowest of one ``Engine.search`` each, models and indexes loaded, by the
clock and in CPU time (which other programs disturb less), then the slowest questions.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from onfile.config import Settings
from onfile.engine import Engine

N_SHOWN = 5


def told(name: str, times: Sequence[float]) -> str:
    """One line, in milliseconds."""
    ordered = sorted(times)
    median, p95 = ordered[len(ordered) // 2], ordered[int(0.95 * len(ordered))]
    return f"{name}: p50 {median:.0f} ms, p95 {p95:.0f} ms, slowest {ordered[-1]:.0f} ms\n"


def main(arguments: list[str]) -> int:
    """Search for every question once."""
    if len(arguments) < 2:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    store, *sets = (Path(name) for name in arguments)
    lines = [line for path in sets for line in path.read_text("utf-8").splitlines()]
    questions = [json.loads(line)["question"] for line in lines if line.strip()]
    wall: list[float] = []
    cpu: list[float] = []
    with Engine(store, settings=Settings(store=store), create=False) as engine:
        engine.search(questions[0])
        for question in questions:
            start, spent = time.perf_counter(), time.process_time()
            engine.search(question)
            wall.append((time.perf_counter() - start) * 1000)
            cpu.append((time.process_time() - spent) * 1000)
    sys.stdout.write(f"{len(questions)} searches\n{told('clock', wall)}{told('CPU', cpu)}")
    for milliseconds, question in sorted(zip(cpu, questions, strict=True))[-N_SHOWN:]:
        sys.stdout.write(f"  {milliseconds:5.0f} {question[:90]}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
