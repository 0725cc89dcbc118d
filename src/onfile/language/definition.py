"""Formulas that a question states in words, as trees over the lexicon's concepts.

"DPO is defined as: 365 * (average payables between FY2016 and FY2017) / (FY2017 COGS + change in
inventory)", "Define net debt as total debt less cash", "using EBIT as the numerator and interest
expense as the denominator", "the ratio of A to B". Years are read relative to the latest one
named: it is the period asked for, the year before it is ``prev``. A word that is not understood
gives no formula: a definition half understood is a wrong answer.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from onfile.language.formula import Binary, Call, Name, Node, Number, concepts_of
from onfile.types import ConceptMention

Mentions = Callable[[str], Sequence[ConceptMention]]
"""Concepts that words name, in order of place, none overlapping."""

_STATED = (
    re.compile(
        r"(?P<name>[^.?:;()]{2,60}?)\s*\(?\b(?:(?:is|are|was)\s+)?(?:defined|calculated|computed|measured)"
        r"\s+as\b\s*:?\s*(?P<tree>.+)",
        re.I | re.S,
    ),
    re.compile(
        r"\bdefine\s+(?P<name>.{2,60}?)\s+(?:as|to\s+be)\b\s*:?\s*(?P<tree>.+)", re.I | re.S
    ),
    re.compile(r"\bwhere\s+(?P<name>.{2,60}?)\s+(?:is|means|equals|=)\s+(?P<tree>.+)", re.I | re.S),
    re.compile(r"(?P<name>[^.?:;()=]{2,60}?)\s+=\s+(?P<tree>.+)", re.S),
    re.compile(
        r"(?P<name>[^.?:;()]{2,60}?)\s*\((?P<tree>[^()]{3,80}?\s(?:divided\s+by|over|less|minus|plus|/)\s[^()]+)\)",
        re.I | re.S,
    ),
    re.compile(
        r"\bwith\s+(?P<name>[^,?]{2,40}?)\s+(?:being|taken\s+as)\s+(?P<tree>[^?]+)", re.I | re.S
    ),
    re.compile(
        r"(?P<name>[^.?:;()]{2,60}?)\s*,\s*(?:i\.?\s?e\.?,?|that\s+is,?|taking)\s+(?P<tree>[^?]+)",
        re.I | re.S,
    ),
    re.compile(
        r"(?P<name>[^.?:;(),]{2,60}?)\s*,\s*"
        r"(?P<tree>[^,?]+?\s(?:divided\s+by|over\s+(?:the\s+)?average)\s[^?]+)",
        re.I | re.S,
    ),
)
_HALVES = re.compile(
    r"\b(?:using|with|taking)\s+(?P<top>.{3,80}?)\s+as\s+(?:the\s+|its\s+)?numerator\s*,?\s+and\s+"
    r"(?P<bottom>.{3,80}?)\s+as\s+(?:the\s+|its\s+)?denominator",
    re.I,
)
_RATIO = re.compile(
    r"\bratio\s+(?:of|between)\s+(?P<top>.{3,80}?)\s+(?:to|and)\s+(?P<bottom>.{3,80})", re.I
)
_SHARE_OF = re.compile(  # "What percentage of total revenues was research expense?"
    r"\b(?:(?:what|which)\s+(?:percent(?:age)?|per\s+cent|%|share|portion|proportion|fraction)|how\s+much)\s+of\s+"
    r"(?P<bottom>.{3,90}?)\s+(?:(?:was|were|is)\s+spent\s+on|was|were|is|are|went\s+(?:in)?to|goes\s+to|came\s+from|comes\s+from)\s+"
    r"(?P<top>[^?]{3,80})",
    re.I,
)
_JOINS = re.compile(
    r"\s*(?:\([^()]*\)\s*)?(?:expenses?|costs?|balance)?\s*"
    r"(?:(?:in|for|during)\s+(?:fiscal\s+(?:year\s+)?|FY\s*)?\d{2,4}\s+)?(?:"
    r"(?P<share>(?:as\s+)?(?:a\s+|the\s+)?(?:percent(?:age)?|per\s+cent|%|share|fraction|proportion|multiple)"
    r"\s+of|per\s+(?:dollar|\$1?)\s+of)|(?P<over>divided\s+by|÷|/)|(?P<less>less|minus)|(?P<plus>plus))\s+"
    r"(?:(?:its|their|the|total)\s+)*",
    re.I,
)  # fmt: skip
_TO = re.compile(r"\s*[-–/]\s*to\s*[-–/]\s*|\s+to\s+(?:the\s+)?|\s*/\s*", re.I)
_IS_RATIO = re.compile(r"\s+ratio\b", re.I)
_TOGETHER = re.compile(r"\b(?:combined|together|altogether|in total|in sum)\b", re.I)
_AND = re.compile(r"\s*(?:,\s*(?:and\s+)?|\s+and\s+|\s+plus\s+)(?:its\s+|the\s+|cash\s+)?", re.I)
_WHAT = re.compile(r"\s*(?:what|calculate|compute|give)\b", re.I)
_GOES_FROM = re.compile(
    r"\b(?:from|compar\w*|relative|change\w*|reconcil\w*|add\w*|contribut\w*|due|attribut\w*)\b",
    re.I,
)
_SENTENCE_END = re.compile(r"(?<=[^\d\s])[.?!;](?=\s|$)|[?!;]")
_OPERATOR = re.compile(
    r"(?P<divide>\bdivided\s+by\b|÷|/|\s+over\s+)|(?P<times>\bmultiplied\s+by\b|\btimes\b|\*|×|(?<=\s)x(?=\s))"
    r"|(?P<plus>\bplus\b|\+)|(?P<minus>\bminus\b|\bless\b|\bnet\s+of\b|(?<=\s)[-–−](?=\s))|(?P<open>\()|(?P<close>\))",
    re.I,
)
_SIGNS = {"divide": "/", "times": "*", "plus": "+", "minus": "-", "open": "(", "close": ")"}
_READ_IN = re.compile(  # which statement an operand is read in is no part of its name
    r"\s+(?:as\s+)?(?:from|in|on|per|shown\s+(?:in|on))\s+(?:the\s+|its\s+)?(?:consolidated\s+)?"
    r"(?:(?:cash\s+flows?|income|p&l)\s+statements?|balance\s+sheets?|statements?\s+of\s+(?:cash\s+flows?|income|operations"
    r"|earnings|financial\s+position))",
    re.I,
)
_CURRENT_BEHIND = re.compile(r"\b((?:marketable\s+)?(?:securities|investments)),\s+current\b", re.I)
_NET_BEHIND = re.compile(r",\s+net\b(?!\s+of\b)", re.I)
_ASIDE = re.compile(r"(?<=\w)\s*\((?P<in>[^()]*)\)")
_BEFORE_GROUP = re.compile(
    r"(?:\b(?:average|avg|mean|change|in|of|less|minus|plus|by|over|times))\s*$", re.I
)
_YEAR = re.compile(
    r"\b(?:FY\s*|fiscal\s+(?:year\s+)?)?[’']?((?:19|20)\d\d)\b|\bFY\s*[’']?(\d\d)\b", re.I
)
_YEAR_SPAN = re.compile(r"((?:FY\s*)?(?:19|20)\d\d)\s*[-–]\s*((?:FY\s*)?(?:19|20)\d\d)", re.I)
_FUNCTION = re.compile(
    r"^\s*(?:the\s+)?(?:(?P<avg>average|avg\.?|mean)(?:\s+of)?(?:\s+(?:beginning|opening)\s+and\s+(?:ending|closing))?"
    r"|(?P<change>(?:year[- ]over[- ]year\s+)?(?:change|increase|movement|growth)\s+in)"
    r"|(?P<prev>prior[- ](?:year|period)(?:'s|’s)?|previous\s+year(?:'s|’s)?|last\s+year(?:'s|’s)?"
    r"|beginning|opening))\b",
    re.I,
)
_FILLER_WORDS = """
the a an its their total annual full year end ended ending closing of for in at on as to and between
from over fiscal fy company reported net both period periods amount
"""
_FILLER = frozenset(_FILLER_WORDS.split())
_SUM = re.compile(r"^\s*(?:the\s+)?sum\s+of\b", re.I)
_DIFFERENCE = re.compile(r"^\s*(?:the\s+)?difference\s+between\b", re.I)
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Definition:
    """A formula that the question states.

    Attributes:
        concept: The concept that its name is in the lexicon, None where it is in none or unnamed.
        words: Its name as the question gives it; empty for a bare "ratio of A to B".
        node: The tree over concepts.
        written: The formula as the question words it.
        is_share: The question asks for it in hundredths ("A as a % of B").
    """

    concept: str | None
    words: str
    node: Node
    written: str
    is_share: bool = False


def stated_in(question: str, mentions: Mentions) -> tuple[Definition, ...]:
    """Named definitions of a question, in order; those not fully understood are left out."""
    found = []
    for sentence in _sentences(question):
        match = next((m for m in (p.search(sentence) for p in _STATED) if m), None)
        if match is None:
            continue
        written = " ".join(_closed(match["tree"]).split())
        node = tree_of(written, mentions)
        if node is None or isinstance(node, Number):
            continue
        parts = concepts_of(node)  # "the loan-to-deposit ratio (loans divided by deposits)"
        named = [m for m in mentions(match["name"]) if m.concept not in parts]
        words = named[-1].words if named else match["name"].strip()[-_LONGEST_NAME:]
        found.append(Definition(named[-1].concept if named else None, words, node, written))
    return tuple(found)


def not_understood_in(question: str, mentions: Mentions) -> tuple[frozenset[str], ...]:
    """Concepts that each definition names whose words are not all understood."""
    found = []
    for sentence in _sentences(question):
        match = next((m for m in (p.search(sentence) for p in _STATED) if m), None)
        if match is not None and tree_of(_closed(match["tree"]), mentions) is None:
            found.append(frozenset(m.concept for m in mentions(match["tree"])))
    return tuple(names for names in found if names)


def asked_in(question: str, mentions: Mentions) -> Definition | None:
    """The formula of the two things that the question itself relates, or None."""
    halves = _HALVES.search(question)
    match = halves or _RATIO.search(question)
    if match is not None:
        top = _one(match["top"], mentions, last=halves is None)
        bottom = _one(match["bottom"], mentions)
        if top is None or bottom is None:
            return None
        words = _name_before(question[: match.start()], mentions)
        written = " ".join(match.group().split())
        return Definition(words[0], words[1], Binary("/", top, bottom), written)
    listed = _share_of(question, mentions) or _listed(question, mentions)
    return listed or _joined(question, mentions)


def _share_of(question: str, mentions: Mentions) -> Definition | None:
    """A over B, in hundredths: "what share of B was A"."""
    match = _SHARE_OF.search(question)
    if match is None:
        return None
    bottom, top = mentions(match["bottom"]), mentions(match["top"])
    if len(bottom) != 1 or len(top) != 1 or top[0].concept == bottom[0].concept:
        return None
    rest = f"{match['top'][: top[0].start]} {match['top'][top[0].end :]}"
    if any(w not in _FILLER for w in re.findall(r"[a-z]+", _YEAR.sub(" ", rest).lower())):
        return None
    node = Binary("/", Name(top[0].concept), Name(bottom[0].concept))
    words = f"{top[0].words} as a share of {bottom[0].words}"
    return Definition(None, words, node, words, is_share=True)


def tree_of(text: str, mentions: Mentions) -> Node | None:
    """The tree of an expression in words and signs; None when any word is not understood."""
    text = _YEAR_SPAN.sub(r"between \1 and \2", re.sub(r"\[[^\[\]]*\]", " ", text))
    text = _READ_IN.sub(" ", _without_asides(text))
    text = _NET_BEHIND.sub("", _CURRENT_BEHIND.sub(r"current \1", text)).strip().rstrip(".:;, ")
    tokens = _tokens(text)
    years = [_year(m) for m in _YEAR.finditer(text)]
    reader = _Reader(tokens, mentions, max(years, default=None))
    node = reader.sum()
    return node if node is not None and not reader.rest else None


def _joined(question: str, mentions: Mentions) -> Definition | None:
    """Two neighbours and the words between: "A as a % of B", "A divided by B", "A less B"."""
    named = mentions(question)
    for left, right in itertools.pairwise(named):
        is_ratio = _IS_RATIO.match(question, right.end) or _asks_plainly(question, left.start)
        if is_ratio and _TO.fullmatch(question, left.end, right.start):
            node = Binary("/", Name(left.concept), Name(right.concept))
            return Definition(None, question[left.start : right.end], node, "A to B ratio")
        join = _JOINS.fullmatch(question, left.end, right.start)
        if join is None:
            continue
        sign = "/" if join["share"] or join["over"] else "-" if join["less"] else "+"
        tree: Node = Binary(sign, Name(left.concept), Name(right.concept))
        end = right.end
        for more in named:  # "A less B and C"
            if more.start > end and sign in "+-" and _AND.fullmatch(question, end, more.start):
                tree, end = Binary(sign, tree, Name(more.concept)), more.end
        words = question[left.start : end]
        is_share = join["share"] is not None and "multiple" not in join["share"].lower()
        return Definition(None, words, tree, words, is_share)
    return None


def _listed(question: str, mentions: Mentions) -> Definition | None:
    """Several things side by side that the question wants together: their sum."""
    named = mentions(question) if _TOGETHER.search(question) else ()
    runs: list[list[ConceptMention]] = []
    for mention in named:
        if runs and _AND.fullmatch(question, runs[-1][-1].end, mention.start):
            runs[-1].append(mention)
        else:
            runs.append([mention])
    run = max(runs, key=len, default=[])
    if len({m.concept for m in run}) < 2 or len({m.concept for m in run}) < len(run):
        return None
    node: Node = Name(run[0].concept)
    for mention in run[1:]:
        node = Binary("+", node, Name(mention.concept))
    words = question[run[0].start : run[-1].end]
    return Definition(None, words, node, words)


def _asks_plainly(question: str, start: int) -> bool:
    """Nothing but a ratio may be meant by "to": "what was its total debt to total equity"."""
    before = question[:start]
    return _WHAT.match(before) is not None and _GOES_FROM.search(question) is None


def _name_before(text: str, mentions: Mentions) -> tuple[str | None, str]:
    named = mentions(text)
    return (named[-1].concept, named[-1].words) if named else (None, "ratio")


def _one(text: str, mentions: Mentions, *, last: bool = False) -> Node | None:
    """A part that names one thing; where more is said around it, the nearest thing."""
    whole = tree_of(text, mentions)
    if whole is not None:
        return whole
    named = mentions(text)
    if not named:
        return None
    return Name(named[-1 if last else 0].concept)


def _sentences(question: str) -> list[str]:
    parts, at = [], 0
    for match in _SENTENCE_END.finditer(question):
        parts.append(question[at : match.start()])
        at = match.end()
    return [*parts, question[at:]]


def _closed(text: str) -> str:
    """Up to the bracket that closes what was opened before the definition began."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return text[:at]
    return text


