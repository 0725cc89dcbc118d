"""Suites: questions with gold, in YAML or as JSON lines, read and checked.

The format is described in ``docs/evaluation.md``. A row that says nothing of what is right is
kept: it is asked and counted as unscored.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from onfile.errors import UsageError
from onfile.evaluate.gold import GoldNumber, GoldQuestion, Place, stem
from onfile.language.numbers import scale_of
from onfile.language.yamls import load_yaml
from onfile.types import RefusalCode

HINT = (
    'a question is {"id", "question"} with what is right: {"numbers"} or {"answer"} and {"gold":'
    ' [{"file", "page"}]}, or {"expected_codes"}; see docs/evaluation.md'
)
Floors = Mapping[str, "Floor"]


class Floor(BaseModel):
    """The least, or the most, that a measure may be."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    min: float | None = None
    max: float | None = None


class GoldPlaceRow(BaseModel):
    """One place, as a suite states it."""

    model_config = ConfigDict(frozen=True)

    file: str = Field(min_length=1)
    page: int | None = Field(default=None, ge=1)
    line: int | None = Field(default=None, ge=1)

    @property
    def place(self) -> Place:
        """As it is compared."""
        return Place(stem(self.file), self.page, self.line)


class GoldNumberRow(BaseModel):
    """One number, as a suite states it."""

    model_config = ConfigDict(frozen=True)

    value: Decimal
    scale: str | int | None = None
    unit: str | None = None

    @property
    def number(self) -> GoldNumber:
        """As it is compared.

        Raises:
            ValueError: the scale is not known.
        """
        return GoldNumber(self.value * _scale(self.scale), self.unit or "")


class ScopeRow(BaseModel):
    """A company and a period, as a suite states them."""

    model_config = ConfigDict(frozen=True)

    company: str | None = None
    period: str | None = None


