"""Which companies a question names: those on file, and those that are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from onfile.language.labels import ask_tokens
from onfile.scope.directory import Company, Directory, Token, common_words, tokens_of


@dataclass(frozen=True, slots=True)
class CompanyMention:
    """A company on file named by ``question[start:end]``; ``note`` where that was loose."""

    company: str
    start: int
    end: int
    note: str = ""


def find_companies(
    question: str, directory: Directory, taken: Iterable[tuple[int, int]] = ()
) -> tuple[CompanyMention, ...]:
    """Companies on file that a question names, in order of their place.

    Exact names first (the longest at one place wins), then, only where no exact name was found,
    names that are misspelt or shortened.

    Args:
        question: The question.
        directory: Who is on file.
        taken: Spans that mean something else (metrics, periods): a loose match there is none.
    """
    tokens = tokens_of(question)
    exact = _subjects(question, _exact(tokens, question, directory))
    if len({m.company for m in exact}) > 1:
        return exact
    spans = [*taken, *((m.start, m.end) for m in exact)]
    loose = _loose(tokens, directory, spans)
    if exact:
        loose = tuple(m for m in loose if _is_compared(question, m))
    return tuple(sorted((*exact, *loose), key=lambda m: m.start))


_THING = (
    r"(?:partnership|deal|agreement|contract|collaboration|relationship|investment|stake|acquisition|alliance|lawsuit"
    r"|tie-up|joint\s+venture|merger|settlement|license|business\s+with)"
)
_OBJECT_AFTER = re.compile(rf"^\s+{_THING}\b", re.IGNORECASE)
_OBJECT_BEFORE = re.compile(
    rf"\b(?:{_THING}\s+(?:with|in|of|from|by)|competitors?\s+(?:like|such\s+as)|sold\s+to|bought\s+from|supplier\s+to)"
    r"\s+(?:the\s+)?$",
    re.IGNORECASE,
)


def _subjects(question: str, mentions: tuple[CompanyMention, ...]) -> tuple[CompanyMention, ...]:
    """Mentions without companies that are only dealt with ("the X partnership")."""
    kept = tuple(
        m
        for m in mentions
        if not _OBJECT_AFTER.match(question[m.end :])
        and not _OBJECT_BEFORE.search(question[: m.start])
    )
    return kept or mentions


def _is_compared(question: str, mention: CompanyMention) -> bool:
    around = question[max(0, mention.start - 12) : mention.end + 8]
    return re.search(r"\b(?:vs|versus|or|and|against|than)\b|&", around, re.I) is not None


def _exact(
    tokens: Sequence[Token], question: str, directory: Directory
) -> tuple[CompanyMention, ...]:
    has_case = question != question.lower()
    found = []
    for company in directory.companies:
        for name in company.names:
            n = len(name)
            for at in range(len(tokens) - n + 1):
                span = tokens[at : at + n]
                if tuple(t.word for t in span) == name and _may_mean(span, company, has_case):
                    end = _with_tail(span[-1].end, tokens[at + n :], name, company)
                    found.append(CompanyMention(company.name, span[0].start, end))
    return _longest(found)


def _with_tail(end: int, after: Sequence[Token], name: tuple[str, ...], company: Company) -> int:
    """Take in the next word where a longer name goes on with it, be it misspelt."""
    for longer in company.names:
        if after and len(longer) == len(name) + 1 and longer[: len(name)] == name:
            said, meant = after[0].word, longer[-1]
            if _near(said, meant) or said + "s" == meant or meant + "s" == said:
                return after[0].end
    return end


def _may_mean(span: Sequence[Token], company: Company, has_case: bool) -> bool:
    """A single short or everyday word must be written as a name is: ``KEY``, not ``key``."""
    if len(span) > 1:
        return len(span[0].word) > 1 or len(span[-1].word) > 1
    printed, word = span[0].printed, span[0].word
    if len(word) == 1:
        return False
    if word not in common_words():
        return True
    if not has_case:
        return span[0].start == 0 and word not in company.tickers
    is_only_ticker = word in company.tickers and not _is_first_word(word, company)
    return printed.isupper() if is_only_ticker else printed[:1].isupper()


def _is_first_word(word: str, company: Company) -> bool:
    return any(len(name) > 1 and name[0] == word for name in company.names)


def _longest(found: Iterable[CompanyMention]) -> tuple[CompanyMention, ...]:
    kept: list[CompanyMention] = []
    for mention in sorted(found, key=lambda m: (m.start - m.end, m.start, m.company)):
        if all(mention.end <= k.start or mention.start >= k.end for k in kept):
            kept.append(mention)
    return tuple(sorted(kept, key=lambda m: m.start))


MIN_LOOSE = 4


def _loose(
    tokens: Sequence[Token], directory: Directory, taken: Sequence[tuple[int, int]]
) -> tuple[CompanyMention, ...]:
    found = []
    for at, token in enumerate(tokens):
        if any(start < token.end and token.start < end for start, end in taken):
            continue
        is_split = _is_split(tokens, at, directory)
        is_plain = len(token.word) < MIN_LOOSE or token.word in common_words()
        if is_plain and not is_split:
            continue
        owners = {c.name for c in directory.companies if _is_like(token, tokens[at + 1 :], c)}
        if len(owners) == 1:
            name = owners.pop()
            note = f"“{token.printed}” was read as {name}"
            is_product = any(_has_inside(token.printed, c) for c in directory.companies)
            end = token.start if is_product else token.end  # a product's name stays a search term
            if is_split:
                end = tokens[at + 1].end
            found.append(CompanyMention(name, token.start, end, note))
    return _longest(found)


def _is_split(tokens: Sequence[Token], at: int, directory: Directory) -> bool:
    """A name written as one word on file and as two in the question ("jp larch")."""
    if at + 1 >= len(tokens):
        return False
    joined = tokens[at].word + tokens[at + 1].word
    return len(joined) >= 6 and any((joined,) in c.names for c in directory.companies)


_CAMEL = re.compile(r"[A-Z][a-z]+|[A-Z]{2,}(?![a-z])|[a-z]+")


def _has_inside(printed: str, company: Company) -> bool:
    """A product named after its maker: ``AlderPay``, ``BetXYZ`` hold a name of the company."""
    parts = [part.lower() for part in _CAMEL.findall(printed)]
    return len(parts) > 1 and any(
        len(part) >= 3 and (part,) in company.names and part not in common_words() for part in parts
    )


def _is_like(token: Token, after: Sequence[Token], company: Company) -> bool:
    word = token.word
    if _has_inside(token.printed, company):
        return True
    for name in company.names:
        first = name[0]
        if _is_blend(word, name) or (len(name) == 1 and _is_short_for(word, first)):
            return True
        is_joined = bool(after) and len(name) == 1 and word + after[0].word == first
        if is_joined and len(first) >= 6:
            return True
        if len(first) < MIN_LOOSE or first in common_words():
            continue
        if len(name) == 1 or len(first) >= 6 or (after and _near(after[0].word, name[1])):
            if _near(word, first) or word == first + "s":
                return True
            if _sound(word) == _sound(first) and word[:1] == first[:1]:
                return True
        elif _sound(word) == _sound(first) and word[:1] == first[:1] and len(word) == len(first):
            return True
    return False


MIN_BLEND = 2  # letters of each word in a blend


def _is_blend(word: str, name: tuple[str, ...]) -> bool:
    """``alsp`` for Alder Springs: the beginnings of the first two words, one after the other."""
    if len(name) < 2 or not MIN_BLEND * 2 <= len(word) <= 8:
        return False
    first, second = name[:2]
    return any(
        first.startswith(word[:cut]) and second.startswith(word[cut:])
        for cut in range(MIN_BLEND, len(word) - MIN_BLEND + 1)
    )


def _is_short_for(word: str, name: str) -> bool:
    """``pepsi`` for ``pepsico``: all but the last one to three letters, five at least."""
    return len(word) >= 5 and name.startswith(word) and 0 < len(name) - len(word) <= 3


def _near(a: str, b: str) -> bool:
    """One slip of the pen from six letters on (a swap counts as one), two from nine on."""
    allowed = 0 if min(len(a), len(b)) < 6 else 1 if min(len(a), len(b)) < 9 else 2
    return a == b or (a[:1] == b[:1] and allowed > 0 and distance(a, b) <= allowed)


def distance(a: str, b: str) -> int:
    """Edits (insert, delete, replace, swap of neighbours) between two words.

    Reference: Damerau, CACM 7(3), 1964; the restricted form (optimal string alignment).
    """
    rows = [list(range(len(b) + 1))]
    for i, left in enumerate(a, 1):
        row = [i]
        for j, right in enumerate(b, 1):
            cost = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]


_SOUNDS = str.maketrans({"c": "k", "q": "k", "z": "s", "y": "i"})


def _sound(word: str) -> str:
    """How a word sounds, roughly, without final vowels: ``kola`` and ``cole`` are alike."""
    spoken = word.lower().replace("ph", "f").replace("ck", "k").translate(_SOUNDS)
    return re.sub(r"(.)\1", r"\1", spoken).rstrip("aeiou")


# ── names that are not on file ───────────────────────────────────────────────────────────────

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


def _is_subject(question: str, name: _Name, concepts: Sequence[tuple[int, int]]) -> bool:
    """A possessive, the subject of a verb, or a name that stands right before a metric."""
    if name.is_possessive:
        return True
    before, after = question[: name.start], question[name.end :]
    if _BEFORE_SUBJECT.search(before):
        return re.search(r"\bin\s+(?:the\s+)?$", before, re.I) is None
    starts = not before.strip() or re.search(r"[:;,]\s*$", before) is not None
    stems = [t.stem for t in ask_tokens(after)][:3]
    leads = any(0 <= s - name.end <= 2 for s, _ in concepts) or stems[:1] in (["stock"], ["share"])
    return starts and (leads or _COMPARED_AFTER.match(after) is not None)


def _is_compared_with(question: str, name: _Name, known: Sequence[CompanyMention]) -> bool:
    """Joined to a company on file by "or", "versus", "compare with" or in a list with it."""
    if _COMPARING.search(question) is None and len({m.company for m in known}) < 2:
        return False
    before, after = question[: name.start], question[name.end :]
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
