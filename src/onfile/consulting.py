"""Looking into the audit log: auditors see every record, others their own, as they may see it now.

A record keeps the truth: who asked, and how much was hidden from him. That, and the hashes (which
change with what is hidden), are shown to auditors alone. Of his own records an asker sees those
in which nothing has been hidden from him since; the others are as if they had never been.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from onfile.audit.compare import Comparison, compare
from onfile.audit.log import AuditLog, VerifyReport, no_record
from onfile.audit.record import Record
from onfile.contract import outcome_json
from onfile.desk import Desk, Parts
from onfile.errors import UsageError
from onfile.recording import NO_REQUEST, Request
from onfile.types import JsonObject, Outcome

FOR_AUDITORS = ("access", "hashes")


class Consulted(Parts):
    """The part of ``Engine`` that shows the log."""

    log: AuditLog

    def ask(
        self, question: str, *, as_user: str | None = None, via: Request = NO_REQUEST
    ) -> Outcome:
        """See ``Engine``."""
        raise NotImplementedError

    def records(
        self,
        limit: int | None = None,
        since: str | None = None,
        *,
        words: str = "",
        before: int | None = None,
        own: bool = False,
        as_user: str | None = None,
    ) -> list[Record]:
        """The newest ``limit`` records made at or after ``since`` (ISO 8601), oldest first.

        Args:
            limit: None for all.
            since: None for all.
            words: Only questions that hold all of these.
            before: Only records of a lower number.
            own: Only the asker's own, as he may see them, though he be an auditor.
            as_user: Who looks.
        """
        asked = frozenset(words.casefold().split())
        if not own and self.access.is_auditor(as_user):
            return self.log.rows(limit, since, lambda record: _holds(record, asked), before)
        desk = self._desk(as_user)
        found = self.log.rows(
            limit,
            since,
            lambda record: _is_own(record, as_user, desk) and _holds(record, asked),
            before,
        )
        return [_for_asker(record) for record in found]

    def record(self, record_id: str, *, own: bool = False, as_user: str | None = None) -> Record:
        """One record; with ``own`` only one that the asker may see as such.

        Raises:
            UsageError: there is none of that id for this asker.
            AuditError: its body can't be read.
        """
        found = self.log.show(record_id)
        if not own and self.access.is_auditor(as_user):
            return found
        if not _is_own(found, as_user, self._desk(as_user)):
            raise no_record(record_id)
        return _for_asker(found)

    def replay(self, record_id: str, *, as_user: str | None = None) -> Comparison:
        """Ask a recorded question again, as its asker, and say what differs but ids and timings.

        The new record's ``request_id`` says which record was replayed, and by whom.

        Raises:
            UsageError: there is no such record for this asker.
            AuditError: the record can't be read.
        """
        recorded = self.record(record_id, as_user=as_user)
        via = Request(f"replay of {record_id} by {as_user or 'the owner'}")
        outcome = self.ask(recorded.body["question"], as_user=recorded.body["asker"], via=via)
        return compare(recorded, outcome_json(outcome))

    def verify_log(self, head: str | None = None, *, as_user: str | None = None) -> VerifyReport:
        """Whether any byte of the log was changed; see ``AuditLog.verify``.

        Raises:
            UsageError: the asker is no auditor.
        """
        if not self.access.is_auditor(as_user):
            raise UsageError(
                "only an auditor may check the whole log",
                hint="the owner of the store gives that role: onfile acl user NAME --auditor",
            )
        return self.log.verify(head)


def _is_own(record: Record, as_user: str | None, desk: Desk) -> bool:
    """Asked by this user, and nothing in it is hidden from him now."""
    body = record.body
    return body["asker"] == as_user and desk.may_show(_documents_in(body), _names_in(body))


def _holds(record: Record, words: frozenset[str]) -> bool:
    question = str(record.body["question"]).casefold()
    return all(word in question for word in words)


def _for_asker(record: Record) -> Record:
    body: JsonObject = {k: v for k, v in record.body.items() if k not in FOR_AUDITORS}
    return dataclasses.replace(record, body=body, hash="", prev_hash="")


def _documents_in(value: Any) -> Iterator[str]:
    """Every ``document_id`` anywhere in a record."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "document_id" and isinstance(inner, str):
                yield inner
            else:
                yield from _documents_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _documents_in(inner)


def _names_in(body: JsonObject) -> Iterator[str]:
    """Companies and choices that the outcome names."""
    outcome = body["outcome"]
    yield from outcome["scope"]["companies"]
    refusal = outcome["refusal"] or {}
    yield from refusal.get("on_file", ())
    yield from refusal.get("choices", ())
