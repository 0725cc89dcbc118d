"""``onfile eval generate``: a question set made from the archive itself, checked against it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from onfile.errors import UsageError
from onfile.evaluate.generate.suite import Asked as Asked
from onfile.evaluate.generate.suite import generate
from onfile.language import lexicon
from onfile.types import JsonObject

if TYPE_CHECKING:
    from onfile.engine import Engine


@dataclass(frozen=True, slots=True)
class Generated:
    """What was written: how many questions of each kind, answerable and not, wordings apart."""

    out: str
    answerable: Mapping[str, int]
    adversarial: Mapping[str, int]
    paraphrases: int


def generate_suite(engine: Engine, out: Path, asked: Asked) -> Generated:
    """Write a question set of JSON lines to ``out``; the same seed and archive give the same.

    Raises:
        UsageError: nothing on file can be asked about, or ``out`` can't be written.
        ModelError: other wordings were to come from a model, and it can't be reached.
    """
    writer = engine.model.model if engine.model is not None else None
    rows = generate(
        engine.store, engine.store.catalog(), lexicon.load(engine.settings.lexicon), asked, writer
    )
    try:
        with out.open("w", encoding="utf-8", errors="replace") as stream:
            stream.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    except OSError as error:
        raise UsageError(f"{out} can't be written: {error}") from error
    bases = [row for row in rows if "base_id" not in row]
    return Generated(
        str(out),
        _by_kind([row for row in bases if "expected_codes" not in row]),
        _by_kind([row for row in bases if "expected_codes" in row]),
        len(rows) - len(bases),
    )


def _by_kind(rows: list[JsonObject]) -> dict[str, int]:
    return dict(sorted(Counter(row["kind"] for row in rows).items()))
