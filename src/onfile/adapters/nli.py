"""A natural-language-inference model in ONNX on the CPU: does a quote entail a claim?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np

from onfile.errors import ModelError, SettingError

MAX_TOKENS = 512
_FILES = ("model.onnx", "tokenizer.json", "config.json")
_HINT = "a folder with model.onnx, tokenizer.json, config.json; pip install 'onfile[rerank]'"


class OnnxNli:
    """See ``ports.Entailment``. The folder is read when the first pair comes.

    ``config.json`` names the labels (``id2label``), as exported models have it; the one that
    begins with "entail" counts.
    """

    def __init__(self, folder: Path) -> None:
        missing = [name for name in _FILES if not (folder / name).is_file()]
        if missing:
            raise SettingError(f"nli_model {str(folder)!r} lacks {', '.join(missing)}", hint=_HINT)
        self.name = f"nli {folder.name}"
        self._folder = folder
        self._parts: tuple[Any, Any, int] | None = None

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """See ``ports.Entailment``."""
        session, tokenizer, entailed = self._loaded()
        found = []
        for premise, claim in pairs:
            encoding = tokenizer.encode(premise, claim)
            known = {
                "input_ids": encoding.ids,
                "attention_mask": encoding.attention_mask,
                "token_type_ids": encoding.type_ids,
            }
            names = [given.name for given in session.get_inputs()]
            try:
                inputs = {name: np.asarray([known[name]], np.int64) for name in names}
                logits = np.asarray(session.run(None, inputs)[0][0], np.float64)
            except Exception as error:  # the runtime raises its own, of many kinds
                raise ModelError(f"{self.name} could not be run: {error}") from error
            weights = np.exp(logits - logits.max())
            found.append(float(weights[entailed] / weights.sum()))
        return found

    def _loaded(self) -> tuple[Any, Any, int]:
        if self._parts is None:
            runtime, tokenizers = _libraries()
            try:
                labels = json.loads((self._folder / "config.json").read_text("utf-8"))["id2label"]
                entailed = next(int(n) for n, s in labels.items() if s.lower().startswith("entail"))
                tokenizer = tokenizers.Tokenizer.from_file(str(self._folder / "tokenizer.json"))
                session = runtime.InferenceSession(
                    str(self._folder / "model.onnx"), providers=["CPUExecutionProvider"]
                )
            except Exception as error:  # the libraries raise their own, of many kinds
                raise ModelError(f"{self.name} could not be loaded: {error}", hint=_HINT) from error
            tokenizer.enable_truncation(MAX_TOKENS, strategy="only_first")
            self._parts = (session, tokenizer, entailed)
        return self._parts


def _libraries() -> tuple[Any, Any]:
    try:
        import onnxruntime
        import tokenizers
    except ImportError as error:
        raise SettingError("nli_model needs onnxruntime and tokenizers", hint=_HINT) from error
    return cast(Any, onnxruntime), cast(Any, tokenizers)
