"""Files into the store: found, read in worker processes, written one transaction a document."""

from __future__ import annotations

import dataclasses
import datetime as dt
import gc
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from onfile.changes import Changes, below, compare, exists, is_link, stamp
from onfile.errors import UsageError
from onfile.index.files import spool_folder
from onfile.index.lock import ingest_lock
from onfile.index.store import Store
from onfile.index.tracking import KnownFile
from onfile.ingest.discover import Found, discover
from onfile.ingest.progress import OPEN_TIMEOUT_S
from onfile.ingest.workers import WorkerFailure, run_isolated
from onfile.language.lexicon import load
from onfile.processing import Processed, Task, retry, run
from onfile.registry import Registry, load_registry
from onfile.types import Identity, LedgerRow, PageStatus

Progress = Callable[[str, int, int, str], None]
_OBJECTS_BETWEEN_LOOKS = 50_000
_NOT_WHOLE = (PageStatus.FAILED, PageStatus.TOO_LARGE)


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What one ingest did.

    Attributes:
        documents, pages: Read in this run.
        skipped: Files that were on file already, unchanged.
        failed: A row for each file among those given that could not be read, now or at an
            earlier look.
        new, changed, moved, copies: Files, by what has become of them since the last look.
        missing: Files that were read once and are gone; their documents are kept.
        removed: Documents that were dropped because their files are gone.
        left_out: Hidden files and others that are no documents.
        ocr_pages: Pages that were read by OCR.
        waiting_for_ocr: Pages that still need it.
    """

    documents: int
    pages: int
    skipped: int
    failed: tuple[LedgerRow, ...]
    elapsed_s: float
    new: int = 0
    changed: int = 0
    moved: int = 0
    copies: int = 0
    missing: tuple[str, ...] = ()
    removed: int = 0
    left_out: tuple[LedgerRow, ...] = ()
    ocr_pages: int = 0
    waiting_for_ocr: int = 0


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How to ingest; see ``Engine.ingest``."""

    registry: Path | None = None
    workers: int | None = None
    passwords: tuple[str, ...] = dataclasses.field(default=(), repr=False)
    prune: bool = False
    lexicon: Path | None = None


@dataclass(slots=True)
class _Tally:
    documents: int = 0
    pages: int = 0
    done: int = 0


def ingest_files(
    store: Store,
    paths: Sequence[Path],
    options: IngestOptions,
    on_progress: Progress | None = None,
    on_stored: Callable[[int], None] | None = None,
) -> IngestReport:
    """Bring the store up to date with the files at ``paths``; see ``Engine.ingest``.

    ``on_stored`` is called after each commit of a document, with the number of its chunks.
    """
    load(options.lexicon)  # wrong in a worker, it would cost every document its figures
    given = load_registry(options.registry) if options.registry is not None else Registry()
    with ingest_lock(store.directory), _few_looks_for_cycles():
        return _Ingest(store, paths, options, given).run(on_progress, on_stored)