def _without_asides(text: str) -> str:
    """Brackets that explain a word ("D&A (from the cash flow statement)") left out."""

    def keep(match: re.Match[str]) -> str:
        is_group = _BEFORE_GROUP.search(text[: match.start("in") - 1]) is not None
        return match.group() if is_group else " "

    return _ASIDE.sub(keep, text)


def _year(match: re.Match[str]) -> int:
    return int(match[1]) if match[1] else 2000 + int(match[2])


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    for match in _OPERATOR.finditer(text):
        tokens += [text[at : match.start()], _SIGNS[match.lastgroup or ""]]
        at = match.end()
    tokens.append(text[at:])
    return [token.strip() for token in tokens if token.strip()]


class _Reader:
    """Recursive descent over operands and signs; None as soon as something is not understood."""

    def __init__(self, tokens: list[str], mentions: Mentions, year: int | None) -> None:
        self.rest = tokens
        self._mentions = mentions
        self._year = year

    def sum(self) -> Node | None:
        return self._chain("+-", lambda: self._chain("*/", self._factor))

    def _chain(self, signs: str, part: Callable[[], Node | None]) -> Node | None:
        node = part()
        while node is not None and self.rest and self.rest[0] in signs:
            sign = self.rest.pop(0)
            right = part()
            node = None if right is None else Binary(sign, node, right)
        return node

    def _factor(self) -> Node | None:
        token = self.rest.pop(0) if self.rest else ")"
        function = _FUNCTION.fullmatch(token)
        if function is not None and self.rest[:1] == ["("]:
            inner = self._factor()
            return None if inner is None else Call(function.lastgroup or "avg", inner)
        if token == "(":
            node = self.sum()
            return node if self.rest and self.rest.pop(0) == ")" else None
        if token in "+-*/)":
            return None
        return self._operand(token)

    def _operand(self, words: str) -> Node | None:
        if re.fullmatch(r"\d+(?:\.\d+)?", words):
            return Number(Decimal(words))
        for pattern, sign in ((_SUM, "+"), (_DIFFERENCE, "-")):
            if pattern.match(words):
                return self._pair(pattern.sub("", words), sign)
        function = _FUNCTION.match(words)
        bare = words[function.end() :] if function is not None else words
        named = self._mentions(bare)
        if len(named) != 1 or _left_over(bare, named[0]):
            return None
        node = Name(named[0].concept)
        years = {_year(match) for match in _YEAR.finditer(bare)}
        if function is None:
            return self._dated(node, years)
        now = self._year
        is_sound = not years or (now is not None and years <= {now, now - 1})
        return Call(function.lastgroup or "avg", node) if is_sound else None

    def _dated(self, node: Node, years: set[int]) -> Node | None:
        if not years or years == {self._year}:
            return node
        if self._year is not None and years == {self._year - 1}:
            return Call("prev", node)
        return None

    def _pair(self, words: str, sign: str) -> Node | None:
        named = self._mentions(words)
        if len(named) != 2:
            return None
        left, right = (Name(m.concept) for m in named)
        return Binary(sign, left, right)


def _left_over(words: str, mention: ConceptMention) -> bool:
    """True where words remain that the mention does not cover and that may change its meaning."""
    rest = _YEAR.sub(" ", f"{words[: mention.start]} {words[mention.end :]}")
    return any(w not in _FILLER for w in re.findall(r"[a-z]+", rest.lower().replace("’s", "")))
