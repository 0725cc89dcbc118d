"""Does what a user may not see look as if it did not exist?

The same question is asked of a company that does not exist. But for the name, the two outcomes
must be the same: code, words, counts, what is on file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from onfile.errors import UsageError
from onfile.evaluate.gold import GoldQuestion
from onfile.evaluate.records import AbsentRecord
from onfile.types import JsonObject

TWINS = ("Quillhaven", "Marrowby", "Thistlecombe")  # made up; the first that is not asked about
_PLACEHOLDER = "COMPANY"


def looks_absent(
    asked: GoldQuestion,
    outcome: JsonObject,
    ask: Callable[[str], JsonObject],
    differences: Callable[[JsonObject, JsonObject], Sequence[str]],
) -> AbsentRecord:
    """Hold an outcome against that of the same question about a company that does not exist.

    Args:
        asked: With ``looks_absent``, the name that the question uses.
        outcome: What came of it.
        ask: Asks as the same user.
        differences: The places in which two outcomes differ, but for ids and timings.

    Raises:
        UsageError: the question does not name that company.
    """
    company = asked.looks_absent or ""
    if company.lower() not in asked.question.lower():
        raise UsageError(
            f"question {asked.id} must look absent for {company!r}, but does not name it",
            hint="looks_absent holds the company's name just as the question writes it",
        )
    twin = next(name for name in TWINS if name.lower() not in asked.question.lower())
    other = ask(_replaced(asked.question, company, twin))
    found = tuple(differences(_masked(outcome, company), _masked(other, twin)))
    return AbsentRecord(company=company, twin=twin, is_same=not found, differences=found)


def _masked(outcome: JsonObject, company: str) -> JsonObject:
    masked: JsonObject = json.loads(
        _replaced(json.dumps(outcome, ensure_ascii=False), company, _PLACEHOLDER)
    )
    return masked


def _replaced(text: str, company: str, by: str) -> str:
    return re.sub(re.escape(company), by, text, flags=re.IGNORECASE)
