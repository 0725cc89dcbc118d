"""What every address needs: the engine, the settings, the lanes, and who asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from onfile.accounts import Accounts
from onfile.engine import Engine
from onfile.server.callers import Caller, Callers
from onfile.server.lanes import Lane
from onfile.server.limiting import Limiter
from onfile.server.replies import Failure
from onfile.server.settings import ServeSettings

N_READERS = 4  # short reads of the store, while questions keep the cores busy
READERS_WAITING = 200


@dataclass(slots=True)
class Served:
    """The parts of one server."""

    engine: Engine
    settings: ServeSettings
    questions: Lane = field(init=False)
    reads: Lane = field(init=False)
    callers: Callers = field(init=False)
    limiter: Limiter = field(init=False)

    def __post_init__(self) -> None:
        self.questions = Lane("question", self.settings.workers, self.settings.waiting)
        self.reads = Lane("read", N_READERS, READERS_WAITING)
        self.callers = Callers(Accounts(self.engine.store), self.settings)
        self.limiter = Limiter(self.settings.questions_per_minute)

    def close(self) -> None:
        """Let what runs end."""
        self.questions.close()
        self.reads.close()


def served_of(request: Request) -> Served:
    """The server's parts."""
    found: Served = request.app.state.served
    return found


async def anybody(request: Request) -> Caller:
    """Who asks, whatever they may do. Raises: Failure 401, 403, 429."""
    parts = served_of(request)
    caller = parts.callers.caller(request)
    parts.limiter.request(caller.limited_as)
    return caller


def needs(scope: str) -> Callable[[Request], Awaitable[Caller]]:
    """A dependency that gives the caller, who must have ``scope``.

    Raises:
        Failure: 401 where nobody is signed in, 403 without the scope, 429.
    """

    async def caller(request: Request) -> Caller:
        found = await anybody(request)
        if scope not in found.scopes:
            raise Failure(
                403,
                "FORBIDDEN",
                f"this account or key lacks the scope {scope}",
                hint="an administrator grants it: onfile user scopes NAME LIST",
            )
        if scope == "ask":
            served_of(request).limiter.question(found.limited_as)
        return found

    return caller


Parts = Annotated[Served, Depends(served_of)]
Anybody = Annotated[Caller, Depends(anybody)]
Asking = Annotated[Caller, Depends(needs("ask"))]
Reading = Annotated[Caller, Depends(needs("read"))]
Ingesting = Annotated[Caller, Depends(needs("ingest"))]
Auditing = Annotated[Caller, Depends(needs("audit"))]
Administering = Annotated[Caller, Depends(needs("admin"))]
