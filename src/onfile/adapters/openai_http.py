"""A language model behind any OpenAI-compatible endpoint: Ollama, llama.cpp, vLLM, hosted."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable
from typing import Any, cast

from onfile.errors import ModelError, SettingError
from onfile.types import JsonObject, Prompt, Reply

KEY_VARIABLE = "ONFILE_MODEL_KEY"
SEED = 17
CONNECT_TIMEOUT_S = 5.0
READ_TIMEOUT_S = 120.0
WHOLE_REPLY_S = 180.0  # one try: a server that sends a byte now and then is dead as well
MAX_REPLY_BYTES = 4_000_000
NO_JSON = -1  # in place of a status: the server replied, and not in JSON
N_TRIES = 3
WAIT_S = 0.5  # doubled at each further try
_RETRIED = frozenset((408, 429, 500, 502, 503, 504))
_UNKNOWN_FIELD = frozenset((400, 404, 415, 422))  # what servers say that don't know a field
# Which of (cache_prompt, response_format) are sent, the fullest first.
_FORMS = ((True, True), (False, True), (True, False), (False, False))


class OpenAiHttp:
    """See ``ports.Generator``. Opens a connection only when it generates.

    A server is asked to keep no prompt in its cache (llama.cpp's ``cache_prompt``) and to hold
    the reply to the schema; where it knows a field of these not, it is asked without, and that
    is remembered.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        key_variable: str = KEY_VARIABLE,
        wait: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise SettingError(f"model_url {url!r} is no http address", hint="http://host:port/v1")
        self.name = f"{model} at {url}"
        self._url = url.rstrip("/") + "/chat/completions"
        self._model = model
        self._key_variable = key_variable
        self._wait = wait
        self._clock = clock
        self._forms = list(_FORMS)

    def generate(self, prompt: Prompt) -> Reply:
        """See ``ports.Generator``."""
        while len(self._forms) > 1:
            answer = self._posted(self._body(prompt, *self._forms[0]), tolerate=_UNKNOWN_FIELD)
            if answer is not None:
                return self._reply(answer)
            del self._forms[0]
        return self._reply(self._posted(self._body(prompt, *self._forms[0])) or {})

    def _body(self, prompt: Prompt, without_cache: bool, with_schema: bool) -> JsonObject:
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
        if without_cache:
            body["cache_prompt"] = False
        if with_schema and prompt.schema is not None:
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
        sent = {"json": body, "headers": headers, "timeout": timeout}
        try:
            with httpx.stream("POST", self._url, **sent) as answer:
                content = self._received(answer.iter_bytes())
        except httpx.HTTPError as error:
            return 0, f"{type(error).__name__}: {error}"
        if content is None:
            return 0, f"no whole reply of {MAX_REPLY_BYTES} bytes within {WHOLE_REPLY_S:g} s"
        if answer.status_code != 200:
            shown = content[:200].decode("utf-8", "replace")
            return answer.status_code, f"status {answer.status_code}: {shown}"
        try:
            return 200, json.loads(content)
        except ValueError as error:
            return NO_JSON, f"no JSON: {error}"

    def _received(self, pieces: Iterable[bytes]) -> bytes | None:
        """The whole body; None where it takes too long or is too long."""
        until = self._clock() + WHOLE_REPLY_S
        content = bytearray()
        for piece in pieces:
            content += piece
            if self._clock() > until or len(content) > MAX_REPLY_BYTES:
                return None
        return bytes(content)

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
