"""A client of the application over a copy of the small store."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from onfile.engine import Engine
from onfile.server.app import create_app
from onfile.server.settings import ServeSettings

QUESTION = "What was Northwind's capital expenditure in 2024?"
FILING = "NORTHWIND_2024_10K.pdf"
CALL = "NWBV_2025-Jul-31_call.txt"


@contextmanager
def serving(
    small_store: Path, directory: Path, *, peer: str = "127.0.0.1", **settings: Any
) -> Iterator[TestClient]:
    """A client of an application of its own, with ``client.engine``."""
    store = directory / "store"
    if not store.exists():
        shutil.copytree(small_store, store)
    given = ServeSettings(**settings)
    with Engine(store, create=False) as engine:
        app = create_app(engine, given)
        base = f"http{'s' if given.https else ''}://127.0.0.1:{given.port}"
        with TestClient(app, base_url=base, client=(peer, 50_000)) as client:
            client.engine = engine  # type: ignore[attr-defined]
            yield client


def document_id(client: TestClient, name: str) -> str:
    """The id of the document of this name."""
    found = client.get("/api/documents", params={"name": name}).json()["documents"]
    return str(found[0]["document_id"])
