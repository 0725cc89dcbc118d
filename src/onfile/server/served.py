"""What every address needs: the engine, the settings, the lanes, and who asks."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyCookie, HTTPBearer

from onfile.accounts import Accounts
from onfile.contract import ingest_json
from onfile.conversations import Conversations
from onfile.engine import Engine
from onfile.evaluation_runs import EvaluationRuns
from onfile.examples import Examples
from onfile.inbox import Inbox
from onfile.ingesting import settle_identities
from onfile.jobs import Job, Jobs, Progress, Stopped, Work
from onfile.server.callers import Caller, Callers
from onfile.server.lanes import Lane
from onfile.server.limiting import Limiter
from onfile.server.metrics import Metrics
from onfile.server.replies import Failure
from onfile.server.settings import ServeSettings
from onfile.types import JsonObject

N_READERS = 4  # short reads of the store, while questions keep the cores busy
READERS_WAITING = 200
MB = 1_000_000


@dataclass(slots=True)
class Served:
    """The parts of one server."""

    engine: Engine
    settings: ServeSettings
    questions: Lane = field(init=False)
    reads: Lane = field(init=False)
    callers: Callers = field(init=False)
    limiter: Limiter = field(init=False)
    conversations: Conversations = field(init=False)
    examples: Examples = field(init=False)
    inbox: Inbox = field(init=False)
    evals: EvaluationRuns = field(init=False)
    jobs: Jobs = field(init=False)
    metrics: Metrics = field(init=False)

    def __post_init__(self) -> None:
        self.questions = Lane("question", self.settings.workers, self.settings.waiting)
        self.reads = Lane("read", N_READERS, READERS_WAITING)
        self.callers = Callers(Accounts(self.engine.store), self.settings)
        self.limiter = Limiter(self.settings.questions_per_minute)
        self.conversations = Conversations(self.engine)
        self.examples = Examples(self.engine)
        self.inbox = Inbox(inbox_of(self.engine, self.settings), self.settings.max_upload_mb * MB)
        runs = beside(self.engine, "evals")
        self.evals = EvaluationRuns(self.engine, runs, self.settings.suites)
        works: dict[str, Work] = {"ingest": partial(ingest, self.engine), "eval": self._evaluate}
        self.jobs = Jobs(self.engine.store, works)
        self.metrics = Metrics()

    def start(self) -> None:
        """Begin with the jobs that wait."""
        self.jobs.start()

    def _evaluate(self, job: Job, on_progress: Progress) -> JsonObject:
        return self.evals.run(job.given["suite"], on_progress)

    def close(self) -> None:
        """Let the questions that run end, and the job at its next point."""
        self.jobs.stop(self.settings.stop_s)
        self.questions.close()
        self.reads.close()


def inbox_of(engine: Engine, settings: ServeSettings) -> Path:
    """Where uploads are kept: beside the store, unless a folder is set."""
    return settings.inbox or beside(engine, "inbox")


def beside(engine: Engine, what: str) -> Path:
    """A folder beside the store, named after it."""
    store = Path(engine.store.directory).resolve()
    return store.with_name(f"{store.name.lstrip('.')}-{what}")


def ingest(engine: Engine, job: Job, on_progress: Progress) -> JsonObject:
    """The work of an ingest job; half of the cores are left to questions."""
    workers = engine.settings.workers or max(1, (os.cpu_count() or 1) // 2)
    paths = [Path(path) for path in job.given["paths"]]
    try:
        return ingest_json(engine.ingest(paths, workers=workers, on_progress=on_progress))
    except Stopped:
        settle_identities(engine.store)  # of what is stored by now
        raise


def served_of(request: Request) -> Served:
    """The server's parts."""
    found: Served = request.app.state.served
    return found


BY_KEY = HTTPBearer(auto_error=False, scheme_name="key", description="onfile key create NAME")
BY_COOKIE = APIKeyCookie(
    name="onfile", auto_error=False, scheme_name="sign-in", description="POST /api/login"
)


async def anybody(
    request: Request,
    key: Annotated[object, Security(BY_KEY)] = None,
    cookie: Annotated[object, Security(BY_COOKIE)] = None,
) -> Caller:
    """Who asks, whatever they may do. Raises: Failure 401, 403, 429.

    ``key`` and ``cookie`` are there for the documentation alone: ``callers`` reads the request.
    """
    parts = served_of(request)
    caller = parts.callers.caller(request)
    parts.limiter.request(caller.limited_as)
    return caller


def needs(scope: str) -> Callable[[Caller], Awaitable[Caller]]:
    """A dependency that gives the caller, who must have ``scope``.

    Raises:
        Failure: 401 where nobody is signed in, 403 without the scope, 429.
    """

    async def caller(found: Annotated[Caller, Depends(anybody)]) -> Caller:
        if scope not in found.scopes:
            raise Failure(
                403,
                "FORBIDDEN",
                f"this account or key lacks the scope {scope}",
                hint="an administrator grants it: onfile user scopes NAME LIST",
            )
        return found

    return caller


Parts = Annotated[Served, Depends(served_of)]
Anybody = Annotated[Caller, Depends(anybody)]
Talking = Annotated[Caller, Depends(needs("ask"))]


async def asking(parts: Parts, found: Talking) -> Caller:
    """As ``needs("ask")``, and one more question is counted. Raises: Failure 401, 403, 429."""
    parts.limiter.question(found.limited_as)
    return found


Asking = Annotated[Caller, Depends(asking)]
Reading = Annotated[Caller, Depends(needs("read"))]
Ingesting = Annotated[Caller, Depends(needs("ingest"))]
Auditing = Annotated[Caller, Depends(needs("audit"))]
Administering = Annotated[Caller, Depends(needs("admin"))]
