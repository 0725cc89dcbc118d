"""The same outcome on ten repeats, byte for byte but for times and ids; and how long an ask takes.

    python benchmarks/repeats.py STORE SET.jsonl... [--sample 20] [--repeats 10] [--seed 11]

Asks a seeded sample of each set (``{"id", "question"}`` a line) again and again, half of the
repeats in an engine opened anew, and compares the outcomes as JSON without ``id``, ``record`` and
``timings_ms``. Prints how many questions ever differed, and the median, the 95th percentile and the
slowest of ``timings_ms.total`` over all asks, with the same of processor time, which says more on a
busy machine. Exit code 1 where any differed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from small_model import sampled

from onfile.contract import outcome_json
from onfile.engine import Engine

VARY = frozenset({"id", "record", "timings_ms"})


def settled(outcome: Any) -> Any:
    """Without what may differ from ask to ask, in the parts of compound questions as well."""
    if isinstance(outcome, dict):
        return {key: settled(value) for key, value in outcome.items() if key not in VARY}
    return [settled(one) for one in outcome] if isinstance(outcome, list) else outcome


def ask_all(
    store: Path, questions: list[str], repeats: int
) -> tuple[list[set[str]], list[float], list[float]]:
    """The distinct outcomes of each question, and the time and processor time of every ask, ms."""
    seen: list[set[str]] = [set() for _ in questions]
    times: list[float] = []
    worked: list[float] = []
    for _ in range(2):
        with Engine(store, create=False) as engine:
            for _ in range(repeats // 2):
                for known, question in zip(seen, questions, strict=True):
                    begun = time.process_time()
                    outcome = outcome_json(engine.ask(question))
                    worked.append(1000 * (time.process_time() - begun))
                    times.append(float(outcome["timings_ms"]["total"]))
                    known.add(json.dumps(settled(outcome), sort_keys=True))
    return seen, times, worked


def _told(what: str, times: list[float]) -> str:
    median, p95 = np.percentile(times, [50, 95])
    return f"{what} ms: median {median:.0f}, p95 {p95:.0f}, slowest {max(times):.0f}\n"


def main() -> int:
    """Ask, compare, tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--seed", type=int, default=11)
    given = parser.parse_args()
    rows = sampled(given.sets, given.sample, given.seed)
    seen, times, worked = ask_all(given.store, [row["question"] for row in rows], given.repeats)
    differing = [row["id"] for row, known in zip(rows, seen, strict=True) if len(known) > 1]
    told = f"{len(rows)} questions, {given.repeats} repeats: {len(differing)} differ {differing}\n"
    sys.stdout.write(told + _told("wall", times) + _told("processor", worked))
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main())
