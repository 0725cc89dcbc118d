"""More words for the lexicon ranker, of a model's making.

They are searched for beside the ways in which the lexicon says filings print what is asked for.
They are no evidence and no source, and the question itself stays as it was asked.

Reference:
    Wang, Yang and Wei, "Query2doc: Query Expansion with Large Language Models", EMNLP 2023.
    Deviation: a list of terms, not a passage, and to one ranker of several.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from importlib.resources import files

from onfile.errors import ModelError
from onfile.ports import Generator
from onfile.types import Check, Prompt

MAX_REPLY_TOKENS = 80
MAX_WORDS = 30  # what a model writes beyond them is not searched for
_WORD = re.compile(r"[A-Za-z][A-Za-z&'-]+")


def other_words(question: str, model: Generator) -> tuple[str, Check]:
    """Words for the same thing, none of them twice or a number, and what happened.

    Args:
        question: As asked.
        model: Writes the words.
    """
    system = instructions()
    fingerprint = hashlib.sha256(system.encode()).hexdigest()
    prompt = Prompt(system, f"Question: {question}", None, MAX_REPLY_TOKENS, fingerprint)
    try:
        written = model.generate(prompt).text
    except ModelError as error:
        return "", _check(False, f"{str(error)[:300]}; the question stands alone")
    words = list(dict.fromkeys(word.lower() for word in _WORD.findall(written)))[:MAX_WORDS]
    if not words:
        return "", _check(False, f"{model.name} wrote no word; the question stands alone")
    told = f"searched for as well, written by {model.name}: {' '.join(words)}"
    return " ".join(words), _check(True, f"prompt sha256:{fingerprint}; {told}")


@lru_cache(maxsize=1)
def instructions() -> str:
    """The prompt file as it stands."""
    return files("onfile.retrieve").joinpath("prompts/rewrite.md").read_text(encoding="utf-8")


def _check(passed: bool, detail: str) -> Check:
    return Check("rewrite", passed, "retrieve", detail=detail)
