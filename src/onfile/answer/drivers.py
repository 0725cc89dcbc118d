"""What drove a measure: management's own discussion of it, or of what it is made of.

"What drove the gross margin change" is answered by the sentences that say how the margin moved and
why, bullets included; where the report explains only the costs that make up the margin (the
lexicon's ``driven_by``), by those. The reasons must stand with the measure, in one place.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from onfile.answer.astray import looks_ahead
from onfile.answer.claims import LATER_DOCUMENT, quoted
from onfile.answer.moves import Move, is_of_another_move
from onfile.answer.passages import CAUSE, PassageFinder, Piece
from onfile.answer.request import Reading
from onfile.answer.whose import Whose
from onfile.language.sentences import units
from onfile.types import Claim, Draft, Evidence, Pair, QuestionKind, Span

MAX_FOLLOWING = 2  # sentences after the one that names the measure
MAX_BULLETS = 8
MAX_BLOCKS = 3  # where only its components are explained
SUBJECT_LENGTH = 160  # characters in which a sentence names what moved
PLAIN = (
    "percent percentages chart total sales net consolidated worldwide reported our company fiscal"
)
SORTS = "segment division franchise business unit category region"  # "Northwind Tools segment"
_MOVED = re.compile(
    r"\b(?:increased?|decreased?|improved?|declined?|rose|fell|grew|expanded|contracted|reduced|"
    r"higher|lower|up|down|an? (?:increase|decrease|improvement|decline|reduction))\b",
    re.I,
)
_TITLE = re.compile(  # a line whose longer words have capitals, or that ends in a colon
    r"\s*(?:[A-Z(&][\w'’&(),-]*|of|and|the|for|in|to|by|or|on|with|&)"
    r"(?:\s+(?:[A-Z(&][\w'’&(),-]*:?|of|and|the|for|in|to|by|or|on|with|&))*\s*"
)
_MAY = re.compile(r"\b(?:may|might|could|would)\b")  # "In May" is a month
_REFERS_BACK = re.compile(
    r"\s*(?:the|this|these|such)\s+(?:\w+\s+)?(?:increases?|decreases?|declines?|improvements?|"
    r"growth|reductions?|changes?)\b",
    re.I,
)
GOES_ON = re.compile(
    r"\s*(?:the|this|these|such|other|additional)?\s*(?:\w+\s+)?(?:increases?|decreases?|declines?|"
    r"improvements?|growth|reductions?|changes?|factors?|impacts?)\b|"
    r"\s*(?:this|these|it|also|in addition|partially offset|on a percent)\b",
    re.I,
)
NO_CAUSE = re.compile(
    r"\bfactors (?:discussed|described|noted|mentioned) (?:above|below|elsewhere)\b|"
    r"\bfollowing tables? (?:provides?|shows?|summari[sz]es?|presents?|sets? forth)\b",
    re.I,
)
_OF_SOME = re.compile(r"\b(?:sales|revenues?)\s+(?:to|from)\b(?!\s+[$\d])", re.I)
_DUE = re.compile(r"\b(?:due to|because of|as a result of)\b", re.I)
_OF_GUIDANCE = re.compile(r"\b(?:guidance|outlooks?|forecasts?|expectations?)\b", re.I)
_BULLET = re.compile(r"\s*[•▪●◦*–-]\s")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MINOR = re.compile(
    r"\b(?:research|development|r&d|selling|marketing|sg&a|general|administrative|overheads?)\b",
    re.I,
)
_SEGMENT = re.compile(r"\bsegments?\b", re.I)


@dataclass(frozen=True, slots=True)
class _Block:
    """Neighbouring sentences that say how something moved and why."""

    evidence: Evidence
    span: Span
    is_own: bool  # it names the measure itself, not what it is made of


def answer_drivers(
    reading: Reading, finder: PassageFinder, moves: Mapping[Pair, Move]
) -> Draft | None:
    """The reasons given for each company and period; None where one has none.

    ``moves`` tells by how much the quantity moved: a sentence with another move is of a part.
    """
    if reading.intent.kind is not QuestionKind.WHY or not reading.names:
        return None
    if _OF_GUIDANCE.search(reading.intent.asked):
        return None  # why what is expected changed is not why what was changed
    claims: list[Claim] = []
    for pair in reading.intent.pairs:
        blocks = [
            b
            for b in _blocks(reading, finder, pair)
            if not (b.is_own and is_of_another_move(moves.get(pair), _text_of(reading, b)))
        ]
        mine = [b for b in blocks if b.is_own]
        chosen = mine[:1] or _of_one_page(_each_once(reading, blocks))
        if not chosen:
            return None
        claims += [
            quoted(reading.archive, block.evidence.document.document_id, block.span, pair)
            for block in chosen
        ]
    if not claims:
        return None
    return Draft("\n".join(c.text for c in claims), tuple(claims), None, "quote", 1.0)


def _each_once(reading: Reading, blocks: Sequence[_Block]) -> list[_Block]:
    """What a measure is made of, each explained once; empty where only a lesser cost is.

    A second "cost of sales increased" on the page is of the year before. Research alone, or
    overheads alone, do not explain a margin.
    """
    first: dict[tuple[str, str], _Block] = {}
    is_minor = True
    for block in blocks:
        opening = " ".join(_text_of(reading, block).split())
        moved = _MOVED.search(opening)
        head = opening[: moved.start()] if moved is not None else opening
        key = (block.evidence.document.document_id, _YEAR.sub("", head).strip().lower())
        first.setdefault(key, block)
        is_minor = is_minor and _MINOR.search(head) is not None
    asks_minor = _MINOR.search(reading.intent.asked) is not None
    return [] if is_minor and not asks_minor else list(first.values())


def _text_of(reading: Reading, block: _Block) -> str:
    page = reading.archive.page_text(block.evidence.document.document_id, block.span.page)
    return page[block.span.start : block.span.end]


def _of_one_page(blocks: Sequence[_Block]) -> list[_Block]:
    """Those of the page that explains most components, the better ranked of equals."""
    by_page: dict[tuple[str, int], list[_Block]] = {}
    for block in blocks:
        key = (block.evidence.document.document_id, block.span.page)
        by_page.setdefault(key, []).append(block)
    if not by_page:
        return []
    best = max(by_page.values(), key=lambda found: (len(found), -found[0].evidence.rank))
    return best[:MAX_BLOCKS]


def _blocks(reading: Reading, finder: PassageFinder, pair: Pair) -> Iterator[_Block]:
    rest = _rest(finder, reading.names)
    whose = Whose(reading, finder)
    for evidence in reading.evidence:
        document_id = evidence.document.document_id
        is_near = reading.precedence.get(document_id, 0) < LATER_DOCUMENT
        if not is_near or evidence.pair not in (pair, None):
            continue
        for page, text, pieces in finder.pieces_of(evidence):
            taken = -1
            for i in range(len(pieces)):
                if i <= taken:
                    continue
                found = _block_at(reading, finder, text, pieces, i)
                if found is None:
                    continue
                first, taken, is_own = found
                span = Span(page, pieces[first].unit.start, pieces[taken].unit.end)
                section = _section_at(reading, document_id, span)
                if _SEGMENT.search(section) and not _SEGMENT.search(reading.intent.asked):
                    continue
                block = text[span.start : span.end]
                cause = CAUSE.search(block)
                head = block[: cause.start()] if cause is not None else block
                if whose.is_of_part(document_id, span, head, block):
                    continue
                # What is asked about moved; it is not what moved something else.
                terms = frozenset(reading.terms(f"{_moved_in(block, head)} {section}"))
                is_whole = _is_whole(text[span.start : span.end])
                if is_whole and all(finder.subject.is_met(t, terms) for t in rest):
                    yield _Block(evidence, span, is_own)


def _moved_in(block: str, head: str) -> str:
    """What of a block has a cause itself: "lower sales of saws due to a strike" tells of saws."""
    said = [head]
    for unit in units(block):
        sentence = block[unit.start : unit.end]
        due = list(_DUE.finditer(sentence))
        said += [sentence[: due[-1].start()]] if due else []
    return " ".join(said)


def _block_at(
    reading: Reading, finder: PassageFinder, text: str, pieces: Sequence[Piece], at: int
) -> tuple[int, int, bool] | None:
    """First and last piece of a block whose measure is named by piece ``at``; whether its own."""
    opening = _said(text, pieces[at])
    asked = finder.words.direction(reading.intent.terms)
    if pieces[at].unit.kind != "sentence" or not _MOVED.search(opening) or _MAY.search(opening):
        return None
    if not _is_of_time(reading, opening) or looks_ahead(reading, opening):
        return None
    is_own = is_subject(reading, finder, reading.names, opening)
    names = reading.names if is_own else reading.causes
    if not is_own and (asked or not is_subject(reading, finder, names, opening)):
        return None
    if is_own and asked and finder.words.direction(tuple(pieces[at].terms)) != asked:
        return None
    first = at
    if _REFERS_BACK.match(opening):  # "The increase in revenue": of what the one before names
        if at == 0 or not is_subject(reading, finder, names, _said(text, pieces[at - 1])):
            return None
        first = at - 1
    last = _end(reading, text, pieces, at, names)
    block = text[pieces[at].unit.start : pieces[last].unit.end]
    is_told = CAUSE.search(block) and not NO_CAUSE.search(block)
    return (first, last, is_own) if is_told else None


def _said(text: str, piece: Piece) -> str:
    return text[piece.unit.start : piece.unit.end]


def _rest(finder: PassageFinder, own: Sequence[frozenset[str]]) -> tuple[str, ...]:
    words = finder.words
    plain = words.up | words.down | words.comparatives | words.framing | words.causes
    named = frozenset().union(*own)
    return tuple(t for t in finder.subject.telling if t not in named and t not in plain)


def _section_at(reading: Reading, document_id: str, span: Span) -> str:
    """The innermost section in which a span begins, empty where none is known."""
    for chunk in reading.archive.chunks_of_page(document_id, span.page):
        if any(s.page == span.page and s.start <= span.start < s.end for s in chunk.spans):
            return (chunk.section or "").rpartition(" › ")[2]
    return ""


def _end(
    reading: Reading, text: str, pieces: Sequence[Piece], at: int, names: Sequence[frozenset[str]]
) -> int:
    """The last piece of the block that begins with sentence ``at``.

    Bullets after a colon belong to it, and sentences that give a cause and speak of the same.
    """
    last, n_bullets, n_following = at, 0, 0
    for i in range(at + 1, len(pieces)):
        said, before = _said(text, pieces[i]), _said(text, pieces[last]).rstrip()
        if pieces[i].unit.kind != "sentence":
            break
        if (_BULLET.match(said) or before.endswith(":")) and n_bullets < MAX_BULLETS:
            n_bullets += 1
        else:
            is_same = GOES_ON.match(said) or any(name <= pieces[i].terms for name in names)
            if n_bullets or n_following == MAX_FOLLOWING or not (is_same and CAUSE.search(said)):
                break
            if not _is_of_time(reading, said):
                break
            n_following += 1
        last = i
    return last


def is_subject(
    reading: Reading, finder: PassageFinder, names: Sequence[frozenset[str]], opening: str
) -> bool:
    """True where one of the names stands together, with nothing before it that makes it a part."""
    clause = _without_headings(opening)[:SUBJECT_LENGTH]
    if _OF_SOME.search(clause) and not _OF_SOME.search(reading.intent.asked):
        return False
    said = reading.terms(clause)
    plain = finder.words.plain | frozenset(
        reading.terms(f"{PLAIN} {' '.join(reading.intent.companies)}")
    )
    named = finder.subject.names | frozenset(reading.intent.terms)
    for name in names:
        for at in range(len(said)):
            window = said[at : at + len(name) + 1]
            if window and window[0] in name and name <= frozenset(window):
                before = _without_sorts(reading, _unjoined(said[:at], named))
                before = [t for t in before if not t.isdigit()]
                if all(t in plain or t in named for t in before):
                    return True
    return False


def _without_sorts(reading: Reading, stems: Sequence[str]) -> list[str]:
    """Without "segment" behind a name that the question has: the name alone says which."""
    own, sorts = frozenset(reading.intent.terms), frozenset(reading.terms(SORTS))
    kept = (t for before, t in itertools.pairwise(stems) if t not in sorts or before not in own)
    return [*stems[:1], *kept]


def _unjoined(stems: Sequence[str], named: AbstractSet[str]) -> list[str]:
    """Without the halves of "semi-custom", where the question has "semicustom"."""
    halves = {t for a, b in itertools.pairwise(stems) if a + b in named for t in (a, b)}
    return [t for t in stems if t not in halves]


def _without_headings(opening: str) -> str:
    """The sentence without title lines that the text layer runs into it."""
    lines = opening.split("\n")
    while len(lines) > 1 and _TITLE.fullmatch(lines[0]) and lines[1][:1].isupper():
        lines = lines[1:]
    return "\n".join(lines)


def _is_of_time(reading: Reading, opening: str) -> bool:
    wanted = {str(p.fiscal_year) for p in reading.intent.periods}
    named = set(_YEAR.findall(opening))
    return not (wanted and named) or bool(wanted & named)


def _is_whole(block: str) -> bool:
    return block.rstrip().endswith((".", ".”", ")", ";")) or "•" in block
