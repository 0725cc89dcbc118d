"""What was expected of a measure: guidance on a call, the outlook of a release.

"We expect gross margin to be approximately 45%" says of what, and not always of when: that stands
in a sentence before it, or in the heading above. Each sentence is read with the time that was last
spoken of. Of a table the row is given whose name is the measure and least besides, with the line
above that tells the new outlook from the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from onfile.answer.cite import cite
from onfile.answer.claims import quoted
from onfile.answer.dated import published_then
from onfile.answer.expected import expected, fits
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.answer.said import is_asked_for
from onfile.answer.spoken_time import FORWARD, YEAR, Spoken, SpokenTime, is_then, time_of
from onfile.answer.stated import stated_value
from onfile.language.sentences import Unit
from onfile.types import Claim, Draft, Pair, Period, QuestionKind, Span

CALL = "call transcript"
FORMS = ("earnings release", CALL, "8-K")
STRICT = ("count", "percent", "per_share")  # what is asked for by money may be guided in percent
MAX_QUOTED = 3
MAX_WORDS = 90  # of a sentence; a longer one is a table that was run together
MAX_ROW_WORDS = 24
MAX_HEADING_WORDS = 10
MAX_ITEM_WORDS = 14
WORDS_BEHIND = 5  # "6 percent organic revenue growth"
MIN_APART = 12  # characters; a year or a quarter before the measure parts nothing
IDLE_IN_ROW = (
    "non-gaap diluted mid point mid-point enterprise consolidated total net new approximately"
)
_ASKED = re.compile(
    r"\b(?:guid(?:e[ds]?|ance|ing)|outlooks?|forecast\w*|expect\w*|anticipat\w*|plan(?:s|ned)?|"
    r"target(?:s|ed|ing)?|aim(?:s|ed|ing)?|(?:say|said)\s+(?:it|they|he|she)\s+(?:would|will)|"
    r"range\s+(?:did|does|was|is)|ranges?\s+(?:for|of))\b",
    re.I,
)
_NUMBER = re.compile(r"\d")
_AMOUNT = re.compile(
    r"[$€£₹]\s?\d|\d\s?%|\bpercent\b|\d(?:\.\d+)?\s?(?:[mb]illion|crore|basis)|\d+\s?(?:to|-|–)\s?\d"
)
_FIRST = re.compile(  # where a row's first amount begins
    r"(?:approximately\s+|about\s+|~)?[$€£₹]?\d[\d.,]*\s?(?:%|[mb]illion|B\b|(?:to|-|–)\s?[$€£₹]?\d)"
    r"|[$€£₹]\s?\d",
    re.I,
)
_COLUMNS = re.compile(
    r"\b(?:prior|previous|updated|current|new)\b.*\b(?:outlook|guidance|prior|updated)\b|"
    r"\d.*\b(?:outlook|guidance)\b[\s\d():,]*$|"
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)"
    r"\s+20\d\d\b",
    re.I,
)
_AMOUNT_AT = re.compile(
    r"(?<![\w.])[$€£₹]?\d[\d.,]*(?:\s?(?:%|percent|[mb]illion|crore|B\b))?"
    r"(?:\s?(?:to|-|–)\s?[$€£₹]?\d[\d.,]*(?:\s?(?:%|percent|[mb]illion|crore|B\b))?)?"
)
_OF_KIND = {"percent": re.compile(r"%|percent"), "per_share": re.compile(r"[$€£₹]")}
_ASKS_GROWTH = re.compile(r"\bgrowth\b", re.I)
_TELLS_GROWTH = re.compile(r"\d\s?%|percent")
_CHANGE_LINE = re.compile(r"\n\s*Change\b[^\n]*\d\s?%[^\n]*")
_ASKS_RANGE = re.compile(r"\branges?\b", re.I)
_IS_RANGE = re.compile(r"\d\S*\s?(?:[mb]illion\s)?(?:to|-|–|and|plus or minus)\s?[$€£₹]?\d", re.I)
_MIDPOINT = re.compile(r"\bmid-?points?\b", re.I)
_GOES_ON = re.compile(r"\s*(?:[•▪●◦*–-]|(?:these|this|those|they|it|that)\b|non-gaap\b)", re.I)
_ITEM = re.compile(  # an item of a list read out: "Capital spending of approximately $12 million."
    r"\s*[A-Z][\w&-]*(?: (?!(?:is|are|was|were|has|have|had|we|our)\b)[\w&-]+){0,5}?,? "
    r"(?:of|to be|between|in the range of|up|down|flat)\b"
)
_PAST = re.compile(
    r"\b(?:was|were|had|grew|rose|fell|declined|increased|decreased|came|reported|delivered)\b",
    re.I,
)
_CHANGED = re.compile(r"\(?\bpreviously\b|\b(?:prior|previous) (?:guidance|outlook|range)\b", re.I)
_CAUTION = re.compile(r"\bforward-looking\b|\brisks and uncertainties\b", re.I)
FRAMING = (
    "guide guided guidance outlook forecast expect expected expects anticipate plan planned "
    "plans target targets targeted targeting aim aims aiming expectation expectations range "
    "ranges level levels lift lifted raise raised narrow narrowed cut lower lowered change "
    "year full full-year fiscal quarter annual call release give given gave provide per new "
    "results earnings total return pay incur deliver net would will say said it its "
    "expectation updated approximately growth"
)
KEPT = "net growth change"  # telling where a row has them, idle where none has


def asks_outlook(reading: Reading) -> bool:
    """True for "what margin did it guide to", "how many stores will it close": of one company."""
    kinds = (QuestionKind.WHY, QuestionKind.YES_NO)
    is_one = len(reading.intent.pairs) == 1 and reading.intent.pairs[0].company is not None
    return is_one and reading.intent.kind not in kinds and bool(_ASKED.search(reading.intent.asked))


def answer_outlook(reading: Reading, finder: PassageFinder) -> Draft | None:
    """The row or the sentence, with a value where it states one number; None where none fits."""
    pair = reading.intent.pairs[0]
    rest = _rest(reading, finder)
    for document_id in _documents(reading):
        if not rest:
            claims = _changed(reading, pair, finder, document_id)
        else:
            claims = _row(reading, pair, finder, rest, document_id)
            claims = claims or _sentence(reading, pair, finder, rest, document_id)
        if claims:
            wanted = expected(reading)
            value = None
            if len(claims) == 1 and wanted.kind and len(claims[0].citations) == 1:
                value = stated_value(claims[0].citations[0].quote, finder, reading, wanted)
            return Draft("\n".join(c.text for c in claims), tuple(claims), value, "outlook", 1.0)
    return None


def speaks_of_another_time(reading: Reading, draft: Draft) -> bool:
    """Whether what is quoted is expected for another quarter or year than the one asked about."""
    finder = PassageFinder(reading)
    pair = reading.intent.pairs[0]
    for citation in (c for claim in draft.claims for c in claim.citations):
        own = reading.archive.document(citation.document_id).identity.period
        if citation.form is None or not citation.form.startswith(FORMS):
            time = time_of(citation.quote)
            if time.year and not is_then(time, pair.period, own):
                return True
            continue
        for page, _, unit, time, is_ahead in _told(reading, finder, citation.document_id):
            is_it = page == citation.span.page and unit.start == citation.span.start
            if is_it and is_ahead and time.is_said and not is_then(time, pair.period, own):
                return True
    return False


def names_measure(reading: Reading, draft: Draft) -> bool:
    """Whether what is quoted names the measure of an outlook that is asked for, all of it."""
    finder = PassageFinder(reading)
    quotes = " ".join(c.quote for claim in draft.claims for c in claim.citations)
    terms = frozenset(reading.terms(quotes))
    return all(finder.subject.is_met(t, terms) for t in _rest(reading, finder))


def _documents(reading: Reading) -> list[str]:
    """Releases, calls and current reports: of the date asked for, else of the filter's period."""
    then = published_then(reading, *FORMS)
    if then:
        return _in_order(reading, then)
    periods = reading.intent.filter_periods or reading.intent.periods
    company = reading.intent.pairs[0].company
    found = {*reading.precedence, *(e.document.document_id for e in reading.evidence)}
    own = []
    for document_id in sorted(found):
        identity = reading.archive.document(document_id).identity
        is_of = identity.company == company and (identity.form or "").startswith(FORMS)
        if is_of and (identity.period in periods or not periods):
            own.append(document_id)
    return _in_order(reading, own)


