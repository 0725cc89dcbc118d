"""What HyDE and rewriting by a model are worth: ``compare-strategies`` with both, repeatable.

    python benchmarks/written_ahead.py STORE MODEL.gguf KEPT.jsonl SET.jsonl… [--sample N]

Every reply of the model is kept in KEPT.jsonl, a line each, with the seconds that it took, so that
a run can be cut off and a second one asks nothing anew. ``--sample`` takes a seeded sample of each
set.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from onfile.adapters.gguf import GgufModel
from onfile.comparing import Compared, compare_strategies
from onfile.config import Settings
from onfile.engine import Engine
from onfile.evaluate.suite import read_gold
from onfile.modelling import Modelling
from onfile.types import Prompt, Reply

CONTEXT_TOKENS = 2048
SEED = 11


class Kept:
    """A model whose replies are kept in a file."""

    def __init__(self, model: GgufModel, path: Path) -> None:
        self.name = model.name
        self._model = model
        self._path = path
        self._kept: dict[str, str] = {}
        self.seconds: list[float] = []
        for line in path.read_text("utf-8").splitlines() if path.exists() else []:
            row = json.loads(line)
            self._kept[row["prompt"]] = row["reply"]
            self.seconds.append(row["seconds"])

    def generate(self, prompt: Prompt) -> Reply:
        """See ``ports.Generator``."""
        key = hashlib.sha256(f"{self.name}\n{prompt.system}\n{prompt.user}".encode()).hexdigest()
        if key not in self._kept:
            start = time.perf_counter()
            text = self._model.generate(prompt).text
            spent = time.perf_counter() - start
            row = {"prompt": key, "question": prompt.user, "reply": text, "seconds": spent}
            with self._path.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            self._kept[key] = text
            self.seconds.append(spent)
        return Reply(self._kept[key], "stop", self.name)


def sampled(path: Path, n: int, folder: Path) -> Path:
    """A file with at most ``n`` of the questions with gold, in the order of the set."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    with_gold = {question.id for question in read_gold(path)}
    lines = [line for line in lines if json.loads(line)["id"] in with_gold]
    chosen = sorted(random.Random(SEED).sample(range(len(lines)), min(n, len(lines))))
    out = folder / path.name
    out.write_text("\n".join(lines[i] for i in chosen), encoding="utf-8")
    return out


def main(arguments: list[str]) -> int:
    """Print a row for the standard, one for HyDE and one for rewriting, for each set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("kept", type=Path)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--sample", type=int, default=10**6)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args(arguments)
    gguf = GgufModel(given.model, context_tokens=CONTEXT_TOKENS, threads=given.threads)
    model = Kept(gguf, given.kept)
    settings = Settings(store=given.store, model_file=given.model, hyde=True, rewrite=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Engine(given.store, settings=settings, create=False) as engine,
    ):
        engine.model = Modelling(model, settings.model_room)
        for path in given.sets:
            questions = sampled(path, given.sample, Path(folder))
            rows = compare_strategies(engine, [questions], compared=Compared(strategies=()))
            for row in rows:
                at = " ".join(f"@{k} {row.means[f'Success@{k}']:.3f}" for k in (1, 5, 10))
                p = "" if row.p_value is None else f"p {row.p_value:.3f}"
                name = f"{path.stem} ({len(row.values)}): {row.name}"
                sys.stdout.write(f"{name:75} {at} RR {row.means['RR@20']:.3f} {p}\n")
                sys.stdout.flush()
    spent = sorted(model.seconds)
    median, p95 = spent[len(spent) // 2], spent[int(0.95 * len(spent))]
    told = f"{len(spent)} replies; seconds for one: median {median:.1f}, p95 {p95:.1f}"
    sys.stdout.write(told + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
