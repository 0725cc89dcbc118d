"""Do store, ledger, indexes and log agree? What ``onfile doctor`` runs."""

from __future__ import annotations

from onfile.audit.log import AuditLog
from onfile.index.coverage import coverage_of
from onfile.index.dense import VectorIndex
from onfile.index.lexical import PostingsIndex
from onfile.index.store import Store
from onfile.types import Check


def run(store: Store, log: AuditLog, lexical: PostingsIndex, dense: VectorIndex) -> list[Check]:
    """One check each; a failed one says in its detail which command mends it."""
    return [_pages(store), _lexical(store, lexical), _vectors(dense), _log(log)]


def _pages(store: Store) -> Check:
    missing = coverage_of(store).unaccounted_pages
    detail = "every page has a ledger row" if missing == 0 else "run: onfile ingest PATH again"
    return Check("ledger", missing == 0, "doctor", measured=float(missing), detail=detail)


def _lexical(store: Store, lexical: PostingsIndex) -> Check:
    n_stored, n_indexed = store.n_chunks, lexical.n_chunks
    is_whole = n_stored == n_indexed
    detail = f"{n_indexed:,} of {n_stored:,} chunks can be found by their words"
    return Check("lexical_index", is_whole, "doctor", float(n_indexed), float(n_stored), detail)


def _vectors(dense: VectorIndex) -> Check:
    """Missing vectors are work in progress, not a fault; ``onfile ingest`` goes on with them."""
    n_missing = dense.pending()
    detail = "all chunks have vectors" if n_missing == 0 else f"{n_missing:,} chunks have none yet"
    return Check("vectors", True, "doctor", measured=float(n_missing), detail=detail)


def _log(log: AuditLog) -> Check:
    report = log.verify()
    detail = f"{report.n_records:,} records" if report.ok else report.reason
    return Check("audit_log", report.ok, "doctor", detail=detail)
