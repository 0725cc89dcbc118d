"""``onfile watch``: live questions sampled for review, and whether they have drifted. All local."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from onfile.adapters.pages import render
from onfile.adapters.statistics import independence, two_sample, wilson
from onfile.audit.record import Record
from onfile.calibration import Reference
from onfile.errors import UsageError
from onfile.evaluate import drift, live, plain
from onfile.evaluate.drift import Drift as Drift
from onfile.evaluate.live import Live as Live
from onfile.evaluate.plain import Part
from onfile.types import Feedback

if TYPE_CHECKING:
    from onfile.engine import Engine

WEEK_DAYS = 7
REVIEWED = ("verdict", "record", "question", "given", "comment")
MOVED = ("what", "moved", "by", "p", "then", "now", "test")
SHOWN = 160  # characters of a question or an answer in a table


@dataclass(frozen=True, slots=True)
class WatchReport:
    """A spell of live questions.

    Attributes:
        since: Start of the spell, UTC.
        share: Of the questions that is looked at; ``sampled`` are those, ``waiting`` the ones of
            them that nobody has judged.
        outcomes: "answered" and refusal codes with their counts.
        verdicts: Of the sampled, by people.
        wrong: Share judged wrong of the sampled that were judged, with its 95 % interval; None
            where none was.
        drift: Against the calibration, empty where there is none.
        calibrated: When the thresholds were set, None where they are the shipped ones.
        judged: Every judged question of the spell, sampled or not.
    """

    since: str
    share: float
    asked: int
    sampled: int
    waiting: int
    outcomes: Mapping[str, int]
    verdicts: Mapping[str, int]
    wrong: tuple[float, float, float] | None
    drift: Sequence[Drift]
    calibrated: str | None
    judged: Sequence[Live] = field(default_factory=tuple)

    @property
    def has_moved(self) -> bool:
        """True when anything drifted."""
        return any(one.has_moved for one in self.drift)


def since_days(days: float, now: dt.datetime) -> str:
    """The time so many days before ``now``, as records write theirs."""
    moment = now.astimezone(dt.UTC).replace(tzinfo=None) - dt.timedelta(days=days)
    return moment.isoformat(timespec="milliseconds") + "Z"


def live_since(engine: Engine, since: str | None) -> list[Live]:
    """The live questions from a time on, oldest first, with the last verdict on each."""
    feedback = {one.record: one for one in engine.store.feedback()}
    found: list[Live] = []

    def note(record: Record) -> bool:
        """Keeps what is needed of a record, and lets go of its passages."""
        if live.is_live(record.body):
            found.append(live.live_of(record.body, engine.terms(record.body["question"]), feedback))
        return False

    engine.log.rows(since=since, keep=note)
    return found[::-1]


def waiting(asked: Sequence[Live], share: float) -> list[Live]:
    """Those of the sample that nobody has judged yet."""
    return live.queue(asked, share)


def report(engine: Engine, since: str, share: float) -> WatchReport:
    """What was asked from a time on, what people said of it, and what has drifted.

    Raises:
        ModelError: the extra ``evaluate`` is not installed.
        StoreDamaged: the stored calibration can't be read.
    """
    asked = live_since(engine, since)
    sampled = [one for one in asked if live.is_sampled(one.record, share)]
    judged = [one for one in sampled if one.verdict is not None]
    n_wrong = live.verdicts(judged)["wrong"]
    calibration = engine.calibration()
    return WatchReport(
        since=since,
        share=share,
        asked=len(asked),
        sampled=len(sampled),
        waiting=len(live.queue(asked, share)),
        outcomes=dict(Counter(one.outcome for one in asked).most_common()),
        verdicts=live.verdicts(judged),
        wrong=(n_wrong / len(judged), *wilson(n_wrong, len(judged))) if judged else None,
        drift=() if calibration is None else _drift(asked, calibration.reference),
        calibrated=None if calibration is None else calibration.created,
        judged=tuple(one for one in asked if one.verdict is not None),
    )


def export(engine: Engine, out: Path) -> int:
    """Every judged live question as a row of a suite, the newest verdict on each; how many.

    Raises:
        UsageError: nothing was judged, or ``out`` can't be written.
    """
    last: dict[str, Feedback] = {one.record: one for one in engine.store.feedback()}
    rows = [live.row_of(engine.log.show(record).body, said) for record, said in last.items()]
    if not rows:
        raise UsageError(
            "no live question was judged yet",
            hint="onfile watch queue shows them, onfile watch verdict judges one",
        )
    try:
        with out.open("w", encoding="utf-8", errors="replace") as stream:
            stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    except OSError as error:
        raise UsageError(f"{out} can't be written: {error}") from error
    return len(rows)


def page_of(found: WatchReport) -> str:
    """The report as one page of HTML that needs nothing else.

    Raises:
        ModelError: the extra ``evaluate`` is not installed.
    """
    counts = [(name, str(n)) for name, n in found.outcomes.items()]
    parts = [
        Part("Outcomes", header=("outcome", "questions"), rows=counts),
        Part("What people said", words_of(found), header=REVIEWED, rows=judged_rows(found)),
        Part("Drift", drift_words(found), header=MOVED, rows=drift_rows(found)),
    ]
    facts = f"{found.asked} live questions since {found.since} · {found.share:.0%} sampled"
    template = plain.TEMPLATE.read_text(encoding="utf-8")
    return render(template, title="onfile watch", style=plain.style(), facts=facts, parts=parts)


def words_of(found: WatchReport) -> str:
    """What was reviewed, in a sentence."""
    n_judged = found.sampled - found.waiting
    if found.wrong is None:
        return f"{found.sampled} sampled, none judged yet."
    share, low, high = found.wrong
    return (
        f"{found.sampled} sampled, {n_judged} judged, {found.waiting} waiting; judged wrong "
        f"{share:.1%} (95 % interval {low:.1%} to {high:.1%})."
    )


def drift_words(found: WatchReport) -> str:
    """What drift was held against."""
    if found.calibrated is None:
        return "No calibration to hold it against: onfile calibrate SUITE sets one."
    told = "Something has moved" if found.has_moved else "Nothing has moved"
    return f"{told}, against the calibration of {found.calibrated[:10]}."


def judged_rows(found: WatchReport) -> list[list[str]]:
    """Every judged question, the wrong ones first."""
    order = {"wrong": 0, "should_have_answered": 1, "right": 2}
    ranked = sorted(found.judged, key=lambda one: (order[str(one.verdict)], one.created))
    return [
        [str(one.verdict), one.record, _cut(one.question), _cut(one.answer), _cut(one.comment)]
        for one in ranked
    ]


def drift_rows(found: WatchReport) -> list[list[str]]:
    """One line a comparison."""
    return [
        [
            one.what,
            "too few to tell" if one.value is None else ("MOVED" if one.has_moved else "no"),
            "" if one.value is None else f"{one.value:.2f}",
            "" if one.p is None else ("< 0.001" if one.p < 0.001 else f"{one.p:.3f}"),
            str(one.n_then),
            str(one.n_now),
            f"{one.test}; {one.detail}" if one.detail else one.test,
        ]
        for one in found.drift
    ]


def _drift(asked: Sequence[Live], reference: Reference) -> list[Drift]:
    n_then = sum(reference.outcomes.values())
    return [
        *drift.of_scores(reference.scores, asked, two_sample),
        drift.of_outcomes(reference.outcomes, asked, independence),
        drift.of_words(reference.terms, asked, n_then, independence),
    ]


def _cut(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else f"{flat[: SHOWN - 1]}…"
