"""What one audit record holds, and the row it is kept in."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from onfile.audit.canonical import canonical_bytes, plain
from onfile.errors import AuditError
from onfile.types import Check, Evidence, Hit, Intent, JsonObject

SCHEMA = 1
GENESIS = ""  # what the first record names as its predecessor


class AuditRow(Protocol):
    """A record as it is stored.

    ``hash`` is the SHA-256, in hex, of ``prev_hash`` (as ASCII) followed by ``body``. ``seq``,
    ``id`` and ``created`` repeat what the body says, for look-ups.
    """

    @property
    def seq(self) -> int:
        """Number of the record, from 1."""
        ...

    @property
    def id(self) -> str:
        """Name of the record."""
        ...

    @property
    def created(self) -> str:
        """UTC, ISO 8601, milliseconds, ending in Z."""
        ...

    @property
    def prev_hash(self) -> str:
        """Hash of the record before, empty for the first."""
        ...

    @property
    def hash(self) -> str:
        """Hash of this record."""
        ...

    @property
    def body(self) -> bytes:
        """The canonical JSON that was hashed."""
        ...


class AuditStore(Protocol):
    """Where records are kept, in the order in which they were written."""

    def append_audit(self, make: Callable[[int, str], tuple[str, str, str, bytes]]) -> AuditRow:
        """Store one record, in one write transaction.

        Args:
            make: Given the record's number and the hash of the one before (empty for the
                first), gives ``(id, created, hash, body)``.
        """
        ...

    def audit_rows(self, first: int, limit: int) -> Sequence[AuditRow]:
        """The ``limit`` rows from number ``first`` on, by ``seq``."""
        ...

    def last_audit_seq(self) -> int:
        """The number of the newest row, 0 where there is none."""
        ...

    def audit_row(self, record_id: str, /) -> AuditRow:
        """The row with this id.

        Raises:
            KeyError: there is none.
        """
        ...


@dataclass(frozen=True, slots=True)
class RecordParts:
    """Everything that led to one outcome.

    Attributes:
        question: As it was asked.
        asker: Who asked (``--as``), None for the owner of the store.
        intent: The scope as it was understood.
        hits: Every ranker's hits, those not chosen too.
        read: The passages that were read, in the order of reading.
        checks: Gates and verifications, in the order in which they ran.
        outcome: The outcome as ``contract.outcome_json`` gives it.
        versions: Of onfile, Python, the file readers, the stemmer and the models.
        hashes: Of the settings, the index and the models.
        timings_ms: Stage → milliseconds.
        access: What permissions hid from the asker, for auditors alone; None where nothing was
            kept from him.
        request_id: Of the request it was asked with, None where it came by no request.
    """

    question: str
    asker: str | None
    intent: Intent
    hits: tuple[Hit, ...]
    read: tuple[Evidence, ...]
    checks: tuple[Check, ...]
    outcome: JsonObject
    versions: Mapping[str, str] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    request_id: str | None = None
    access: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A stored record, read again."""

    seq: int
    id: str
    created: str
    prev_hash: str
    hash: str
    body: JsonObject


def sealed(
    parts: RecordParts, seq: int, prev_hash: str, created: str
) -> tuple[str, str, str, bytes]:
    """Record number ``seq`` of the chain: its ``(id, created, hash, body)``.

    The id is the number and the start of a hash over the rest, so the same run recorded at the
    same place and time has the same id.
    """
    content = _content(parts) | {"schema": SCHEMA, "seq": seq, "created": created}
    record_id = f"{seq:06d}-{chain_hash(prev_hash, canonical_bytes(content))[:12]}"
    body = canonical_bytes(content | {"id": record_id})
    return record_id, created, chain_hash(prev_hash, body), body


def chain_hash(prev_hash: str, body: bytes) -> str:
    """SHA-256 in hex over the predecessor's hash and the body."""
    return hashlib.sha256(prev_hash.encode("ascii", "backslashreplace") + body).hexdigest()


def record_of(row: AuditRow) -> Record:
    """The row with its body read.

    Raises:
        AuditError: the body is not JSON.
    """
    try:
        body = json.loads(row.body)
    except ValueError as error:
        raise AuditError(
            f"audit record {row.id} can't be read: {error}", hint="run: onfile log verify"
        ) from error
    return Record(row.seq, row.id, row.created, row.prev_hash, row.hash, body)


def _content(parts: RecordParts) -> JsonObject:
    return {
        "question": parts.question,
        "asker": parts.asker,
        "scope": plain(parts.intent),
        "hits": plain(parts.hits),
        "read": [_passage(evidence) for evidence in parts.read],
        "checks": plain(parts.checks),
        "outcome": plain(parts.outcome) | {"record": None},
        "versions": plain(parts.versions),
        "hashes": plain(parts.hashes),
        "timings_ms": plain(parts.timings_ms),
        "request_id": parts.request_id,
        "access": plain(parts.access),
    }


def _passage(evidence: Evidence) -> JsonObject:
    chunk = evidence.chunk
    return {
        "rank": evidence.rank,
        "chunk_id": chunk.chunk_id,
        "document_id": chunk.document_id,
        "document": evidence.document.name,
        "header": chunk.header,
        "text": chunk.text,
        "spans": plain(chunk.spans),
        "score": plain(evidence.score),
        "hits": plain(evidence.hits),
        "pair": plain(evidence.pair),
        "reason": evidence.reason,
    }