@contextmanager
def _few_looks_for_cycles() -> Iterator[None]:
    """Documents come as many small objects without cycles: looking for some is time lost."""
    thresholds = gc.get_threshold()
    gc.set_threshold(max(_OBJECTS_BETWEEN_LOOKS, thresholds[0]), *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def refuse_absent(paths: Sequence[Path]) -> None:
    """A path that is not there is a slip of the pen, or a disk that is not mounted.

    Nothing is read and nothing is noted: a row for it would stand in the coverage for ever.

    Raises:
        UsageError: one of them is neither a file nor a folder nor a link.
    """
    absent = [str(path) for path in paths if not is_link(path) and not exists(path)]
    if absent:
        raise UsageError(
            f"there is no file or folder {', '.join(absent)}: nothing was read",
            hint="is the disk mounted? To drop documents whose files are gone: onfile remove DOC",
        )


def read_passwords(file: Path) -> tuple[str, ...]:
    """The passwords of a file, one a line; empty lines are none.

    Raises:
        UsageError: it can't be read.
    """
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the password file {file} can't be read") from error
    return tuple(dict.fromkeys(line for line in lines if line))


def settle_identities(store: Store) -> None:
    """What no document says alone: one name a company, and its calendar for current reports."""
    settled = store.settled()
    held = {d.document_id: d.identity for d in store.documents()}
    names = {d: s.company for d, s in settled.items() if s.company != held[d].company}
    if names:
        store.set_company_names(names)
    periods = {d: s.period for d, s in settled.items() if s.period != _period_name(held[d])}
    if periods:
        store.set_periods(periods)


def _period_name(identity: Identity) -> str | None:
    return None if identity.period is None else identity.period.name


class _Ingest:
    """One run over the files at ``paths``."""

    def __init__(
        self, store: Store, paths: Sequence[Path], options: IngestOptions, registry: Registry
    ) -> None:
        self._start = time.perf_counter()
        self._store = store
        self._options = options
        self._registry = registry
        self._roots = [Path(os.path.abspath(path)) for path in paths]  # noqa: PTH100 - keeps links
        self._is_below = below(self._roots)
        self._tally = _Tally()
        self._known: Mapping[str, KnownFile] = store.known_files()
        retried = self._worth_another_try()
        self._known = {p: known for p, known in self._known.items() if p not in retried}

    def _worth_another_try(self) -> set[str]:
        """Files that could not be opened (their rights may have changed), or were locked."""
        rows = self._store.file_failures(self._is_below_or_given)
        given = PageStatus.ENCRYPTED if self._options.passwords else None
        return {row.file for row in rows if row.status is given or _is_unopened(row)}

    def run(
        self, on_progress: Progress | None, on_stored: Callable[[int], None] | None
    ) -> IngestReport:
        found = discover(self._roots)
        changes = compare(found.files, self._known, self._is_looked_at(found))
        self._refuse_to_prune_all(found)
        self._store.replace_left_out(found.rows, self._is_looked_at_or_gone)
        self._follow(changes)
        with spool_folder(self._store.directory) as self._spool:
            self._read(changes, on_progress, on_stored)
        removed = self._settle_missing(changes.missing)
        settle_identities(self._store)
        return self._report(found, changes, removed)

    def _refuse_to_prune_all(self, found: Found) -> None:
        if self._options.prune and not found.files and any(map(self._is_below, self._known)):
            raise UsageError(
                "there is no file left in the folders given: nothing was removed",
                hint="is the disk mounted? To drop documents, name them: onfile remove DOC",
            )

    def _is_below_or_given(self, path: str) -> bool:
        return self._is_below(path) or Path(path) in self._roots

    def _is_looked_at(self, found: Found) -> Callable[[str], bool]:
        """A test whether a path lies where this look could see it: no folder above it is closed."""
        failed = (Path(row.file) for row in found.rows if row.status is PageStatus.FAILED)
        is_closed = below([path for path in failed if exists(path)])
        return lambda path: self._is_below(path) and not is_closed(path)

    def _is_looked_at_or_gone(self, path: str) -> bool:
        there = is_link(Path(path)) or exists(Path(path))
        return not there or self._is_below_or_given(path)

    def _follow(self, changes: Changes) -> None:
        """Moves, copies and files that are there again."""
        for old, new in changes.moves:
            n_bytes, mtime_ns = stamp(new)
            self._store.move_file(old, str(new), n_bytes=n_bytes, mtime_ns=mtime_ns)
        for path, document_id in changes.copies:
            self._alias(path, document_id)
        back = self._store.missing_files().keys() & set(changes.unchanged)
        if back:
            self._store.mark_missing(sorted(back), None)

    def _read(
        self,
        changes: Changes,
        on_progress: Progress | None,
        on_stored: Callable[[int], None] | None,
    ) -> None:
        paths = [*changes.new, *changes.changed]
        for task, result in self._results(paths):
            self._store_one(task.path, result)
            if on_stored is not None and isinstance(result, Processed):
                on_stored(len(result.chunks))
            if isinstance(result, Processed) and result.spool is not None:
                shutil.rmtree(result.spool, ignore_errors=True)
            for twin in changes.twins.get(task.path, ()):
                self._store_twin(twin, task.path, result)
            self._tally.done += 1
            if on_progress is not None:
                on_progress("documents", self._tally.done, len(paths), task.path.name)

    def _results(self, paths: Sequence[Path]) -> Iterator[tuple[Task, Processed | WorkerFailure]]:
        n_workers = self._options.workers or os.cpu_count() or 1
        largest_first = sorted(paths, key=lambda path: (-stamp(path)[0], str(path)))
        options, spool = self._options, self._spool
        tasks = [
            Task(path, (), options.passwords, options.lexicon, spool) for path in largest_first
        ]
        return run_isolated(run, tasks, n_workers, timeout_s=OPEN_TIMEOUT_S, retry=retry)

    def _store_one(self, path: Path, result: Processed | WorkerFailure) -> None:
        if isinstance(result, WorkerFailure):
            status = PageStatus.FAILED
            row = LedgerRow(str(path), None, None, status, result.reason, 0, 0.0, 0.0, "worker")
            self._put_failure(path, [row])
        elif result.document is None:
            self._put_failure(path, result.ledger)
        elif self._store.has(result.document.document_id):
            self._alias(path, result.document.document_id)
        elif (reason := self._worse_than_before(path, result)) is not None:
            status = PageStatus.FAILED
            row = LedgerRow(str(path), None, None, status, reason, 0, 0.0, 0.0, "ingest")
            self._put_failure(path, [row])
        else:
            self._put(path, result)

    def _put(self, path: Path, result: Processed) -> None:
        if result.document is None:
            return
        identity = self._registry.apply(result.document.identity, result.document)
        self._store.put(
            dataclasses.replace(result.document, identity=identity),
            result.pages,
            result.ledger,
            dataclasses.replace(result.structure, identity=identity),
            result.chunks,
            result.figures,
            mtime_ns=stamp(path)[1],
            boxes=result.boxes,
            tables=result.tables,
            sketch=result.sketch,
        )
        self._tally.documents += 1
        self._tally.pages += result.document.n_pages

    def _store_twin(self, twin: Path, leader: Path, result: Processed | WorkerFailure) -> None:
        if isinstance(result, Processed) and result.document is not None:
            if self._store.has(result.document.document_id):
                self._alias(twin, result.document.document_id)
        else:
            rows = [r for r in self._store.ledger_of_file(str(leader)) if r.page is None]
            self._put_failure(twin, [dataclasses.replace(row, file=str(twin)) for row in rows])

    def _worse_than_before(self, path: Path, result: Processed) -> str | None:
        """Why a changed file is not to take the place of what it held before; None when it is.

        A file that is being written is often read in the middle: what is there of it must not
        replace the whole.
        """
        before = self._known.get(str(path))
        if before is None or before.document_id is None or not self._store.has(before.document_id):
            return None
        fault = _fault(result.ledger)
        if fault is None or _fault(self._store.ledger_of(before.document_id)) is not None:
            return None
        return f"the changed file is not whole ({fault}); what it held before is kept"

    def _put_failure(self, path: Path, rows: Sequence[LedgerRow]) -> None:
        n_bytes, mtime_ns = stamp(path)
        self._store.put_ledger(rows, path=str(path), n_bytes=n_bytes, mtime_ns=mtime_ns)

    def _alias(self, path: Path, document_id: str) -> None:
        n_bytes, mtime_ns = stamp(path)
        self._store.add_alias(document_id, str(path), path.name, n_bytes=n_bytes, mtime_ns=mtime_ns)

    def _settle_missing(self, missing: Sequence[str]) -> int:
        """Mark what is gone, or drop it; gives how many documents were dropped."""
        if not missing:
            return 0
        if self._options.prune:
            return len(self._store.forget_files(missing))
        self._store.mark_missing(missing, dt.datetime.now(dt.UTC).isoformat(timespec="seconds"))
        unread = [path for path in missing if self._known[path].document_id is None]
        self._store.forget_files(unread)  # nothing was read of them: there is nothing to keep
        return 0

    def _report(self, found: Found, changes: Changes, removed: int) -> IngestReport:
        rows = self._store.file_failures(self._is_below_or_given)
        known = self._known
        return IngestReport(
            documents=self._tally.documents,
            pages=self._tally.pages,
            skipped=len(changes.unchanged) + len(changes.copies) + len(changes.moves),
            failed=tuple(row for row in rows if row.status is not PageStatus.SKIPPED),
            elapsed_s=round(time.perf_counter() - self._start, 3),
            new=len(changes.new) + sum(map(len, changes.twins.values())),
            changed=len(changes.changed),
            moved=len(changes.moves),
            copies=sum(str(copy.path) not in known for copy in changes.copies),
            missing=() if self._options.prune else tuple(changes.missing),
            removed=removed,
            left_out=tuple(row for row in rows if row.status is PageStatus.SKIPPED),
        )


def _is_unopened(row: LedgerRow) -> bool:
    return row.status is PageStatus.FAILED and row.document_id is None and not row.reader


def _fault(ledger: Sequence[LedgerRow]) -> str | None:
    """The first thing that is wrong with a document as a whole; None when it is whole."""
    for row in ledger:
        if row.page is not None and (row.status in _NOT_WHOLE or "(repaired)" in row.reader):
            return f"page {row.page}: {row.reason}"
    return None
