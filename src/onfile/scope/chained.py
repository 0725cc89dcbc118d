"""A step that asks about what the step before it names: "which is largest, and how did it grow?".

Whose sales "its" are is not known before the first step is answered. So the second step keeps a
place for it, ``[it]``, which the engine fills with what the first answer put first.
"""

from __future__ import annotations

import re

from onfile.scope.parse import Named

IT = "[it]"

_KIND = (
    r"(?:segment|region|division|category|product|business|company|firm|one|bidder|contractor|"
    r"peer|part|unit|area|line)"
)
_CHOICE = re.compile(
    r"^\W*(?:(?:in|for|at|as\s+of|among|of)\b[^,?]*,\s*)?(?:which|who|whose|what)\b[^?]*\b"
    r"(?:most|least|highest|lowest|largest|smallest|biggest|greatest|best|worst|fastest|slowest|"
    r"strongest|weakest|higher|lower|larger|smaller|bigger|greater|better|more|less|fewer|faster|"
    r"slower)\b",
    re.IGNORECASE,
)
_OWN = re.compile(rf"\b(?:its|their|(?:that|this|the\s+same)\s+{_KIND}['’]s)\b", re.IGNORECASE)
_ITSELF = re.compile(
    rf"(?<!\[)\b(?:it|they|them|(?:that|this)\s+{_KIND}|the\s+(?:winner|same\s+{_KIND}))\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:develop\w*|chang\w*|grow\w*|grew|ris(?:e|en)|rose|fall|fell|fallen|declin\w*|increas\w*|"
    r"decreas\w*|improv\w*|evolv\w*|move[ds]?|trend\w*|do|done|perform\w*|fare[ds]?)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b((?:fiscal\s+(?:year\s+)?|fy\s?)?)(\d{4})$", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|since)\s+(?:fiscal\s+(?:year\s+)?|fy\s?)?\d{4}\W*$", re.IGNORECASE)
_WHY = re.compile(r"^\W*(?:and\s+)?why\W*$", re.IGNORECASE)


def is_choice(question: str) -> bool:
    """True when it asks for one of several: which is largest, who bid least."""
    return _CHOICE.search(question) is not None


def of_the_chosen(text: str, own: Named, head: str, then: Named) -> str | None:
    """A clause with a place for what the question before it chooses; None where it needs none.

    Args:
        text: The clause, as typed, and ``own`` what it names.
        head: The question before it, and ``then`` what that names.
    """
    if own.mentions or not is_choice(head):
        return None
    if _WHY.match(text):
        text = "why did it change"
    metric = head[then.concepts[-1].start : then.concepts[-1].end] if then.concepts else ""
    made = _OWN.sub(f"{IT}'s", text)
    if _OWN.search(text) is None or _ITSELF.search(made):
        is_of_metric = metric and not own.concepts and _MOVES.search(text)
        alone = f"{IT}'s {metric}" if is_of_metric else IT
        made = _ITSELF.sub(alone, made, count=1)
        made = _ITSELF.sub(IT, made)
    if made == text:
        return None
    return _in_time(made.rstrip(" ?.,;"), own, head, then)


def _in_time(text: str, own: Named, head: str, then: Named) -> str:
    """With the head's time; a move of one year is told from the year before."""
    if len(then.expressions) != 1:
        return text
    time = head[then.expressions[0].start : then.expressions[0].end]
    if own.expressions:
        return f"{text} to {time}" if _FROM.search(text) else text
    year = _YEAR.search(time)
    if year is not None and _MOVES.search(text):
        return f"{text} from {year[1]}{int(year[2]) - 1} to {time}"
    return f"{text} in {time}"


def bound(step: str, chosen: str, company: str | None) -> str:
    """The step about what was chosen.

    Args:
        step: With ``[it]`` in it.
        chosen: A company, or a part or a bidder by its name.
        company: Whose part it is; None where it is no part of one.
    """
    if company is None:
        return step.replace(IT, chosen)
    part = f"{company}'s {chosen}"
    return step.replace(f"{IT}'s", part).replace(IT, part)
