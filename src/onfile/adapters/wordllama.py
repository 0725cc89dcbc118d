"""Static word vectors that come inside the wordllama package: no download, no GPU, no network.

The weights and the tokenizer are read straight from the package's files, because
``wordllama.load(disable_download=True)`` looks for its tokenizer in the wrong folder.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from onfile.errors import ModelError
from onfile.types import FloatArray

_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_MAX_CHARS = 4_000  # of a text; chunks are shorter, and the average of more says little


class WordLlamaEmbedder:
    """The mean of a text's token vectors (256 numbers), as a unit vector.

    Reference:
        D. Lee Miller, WordLlama, 2024 (token embeddings recycled from Llama models, trained
        with matryoshka representation learning).
    """

    dim = 256

    def __init__(self) -> None:
        folder = _package_folder()
        try:
            self._vectors: npt.NDArray[np.float32] = load_file(folder / _WEIGHTS)[
                "embedding.weight"
            ].astype(np.float32)
            self._tokenizer: Any = Tokenizer.from_file(str(folder / _TOKENIZER))
        except (OSError, KeyError, SafetensorError) as error:
            raise ModelError(
                f"the word vectors in {folder} could not be loaded: {error}",
                hint="reinstall the wordllama package, or use --no-dense",
            ) from error
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.name = f"wordllama {version('wordllama')} l2_supercat_256"

    def embed(self, texts: Sequence[str], *, is_query: bool = False) -> FloatArray:
        """See ``ports.Embedder``; queries and passages are treated alike."""
        del is_query
        means = np.zeros((len(texts), self.dim), np.float32)
        encodings = self._tokenizer.encode_batch_fast(
            [text[:_MAX_CHARS] for text in texts], add_special_tokens=False
        )
        for mean, encoding in zip(means, encodings, strict=True):
            if encoding.ids:
                mean[:] = self._vectors[encoding.ids].mean(axis=0)
        norms = np.linalg.norm(means, axis=1, keepdims=True)
        norms[norms == 0] = 1
        unit: FloatArray = means / norms
        return unit


def _package_folder() -> Path:
    # Found without importing it: the import alone costs half a second.
    spec = importlib.util.find_spec("wordllama")
    if spec is None or spec.origin is None:
        raise ModelError("the wordllama package is not installed", hint="pip install wordllama")
    return Path(spec.origin).parent