def _in_order(reading: Reading, ids: Sequence[str]) -> list[str]:
    """The form that the question names first; then releases, which print what calls read out."""
    named = reading.intent.forms
    is_said = reading.intent.speaker is not None or reading.intent.role is not None

    def place(document_id: str) -> tuple[bool, bool, str]:
        form = reading.archive.document(document_id).identity.form or ""
        return (form not in named, (form == CALL) != is_said, document_id)

    kept = [d for d in ids if not is_said or _form(reading, d) == CALL]
    return sorted(kept, key=place)


def _form(reading: Reading, document_id: str) -> str:
    return reading.archive.document(document_id).identity.form or ""


def _rest(reading: Reading, finder: PassageFinder) -> list[str]:
    """The measure: what is asked beyond time and the words of an outlook."""
    framing = frozenset(reading.terms(FRAMING)) - frozenset(reading.terms(KEPT))
    people = f"{reading.intent.speaker or ''} {reading.intent.role or ''}"
    left_out = framing | finder.words.question | frozenset(reading.terms(people))
    found = [t for t in dict.fromkeys(reading.intent.terms) if t not in left_out]
    kept = frozenset(reading.terms(KEPT))
    telling = finder.subject.weights
    return [t for t in found if t in telling and t not in kept and not t.isdigit()]


