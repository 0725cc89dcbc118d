"""A language model from a GGUF file, run in this process by llama.cpp (the extra ``gguf``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from onfile.errors import ModelError, SettingError
from onfile.types import Prompt, Reply

SEED = 17
CONTEXT_TOKENS = 8192


class GgufModel:
    """See ``ports.Generator``. The file is loaded when the first prompt comes.

    Args:
        file: The model.
        context_tokens: Longest prompt with its reply.
        threads: Threads that compute; None leaves it to the library. On a busy machine one is
            faster than many that wait for each other.

    Raises:
        SettingError: the file is none.
    """

    def __init__(
        self, file: Path, *, context_tokens: int = CONTEXT_TOKENS, threads: int | None = None
    ) -> None:
        if not file.is_file():
            raise SettingError(f"model_file {str(file)!r} is no file", hint="give a .gguf file")
        self.name = file.name
        self._file = file
        self._context_tokens = context_tokens
        self._threads = threads
        self._server: Any = None

    def generate(self, prompt: Prompt) -> Reply:
        """See ``ports.Generator``."""
        body: dict[str, Any] = {
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "temperature": 0,
            "seed": SEED,
            "max_tokens": prompt.max_tokens,
            "cache_prompt": False,
        }
        if prompt.schema is not None:
            schema = {"name": "answer", "schema": prompt.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        try:
            choice = self._loaded().handle_chat_completions(body)["choices"][0]
            text, finish = choice["message"]["content"], choice["finish_reason"]
        except (RuntimeError, ValueError, KeyError, IndexError, TypeError) as error:
            raise ModelError(f"{self.name} gave no reply: {error}") from error
        return Reply(text or "", str(finish or ""), self.name)

    def _loaded(self) -> Any:
        if self._server is None:
            library = _library()
            params = library.CommonParams()
            params.model.path = str(self._file)
            params.n_ctx = self._context_tokens
            params.n_parallel = 1
            params.verbosity = 0
            if self._threads is not None:
                params.cpuparams.n_threads = self._threads
                params.cpuparams_batch.n_threads = self._threads
            self._server = library.Server(params)
        return self._server


def _library() -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        hint = "pip install 'onfile[gguf]'"
        raise SettingError("a model from a file needs the extra 'gguf'", hint=hint) from error
    return cast(Any, xllamacpp)
