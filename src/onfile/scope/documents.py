"""Documents and exact tokens that a question names outright."""

from __future__ import annotations

import functools
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping

from onfile.scope.directory import tokens_of
from onfile.types import Catalog, CatalogEntry

_FORMS = (
    ("10-K", r"10-?\s?ks?\b|form\s+10-?k"),
    ("10-Q", r"10-?\s?qs?\b|quarterly\s+(?:report|filing)"),
    ("8-K", r"8-?ks?\b|current\s+report"),
    ("20-F", r"20-?f\b"),
    ("annual report", r"annual\s+(?:report|filing)"),
    ("earnings release", r"(?:earnings|press|results)\s+(?:press\s+)?releases?"),
    (
        "call transcript",
        r"(?:(?:earnings|conference|results)\s+)?calls?\b|con-?calls?|transcripts?",
    ),
    ("bid tabulation", r"bid\s+tab(?:ulation)?s?\b"),
    ("specification", r"(?:standard\s+)?specifications?\b|\bspecs?\b|special\s+provisions"),
)
_PATTERNS = tuple((form, re.compile(rf"(?<![\w-])(?:{p})", re.I)) for form, p in _FORMS)
_NOT_A_CALL = re.compile(r"\b(?:called|so-called|call\s+(?:options?|money|deposits?))\b", re.I)
FILINGS = (
    "10-K",
    "10-Q",
    "8-K",
    "20-F",
    "40-F",
    "annual report",
    "earnings release",
    "call transcript",
)


def find_forms(question: str) -> tuple[tuple[str, int, int], ...]:
    """Forms that the question names, with their place, in order."""
    text = _NOT_A_CALL.sub(lambda m: "_" * len(m.group()), question)
    found = [(form, m.start(), m.end()) for form, p in _PATTERNS for m in p.finditer(text)]
    kept: list[tuple[str, int, int]] = []
    for form, start, end in sorted(found, key=lambda f: (f[1], -f[2])):
        if not kept or start >= kept[-1][2]:
            kept.append((form, start, end))
    return tuple(kept)


MAX_TITLE = 60  # characters; what is longer is a first line, not a name


def label_of(entry: CatalogEntry) -> str:
    """What a document is offered as: its title and its file, which names it and no other."""
    title = " ".join((entry.identity.title or "").split())
    return f"{title} ({entry.name})" if 0 < len(title) <= MAX_TITLE else entry.name


_ID = re.compile(r"\b(?=[\w/.-]*\d)(?=[\w/.-]*[A-Za-z])[A-Za-z0-9]+(?:[/.-][A-Za-z0-9]+)*\b")
MIN_ID = 5
_SHEET = re.compile(r"\b[A-Za-z]{1,2}-?\d{1,3}(?:\.\d{1,2})?\b")
_DRAWN = ("plan", "sheet", "drawing", "dwg", "plan sheet")


def find_documents(
    question: str, catalog: Catalog
) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    """Ids of the documents named by a project number, title words or file name, and the places.

    Titles count only for documents that are no filings: every filing of a company has much the
    same title, and is named by company and period instead. Words within a longer name name nothing
    else: of "GROUND REPORT (A-12_ground.pdf)" the number A-12 is not every A-12 document.
    """
    lowered = question.lower()
    found = [
        (document_id, span)
        for name, document_ids in names_of_documents(catalog).items()
        if name in lowered
        for span in _places(name, lowered)
        for document_id in document_ids
    ]
    order = {entry.document_id: n for n, entry in enumerate(catalog.entries)}
    found.sort(key=lambda f: order[f[0]])
    spans = tuple(dict.fromkeys(span for _, span in found))
    widest = [s for s in spans if not any(_is_within(s, other) for other in spans)]
    ids = dict.fromkeys(document_id for document_id, span in found if span in widest)
    return tuple(ids), tuple((start, _end_of_name(question, end)) for start, end in widest)


_KIND = re.compile(
    r"\s+(?:project|contract|job|works|report|memo(?:randum)?|specifications?|drawings?|document|file)\b",
    re.I,
)


def _end_of_name(question: str, end: int) -> int:
    """What kind of thing a name is said to be belongs to the name: "the Harrow Bridge project"."""
    kind = _KIND.match(question, end)
    return end if kind is None else kind.end()


