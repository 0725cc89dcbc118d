"""Do store, ledger, indexes, boxes, vectors and log agree? What ``onfile doctor`` runs."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from onfile import calibration
from onfile.audit.log import AuditLog
from onfile.index import consistency
from onfile.index.dense import VectorIndex
from onfile.index.lexical import PostingsIndex
from onfile.index.schema import VERSION
from onfile.index.store import Store
from onfile.types import Check

N_SHOWN = 3  # problems told of each check
RESTORE = "onfile restore BACKUP --replace, or ingest into a new store"
AGAIN = "onfile remove DOCUMENT, then onfile ingest PATH"
GC = "onfile gc"


def run(
    store: Store,
    log: AuditLog,
    lexical: PostingsIndex,
    dense: VectorIndex,
    *,
    deep: bool = False,
) -> list[Check]:
    """One check each; a failed one says in its detail which command mends it.

    Args:
        store, log, lexical, dense: What is checked against each other.
        deep: Also read every page, passage, figure, box and vector.
    """
    database = _verdict("database", consistency.database_problems(store, deep=deep), RESTORE)
    if not database.passed:
        return [database]
    checks = [
        database,
        Check("schema", True, "doctor", measured=float(VERSION), detail=f"version {VERSION}"),
        _verdict("ledger", consistency.page_problems(store), AGAIN),
        _verdict("files", consistency.file_problems(store), AGAIN),
        _lexical(store, lexical, deep=deep),
        _vectors(store, dense),
    ]
    if deep:
        checks.append(_content(store))
    return [*checks, _log(log), _thresholds(store)]


def _thresholds(store: Store) -> Check:
    body = store.calibration()
    if body is None or body == calibration.NONE:
        return Check("thresholds", True, "doctor", detail=calibration.AS_SHIPPED)
    ids = [document.document_id for document in store.documents()]
    check = calibration.from_json(body).check(ids)
    return dataclasses.replace(check, name="thresholds", kind="doctor")


def _content(store: Store) -> Check:
    problems = (
        problem
        for document in store.documents()
        for problem in consistency.content_problems(store, document)
    )
    return _verdict("passages, figures, boxes and vectors", problems, AGAIN)


def _lexical(store: Store, lexical: PostingsIndex, *, deep: bool) -> Check:
    n_stored, n_indexed = store.n_chunks, lexical.n_chunks
    if n_stored != n_indexed:
        problem = f"{n_indexed:,} of {n_stored:,} passages can be found by their words"
        return _verdict("lexical_index", [problem], GC)
    problems = list(_word_problems(store, lexical)) if deep else []
    well = f"all {n_stored:,} passages can be found by their words"
    return _verdict("lexical_index", problems, GC, well)


def _word_problems(store: Store, lexical: PostingsIndex) -> Iterable[str]:
    indexed = lexical.indexed()
    for row, document_id in store.document_rows().items():
        texts = [text for _, _, text, _ in store.chunk_texts([row])]
        expected = (len(texts), sum(lexical.n_terms(text) for text in texts))
        if indexed.get(document_id, (0, 0)) != expected:
            yield f"{store.document(document_id).name}: indexed with other words"


def _vectors(store: Store, dense: VectorIndex) -> Check:
    """Missing vectors are work in progress, not a fault; ``onfile ingest`` goes on with them."""
    problems = consistency.vector_problems(store)
    n_missing = dense.pending()
    n_searched, n_made = dense.n_vectors(), store.n_chunks - n_missing
    if n_searched != n_made:
        problems.append(f"{n_searched:,} of {n_made:,} vectors can be searched")
    well = "all passages have vectors" if n_missing == 0 else f"{n_missing:,} have none yet"
    return _verdict("vectors", problems, GC, well)


def _log(log: AuditLog) -> Check:
    report = log.verify()
    mend = "restore the log from a backup: onfile restore BACKUP --replace"
    return _verdict(
        "audit_log", [] if report.ok else [report.reason], mend, f"{report.n_records:,} records"
    )


def _verdict(name: str, problems: Iterable[str], mend: str, well: str = "no fault found") -> Check:
    found: Sequence[str] = list(problems)
    if not found:
        return Check(name, True, "doctor", measured=0.0, detail=well)
    more = f" (and {len(found) - N_SHOWN:,} more)" if len(found) > N_SHOWN else ""
    detail = f"{'; '.join(found[:N_SHOWN])}{more}. To mend it: {mend}"
    return Check(name, False, "doctor", measured=float(len(found)), detail=detail)
