"""The steps of a question, as a model writes them, and whether they are the question's own.

A model that plans could ask for something else than the user did. So its steps are held against
the question: they must name the same companies, periods and measures, in the question's words.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from onfile.ports import Generator
from onfile.types import Check, Intent, JsonObject, Prompt, Refusal, RefusalCode

MAX_REPLY_TOKENS = 512
MAX_STEPS = 8

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"steps": {"type": "array", "items": {"type": "string"}}},
    "required": ["steps"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps of a question, in order, how they came about, and how many are allowed."""

    steps: tuple[str, ...]
    check: Check
    max_steps: int = MAX_STEPS

    @property
    def refusal(self) -> Refusal | None:
        """Why it is not followed: it has more steps than are allowed; else None."""
        if len(self.steps) <= self.max_steps:
            return None
        detail = f"The question takes {len(self.steps)} steps; {self.max_steps} are allowed."
        return Refusal(RefusalCode.UNDERSPECIFIED, f"{detail} Ask for less.", choices=self.steps)


def written(question: str, model: Generator) -> tuple[tuple[str, ...], str]:
    """The steps that a model writes, empty where its reply is none, and the prompt's SHA-256.

    Raises:
        ModelError: the model could not be reached or run.
    """
    system = instructions()
    fingerprint = hashlib.sha256(system.encode()).hexdigest()
    prompt = Prompt(system, f"Question: {question}", SCHEMA, MAX_REPLY_TOKENS, fingerprint)
    reply = model.generate(prompt)
    if reply.finish_reason == "length":
        return (), fingerprint
    try:
        steps = json.loads(reply.text)["steps"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return (), fingerprint
    if not isinstance(steps, list) or not all(isinstance(s, str) and s.strip() for s in steps):
        return (), fingerprint
    return tuple(" ".join(step.split()) for step in steps), fingerprint


def fault_of(question: str, steps: Sequence[str], scope: Callable[[str], Intent]) -> str:
    """Why the steps are not the question's; empty when they ask for it, whole and alone."""
    if not steps:
        return "it could not be read"
    if len(set(steps)) < len(steps):
        return "a step stands in it twice"
    whole, read = scope(question), [scope(step) for step in steps]
    for name, of in _ASKED_FOR.items():
        asked, named = set(of(whole)), {one for intent in read for one in of(intent)}
        if named - asked:
            return f"it asks for {name} that the question does not name"
        if asked - named:
            return f"it leaves out {name} that the question names"
    return ""


_ASKED_FOR: dict[str, Callable[[Intent], Sequence[object]]] = {
    "companies": lambda intent: (*intent.companies, *intent.unknown_companies),
    "periods": lambda intent: intent.periods,
    "measures": lambda intent: [mention.concept for mention in intent.concepts],
    "subjects": lambda intent: intent.terms,
}


@lru_cache(maxsize=1)
def instructions() -> str:
    """The prompt file as it stands."""
    return files("onfile.scope").joinpath("prompts/plan.md").read_text(encoding="utf-8")
