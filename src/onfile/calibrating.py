"""``onfile calibrate``: thresholds for a budget of wrong answers, set on a suite's one half."""

from __future__ import annotations

import dataclasses
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from onfile.audit.compare import differences
from onfile.audit.log import utc_now
from onfile.calibration import Calibration, Reference, Tally, short_id
from onfile.contract import error_json
from onfile.errors import UsageError
from onfile.evaluate.gold import GoldQuestion
from onfile.evaluate.records import QuestionRecord
from onfile.evaluate.running import Asking, run
from onfile.evaluate.scoring import Verdict
from onfile.evaluate.suite import Suite
from onfile.evaluate.thresholds import Step, observed, path, promised, within
from onfile.targets import EngineTarget
from onfile.types import SHIPPED, Score, Thresholds

if TYPE_CHECKING:
    from onfile.engine import Engine

LOWEST = Thresholds(
    quote=Score(0.5, SHIPPED.quote.kind),
    cause=Score(0.45, SHIPPED.cause.kind),
    turn=Score(0.4, SHIPPED.turn.kind),
    figure=SHIPPED.figure,
)
"""Half of what is asked for must be met; less is another subject, whatever the budget."""

WAYS = tuple(field.name for field in dataclasses.fields(Thresholds))
MIN_HALF = 50  # questions: with fewer, one wrong answer more or less is 2 %
MAX_ROUNDS = 4  # of asking with the thresholds chosen, each stricter than the one before
_WORDING = re.compile(r"-P\d+$")
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Calibrating:
    """A calibration with the trade that it was chosen from.

    Attributes:
        steps: From the lowest thresholds to the strictest, on the fitted half.
        chosen: The step whose thresholds were taken.
        shipped: What the shipped thresholds come to on the half held out.
    """

    calibration: Calibration
    steps: tuple[Step, ...]
    chosen: Step
    shipped: Tally


def calibrate(
    engine: Engine,
    suite: Suite,
    budget: float,
    *,
    seed: int = 1,
    is_kept: bool = True,
    on_progress: Progress | None = None,
) -> Calibrating:
    """Set the archive's thresholds so that no more than ``budget`` of all questions go wrong.

    They are chosen on a seeded half of the suite, other wordings of a question on its side, asked
    again as they will be used, and measured on the other half. Stored unless not ``is_kept``.

    Raises:
        UsageError: the suite is too small or one-sided, or no thresholds keep the budget.
        ModelError: the extra ``evaluate`` is not installed.
    """
    fitted, held_out = halves(suite.questions, seed)
    _check(fitted, held_out)
    asker = _Asker(engine, on_progress)
    with asker.trying(LOWEST):
        lowest = asker.asked("lowest thresholds", fitted)
    values = {name: getattr(SHIPPED, name).value for name in WAYS}
    steps = path([observed(record) for record in lowest], values)
    thresholds, records, chosen = _kept_to(asker, fitted, steps, budget)
    with asker.trying(thresholds):
        held = tally(asker.asked("the other half", held_out))
    with asker.trying(SHIPPED):
        shipped = tally(asker.asked("the other half as shipped", held_out))
    calibration = Calibration(
        created=utc_now(),
        budget=budget,
        suite=suite.name,
        suite_fingerprint=suite.fingerprint,
        seed=seed,
        thresholds=thresholds,
        archive_fingerprint=engine.store.fingerprint(),
        documents=tuple(sorted(short_id(d.document_id) for d in engine.store.documents())),
        fitted=tally(records),
        held_out=held,
        reference=reference(records, engine.terms),
    )
    if is_kept:
        engine.store.add_calibration(calibration.created, calibration.to_json())
    return Calibrating(calibration, steps, chosen, shipped)


def halves(
    questions: Sequence[GoldQuestion], seed: int
) -> tuple[list[GoldQuestion], list[GoldQuestion]]:
    """Two halves of each class, seeded; other wordings (``ID-P1``) go with their question."""
    families: dict[tuple[bool, str], list[GoldQuestion]] = defaultdict(list)
    for question in questions:
        families[question.is_answerable, _WORDING.sub("", question.id)].append(question)
    rng = random.Random(seed)
    first: list[GoldQuestion] = []
    second: list[GoldQuestion] = []
    for is_answerable in (True, False):
        members = [families[key] for key in families if key[0] is is_answerable]
        rng.shuffle(members)
        for number, family in enumerate(members):
            (second if number % 2 else first).extend(family)
    return first, second


