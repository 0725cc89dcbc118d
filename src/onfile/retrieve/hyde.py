"""A made-up passage beside the question, in front of the embedder alone.

The passage moves the question's vector to where answers live. It is no evidence, no source and no
answer: nothing but its vector goes on. It is recorded, marked as made up.

Reference:
    Gao, Ma, Lin and Callan, "Precise Zero-Shot Dense Retrieval without Relevance Labels", ACL
    2023. Deviation: one passage, not several, averaged with the question.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.resources import files

import numpy as np

from onfile.errors import ModelError
from onfile.ports import Embedder, Generator
from onfile.types import Check, FloatArray, Prompt

MAX_REPLY_TOKENS = 256
MAX_CHARACTERS = 1200  # of the passage; what a model writes beyond it is not read


def moved(
    question: str, vector: FloatArray, embedder: Embedder, model: Generator
) -> tuple[FloatArray, Check]:
    """The mean of the question's vector and the passage's, L2-normalised, and what happened.

    Args:
        question: As asked.
        vector: ``(dim,)`` of the question; given back as it is where the model fails.
        embedder: Embeds the passage as it embeds documents.
        model: Writes the passage.
    """
    system = instructions()
    fingerprint = hashlib.sha256(system.encode()).hexdigest()
    prompt = Prompt(system, f"Question: {question}", None, MAX_REPLY_TOKENS, fingerprint)
    try:
        passage = " ".join(model.generate(prompt).text.split())[:MAX_CHARACTERS]
        if not passage:
            return vector, _check(False, f"{model.name} wrote nothing; the question stands alone")
        written = embedder.embed([passage])[0]
    except ModelError as error:
        return vector, _check(False, f"{str(error)[:300]}; the question stands alone")
    mean = (vector + written) / 2
    length = float(np.linalg.norm(mean))
    if length == 0.0:
        return vector, _check(False, "the passage has no direction; the question stands alone")
    unit: FloatArray = (mean / length).astype(np.float32)
    wrote = f"made up by {model.name} for the search, no evidence: {passage}"
    return unit, _check(True, f"prompt sha256:{fingerprint}; {wrote}")


def without_vectors() -> Check:
    """What is said where there are no vectors to move."""
    return _check(False, "no vectors are searched; the question stands alone")


@lru_cache(maxsize=1)
def instructions() -> str:
    """The prompt file as it stands."""
    return files("onfile.retrieve").joinpath("prompts/hyde.md").read_text(encoding="utf-8")


def _check(passed: bool, detail: str) -> Check:
    return Check("hyde", passed, "retrieve", detail=detail)
