"""A reranker behind an HTTP endpoint of the common form: vLLM, llama.cpp, Jina, Cohere."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

from onfile.errors import ModelError, SettingError
from onfile.types import Chunk, JsonObject, Score, ScoreKind

KEY_VARIABLE = "ONFILE_RERANK_KEY"
CONNECT_TIMEOUT_S = 3.0
TIMEOUT_S = 15.0  # a question waits no longer: without scores the fused order is good


class RerankHttp:
    """See ``ports.Reranker``. Tried once: what fails costs an order, not an answer."""

    def __init__(
        self,
        url: str,
        model: str | None = None,
        *,
        transport: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """The endpoint at ``url``, with or without its last part ``/rerank``.

        Args:
            url: An http address.
            model: What to ask it for; None leaves the choice to the server.
            transport: An ``httpx`` transport in place of the network.
            clock: Seconds from an arbitrary start.

        Raises:
            SettingError: ``url`` is no http address, or httpx is not installed.
        """
        if not url.startswith(("http://", "https://")):
            hint = "http://host:port/v1/rerank"
            raise SettingError(f"rerank_url {url!r} is no http address", hint=hint)
        if find_spec("httpx") is None:
            hint = "pip install 'onfile[model]'"
            raise SettingError("a reranker by URL needs the extra 'model'", hint=hint)
        self.name = f"{model or 'reranker'} at {url}"
        self._url = url if url.rstrip("/").endswith("/rerank") else url.rstrip("/") + "/rerank"
        self._model = model
        self._transport = transport
        self._clock = clock

    def score(self, question: str, chunks: Sequence[Chunk]) -> list[Score]:
        """See ``ports.Reranker``."""
        documents = [f"{chunk.header}\n{chunk.text}" for chunk in chunks]
        body: JsonObject = {"query": question, "documents": documents, "top_n": len(documents)}
        if self._model is not None:
            body["model"] = self._model
        return self._scores(self._posted(body), len(documents))

    def _posted(self, body: JsonObject) -> Any:
        import httpx

        key = os.environ.get(KEY_VARIABLE, "")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        timeout = httpx.Timeout(TIMEOUT_S, connect=CONNECT_TIMEOUT_S)
        end = self._clock() + TIMEOUT_S
        try:
            with (
                httpx.Client(timeout=timeout, transport=self._transport) as client,
                client.stream("POST", self._url, json=body, headers=headers) as answer,
            ):
                text = b""
                for part in answer.iter_bytes():
                    text += part
                    if self._clock() > end:  # a server that drips keeps every single read short
                        raise self._error(f"no whole answer in {TIMEOUT_S:g} s")
            if answer.status_code != 200:
                raise self._error(f"status {answer.status_code}: {text[:200]!r}")
            return json.loads(text)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise self._error(f"{type(error).__name__}: {error}") from error
        except ValueError as error:
            raise self._error(f"no JSON: {error}") from error

    def _scores(self, given: Any, n_documents: int) -> list[Score]:
        """Scores in the order of the documents, whatever the order of the results."""
        try:
            found = {int(r["index"]): float(r["relevance_score"]) for r in given["results"]}
        except (KeyError, TypeError, ValueError) as error:
            raise self._error("an answer in an unknown form") from error
        if found.keys() != set(range(n_documents)):
            raise self._error(f"{len(found)} results for {n_documents} passages")
        return [Score(found[n], ScoreKind.RERANK) for n in range(n_documents)]

    def _error(self, problem: str) -> ModelError:
        hint = f"is it running? set rerank_url and rerank_model, the key in {KEY_VARIABLE}"
        return ModelError(f"{self.name} gave no scores: {problem}", hint=hint)
