"""What of a question is the question: not its definitions, nor how to write the answer."""

from __future__ import annotations

import re

# A sentence that says how to answer or defines a word; an interrogative sentence never is one.
_ABOUT_ANSWER = re.compile(
    r"^\s*(?:please\s+)?(?:answer|give\s+a\s+response|provide\s+a\s+response|respond|round|address"
    r"|base\s+your|calculate\s+(?:what|this|the\s+answer)|assume\s+(?:that\s+)?you|we\s+need\s+to"
    r"|state\s+(?:your\s+)?answer|utili[sz]e|use\s+(?:only|the\s+line|the\s+information)|express"
    r"|please\s+(?:state|utili[sz]e|base|answer|use)|do\s+not|cite|show\s+your|you\s+are\s+an?\b"
    r"|here(?:['’]?s|\s+is)\s+the\s+question)\b"
    r"|\banswer\s+(?:the|this)\s+(?:following\s+)?question\b",
    re.IGNORECASE,
)
_DIGITS = r"(?:zero|no|one|two|three|four|\d)\s+decimals?(?:\s+(?:places?|points?))?"
# A sentence that says how to write the number: "One decimal.", "Percent, one decimal."
_ABOUT_DIGITS = re.compile(
    rf"^\s*(?:(?:in\s+)?(?:percent\w*|%|usd\s+\w+)\s*,?\s*)?(?:to\s+|with\s+)?{_DIGITS}[\w\s,%]{{0,40}}\.?\s*$"
    r"|^\s*(?:rely\s+on|show\s+(?:by\s+how\s+much|the\s+\w+)|give\s+(?:both|it|your|the\s+(?:answer|result|"
    r"number|figure)))\b",
    re.IGNORECASE,
)
# The same within the question: "in percent, to one decimal place"
_IN_DIGITS = re.compile(
    r"\s*[,(]?\s*(?:\b(?:answer|expressed|given)\s+)?(?:(?:\b(?:as|in)\s+(?:a\s+|units\s+of\s+)?)?"
    r"(?:\bpercent\w*|%)\s*,?\s*(?:and\s+)?)?"
    rf"\b(?:round(?:ed)?\s+)?(?:to\s+|with\s+)?(?:the\s+nearest\s+)?{_DIGITS}\s*\)?",
    re.IGNORECASE,
)
_IN_UNITS = re.compile(  # "(in USD billions)", "(in units of percents)"
    r"\(\s*(?:(?:in|as|answer\s+in)\s+)?(?:usd|us\$|\$|units\s+of|percent\w*|%|millions?|billions?|thousands?)(?!\w)[^()]*\)",
    re.IGNORECASE,
)
_STATEMENT = (
    r"(?:consolidated\s+)?(?:(?:income|cash\s+flows?|profit\s+and\s+loss|p&l)\s+statements?|balance\s+sheets?"
    r"|statements?\s+of\s+(?:consolidated\s+)?(?:cash\s+flows?|operations|income|earnings|financial\s+position))"
)
_BY_STATEMENT = re.compile(  # which statement to read, behind the question
    r"\s*,?\s*\b(?:according\s+to|as\s+per|per|(?:solely\s+|only\s+)?based\s+(?:solely\s+|only\s+)?on"
    r"|(?:computed\s+)?from|using|utili[sz]ing|relying\s+on|as\s+(?:shown|reported|stated)\s+(?:in|on))"
    rf"\s+(?:the\s+|its\s+|their\s+)?{_STATEMENT}(?:\s+and\s+(?:the\s+)?{_STATEMENT})?(?=\s*[?,.;]|\s*$|\s+in\s+(?:the|its)\b)",
    re.IGNORECASE,
)
_QUANTITY_OF = re.compile(
    r"\b(?:quantity|size|magnitude)\s+of\s(?!item\b)|\b(?:directly|explicitly|clearly)\s+(?:outlined|shown|stated|listed|reported)\s+(?=in|on)",
    re.IGNORECASE,
)
# A sentence behind the question that says how to work it out: "Use 365 * …", "X = A / B".
_HOW_TO = re.compile(
    rf"^\s*(?:(?:use|take|compute|divide|multiply)\b|[^?]{{2,60}}\s=\s)|^\s*use\s+(?:only\s+)?the\s+{_STATEMENT}",
    re.IGNORECASE,
)
_SOURCE = r"\b(?:statements?|(?:balance\s+)?sheets?|p&l|line\s+items|details|information|data)"
# Behind the question, where to look and as whom: "Approach it as an analyst who only has the P&L."
_FROM_WHERE = re.compile(
    rf"^(?!.*\b(?:19|20)\d\d\b)(?=.*(?:{_SOURCE}\b|\b(?:question|answer|response|perspective|standpoint|decimals?)\b))"
    r"\s*(?:please\s+)?(?:only\s+|just\s+|primarily\s+)?(?:approach|assume|consider|extract|calculate|focus|give|keep|provide|solve|limit|look|make|"
    r"present|refer|rely|report|restrict|return|stick|work|you(?:r|\s+(?:are|have|can|may|only))|the\s+answer)\b",
    re.IGNORECASE | re.DOTALL,
)
# A definition behind a comma or in brackets: its years are not those that are asked for.
_DEFINES = (
    r"(?:(?:(?:which|that)\s+is\s+)?(?:defined|calculated|computed|measured|taken)\s+as\b"
    r"|i\.?\s?e\.?,?\s|that\s+is,?\s|(?:taking|counting|using)\s+(?!the\s+\w+\s+statement)"
    r"|[^,(?)]{3,60}?\s(?:divided\s+by|over\s+(?:the\s+)?average)\s"
    r"|with\s+[\w\s]{2,40}?\s+(?:being|taken\s+as|defined\s+as)\b)"
)
_DEFINED_INSIDE = re.compile(
    rf"\s*\(\s*{_DEFINES}[^?()]*(?:\([^()]*\)[^?()]*)*\)|\s*,\s*{_DEFINES}[^?]*", re.IGNORECASE
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
# Before the question, where to look: "By relying on the details shown in the P&L, what …".
_LEAD_IN = re.compile(
    r"^\s*(?:(?:when|while|by|only|primarily|solely|just|mainly)\s+)*"
    r"(?:\w{2,}(?:ing|ed)|in\s+agreement|in\s+accordance|in\s+light|in\s+view|on\s+the\s+basis|as|per|from"
    r"|with\s+(?:reference|regard)|answer)\b"
    rf"[^?\d]*?{_SOURCE}\b[^?,:\d]*(?:,[^?,:\d]*{_SOURCE}[^?,:\d]*)*[,:]\s*"
    r"(?=(?:what|how|which|who|why|is|are|was|were|did|does|do|has|have|by)\b)",
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
        tells_how = any(p.match(part) is not None for p in (_TASK, _HOW_TO, _FROM_WHERE))
        is_aside = _is_aside(part) or (has_asked and tells_how and "?" not in part)
        has_asked = has_asked or part.rstrip().endswith("?")
        kept += " " * len(part) if is_aside else _without_asides(_without_lead_in(part))
    return kept if kept.strip() else question


def definitions(question: str) -> tuple[str, ...]:
    """Sentences by which the question defines its own metric."""
    return tuple(s.strip() for s in _sentences(question) if _DEFINITION.search(s))


def _without_asides(sentence: str) -> str:
    """Without how to write the number, which statement to read and how a word is meant."""
    for pattern in (_IN_UNITS, _IN_DIGITS, _BY_STATEMENT, _QUANTITY_OF, _DEFINED_INSIDE):
        sentence = pattern.sub(lambda m: " " * len(m[0]), sentence)
    return sentence


def _is_aside(sentence: str) -> bool:
    if _ABOUT_DIGITS.search(sentence) is not None:
        return True
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
