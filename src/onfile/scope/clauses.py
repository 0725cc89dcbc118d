"""What of a question is the question: not its definitions, nor how to write the answer."""

from __future__ import annotations

import re

# A sentence that says how to answer or defines a word; an interrogative sentence never is one.
_ABOUT_ANSWER = re.compile(
    r"^\s*(?:please\s+)?(?:answer|give\s+a\s+response|provide\s+a\s+response|respond|round|address"
    r"|base\s+your|calculate\s+(?:what|this|the\s+answer)|assume\s+(?:that\s+)?you|we\s+need\s+to"
    r"|state\s+(?:your\s+)?answer|utili[sz]e|use\s+(?:only|the\s+line|the\s+information)|express"
    r"|please\s+(?:state|utili[sz]e|base|answer|use)|do\s+not|cite|show\s+your)\b",
    re.IGNORECASE,
)
_FALLBACK = re.compile(
    r"^\s*if\b.*\b(?:not\s+(?:a\s+)?(?:useful|relevant|meaningful|explicitly)|then\s+(?:please\s+)?state"
    r"|is\s+not\s+available)",
    re.IGNORECASE | re.DOTALL,
)
_DEFINITION = re.compile(
    r"^\s*(?:please\s+)?define\s+|^[^?]{2,60}?\b(?:is|are)\s+defined\s+as\b|^\s*calculate\s+.{2,50}\busing\b"
    r"|^\s*where\s+\w+\s+(?:is|means)\b",
    re.IGNORECASE,
)
# After a question: the same once more as a task ("Calculate the turnover ratio for 2031").
_TASK = re.compile(r"\s*(?:please\s+)?(?:calculate|compute|determine|work\s+out)\b", re.IGNORECASE)
_LEAD_IN = re.compile(
    r"^\s*(?:(?:basing|based|by\s+drawing|drawing|according\s+to|in\s+agreement|using|by\s+using|answer"
    r"|with\s+reference|relying|considering\s+only|from\s+the\s+information|when\s+basing)\b[^?]*?"
    r"(?:statements?|sheet|line\s+items|details|information|flows?|income|operations|earnings)\b"
    r"[^?,:]*[,:]\s*(?=(?:what|how|which|who|why|is|are|was|were|did|does|do|has|have|by)\b))",
    re.IGNORECASE,
)
_OR_ELSE = re.compile(r"\(\s*or\b[^()]*\)", re.IGNORECASE)  # "the most (or lost the least)"
_SENTENCE_END = re.compile(
    r"(?<=[.?!])\s+(?=[A-Z0-9])|(?<=\w):\s+(?=(?:what|how|which|who|why)\b)|(?<=;)\s+(?=if\b)"
)
_NO_END = re.compile(r"\b(?:vs|Inc|Corp|Co|Ltd|No|U\.S|St|Mr|Ms|Dr|approx|e\.g|i\.e)\.$")


def blank_out(question: str) -> str:
    """The question with all that is not asked replaced by spaces, so that offsets stay.

    Nothing is blanked where nothing would be left.
    """
    parts = _sentences(_OR_ELSE.sub(lambda m: " " * len(m[0]), question))
    has_asked = False
    kept = ""
    for part in parts:
        is_aside = _is_aside(part) or (has_asked and _TASK.match(part) is not None)
        has_asked = has_asked or part.rstrip().endswith("?")
        kept += " " * len(part) if is_aside else _without_lead_in(part)
    return kept if kept.strip() else question


def definitions(question: str) -> tuple[str, ...]:
    """Sentences by which the question defines its own metric."""
    return tuple(s.strip() for s in _sentences(question) if _DEFINITION.search(s))


def _is_aside(sentence: str) -> bool:
    if _FALLBACK.search(sentence) or _DEFINITION.search(sentence):
        return True
    return _ABOUT_ANSWER.search(sentence) is not None and not re.search(
        r"(?:^|[,:]\s*)(?:what|which|who|why|how)\b", sentence, re.IGNORECASE
    )


def _without_lead_in(sentence: str) -> str:
    match = _LEAD_IN.match(sentence)
    return sentence if match is None else " " * match.end() + sentence[match.end() :]


def _sentences(question: str) -> list[str]:
    """The sentences with the white space after them; joined they are the question again."""
    parts: list[str] = []
    at = 0
    for match in _SENTENCE_END.finditer(question):
        if not _NO_END.search(question[at : match.start()]):
            parts.append(question[at : match.end()])
            at = match.end()
    return [*parts, question[at:]]
