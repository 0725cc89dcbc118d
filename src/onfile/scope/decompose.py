"""One question that asks several things, as questions that each stand alone.

"What were revenue and net income of Northwind in 2020, and who is its auditor?" has three parts.
A part keeps the words of the question; what a clause leaves to the one before it (company, period,
metric) is put in as for a follow-up in a conversation. Only what is certainly apart is split:
"which is larger, and by how much?" is one question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from onfile.language.lexicon import Lexicon
from onfile.scope.chained import of_the_chosen
from onfile.scope.clauses import blank_out
from onfile.scope.directory import directory_of
from onfile.scope.followup import stand_alone
from onfile.scope.parse import Named, named_in
from onfile.types import Catalog, ConceptMention

_WH = r"(?:what|who|which|how|why|when|where)"
_ASKS = rf"(?:{_WH}|did|does|do|is|are|was|were|has|have)"
_JOINT = re.compile(
    rf"(?<=[?;])\s+(?=(?:and\s+)?{_ASKS}\b)|(?<=\?)\s+(?=and\b)"
    rf"|\s*,\s+and\s+(?:also\s+)?(?={_ASKS}\b)|\s*,\s+(?=(?:what|how|why|did)\b)"
    rf"|\s+and\s+(?:also\s+)?(?=(?:{_WH}|did|does|has|have)\b)",
    re.IGNORECASE,
)
_MAY_JOIN = re.compile(r"[,;?&]\s|\band\b|\bas\s+well\s+as\b", re.IGNORECASE)
_OPENING = re.compile(r"^\W*(?:and\s+)?(?:also\s+)?", re.IGNORECASE)
_LEAD_IN = re.compile(
    r"^\W*(?:in|at|for|on|of|to|among|amongst|during|based|according|between|as|from|by|with|given|using"
    r"|considering|after|before|since|over|per|if|when|while|looking|regarding|concerning)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"^\W*(?:if|given\s+that|assuming|suppose)\b[^?]*$", re.IGNORECASE)
_LEANS = re.compile(
    r"\b(?:that|those|these|this|such|the\s+(?:same|latter|former|other)|by\s+how\s+(?:much|many)"
    r"|answer|answered|reply|replied|respond|responded|reasons?|causes?|drivers?|explanation"
    r"|difference|trend|impact|effect|if\s+so|instead)\b",
    re.IGNORECASE,
)
_THING = re.compile(
    r"\b(?:from|of|for|by)\s+(?:its\s+|the\s+)?[A-Z][\w&'’-]*(?:\s+[A-Z][\w&'’-]*)*"
)
_BY_HOW = re.compile(r"\bby\s+how\b|\bdifference\b|\bthan\b", re.IGNORECASE)
_METRIC_PRONOUN = re.compile(
    r"\b(?:it|they)\s+(?:rise|fall|grow|drop|decline|increase|decrease|change|improve|go)\b", re.I
)
_PRONOUN = re.compile(r"\b(?:it|they|them)\b", re.IGNORECASE)
_OF_A_FACT = re.compile(
    r"^(?:who|when|where|how\s+many|what\s+(?:was|were|is|are))\b\s*(.*)$", re.IGNORECASE
)
_EMPTY = re.compile(
    r"\b(?:was|were|is|are|did|does|do|has|have|the|its|their|a|an|of|in|for|at|and|it)\b|\W+",
    re.IGNORECASE,
)
_WHY_ALONE = re.compile(r"^\W*why\W*$", re.IGNORECASE)
_VERB_ALONE = re.compile(rf"^\W*{_WH}\s+[\w'’-]+\W*$", re.IGNORECASE)  # "Who logged and who …"
_LIST_JOINT = re.compile(
    r"\s*(?:,|,?\s+and|,?\s+as\s+well\s+as|\s+&)\s+(?:(?:its|their|the|total)\s+)*", re.IGNORECASE
)
_TOGETHER = re.compile(
    r"\b(?:ratio|divided|percent(?:age)?\s+of|as\s+a\s+(?:%|percent|share)|%\s+of|between|versus|vs"
    r"|compared?|than|plus|minus|less|sum|combined|together|difference|sides?|per|over|using"
    r"|relative)\b",
    re.IGNORECASE,
)
_ASKS_FOR_VALUES = re.compile(
    r"^\W*(?:(?:in|for|as\s+of|at)\b[^?]*,\s*)?(?:what|how\s+(?:much|many)|give|state|show|tell|did|has|have)\b",
    re.IGNORECASE,
)
_BEHIND = r"\s+(?:in|for|of|at|by|during|as\s+of)\s+(?:the\s+)?"

Span = tuple[int, int]


def parts(question: str, catalog: Catalog, lexicon: Lexicon) -> tuple[str, ...]:
    """The questions that a question consists of, in order; itself alone where it is one.

    Args:
        question: As typed.
        catalog: What is on file, as far as the asker may see.
        lexicon: Names of metrics.
    """
    if _MAY_JOIN.search(question.strip()) is None:
        return (question,)
    splitting = _Splitting(catalog, lexicon)
    asked = [_closed(p) for c in splitting.clauses(question) for p in splitting.by_metric(c)]
    return tuple(asked) if len(asked) > 1 else (question,)


@dataclass(frozen=True, slots=True)
class _Item:
    """One of the metrics of a list, with the company before it and the scope behind it."""

    start: int
    end: int
    owner: str  # text between ``start`` and the metric: "Kestrel's "
    metric: str
    behind: str  # " in 2020"


class _Splitting:
    """Takes questions apart against one archive."""

    def __init__(self, catalog: Catalog, lexicon: Lexicon) -> None:
        self._catalog = catalog
        self._lexicon = lexicon
        self._directory = directory_of(catalog)

    def _named(self, text: str) -> Named:
        return named_in(text, self._directory, self._catalog, self._lexicon)

    # ── clauses ──────────────────────────────────────────────────────────────────────────────

    def clauses(self, question: str) -> list[str]:
        """The clauses, each standing alone; the question alone where they hang together."""
        asked = blank_out(question).rstrip()
        texts = [question[start:end] for start, end in _spans(asked)]
        if len(texts) < 2:
            return [question]
        texts = self._without_lead(texts)
        named = [self._named(text) for text in texts]
        is_apart = all(
            self._is_whole(t, n, before) or (at > 0 and self._is_chained(t, n, texts[0], named[0]))
            for at, (t, n, before) in enumerate(zip(texts, named, [None, *named[:-1]], strict=True))
        )
        return self._standing_alone(texts, named) if len(texts) > 1 and is_apart else [question]

    def _without_lead(self, texts: list[str]) -> list[str]:
        """A lead-in ("In 2020, what was …") belongs to the clause behind it."""
        first = texts[0]
        is_asking = re.search(rf"\b{_ASKS}\b", first, re.IGNORECASE) is not None
        is_asking = is_asking and _CONDITION.match(first) is None
        if is_asking or (self._named(first).concepts and _LEAD_IN.match(first) is None):
            return texts
        return [f"{first}, {texts[1]}", *texts[2:]]

    def _is_whole(self, text: str, named: Named, before: Named | None) -> bool:
        """It asks for something of its own, and leans on nothing but company, period, metric."""
        asked = _OPENING.sub("", text)
        if before is not None and _WHY_ALONE.match(asked):
            return True
        if _LEANS.search(asked) or _VERB_ALONE.match(asked):
            return False
        if _PRONOUN.search(asked) and not named.concepts:
            names_one = before is not None and len(before.concepts) == 1
            return names_one and _METRIC_PRONOUN.search(asked) is not None
        if named.concepts:
            return True
        fact = _OF_A_FACT.match(asked)
        return fact is not None and bool(_EMPTY.sub("", _left(text, named)))

    def _is_chained(self, text: str, own: Named, head: str, then: Named) -> bool:
        is_of_both = _BY_HOW.search(text) is not None
        return not is_of_both and of_the_chosen(text, own, head, then) is not None

    def _standing_alone(self, texts: Sequence[str], named: Sequence[Named]) -> list[str]:
        first = texts[0]
        if not (named[0].mentions or named[0].document_ids) and named[1].mentions:
            first = _with_scope_of(first, named[0], texts[1], named[1])
        found = [first]
        for text, own in zip(texts[1:], named[1:], strict=True):
            asked = _OPENING.sub("", text)
            chained = of_the_chosen(asked, own, texts[0], named[0])
            found.append(chained or self._after(asked, own, found[-1]))
        return found

    def _after(self, text: str, own: Named, before: str) -> str:
        """A clause with what it leaves to the clause before it."""
        if _WHY_ALONE.match(text):
            return f"Why {before[:1].lower()}{before[1:]}"
        then = self._named(before)
        takes_time = own.mentions and own.concepts and not own.expressions
        if takes_time and len(then.expressions) == 1:
            time = before[then.expressions[0].start : then.expressions[0].end]
            return f"{text.rstrip(' ?.,;')} in {time}"
        made = stand_alone(text, before, self._catalog, self._lexicon).question
        thing = _thing_in(before, then)
        if thing and _METRIC_PRONOUN.search(text) and then.concepts:
            words = then.concepts[0].words
            made = made.replace(words, f"{words} {thing}", 1)
        if len(then.expressions) < 2 or self._named(made).expressions:
            return made
        last = then.expressions[-1]  # of several times the latest is meant
        return f"{made.rstrip(' ?.,;')} in {before[last.start : last.end]}"

    # ── lists of metrics ─────────────────────────────────────────────────────────────────────

    def by_metric(self, clause: str) -> list[str]:
        """One text a metric where the clause lists metrics, else the clause."""
        if _ASKS_FOR_VALUES.match(clause) is None or _TOGETHER.search(clause):
            return [clause]
        named = self._named(clause)
        if len(named.concepts) < 2:
            return [clause]
        items = _items(clause, named)
        gaps = (clause[a.end : b.start] for a, b in pairwise(items))
        if not all(_LIST_JOINT.fullmatch(gap) for gap in gaps):
            return [clause]
        head, tail = clause[: items[0].start], clause[items[-1].end :]
        return [f"{head}{i.owner}{i.metric}{i.behind}{tail}" for i in items]


def _spans(asked: str) -> list[Span]:
    joints = list(_JOINT.finditer(asked))
    starts = [0, *(match.end() for match in joints)]
    ends = [*(match.start() for match in joints), len(asked)]
    return [(s, e) for s, e in zip(starts, ends, strict=True) if asked[s:e].strip()]


def _left(text: str, named: Named) -> str:
    """The text without its question word and without all that selects documents."""
    characters = list(text)
    for start, end in named.scope_spans:
        characters[start:end] = " " * (end - start)
    return re.sub(rf"^\W*(?:and\s+)?(?:how\s+many|{_WH})\b", "", "".join(characters), flags=re.I)


def _thing_in(clause: str, named: Named) -> str:
    """What a clause's metric is narrowed to by a name: "revenue from Eldrin", not a company's."""
    taken = [(m.start, m.end) for m in named.mentions]
    taken += [(e.start, e.end) for e in named.expressions]
    for match in _THING.finditer(clause):
        if not any(start < match.end() and match.start() < end for start, end in taken):
            return match[0]
    return ""


def _with_scope_of(text: str, named: Named, other: str, others: Named) -> str:
    """A clause without a company, with the company and the time of the one behind it."""
    made = f"{text.rstrip(' ?.,;')} of {other[others.mentions[0].start : others.mentions[0].end]}"
    if not named.expressions and len(others.expressions) == 1:
        time = others.expressions[0]
        made += f" in {other[time.start : time.end]}"
    return made


def _items(clause: str, named: Named) -> list[_Item]:
    """The metrics with their own company and time, where each has one; else without."""
    owners = [_owner(clause, mention, named) for mention in named.concepts]
    is_owned = all(owners)
    behind = [_behind(clause, mention.end, named) for mention in named.concepts]
    shared_kinds = {kind for scopes in behind[:-1] for kind in scopes}
    items: list[_Item] = []
    for mention, owner, scopes in zip(named.concepts, owners, behind, strict=True):
        own = "".join(scopes[kind] for kind in takewhile(shared_kinds.__contains__, scopes))
        start = mention.start - len(owner) if is_owned else mention.start
        said = own or (items[-1].behind if items else "")
        metric = clause[mention.start : mention.end]
        items.append(_Item(start, mention.end + len(own), owner if is_owned else "", metric, said))
    return items


def _owner(clause: str, mention: ConceptMention, named: Named) -> str:
    """The possessive before a metric ("Kestrel's ", "Kestrel's 2020 "), empty where none is."""
    for company in named.mentions:
        between = clause[company.end : mention.start]
        for time in named.expressions:
            if company.end <= time.start and time.end <= mention.start:
                between = between.replace(clause[time.start : time.end], " ")
        if company.end <= mention.start and re.fullmatch(r"(?:['’]s?)?\s+", between):
            return clause[company.start : mention.start]
    return ""


def _behind(clause: str, at: int, named: Named) -> dict[str, str]:
    """{"company": " of Kestrel", "time": " in 2020"} behind a metric, in the order said."""
    spans = [(m.start, m.end, "company") for m in named.mentions]
    spans += [(e.start, e.end, "time") for e in named.expressions]
    found: dict[str, str] = {}
    for start, end, kind in sorted(spans):
        if start >= at and re.fullmatch(_BEHIND, clause[at:start], re.IGNORECASE):
            found[kind] = clause[at:end]
            at = end
    return found


def _closed(text: str) -> str:
    text = text.strip().rstrip("?.,; ")
    return f"{text[:1].upper()}{text[1:]}?"
