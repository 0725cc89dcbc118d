"""Do the verdicts of ``onfile eval`` agree with the scorer of the shared question sets?

    python benchmarks/scorer_agreement.py SHARED RUN

RUN is a folder that ``onfile eval`` wrote over the four shared sets. Its outcomes are scored both
ways as they are; then altered (the typed value times 10, 1,000, 0.01, 1.004, 1.006 and with the
other sign; without value; without citations), exchanged between questions (20 seeded others a
question), and replaced by the answers that language models gave. Each disagreement is printed.
"""

from __future__ import annotations

import argparse
import copy
import importlib.util
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from onfile.evaluate.records import read_run
from onfile.evaluate.scoring import verdict_of
from onfile.evaluate.suite import read_suite

SETS = ("answerable", "unanswerable", "financebench", "paraphrases")
FACTORS = (10, 1000, 0.01, 1.004, 1.006, -1)
N_OTHERS = 20
SEED = 1

Row = dict[str, Any]


def main() -> None:
    """Print counts and every disagreement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    parser.add_argument("run", type=Path)
    given = parser.parse_args()
    scorer = _scorer(given.shared / "bench" / "score.py")
    outcomes = {r.id: r.outcome_json for r in read_run(given.run).records}
    counts: Counter[str] = Counter()
    for name in SETS:
        path = given.shared / "questions" / f"{name}_dev.jsonl"
        gold = {asked.id: asked for asked in read_suite(path).questions}
        for row in _lines(path):
            for what, outcome in _cases(row, outcomes, given.shared):
                ours = verdict_of(outcome, gold[str(row["id"])]).value
                theirs = _theirs(scorer, outcome, row)
                counts[what] += 1
                if ours != theirs:
                    counts[f"{what}: disagree"] += 1
                    print(what, row["id"], "ours", ours, "theirs", theirs)  # noqa: T201
    print(dict(counts))  # noqa: T201


def _cases(row: Row, outcomes: dict[str, Row], shared: Path) -> Iterator[tuple[str, Row]]:
    own = outcomes[str(row["id"])]
    yield "as they are", own
    if "expected_codes" in row:
        return
    if own["outcome"] == "answered":
        yield from (("altered", altered) for altered in _altered(own))
    answered = [o for o in outcomes.values() if o["outcome"] == "answered"]
    others = random.Random(f"{SEED} {row['id']}").sample(answered, min(N_OTHERS, len(answered)))
    yield from (("of another question", other) for other in others)
    for label in _lines(shared / "verifier" / "llm_answers_dev.jsonl"):
        if label["question"] == row["question"]:
            answer = {"answer": label["answer"], "value": None, "claims": []}
            yield "of a language model", {"outcome": "answered", **answer}


def _altered(outcome: Row) -> Iterator[Row]:
    for factor in FACTORS if outcome["value"] else ():
        changed = copy.deepcopy(outcome)
        changed["value"]["number"] *= factor
        yield changed
    yield {**outcome, "value": None}
    yield {**outcome, "claims": []}


def _theirs(scorer: ModuleType, outcome: Row, row: Row) -> str:
    if outcome["outcome"] != "answered":
        return str(outcome["outcome"])
    return "wrong" if "expected_codes" in row else str(scorer.judged(outcome, row)[0])


def _scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} can't be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _lines(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


if __name__ == "__main__":
    main()
