"""The thresholds in force on an archive, where they came from, and whether they still fit it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from onfile.audit.log import utc_now
from onfile.errors import StoreDamaged
from onfile.index.store import Store
from onfile.types import SHIPPED, Check, JsonObject, Score, ScoreKind, Thresholds

SCHEMA = 1
MAX_NEW = 0.2  # share of the documents on file that came after the calibration
ID_LENGTH = 16  # hex digits kept of a document's hash: two alike in 10^9 documents are unlikely
NONE = "null"  # stored in place of a calibration: the shipped thresholds are in force again
AS_SHIPPED = (
    "as shipped, chosen by hand on 265 questions over filings, calls and bid tabulations of "
    "thirteen companies, not on this archive; onfile calibrate sets its own"
)
MEND = "onfile calibrate SUITE --budget RATE"


@dataclass(frozen=True, slots=True)
class Tally:
    """How a set of questions came out.

    ``answered`` are right, wrong and unsure ones together; rates are shares of ``n``.
    """

    n: int
    answered: int
    right: int
    wrong: int

    @property
    def coverage(self) -> float:
        """Share of the questions that were answered."""
        return self.answered / self.n if self.n else 0.0

    @property
    def wrong_rate(self) -> float:
        """Share of all questions that were answered wrongly."""
        return self.wrong / self.n if self.n else 0.0


@dataclass(frozen=True, slots=True)
class Reference:
    """What questions and outcomes looked like when the thresholds were set; see ``drift.py``.

    Attributes:
        scores: Support of the answers, by the way in which they were found, sorted.
        outcomes: How often each outcome was given: "answered", or the refusal's code.
        terms: How many questions held each content term.
    """

    scores: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    outcomes: Mapping[str, int] = field(default_factory=dict)
    terms: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Calibration:
    """Thresholds with what they were set on.

    Attributes:
        created: UTC, ISO 8601.
        budget: Greatest share of wrong answers that was asked for.
        suite, suite_fingerprint, seed: The questions and how they were split.
        archive_fingerprint: Of the content that was asked; ``documents`` are the starts of its
            documents' hashes, sorted.
        fitted, held_out: The half that the thresholds were chosen on, and the other half.
    """

    created: str
    budget: float
    suite: str
    suite_fingerprint: str
    seed: int
    thresholds: Thresholds
    archive_fingerprint: str
    documents: tuple[str, ...]
    fitted: Tally
    held_out: Tally
    reference: Reference = field(default_factory=Reference)

    @property
    def fingerprint(self) -> str:
        """SHA-256, in hex, of the thresholds; kept in every record."""
        return fingerprint_of(self.thresholds)

    def share_new(self, document_ids: Iterable[str]) -> float:
        """Share of these documents that were not on file then, 0 to 1."""
        known = set(self.documents)
        now = [short_id(document_id) for document_id in document_ids]
        return sum(one not in known for one in now) / len(now) if now else 0.0

    def check(self, document_ids: Iterable[str]) -> Check:
        """Whether the archive, as far as these documents go, is still the one that was asked."""
        share = self.share_new(document_ids)
        since = f"thresholds of {self.created[:10]}, for at most {self.budget:.1%} wrong"
        if share <= MAX_NEW:
            return Check("calibration", True, "calibration", detail=since)
        grown = f"{share:.0%} of the documents came later: the archive has grown away from them"
        return Check("calibration", False, "calibration", detail=f"{since}; {grown}. {MEND}")

    def to_json(self) -> str:
        """As it is kept in the store."""
        return json.dumps({"schema": SCHEMA} | dataclasses.asdict(self), allow_nan=False)


def from_json(body: str) -> Calibration:
    """The calibration that ``to_json`` wrote.

    Raises:
        StoreDamaged: it is none, or a newer onfile wrote it.
    """
    try:
        given: dict[str, Any] = json.loads(body)
        if given.pop("schema") != SCHEMA:
            raise ValueError("of another schema")
        reference = given["reference"]
        scores = {name: tuple(values) for name, values in reference["scores"].items()}
        given |= {
            "thresholds": thresholds_from_json(given["thresholds"]),
            "documents": tuple(given["documents"]),
            "fitted": Tally(**given["fitted"]),
            "held_out": Tally(**given["held_out"]),
            "reference": Reference(**(reference | {"scores": scores})),
        }
        return Calibration(**given)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreDamaged(
            f"the stored calibration can't be read: {error}", hint=f"set it anew: {MEND}"
        ) from error


def thresholds_from_json(given: Mapping[str, JsonObject]) -> Thresholds:
    """Thresholds as ``dataclasses.asdict`` writes them.

    Raises:
        ValueError, KeyError, TypeError: they are not.
    """
    scores = {
        name: Score(float(score["value"]), ScoreKind(score["kind"]))
        for name, score in given.items()
    }
    return Thresholds(**scores)


def fingerprint_of(thresholds: Thresholds) -> str:
    """SHA-256, in hex, of thresholds."""
    written = json.dumps(dataclasses.asdict(thresholds), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()


def short_id(document_id: str) -> str:
    """The start of a document's hash."""
    return document_id.removeprefix("sha256:")[:ID_LENGTH]


class Calibrated:
    """The part of ``Engine`` that knows the thresholds in force.

    Attributes:
        trial: Thresholds that are tried out in place of the stored ones.
    """

    store: Store
    trial: Thresholds | None = None
    _parsed: tuple[str, Calibration] | None = None

    def calibration(self) -> Calibration | None:
        """The calibration in force, None where the shipped thresholds are.

        Raises:
            StoreDamaged: it can't be read.
        """
        body = self.store.calibration()
        if body is None or body == NONE:
            return None
        if self._parsed is None or self._parsed[0] != body:
            self._parsed = (body, from_json(body))
        return self._parsed[1]

    def reset_calibration(self) -> None:
        """Put the shipped thresholds in force again; what was stored stays for the record."""
        self.store.add_calibration(utc_now(), NONE)

    def thresholds(self) -> Thresholds:
        """The thresholds that the next question is answered by."""
        if self.trial is not None:
            return self.trial
        calibration = self.calibration()
        return SHIPPED if calibration is None else calibration.thresholds

    @property
    def thresholds_fingerprint(self) -> str:
        """SHA-256, in hex, of the thresholds that the next question is answered by."""
        return fingerprint_of(self.thresholds())

    def calibration_checks(self, document_ids: Iterable[str]) -> tuple[Check, ...]:
        """A failed check where the archive has grown away from its calibration, else nothing."""
        calibration = None if self.trial is not None else self.calibration()
        if calibration is None:
            return ()
        check = calibration.check(document_ids)
        return () if check.passed else (check,)
