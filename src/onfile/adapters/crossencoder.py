"""Any cross-encoder in ONNX form, run in this process by fastembed (the extra ``rerank``)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from onfile.errors import ModelError, SettingError
from onfile.types import Chunk, Score, ScoreKind

DEFAULT_MODEL = "Xenova/ms-marco-MiniLM-L-6-v2"  # 80 MB, Apache 2.0, fetched once by fastembed
BATCH = 1  # a batch pads all to its longest: on a CPU 8 together took a third longer than alone
TIMEOUT_S = 15.0  # of scoring; loading the model at the first question is not counted
MODEL_FILES = ("onnx/model.onnx", "model.onnx")


class CrossEncoder:
    """See ``ports.Reranker``. The model is loaded when the first passages come."""

    def __init__(
        self,
        model: str | None = None,
        *,
        encoder: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """The model of this name or in this folder.

        Args:
            model: A name that fastembed knows, a repository that holds ``onnx/model.onnx``, or a
                folder with ``model.onnx`` and its tokenizer.
            encoder: An encoder already loaded, in place of fastembed's.
            clock: Seconds from an arbitrary start.

        Raises:
            SettingError: fastembed is not installed.
        """
        if encoder is None and find_spec("fastembed") is None:
            hint = "pip install 'onfile[rerank]'"
            raise SettingError("rerank by fastembed needs the extra 'rerank'", hint=hint)
        self._model = model or DEFAULT_MODEL
        self._encoder = encoder
        self._clock = clock
        self.name = f"{_folder_name(self._model)} by fastembed"

    def score(self, question: str, chunks: Sequence[Chunk]) -> list[Score]:
        """See ``ports.Reranker``."""
        passages = [f"{chunk.header}\n{chunk.text}" for chunk in chunks]
        try:
            encoder = self._loaded()
            end = self._clock() + TIMEOUT_S
            scores = []
            for value in encoder.rerank(question, passages, batch_size=BATCH):
                scores.append(Score(float(value), ScoreKind.RERANK))
                if self._clock() > end:
                    break
        except Exception as error:  # of many kinds: files, downloads, the runtime
            raise ModelError(f"{self.name} can't be run: {error}") from error
        if len(scores) < len(passages):
            done = f"{len(scores)} of {len(passages)} passages in {TIMEOUT_S:g} s"
            raise ModelError(f"{self.name} scored {done}", hint="set a smaller ONFILE_RERANK_TOP")
        return scores

    def _loaded(self) -> Any:
        if self._encoder is None:
            self._encoder = _load(self._model)
        return self._encoder


def _folder_name(model: str) -> str:
    return Path(model).name if Path(model).is_dir() else model


def _load(model: str) -> Any:
    from fastembed.common.model_description import ModelSource
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    library = cast(Any, TextCrossEncoder)
    folder = Path(model)
    known = {one["model"].lower() for one in library.list_supported_models()}
    if model.lower() not in known:
        there = [file for file in MODEL_FILES if (folder / file).is_file()]
        file = there[0] if there else MODEL_FILES[0]
        library.add_custom_model(model=model, sources=ModelSource(hf=model), model_file=file)
    given = {"specific_model_path": str(folder)} if folder.is_dir() else {}
    return library(model, **given)
