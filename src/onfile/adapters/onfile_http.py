"""A client of a running ``onfile serve`` (the extra ``server``), for evaluation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from onfile.errors import ModelError, OnfileError, SettingError, UsageError
from onfile.types import JsonObject

TIMEOUT_S = 120.0  # a question that a language model answers
CONNECT_TIMEOUT_S = 5.0
_USAGE = (400, 401, 403, 404, 422)


class ServerClient:
    """Asks a server as one or several users, each with a key of his own."""

    def __init__(self, url: str, keys: Mapping[str, str], *, transport: Any = None) -> None:
        """The server at ``url``.

        Args:
            url: As ``http://127.0.0.1:8000``.
            keys: User to key; "" is who asks where nobody is named.
            transport: An ``httpx`` transport in place of the network.

        Raises:
            SettingError: ``url`` is no http address, or httpx is not installed.
        """
        if not url.startswith(("http://", "https://")):
            raise SettingError(f"{url!r} is no http address", hint="--server http://host:port")
        if find_spec("httpx") is None:
            hint = "pip install 'onfile[server]'"
            raise SettingError("asking a server needs the extra 'server'", hint=hint)
        self.url = url.rstrip("/")
        self._keys = keys
        self._transport = transport

    def ask(self, question: str, as_user: str | None) -> JsonObject:
        """One outcome.

        Raises:
            ModelError: the server can't be reached or failed.
            UsageError: there is no key for this user, or the server turned the request down.
        """
        return self._sent("POST", "/api/ask", as_user, {"question": question})

    def search(self, question: str, k: int, as_user: str | None) -> list[JsonObject]:
        """The best ``k`` passages, best first. Raises as ``ask``."""
        given = self._sent("POST", "/api/search", as_user, {"question": question, "k": k})
        results: list[JsonObject] = given["results"]
        return results

    def page_text(self, document_id: str, page: int) -> str | None:
        """The text of a page, None where no key of ours may see it."""
        for user in self._keys:
            try:
                told = self._sent("GET", f"/api/documents/{document_id}/pages/{page}", user, None)
            except OnfileError:
                continue
            return str(told["text"])
        return None

    def coverage_fingerprint(self) -> str:
        """SHA-256, in hex, of the coverage as the first of our users, by name, may see it.

        Who asks by default comes first of all.
        """
        told = self._sent("GET", "/api/coverage", min(self._keys, default=None), None)
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    def _sent(
        self, method: str, path: str, as_user: str | None, body: JsonObject | None
    ) -> JsonObject:
        import httpx

        key = self._keys.get(as_user or "")
        if key is None and as_user:
            hint = f"--api-key {as_user}=KEY (onfile key create)"
            raise UsageError(f"there is no key for the user {as_user!r}", hint=hint)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        timeout = httpx.Timeout(TIMEOUT_S, connect=CONNECT_TIMEOUT_S)
        try:
            with httpx.Client(timeout=timeout, transport=self._transport) as client:
                answer = client.request(method, self.url + path, json=body, headers=headers)
            told = answer.json()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            hint = "is it running? onfile serve"
            problem = f"{self.url} can't be reached: {type(error).__name__}: {error}"
            raise ModelError(problem, hint=hint) from error
        except ValueError as error:
            raise ModelError(f"{self.url}{path} gave no JSON") from error
        if answer.status_code != 200:
            raise self._error(path, answer.status_code, told)
        return dict(told)

    def _error(self, path: str, status: int, told: Any) -> OnfileError:
        given = told.get("error") if isinstance(told, dict) else None
        error = given if isinstance(given, dict) else {}
        kind = UsageError if status in _USAGE else ModelError
        problem = f"{self.url}{path}: status {status}: {error.get('message') or 'no reason given'}"
        return kind(problem, hint=str(error.get("hint") or ""))
