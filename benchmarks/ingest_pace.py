"""How fast files come into the store, beside bare text extraction, and whether that stays so.

    ingest_pace.py ratio FOLDER [--workers 2] [--files 20] [--rounds 4]
    ingest_pace.py growth [--pages 1000 5000 15000] [--workers 2] [--lines 42]
    ingest_pace.py large [--pages 10000] [--lines 42]

``ratio`` reads the same PDFs three times in one run with as many workers: bare pypdfium2 text; all
of ingest but vectors and figures; all but vectors. It does so in rounds, some of the files each, so
that other work on the machine falls on all three. ``growth`` brings made-up filings, each
with words of its own, into one store and gives the cost of a page at each size. ``large`` brings
in one file of so many pages. Costs are told in wall time and in CPU time of all processes, which
a busy machine disturbs less; memory is the peak of the main process and of the largest worker.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from reportlab.pdfgen.canvas import Canvas

sys.path.insert(0, str(Path(__file__).parent))  # workers import this file by its name
import ingest_pace as own

from onfile import ingesting, processing
from onfile.adapters.stemmer import SnowballStemmer
from onfile.index.lexical import PostingsIndex
from onfile.index.store import Store
from onfile.ingest.workers import run_isolated
from onfile.ingesting import IngestOptions, ingest_files

_LINES, _WORDS_A_LINE = 42, 11


@dataclass(slots=True)
class Spent:
    """Wall and CPU seconds of a block."""

    wall_s: float = 0.0
    cpu_s: float = 0.0

    def told(self, n_pages: int) -> str:
        """Pages a second and milliseconds of CPU a page."""
        pace = n_pages / self.wall_s
        return f"{pace:7.1f} pages/s  {1000 * self.cpu_s / n_pages:6.2f} ms CPU a page"


@contextmanager
def timed() -> Iterator[Spent]:
    """Fills in what the block spent, its finished child processes with it."""
    spent, wall, cpu = Spent(), time.perf_counter(), _cpu()
    yield spent
    spent.wall_s, spent.cpu_s = time.perf_counter() - wall, _cpu() - cpu


def _cpu() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def peak_mb() -> str:
    """Largest resident sizes so far."""
    own_mb, child_mb = (
        resource.getrusage(who).ru_maxrss // 1024
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return f"peak memory {own_mb} MB, largest worker {child_mb} MB"


def bare(task: processing.Task) -> int:
    """What a worker does at the least: the text of every page."""
    document = pypdfium2.PdfDocument(task.path)
    for page in document:
        textpage = page.get_textpage()
        textpage.get_text_range()
        textpage.close()
        page.close()
    return len(document)


def without_figures(task: processing.Task) -> processing.Processed:
    """All that a worker does but the figures."""
    processing.figures_of = lambda *_: []
    return processing.run(task)


def bring_in(paths: Sequence[Path], store: Path, workers: int) -> int:
    """All of ingest but vectors; gives the pages read."""
    with Store.open(store, create=True) as opened:
        index = PostingsIndex(opened, SnowballStemmer())
        options = IngestOptions(workers=workers)
        report = ingest_files(opened, paths, options, on_stored=index.keep_up)
        index.refresh()
    return report.pages


def nothing(_: processing.Task) -> None:
    """What a worker costs that is started for nothing."""


def read_bare(paths: Sequence[Path], workers: int) -> int:
    """Bare text of files, the largest first as an ingest has it; gives the pages read."""
    tasks = [processing.Task(path) for path in sorted(paths, key=lambda p: -p.stat().st_size)]
    counts = (n for _, n in run_isolated(own.bare, tasks, workers, timeout_s=600.0))
    return sum(n for n in counts if isinstance(n, int))


def ratio(folder: Path, n_files: int, workers: int, n_rounds: int) -> None:
    """Print the pace of each of the three, and the two ratios; starting workers is left out."""
    paths = sorted(folder.rglob("*.pdf"))
    paths = paths[:: max(len(paths) // n_files, 1)][:n_files]
    with timed() as idle:
        list(
            run_isolated(
                own.nothing, [processing.Task(p) for p in paths[:workers]], workers, timeout_s=60.0
            )
        )
    steps = {
        "bare pypdfium2 text": None,
        "ingest, no figures": own.without_figures,
        "ingest": processing.run,
    }
    spent = {name: Spent() for name in steps}
    n_read = dict.fromkeys(steps, 0)
    with tempfile.TemporaryDirectory() as work:
        for number in range(n_rounds):
            for name, run in steps.items():
                with timed() as one:
                    if run is None:
                        n_read[name] += read_bare(paths[number::n_rounds], workers)
                    else:
                        ingesting.run = run
                        n_read[name] += bring_in(
                            paths[number::n_rounds], Path(work) / name, workers
                        )
                spent[name].wall_s += one.wall_s - idle.wall_s
                spent[name].cpu_s += one.cpu_s - idle.cpu_s
    bare_spent, *_ = spent.values()
    _say(f"{len(paths)} files, {workers} workers, {n_rounds} rounds")
    for name, one in spent.items():
        _say(
            f"{name:20} {n_read[name]:6} pages {one.told(n_read[name])}  ratio"
            f" {bare_spent.wall_s / one.wall_s:.2f} by wall time,"
            f" {bare_spent.cpu_s / one.cpu_s:.2f} by CPU time"
        )
    _say(peak_mb())


def growth(sizes: Sequence[int], workers: int, n_lines: int) -> None:
    """Print what a page costs while the store grows from each size to the next."""
    with tempfile.TemporaryDirectory() as work:
        letters, store = Path(work) / "in", Path(work) / "store"
        letters.mkdir()
        n_before = 0
        for size in sizes:
            new = [
                write_filing(letters / f"filing{number:05}.pdf", 100, number, n_lines)
                for number in range(n_before // 100, size // 100)
            ]
            with timed() as spent:
                n_pages = bring_in(new, store, workers)
            n_bytes = sum(path.stat().st_size for path in store.rglob("*") if path.is_file())
            _say(
                f"{n_before:6} to {size:6} pages {spent.told(n_pages)}"
                f"  store {n_bytes / size / 1024:.1f} KiB a page  {peak_mb()}"
            )
            n_before = size


def large(n_pages: int, n_lines: int) -> None:
    """Print what one large file costs."""
    with tempfile.TemporaryDirectory() as work:
        path = write_filing(Path(work) / "large.pdf", n_pages, 1, n_lines)
        with timed() as spent:
            n_read = bring_in([path], Path(work) / "store", 1)
        with Store.open(Path(work) / "store") as opened:
            faults = [
                r.reason for r in opened.ledger() if r.page is None or not r.status.is_readable
            ]
        _say(f"one file of {n_read} pages {spent.told(n_read)}  {peak_mb()}  faults {faults}")


def write_filing(path: Path, n_pages: int, seed: int, n_lines: int) -> Path:
    """A made-up filing of prose with a table on every other page, in words of its own."""
    chosen = random.Random(seed)
    words = ["".join(chosen.choices("aeioulnrstdm", k=chosen.randint(3, 9))) for _ in range(3_000)]
    canvas = Canvas(str(path), invariant=True)
    for number in range(1, n_pages + 1):
        canvas.setFont("Helvetica", 9)
        for line in range(n_lines):
            y = 740 - 16 * line
            if number % 2 and 10 < line < 30:
                canvas.drawString(72, y, " ".join(chosen.choices(words, k=3)).capitalize())
                for column in range(3):
                    canvas.drawRightString(360 + 80 * column, y, f"{chosen.randrange(99_999):,}")
            else:
                canvas.drawString(72, y, " ".join(chosen.choices(words, k=_WORDS_A_LINE)))
        canvas.drawCentredString(306, 40, str(number))
        canvas.showPage()
    canvas.save()
    return path


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    """Run one of the three."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("ratio")
    command.add_argument("folder", type=Path)
    command.add_argument("--files", type=int, default=20)
    command.add_argument("--rounds", type=int, default=4)
    command.add_argument("--workers", type=int, default=2)
    command = commands.add_parser("growth")
    command.add_argument("--pages", type=int, nargs="+", default=[1_000, 5_000, 15_000])
    command.add_argument("--workers", type=int, default=2)
    command.add_argument("--lines", type=int, default=_LINES)
    command = commands.add_parser("large")
    command.add_argument("--pages", type=int, default=10_000)
    command.add_argument("--lines", type=int, default=_LINES)
    given = parser.parse_args(arguments)
    if given.command == "ratio":
        ratio(given.folder, given.files, given.workers, given.rounds)
    elif given.command == "growth":
        growth(given.pages, given.workers, given.lines)
    else:
        large(given.pages, given.lines)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
