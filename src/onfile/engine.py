"""onfile in one file: what happens to a document, and what happens to a question.

    engine = Engine("my-store")
    engine.ingest(["filings/"])
    outcome = engine.ask("What were Northwind's net revenues in fiscal 2024?")

Every stage is a folder; ``ARCHITECTURE.md`` says which question each of them answers.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import TracebackType

from onfile import asking
from onfile.adapters import embedders
from onfile.adapters.stemmer import stem
from onfile.answer import reader
from onfile.asking import Asked, Preparation
from onfile.audit.log import AuditLog
from onfile.config import Settings
from onfile.gate import gates
from onfile.index.coverage import Coverage, coverage_of
from onfile.index.dense import VectorIndex
from onfile.index.lexical import PostingsIndex
from onfile.index.store import Store
from onfile.ingesting import IngestReport, ingest_files
from onfile.language import lexicon as lexicons
from onfile.language.words import content_terms
from onfile.ports import Embedder
from onfile.recording import record
from onfile.retrieve.search import Retrieved, Retriever
from onfile.scope.parse import parse
from onfile.types import (
    Catalog,
    Check,
    Draft,
    Evidence,
    Figure,
    Intent,
    Outcome,
    Refusal,
    Section,
)
from onfile.verify.checks import verify

EVIDENCE_K = 12  # pages read for an answer: enough for six pairs of two pages each
Progress = Callable[[str, int, int, str], None]


@dataclass(slots=True)
class _Timer:
    """Milliseconds per stage."""

    spent: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.spent[name] = round((time.perf_counter() - start) * 1000, 3)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A question's whole path, for ``onfile explain``."""

    intent: Intent
    checks: tuple[Check, ...]
    retrieved: Retrieved | None
    outcome: Outcome


class Engine:
    """Answers over one store. Opening is cheap; models are loaded when first needed."""

    def __init__(self, store: Path | str = ".onfile", *, settings: Settings | None = None) -> None:
        self.settings = settings or Settings(store=Path(store))
        self.store = Store.open(Path(store), create=True)
        self.log = AuditLog(self.store)

    # ── documents ────────────────────────────────────────────────────────────────────────

    def ingest(
        self,
        paths: Sequence[Path | str],
        *,
        registry: Path | None = None,
        workers: int | None = None,
        on_progress: Progress | None = None,
        embed: bool = True,
    ) -> IngestReport:
        """Read files and folders into the store; every page gets a ledger row.

        Files already stored and unchanged are passed over, so that an interrupted run goes on
        where it stopped. A file that can't be read is a ledger row, never an exception.

        Raises:
            UsageError: a path does not exist.
            SettingError: the registry is invalid.
            StoreError: the store can't be written.
        """
        report = ingest_files(
            self.store,
            [Path(p) for p in paths],
            registry=registry or self.settings.registry,
            workers=workers or self.settings.workers,
            on_progress=on_progress,
        )
        self._lexical.refresh()
        if embed and self.settings.dense:
            self.embed(on_progress)
        return report

    def embed(self, on_progress: Progress | None = None) -> int:
        """Compute the vectors that are missing; gives how many chunks were embedded."""
        embedder = self._embedder
        return 0 if embedder is None else self._dense.embed_pending(embedder, on_progress)

    def coverage(self) -> Coverage:
        """What is on file, and whether any page is unaccounted for."""
        return coverage_of(self.store)

    def outline(self, document: str) -> Sequence[Section]:
        """The parts of one document, by its name or id."""
        return self.store.outline(self._document_id(document))

    def figures(
        self, company: str | None = None, concept: str | None = None, period: str | None = None
    ) -> list[Figure]:
        """Stored figures of a company, a lexicon concept, a period name (all if None)."""
        entries = self._catalog.entries
        ids = [e.document_id for e in entries if company in (None, e.identity.company)]
        found = self.store.figures(ids, concepts=None if concept is None else [concept])
        return [f for f in found if period is None or (f.period and f.period.name == period)]

    # ── questions ────────────────────────────────────────────────────────────────────────

    def ask(self, question: str, *, as_user: str | None = None) -> Outcome:
        """Answer with citations, or refuse with a reason; recorded either way.

        Raises:
            AuditError: the record could not be written; then there is no answer.
        """
        return self._ask(question, as_user)[0]

    def explain(self, question: str) -> Explanation:
        """As ``ask``, with every ranker's lists."""
        outcome, retrieved = self._ask(question, None)
        return Explanation(outcome.intent, outcome.checks, retrieved, outcome)

    def search(
        self, question: str, k: int = 10, *, chunks: bool = False, dense: bool = True
    ) -> list[Evidence]:
        """The best ``k`` pages (chunks of texts without pages) for a question, best first."""
        intent = parse(question, self._catalog, self._lexicon)
        asked = self._prepared(dense).asked(intent)
        found = list(self._retrieve(asked, k, dense=dense).evidence)
        return self._chunk_level(found, k) if chunks else found

    def _ask(self, question: str, as_user: str | None) -> tuple[Outcome, Retrieved | None]:
        timer = _Timer()
        with timer.stage("total"):
            with timer.stage("scope"):
                catalog = self._catalog
                intent = parse(question, catalog, self._lexicon)
                checks, refusal = gates.before_search(intent, catalog)
            retrieved: Retrieved | None = None
            result: Draft | Refusal
            if refusal is not None:
                result = refusal
            else:
                with timer.stage("retrieve"):
                    asked = self._prepared(True).asked(intent)
                    retrieved = self._retrieve(asked, EVIDENCE_K)
                with timer.stage("answer"):
                    result, more = self._answer(asked, retrieved, catalog)
                    checks += more
        outcome = _outcome(question, intent, catalog, result, checks, retrieved, timer.spent)
        return record(self, outcome, retrieved, as_user), retrieved

    def _retrieve(self, asked: Asked, k: int, *, dense: bool = True) -> Retrieved:
        prepared = self._prepared(dense)
        retriever = Retriever(self.store, self._lexical, self._dense if dense else None)
        return retriever.retrieve(
            asked.intent,
            asked.query,
            self._catalog,
            lambda pair, documents: prepared.rank_figures(asked, pair, documents),
            k,
        )

    def _answer(
        self, asked: Asked, retrieved: Retrieved, catalog: Catalog
    ) -> tuple[Draft | Refusal, tuple[Check, ...]]:
        intent = asked.intent
        checks, refusal = gates.after_search(intent, asking.covered_pairs(retrieved), catalog)
        if refusal is not None:
            return refusal, checks
        reading, earlier = self._prepared(True).reading(asked, retrieved, catalog)
        draft = reader.read(reading, earlier)
        if isinstance(draft, Refusal):
            return draft, checks
        result, verdicts = verify(draft, intent, self.store.page_text)
        return result, checks + verdicts

    # ── parts ────────────────────────────────────────────────────────────────────────────

    @property
    def _catalog(self) -> Catalog:
        return self.store.catalog()

    @cached_property
    def _lexicon(self) -> lexicons.Lexicon:
        return lexicons.load()

    @cached_property
    def _lexical(self) -> PostingsIndex:
        return PostingsIndex(self.store, stem)

    @cached_property
    def _dense(self) -> VectorIndex:
        return VectorIndex(self.store, self.settings.dense_model)

    @cached_property
    def _embedder(self) -> Embedder | None:
        return embedders.load(self.settings.dense_model) if self.settings.dense else None

    def _prepared(self, dense: bool) -> Preparation:
        embedder = self._embedder if dense else None
        return Preparation(
            self.store,
            self._lexical,
            embedder,
            self._lexicon,
            lambda text: content_terms(text, stem),
        )

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
