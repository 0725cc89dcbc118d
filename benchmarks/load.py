"""Many users at once, an ingest running, and restarts in the middle of it.

    benchmarks/load.py users STORE FOLDER --users 50 --seconds 600
    benchmarks/load.py restarts STORE FOLDER --rounds 6

STORE is copied and FOLDER is an archive (``python -m onfile.demo FOLDER``) whose files, a few bytes
longer each time, are uploaded over and over. Each user has an account and a key, asks questions of
``src/onfile/demo/questions.jsonl`` and thinks for a while in between. At the end every answer must
have its record, and the log must verify.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from onfile.accounts import Accounts
from onfile.engine import Engine

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = [
    json.loads(line)["question"]
    for line in (ROOT / "src/onfile/demo/questions.jsonl").read_text("utf-8").splitlines()
]
THINK_S = (2.0, 8.0)
UPLOADED = (".pdf", ".txt", ".html")
TIMEOUT_S = 60.0


@dataclass
class Seen:
    """What the users met."""

    statuses: Counter[int] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    cut: int = 0  # requests under way whose connection broke
    refused: int = 0  # requests that met no server
    seconds: list[float] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    n_uploads: int = 0
    is_over: bool = False  # nothing more is to be asked


class Server:
    """``onfile serve`` as a process of its own."""

    def __init__(self, store: Path, log: Path) -> None:
        self.store = store
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self.address = ""

    def start(self) -> None:
        """Start it and wait until it listens."""
        command = [sys.executable, "-m", "onfile.cli.main", "serve", "--port", "0"]
        with self._log.open("ab") as stream:
            start = stream.tell()
            self._process = subprocess.Popen(
                [*command, "--store", str(self.store)],
                stderr=stream,
                env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
            )
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            said = self._log.read_bytes()[start:].decode("utf-8", "replace")
            if found := re.search(r"is served at (http://\S+)", said):
                self.address = found[1]
                return
            time.sleep(0.05)
        raise SystemExit(f"the server did not start:\n{self._log.read_text()[-2000:]}")

    def end(self, sign: int) -> float:
        """Send a signal and wait for the end; gives the seconds that it took."""
        if self._process is None:
            return 0.0
        start = time.monotonic()
        self._process.send_signal(sign)
        self._process.wait(120)
        return time.monotonic() - start


def say(line: str) -> None:
    """A line of the report, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def user(server: Server, key: str, seen: Seen, until: float, seed: int, think: bool) -> None:
    """Ask, think, ask again."""
    chance = random.Random(seed)
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(headers=headers, timeout=TIMEOUT_S) as client:
        while time.monotonic() < until and not seen.is_over:
            await asyncio.sleep(chance.uniform(*THINK_S) if think else chance.uniform(0.0, 0.5))
            start = time.monotonic()
            try:
                reply = await client.post(
                    f"{server.address}/api/ask", json={"question": chance.choice(QUESTIONS)}
                )
            except httpx.ConnectError:
                seen.refused += 1
                await asyncio.sleep(0.2)
                continue
            except httpx.HTTPError as error:
                seen.cut += 1
                seen.faults[type(error).__name__] += 1
                continue
            seen.statuses[reply.status_code] += 1
            if reply.status_code == 200:
                seen.seconds.append(time.monotonic() - start)
                seen.records.append(reply.json()["record"])
            elif reply.status_code != 429:
                seen.faults[reply.json()["error"]["code"]] += 1


async def uploader(server: Server, key: str, folder: Path, seen: Seen, until: float) -> None:
    """Keep an ingest running: upload files that are new each time, wait for the job, go on."""
    files = [file for file in sorted(folder.rglob("*")) if file.suffix in UPLOADED]
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(headers=headers, timeout=TIMEOUT_S) as client:
        n = 0
        while time.monotonic() < until and not seen.is_over:
            n += 1
            batch = [
                ("files", (one.name, one.read_bytes() + b"\n%" + str(n).encode())) for one in files
            ]
            try:
                reply = await client.post(
                    f"{server.address}/api/uploads?replace=true", files=batch[:40]
                )
                if reply.status_code != 202:
                    seen.faults[f"upload {reply.status_code}"] += reply.status_code != 429
                    await asyncio.sleep(1)
                    continue
                seen.n_uploads += 1
                job = reply.json()["job"]["job_id"]
                while time.monotonic() < until and not seen.is_over:
                    await asyncio.sleep(1)
                    told = await client.get(f"{server.address}/api/jobs/{job}")
                    if told.status_code == 200 and told.json()["ended"]:
                        seen.faults["failed job"] += told.json()["state"] != "done"
                        break
            except httpx.HTTPError:
                await asyncio.sleep(0.5)


