"""The reranker that is set, if any."""

from __future__ import annotations

from onfile.adapters.crossencoder import CrossEncoder
from onfile.adapters.rerank_http import RerankHttp
from onfile.config import Settings
from onfile.errors import SettingError
from onfile.ports import Reranker
from onfile.retrieve.rerank import Rescoring


def from_settings(settings: Settings) -> Rescoring | None:
    """The rescoring that is set, None when there is none.

    Raises:
        SettingError: the settings contradict each other, or a package is not installed.
    """
    reranker = _reranker(settings)
    return None if reranker is None else Rescoring(reranker, settings.rerank_top)


def _reranker(settings: Settings) -> Reranker | None:
    if settings.rerank == "http":
        if settings.rerank_url is None:
            hint = "set ONFILE_RERANK_URL, e.g. http://localhost:8080/v1/rerank"
            raise SettingError("rerank is http, but rerank_url is not set", hint=hint)
        return RerankHttp(settings.rerank_url, settings.rerank_model)
    if settings.rerank_url is not None:
        found = f"rerank_url is set, but rerank is {settings.rerank or 'not'}"
        raise SettingError(found, hint="set ONFILE_RERANK=http, or leave out ONFILE_RERANK_URL")
    if settings.rerank == "fastembed":
        return CrossEncoder(settings.rerank_model)
    return None
