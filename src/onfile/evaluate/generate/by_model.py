"""Another wording of a probe, by a language model; kept only where nothing was lost or added."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files

from onfile.evaluate.generate.probe import Probe
from onfile.ports import Generator
from onfile.types import Prompt

MAX_REPLY_TOKENS = 120
MAX_GROWTH = 2  # times the question's length: a longer one explains or answers
_NUMBERS = re.compile(r"\d[\d.,]*\d|\d")


def reworded(probe: Probe, model: Generator) -> Probe | None:
    """The probe as the model words it; None where names or numbers differ, or nothing changed.

    Raises:
        ModelError: the model can't be reached or run.
    """
    system = instructions()
    fingerprint = hashlib.sha256(system.encode()).hexdigest()
    prompt = Prompt(system, probe.question, None, MAX_REPLY_TOKENS, fingerprint)
    lines = model.generate(prompt).text.strip().splitlines()
    question = " ".join(lines[0].split()).strip('"“”') if len(lines) == 1 else ""
    if not _says_the_same(probe, question):
        return None
    note = f"{probe.note}; worded by {model.name}, prompt sha256:{fingerprint}"
    return replace(probe, question=question, note=note)


@lru_cache(maxsize=1)
def instructions() -> str:
    """The prompt's text."""
    path = files("onfile.evaluate.generate") / "prompts" / "paraphrase.md"
    return path.read_text(encoding="utf-8")


def _says_the_same(probe: Probe, question: str) -> bool:
    names = [probe.slots[n] for n in ("company", "other", "speaker", "bidder") if n in probe.slots]
    is_kept = all(name.lower() in question.lower() for name in names)
    is_new = bool(question) and question.lower() != probe.question.lower()
    same_numbers = sorted(_NUMBERS.findall(question)) == sorted(_NUMBERS.findall(probe.question))
    is_short = len(question) <= MAX_GROWTH * len(probe.question)
    return is_new and is_kept and same_numbers and is_short