class SuiteRow(BaseModel):
    """One question, as a suite states it; other keys are kept out of scoring.

    ``doc``, ``evidence_pages``, ``gold_answer`` and ``question_type`` are those of FinanceBench.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    id: str | int
    question: str = Field(min_length=1)
    kind: str | None = None
    question_type: str | None = None
    answer: str | None = None
    gold_answer: str | None = None
    numbers: tuple[GoldNumberRow, ...] = ()
    gold: tuple[GoldPlaceRow, ...] = ()
    also_ok: tuple[GoldPlaceRow, ...] = ()
    doc: str | None = None
    evidence_pages: tuple[int, ...] = ()
    expected_codes: tuple[RefusalCode, ...] = ()
    scope: tuple[ScopeRow, ...] = ()
    as_user: str | None = None
    looks_absent: str | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """Questions in order, and the floors that came with them.

    ``fingerprint`` is the SHA-256, in hex, of everything that is asked and scored.
    """

    name: str
    questions: tuple[GoldQuestion, ...]
    floors: Floors = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """Equal for suites that ask the same and hold the same for right."""
        digest = hashlib.sha256()
        for asked in sorted(self.questions, key=lambda q: q.id):
            parts = (
                *(asked.id, asked.question, asked.as_user, asked.looks_absent, asked.answer),
                *([str(n.amount.normalize()), n.unit] for n in asked.numbers),
                *(list(place) for place in asked.places),
                *(code.value for code in asked.expected_codes),
            )
            digest.update(json.dumps(parts).encode())
        return digest.hexdigest()


def read_suites(paths: Sequence[Path]) -> Suite:
    """The questions of several files as one suite.

    Raises:
        UsageError: a file can't be read, a row is wrong, two rows have one id, or a measure has
            floors in two files.
    """
    suites = [read_suite(path) for path in paths]
    questions = tuple(question for suite in suites for question in suite.questions)
    floors: dict[str, Floor] = {}
    for suite in suites:
        if twice := sorted(set(floors) & set(suite.floors)):
            raise UsageError(f"floors of {twice[0]} stand in two suites")
        floors |= suite.floors
    _check_ids(questions)
    return Suite(" + ".join(suite.name for suite in suites), questions, floors)


def read_suite(path: Path) -> Suite:
    """The questions of one file, in order.

    Raises:
        UsageError: it can't be read, holds no question, or a row is wrong; names the row.
    """
    text = read_text(path)
    is_yaml = path.suffix.lower() in (".yaml", ".yml")
    given = _of_yaml(path, text) if is_yaml else {"questions": list(_of_lines(path, text))}
    name = str(given.get("name") or path.stem)
    rows = given.get("questions")
    if not isinstance(rows, list) or not rows:
        raise UsageError(f"{path} holds no questions", hint=HINT)
    questions = tuple(_question(path, n, row, name) for n, row in enumerate(rows, start=1))
    _check_ids(questions)
    return Suite(name, questions, floors_of(given.get("floors") or {}, str(path)))


def read_gold(path: Path) -> tuple[GoldQuestion, ...]:
    """The questions of a file that have gold places, in order.

    Raises:
        UsageError: it can't be read, a row is wrong, or none has gold places.
    """
    questions = tuple(q for q in read_suite(path).questions if q.places)
    if not questions:
        raise UsageError(f"{path} holds no question with gold", hint=HINT)
    return questions


def read_floors(path: Path) -> Floors:
    """The floors of a YAML file: a mapping of measures, or one under ``floors``.

    Raises:
        UsageError: it can't be read or is no such mapping.
    """
    given = _of_yaml(path, read_text(path))
    return floors_of(given.get("floors", given), str(path))


def floors_of(given: Any, where: str) -> Floors:
    """Floors as they are stated: a bare number is the least, ``{max: …}`` the most."""
    hint = "floors are like {page_hit@5: 0.9, wrong_rate: {max: 0.02}}"
    if not isinstance(given, dict):
        raise UsageError(f"{where}: floors are a mapping of measures", hint=hint)
    floors = {}
    for name, value in given.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        try:
            floors[str(name)] = Floor.model_validate({"min": value} if is_number else value)
        except ValidationError as error:
            raise UsageError(f"{where}: floor {name}: {_told(error)}", hint=hint) from error
        if floors[str(name)] == Floor():
            raise UsageError(f"{where}: floor {name} has neither min nor max", hint=hint)
    return floors


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        UsageError: it can't be read.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} can't be read: {error}", hint=HINT) from error


def _of_lines(path: Path, text: str) -> Iterator[Any]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield json.loads(line)
            except ValueError as error:
                raise UsageError(f"{path}, line {number}: not JSON: {error}", hint=HINT) from error


def _of_yaml(path: Path, text: str) -> dict[str, Any]:
    try:
        given = load_yaml(text)
    except yaml.YAMLError as error:
        raise UsageError(f"{path} is not YAML: {error}", hint=HINT) from error
    if isinstance(given, list):
        return {"questions": given}
    if not isinstance(given, dict):
        raise UsageError(f"{path} holds no questions", hint=HINT)
    return given


def _question(path: Path, number: int, given: Any, suite: str) -> GoldQuestion:
    where = f"{path}, question {number}"
    try:
        row = SuiteRow.model_validate(given)
        _check_keys(row, where)
        return _gold_question(row, suite)
    except ValidationError as error:
        raise UsageError(f"{where}: {_told(error)}", hint=HINT) from error
    except ValueError as error:
        raise UsageError(f"{where}: {error}", hint=HINT) from error


def _gold_question(row: SuiteRow, suite: str) -> GoldQuestion:
    required = tuple(gold.place for gold in row.gold)
    if row.evidence_pages:
        document = stem(row.doc or "")
        required += tuple(Place(document, page, None) for page in row.evidence_pages)
    codes = row.expected_codes
    if row.looks_absent and not codes:
        codes = (RefusalCode.COMPANY_NOT_ON_FILE,)
    return GoldQuestion(
        id=str(row.id),
        question=row.question,
        places=(*required, *(gold.place for gold in row.also_ok)),
        required=required,
        kind=row.kind or row.question_type or "",
        suite=suite,
        answer=row.answer or row.gold_answer,
        numbers=tuple(n.number for n in row.numbers) or _number_of_gold_answer(row),
        rounding=_rounding(row.gold_answer),
        expected_codes=codes,
        scope=tuple((pair.company or "", pair.period or "") for pair in row.scope),
        as_user=row.as_user,
        looks_absent=row.looks_absent,
    )


def _number_of_gold_answer(row: SuiteRow) -> tuple[GoldNumber, ...]:
    """FinanceBench gives the number of its metric questions in the answer's words alone.

    An amount in money takes the scale that the question asks for.
    """
    found = re.search(r"-?\d[\d,]*\.?\d*", row.gold_answer or "")
    if row.question_type != "metrics-generated" or found is None:
        return ()
    answer = row.gold_answer or ""
    asked = re.search(r"billion|million", row.question, re.IGNORECASE)
    scale = scale_of(asked.group().lower()) if asked and "$" in answer else 1
    unit = "percent" if "%" in answer else ""
    return (GoldNumber(Decimal(found.group().replace(",", "")) * (scale or 1), unit),)


def _rounding(gold_answer: str | None) -> float:
    places = re.search(r"\.(\d+)", (gold_answer or "").replace(".00", ""))
    return 0.5 * 10.0 ** -len(places.group(1)) if places else 0.0


def _scale(given: str | int | None) -> int:
    if given is None or given in ("", "ones", "one"):
        return 1
    scale = given if isinstance(given, int) else scale_of(given)
    if scale is None:
        raise ValueError(f"scale {given!r} is not known: ones, thousands, millions, crore …")
    return scale


def _check_keys(row: SuiteRow, where: str) -> None:
    """A misspelt key would leave a question unscored in silence."""
    known = list(SuiteRow.model_fields)
    for key in row.model_extra or ():
        if close := difflib.get_close_matches(key, known, n=1, cutoff=0.85):
            raise UsageError(f"{where}: {key!r} is not a key; did you mean {close[0]!r}?")
    if row.evidence_pages and not row.doc:
        raise ValueError("evidence_pages needs doc")


def _check_ids(questions: Sequence[GoldQuestion]) -> None:
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise UsageError(f"two questions have the id {question.id!r}", hint="ids are unique")
        seen.add(question.id)


def _told(error: ValidationError) -> str:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    return f"{name + ': ' if name else ''}{first['msg']}, got {str(first['input'])[:80]!r}"
