"""The hash-chained log: no record, no answer."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from onfile.audit.canonical import canonical_bytes
from onfile.audit.record import (
    GENESIS,
    AuditRow,
    AuditStore,
    Record,
    RecordParts,
    chain_hash,
    record_of,
    sealed,
)
from onfile.errors import AuditError, OnfileError, UsageError

PAGE_ROWS = 200  # records of some 50 kB: about 10 MB at a time


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What checking the chain found.

    Attributes:
        ok: True when every byte is as it was written.
        n_records: How many records were looked at before the first bad one, or all.
        head: Hash of the last good record; keep it elsewhere to detect a cut tail.
        bad_seq: Position (from 1) of the first record that is not as written, else None.
        reason: What is wrong with it; empty when ok.
    """

    ok: bool
    n_records: int
    head: str
    bad_seq: int | None = None
    reason: str = ""


def utc_now() -> str:
    """UTC, ISO 8601, milliseconds, ending in Z."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class AuditLog:
    """The records of one store, oldest first."""

    def __init__(self, store: AuditStore, now: Callable[[], str] = utc_now) -> None:
        self._store = store
        self._now = now

    def append(self, parts: RecordParts) -> str:
        """Write one record and give its id.

        Raises:
            AuditError: the record could not be written; the answer must then not be shown.
        """
        try:
            return self._store.append_audit(
                lambda seq, prev_hash: sealed(parts, seq, prev_hash, self._now())
            ).id
        except AuditError:
            raise
        except (OnfileError, OSError, ValueError, TypeError) as error:
            hint = getattr(error, "hint", "") or "check that the store can be written"
            raise AuditError(f"the audit record was not written: {error}", hint=hint) from error

    def verify(self, head: str | None = None) -> VerifyReport:
        """Check every record against the chain.

        Args:
            head: A head hash noted earlier. It must still be in the chain: a missing one means
                that records at the end were cut off or written anew.
        """
        return verify_chain(self._all_rows(), head)

    def rows(
        self,
        limit: int | None = None,
        since: str | None = None,
        keep: Callable[[Record], bool] | None = None,
        before: int | None = None,
    ) -> list[Record]:
        """The newest ``limit`` records made at or after ``since`` (ISO 8601), oldest first.

        With ``keep``, those of them for which it is true; with ``before``, of a lower number.
        """
        last = self._store.last_audit_seq()
        if before is not None:
            last = min(last, before - 1)
        found = (record_of(row) for row in self._backwards(last, since))
        newest = itertools.islice(found if keep is None else filter(keep, found), limit)
        return list(newest)[::-1]

    def show(self, record_id: str) -> Record:
        """One record.

        Raises:
            UsageError: there is no such record.
            AuditError: its body can't be read.
        """
        try:
            row = self._store.audit_row(record_id)
        except KeyError as error:
            raise no_record(record_id) from error
        return record_of(row)

    def _all_rows(self) -> Iterator[AuditRow]:
        """Every row, read a page at a time: a log may be larger than memory."""
        first = 1
        while rows := self._store.audit_rows(first, PAGE_ROWS):
            yield from rows
            first = rows[-1].seq + 1

    def _backwards(self, last: int, since: str | None) -> Iterator[AuditRow]:
        """Rows from number ``last`` down, until they are older than ``since``."""
        while last > 0:
            first = max(1, last - PAGE_ROWS + 1)
            for row in reversed(self._store.audit_rows(first, last - first + 1)):
                if since is not None and row.created < since:
                    return
                yield row
            last = first - 1


def no_record(record_id: str) -> UsageError:
    """The error for a record that does not exist, or that the asker may not see."""
    return UsageError(f"there is no audit record {record_id}", hint="onfile log list shows them")


def verify_chain(rows: Iterable[AuditRow], head: str | None = None) -> VerifyReport:
    """Check rows, in the order given, against the chain they claim to be."""
    previous, seen, n_good = GENESIS, set[str](), 0
    for row in rows:
        reason = _fault(row, n_good + 1, previous, seen)
        if reason:
            return VerifyReport(False, n_good, previous, n_good + 1, reason)
        previous, n_good = row.hash, n_good + 1
        seen.add(previous)
    if head is not None and head not in seen:
        reason = "the head noted earlier is not in the chain: records were cut off or rewritten"
        return VerifyReport(False, n_good, previous, n_good + 1, reason)
    return VerifyReport(True, n_good, previous)


def _fault(row: AuditRow, expected_seq: int, previous: str, seen: set[str]) -> str:
    """Why this row can't stand at this place; empty when it can."""
    if row.hash in seen:
        return "the record stands twice in the chain"
    if row.seq != expected_seq:
        return f"record {expected_seq} is missing or out of order; {row.seq} stands in its place"
    if row.prev_hash != previous:
        return "it does not follow from the record before it"
    if chain_hash(row.prev_hash, row.body) != row.hash:
        return "its content or its hash was changed after it was written"
    return _body_fault(row)


def _body_fault(row: AuditRow) -> str:
    try:
        body = record_of(row).body
        is_canonical = canonical_bytes(body) == row.body
    except AuditError:
        return "its content is not readable"
    if not is_canonical:
        return "its content is not in canonical form"
    named = (body.get("seq"), body.get("id"), body.get("created"))
    if named != (row.seq, row.id, row.created):
        return "its number, id or time differ from its content"
    return ""
