"""What every address needs: the engine, the settings, the lanes, and who asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from onfile.engine import Engine
from onfile.server.lanes import Lane
from onfile.server.replies import Failure
from onfile.server.settings import ServeSettings

SCOPES = ("ask", "read", "ingest", "admin", "audit")
N_READERS = 4  # short reads of the store, while questions keep the cores busy
READERS_WAITING = 200


@dataclass(slots=True)
class Served:
    """The parts of one server."""

    engine: Engine
    settings: ServeSettings
    questions: Lane = field(init=False)
    reads: Lane = field(init=False)

    def __post_init__(self) -> None:
        self.questions = Lane("question", self.settings.workers, self.settings.waiting)
        self.reads = Lane("read", N_READERS, READERS_WAITING)

    def close(self) -> None:
        """Let what runs end."""
        self.questions.close()
        self.reads.close()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request.

    Attributes:
        user: The account's name; None for the owner of the store, who needs no account.
        scopes: What the caller may do, of ``SCOPES``.
        request_id: Of this request.
    """

    user: str | None
    scopes: frozenset[str]
    request_id: str


def served_of(request: Request) -> Served:
    """The server's parts."""
    found: Served = request.app.state.served
    return found


def caller_of(request: Request) -> Caller:
    """Who asks. Raises: Failure 401."""
    return Caller(None, frozenset(SCOPES), request.state.request_id)


def needs(scope: str) -> Callable[[Request], Awaitable[Caller]]:
    """A dependency that gives the caller, who must have ``scope``.

    Raises:
        Failure: 401 where nobody is signed in, 403 without the scope.
    """

    async def caller(request: Request) -> Caller:
        found = caller_of(request)
        if scope not in found.scopes:
            raise Failure(403, "FORBIDDEN", f"this account or key may not {scope}")
        return found

    return caller


Parts = Annotated[Served, Depends(served_of)]
Asking = Annotated[Caller, Depends(needs("ask"))]
Reading = Annotated[Caller, Depends(needs("read"))]
Ingesting = Annotated[Caller, Depends(needs("ingest"))]
Auditing = Annotated[Caller, Depends(needs("audit"))]
Administering = Annotated[Caller, Depends(needs("admin"))]
