"""Answering with a language model: it writes, the checks decide, a second reading must agree.

A number is only shown where another reading comes to it: the figures of the built-in reader or,
where those give none, the same model asked in other words.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from onfile.adapters.gguf import GgufModel
from onfile.adapters.nli import OnnxNli
from onfile.adapters.openai_http import OpenAiHttp
from onfile.answer import reader
from onfile.answer.model.prompt import LANES
from onfile.answer.model.write import Attempt, write
from onfile.answer.request import Reading
from onfile.config import Settings
from onfile.errors import SettingError
from onfile.language.numbers import find_numbers
from onfile.ports import Entailment, Generator
from onfile.types import (
    Check,
    Draft,
    FigureMatch,
    Pair,
    QuestionKind,
    Refusal,
    RefusalCode,
    Value,
)
from onfile.verify.cells import Cells
from onfile.verify.checks import Strict, verify

Judged = tuple[Draft | Refusal, tuple[Check, ...]]
PageText = Callable[[str, int], str]
NUMBER_KINDS = (QuestionKind.FIGURE, QuestionKind.COMPARE, QuestionKind.CHANGE)


@dataclass(frozen=True, slots=True)
class Modelling:
    """Answers by one model.

    Attributes:
        model: The language model.
        room: Characters of sources that it can take.
        entailment: Must find each claim entailed by its quotes as well; None is none.
    """

    model: Generator
    room: int
    entailment: Entailment | None = None

    def answer(
        self,
        reading: Reading,
        earlier: dict[Pair, list[FigureMatch]],
        page_text: PageText,
        cells: Cells,
    ) -> Judged:
        """The checked draft, or the refusal, with every check that was made.

        Raises:
            ModelError: the model could not be reached or run.
        """
        attempt = write(reading, self.model, self.room)
        checks = (*attempt.checks, _prompt_check(attempt))
        if isinstance(attempt.result, Refusal):
            return attempt.result, checks
        strict = Strict(reading.terms, self.entailment)
        draft = self._with_value(attempt.result)
        result, verdicts = verify(draft, reading.intent, page_text, cells, strict)
        checks += verdicts
        if isinstance(result, Refusal):
            return result, checks
        agreed = self._agree(reading, earlier, result)
        if agreed.passed:
            return result, (*checks, agreed)
        return Refusal(RefusalCode.READINGS_DISAGREE, agreed.detail), (*checks, agreed)

    def _with_value(self, draft: Draft) -> Draft:
        """Without a value where the claims do not come down to one number."""
        return draft if len(draft.claims) == 1 else dataclasses.replace(draft, value=None)

    def _agree(
        self, reading: Reading, earlier: dict[Pair, list[FigureMatch]], draft: Draft
    ) -> Check:
        """The second reading: the reader's figure, else the model's own in other words."""
        if reading.intent.kind not in NUMBER_KINDS and draft.value is None:
            return Check("readings_agree", True, "verify", detail="no value to read twice")
        other = reader.read(reading, earlier)
        if isinstance(other, Draft) and other.value is not None:
            return _compared(draft, other.value, "the figures on file")
        again = write(reading, self.model, self.room, LANES[1]).result
        if isinstance(again, Refusal):
            detail = f"asked in other words, the model gave no answer ({again.code})"
            return Check("readings_agree", False, "verify", detail=detail)
        if draft.value is not None and again.value is not None:
            return _compared(draft, again.value, "the model asked in other words")
        agree = _amounts(draft) == _amounts(again)
        detail = "" if agree else "asked in other words, the model gave other numbers"
        return Check("readings_agree", agree, "verify", detail=detail)


def from_settings(settings: Settings) -> Modelling | None:
    """The model that is set, None when there is none.

    Raises:
        SettingError: it can't be had, or ``hyde`` or ``rewrite`` is on and there is none.
    """
    if settings.model_url is not None:
        model = OpenAiHttp(settings.model_url, settings.model_name)
        return Modelling(model, settings.model_room, _entailment(settings))
    if settings.model_file is not None:
        model_file = GgufModel(settings.model_file)
        return Modelling(model_file, settings.model_room, _entailment(settings))
    for name, is_on, what in (
        ("hyde", settings.hyde, "the passage"),
        ("rewrite", settings.rewrite, "the words"),
    ):
        if is_on:
            hint = f"set ONFILE_MODEL_URL or ONFILE_MODEL_FILE, or ONFILE_{name.upper()}=0"
            raise SettingError(f"{name} needs a model that writes {what}; none is set", hint=hint)
    return None


def _entailment(settings: Settings) -> Entailment | None:
    return None if settings.nli_model is None else OnnxNli(settings.nli_model)


def _compared(draft: Draft, value: Value, whose: str) -> Check:
    amount = value.number * value.scale
    if draft.value is not None:
        mine = {abs(draft.value.number * draft.value.scale)}
        agree = abs(amount) in mine and draft.value.percent == value.percent
    else:
        agree = abs(amount) in _amounts(draft)
    detail = "" if agree else f"{whose} give {value.number} × {value.scale}"
    return Check("readings_agree", agree, "verify", detail=detail)


def _amounts(draft: Draft) -> frozenset[object]:
    return frozenset(
        abs(n.amount) for c in draft.claims for n in find_numbers(c.text) if n.role == "amount"
    )


def _prompt_check(attempt: Attempt) -> Check:
    return Check("prompt", True, "model", detail=f"sha256:{attempt.fingerprint}")