def tally(records: Sequence[QuestionRecord]) -> Tally:
    """How questions came out."""
    verdicts = Counter(record.verdict for record in records)
    return Tally(
        n=len(records),
        answered=sum(record.outcome == "answered" for record in records),
        right=verdicts[Verdict.RIGHT],
        wrong=verdicts[Verdict.WRONG],
    )


def reference(
    records: Sequence[QuestionRecord], terms: Callable[[str], Sequence[str]]
) -> Reference:
    """What later questions and outcomes are held against."""
    scores: dict[str, list[float]] = defaultdict(list)
    for one in map(observed, records):
        if one.method is not None and one.score is not None:
            scores[one.method].append(round(one.score, 4))
    words: Counter[str] = Counter()
    for record in records:
        words.update(set(terms(record.question)))
    return Reference(
        scores={name: tuple(sorted(values)) for name, values in sorted(scores.items())},
        outcomes=dict(Counter(record.code or record.outcome for record in records)),
        terms=dict(words.most_common()),
    )


class _Asker:
    """Asks questions of one engine with thresholds that are tried out."""

    def __init__(self, engine: Engine, on_progress: Progress | None) -> None:
        self._engine = engine
        self._on_progress = on_progress

    @contextmanager
    def trying(self, thresholds: Thresholds) -> Iterator[None]:
        before = self._engine.trial
        self._engine.trial = thresholds
        try:
            yield
        finally:
            self._engine.trial = before

    def asked(self, what: str, questions: Sequence[GoldQuestion]) -> list[QuestionRecord]:
        records = []
        for record in run(questions, _AsksAlone(self._engine), Asking(differences, error_json)):
            records.append(record)
            if self._on_progress is not None:
                self._on_progress(what, len(records), len(questions))
        return records


class _AsksAlone(EngineTarget):
    """An engine that is asked, without the searches that an evaluation adds."""

    def search(self, question: str, k: int, as_user: str | None) -> list[dict[str, object]]:
        """Nothing: pages are not measured here."""
        return []


def _kept_to(
    asker: _Asker, questions: Sequence[GoldQuestion], steps: Sequence[Step], budget: float
) -> tuple[Thresholds, list[QuestionRecord], Step]:
    """Thresholds that keep the budget when the questions are asked with them."""
    left = list(steps)
    for number in range(1, MAX_ROUNDS + 1):
        chosen = within(left, budget)
        if chosen is None:
            break
        thresholds = with_values(chosen.thresholds)
        with asker.trying(thresholds):
            records = asker.asked(f"thresholds chosen, round {number}", questions)
        found = tally(records)
        if promised(found.wrong, found.n) <= budget:
            return thresholds, records, chosen
        left = left[left.index(chosen) + 1 :]
    least = min((step.bound for step in steps), default=1.0)
    raise UsageError(
        f"no thresholds keep {budget:.1%}: the least that {len(questions)} questions can promise"
        f" is {least:.1%}",
        hint="name a larger budget, or give a larger suite: onfile eval generate makes one",
    )


def with_values(values: Mapping[str, float]) -> Thresholds:
    """The shipped thresholds with these values, each of the kind it had."""
    changed = {name: Score(value, getattr(SHIPPED, name).kind) for name, value in values.items()}
    return dataclasses.replace(SHIPPED, **changed)


def _check(fitted: Sequence[GoldQuestion], held_out: Sequence[GoldQuestion]) -> None:
    for half in (fitted, held_out):
        if len(half) < MIN_HALF:
            raise UsageError(
                f"half of the suite is {len(half)} questions; at least {MIN_HALF} are needed",
                hint="onfile eval generate makes a suite of two hundred",
            )
        if all(q.is_answerable for q in half) or not any(q.is_answerable for q in half):
            raise UsageError(
                "a suite needs questions that can be answered and ones that must be refused",
                hint="onfile eval generate makes both",
            )
