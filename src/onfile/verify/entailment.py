"""Does an entailment model find that the quotes say the claim? A further check, never alone.

It comes after the deterministic tests and can only refuse: what they turn down, no score lifts.
"""

from __future__ import annotations

from onfile.ports import Entailment
from onfile.types import Claim

ENTAILED_FROM = 0.5  # more likely than not


def not_entailed(claim: Claim, model: Entailment) -> str:
    """Why the quotes do not entail the claim; empty when they do.

    Raises:
        ModelError: the model could not be run.
    """
    premise = " ".join(" ".join(c.quote for c in claim.citations).split())
    (score,) = model.scores([(premise, claim.text)])
    if score >= ENTAILED_FROM:
        return ""
    return f"{model.name} gives {score:.2f} that its quotes say it, below {ENTAILED_FROM}"
