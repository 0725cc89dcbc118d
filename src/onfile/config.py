"""The few settings, from the command line or from ``ONFILE_…`` variables."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from onfile.errors import SettingError

PREFIX = "ONFILE_"
SERVE_PREFIX = "ONFILE_SERVE_"  # of the server's own settings, see ``server/settings.py``
NOT_SETTINGS = frozenset(
    {
        "ONFILE_DEBUG",
        "ONFILE_SHARED",
        "ONFILE_MODEL_KEY",
        "ONFILE_RERANK_KEY",
        "ONFILE_JUDGE_KEY",
        "ONFILE_API_KEY",
    }
)  # tracebacks; data for our own tests; the keys of models are kept out of records


class Settings(BaseModel):
    """What can be set; everything else is a constant beside its reason.

    Attributes:
        store: Folder of the store.
        dense: Whether vectors are computed and searched.
        dense_model: Name of the embedding adapter.
        registry: File with corrections by hand, see ``registry.py``.
        lexicon: A YAML file with names of your own, see ``docs/lexicon.md``.
        workers: Processes that read files; None is one a core.
        model_url: Base URL of an OpenAI-compatible endpoint that writes the answers; None is the
            built-in reader, which needs no model.
        model_file: A GGUF file to be run in this process instead.
        model_name: The model's name there.
        model_room: Characters of sources that the model can take.
        nli_model: Folder of an ONNX inference model that a language model's claims must pass as
            well; None is none.
        model_fallback: ``reader`` answers with the built-in reader where the model can't be
            reached; else that is a failure.
        hyde: Whether the model writes a passage whose vector is averaged with the question's.
        rewrite: Whether the model writes other words for what is asked, searched for as well.
        rerank: What reorders the first pages found: ``fastembed`` (an ONNX cross-encoder in this
            process, the extra ``rerank``) or ``http``; None is nothing.
        rerank_url: Base URL of a ``/rerank`` endpoint, for ``http``.
        rerank_model: The reranker's name; for ``fastembed`` a folder will do too.
        rerank_top: How many of the first pages of each pair it sees.
        watch_share: Share of the live questions that are sampled for review.
        ocr: Whether pages without a usable text layer are read by OCR, where it is installed.
        ocr_engine: What reads them: ``rapidocr`` (the extra ``ocr``) or ``tesseract`` (a program of
            the system).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    store: Path = Path(".onfile")
    dense: bool = True
    dense_model: str = Field(default="wordllama", min_length=1)
    registry: Path | None = None
    lexicon: Path | None = None
    workers: int | None = Field(default=None, ge=1, le=256)
    ocr: bool = True
    ocr_engine: Literal["rapidocr", "tesseract"] = "rapidocr"
    model_url: str | None = None
    model_file: Path | None = None
    model_name: str = "default"
    model_room: int = Field(default=24_000, ge=1000)
    nli_model: Path | None = None
    model_fallback: Literal["reader"] | None = None
    hyde: bool = False
    rewrite: bool = False
    rerank: Literal["fastembed", "http"] | None = None
    rerank_url: str | None = None
    rerank_model: str | None = Field(default=None, min_length=1)
    rerank_top: int = Field(default=20, ge=2, le=100)
    watch_share: float = Field(default=0.2, ge=0.0, le=1.0)

    @property
    def fingerprint(self) -> str:
        """SHA-256, in hex, of the settings that can change an answer (paths can't).

        Of a lexicon of one's own it is the content that can; a file that is not there is an error
        where it is read.
        """
        decisive = self.model_dump(
            mode="json",
            exclude={"store", "workers", "registry", "lexicon", "ocr", "ocr_engine", "watch_share"},
        )
        if self.lexicon is not None and self.lexicon.is_file():
            decisive["lexicon"] = hashlib.sha256(self.lexicon.read_bytes()).hexdigest()
        return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()


def load_settings(environ: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Settings from the environment, overridden by what is given and not None.

    Args:
        environ: Variables; those of the process when None.
        given: Settings by name, as from the command line.

    Raises:
        SettingError: a value is of the wrong kind, or an ``ONFILE_…`` variable is unknown.
    """
    found = _from_environment(os.environ if environ is None else environ)
    values = found | {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**values)
    except ValidationError as error:
        raise _setting_error(error) from error


def _from_environment(environ: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for variable, value in environ.items():
        if not variable.startswith(PREFIX) or variable.startswith(SERVE_PREFIX):
            continue
        if variable in NOT_SETTINGS:
            continue
        name = variable.removeprefix(PREFIX).lower()
        if name not in Settings.model_fields:
            known = ", ".join(f"{PREFIX}{field.upper()}" for field in Settings.model_fields)
            raise SettingError(f"{variable} is not a setting", hint=f"there are: {known}")
        found[name] = value
    return found


def _setting_error(error: ValidationError) -> SettingError:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    message = f"setting {name}: {first['msg']}, got {first['input']!r}"
    return SettingError(message, hint=f"set {PREFIX}{name.upper()} or the option of that name")