def _row(
    reading: Reading, pair: Pair, finder: PassageFinder, rest: Sequence[str], document_id: str
) -> list[Claim]:
    """The row of an outlook table whose name is the measure and little besides."""
    if _form(reading, document_id) == CALL:
        return []
    idle = frozenset(reading.terms(IDLE_IN_ROW)) | finder.words.question
    own = reading.archive.document(document_id).identity.period
    best: tuple[int, int, Span, Span] | None = None
    for page, text in reading.archive.pages_text(document_id).items():
        for heading, line, label in _rows_on(text):
            span = _with_growth(reading, text, line)
            if span is None:
                continue
            terms = frozenset(reading.terms(label))
            extra = [t for t in terms - idle if t not in finder.subject.names and t.isalpha()]
            if len(extra) > len(rest) - 1 or not _is_of_year(heading.group(), pair.period, own):
                continue
            place = (len(terms - finder.subject.names), page)
            if all(finder.subject.is_met(t, terms) for t in rest) and (
                best is None or place < best[:2]
            ):
                best = (*place, Span(page, *heading.span()), Span(page, *span))
    if best is None:
        return []
    head, row = (cite(reading.archive, document_id, span) for span in best[2:])
    about = f", {row.form} {row.period}" if row.form and row.period else ""
    shown = [" ".join(c.quote.split()) for c in (head, row)]
    return [Claim(f"{row.company}{about}: “{shown[0]}”: “{shown[1]}”", (row, head), pair)]


def _with_growth(reading: Reading, text: str, line: re.Match[str]) -> tuple[int, int] | None:
    """Where a row stands; of growth with the line of changes below it, None where none is told."""
    if not _ASKS_GROWTH.search(reading.intent.asked) or _TELLS_GROWTH.search(line.group()):
        return line.span()
    change = _CHANGE_LINE.match(text, line.end())
    return None if change is None else (line.start(), change.end())


def _rows_on(text: str) -> Iterator[tuple[re.Match[str], re.Match[str], str]]:
    """The line above that tells the columns, the row, and its name; of each row of an outlook."""
    heading: re.Match[str] | None = None
    for line in re.finditer(r"[^\n]*\S[^\n]*", text):
        said = line.group()
        n_words = len(said.split())
        number = _FIRST.search(said)
        is_heading = n_words <= MAX_HEADING_WORDS and not said.rstrip().endswith((".", ":"))
        if number is None and is_heading and _COLUMNS.search(said):
            heading = line
        elif heading is not None and number is not None and n_words <= MAX_ROW_WORDS:
            yield heading, line, said[: number.start()]


def _is_of_year(heading: str, period: Period | None, own: Period | None) -> bool:
    """The line above names no other year; a year's outlook is no quarter's."""
    years = {int(m["long"] or f"20{m['short']}") for m in YEAR.finditer(heading)}
    is_day = re.search(r"\b[A-Z][a-z]+ 20\d\d", heading) is not None  # "July 2023 April 2023"
    if period is not None and period.quarter is not None and period != own:
        return False
    return period is None or not years or is_day or period.fiscal_year in years


