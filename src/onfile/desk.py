"""Everything that answers one asker: a view of the store, and the stages made ready over it.

Askers who may see the same documents share a desk. Nothing on it is taken from another one, so
that no cache, statistic or list can carry over what is hidden.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from functools import cached_property
from types import TracebackType
from typing import Self

from onfile import outgoing
from onfile.adapters import embedders
from onfile.adapters.stemmer import SnowballStemmer
from onfile.asking import Preparation
from onfile.calibration import Calibrated
from onfile.config import Settings
from onfile.index.dense import VectorIndex
from onfile.index.lexical import PostingsIndex
from onfile.index.store import Store
from onfile.index.view import View, ViewedVectors, ViewedWords
from onfile.judging import Judging
from onfile.language import lexicon as lexicons
from onfile.language.words import content_terms
from onfile.owning import Owners
from onfile.permitting import Permissions
from onfile.ports import Embedder
from onfile.retrieve.search import Retrieved
from onfile.scope.decompose import parts
from onfile.scope.parse import parse
from onfile.types import Catalog, Evidence, Intent, Outcome, Verdict

MAX_DESKS = 8  # each keeps figures that it has read: up to some 40 MB


class Parts(Calibrated):
    """The part of ``Engine`` that holds what all askers share, and a desk for each of them."""

    store: Store
    settings: Settings
    access: Permissions

    def __init__(self) -> None:
        self._desks: OrderedDict[frozenset[str] | None, Desk] = OrderedDict()
        self._desks_lock = threading.Lock()

    def view(self, as_user: str | None = None) -> View:
        """What an asker may see of the store; None is its owner, who sees everything.

        Raises:
            UsageError: the name is empty.
            RulesUnreadable: a file with rules can't be read: nobody who is named sees anything.
        """
        return self._desk(as_user).view

    def scope(self, question: str, *, as_user: str | None = None) -> Intent:
        """What a question asks for, as it is read."""
        return self._desk(as_user).intent(question)

    def steps(self, question: str, *, as_user: str | None = None) -> tuple[str, ...]:
        """The questions that a question consists of; itself alone where it is one."""
        return parts(question, self._desk(as_user).catalog, self._lexicon)

    def _desk(self, as_user: str | None) -> Desk:
        visible = self.access.visible(as_user)
        with self._desks_lock:
            desk = self._desks.get(visible)
            if desk is None:
                desk = self._desks[visible] = Desk(self, visible)
            self._desks.move_to_end(visible)
            while len(self._desks) > MAX_DESKS:
                self._desks.popitem(last=False)
        return desk

    @cached_property
    def _lexicon(self) -> lexicons.Lexicon:
        return lexicons.load(self.settings.lexicon)

    @cached_property
    def _stemmer(self) -> SnowballStemmer:
        return SnowballStemmer()

    @cached_property
    def _lexical(self) -> PostingsIndex:
        return PostingsIndex(self.store, self._stemmer)

    @cached_property
    def _dense(self) -> VectorIndex:
        return VectorIndex(self.store, embedders.model_name(self.settings.dense_model))

    @cached_property
    def _embedder(self) -> Embedder:
        return embedders.load(self.settings.dense_model)

    def terms(self, text: str) -> list[str]:
        """Content terms of a text, stemmed, as the lexical index makes them."""
        return self._terms(text)

    def _terms(self, text: str) -> list[str]:
        return content_terms(text, self._stemmer)

    def close(self) -> None:
        """Close the store, and end the process that draws pages."""
        images = vars(self).get("_images")  # begun with the first page that was drawn
        if images is not None:
            images.close()
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Desk:
    """The stages over what may be seen; opening one is cheap."""

    def __init__(self, parts: Parts, visible: frozenset[str] | None) -> None:
        self._parts = parts
        self.visible = visible
        self.view = View(parts.store, visible)

    @property
    def catalog(self) -> Catalog:
        """What is on file, as far as the asker may see."""
        return self.view.catalog()

    def intent(self, question: str) -> Intent:
        """What a question asks for, as it is read."""
        parts = self._parts
        owner = Owners(self.view)
        return parse(question, self.catalog, parts._lexicon, parts._terms, owner)

    @cached_property
    def words(self) -> ViewedWords:
        """The lexical index."""
        return ViewedWords(self._parts._lexical, self.visible)

    @cached_property
    def vectors(self) -> ViewedVectors:
        """The dense index."""
        return ViewedVectors(self._parts._dense, self.visible)

    @cached_property
    def preparation(self) -> Preparation:
        """Makes stage inputs from an intent."""
        parts = self._parts
        return Preparation(self.view, self.words, parts._lexicon, parts._terms, parts.thresholds)

    @cached_property
    def judging(self) -> Judging:
        """Judges answers of others."""
        parts = self._parts
        return Judging(
            self.view, self.words, self.preparation, parts._lexicon, parts._terms, self.visible
        )

    # ── the last look ────────────────────────────────────────────────────────────────────

    def released(self, outcome: Outcome, retrieved: Retrieved | None, catalog: Catalog) -> Outcome:
        """The outcome, once nothing hidden is found in it; ``catalog`` is what it was asked of.

        Raises:
            AccessBreach: something hidden is in it, so it must not be shown.
        """
        if self.visible is not None:
            shown = outgoing.Shown(self.visible, catalog, self._hidden_names())
            outgoing.check_outcome(outcome, retrieved, shown)
        return outcome

    def released_passages(self, passages: Iterable[Evidence]) -> list[Evidence]:
        """As ``released``, for what a search found."""
        found = list(passages)
        if self.visible is not None:
            outgoing.check_documents(outgoing.of_passages(found), self.visible)
        return found

    def released_verdict(self, verdict: Verdict) -> Verdict:
        """As ``released``, for a verdict."""
        if self.visible is not None:
            outgoing.check_documents(outgoing.of_citations(verdict.citations), self.visible)
        return verdict

    def may_show(self, document_ids: Iterable[str], names: Iterable[str]) -> bool:
        """True when all these documents, and all these names, are visible now."""
        if self.visible is None:
            return True
        return self.visible.issuperset(document_ids) and self._hidden_names().isdisjoint(names)

    def _hidden_names(self) -> frozenset[str]:
        return outgoing.only_hidden(self._parts.store.catalog(), self.catalog)
