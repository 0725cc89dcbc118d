"""Does anything leak past permissions, and can the clock tell hidden from absent?

    permissions.py leaks [--calls 10000] [--seed 7]
    permissions.py identical [--questions 2000] [--seed 7]
    permissions.py timing STORE [--runs 300]

``leaks`` puts random questions of random users to every part of the engine over the made-up archive
of the tests, in which each label has words that stand nowhere else, and counts what any user met of
what is hidden from him. ``identical`` asks random questions as random users, and again of stores in
which what is hidden from the user was never ingested, and counts the outcomes that differ in any
byte but ids and timings. ``timing`` works on a copy of STORE: one company is hidden, and questions
about it are timed, in turn, beside the same questions about a company that never was, and words
that only its documents hold beside words that no document holds. Told are medians, the 95th
percentile, and how often a hidden one took longer than an absent one (0.5: the clock tells nothing)
with the p of a two-sided Mann-Whitney test.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from scipy.stats import mannwhitneyu

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from onfile.audit.compare import differences
from onfile.contract import outcome_json
from onfile.engine import Engine
from permission_archive import LABELS, MAY_SEE, USERS, rules, write_archive
from permission_probe import METRICS, probe, said

ABSENT, USER = "Bellwether Kilns", "ann"
TEMPLATES = ("What was the {0} of {1} in {2}?", "Compare {0} of {1} in {2} with the year before.")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def leaks(calls: int, seed: int) -> None:
    """Count what leaks."""
    with tempfile.TemporaryDirectory() as folder:
        archive, store = Path(folder, "archive"), Path(folder, "store")
        archive.mkdir()
        write_archive(archive)
        with Engine(store) as engine:
            engine.ingest([archive], workers=1, ocr=False)
            engine.store.change_access(add=rules(archive), made_by="the benchmark")
            start = time.perf_counter()
            found = list(probe(engine, calls, seed))
            spent = time.perf_counter() - start
            n_records = engine.log.verify().n_records
    _say(f"{calls} calls, seed {seed}, {spent:.0f} s, {n_records} records: {len(found)} leaks")
    for (call, word), n in Counter((leak.call, leak.word) for leak in found).most_common(20):
        _say(f"  {n:>6}  {call}: {word}")


def identical(questions: int, seed: int) -> None:
    """Compare outcomes with those of stores without what is hidden."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        full = opened.enter_context(_engine(Path(folder, "full"), frozenset()))
        full.store.change_access(add=rules(Path(folder, "full", "archive")), made_by="benchmark")
        absent: dict[frozenset[str], Engine] = {}
        for user in USERS:
            seen = frozenset(MAY_SEE[user])
            if seen not in absent:
                at = Path(folder, f"absent-{len(absent)}")
                absent[seen] = opened.enter_context(_engine(at, frozenset({*LABELS, ""} - seen)))
        n_different = 0
        for _ in range(questions):
            user, question = rng.choice(USERS), said(rng)
            without = absent[frozenset(MAY_SEE[user])].ask(question)
            hidden = full.ask(question, as_user=user)
            n_different += bool(differences(outcome_json(hidden), outcome_json(without)))
    _say(f"{questions} questions, seed {seed}: {n_different} outcomes differ")


def _engine(at: Path, without: frozenset[str]) -> Engine:
    archive = at / "archive"
    archive.mkdir(parents=True)
    write_archive(archive, without)
    engine = Engine(at / "store")
    engine.ingest([archive], workers=1, ocr=False)
    return engine


