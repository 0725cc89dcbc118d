"""How far a judge agrees with people: Cohen's kappa over a labelled sample."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from onfile.errors import UsageError
from onfile.evaluate.judge import cohen_kappa
from onfile.evaluate.records import Agreement, QuestionRecord
from onfile.evaluate.suite import read_text

MAJORITY = 0.5
_HINT = 'one label a line: {"id": "…", "faithful": true or false}'


def read_labels(path: Path) -> dict[str, bool]:
    """Whether a person holds each answer for borne out by its evidence, by question id.

    Raises:
        UsageError: it can't be read, or a line is no label; names the line.
    """
    labels: dict[str, bool] = {}
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            question_id, label = str(row["id"]), row["faithful"]
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path}, line {number}: {error!r}", hint=_HINT) from error
        if not isinstance(label, bool):
            raise UsageError(f"{path}, line {number}: faithful is {label!r}", hint=_HINT)
        labels[question_id] = label
    return labels


def agreement(records: tuple[QuestionRecord, ...], labels: Mapping[str, bool]) -> Agreement:
    """The judge against the labels, over the answers that have both.

    The judge holds an answer for borne out when it found every claim supported in most runs.
    """
    pairs = []
    n_unscored = 0
    for record in records:
        if record.id not in labels or record.judge is None:
            continue
        shares = [share for _, share in record.judge.claims]
        if not shares or None in shares:
            n_unscored += 1
            continue
        holds = all(share is not None and share > MAJORITY for share in shares)
        pairs.append((labels[record.id], holds))
    return Agreement(
        n=len(pairs),
        n_unscored=n_unscored,
        agreed=sum(a == b for a, b in pairs) / len(pairs) if pairs else None,
        kappa=cohen_kappa(pairs),
    )
