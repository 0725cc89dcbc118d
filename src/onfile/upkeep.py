"""Looking after a store: removing, tidying up, copying, and following folders."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from onfile import checkup
from onfile.adapters import embedders, watching
from onfile.adapters.stemmer import SnowballStemmer
from onfile.audit.log import AuditLog
from onfile.auditing import Audited, audit
from onfile.desk import Parts
from onfile.evaluate.auditing import N_SAMPLE, Audit, K
from onfile.figures.ties import Mismatch, mismatches
from onfile.index import upkeep as copies
from onfile.index.dense import VectorIndex
from onfile.index.files import clear_spool
from onfile.index.lexical import PostingsIndex
from onfile.index.lock import ingest_lock
from onfile.index.store import Store
from onfile.types import Check

Report = TypeVar("Report")


@dataclass(frozen=True, slots=True)
class GcReport:
    """What tidying up did: passages and vectors in the indexes now, and bytes given back."""

    passages: int
    vectors: int
    bytes_freed: int


def collect_garbage(store: Store, lexical: PostingsIndex, dense: VectorIndex) -> GcReport:
    """Write both indexes anew from the store and overwrite what was removed.

    Afterwards nothing of a removed document is left in any file of the store but the audit log,
    which keeps what was shown to whom.

    Raises:
        StoreBusy: an ingest is running.
    """
    with ingest_lock(store.directory):
        clear_spool(store.directory)
        _drop_other_models(store, dense)
        copies.drop_misfit_vectors(store)
        n_passages = lexical.rebuild()
        n_vectors = dense.rebuild()
        freed = copies.compact(store)
    return GcReport(n_passages, n_vectors, max(freed, 0))


def remove(
    store: Store, lexical: PostingsIndex, dense: VectorIndex, document_ids: Sequence[str]
) -> GcReport:
    """Remove documents and every trace of them.

    Raises:
        StoreBusy: an ingest is running.
    """
    with ingest_lock(store.directory):
        for document_id in document_ids:
            store.remove(document_id)
    return collect_garbage(store, lexical, dense)


def restore(file: Path, directory: Path, *, replace: bool = False) -> int:
    """The store in ``directory`` from a backup, ready for questions; gives its documents.

    Raises:
        UsageError, StoreDamaged, StoreError: see ``index/upkeep.py``.
        StoreBusy: an ingest is running.
    """
    directory.mkdir(parents=True, exist_ok=True)
    with ingest_lock(directory):
        copies.restore(file, directory, replace=replace)
        with Store.open(directory) as store:
            PostingsIndex(store, SnowballStemmer()).rebuild()
            return len(store.documents())


def _drop_other_models(store: Store, dense: VectorIndex) -> None:
    """Files of vectors of other models; they are made again from the table when asked for."""
    folder = store.directory / "dense"
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.name != dense.folder.name:
            shutil.rmtree(path, ignore_errors=True)


class Upkept(Parts):
    """The part of ``Engine`` that looks after the store."""

    log: AuditLog

    def doctor(self, *, deep: bool = False) -> list[Check]:
        """Whether store, ledger, indexes and log agree, one check each.

        With ``deep``, every page, passage, figure, box and vector is read.
        """
        return checkup.run(self.store, self.log, self._lexical, self._dense, deep=deep)

    def audit(self, *, k: int = K, n_queries: int = N_SAMPLE) -> Audit:
        """Both indexes against brute force over a seeded sample, and every page accounted for."""
        parts = Audited(
            self.store,
            self._lexical,
            self._terms,
            self._dense,
            self._embedder if self.settings.dense else None,
            embedders.model_name(self.settings.dense_model),
        )
        return audit(parts, k, n_queries)

    def watch(self, paths: Sequence[Path | str], ingest: Callable[[], Report]) -> Iterator[Report]:
        """``ingest`` now and after every spell of changes below ``paths``, until Ctrl-C."""
        yield ingest()
        for _ in watching.changes([Path(p) for p in paths], self.store.directory):
            yield ingest()

    def remove(self, documents: Sequence[str]) -> GcReport:
        """Remove documents, by name or id, and every trace of them but in the audit log.

        Raises:
            UsageError: one of them is not on file; then none is removed.
            StoreBusy: an ingest is running.
        """
        ids = [self.view().find(document) for document in documents]
        return remove(self.store, self._lexical, self._dense, ids)

    def gc(self) -> GcReport:
        """Write the indexes anew and give back the room of what was removed."""
        return collect_garbage(self.store, self._lexical, self._dense)

    def backup(self, file: Path) -> int:
        """Copy the whole store to one file while it is in use; gives the bytes written."""
        return copies.backup(self.store, file)

    @staticmethod
    def restore(file: Path, store: Path, *, replace: bool = False) -> int:
        """Make a store from a backup; gives how many documents it holds."""
        return restore(file, store, replace=replace)

    def mismatches(self, *, as_user: str | None = None) -> list[Mismatch]:
        """Sums of the primary statements that do not come out, by document and page."""
        found: list[Mismatch] = []
        view = self.view(as_user)
        for entry in view.catalog().entries:
            pages = {page for _, page in view.statement_pages(entry.document_id)}
            figures = view.figures([entry.document_id], pages=pages) if pages else []
            found += mismatches(figures)
        return found
