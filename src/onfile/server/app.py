"""The application: every address, behind one entrance."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from onfile.engine import Engine
from onfile.server import (
    asking,
    documents,
    evals,
    figures,
    logs,
    oidc,
    operations,
    pages,
    permissions,
    replies,
    sessions,
    signing_in,
    working,
)
from onfile.server.entrance import Entrance
from onfile.server.served import Served
from onfile.server.settings import ServeSettings

DESCRIPTION = (
    "Answers over your own documents, each with its page and its verbatim passage, or an honest"
    " refusal. A refusal is status 200 with `outcome: refused`; errors have one shape."
)


def create_app(engine: Engine, settings: ServeSettings | None = None) -> FastAPI:
    """The application over one engine, which stays the caller's to close."""
    given = settings or ServeSettings()
    served = Served(engine, given)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        served.start()
        yield
        served.close()

    app = FastAPI(
        title="onfile",
        version=version("onfile"),
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,  # those pages load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.served = served
    replies.install(app)
    for part in (
        asking,
        sessions,
        documents,
        figures,
        working,
        evals,
        logs,
        signing_in,
        permissions,
        operations,
    ):
        app.include_router(part.router)
    pages.install(app)
    oidc.install(app, served)
    app.add_middleware(Entrance, settings=given)
    return app
