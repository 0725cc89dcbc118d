"""Jobs in the background: one after another, each told how far it is, each can be stopped.

What is asked for is stored before it is begun, so that a server that was killed goes on with it
when it is started again: an ingest passes over what is stored already.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any

from onfile.audit.log import utc_now
from onfile.errors import OnfileError, UsageError
from onfile.index import jobs as kept
from onfile.index.jobs import Job as Job  # faces name this type from here
from onfile.index.store import Store
from onfile.types import JsonObject

log = logging.getLogger("onfile.jobs")
MAX_WAITING = 100
KEPT = 200  # jobs that ended
Progress = Callable[[str, int, int, str], None]
Work = Callable[[Job, Progress], JsonObject]
"""Does a job and gives its result; told of its progress, it may be stopped at any such point."""


class Stopped(Exception):
    """Raised inside a job, where it reports its progress, to end it."""


class Jobs:
    """The jobs of one store, and the thread that does them.

    Args:
        store: Where they are kept.
        works: What does a job, by its kind.
    """

    def __init__(self, store: Store, works: Mapping[str, Work]) -> None:
        self._store = store
        self._works = dict(works)
        self._changed = threading.Condition()
        self._cancelled: set[str] = set()
        self._is_stopping = False
        self._thread: threading.Thread | None = None
        self._running: Job | None = None

    def start(self) -> None:
        """Begin to work; what was interrupted is begun again."""
        for job in self.all():
            if job.state == "running":
                kept.put_job(self._store, job._replace(state="waiting", started=None))
        self._is_stopping = False
        self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)
        self._thread.start()

    def stop(self, timeout_s: float | None = None) -> None:
        """End at the next point where the running job can be stopped; it goes on next time.

        Past ``timeout_s`` it is left where it is, as if the process had been killed.
        """
        with self._changed:
            self._is_stopping = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout_s)
            self._thread = None

    def add(self, kind: str, owner: str | None, given: JsonObject) -> Job:
        """Ask for a job.

        Raises:
            UsageError: the kind is not known, or too many wait already.
        """
        if kind not in self._works:
            raise UsageError(f"there is no job {kind!r}", hint=f"jobs: {', '.join(self._works)}")
        if sum(job.state == "waiting" for job in self.all()) >= MAX_WAITING:
            raise UsageError(f"{MAX_WAITING} jobs are waiting already", hint="try again later")
        job_id = f"{utc_now()[:10].replace('-', '')}-{secrets.token_hex(5)}"
        job = Job(job_id, kind, owner, "waiting", utc_now(), None, None, given, {}, None, None)
        kept.put_job(self._store, job)
        with self._changed:
            self._changed.notify_all()
        return job

    def all(self) -> list[Job]:
        """Every job that is known, the newest first, the running one with its progress."""
        return [self._with_progress(job) for job in kept.read_jobs(self._store)]

    def get(self, job_id: str) -> Job:
        """One job. Raises: KeyError."""
        found = kept.read_jobs(self._store, job_id)
        if not found:
            raise KeyError(job_id)
        return self._with_progress(found[0])

    def cancel(self, job_id: str) -> Job:
        """Have a job not begun, or ended at its next point; one that ended stays as it is.

        What an ingest has stored by then is kept. Raises: KeyError.
        """
        with self._changed:
            job = self.get(job_id)
            if job.state == "waiting":
                kept.put_job(self._store, job._replace(state="cancelled", ended=utc_now()))
            elif job.state == "running":
                self._cancelled.add(job_id)
        return self.get(job_id)

    def _with_progress(self, job: Job) -> Job:
        running = self._running
        if running is None or running.job_id != job.job_id or job.state != "running":
            return job
        return job._replace(progress=running.progress)

    # ── the thread ───────────────────────────────────────────────────────────────────────

    def _work(self) -> None:
        while (job := self._next()) is not None:
            self._do(job)

    def _next(self) -> Job | None:
        """The oldest waiting job, marked as running; waits for one. None: to stop."""
        with self._changed:
            while not self._is_stopping:
                waiting = [job for job in kept.read_jobs(self._store) if job.state == "waiting"]
                if waiting:
                    job = waiting[-1]._replace(state="running", started=utc_now())
                    kept.put_job(self._store, job)
                    self._running = job
                    return job
                self._changed.wait()
        return None

    def _do(self, job: Job) -> None:
        result: JsonObject | None = None
        error: JsonObject | None = None
        state = "done"
        try:
            result = self._works[job.kind](job, lambda *told: self._progress(job.job_id, *told))
        except Stopped:
            state = "cancelled" if job.job_id in self._cancelled else "waiting"
        except OnfileError as problem:
            state = "failed"
            error = {"code": problem.code, "message": str(problem), "hint": problem.hint}
        except Exception:
            log.exception("job %s", job.job_id)
            state = "failed"
            error = {"code": "INTERNAL", "message": "onfile failed at this job", "hint": ""}
        self._end(job, state, result, error)

    def _end(
        self, job: Job, state: str, result: JsonObject | None, error: JsonObject | None
    ) -> None:
        ended = None if state == "waiting" else utc_now()
        progress = self._running.progress if self._running is not None else {}
        kept.put_job(
            self._store,
            job._replace(state=state, ended=ended, progress=progress, result=result, error=error),
        )
        kept.drop_old_jobs(self._store, KEPT)
        self._running = None
        self._cancelled.discard(job.job_id)

    def _progress(self, job_id: str, stage: str, done: int, total: int, name: str) -> None:
        told: dict[str, Any] = {"stage": stage, "done": done, "total": total, "name": name}
        if self._running is not None:
            self._running = self._running._replace(progress=told)
        if self._is_stopping or job_id in self._cancelled:
            raise Stopped
