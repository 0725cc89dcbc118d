"""An ingest that is killed at any moment ends, run again, as one that was left in peace."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from onfile.index.coverage import coverage_of
from onfile.index.store import Store
from onfile.ingesting import IngestOptions, ingest_files

N_KILLS = 10
# The alarm ends the process at once, wherever it is, as SIGKILL does: nothing is tidied up.
KILLED = """
import signal, sys
from pathlib import Path
from onfile.index.store import Store
from onfile.ingesting import IngestOptions, ingest_files

with Store.open(Path(sys.argv[1]), create=True) as store:
    signal.setitimer(signal.ITIMER_REAL, float(sys.argv[3]))
    ingest_files(store, [Path(sys.argv[2])], IngestOptions(workers=2))
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs an alarm")


def write_letters(folder: Path) -> None:
    """Eight documents of forty pages, two of them the same, and a file that can't be read."""
    folder.mkdir()
    for number in range(8):
        canvas = Canvas(str(folder / f"letter{number}.pdf"), invariant=True)
        for page in range(40):
            canvas.drawString(72, 700, f"Letter {number % 7}: Alder Springs sold {page} cases.")
            canvas.drawString(72, 680, f"Cases sold {page * 11:,} {page * 7:,}")
            canvas.showPage()
        canvas.save()
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\n")


def content(store: Store) -> tuple[object, ...]:
    documents = store.documents()
    return (
        store.fingerprint(),
        [(d.document_id, d.path) for d in documents],
        [store.pages_text(d.document_id) for d in documents],
        [(r.file, r.document_id, r.page, r.status, r.n_chars) for r in store.ledger()],
        sorted((path, known.document_id) for path, known in store.known_files().items()),
    )


def test_the_end_is_the_same_however_often_it_was_killed(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    write_letters(folder)
    with Store.open(tmp_path / "whole", create=True) as whole:
        report = ingest_files(whole, [folder], IngestOptions(workers=2))
        expected = content(whole)
    chosen = random.Random(7)
    n_killed = 0
    for _ in range(N_KILLS):
        delay_s = chosen.uniform(0.1, 1.1) * report.elapsed_s
        ended = subprocess.run(
            [sys.executable, "-c", KILLED, str(tmp_path / "s"), str(folder), f"{delay_s:.3f}"],
            check=False,
        )
        assert ended.returncode in (0, -signal.SIGALRM)
        n_killed += ended.returncode != 0
        with Store.open(tmp_path / "s") as store:
            assert coverage_of(store).unaccounted_pages == 0
            assert {d.n_pages for d in store.documents()} <= {40}
    with Store.open(tmp_path / "s") as store:
        ingest_files(store, [folder], IngestOptions(workers=2))
        assert content(store) == expected
    assert n_killed > 0
