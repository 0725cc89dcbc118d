"""Abbreviations that documents define: "Harbour Works (“HW”)" names a row either way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from onfile.figures.match import FigureQuestion, Terms
from onfile.language.abbreviations import defined
from onfile.ports import Archive
from onfile.retrieve.scoped import documents_for
from onfile.types import Catalog, Intent

DOCUMENTS = 2  # of each pair, whose abbreviations are looked up

Pairs = Sequence[tuple[str, str]]
"""(short, long) forms."""


class Abbreviations:
    """Looks abbreviations up in the documents nearest to a question; remembers them."""

    def __init__(self, archive: Archive, terms: Terms) -> None:
        self._archive = archive
        self._terms = terms
        self._of_document: dict[str, dict[str, str]] = {}

    def used(self, intent: Intent, catalog: Catalog) -> tuple[tuple[str, str], ...]:
        """Abbreviations that the nearest documents define and the question uses, either way."""
        asked = set(intent.terms).union(self._terms(" ".join(intent.companies)))
        used: dict[str, str] = {}
        for document_id in self._nearest(intent, catalog):
            for short, long_form in self._defined_in(document_id).items():
                forms = (frozenset(self._terms(short)), frozenset(self._terms(long_form)))
                if any(form and form <= asked for form in forms):
                    used.setdefault(short, long_form)
        return tuple(used.items())

    def spelt_otherwise(
        self,
        question: FigureQuestion,
        abbreviations: Pairs,
        companies: frozenset[str],
    ) -> FigureQuestion:
        """A row may be named by the abbreviation where the question spells it out, or by both."""
        found = []
        for pair in abbreviations:
            short, full = (frozenset(self._terms(form)) - companies for form in pair)
            for said, other in ((full, short), (short, full)):
                if said and other and said <= set(question.terms):
                    rest = tuple(t for t in question.terms if t not in said)
                    found.append((*rest, *sorted(other)))
        return replace(question, otherwise=tuple(found)) if found else question

    def meanings(self, abbreviations: Pairs) -> dict[str, tuple[frozenset[str], ...]]:
        """Terms of a long form stand for its abbreviation, and the other way round."""
        found: dict[str, tuple[frozenset[str], ...]] = {}
        for short, long_form in abbreviations:
            short_terms = frozenset(self._terms(short))
            long_terms = frozenset(self._terms(long_form))
            for term in long_terms:
                found[term] = (*found.get(term, ()), short_terms)
            for term in short_terms:
                found[term] = (*found.get(term, ()), long_terms)
        return found

    def _nearest(self, intent: Intent, catalog: Catalog) -> list[str]:
        nearest: dict[str, None] = {}
        for pair in intent.pairs:
            documents = documents_for(pair, intent, catalog)
            ordered = sorted(documents, key=lambda d: (documents[d], d))
            nearest.update(dict.fromkeys(ordered[:DOCUMENTS]))
        return list(nearest)

    def _defined_in(self, document_id: str) -> dict[str, str]:
        known = self._of_document.get(document_id)
        if known is None:
            text = "\n".join(self._archive.pages_text(document_id).values())
            known = self._of_document[document_id] = defined(text)
        return known