def timing(store: Path, runs: int) -> None:
    """Time questions about what is hidden and what is absent."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "store")
        shutil.copytree(store, copy)
        with Engine(copy) as engine:
            hidden, word = _hide(engine)
            _say(f"hidden: {hidden}, {len(engine.documents(as_user=USER))} documents are visible")
            _report("named", *_named(engine, hidden, runs))
            _report("words", *_words(engine, word, runs))
            _report("owner (all visible)", _spent(engine, _plain(runs), None), [])
            _report("a user (trimmed)", _spent(engine, _plain(runs), USER), [])


def _hide(engine: Engine) -> tuple[str, str]:
    """Label all but one company for the user; gives that company and a word of it alone."""
    entries = engine.view().catalog().entries
    counted = Counter(e.identity.company for e in entries if e.identity.company)
    company = counted.most_common(1)[0][0]
    shown = [e.document_id for e in entries if e.identity.company != company]
    engine.rules.label("shown", shown, made_by="the benchmark")
    engine.rules.grant("shown", [USER], made_by="the benchmark")
    visible = engine.access.visible(USER)
    held = (e.document_id for e in entries if e.identity.company == company)
    text = " ".join(t for d in held for t in engine.store.pages_text(d).values())
    words = Counter(w.lower() for w in text.split() if w.isalpha() and len(w) > 6)
    rare = engine._lexical
    alone = (w for w, _ in words.most_common() if not rare.search(w, visible=visible, k=1))
    return company, next(w for w in alone if rare.search(w, k=1))


def _named(engine: Engine, hidden: str, runs: int) -> tuple[list[float], list[float]]:
    rng = random.Random(1)
    asked = [(rng.choice(TEMPLATES), rng.choice(METRICS), 2019 + n % 5) for n in range(runs)]
    hidden_said = [t.format(m, hidden, y) for t, m, y in asked]
    return _in_turn(engine, hidden_said, [t.format(m, ABSENT, y) for t, m, y in asked])


def _words(engine: Engine, word: str, runs: int) -> tuple[list[float], list[float]]:
    asked = [f"What is said of the {{}} {metric}, case {n}?" for n, metric in _numbered(runs)]
    nowhere = "q" + word[1:-1] + "xj"
    return _in_turn(engine, [a.format(word) for a in asked], [a.format(nowhere) for a in asked])


def _plain(runs: int) -> list[str]:
    return [f"What was the {metric} in {2019 + n % 5}?" for n, metric in _numbered(runs)]


def _numbered(runs: int) -> list[tuple[int, str]]:
    return [(n, METRICS[n % len(METRICS)]) for n in range(runs)]


def _in_turn(
    engine: Engine, hidden: Sequence[str], absent: Sequence[str]
) -> tuple[list[float], list[float]]:
    """Milliseconds of each, one after the other, first now the one and now the other."""
    spent: tuple[list[float], list[float]] = ([], [])
    for n, pair in enumerate(zip(hidden, absent, strict=True)):
        for kind in (0, 1) if n % 2 else (1, 0):
            spent[kind].extend(_spent(engine, [pair[kind]], USER))
    return spent[0][10:], spent[1][10:]  # the first ones load models and indexes


def _spent(engine: Engine, questions: Sequence[str], user: str | None) -> list[float]:
    found = []
    for question in questions:
        start = time.perf_counter()
        engine.ask(question, as_user=user)
        found.append((time.perf_counter() - start) * 1000)
    return found


def _report(name: str, hidden: Sequence[float], absent: Sequence[float]) -> None:
    told = [f"{name}: {_shown(hidden)}"]
    if absent:
        test = mannwhitneyu(hidden, absent)
        slower = test.statistic / (len(hidden) * len(absent))
        told += [f"absent {_shown(absent)}", f"hidden slower {slower:.3f}, p {test.pvalue:.2f}"]
    _say("; ".join(told))


def _shown(spent: Sequence[float]) -> str:
    p95 = statistics.quantiles(spent, n=20)[-1]
    return f"median {statistics.median(spent):.2f} ms, p95 {p95:.1f} ms, {len(spent)} runs"


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    first = commands.add_parser("leaks")
    first.add_argument("--calls", type=int, default=10_000)
    first.add_argument("--seed", type=int, default=7)
    second = commands.add_parser("identical")
    second.add_argument("--questions", type=int, default=2000)
    second.add_argument("--seed", type=int, default=7)
    third = commands.add_parser("timing")
    third.add_argument("store", type=Path)
    third.add_argument("--runs", type=int, default=300)
    given = parser.parse_args()
    if given.command == "leaks":
        leaks(given.calls, given.seed)
    elif given.command == "identical":
        identical(given.questions, given.seed)
    else:
        timing(given.store, given.runs)


if __name__ == "__main__":
    main()
