"""One question's path through a run, step by step: what ``onfile eval why`` shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from onfile.evaluate.gold import Place
from onfile.evaluate.records import QuestionRecord, SpotRecord

SHOWN = 12  # places of a list


@dataclass(frozen=True, slots=True)
class Step:
    """One step, with what it saw and made, a line each."""

    name: str
    lines: tuple[str, ...]


def walk(record: QuestionRecord) -> tuple[Step, ...]:
    """The steps in order: expected, scope, gate, index, search, read, answer, checks, verdict."""
    outcome = record.outcome_json
    steps = (
        Step("expected", tuple(_expected(record))),
        Step("scope", tuple(_scope(outcome.get("scope") or {}, record.scope_right))),
        Step("gate", tuple(_checks(outcome, "gate"))),
        Step("index", tuple(_index(record))),
        Step("search", tuple(_spots(record.retrieved, record.page_rank))),
        Step("read", tuple(_spots(record.read, None))),
        Step("answer", tuple(_answer(record))),
        Step("checks", tuple(_checks(outcome, "verify"))),
        Step("verdict", tuple(_verdict(record))),
    )
    return tuple(step for step in steps if step.lines)


def _expected(record: QuestionRecord) -> list[str]:
    if not record.is_answerable:
        return [f"a refusal: {' or '.join(record.expected_codes)}"]
    return [record.expected or "the suite does not say"]


def _scope(scope: dict[str, Any], is_right: bool | None) -> list[str]:
    keys = ("companies", "unknown_companies", "periods", "filter_periods", "forms", "concepts")
    lines = [f"{key.replace('_', ' ')}: {', '.join(scope[key])}" for key in keys if scope.get(key)]
    if scope.get("kind"):
        lines.insert(0, f"read as: {scope['kind']}, {scope.get('evidence_type')}")
    lines += [f"note: {note}" for note in scope.get("notes") or ()]
    if is_right is not None:
        lines.append(f"as the suite has it: {'yes' if is_right else 'no'}")
    return lines


def _checks(outcome: dict[str, Any], kind: str) -> list[str]:
    lines = []
    for check in outcome.get("checks") or ():
        if check.get("kind") != kind:
            continue
        mark = "passed" if check.get("passed") else "FAILED"
        measured = "" if check.get("measured") is None else f" {check['measured']:g}"
        threshold = "" if check.get("threshold") is None else f" of {check['threshold']:g}"
        detail = f": {check['detail']}" if check.get("detail") else ""
        lines.append(f"{mark} {check['name']}{measured}{threshold}{detail}")
    return lines


def _index(record: QuestionRecord) -> list[str]:
    words = {True: "indexed", False: "NOT INDEXED", None: "can't be told"}
    return [
        f"{Place(p.document, p.page, p.line).words}"
        f"{'' if p.is_required else ' (also right)'}: {words[p.is_indexed]}"
        for p in record.gold
    ]


def _spots(spots: Sequence[SpotRecord], rank: int | None) -> list[str]:
    lines = [] if rank is None else [f"first right place: {rank}"]
    for spot in spots[:SHOWN]:
        mark = "*" if spot.is_gold else " "
        where = Place(spot.document, spot.page, spot.line).words
        lines.append(f"{mark}{spot.rank:>3}  {where}{f'  ({spot.reason})' if spot.reason else ''}")
    if len(spots) > SHOWN:
        lines.append(f"     … {len(spots) - SHOWN} more")
    return lines


def _answer(record: QuestionRecord) -> list[str]:
    lines = []
    if record.answer:
        lines += record.answer.split("\n")
        lines.append(f"confidence {record.outcome_json.get('confidence')}")
    refusal = record.outcome_json.get("refusal") or {}
    if refusal:
        lines.append(f"refused, {refusal.get('code')}: {refusal.get('detail')}")
    if record.outcome == "failed":
        lines.append(f"failed: {(record.outcome_json.get('error') or {}).get('message')}")
    for spot, quote in zip(record.cited, record.quotes, strict=True):
        where = Place(spot.document, spot.page, spot.line).words
        lines.append(f"{'*' if spot.is_gold else ' '} cites {where}: “{quote}”")
    return lines


def _verdict(record: QuestionRecord) -> list[str]:
    lines = [record.verdict.value]
    if record.context_recall is not None:
        lines.append(f"context recall {record.context_recall:.2f}")
    if record.faithfulness is not None:
        lines.append(f"faithfulness {record.faithfulness:.2f}")
    if record.why is not None:
        lines.append(f"lost: {record.why}")
    if record.stage is not None:
        lines.append(f"mend: {record.stage}")
    if record.unstable:
        lines.append(f"not the same each time: {', '.join(record.unstable)}")
    return lines