def _sentence(
    reading: Reading, pair: Pair, finder: PassageFinder, rest: Sequence[str], document_id: str
) -> list[Claim]:
    """The sentence that expects the measure for the time asked; the shortest that does so first."""
    wanted = expected(reading)
    asks_range = _ASKS_RANGE.search(reading.intent.asked) is not None
    found: list[tuple[int, int, int, Span]] = []
    own = reading.archive.document(document_id).identity.period
    for n, (page, text, unit, time, is_ahead) in enumerate(_told(reading, finder, document_id)):
        said = text[unit.start : unit.end]
        terms = frozenset(reading.terms(said))
        if not is_ahead or not _AMOUNT.search(said) or len(said.split()) > MAX_WORDS:
            continue
        if not _is_expected(said) or (asks_range and not _IS_RANGE.search(said)):
            continue
        if not _is_tied(reading, finder, rest, said):
            continue
        if _CAUTION.search(said) or not all(finder.subject.is_met(t, terms) for t in rest):
            continue
        if not is_then(time, pair.period, own):
            continue
        if wanted.kind in STRICT and not fits(said, wanted, reading):
            continue
        n_other = sum(t not in terms for t in rest)  # met by another name
        found.append(
            (
                n_other,
                len([t for t in terms if t not in finder.subject.names]),
                n,
                Span(page, unit.start, unit.end),
            )
        )
    if not found:
        return []
    *_, span = min(found)
    note = _note(reading, document_id, pair)
    return [quoted(reading.archive, document_id, span, pair, note=note)]


def _is_expected(said: str) -> bool:
    """It expects something itself, or goes on with what was expected; it reports nothing."""
    ahead = FORWARD.search(said)
    if ahead is not None:
        before = said[: ahead.start()]
        is_report = _PAST.search(before) is not None and _AMOUNT.search(before) is not None
        if is_report and not _AMOUNT.search(said, ahead.end()):
            return False  # "sales fell 12%, in anticipation of the new model"
        return _MIDPOINT.search(said) is None
    is_item = len(said.split()) <= MAX_ITEM_WORDS and _ITEM.match(said) is not None
    return (is_item or bool(_GOES_ON.match(said))) and _PAST.search(said) is None


def _is_tied(reading: Reading, finder: PassageFinder, rest: Sequence[str], said: str) -> bool:
    """The measure stands before an amount, since the amount before it, or right behind it."""
    start = 0
    kind = expected(reading).kind
    is_count = kind == "count"  # "closing 20 to 30 stores"
    for number in _AMOUNT_AT.finditer(said):
        before = frozenset(reading.terms(said[start : number.start()]))
        behind = said[number.end() :].split()[:WORDS_BEHIND]
        behind = [] if behind[:1] == ["of"] else behind  # "28% of revenue" is no revenue
        after = frozenset(reading.terms(" ".join(behind)))
        if kind in _OF_KIND and _OF_KIND[kind].search(number.group()) is None:
            continue
        sides = [before, after, *([before | after] if is_count else [])]
        if any(all(finder.subject.is_met(t, side) for t in rest) for side in sides):
            return True
        start = number.end() if number.end() - start > MIN_APART else start
    return False


def _note(reading: Reading, document_id: str, pair: Pair) -> str:
    identity = reading.archive.document(document_id).identity
    if identity.period is None or identity.period == pair.period:
        return ""
    return f"said in the {identity.form} for {identity.period.name}"


def _told(
    reading: Reading, finder: PassageFinder, document_id: str
) -> Iterator[tuple[int, str, Unit, SpokenTime, bool]]:
    """Page, text, unit, the time spoken of, and whether what is to come is spoken of."""
    turns = reading.turns(document_id) if _form(reading, document_id) == CALL else ()
    is_person = reading.intent.speaker is not None or reading.intent.role is not None
    spans = [
        s
        for t in turns
        if not (t.is_analyst or t.is_operator) and (not is_person or is_asked_for(t, reading))
        for s in t.spans
    ]
    for page, text in reading.archive.pages_text(document_id).items():
        mine = [s for s in spans if s.page == page] if turns else [Span(page, 0, len(text))]
        for span in mine:
            spoken = Spoken()
            for piece in finder.pieces_on(document_id, page):
                unit = piece.unit
                if span.start <= unit.start < span.end:
                    is_new = bool(turns) and "\n" in text[spoken.end : unit.start]
                    spoken = spoken.then(text[unit.start : unit.end], unit.end, is_new=is_new)
                    yield page, text, unit, spoken.time, spoken.is_ahead


def _changed(reading: Reading, pair: Pair, finder: PassageFinder, document_id: str) -> list[Claim]:
    """Of guidance as a whole: the sentences and rows that hold the new against the old."""
    found = []
    for page, text, unit, _, is_ahead in _told(reading, finder, document_id):
        said = text[unit.start : unit.end]
        is_told = is_ahead and _CHANGED.search(said) and _AMOUNT.search(said)
        if is_told and not _CAUTION.search(said) and len(said.split()) <= MAX_WORDS:
            found.append(Span(page, unit.start, unit.end))
    return [quoted(reading.archive, document_id, span, pair) for span in found[:MAX_QUOTED]]
