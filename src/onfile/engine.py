"""onfile in one file: what happens to a document, and what happens to a question.

    engine = Engine("my-store")
    engine.ingest(["filings/"])
    outcome = engine.ask("What were Northwind's net revenues in fiscal 2024?")

Every stage is a folder; ``ARCHITECTURE.md`` says which question each of them answers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

from onfile import acl_sources, asking, compound, modelling, outcomes, recognising, reranking
from onfile.asking import Found
from onfile.audit.log import AuditLog
from onfile.browsing import Browsed
from onfile.by_reader import answered
from onfile.config import Settings
from onfile.conversation import Session
from onfile.desk import Desk
from onfile.errors import ModelError
from onfile.gate import gates
from onfile.index.store import Store
from onfile.ingesting import (
    IngestOptions,
    IngestReport,
    ingest_files,
    refuse_absent,
    settle_identities,
)
from onfile.language.words import well_formed
from onfile.naming import cells_over
from onfile.permitting import Permissions
from onfile.recording import NO_REQUEST, Request, record
from onfile.retrieve.search import Retrieved, Retriever, every_chunk
from onfile.retrieve.strategy import STANDARD, Strategy
from onfile.retrieve.trace import Explanation, trace
from onfile.reviewing import Reviewed
from onfile.rulebook import Rulebook
from onfile.scope import papers, retold
from onfile.scope.carried import carry_on
from onfile.scope.decompose import parts
from onfile.scope.followup import StandAlone
from onfile.scope.plan import Plan
from onfile.steady import steady
from onfile.timing import Timer
from onfile.types import (
    CarriedScope,
    Catalog,
    Check,
    Draft,
    Evidence,
    Intent,
    Outcome,
    Refusal,
    Verdict,
)
from onfile.unread import with_unread
from onfile.upkeep import Upkept
from onfile.writing_ahead import WritingAhead

EVIDENCE_K = 12  # pages read for an answer: enough for six pairs of two pages each
Progress = Callable[[str, int, int, str], None]


class Engine(Upkept, Browsed, Reviewed):
    """Answers over one store. Opening is cheap; models are loaded when first needed.

    ``as_user`` is who asks; None is the store's owner, who sees everything. For everybody else
    whatever he may not see does not exist: it is not searched, counted or named.
    """

    def __init__(
        self,
        store: Path | str = ".onfile",
        *,
        settings: Settings | None = None,
        create: bool = True,
    ) -> None:
        super().__init__()
        self.settings = settings or Settings(store=Path(store))
        self.store = Store.open(Path(store), create=create)
        self.access = Permissions(self.store)
        self.rules = Rulebook(self.store)
        self.log = AuditLog(self.store)
        self.model = modelling.from_settings(self.settings)
        self.rescoring = reranking.from_settings(self.settings)

    # ── documents ────────────────────────────────────────────────────────────────────────

    def ingest(
        self,
        paths: Sequence[Path | str],
        *,
        registry: Path | None = None,
        workers: int | None = None,
        on_progress: Progress | None = None,
        embed: bool = True,
        ocr: bool = True,
        passwords: Sequence[str] = (),
        prune: bool = False,
        acl_from_filesystem: bool = False,
    ) -> IngestReport:
        """Read files and folders into the store; every page gets a ledger row.

        Files already stored and unchanged are passed over, so that an interrupted run goes on
        where it stopped. A file that can't be read is a ledger row, never an exception. Files
        that are gone are reported; their documents are kept unless ``prune``. Permissions of the
        registry and of sidecars are read first, so that no document is ever without its labels;
        ``acl_from_filesystem`` takes those of the files over, now and at every later ingest.

        Raises:
            UsageError: a path that is not there; ``prune`` with folders in which nothing is left.
            SettingError: the registry or a sidecar is invalid.
            StoreBusy: another ingest is running.
            StoreError: the store can't be written; what was stored before stays.
        """
        roots = [Path(p) for p in paths]
        refuse_absent(roots)
        registry = registry or self.settings.registry
        acl_sources.before_ingest(self.store, roots, registry, acl_from_filesystem)
        report = ingest_files(
            self.store,
            roots,
            IngestOptions(
                registry=registry,
                workers=workers or self.settings.workers,
                passwords=tuple(passwords),
                prune=prune,
                lexicon=self.settings.lexicon,
            ),
            on_progress,
            self._lexical.keep_up,
        )
        self._lexical.refresh()
        if embed and self.settings.dense:
            self.embed(on_progress)
        n_read = 0
        if ocr and self.settings.ocr:
            n_read = self.recognise(registry, workers, on_progress, tuple(passwords))
        if n_read and embed and self.settings.dense:
            self.embed(on_progress)
        waiting = recognising.waiting(self.store, self.settings.ocr_engine)
        return dataclasses.replace(report, ocr_pages=n_read, waiting_for_ocr=waiting)

    def recognise(
        self,
        registry: Path | None = None,
        workers: int | None = None,
        on_progress: Progress | None = None,
        passwords: tuple[str, ...] = (),
    ) -> int:
        """Read the pages that need OCR; gives how many. 0 where no OCR engine is installed."""
        n_read = recognising.recognise_pages(
            self.store,
            registry=registry or self.settings.registry,
            workers=workers or self.settings.workers,
            passwords=passwords,
            lexicon=self.settings.lexicon,
            engine=self.settings.ocr_engine,
            on_progress=on_progress,
        )
        if n_read:
            settle_identities(self.store)
            self._lexical.refresh()
        return n_read

    def embed(self, on_progress: Progress | None = None) -> int:
        """Compute the vectors that are missing; gives how many chunks were embedded."""
        return self._dense.embed_pending(self._embedder, on_progress)

    # ── questions ────────────────────────────────────────────────────────────────────────

    def ask(
        self,
        question: str,
        *,
        as_user: str | None = None,
        note: str = "",
        via: Request = NO_REQUEST,
        plan: Plan | None = None,
    ) -> Outcome:
        """Answer with citations, or refuse with a reason; recorded either way.

        Args:
            question: Stands alone; ``session`` is for follow-ups.
            as_user: Who asks; see the class.
            note: How the question came about, kept with the scope.
            via: The request that it came with.
            plan: Its steps (``agent.py``); None takes them from the question.

        Raises:
            UsageError: the user's name is empty.
            AuditError: the record could not be written; then there is no answer.
        """
        return self._ask(question, as_user, note, via, plan)[0]

    def session(self, *, as_user: str | None = None) -> Session:
        """A conversation: follow-ups are rewritten to stand alone."""
        return Session(self, as_user=as_user)

    def stand_alone(
        self,
        question: str,
        before: str | None,
        scope: CarriedScope | None = None,
        *,
        as_user: str | None = None,
    ) -> StandAlone:
        """A question with what it leaves to the one before it, or to a scope carried on."""
        return carry_on(question, before, scope, self._desk(as_user).catalog, self._lexicon)

    def explain(self, question: str, *, as_user: str | None = None) -> Explanation:
        """As ``ask``, with every ranker's lists."""
        outcome, retrieved = self._ask(question, as_user)
        names = {e.document_id: e.name for e in self.view(as_user).catalog().entries}
        paths = trace(retrieved, names) if retrieved is not None else ()
        return Explanation(outcome.intent, outcome.checks, retrieved, outcome, paths)

    @steady
    def verify(self, question: str, answer: str, *, as_user: str | None = None) -> Verdict:
        """Whether what is on file supports an answer that somebody else gave; not recorded."""
        desk = self._desk(as_user)
        asked, given = well_formed(question), well_formed(answer)
        return desk.released_verdict(desk.judging.verdict(asked, given, desk.catalog))

    @steady
    def search(
        self,
        question: str,
        k: int = 10,
        *,
        chunks: bool = False,
        dense: bool = True,
        strategy: Strategy = STANDARD,
        as_user: str | None = None,
    ) -> list[Evidence]:
        """The best ``k`` pages (chunks of texts without pages) for a question, best first."""
        desk = self._desk(as_user)
        intent = desk.intent(question)
        found = self._retrieve(desk, intent, k, dense=dense, strategy=strategy).retrieved.evidence
        return desk.released_passages(every_chunk(found, desk.view, k) if chunks else found)

    @steady
    def rehearse(self, question: str, *, as_user: str | None = None) -> Outcome:
        """As ``ask``, without a record: for what nobody is shown (``examples.py``)."""
        return self._concluded(self._desk(as_user), question)[0]

    @steady
    def _ask(
        self,
        question: str,
        as_user: str | None,
        note: str = "",
        via: Request = NO_REQUEST,
        plan: Plan | None = None,
    ) -> tuple[Outcome, Retrieved | None]:
        desk = self._desk(as_user)
        outcome, retrieved = self._concluded(desk, question, note, via, plan)
        return self._recorded(desk, outcome, retrieved, as_user, via.id), retrieved

    def _concluded(
        self,
        desk: Desk,
        question: str,
        note: str = "",
        via: Request = NO_REQUEST,
        plan: Plan | None = None,
    ) -> tuple[Outcome, Retrieved | None]:
        catalog = desk.catalog
        asked = well_formed(question)
        intent = desk.intent(asked)
        retrieved: Retrieved | None = None
        if plan is not None and plan.refusal is not None:
            outcome = outcomes.outcome(intent, catalog, plan.refusal, (), None, {})
        else:
            questions = parts(asked, catalog, self._lexicon) if plan is None else plan.steps
            found = compound.in_turn(
                questions, lambda one: self._ask_one(desk, catalog, one, note, via)
            )
            outcome, retrieved = compound.joined(intent, found)
        if plan is not None:
            outcome = dataclasses.replace(outcome, checks=(plan.check, *outcome.checks))
        return desk.released(outcome, retrieved, catalog), retrieved

    def _ask_one(
        self, desk: Desk, catalog: Catalog, question: str, note: str, via: Request
    ) -> tuple[Outcome, Retrieved | None]:
        timer = Timer(on_stage=via.on_stage)
        with timer.stage("total"):
            with timer.stage("scope"):
                intent = desk.intent(question)
                if note:
                    intent = dataclasses.replace(intent, notes=(note, *intent.notes))
                checks, refusal = gates.before_search(
                    intent,
                    catalog,
                    needs_statements=desk.preparation.needs_statements(intent),
                    asks_flow=desk.preparation.asks_flow(intent),
                )
            found: Found | None = None
            result: Draft | Refusal | None = refusal
            if result is None:
                found, result, more = self._tried(desk, catalog, intent, timer)
                checks += more
            for wider in (
                retold.asked_of(intent, result, catalog, self._terms),
                papers.asked_of(intent, result, catalog),
            ):
                if wider is None or isinstance(result, Draft):
                    continue
                again, told, more = self._tried(desk, catalog, wider, timer)
                if isinstance(told, Draft) or papers.are_of(intent, wider, result, catalog):
                    intent, found, result = wider, again, told
                    checks = (*(c for c in checks if c.passed), *more)
        retrieved = found.retrieved if found is not None else None
        if isinstance(result, Refusal):
            result = with_unread(result, intent, catalog, retrieved, desk.view)
        return outcomes.outcome(intent, catalog, result, checks, retrieved, timer.spent), retrieved

    def _tried(
        self, desk: Desk, catalog: Catalog, intent: Intent, timer: Timer
    ) -> tuple[Found, Draft | Refusal, tuple[Check, ...]]:
        with timer.stage("retrieve"):
            found = self._retrieve(desk, intent, EVIDENCE_K)
        with timer.stage("answer"):
            result, checks = self._answer(desk, found, catalog)
        checks += self.calibration_checks(e.document_id for e in catalog.entries)
        return found, result, (*found.retrieved.notes, *checks)

    def _retrieve(
        self,
        desk: Desk,
        intent: Intent,
        k: int,
        *,
        dense: bool = True,
        strategy: Strategy = STANDARD,
    ) -> Found:
        is_dense = dense and self.settings.dense and desk.vectors.has_any()
        writing = WritingAhead.of(self.settings, self.model, strategy)
        ahead = writing.write(intent.question, self._embedder if is_dense else None)
        asked = desk.preparation.asked(intent, desk.catalog, ahead.vector, ahead.words)
        retriever = Retriever(
            desk.view,
            desk.words,
            desk.vectors if is_dense else None,
            visible=desk.visible,
            strategy=strategy,
            rescoring=self.rescoring if strategy.is_reranked else None,
        )
        retrieved = retriever.retrieve(
            intent,
            asked.query,
            desk.catalog,
            lambda pair, documents: desk.preparation.rank_figures(asked, pair, documents),
            k,
        )
        return Found(asked, dataclasses.replace(retrieved, notes=ahead.notes + retrieved.notes))

    def _answer(
        self, desk: Desk, found: Found, catalog: Catalog
    ) -> tuple[Draft | Refusal, tuple[Check, ...]]:
        intent, retrieved = found.asked.intent, found.retrieved
        checks, refusal = gates.after_search(intent, asking.covered_pairs(retrieved), catalog)
        if refusal is not None:
            return refusal, checks
        reading, earlier = desk.preparation.reading(found.asked, retrieved)
        cells = cells_over(desk.view, catalog, self._lexicon)
        if self.model is not None:
            try:
                page_text = desk.view.page_text
                result, verdicts = self.model.answer(reading, earlier, page_text, cells)
                return result, checks + verdicts
            except ModelError as error:
                if self.settings.model_fallback is None:
                    raise
                checks += (Check("model", False, "model", detail=str(error)),)
        result, verdicts = answered(reading, earlier, desk.view.page_text, cells)
        return result, checks + verdicts

    def _recorded(
        self,
        desk: Desk,
        outcome: Outcome,
        retrieved: Retrieved | None,
        as_user: str | None,
        request_id: str | None,
    ) -> Outcome:
        models = {"stemmer": self._stemmer.name, "dense": self.settings.dense_model}
        models |= {"model": self.model.model.name} if self.model is not None else {}
        models |= {"rerank": self.rescoring.reranker.name} if self.rescoring is not None else {}
        hashes = {"settings": self.settings.fingerprint, "index": self.store.fingerprint()}
        hashes |= {"thresholds": self.thresholds_fingerprint}
        hidden = self.access.truth(desk.visible)
        return record(self.log, outcome, retrieved, as_user, models, hashes, request_id, hidden)
