"""What ``onfile eval`` asks: an engine in this process, or a running server."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from onfile.adapters.onfile_http import ServerClient
from onfile.contract import outcome_json, search_json
from onfile.evaluate.gold import Place, stem
from onfile.evaluate.running import Answerer
from onfile.recording import EVALUATION
from onfile.types import JsonObject

if TYPE_CHECKING:
    from onfile.engine import Engine


class Target(Answerer, Protocol):
    """An answerer that says what it is."""

    @property
    def name(self) -> str:
        """The store's folder or the server's address."""
        ...

    @property
    def archive_fingerprint(self) -> str:
        """Of the content that is asked."""
        ...

    @property
    def settings_fingerprint(self) -> str:
        """Of the settings that can change an answer."""
        ...

    @property
    def model(self) -> str | None:
        """The language model that writes the answers, None for the reader or where not told."""
        ...


@dataclass(frozen=True)
class EngineTarget:
    """An engine in this process."""

    engine: Engine

    @property
    def name(self) -> str:
        """The folder of the store."""
        return str(self.engine.settings.store)

    @property
    def archive_fingerprint(self) -> str:
        """Of the content of the store."""
        return self.engine.store.fingerprint()

    @property
    def settings_fingerprint(self) -> str:
        """Of the settings that can change an answer."""
        return self.engine.settings.fingerprint

    @property
    def model(self) -> str | None:
        """The language model that writes the answers, None for the built-in reader."""
        return None if self.engine.model is None else self.engine.model.model.name

    def ask(self, question: str, as_user: str | None) -> JsonObject:
        """See ``Answerer``."""
        return outcome_json(self.engine.ask(question, as_user=as_user, via=EVALUATION))

    def search(self, question: str, k: int, as_user: str | None) -> Sequence[JsonObject]:
        """See ``Answerer``."""
        found = self.engine.search(question, k, as_user=as_user)
        results: list[JsonObject] = search_json(found)["results"]
        return results

    def is_indexed(self, place: Place) -> bool | None:
        """See ``Answerer``: a page that could not be read can't be found."""
        pages = self._readable.get(place.document)
        return pages is not None and (place.page is None or place.page in pages)

    def quote_stands(self, citation: JsonObject) -> bool | None:
        """See ``Answerer``; line ends and spaces are not compared."""
        page = citation["page"] or citation["span"][0]
        return _stands(citation, self.engine.store.page_text(citation["document_id"], page))

    @cached_property
    def _readable(self) -> dict[str, set[int]]:
        """The pages of each document that could be read, by the stem of its name."""
        readable: dict[str, set[int]] = {}
        for document in self.engine.store.documents():
            pages = self.engine.store.readable_pages(document.document_id)
            readable.setdefault(stem(document.name), set()).update(pages)
        return readable


@dataclass(frozen=True)
class ServerTarget:
    """A running server; who asks is who the key belongs to.

    A server does not tell its settings or its model, and its archive's fingerprint is that of its
    coverage: the same for the same documents and pages.
    """

    client: ServerClient

    settings_fingerprint = ""
    model = None

    @property
    def name(self) -> str:
        """The server's address."""
        return self.client.url

    @cached_property
    def archive_fingerprint(self) -> str:
        """Of what the server says that it holds."""
        return self.client.coverage_fingerprint()

    def ask(self, question: str, as_user: str | None) -> JsonObject:
        """See ``Answerer``."""
        return self.client.ask(question, as_user)

    def search(self, question: str, k: int, as_user: str | None) -> Sequence[JsonObject]:
        """See ``Answerer``."""
        return self.client.search(question, k, as_user)

    def is_indexed(self, place: Place) -> bool | None:
        """See ``Answerer``: a server is not searched for its pages."""
        del place
        return None

    def quote_stands(self, citation: JsonObject) -> bool | None:
        """See ``Answerer``."""
        page = citation["page"] or citation["span"][0]
        text = self.client.page_text(citation["document_id"], page)
        return None if text is None else _stands(citation, text)


def _stands(citation: JsonObject, text: str) -> bool:
    return _squeezed(citation["quote"]) in _squeezed(text)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)
