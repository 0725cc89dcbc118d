"""The gate over the made-up archive goes red for each of ten bugs, switched in one at a time.

The bugs are patches of the tests' own. Those of ingest change what was read of the files before
it is stored; those of a question change one step of it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from onfile import by_reader, ingesting, permitting, processing
from onfile.calibration import Calibration, Tally
from onfile.demo.gold import QUESTIONS
from onfile.engine import Engine
from onfile.evaluate.suite import Suite, read_suite
from onfile.evaluating import EngineTarget, Evaluation, evaluate
from onfile.processing import Processed, Task
from onfile.retrieve import fuse, search
from onfile.types import SHIPPED, AccessRule, Draft, RuleKind, Score, ScoreKind

CHOSEN = {
    *("demo-A01", "demo-A02", "demo-A04", "demo-A07", "demo-A25", "demo-A28", "demo-A29"),
    *("demo-A33", "demo-A37", "demo-A39", "demo-A40", "demo-A42", "demo-A43", "demo-A45"),
    "demo-A53",
    *("demo-R01", "demo-R09", "demo-R13", "demo-R18", "demo-R22", "demo-R23", "demo-R28"),
}
NORTHWIND, KESTREL = "NORTHWIND_2024_10K.pdf", "KESTREL_2024_10K.pdf"

Mutation = Callable[[Processed], Processed]


def small_suite() -> Suite:
    own = read_suite(Path(__file__).with_name("ten_bugs.yaml"))
    chosen = tuple(q for q in read_suite(QUESTIONS).questions if q.id in CHOSEN)
    return dataclasses.replace(own, questions=own.questions + chosen)


@pytest.fixture(scope="module")
def read_files(archive) -> dict[str, Processed]:
    paths = [path for path in sorted(archive.rglob("*")) if path.is_file()]
    return {str(path): processing.run(Task(path)) for path in paths}


@pytest.fixture(scope="module")
def opened(archive, read_files, tmp_path_factory):
    """Engines over the archive, read as it is or as a bug of ingest would have it."""
    made: dict[Mutation, Engine] = {}

    def opened(mutation: Mutation = as_it_is) -> Engine:
        if mutation not in made:
            made[mutation] = engine = Engine(tmp_path_factory.mktemp("store"))
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(ingesting, "run_isolated", results(mutation))
                engine.ingest([archive], ocr=False)
            engine.store.change_access(add=rules(archive), made_by="the test")
        return made[mutation]

    def results(mutation: Mutation):
        def run_isolated(_run, tasks, *_, **__) -> Iterator[tuple[Task, Processed]]:
            yield from ((task, mutation(read_files[str(task.path)])) for task in tasks)

        return run_isolated

    yield opened
    for engine in made.values():
        engine.close()


def rules(archive: Path) -> list[AccessRule]:
    files = [*archive.glob("filings/NORTHWIND*"), *archive.glob("calls/NWBV*")]
    labels = [AccessRule(RuleKind.LABEL, "northwind", str(file)) for file in files]
    return [*labels, AccessRule(RuleKind.ALLOW, "northwind", "user:intern")]


def broken_by(engine: Engine, folder: Path) -> set[str]:
    """The measures whose floors a run breaks."""
    _, _, missed = evaluate(EngineTarget(engine), small_suite(), folder / "run", Evaluation())
    return {one.name for one in missed}


# ── bugs of ingest ───────────────────────────────────────────────────────────────────────────


def as_it_is(read: Processed) -> Processed:
    return read


def truncated_passages(read: Processed) -> Processed:
    """Passages end in the middle of what they should hold."""

    def halved(chunk):
        span = chunk.spans[0]
        end = span.start + max(1, (span.end - span.start) // 2)
        text = chunk.text[: end - span.start]
        return dataclasses.replace(chunk, text=text, spans=(span._replace(end=end),))

    return dataclasses.replace(read, chunks=tuple(map(halved, read.chunks)))


def dropped_page(read: Processed) -> Processed:
    """The page with the statement of cash flows is passed over."""
    if read.document is None or read.document.name != NORTHWIND:
        return read
    return dataclasses.replace(
        read,
        pages=tuple(page for page in read.pages if page.number != 9),
        ledger=tuple(row for row in read.ledger if row.page != 9),
        chunks=tuple(c for c in read.chunks if all(span.page != 9 for span in c.spans)),
        figures=tuple(figure for figure in read.figures if figure.page != 9),
    )


def lost_scale(read: Processed) -> Processed:
    """The "in millions" of a table's heading is not carried to its figures."""
    figures = tuple(dataclasses.replace(figure, scale=1) for figure in read.figures)
    return dataclasses.replace(read, figures=figures)


