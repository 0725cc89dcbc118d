"""Files into the store: found, read in worker processes, written one transaction a document."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from onfile.index.store import Store
from onfile.ingest.discover import discover
from onfile.ingest.workers import WorkerFailure, run_isolated
from onfile.language.names import canonical_names
from onfile.processing import Processed, process
from onfile.registry import Registry, load_registry
from onfile.types import LedgerRow, PageStatus

Progress = Callable[[str, int, int, str], None]
DOCUMENT_TIMEOUT_S = 600.0  # the largest filing on hand takes under ten seconds


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What one ingest did. ``failed`` has a row for each file that could not be read."""

    documents: int
    pages: int
    skipped: int
    failed: tuple[LedgerRow, ...]
    elapsed_s: float


@dataclass(slots=True)
class _Tally:
    documents: int = 0
    pages: int = 0
    done: int = 0
    failed: list[LedgerRow] = dataclasses.field(default_factory=list)


def ingest_files(
    store: Store,
    paths: Sequence[Path],
    *,
    registry: Path | None,
    workers: int | None,
    on_progress: Progress | None,
) -> IngestReport:
    """Bring the store up to date with the files at ``paths``; see ``Engine.ingest``."""
    start = time.perf_counter()
    given = load_registry(registry) if registry is not None else Registry()
    found = discover(paths)
    new = [path for path in found.files if not _is_known(store, path)]
    tally = _Tally()
    for row in found.rows:
        store.put_ledger([row], path=row.file)
        tally.failed.append(row)
    for path, result in _results(new, workers):
        _store_one(store, path, result, given, tally)
        tally.done += 1
        if on_progress is not None:
            on_progress("documents", tally.done, len(new), path.name)
    merge_company_names(store)
    return IngestReport(
        documents=tally.documents,
        pages=tally.pages,
        skipped=len(found.files) - len(new),
        failed=tuple(tally.failed),
        elapsed_s=round(time.perf_counter() - start, 3),
    )


def merge_company_names(store: Store) -> None:
    """Give every document of one company the same name for it, whatever its cover says."""
    documents = store.documents()
    names = canonical_names([d.identity for d in documents])
    changed = {
        document.document_id: name
        for document, name in zip(documents, names, strict=True)
        if name != document.identity.company
    }
    if changed:
        store.set_company_names(changed)


def _results(
    paths: Sequence[Path], workers: int | None
) -> Iterator[tuple[Path, Processed | WorkerFailure]]:
    n_workers = workers or os.cpu_count() or 1
    largest_first = sorted(paths, key=lambda p: (-_size(p), str(p)))
    yield from run_isolated(process, largest_first, n_workers, timeout_s=DOCUMENT_TIMEOUT_S)


def _store_one(
    store: Store,
    path: Path,
    result: Processed | WorkerFailure,
    registry: Registry,
    tally: _Tally,
) -> None:
    if isinstance(result, WorkerFailure):
        row = LedgerRow(
            str(path), None, None, PageStatus.FAILED, result.reason, 0, 0.0, 0.0, "worker"
        )
        store.put_ledger([row], path=str(path), n_bytes=_size(path), mtime_ns=_mtime(path))
        tally.failed.append(row)
        return
    if result.document is None:
        store.put_ledger(result.ledger, path=str(path), n_bytes=_size(path), mtime_ns=_mtime(path))
        tally.failed.extend(result.ledger)
        return
    document = result.document
    if store.has(document.document_id):
        store.add_alias(
            document.document_id,
            str(path),
            path.name,
            n_bytes=document.n_bytes,
            mtime_ns=_mtime(path),
        )
        return
    identity = registry.apply(document.identity, document)
    store.put(
        dataclasses.replace(document, identity=identity),
        result.pages,
        result.ledger,
        dataclasses.replace(result.structure, identity=identity),
        result.chunks,
        result.figures,
        mtime_ns=_mtime(path),
    )
    tally.documents += 1
    tally.pages += document.n_pages


def _is_known(store: Store, path: Path) -> bool:
    known = store.known_files().get(str(path))
    return known is not None and known.n_bytes == _size(path) and known.mtime_ns == _mtime(path)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _mtime(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
