"""How well does a calibrated budget hold on the half that was not used, over many splits?

    python benchmarks/calibration_splits.py STORE SUITE… [--budget 0.02] [--splits 20]

The suite is asked once with the lowest thresholds; each split's thresholds are then applied to
what was recorded. That differs from asking again only where a higher threshold would let the
reader go on to another passage. The store's log grows by one record a question.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from onfile.audit.compare import differences
from onfile.calibrating import LOWEST, WAYS, halves
from onfile.contract import error_json
from onfile.engine import Engine
from onfile.evaluate.records import QuestionRecord
from onfile.evaluate.running import Asking, run
from onfile.evaluate.scoring import Verdict
from onfile.evaluate.suite import read_suites
from onfile.evaluate.thresholds import observed, path, within
from onfile.targets import EngineTarget
from onfile.types import SHIPPED


def kept(record: QuestionRecord, thresholds: dict[str, float]) -> bool:
    """Whether a recorded answer is given with these thresholds."""
    one = observed(record)
    if not one.is_answered or one.method is None or one.score is None:
        return one.is_answered
    return one.score >= thresholds[one.method]


def counted(
    records: Sequence[QuestionRecord], thresholds: dict[str, float]
) -> tuple[int, int, int]:
    """Answered, right and wrong."""
    given = [record for record in records if kept(record, thresholds)]
    right = sum(record.verdict is Verdict.RIGHT for record in given)
    return len(given), right, sum(record.verdict is Verdict.WRONG for record in given)


def main() -> int:
    """Print one line a split, and the means."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("store", type=Path)
    parser.add_argument("suites", type=Path, nargs="+")
    parser.add_argument("--budget", type=float, default=0.02)
    parser.add_argument("--splits", type=int, default=20)
    given = parser.parse_args()
    suite = read_suites(given.suites)
    with Engine(given.store, create=False) as engine:
        engine.trial = LOWEST
        asking = Asking(differences, error_json)
        records = {r.id: r for r in run(suite.questions, EngineTarget(engine), asking)}
    shipped = {name: getattr(SHIPPED, name).value for name in WAYS}
    rates, shares, before = [], [], []
    for seed in range(1, given.splits + 1):
        mine, others = ([records[q.id] for q in half] for half in halves(suite.questions, seed))
        chosen = within(path([observed(record) for record in mine], shipped), given.budget)
        if chosen is None:
            sys.stdout.write(f"split {seed}: no thresholds keep the budget\n")
            continue
        answered, right, wrong = counted(others, shipped | dict(chosen.thresholds))
        as_shipped = counted(others, shipped)
        rates.append(wrong / len(others))
        shares.append(answered / len(others))
        before.append((as_shipped[0] / len(others), as_shipped[2] / len(others)))
        sys.stdout.write(
            f"split {seed}: held out {len(others)}, answered {answered}, right {right}, wrong "
            f"{wrong} ({wrong / len(others):.1%}); as shipped {as_shipped}\n"
        )
    n = len(rates)
    sys.stdout.write(
        f"mean wrong {sum(rates) / n:.2%} at coverage {sum(shares) / n:.1%}, within the budget in "
        f"{sum(rate <= given.budget for rate in rates)} of {n}; as shipped wrong "
        f"{sum(b[1] for b in before) / n:.2%} at coverage {sum(b[0] for b in before) / n:.1%}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
