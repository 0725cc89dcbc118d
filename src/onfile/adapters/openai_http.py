"""A language model behind any OpenAI-compatible endpoint: Ollama, llama.cpp, vLLM, hosted."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, cast

from onfile.errors import ModelError, SettingError
from onfile.types import JsonObject, Prompt, Reply

KEY_VARIABLE = "ONFILE_MODEL_KEY"
SEED = 17
CONNECT_TIMEOUT_S = 5.0
READ_TIMEOUT_S = 120.0
N_TRIES = 3
WAIT_S = 0.5  # doubled at each further try
_RETRIED = frozenset((408, 429, 500, 502, 503, 504))
_NO_SCHEMA = frozenset((400, 404, 415, 422))  # what servers say that don't know response_format


class OpenAiHttp:
    """See ``ports.Generator``. Opens a connection only when it generates."""

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key_variable: str = KEY_VARIABLE,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise SettingError(f"model_url {url!r} is no http address", hint="http://host:port/v1")
        self.name = f"{model} at {url}"
        self._url = url.rstrip("/") + "/chat/completions"
        self._model = model
        self._key_variable = key_variable
        self._wait = wait
        self._takes_schema = True

    def generate(self, prompt: Prompt) -> Reply:
        """See ``ports.Generator``."""
        if prompt.schema is not None and self._takes_schema:
            answer = self._posted(self._body(prompt, with_schema=True), tolerate=_NO_SCHEMA)
            if answer is not None:
                return self._reply(answer)
            self._takes_schema = False
        answer = self._posted(self._body(prompt, with_schema=False))
        return self._reply(answer or {})

    def _body(self, prompt: Prompt, *, with_schema: bool) -> JsonObject:
        body: JsonObject = {
            "model": self._model,
            "messages": [
                {"role": "system", "content": prompt.system},
                {"role": "user", "content": prompt.user},
            ],
            "temperature": 0,
            "seed": SEED,
            "max_tokens": prompt.max_tokens,
            "stream": False,
        }
        if with_schema:
            schema = {"name": "answer", "strict": True, "schema": prompt.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return body

    def _posted(
        self, body: JsonObject, tolerate: frozenset[int] = frozenset()
    ) -> JsonObject | None:
        """The server's JSON; None for a status that is tolerated.

        Raises:
            ModelError: no good answer after ``N_TRIES`` tries.
        """
        problem = ""
        for n in range(N_TRIES):
            if n:
                self._wait(WAIT_S * 2 ** (n - 1))
            status, given = self._tried(body)
            if status == 200 and isinstance(given, dict):
                return given
            if status in tolerate:
                return None
            problem = str(given)
            if status and status not in _RETRIED:
                break
        hint = f"is it running? set its address and name, the key in {self._key_variable}"
        raise ModelError(f"{self.name} gave no reply: {problem[:300]}", hint=hint)

    def _tried(self, body: JsonObject) -> tuple[int, Any]:
        """HTTP status (0: not reached) with the JSON, or with what went wrong."""
        httpx = _library()
        timeout = httpx.Timeout(READ_TIMEOUT_S, connect=CONNECT_TIMEOUT_S)
        key = os.environ.get(self._key_variable, "")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        try:
            answer = httpx.post(self._url, json=body, headers=headers, timeout=timeout)
            if answer.status_code != 200:
                return answer.status_code, f"status {answer.status_code}: {answer.text[:200]}"
            return 200, answer.json()
        except httpx.HTTPError as error:
            return 0, f"{type(error).__name__}: {error}"
        except ValueError as error:
            return 422, f"no JSON: {error}"

    def _reply(self, given: JsonObject) -> Reply:
        try:
            choice = given["choices"][0]
            text = choice["message"]["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise ModelError(f"{self.name} answered in an unknown form") from error
        finish = str(choice.get("finish_reason") or "")
        return Reply(text if isinstance(text, str) else "", finish, str(given.get("model") or ""))


def _library() -> Any:
    try:
        import httpx
    except ImportError as error:
        hint = "pip install 'onfile[model]'"
        raise SettingError("a model by URL needs the extra 'model'", hint=hint) from error
    return cast(Any, httpx)