@functools.lru_cache(maxsize=32)
def names_of_documents(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """Every name of a document, in lower case, with the ids of those that have it. Cached."""
    owners = _title_words(catalog.entries)
    named: dict[str, dict[str, None]] = {}
    for entry in catalog.entries:
        for name in _own_names(entry, owners):
            if len(name) >= MIN_ID:
                named.setdefault(name, {})[entry.document_id] = None
    numbers = {entry.document_id: _numbers_of(entry) for entry in catalog.entries}
    for name, ids in named.items():
        for document_id in _of_same_project(name, ids, numbers):
            ids[document_id] = None
    return {name: tuple(ids) for name, ids in named.items()}


def _of_same_project(
    name: str, ids: Mapping[str, None], numbers: Mapping[str, frozenset[str]]
) -> list[str]:
    """Further documents with the project number that all those of a name share.

    "Harrow Bridge" stands in the titles of some documents of the project; its number in all.
    """
    if " " not in name or len(ids) < 2:
        return []
    shared = frozenset.intersection(*(numbers[document_id] for document_id in ids))
    return [d for d, own in numbers.items() if d not in ids and shared & own]


def _numbers_of(entry: CatalogEntry) -> frozenset[str]:
    """The project numbers in a document's title and file name; of a filing none."""
    if entry.identity.form in FILINGS:
        return frozenset()
    text = f"{entry.identity.title or ''} {entry.name.rpartition('.')[0].replace('_', ' ')}"
    return frozenset(m.group().lower() for m in _ID.finditer(text) if len(m.group()) >= MIN_ID)


def _places(name: str, text: str) -> Iterable[tuple[int, int]]:
    """Where a name stands as a word of its own."""
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        if not (_is_word(text[start - 1 : start]) or _is_word(text[end : end + 1])):
            yield start, end
        start = text.find(name, start + 1)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _is_within(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]


def _own_names(entry: CatalogEntry, owners: Counter[str]) -> Iterable[str]:
    identity = entry.identity
    yield entry.name.lower()
    yield label_of(entry).lower()
    stem = entry.name.rpartition(".")[0].lower()
    if identity.company is None or not stem.isalpha():
        yield stem  # "larkspur" in a question is the company, not the file larkspur.pdf
    if identity.form in FILINGS:
        return
    file_words = entry.name.rpartition(".")[0].replace("_", " ")
    names = (identity.title, identity.legal_name, identity.company, *identity.aliases, file_words)
    for text in names:
        for match in _ID.finditer(text or ""):
            yield match.group().lower()
    if identity.company is None:
        for match in _SHEET.finditer(file_words):  # too short to name anything by itself
            yield from (f"{kind} {match.group().lower()}" for kind in _DRAWN)
    whole = " ".join((identity.title or "").lower().split()).strip("*.: ")
    if " " in whole and owners[whole] == 1:
        yield whole
    yield from (pair for pair in _pairs_of(entry) if owners[pair] <= MAX_OWNERS)


MAX_OWNERS = 3  # words shared by more titles than this name no document


def _title_words(entries: Iterable[CatalogEntry]) -> Counter[str]:
    """In how many titles each pair of words, and each whole title, stands."""
    held = list(entries)
    pairs = Counter(pair for entry in held for pair in _pairs_of(entry))
    return pairs + Counter(" ".join(_title_of(entry).lower().split()) for entry in held)


def _pairs_of(entry: CatalogEntry) -> list[str]:
    """Pairs of words of its title, and of its file's name where it is nobody's filing."""
    identity = entry.identity
    is_named = identity.company is None and identity.form not in FILINGS
    file_words = _words_of_file(entry) if is_named else ""
    named = (*_pairs_of_names(_title_of(entry)), *_pairs_of_names(file_words))
    return list(dict.fromkeys(named))


def _title_of(entry: CatalogEntry) -> str:
    """The title; the words of the file's name where a document says nothing of itself.

    A file's name is no evidence of what a document is, but it is what its users call it.
    """
    identity = entry.identity
    if identity.title or identity.company or identity.form in FILINGS:
        return identity.title or ""
    return _words_of_file(entry)


def _words_of_file(entry: CatalogEntry) -> str:
    """The file's name in words: of "HB-2231_field_order.pdf" HB-2231 field order."""
    stem = entry.name.rpartition(".")[0] or entry.name
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", stem).replace("_", " ")


_FILLER = frozenset(
    """
    of the and for in on at to a an no vol final draft report record records log logs contract
    project ground investigation works section drawing plan bid tabulation specification standard
    """.split()  # noqa: SIM905
)


def _pairs_of_names(title: str) -> list[str]:
    """Two neighbouring words of a title, neither a filler: ``alder springs``."""
    words = [t.word for t in tokens_of(title)]
    return [
        f"{a} {b}"
        for a, b in itertools.pairwise(words)
        if a not in _FILLER and b not in _FILLER and not (a + b).isdigit()
    ]


_REFERENCE = re.compile(
    r"\b(?:items?|notes?|clauses?|sections?|exhibits?|divisions?|drill\s?holes?|bore\s?holes?|holes?|dh|bh|tp|borings?|tables?"
    r"|figures?|pages?|appendix|schedule|drawing|sheet|part)\s*(?:no\.?\s*)?#?"
    r"(?:[A-Z]{0,3}[- ]?\d[\w.()/-]*|[IVX]{1,4}\b|[A-Z]\b)",
)
_CODE = re.compile(
    r"(?<![\w$.])(?:[A-Z]{1,4}-?\d[\w./()-]*|\d[\d.-]*-\d[\d.]*(?:\(\w+\))*[A-Z]?|\d+(?:\.\d+)?%"
    r"|[A-Za-z]{1,4}/\d[\w/]*|\d{2,}[A-Z]\d+\w*)(?!\w)"
)
_QUOTED = re.compile(r"[\"“]([^\"”]{2,80})[\"”]|(?<!\w)'([^']{2,80})'(?!\w)")


def find_phrases(question: str, taken: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """Exact tokens outside ``taken``: clause and item numbers, hole ids, rates, quoted words."""
    spans = list(taken)
    found = []
    for pattern in (_QUOTED, _REFERENCE, _CODE):
        flags = re.IGNORECASE if pattern is _REFERENCE else 0
        for match in re.compile(pattern.pattern, flags).finditer(question):
            inside = any(s < match.end() and match.start() < e for s, e in spans)
            if not inside or pattern is _QUOTED:
                text = next((g for g in match.groups() if g), match.group())
                found.append((match.start(), text.strip(" .,?;:")))
                spans.append((match.start(), match.end()))
    return tuple(dict.fromkeys(text for _, text in sorted(found)))
