"""A bad model must not hurt: a small model answers through the whole path, over question sets.

    python benchmarks/small_model.py STORE MODEL.gguf OUT.jsonl SET.jsonl... [--sample 60]

Asks a seeded sample of each set (``{"id", "question"}`` a line) and appends one outcome a line to
OUT.jsonl; questions that stand there already are passed over, so that a run can be cut up with
``--limit``. With ``--quoting`` it must quote a line of a source, so that what it says of it is put
to the checks; left to itself it makes quotes up. Who scores the sets scores OUT.jsonl. Prints how
many were answered, and by which codes the others were refused.
"""

from __future__ import annotations

import argparse
import collections
import copy
import dataclasses
import json
import random
import sys
from pathlib import Path

from onfile.adapters.gguf import GgufModel
from onfile.config import Settings
from onfile.contract import outcome_json
from onfile.engine import Engine
from onfile.errors import ModelError
from onfile.modelling import Modelling
from onfile.types import JsonObject, Prompt, Reply

QUOTE = (16, 200)  # characters of a line that may be quoted


def sampled(paths: list[Path], n: int, seed: int) -> list[dict[str, str]]:
    """At most ``n`` questions of each set, in the order of the set."""
    found = []
    for path in paths:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        chosen = random.Random(seed).sample(range(len(rows)), min(n, len(rows)))
        found += [rows[i] for i in sorted(chosen)]
    return found


class Brief(GgufModel):
    """A model held to one short claim, so that it comes to an end and a run does within hours.

    A small model rambles until it is cut off, which is a refusal; one that ends puts more to the
    checks.
    """

    max_tokens = 260
    is_quoting = False

    def generate(self, prompt: Prompt) -> Reply:
        """See ``ports.Generator``."""
        schema = copy.deepcopy(prompt.schema)
        if schema is not None:
            claims = schema["properties"]["claims"]
            claims |= {"minItems": 1, "maxItems": 1}
            claim = claims["items"]["properties"]
            claim["text"]["maxLength"] = 120
            claim.pop("arithmetic")
            claim["citations"] |= {"minItems": 1, "maxItems": 1}
            claim["citations"]["items"]["properties"]["quote"] = self._quote(prompt)
            schema["properties"]["answered"] = {"const": True}
            schema["properties"].pop("value")
        brief = dataclasses.replace(prompt, schema=schema, max_tokens=self.max_tokens)
        return super().generate(brief)

    def _quote(self, prompt: Prompt) -> JsonObject:
        """Any text, or a line of the sources: then what is said of it comes to be checked."""
        lines = [line.strip() for line in prompt.user.splitlines()[1:-1]]
        fit = [line for line in dict.fromkeys(lines) if QUOTE[0] <= len(line) <= QUOTE[1]]
        if self.is_quoting and fit:
            return {"type": "string", "enum": fit}
        return {"type": "string", "maxLength": 120}


def main() -> None:
    """Ask what is left of the sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("sets", type=Path, nargs="+")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--limit", type=int, default=10**6)
    parser.add_argument("--room", type=int, default=5000)
    parser.add_argument("--quoting", action="store_true", help="quotes are lines of the sources")
    parser.add_argument("--max-tokens", type=int, default=Brief.max_tokens)
    given = parser.parse_args()

    settings = Settings(store=given.store, model_file=given.model, model_room=given.room)
    model = Brief(given.model, context_tokens=4096, threads=1)
    model.max_tokens = given.max_tokens
    model.is_quoting = given.quoting
    questions = sampled(given.sets, given.sample, given.seed)
    done = given.out.read_text("utf-8").splitlines() if given.out.exists() else []
    asked = {json.loads(line)["id"] for line in done}
    left = [q for q in questions if q["id"] not in asked][: given.limit]
    with Engine(given.store, settings=settings) as engine, given.out.open("a") as out:
        engine.model = Modelling(model, given.room)
        for question in left:
            try:
                outcome = outcome_json(engine.ask(question["question"]))
            except ModelError as error:
                outcome = {"outcome": "failed", "error": str(error)}
            out.write(json.dumps({**outcome, "id": question["id"]}) + "\n")
            out.flush()
    rows = [json.loads(line) for line in given.out.read_text("utf-8").splitlines()]
    codes = collections.Counter(
        row["refusal"]["code"] if row["outcome"] == "refused" else row["outcome"] for row in rows
    )
    sys.stdout.write(f"{len(rows)} of {len(questions)} asked; {dict(codes.most_common())}\n")


if __name__ == "__main__":
    main()
