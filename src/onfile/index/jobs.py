"""Work that goes on in the background: what it is, how far it is, how it ended."""

from __future__ import annotations

import json
from typing import NamedTuple

from onfile.index.store import Store
from onfile.types import JsonObject

_COLUMNS = "job_id, kind, owner, state, created, started, ended, given, progress, result, error"


class Job(NamedTuple):
    """One piece of work.

    Attributes:
        kind: "ingest" or "eval".
        owner: Who asked for it; None is the owner of the store.
        state: "waiting", "running", "done", "failed" or "cancelled".
        created, started, ended: UTC, ISO 8601, milliseconds, ending in Z.
        given: What it was asked to do.
        progress: ``stage``, ``done``, ``total``, ``name`` of what is being worked on.
        result: What came of it.
        error: ``code``, ``message``, ``hint`` where it failed.
    """

    job_id: str
    kind: str
    owner: str | None
    state: str
    created: str
    started: str | None
    ended: str | None
    given: JsonObject
    progress: JsonObject
    result: JsonObject | None
    error: JsonObject | None


def put_job(store: Store, job: Job) -> None:
    """Keep a job as it is now, in place of what was known of it."""
    texts = [None if part is None else json.dumps(part) for part in job[7:]]
    with store.database.writing() as connection:
        connection.execute(
            f"INSERT OR REPLACE INTO jobs ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*job[:7], *texts),
        )


def read_jobs(store: Store, job_id: str | None = None) -> list[Job]:
    """All jobs, the newest first, or the one of this id."""
    with store.database.reading() as connection:
        rows = connection.execute(
            f"SELECT {_COLUMNS} FROM jobs WHERE ?1 IS NULL OR job_id = ?1"
            " ORDER BY created DESC, job_id DESC",
            (job_id,),
        )
        return [
            Job._make((*row[:7], *(None if part is None else json.loads(part) for part in row[7:])))
            for row in rows
        ]


def drop_old_jobs(store: Store, keep: int) -> None:
    """Forget those that ended, but for the newest ``keep``."""
    with store.database.writing() as connection:
        connection.execute(
            "DELETE FROM jobs WHERE ended IS NOT NULL AND job_id NOT IN"
            " (SELECT job_id FROM jobs WHERE ended IS NOT NULL ORDER BY ended DESC LIMIT ?)",
            (keep,),
        )
