"""Fixtures for every test; no test reaches the network."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("onfile", deadline=None)  # speed is measured in benchmarks/
settings.load_profile("onfile")

REPOSITORY = Path(__file__).resolve().parent.parent
_NETWORK = ("socket.connect", "socket.sendto", "socket.sendmsg")


class NetworkUsedError(AssertionError):
    """A test, or what it tests, tried to reach the network."""


def _forbid_network(event: str, arguments: tuple) -> None:
    # An audit hook sees connections made by compiled code too; local sockets (between worker
    # processes) have a path or bytes for an address and pass.
    if event in _NETWORK and isinstance(arguments[1], tuple):
        raise NetworkUsedError(f"{event} to {arguments[1]}")
    if event == "socket.getaddrinfo":
        raise NetworkUsedError(f"a name was looked up: {arguments[0]}")


sys.addaudithook(_forbid_network)


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    """The made-up archive, written once; tests must not change it."""
    from onfile.demo import write_archive

    directory = tmp_path_factory.mktemp("archive")
    write_archive(directory)
    return directory


@pytest.fixture(scope="session")
def small_store(archive, tmp_path_factory):
    """A store of four made-up documents, written once; tests take copies of it."""
    from onfile.engine import Engine

    directory = tmp_path_factory.mktemp("small") / "store"
    filings = archive / "filings"
    files = [
        filings / "NORTHWIND_2023_10K.pdf",
        filings / "NORTHWIND_2024_10K.pdf",
        filings / "KESTREL_2025_10K.pdf",
        archive / "calls" / "NWBV_2025-Jul-31_call.txt",
    ]
    with Engine(directory) as engine:
        engine.ingest(files, workers=1, ocr=False)
    return directory


@pytest.fixture(scope="session")
def shared():
    """The shared folder with real documents; skips where there is none."""
    directory = Path(os.environ.get("ONFILE_SHARED") or REPOSITORY.parent / "shared")
    if not (directory / "corpus").is_dir():
        pytest.skip("no shared corpus here")
    return directory
