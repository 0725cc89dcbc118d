"""Asking an engine in a test: what is answered, and what must not be."""

from __future__ import annotations

from onfile.engine import Engine
from onfile.types import Outcome


def answered(engine: Engine, question: str) -> str:
    """The answer; a failed test where there is none."""
    outcome = engine.ask(question)
    assert outcome.answer is not None, (outcome.refusal, question)
    return outcome.answer


def is_refused(engine: Engine, question: str) -> Outcome:
    """The refusal's outcome; a failed test where there is an answer."""
    outcome = engine.ask(question)
    assert outcome.answer is None, outcome.answer
    return outcome
