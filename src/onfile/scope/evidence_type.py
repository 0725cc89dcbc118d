"""What kind of source could answer a question at all: documents, a live feed, or nothing.

The rules are in ``rules/evidence_types.yaml``. They go by what is asked for (a price of the
moment, advice, a guess), never by a company's name.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onfile.errors import SettingError
from onfile.language.yamls import load_yaml
from onfile.types import EvidenceType

RULES_FILE = Path(__file__).parent / "rules" / "evidence_types.yaml"
_KEYS = {"type", "reason", "all", "any", "unless", "only_without_subject"}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; see the head of the rules file for when it holds."""

    type: EvidenceType
    reason: str
    all_of: tuple[re.Pattern[str], ...]
    any_of: tuple[re.Pattern[str], ...]
    unless: tuple[re.Pattern[str], ...]
    only_without_subject: bool

    def holds(self, question: str, *, has_subject: bool) -> bool:
        """True when the rule decides this question."""
        if self.only_without_subject and has_subject:
            return False
        if not all(pattern.search(question) for pattern in self.all_of):
            return False
        if self.any_of and not any(pattern.search(question) for pattern in self.any_of):
            return False
        return not any(pattern.search(question) for pattern in self.unless)


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules in order, and the patterns of instructions inside a question."""

    rules: tuple[Rule, ...]
    instructions: tuple[re.Pattern[str], ...]


def classify(question: str, *, has_subject: bool) -> tuple[EvidenceType, str]:
    """The evidence type of a question and why; documents unless a rule holds.

    Args:
        question: The question.
        has_subject: It names a company, document, speaker or metric: then it is not general
            knowledge, whatever words it uses.
    """
    for rule in load_rules().rules:
        if rule.holds(question, has_subject=has_subject):
            return rule.type, rule.reason
    return EvidenceType.DOCUMENTS, ""


def instructions_in(question: str) -> tuple[str, ...]:
    """Words of the question that try to instruct the program; they are text, never obeyed."""
    found = (pattern.search(question) for pattern in load_rules().instructions)
    return tuple(match.group() for match in found if match is not None)


@functools.cache
def load_rules(path: Path = RULES_FILE) -> Rules:
    """The rules of a file.

    Raises:
        SettingError: an unknown key, type or set, or a pattern that does not compile.
    """
    raw = load_yaml(path.read_text(encoding="utf-8"))
    sets = {str(name): str(text) for name, text in raw.get("sets", {}).items()}
    rules = tuple(_rule(entry, sets, path.name) for entry in raw["rules"])
    instructions = tuple(_compile(p, sets, path.name) for p in raw.get("instructions", ()))
    return Rules(rules, instructions)


def _rule(entry: dict[str, Any], sets: dict[str, str], file: str) -> Rule:
    unknown = set(entry) - _KEYS
    if unknown:
        raise SettingError(f"{file}: unknown keys {', '.join(sorted(unknown))}")
    try:
        kind = EvidenceType(entry["type"])
    except (KeyError, ValueError) as error:
        raise SettingError(f"{file}: a rule's type is missing or unknown: {error}") from error
    parts = {
        key: tuple(_compile(text, sets, file) for text in entry.get(key, ()))
        for key in ("all", "any", "unless")
    }
    return Rule(
        kind,
        str(entry.get("reason", "")),
        parts["all"],
        parts["any"],
        parts["unless"],
        bool(entry.get("only_without_subject", False)),
    )


def _compile(text: str, sets: dict[str, str], file: str) -> re.Pattern[str]:
    filled = re.sub(r"\{([a-z_]+)\}", lambda m: f"(?:{sets.get(m[1], m[0])})", text)
    try:
        return re.compile(filled, re.IGNORECASE)
    except re.error as error:
        raise SettingError(f"{file}: pattern {text!r}: {error}") from error
