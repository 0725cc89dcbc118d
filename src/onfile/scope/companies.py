"""Which companies on file a question names, however they are written."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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


def named_exactly(text: str, directory: Directory) -> tuple[CompanyMention, ...]:
    """Companies on file by a name as it is written, in order of their place; none loosely."""
    return _exact(tokens_of(text), text, directory)


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
    said = {token.word for token in tokens}
    found = []
    for company in directory.companies:
        for name in company.names:
            if name[0] not in said:
                continue
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
    if _has_inside(token.printed, company) or (word[-1:] == "s" and (word[:-1],) in company.names):
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


@functools.lru_cache(maxsize=1 << 14)  # of every name on file, at every question
def _sound(word: str) -> str:
    """How a word sounds, roughly, without final vowels: ``kola`` and ``cole`` are alike."""
    spoken = word.lower().replace("ph", "f").replace("ck", "k").translate(_SOUNDS)
    return re.sub(r"(.)\1", r"\1", spoken).rstrip("aeiou")