def swapped_companies(read_files: dict[str, Processed]) -> Mutation:
    """Two annual reports are taken for each other's company."""
    identities = {p.document.name: p.document.identity for p in read_files.values() if p.document}
    other = {NORTHWIND: identities[KESTREL], KESTREL: identities[NORTHWIND]}

    def swapped(read: Processed) -> Processed:
        if read.document is None or read.document.name not in other:
            return read
        given = other[read.document.name]
        names = {
            name: getattr(given, name) for name in ("company", "legal_name", "aliases", "ticker")
        }
        identity = dataclasses.replace(read.document.identity, **names)
        return dataclasses.replace(
            read,
            document=dataclasses.replace(read.document, identity=identity),
            structure=dataclasses.replace(read.structure, identity=identity),
        )

    return swapped


def test_without_a_bug_every_floor_is_kept(opened, tmp_path):
    assert broken_by(opened(), tmp_path) == set()


def test_a_truncated_passage_is_seen(opened, tmp_path):
    assert "page_mrr" in broken_by(opened(truncated_passages), tmp_path)


def test_a_dropped_page_is_seen(opened, tmp_path):
    assert "right" in broken_by(opened(dropped_page), tmp_path)


def test_a_lost_scale_is_seen_as_a_slip_of_scale(opened, tmp_path):
    missed = broken_by(opened(lost_scale), tmp_path)
    assert {"wrong_rate", "numbers_strict"} <= missed
    assert "numbers_lenient" not in missed


def test_a_swapped_company_is_seen(opened, read_files, tmp_path):
    missed = broken_by(opened(swapped_companies(read_files)), tmp_path)
    assert {"wrong_rate", "document_hit@5"} <= missed


# ── bugs of a question ───────────────────────────────────────────────────────────────────────


def test_a_shallow_index_is_seen(opened, tmp_path, monkeypatch):
    monkeypatch.setattr(search, "DEPTH", 1)
    assert "page_hit@20" in broken_by(opened(), tmp_path)


def test_a_wrong_constant_of_rank_fusion_is_seen(opened, tmp_path, monkeypatch):
    shares = fuse.Run.shares
    monkeypatch.setattr(fuse.Run, "shares", lambda run: shares(dataclasses.replace(run, k=1)))
    assert broken_by(opened(), tmp_path) == {"page_mrr"}


def test_an_unfiltered_permission_is_seen(opened, tmp_path, monkeypatch):
    everything = frozenset(d.document_id for d in opened().store.documents())
    monkeypatch.setattr(permitting.Permissions, "visible", lambda *_: everything)
    assert {"looks_absent", "unanswerable_refused"} <= broken_by(opened(), tmp_path)


def test_an_answer_cached_for_another_asker_is_seen(opened, tmp_path, monkeypatch):
    cache = {}
    ask = Engine.ask

    def cached(self, question, **given):
        if question not in cache:
            cache[question] = ask(self, question, **given)
        return cache[question]

    monkeypatch.setattr(Engine, "ask", cached)
    assert {"looks_absent", "unanswerable_refused"} <= broken_by(opened(), tmp_path)


def test_a_stale_calibration_is_seen(opened, tmp_path):
    # set when none of these documents was on file, over passages that repeat the questions' words
    strict = Score(0.99, ScoreKind.COVERAGE)
    thresholds = dataclasses.replace(SHIPPED, quote=strict, cause=strict, turn=strict)
    nothing = Tally(0, 0, 0, 0)
    stale = Calibration(
        "2020-01-01T00:00:00.000Z", 0.02, "old", "", 1, thresholds, "", (), nothing, nothing
    )
    engine = opened()
    engine.store.add_calibration(stale.created, stale.to_json())
    missed = broken_by(engine, tmp_path)
    engine.reset_calibration()
    assert {"right", "calibration_stale"} <= missed


def test_an_unverified_quote_is_seen(opened, tmp_path, monkeypatch):
    def tidied(citation):
        return dataclasses.replace(citation, quote=" ".join(citation.quote.split()[::-1]))

    def unverified(draft: Draft, *_: object) -> tuple[Draft, tuple[()]]:
        claims = [
            dataclasses.replace(claim, citations=tuple(map(tidied, claim.citations)))
            for claim in draft.claims
        ]
        return dataclasses.replace(draft, claims=tuple(claims)), ()

    monkeypatch.setattr(by_reader, "verify", unverified)
    assert "quotes_found" in broken_by(opened(), tmp_path)
