"""What an archive holds, told from its texts and figures rather than by the stages under test."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Protocol

from onfile.language.labels import normal_label
from onfile.language.lexicon import Lexicon
from onfile.ports import Archive
from onfile.types import Catalog, CatalogEntry, Figure, Period, Section, Span

CALL = "call transcript"


class Source(Archive, Protocol):
    """The archive with its documents' outlines."""

    def outline(self, document_id: str) -> Sequence[Section]:
        """The sections of a document, in order."""
        ...


class Holdings:
    """The companies, periods, figures and texts on file, kept once read."""

    def __init__(self, source: Source, catalog: Catalog, lexicon: Lexicon) -> None:
        self.source = source
        self.catalog = catalog
        self.lexicon = lexicon
        self._texts: dict[str, Mapping[int, str]] = {}
        self._figures: dict[str, Sequence[Figure]] = {}
        self._row_sizes: dict[str, Counter[tuple[str, Span]]] = {}
        self._labels: dict[str, frozenset[str]] = {}

    @cached_property
    def companies(self) -> dict[str, tuple[CatalogEntry, ...]]:
        """Each company's documents, by its name, in order of name."""
        found: dict[str, list[CatalogEntry]] = defaultdict(list)
        for entry in self.catalog.entries:
            if entry.identity.company is not None:
                found[entry.identity.company].append(entry)
        return {name: tuple(found[name]) for name in sorted(found)}

    @property
    def others(self) -> tuple[CatalogEntry, ...]:
        """Documents of no known company."""
        return tuple(e for e in self.catalog.entries if e.identity.company is None)

    def pages(self, document_id: str) -> Mapping[int, str]:
        """The text of every page by its number."""
        if document_id not in self._texts:
            self._texts[document_id] = dict(self.source.pages_text(document_id))
        return self._texts[document_id]

    def figures(self, company: str) -> Sequence[Figure]:
        """Every figure of a company's documents."""
        if company not in self._figures:
            ids = [entry.document_id for entry in self.companies[company]]
            self._figures[company] = self.source.figures(ids)
        return self._figures[company]

    def row_sizes(self, company: str) -> Counter[tuple[str, Span]]:
        """How many figures were read from each printed row, by document id and row."""
        if company not in self._row_sizes:
            rows = ((f.document_id, f.row_span) for f in self.figures(company))
            self._row_sizes[company] = Counter(rows)
        return self._row_sizes[company]

    def labels(self, company: str) -> frozenset[str]:
        """Every row label of the company's tables, in normal form."""
        if company not in self._labels:
            printed = {figure.label for figure in self.figures(company)}
            self._labels[company] = frozenset(map(normal_label, printed))
        return self._labels[company]

    def covered(self, company: str) -> frozenset[Period]:
        """Every period that a document, a statement's column or any figure is about."""
        own = {e.identity.period for e in self.companies[company]}
        columns = {p for e in self.companies[company] for p in e.column_periods}
        figures = {f.period for f in self.figures(company)}
        return frozenset(p for p in own | columns | figures if p is not None)

    def own_periods(self, company: str) -> frozenset[Period]:
        """Periods that a document of the company is about."""
        held = (e.identity.period for e in self.companies[company])
        return frozenset(p for p in held if p is not None)

    def is_calendar(self, company: str) -> bool:
        """True when its fiscal years are known to be named after the calendar years they are."""
        ends = [
            (e.identity.period, e.identity.period_end)
            for e in self.companies[company]
            if e.identity.period is not None and e.identity.period.quarter is None
        ]
        return bool(ends) and all(
            end is not None and end.year == period.fiscal_year and end.month == 12
            for period, end in ends
        )

    def names(self, company: str) -> tuple[str, ...]:
        """Every name and ticker that its documents give the company, its own name first."""
        found = [company]
        for entry in self.companies[company]:
            identity = entry.identity
            given = (identity.legal_name, identity.ticker, *identity.aliases)
            found += [name for name in given if name]
        return tuple(dict.fromkeys(found))

    def aliases(self, company: str) -> tuple[str, ...]:
        """Other names of the company that no other company on file shares."""
        others = {
            name.lower()
            for other in self.companies
            if other != company
            for name in self.names(other)
        }
        mine = self.names(company)[1:]
        legal = {entry.identity.legal_name for entry in self.companies[company]}
        return tuple(n for n in mine if n.lower() not in others and n not in legal)

    def mentioned(self, names: Iterable[str]) -> frozenset[str]:
        """Those of the names that stand as whole words, in any case, anywhere in the archive."""
        given = {name.lower(): name for name in names}
        if not given:
            return frozenset()
        longest_first = sorted(given, key=len, reverse=True)
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
        found: set[str] = set()
        for entry in self.catalog.entries:
            known = " ".join((entry.name, *self._identity_names(entry)))
            for text in (known, *self.pages(entry.document_id).values()):
                found.update(given[m] for m in pattern.findall(text.lower()))
        return frozenset(found)

    @staticmethod
    def _identity_names(entry: CatalogEntry) -> Iterable[str]:
        identity = entry.identity
        given = (identity.company, identity.legal_name, identity.ticker, *identity.aliases)
        return (name for name in given if name)
