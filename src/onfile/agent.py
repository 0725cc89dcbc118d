"""Questions of several steps: a plan, each step through the whole engine, one answer.

    Agent(engine).run("What were net sales of Northwind and of Kestrel, and who audits them?")

The plan is taken from the question itself (``scope/decompose.py``) or, where a model is set,
written by it and held against the question (``scope/plan.py``). Every step is scoped, searched,
gated, answered and checked as a question of its own; the answer lays the steps' claims side by
side, each with its own citations, numbered once. Nothing is cut: a plan with more steps than
allowed is refused, with its steps shown.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from onfile.errors import ModelError, UsageError
from onfile.scope.plan import MAX_STEPS, Plan, fault_of, written
from onfile.types import Check, Outcome

if TYPE_CHECKING:
    from onfile.engine import Engine

FROM_QUESTION = "taken from the question"


@dataclass(frozen=True, slots=True)
class Agent:
    """Answers over one engine.

    Attributes:
        engine: Answers each step.
        max_steps: Most steps of a plan.
    """

    engine: Engine
    max_steps: int = MAX_STEPS

    def plan(self, question: str, *, as_user: str | None = None) -> Plan:
        """The steps, and how they came about.

        Raises:
            UsageError: ``max_steps`` is less than one, or the user's name is empty.
            ModelError: the model that is set can't be reached, and no fallback is set.
        """
        if self.max_steps < 1:
            raise UsageError(f"{self.max_steps} steps answer nothing", hint="allow one at least")
        steps = self.engine.steps(question, as_user=as_user)
        own = Plan(steps, _check(True, FROM_QUESTION), self.max_steps)
        modelling = self.engine.model
        if modelling is None:
            return own
        try:
            steps, fingerprint = written(question, modelling.model)
        except ModelError as error:
            if self.engine.settings.model_fallback is None:
                raise
            return dataclasses.replace(own, check=_check(False, f"{error}; {FROM_QUESTION}"))
        by = f"by {modelling.model.name}, prompt sha256:{fingerprint}"
        fault = fault_of(question, steps, lambda text: self.engine.scope(text, as_user=as_user))
        if fault:
            return dataclasses.replace(own, check=_check(False, f"{by}: {fault}; {FROM_QUESTION}"))
        return Plan(steps if len(steps) > 1 else (question,), _check(True, by), self.max_steps)

    def run(self, question: str, *, as_user: str | None = None) -> Outcome:
        """The checked answer of all steps, or a refusal that names the step; recorded either way.

        ``Outcome.parts`` holds the steps' own outcomes.

        Raises:
            UsageError: as ``plan``.
            ModelError: as ``plan``.
            AuditError: the record could not be written.
        """
        return self.engine.ask(question, as_user=as_user, plan=self.plan(question, as_user=as_user))


def _check(passed: bool, detail: str) -> Check:
    return Check("plan", passed, "plan", detail=detail)
