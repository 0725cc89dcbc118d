"""Kill an ingest again and again, then compare its store with one that was left in peace.

    kill_test.py [--kills 100] [--seed 1] [--long-pages 600] [FOLDER]

FOLDER holds documents; by default the made-up archive and one file so long that its parts wait on
disk (``ingest/spool.py``). Each run of ``onfile`` is killed (SIGKILL,
its workers orphaned) at a random moment of the time that a whole run takes; whenever a run gets
through, the store is compared, and the next kills start from an empty one. Prints one line.
Exit code 1 when anything differs.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from ingest_pace import write_filing

from onfile import Engine
from onfile.demo import write_archive
from onfile.index.store import Store

_LONG_FILE_LINES = 14
_INGEST = """
import sys
from onfile import Engine
with Engine(sys.argv[1]) as engine:
    engine.ingest([sys.argv[2]], workers=2, ocr=False)
"""


def start(store: Path, folder: Path) -> subprocess.Popen[bytes]:
    """An ingest in a process of its own."""
    return subprocess.Popen([sys.executable, "-c", _INGEST, str(store), str(folder)])


def content(store: Path) -> tuple[object, ...]:
    """All that must not depend on how the store came about."""
    with Store.open(store) as opened:
        texts = {d.document_id: opened.pages_text(d.document_id) for d in opened.documents()}
        ledger = [(r.file, r.document_id, r.page, r.status, r.n_chars) for r in opened.ledger()]
        chunks = {id_: [c.chunk_id for c in opened.chunks_of(id_)] for id_ in texts}
        known = {path: known.document_id for path, known in opened.known_files().items()}
        return (opened.fingerprint(), texts, ledger, chunks, known)


def faults(store: Path) -> list[str]:
    """What the doctor finds wrong."""
    with Engine(store) as engine:
        return [check.detail for check in engine.doctor(deep=True) if not check.passed]


def half_written(store: Path) -> list[str]:
    """Documents of a killed ingest that are not whole."""
    if not (store / "onfile.db").exists():
        return []
    with Store.open(store) as opened:
        return [
            document.name
            for document in opened.documents()
            if len(opened.pages_text(document.document_id)) != document.n_pages
            or len(opened.ledger_of(document.document_id)) < document.n_pages
        ]


def kill_at_random(
    store: Path, folder: Path, whole_s: float, chosen: random.Random
) -> tuple[bool, list[str]]:
    """Whether the ingest was killed, and what was left half-written."""
    process = start(store, folder)
    try:
        process.wait(timeout=chosen.uniform(0.05, 1.0) * whole_s)
        return False, []
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True, half_written(store)


def main(arguments: list[str]) -> int:
    """Run it; 1 when a store differs from that of an uninterrupted run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--long-pages", type=int, default=600)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as work:
        folder = given.folder or Path(work) / "archive"
        if given.folder is None:
            write_archive(folder)
            write_filing(folder / "long.pdf", given.long_pages, seed=1, n_lines=_LONG_FILE_LINES)
        begun = time.perf_counter()
        if start(Path(work) / "whole", folder).wait() != 0:
            return 1
        whole_s = time.perf_counter() - begun
        expected = content(Path(work) / "whole")
        chosen = random.Random(given.seed)
        n_kills, n_stores, wrong = 0, 0, list[str]()
        while n_kills < given.kills:
            store = Path(work) / f"killed{n_stores}"
            is_killed = True
            while is_killed and n_kills < given.kills:
                is_killed, half = kill_at_random(store, folder, whole_s, chosen)
                n_kills += is_killed
                wrong += half
            if start(store, folder).wait() != 0:
                wrong.append("the last run failed")
            n_stores += 1
            wrong += ["the store differs"] * (content(store) != expected) + faults(store)
            wrong += [f"left in the spool: {path.name}" for path in (store / "spool").glob("*")]
        sys.stdout.write(
            f"{n_kills} kills over {n_stores} stores of {len(expected[1])} documents, a whole run"
            f" {whole_s:.1f} s: {len(wrong)} faults {wrong[:3]}\n"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
