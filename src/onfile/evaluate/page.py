"""What the HTML page of a run shows, made ready for its template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onfile.evaluate.records import Metric, QuestionRecord, Report, Run, SpotRecord
from onfile.evaluate.scoring import Verdict
from onfile.evaluate.summary import DEPTHS

TEMPLATE = Path(__file__).with_name("report.html.j2")
SNIPPET = 1200  # characters of a passage that the page shows
MEASURES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Answers", ("right", "wrong", "unsure", "refused", "failed", "unscored", "selective_accuracy",
                 "wrong_rate", "numbers_strict", "numbers_lenient", "scope_right")),
    ("Refusals", ("unanswerable_refused", "unanswerable_wrong", "expected_code", "looks_absent")),
    ("Right page", (*(f"page_hit@{k}" for k in DEPTHS), "page_recall@5", "page_recall@20",
                    "page_mrr")),
    ("Right document", (*(f"document_hit@{k}" for k in DEPTHS), "document_mrr")),
    ("Citations and reading", ("citation_precision", "citation_recall", "quotes_found",
                               "context_recall", "faithfulness", "judged_faithfulness",
                               "judge_unscored", "unstable",
                               "calibration_stale", "aurc")),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that some missed question read or cited, shown once."""

    anchor: str
    where: str
    text: str
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """One place that a missed question read or cited, with a link to its passage."""

    anchor: str
    where: str
    is_gold: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Miss:
    """A question that did not go as the suite has it."""

    record: QuestionRecord
    anchor: str
    gold: tuple[str, ...]
    read: tuple[Seen, ...]
    cited: tuple[Seen, ...]
    failed_checks: tuple[str, ...]


def is_miss(record: QuestionRecord) -> bool:
    """True where a person should look: all but a right answer and a right refusal."""
    if record.is_answerable:
        return record.verdict is not Verdict.RIGHT or bool(record.unstable)
    is_refused = record.verdict is Verdict.REFUSED and record.code_expected is not False
    return not is_refused or bool(record.unstable)


def misses(run: Run) -> tuple[tuple[Miss, ...], tuple[Passage, ...]]:
    """The misses, wrong ones first, and the passages that they link to, each once."""
    order = list(Verdict)
    missed = sorted(
        (r for r in run.records if is_miss(r)),
        key=lambda r: (not r.is_wrong, not r.is_answerable, order.index(r.verdict)),
    )
    passages: dict[tuple[str, str], Passage] = {}
    return tuple(_miss(r, passages) for r in missed), tuple(passages.values())


def measures_of(report: Report) -> list[tuple[str, list[tuple[str, Metric]]]]:
    """Titles with their measures, but for those of nothing."""
    return [
        (title, [(name, m) for name in names if (m := report.metrics.get(name)) and m.n])
        for title, names in MEASURES
    ]


def hit_lines(report: Report) -> Mapping[str, Sequence[tuple[int, float]]]:
    """For the plot: shares of questions whose right page (document) is among the first k."""
    return {
        f"right {what}": [
            (k, value)
            for k in DEPTHS
            if (value := report.metrics[f"{what}_hit@{k}"].value) is not None
        ]
        for what in ("page", "document")
    }


def bars(report: Report) -> list[tuple[str, Mapping[str, int]]]:
    """For the plot: verdicts by kind, refusals that are right apart from those that are not."""
    return [
        (
            group.name,
            {
                **group.verdicts,
                "refused": group.matrix.answerable_refused,
                "rightly refused": group.verdicts["refused"] - group.matrix.answerable_refused,
            },
        )
        for group in report.by_kind
    ]


def quadrants(records: Sequence[QuestionRecord]) -> dict[str, int]:
    """Context recall × faithfulness of the answers to questions that have one."""
    counts = {"both": 0, "retrieval": 0, "generation": 0, "neither": 0}
    for r in records:
        if r.is_answerable and r.context_recall is not None and r.faithfulness is not None:
            is_recalled, is_faithful = r.context_recall > 0.999, r.faithfulness > 0.999
            names = {
                (True, True): "neither",
                (True, False): "generation",
                (False, True): "retrieval",
                (False, False): "both",
            }
            counts[names[is_recalled, is_faithful]] += 1
    return counts


def _miss(record: QuestionRecord, passages: dict[tuple[str, str], Passage]) -> Miss:
    checks = record.outcome_json.get("checks") or ()
    return Miss(
        record=record,
        anchor=f"q-{record.id}",
        gold=tuple(_place(p.document, p.page, p.line) for p in record.gold),
        read=_seen(record.read, record.read_texts, passages),
        cited=_seen(record.cited, record.quotes, passages),
        failed_checks=tuple(
            f"{c['name']}: {c.get('detail') or 'failed'}" for c in checks if not c.get("passed")
        ),
    )


def _seen(
    spots: Sequence[SpotRecord], texts: Sequence[str], passages: dict[tuple[str, str], Passage]
) -> tuple[Seen, ...]:
    seen = []
    for spot, text in zip(spots, texts, strict=True):
        where = _place(spot.document, spot.page, spot.line)
        key = (where, text)
        if key not in passages:
            is_cut = len(text) > SNIPPET
            anchor = f"passage-{len(passages) + 1}"
            passages[key] = Passage(anchor, where, text[:SNIPPET], is_cut)
        seen.append(Seen(passages[key].anchor, where, spot.is_gold, spot.reason))
    return tuple(seen)


def _place(document: str, page: int | None, line: int | None) -> str:
    if page is not None:
        return f"{document} p. {page}"
    return document if line is None else f"{document} line {line}"
