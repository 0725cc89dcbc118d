"""A judge model: lists the claims of an answer and checks each against its evidence.

It comes after the deterministic scores and never replaces a verdict. Several runs are made, the
claims and passages in another (seeded) order each time; a reply that can't be read is counted as
unscored, never as a no.

Reference:
    Liu, Iter, Xu, Wang, Xu and Zhu, "G-Eval: NLG Evaluation using GPT-4 with Better Human
    Alignment", EMNLP 2023 (steps before the score). Deviation: the steps are claims, each judged
    yes or no, and the score is their mean.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from onfile.errors import UsageError
from onfile.evaluate.gold import GoldQuestion
from onfile.evaluate.matching import citations
from onfile.evaluate.records import JudgeRecord
from onfile.ports import Generator
from onfile.types import JsonObject, Prompt

N_RUNS = 3
SEED = 7
MAX_CLAIMS = 20
MAX_REPLY_TOKENS = 1024
PROMPTS = ("claims", "check")
_CLAIMS: JsonObject = {
    "type": "object",
    "properties": {"claims": {"type": "array", "items": {"type": "string"}}},
    "required": ["claims"],
    "additionalProperties": False,
}
_CHECK: JsonObject = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "supported": {"type": "boolean"}},
    "required": ["reason", "supported"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges answers by one model. ``n_runs`` runs a claim."""

    model: Generator
    n_runs: int = N_RUNS
    seed: int = SEED

    def __call__(self, asked: GoldQuestion, outcome: JsonObject) -> JudgeRecord:
        """The judgement on one answer.

        Raises:
            ModelError: the judge could not be reached or run.
        """
        claims = self._claims(asked, outcome)
        passages = _passages(outcome)
        shuffled = random.Random(f"{self.seed} {asked.id}")
        votes: dict[str, list[bool | None]] = {claim: [] for claim in claims}
        for _ in range(self.n_runs):
            for claim in shuffled.sample(claims, len(claims)):
                votes[claim].append(self._vote(claim, shuffled.sample(passages, len(passages))))
        return _judged(votes, self.n_runs)

    def _claims(self, asked: GoldQuestion, outcome: JsonObject) -> list[str]:
        """What the answer states; nothing where the reply can't be read."""
        user = f"Question: {asked.question}\n\nAnswer: {outcome.get('answer') or ''}"
        listed = self._object("claims", user, _CLAIMS).get("claims")
        given = listed if isinstance(listed, list) else []
        return list(dict.fromkeys(str(claim) for claim in given if claim))[:MAX_CLAIMS]

    def _vote(self, claim: str, passages: Sequence[str]) -> bool | None:
        shown = "\n\n".join(f"[{n}] {text}" for n, text in enumerate(passages, start=1))
        user = f"Passages:\n\n{shown}\n\nStatement: {claim}"
        vote = self._object("check", user, _CHECK).get("supported")
        return vote if isinstance(vote, bool) else None

    def _object(self, name: str, user: str, schema: JsonObject) -> JsonObject:
        system = instructions(name)
        fingerprint = hashlib.sha256(system.encode()).hexdigest()
        prompt = Prompt(system, user, schema, MAX_REPLY_TOKENS, fingerprint)
        return _read(self.model.generate(prompt).text)


def refuse_the_answerer(judge: str, answerer: str | None) -> None:
    """A model is not asked what its own answers are worth.

    Args:
        judge: Name of the judge.
        answerer: Name of the model that writes the answers, None for the built-in reader.

    Raises:
        UsageError: they are the same model.
    """
    if answerer is not None and _bare(judge) == _bare(answerer):
        raise UsageError(
            f"the judge is the model that answers ({_bare(judge)}): it would judge itself",
            hint="give another model with --judge-model, or leave the judge out",
        )


def prompts_fingerprint() -> str:
    """SHA-256, in hex, of the judge's prompt files."""
    return hashlib.sha256("\0".join(map(instructions, PROMPTS)).encode()).hexdigest()


@lru_cache(maxsize=4)
def instructions(name: str) -> str:
    """A prompt file as it stands."""
    return files("onfile.evaluate").joinpath(f"prompts/{name}.md").read_text(encoding="utf-8")


def cohen_kappa(labels: Sequence[tuple[bool, bool]]) -> float | None:
    """Agreement of two raters beyond chance; None where chance alone would agree wholly.

    Reference:
        Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological
        Measurement 1960. Equal to scikit-learn's ``cohen_kappa_score``.
    """
    n = len(labels)
    if n == 0:
        return None
    agreed = sum(a == b for a, b in labels) / n
    yes_a, yes_b = sum(a for a, _ in labels) / n, sum(b for _, b in labels) / n
    by_chance = yes_a * yes_b + (1 - yes_a) * (1 - yes_b)
    return None if by_chance == 1.0 else (agreed - by_chance) / (1 - by_chance)


def _judged(votes: Mapping[str, Sequence[bool | None]], n_runs: int) -> JudgeRecord:
    shares: list[tuple[str, float | None]] = []
    for claim, given in votes.items():
        known = [vote for vote in given if vote is not None]
        shares.append((claim, sum(known) / len(known) if known else None))
    scored = [share for _, share in shares if share is not None]
    n_unread = sum(vote is None for given in votes.values() for vote in given)
    return JudgeRecord(
        claims=tuple(shares),
        faithfulness=sum(scored) / len(scored) if scored else None,
        n_runs=n_runs,
        n_unscored=n_unread if votes else n_runs,
    )


def _passages(outcome: JsonObject) -> list[str]:
    """What the answer cites, then what was read beside it, each once."""
    quotes = [str(citation.get("quote") or "") for citation in citations(outcome)]
    read = [_headed(evidence) for evidence in outcome.get("evidence") or ()]
    return list(dict.fromkeys(text for text in (*quotes, *read) if text))


def _headed(evidence: JsonObject) -> str:
    about = (evidence.get(key) for key in ("company", "form", "period", "speaker"))
    head = " · ".join(str(part) for part in about if part)
    return f"{head}\n{evidence.get('text') or ''}".strip()


def _read(text: str) -> JsonObject:
    """The JSON object in a reply; empty where there is none."""
    found = re.search(r"\{.*\}", text, re.DOTALL)
    try:
        read: Any = json.loads(found.group()) if found else None
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def _bare(name: str) -> str:
    """The model's name without its place ("qwen3 at http://…"), in lower case."""
    return name.partition(" at ")[0].strip().lower()
