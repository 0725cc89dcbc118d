"""The shape of answer a question asks for."""

from __future__ import annotations

import re

from onfile.types import QuestionKind

K = QuestionKind

_WHY = re.compile(
    r"\bwhy\b|\bwhat\s+(?:\w+\s+){0,2}(?:drove|drives|caused|causes|explains?|led|pushed|lifted|made|is\s+behind"
    r"|was\s+behind|prompted|contributed|impacted|helped|hurt|weighed|boosted)\b|\breasons?\b|\bdrivers?\b"
    r"|\bdue\s+to\s+what\b|\bwhat\s+(?:does|did|do)\b[^?]{0,60}\b(?:say|cite)\s+(?:drove|lifted|caused|led|pushed"
    r"|hurt|helped|was\s+behind|explains?)\b|\b(?:credits?|blames?)\b[^?]{0,40}\bfor\b|\battribute[ds]?\s+to\b|\bexplain\b|\bcause[ds]?\b",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"\bwho\b(?!\s+(?:spent|had|has|earned|sold|made|reported|grew|paid|is\s+bigger|bigger|was\s+larger|generated))"
    r"|\bwhose\b|\b(?:which|what)\s+(?:\w+\s+)?(?:analysts?|executive|person|speaker|director|officer|auditor)\b"
    r"|^\s*analyst\b.*\bquestion\b"
    r"|^[^?]{1,40}\b(?:ceo|cfo|coo|chairman|auditors?)\b(?:\s+(?:in\s+)?(?:fy\s?)?\d{2,4})?\W*$",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\bwhen\s+(?:did|was|were|is|does|do|will|has)\b|\b(?:on\s+)?what\s+dates?\b|\bwhich\s+date\b",
    re.I,
)
_SAID = re.compile(
    r"\bwhat\s+(?:did|does|do|has|was)\b[^?]{0,80}\b(?:say|said|tell|comment|remark|think|mention|describe|argue"
    r"|respond|reply|answer|suggest|highlight|emphasi[sz]e)\b"
    r"|\bhow\s+(?:did|does|do)\b[^?]{0,60}\b(?:answer|describe|respond|characteri[sz]e|explain|reply|address|frame)\b"
    r"|\b(?:comments?|remarks?|commentary)\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"^\W*(?:and\s+|so\s+|as\s+of\s+[^,]{2,30},\s*)?(?:is|are|was|were|did|does|do|has|have|had|can|could|will|would"
    r"|should|any)\b",
    re.IGNORECASE,
)
_ASKED_TO_LIST = re.compile(r"^\W*(?:please\s+)?(?:list|name|enumerate)\b", re.IGNORECASE)
_LIST = re.compile(
    r"^\W*(?:please\s+)?(?:list|name|enumerate)\b|\b(?:what|which)\s+(?:are|were|two|three|four|five|six|\d+)\b"
    r"|\bwhat\s+(?:\w+\s+){0,3}(?:segments|risks|acquisitions|geographies|categories|changes)\b|\bwhich\s+(?:\w+\s+)?"
    r"(?:debt\s+)?(?:securities|companies|businesses|notes|brands|products|customers|subsidiaries|bidders)\b",
    re.IGNORECASE,
)
_COMPARE = re.compile(
    r"\bcompar(?:e|es|ed|ing|ison)\b|\bversus\b|\bvs\b\.?|\bagainst\b|\bwhich\s+(?:had|has|was|is|company|of)\b"
    r"|\bwho\s+(?:spent|had|has|earned|sold|made|reported|grew|paid|is|was|bigger)\b|\brank\b|\bdid\s+\S+(?:\s+\S+)?\s+or\b"
    r"|\b(?:larger|bigger|higher|lower|smaller|greater|more|less)\b[^?]{0,60}\bor\b|\bby\s+how\s+much\b|\bthan\b|\bdiff\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:change[ds]?|changing|grow|grew|growth|growing|increase[ds]?|decrease[ds]?|declined?|move[ds]?|rise|rose|fell"
    r"|fall|drop(?:ped)?|improve[ds]?|trend(?:ed)?|cagr|delta|difference|shrink|shrank|expand(?:ed)?|develop(?:ed)?|evolve[ds]?"
    r"|yoy|y/y|year[- ]over[- ]year|up|down|higher|lower)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(
    r"\bhow\s+(?:much|many|large|big|long|deep|high)\b|\bwhat\s+(?:percent|percentage|share|amount|number|proportion|price"
    r"|rate|depth|level|value)\b|\bin\s+(?:usd|us\$|inr|eur)\b|\bamount\s+of\b|\btotal\s+amount\b|\bquantity\s+of\b"
    r"|\bwhat\s+did\s+[^?]{2,60}?\sspend\b",
    re.IGNORECASE,
)


def kind_of(
    question: str, *, n_companies: int, n_periods: int, has_quantity: bool, has_speaker: bool
) -> QuestionKind:
    """The kind of a question.

    Args:
        question: What is asked, without definitions and asides.
        n_companies: Companies named, on file or not.
        n_periods: Target periods.
        has_quantity: It names a metric that is counted.
        has_speaker: It asks for the words of a person or role.
    """
    n_sides = max(n_companies, n_periods)
    if _WHY.search(question) and not (_FIGURE.search(question) and has_quantity and has_speaker):
        return K.WHY
    if _WHO.search(question):
        return K.WHO
    if _WHEN.search(question):
        return K.WHEN
    if n_companies > 1 and (_COMPARE.search(question) or has_quantity):
        return K.COMPARE
    if _SAID.search(question) or (has_speaker and not has_quantity):
        return K.SAID
    if _is_list(question, has_quantity, n_sides):
        return K.LIST
    if _YES_NO.search(question):
        return K.YES_NO
    return _of_numbers(question, n_periods, has_quantity, has_speaker)


def _is_list(question: str, has_quantity: bool, n_sides: int) -> bool:
    if _ASKED_TO_LIST.search(question):
        return True
    return _LIST.search(question) is not None and not has_quantity and n_sides <= 1


def _of_numbers(
    question: str, n_periods: int, has_quantity: bool, has_speaker: bool
) -> QuestionKind:
    if n_periods > 1 and _COMPARE.search(question) and not re.search(r"\bchange", question, re.I):
        return K.COMPARE
    if _CHANGE.search(question) and (
        n_periods > 1 or re.search(r"growth|change|cagr", question, re.I)
    ):
        return K.CHANGE if has_quantity or n_periods > 1 else K.WHAT
    if has_speaker and not _FIGURE.search(question) and not has_quantity:
        return K.SAID
    return K.FIGURE if has_quantity or _FIGURE.search(question) else K.WHAT
