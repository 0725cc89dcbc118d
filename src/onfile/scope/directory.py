"""Who is on file: each company's names, calendar and periods, from the catalog."""

from __future__ import annotations

import functools
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from onfile.language.calendars import ANNUAL, calendar_of
from onfile.language.names import bare_name, is_generic
from onfile.language.periods import FiscalCalendar
from onfile.types import Catalog, CatalogEntry, Period

CALLS = ("call transcript",)
_TOKEN = re.compile(r"[A-Za-z0-9]+(?:[&.+][A-Za-z0-9]+)*")
MIN_FIRST_WORD = 4  # a name's first word stands for it only from this length on


@functools.cache
def common_words() -> frozenset[str]:
    """Everyday English words: never by themselves a company's name in lower case."""
    path = Path(__file__).parent / "rules" / "common_words.txt"
    return frozenset(path.read_text(encoding="utf-8").split())


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a question. ``word`` is lower case without a possessive s."""

    word: str
    printed: str
    start: int
    end: int
    is_possessive: bool


def tokens_of(text: str) -> list[Token]:
    """Words of a text with offsets; "Northwind's" gives ``northwind``, marked as possessive."""
    found = []
    for match in _TOKEN.finditer(text):
        tail = text[match.end() : match.end() + 2].lower()
        possessive = tail.startswith(("'", "’")) and (tail[1:] == "s" or match.group()[-1:] == "s")
        is_tail = match.group().lower() == "s" and text[match.start() - 1 : match.start()] in (
            "'",
            "’",
        )
        if not is_tail:
            printed = match.group().rstrip(".")
            found.append(Token(printed.lower(), printed, match.start(), match.end(), possessive))
    return found


@dataclass(frozen=True, slots=True)
class Company:
    """A company on file.

    Attributes:
        name: As in ``Identity.company``.
        names: Every way to name it, as token tuples in lower case.
        tickers: The names among them that are tickers or initials.
        calendar: Its fiscal year.
        periods: Periods that its documents are about, sorted.
        covered: Those, and the ones that columns of its statements cover.
    """

    name: str
    names: frozenset[tuple[str, ...]]
    tickers: frozenset[str]
    calendar: FiscalCalendar
    periods: tuple[Period, ...]
    covered: frozenset[Period]
    entries: tuple[CatalogEntry, ...]

    @property
    def latest_year(self) -> Period | None:
        """The latest full fiscal year that a document is about."""
        years = [e.identity.period for e in self.entries if e.identity.form in ANNUAL]
        found = [Period(p.fiscal_year) for p in years if p is not None]
        found = found or [p for p in self.periods if p.quarter is None]
        return max(found, key=lambda p: p.fiscal_year, default=None)

    @property
    def latest_quarter(self) -> Period | None:
        """The latest quarter that a document is about (an annual report is its fourth)."""
        quarters = [Period(p.fiscal_year, p.quarter or 4) for p in self.periods]
        return max(quarters, key=lambda p: (p.fiscal_year, p.quarter or 4), default=None)

    def holds(self, period: Period) -> bool:
        """True when a document is about the period or a statement's column covers it."""
        return period in self.covered or any(
            p.fiscal_year == period.fiscal_year
            and (p.quarter == period.quarter or (period.quarter is None and p.quarter == 4))
            for p in self.periods
        )


@dataclass(frozen=True, slots=True)
class Directory:
    """Companies on file, in order of name, and the documents that no company is known for."""

    companies: tuple[Company, ...]
    others: tuple[CatalogEntry, ...]

    def company(self, name: str) -> Company | None:
        """The company of that name, or None."""
        return next((c for c in self.companies if c.name == name), None)


@functools.lru_cache(maxsize=32)
def directory_of(catalog: Catalog) -> Directory:
    """The directory of a catalog. Cached: a catalog is a value."""
    by_company: dict[str, list[CatalogEntry]] = defaultdict(list)
    others = []
    for entry in catalog.entries:
        if entry.identity.company is None:
            others.append(entry)
        else:
            by_company[entry.identity.company].append(entry)
    shared = _shared_first_words(by_company)
    companies = tuple(
        _company(name, entries, shared) for name, entries in sorted(by_company.items())
    )
    return Directory(companies, tuple(others))


def _company(name: str, entries: list[CatalogEntry], shared: frozenset[str]) -> Company:
    periods = {e.identity.period for e in entries if e.identity.period is not None}
    columns = {p for e in entries for p in e.column_periods}
    names, tickers = _names(name, entries, shared)
    return Company(
        name,
        names,
        tickers,
        calendar_of([e.identity for e in entries]),
        tuple(sorted(periods, key=lambda p: (p.fiscal_year, p.quarter or 5, p.months or 0))),
        frozenset(periods | columns),
        tuple(entries),
    )


def _names(
    name: str, entries: list[CatalogEntry], shared: frozenset[str]
) -> tuple[frozenset[tuple[str, ...]], frozenset[str]]:
    full = {name}
    tickers = set()
    for identity in (e.identity for e in entries):
        full.update(n for n in (identity.legal_name, *identity.aliases) if n)
        if identity.ticker:
            tickers.add(identity.ticker.lower().partition(".")[0])
    found: set[tuple[str, ...]] = set()
    for one in full:
        if is_generic(one):
            continue
        bare = _words(bare_name(one))
        joined = "".join(_without_and(bare))
        found.update({_words(one), _as_printed(one), _as_printed(bare_name(one)), bare})
        found.update({_without_and(bare), (joined,)})
        tickers.update(_initials(bare))
        if _words(one)[-1:] in (("limited",), ("ltd",)):  # said with its L in India and Britain
            tickers.update(_initials((*bare, "limited")))
    for form in (_words(bare_name(one)) for one in full):
        if form and form[0] not in shared and _can_stand_alone(form[0], tickers):
            found.add(form[:1])
        plain = _without_and(form)
        found.update(plain[:n] for n in range(2, len(plain)))  # "Alder & Vale" for its Bancorp
        if "and" in form[:-2]:
            found.add(form[:-1])
    found.update((ticker,) for ticker in tickers)
    return frozenset(n for n in found if n and not is_generic(" ".join(n))), frozenset(tickers)


def _words(name: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokens_of(name.replace("&", " and ").replace(".com", "")))


def _as_printed(name: str) -> tuple[str, ...]:
    """Words with an inner "&" kept: ``X&Y`` is one word, as in a question."""
    return tuple(token.word for token in tokens_of(name))


def _without_and(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in ("and", "the"))


def _initials(words: tuple[str, ...]) -> set[str]:
    """Initials of three or more words; "jnj" and "j&j" of two with "and" between them."""
    plain = _without_and(words)
    letters = "".join(word[0] for word in plain if word)
    found = {letters} if len(letters) >= 3 and all(word.isalpha() for word in plain) else set()
    if len(plain) == 2 and "and" in words:
        first, second = plain[0][0], plain[1][0]
        found |= {f"{first}&{second}"}
    return found


def _can_stand_alone(word: str, tickers: set[str]) -> bool:
    """A first word that is long and no everyday word, or one that is the ticker as well."""
    return len(word) >= MIN_FIRST_WORD and (word not in common_words() or word in tickers)


def _shared_first_words(by_company: dict[str, list[CatalogEntry]]) -> frozenset[str]:
    firsts = Counter(_words(bare_name(name))[:1] for name in by_company)
    return frozenset(first[0] for first, n in firsts.items() if first and n > 1)