async def everybody(
    server: Server, keys: list[str], folder: Path, seen: Seen, seconds: float, think: bool
) -> None:
    """All users and the ingest, for a while."""
    until = time.monotonic() + seconds
    users = [
        user(server, key, seen, until, seed, think) for seed, key in enumerate(keys[:-1], start=1)
    ]
    await asyncio.gather(*users, uploader(server, keys[-1], folder, seen, until))


def prepared(store: Path, where: Path, n_users: int) -> tuple[Path, list[str]]:
    """A copy of the store with an account and a key for each user, the last may ingest."""
    copy = where / "store"
    shutil.copytree(store, copy)
    with Engine(copy, create=False) as engine:
        accounts = Accounts(engine.store)
        keys = []
        for n in range(n_users + 1):
            scopes = ["ask", "read", "ingest"] if n == n_users else ["ask"]
            name = accounts.add(f"user{n}", None, scopes).name
            keys.append(accounts.create_key(name)[1])
    return copy, keys


def checked(store: Path, seen: Seen) -> list[str]:
    """What is wrong with the log afterwards, in words."""
    with Engine(store, create=False) as engine:
        report = engine.log.verify()
        known = {row.id for row in engine.store.audit_rows()}
        n_documents = len(engine.store.documents())
    lost = [record for record in seen.records if record not in known]
    say(f"log: {report.n_records:,} records, verifies: {report.ok}; {n_documents} documents")
    say(f"answers {len(seen.records):,}, of which without a record: {len(lost)}")
    return ([] if report.ok else [report.reason]) + lost


def n_records(store: Path) -> int:
    """How many records the log has."""
    with Engine(store, create=False) as engine:
        return engine.store.last_audit_seq()


def told(seen: Seen) -> None:
    """Print what the users met."""
    say(f"statuses {dict(sorted(seen.statuses.items()))}, faults {dict(+seen.faults)}")
    say(f"uploads {seen.n_uploads}, cut {seen.cut}, met no server {seen.refused}")
    if len(seen.seconds) > 1:
        cuts = statistics.quantiles(seen.seconds, n=100)
        shown = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(seen.seconds)}
        say("answers: " + ", ".join(f"{name} {value:.2f} s" for name, value in shown.items()))


def with_users(store: Path, folder: Path, where: Path, n_users: int, seconds: float) -> bool:
    """The load; True when nothing but 200 and 429 was met and no record is missing."""
    copy, keys = prepared(store, where, n_users)
    server, seen = Server(copy, where / "log"), Seen()
    server.start()
    asyncio.run(everybody(server, keys, folder, seen, seconds, think=True))
    say(f"{n_users} users for {seconds:.0f} s, stopped in {server.end(signal.SIGTERM):.1f} s")
    told(seen)
    faults = checked(copy, seen)
    return not faults and not +seen.faults and not seen.cut


def with_restarts(store: Path, folder: Path, where: Path, rounds: int, seconds: float) -> bool:
    """SIGTERM and SIGKILL in turn, in the middle of questions: after 20 to 60 answers were heard.

    True when every answer that was heard has its record and, after SIGTERM, every record was
    heard: a question that is being answered is answered.
    """
    copy, keys = prepared(store, where, 10)
    server = Server(copy, where / "log")
    every, is_well, chance = Seen(), True, random.Random(7)
    for n in range(rounds):
        sign = signal.SIGKILL if n % 2 else signal.SIGTERM
        server.start()
        seen = Seen()

        async def round_of(seen: Seen = seen, sign: int = sign) -> float:
            under_load = asyncio.create_task(
                everybody(server, keys, folder, seen, seconds, think=False)
            )
            n_answers = chance.randint(20, 60)
            while len(seen.records) < n_answers and not under_load.done():
                await asyncio.sleep(0.01)
            took = await asyncio.to_thread(server.end, sign)
            seen.is_over = True
            await under_load
            return took

        before = n_records(copy)
        took = asyncio.run(round_of())
        unheard = n_records(copy) - before - len(seen.records)
        say(
            f"{signal.Signals(sign).name}: ended in {took:.1f} s, {len(seen.records)} answers,"
            f" {unheard} recorded that were not heard, {seen.cut} requests broken off"
        )
        is_well &= sign == signal.SIGKILL or not unheard
        every.records += seen.records
    is_well &= not checked(copy, every)
    return is_well


def main() -> int:
    """0 when all is well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["users", "restarts"])
    parser.add_argument("store", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--rounds", type=int, default=6)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as where:
        if given.what == "users":
            seconds = given.seconds or 600.0
            is_well = with_users(given.store, given.folder, Path(where), given.users, seconds)
        else:
            seconds = given.seconds or 300.0
            is_well = with_restarts(given.store, given.folder, Path(where), given.rounds, seconds)
    say("well" if is_well else "NOT WELL")
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
