"""Names that a question treats as companies, though none on file is called that.

Only capitals tell a name: "larkspur revenue" names nothing that can be told from a plain word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from onfile.language.labels import ask_tokens
from onfile.scope.companies import CompanyMention
from onfile.scope.directory import Token, common_words, tokens_of

_NOT_NAMES = re.compile(
    r"(?:q[1-4]|fy|h[12]|what|which|who|whose|how|why|when|where|did|does|do|is|are|was|were|has"
    r"|have|had|will|would|should|can|could|in|on|at|for|from|of|the|a|an|and|or|by|as|if|compare"
    r"|rank|list|state|explain|give|tell|show|name|describe|calculate|among|between|under|please"
    r"|answer|ceo|cfo|coo|cto|chairman|president|usa|us|u\.s|uk|eu|gaap|ifrs|sec|covid|i|we|it"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|note|item|part|table|section|page|latest|current|write|translate|rate|ignore|pretend|system"
    r"|usd|inr|eur|gbp|million|millions|billion|billions|crore|agm|ev|ai|it's|its|their"
    r"|according|going|operating|total|net|gross|cash|guide|english|finnish|french|german|spanish"
    r"|going|python|java|covid-19|prime|minister|world|cup|america|europe|asia|china|india|mexico)"
)
_BEFORE_SUBJECT = re.compile(
    r"\b(?:did|does|do|has|have|had|is|was|were|are|of|for|at|by|from|to|about|than|with|will"
    r"|should|would|can|could|and|or|vs\.?|versus|against|buy|sell|in)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_COMPARED_AFTER = re.compile(r"^(?:['’]s)?\s*(?:,|vs\.?\b|versus\b|against\b|or\b|and\b|&)", re.I)
_COMPARED_BEFORE = re.compile(
    r"(?:\bvs\.?|\bversus|\bagainst|\bor|\band|&|,|\bthan|\bcompared?\s+(?:with|to)|\bto|\bwith"
    r"|\brelative\s+to)\s+(?:the\s+|that\s+of\s+)?$",
    re.IGNORECASE,
)
_COMPARING = re.compile(
    r"\b(?:vs|versus|against|compared?|compares|rank|larger|bigger|smaller|higher|lower|more|less"
    r"|better|worse|who|which|both|peers?)\b",
    re.IGNORECASE,
)

_DEALT = re.compile(  # "which mills did Alder sell to Birch": the other party, not another side
    r"\b(?:sold|sell|sells|bought|buy|buys|acquired?|divest\w*|transferred|licensed?|leased?|paid|"
    r"pay|received?|partner\w*|settled?)\b",
    re.IGNORECASE,
)
_DEALT_WITH = re.compile(r"\b(?:to|with|from|by)\s+(?:the\s+)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Name:
    text: str
    start: int
    end: int
    is_possessive: bool


def find_unknown(
    question: str,
    known: Sequence[CompanyMention],
    taken: Sequence[tuple[int, int]],
    concepts: Sequence[tuple[int, int]],
    *,
    is_settled: bool,
) -> tuple[str, ...]:
    """Names that the question treats as companies though none on file is called that.

    Args:
        question: The question.
        known: Companies on file that it names.
        taken: Spans that are periods, people, documents, forms.
        concepts: Spans that name a metric.
        is_settled: The question's subject is known already (a company, person or document is
            named): a further name is a part of it, unless the two are compared.
    """
    spans = [*taken, *((m.start, m.end) for m in known)]
    found = []
    for name in _capitalised(question, spans, concepts):
        is_unknown = (
            _is_compared_with(question, name, known)
            if known
            else not is_settled and _is_subject(question, name, concepts)
        )
        if is_unknown and name.text.lower() != "company":
            found.append(name.text)
    return tuple(dict.fromkeys(found))


def names_in(
    question: str, taken: Sequence[tuple[int, int]], concepts: Sequence[tuple[int, int]]
) -> tuple[str, ...]:
    """Runs of capitalised words outside periods, people, documents, forms and metrics.

    A run goes on over a word that is no name by itself ("North America").
    """
    found = []
    for name in _capitalised(question, taken, concepts):
        more = re.match(r"(?:\s+(?:and\s+|&\s+)?[A-Z][\w'’-]*)+", question[name.end :])
        if more is not None and not name.is_possessive:
            found.append(_without_ending(question[name.start : name.end + more.end()]))
        found.append(_without_ending(name.text))
    return tuple(dict.fromkeys(found))


def _without_ending(name: str) -> str:
    return re.sub(r"['’]s?$", "", name)


def _capitalised(
    question: str, taken: Sequence[tuple[int, int]], concepts: Sequence[tuple[int, int]]
) -> list[_Name]:
    """Runs of capitalised words outside what is known already."""
    names: list[_Name] = []
    run: list[Token] = []
    for token in [*tokens_of(question), Token("", "", len(question) + 9, len(question) + 9, False)]:
        gap = question[run[-1].end : token.start] if run else ""
        goes_on = bool(run) and re.fullmatch(r"\s+|\s*&\s*|-", gap) and not run[-1].is_possessive
        is_name = _is_name_word(token, question, taken, concepts)
        if run and not (goes_on and is_name):
            if not _is_plain_opening(run, question):
                names.append(_name_of(run, question))
            run = []
        if is_name:
            run.append(token)
    return names


def _is_plain_opening(run: Sequence[Token], question: str) -> bool:
    """A capital that is only there because the sentence starts: "Total debt of …"."""
    is_first = run[0].start == len(question) - len(question.lstrip())
    return len(run) == 1 and is_first and run[0].word in common_words() and not run[0].is_possessive


def _name_of(run: Sequence[Token], question: str) -> _Name:
    start, end = run[0].start, run[-1].end
    return _Name(question[start:end], start, end, run[-1].is_possessive)


_HAS_NAME_CASE = re.compile(r"[A-Z]|[a-z][A-Z]\w\w|\d+[A-Z](?!\d)")  # Alder, eAlder, 3A


def _is_name_word(
    token: Token,
    question: str,
    taken: Sequence[tuple[int, int]],
    concepts: Sequence[tuple[int, int]],
) -> bool:
    if not _HAS_NAME_CASE.match(token.printed):
        return False
    if any(s < token.end and token.start < e for s, e in taken):
        return False
    in_concept = any(s <= token.start and token.end <= e for s, e in concepts)
    if in_concept and not token.is_possessive:
        return False
    has_letters = any(character.isalpha() for character in token.word)
    return has_letters and _NOT_NAMES.fullmatch(token.word) is None


MAX_TO_METRIC = 15  # characters between a name and its metric: "Alder consol PAT"


def _is_subject(question: str, name: _Name, concepts: Sequence[tuple[int, int]]) -> bool:
    """A possessive, the subject of a verb, or a name that stands right before a metric."""
    if name.is_possessive:
        return True
    if re.match(r"\s+#?\w*\d", question[name.end :]) and len(name.text) <= 5:
        return False  # a project number: "XYZ 2031D007"
    before, after = question[: name.start], question[name.end :]
    if _BEFORE_SUBJECT.search(before):
        return re.search(r"\bin\s+(?:the\s+)?$", before, re.I) is None
    starts = not before.strip() or re.search(r"[:;,]\s*$", before) is not None
    stems = [t.stem for t in ask_tokens(after)][:3]
    leads = any(0 <= s - name.end <= MAX_TO_METRIC for s, _ in concepts) or stems[:1] in (
        ["stock"],
        ["share"],
    )
    return starts and (leads or _COMPARED_AFTER.match(after) is not None)


def _is_compared_with(question: str, name: _Name, known: Sequence[CompanyMention]) -> bool:
    """Joined to a company on file by "or", "versus", "compare with" or in a list with it."""
    if _COMPARING.search(question) is None and len({m.company for m in known}) < 2:
        return False
    before, after = question[: name.start], question[name.end :]
    if _DEALT.search(question) and _DEALT_WITH.search(before):
        return False
    for mention in known:
        if mention.end <= name.start:
            between = question[mention.end : name.start]
            if _COMPARED_BEFORE.search(before) and _is_link(between):
                return True
        elif _COMPARED_AFTER.match(after) and _is_link(question[name.end : mention.start]):
            return True
    return False


_LINK_FILLER = re.compile(
    r"['’]s\b|\b(?:vs|versus|against|or|and|than|with|to|of|the|that|compared?|relative|compares)\b"
    r"|[A-Z][\w&'’.-]*|\b(?:19|20)\d\d\b|[\s,:&.?]",
)


def _is_link(between: str) -> bool:
    """Nothing but joining words and names lies between, or a comparing word does."""
    if re.search(
        r"\b(?:vs\.?|versus|against|compared?\s+(?:with|to)|than|relative\s+to)\s", between, re.I
    ):
        return True
    return not _LINK_FILLER.sub("", between).strip()
