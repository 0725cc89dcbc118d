"""Corrections by hand: one YAML file that says what documents and companies are.

    documents:
      northwind-q3.pdf:              # a file name, or sha256:… of its bytes
        company: Northwind Beverages
        form: 10-Q
        period: 2022Q3               # FY2022, 2022Q3, 2022Q3-9M
        period_end: 2022-09-30
        filed: 2022-11-04
    companies:
      Northwind Beverages:
        aliases: [NWB, Northwind]
        fiscal_year_end_month: 12
    acl: …                           # who may see what, see acl_file.py

Everything is optional; a field set to null is made unknown. A key that is not known is refused:
a correction that is silently ignored is worse than none.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import difflib
import re
from pathlib import Path
from typing import Annotated, Any, TypeVar

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from onfile.acl_file import AclSection, LabelEntry, Sidecar
from onfile.errors import SettingError
from onfile.types import Document, Identity, Period, Provenance

_Model = TypeVar("_Model", bound=BaseModel)
_PERIOD = re.compile(
    r"FY(?P<year>\d{4})|(?P<qyear>\d{4})Q(?P<quarter>[1-4])(?:-(?P<months>[69])M)?"
)


def _period(value: Any) -> Any:
    """``FY2022``, ``2022Q3`` or ``2022Q3-9M`` as a Period."""
    if value is None or isinstance(value, Period):
        return value
    match = _PERIOD.fullmatch(str(value).strip().upper())
    if match is None:
        raise ValueError("a period is written FY2022, 2022Q3 or 2022Q3-9M")
    if match["year"]:
        return Period(int(match["year"]))
    months = int(match["months"]) if match["months"] else None
    return Period(int(match["qyear"]), int(match["quarter"]), months)


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class DocumentEntry(_Entry):
    """What one document is."""

    company: str | None = None
    legal_name: str | None = None
    ticker: str | None = None
    aliases: tuple[str, ...] = ()
    form: str | None = None
    period: Annotated[Period | None, BeforeValidator(_period)] = None
    period_end: dt.date | None = None
    filed: dt.date | None = None
    is_amendment: bool = False
    fiscal_year_end_month: int | None = Field(default=None, ge=1, le=12)
    title: str | None = None


class CompanyEntry(_Entry):
    """What one company is called and when its fiscal year ends."""

    legal_name: str | None = None
    ticker: str | None = None
    aliases: tuple[str, ...] = ()
    fiscal_year_end_month: int | None = Field(default=None, ge=1, le=12)


class Registry(_Entry):
    """The whole file."""

    documents: dict[str, DocumentEntry] = Field(default_factory=dict)
    companies: dict[str, CompanyEntry] = Field(default_factory=dict)
    acl: AclSection | None = None

    def apply(self, identity: Identity, document: Document) -> Identity:
        """See ``apply_registry``."""
        return apply_registry(self, identity, document)


class _UniqueKeyLoader(yaml.SafeLoader):
    """Refuses a key given twice, of which plain YAML would keep the last in silence."""


def _unique_mapping(loader: _UniqueKeyLoader, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [loader.construct_object(key) for key, _ in node.value]
    twice = sorted({str(key) for key in keys if keys.count(key) > 1})
    if twice:
        raise yaml.constructor.ConstructorError(
            None, None, f"{', '.join(twice)} is given twice", node.start_mark
        )
    return loader.construct_mapping(node, deep=True)


_UniqueKeyLoader.add_constructor("tag:yaml.org,2002:map", _unique_mapping)


def load_registry(path: Path) -> Registry:
    """Read and check a registry file.

    Raises:
        SettingError: the file can't be read, is not YAML, or holds an unknown key or a value
            of the wrong kind; the message names the key's place.
    """
    return parse_registry(_read_yaml(path, "registry"), str(path))


def _read_yaml(path: Path, what: str) -> Any:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), _UniqueKeyLoader)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"{what} {path} can't be read: {error}") from error
    except yaml.YAMLError as error:
        raise SettingError(f"{what} {path} is not valid YAML: {error}") from error


def parse_registry(given: Any, where: str = "registry") -> Registry:
    """Check a registry that has been read.

    Raises:
        SettingError: as ``load_registry``.
    """
    return _validated(Registry, given, where)


def load_sidecar(path: Path) -> Sidecar:
    """Read and check a sidecar file with permissions; see ``acl_file.py``.

    Raises:
        SettingError: as ``load_registry``.
    """
    given = _read_yaml(path, "sidecar")
    return _validated(Sidecar, given, f"sidecar {path}")


def _validated(model: type[_Model], given: Any, where: str) -> _Model:
    try:
        return model.model_validate({} if given is None else given)
    except ValidationError as error:
        raise _registry_error(error, where, model) from error


def apply_registry(registry: Registry, identity: Identity, document: Document) -> Identity:
    """The identity with the corrections for this document and its company.

    An entry under the document's id wins over one under its file name; what the document's
    entry says wins over its company's. Each corrected field has a ``Provenance`` with
    ``source="registry"`` in place of what was read.
    """
    by_name = _given(registry.documents.get(document.name))
    by_id = _given(registry.documents.get(document.document_id))
    corrected = _replace(identity, by_name | by_id)
    name = _company_named(registry, corrected)
    if name is None:
        return corrected
    of_company = {"company": name, **_given(registry.companies[name])}
    for field in (by_name | by_id).keys() - {"company", "aliases"}:
        of_company.pop(field, None)
    return _replace(corrected, of_company)


def _given(entry: _Entry | None) -> dict[str, Any]:
    """Only what the file sets; null counts as set."""
    if entry is None:
        return {}
    return {name: getattr(entry, name) for name in entry.model_fields_set}


def _replace(identity: Identity, fields: dict[str, Any]) -> Identity:
    aliases = (*identity.aliases, *fields.get("aliases", ()))
    if identity.company and fields.get("company") not in (None, identity.company):
        aliases = (*aliases, identity.company)  # the name as read still finds the document
    changed = {name: value for name, value in fields.items() if name != "aliases"}
    kept = [p for p in identity.provenance if p.name not in fields or p.name == "aliases"]
    by_hand = [Provenance(name, _shown(value), "registry") for name, value in fields.items()]
    provenance = (*kept, *(p for p in by_hand if p not in kept))
    unique = tuple(dict.fromkeys(aliases))
    return dataclasses.replace(identity, aliases=unique, provenance=provenance, **changed)


def _shown(value: Any) -> str:
    if isinstance(value, Period):
        return value.name
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else str(value)


def _company_named(registry: Registry, identity: Identity) -> str | None:
    known_as = {identity.company, identity.legal_name, identity.ticker, *identity.aliases}
    folded = {name.casefold() for name in known_as if name}
    company = (identity.company or "").casefold()
    if company in (name.casefold() for name in registry.companies):
        folded = {company}  # its own name settles it, whatever its aliases are
    for name, entry in registry.companies.items():
        if folded & {called.casefold() for called in (name, *entry.aliases)}:
            return name
    return None


def _registry_error(
    error: ValidationError, where: str, whole: type[BaseModel] = Registry
) -> SettingError:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"]) or "the file"
    if first["type"] == "extra_forbidden":
        return SettingError(f"{where}: unknown key {place}", hint=_key_hint(first["loc"], whole))
    if first["type"] == "model_type":
        return SettingError(f"{where}: {place} must be a mapping, got {first['input']!r}")
    return SettingError(f"{where}: {place}: {first['msg']}, got {first['input']!r}")


def _key_hint(place: tuple[int | str, ...], whole: type[BaseModel]) -> str:
    above = place[-3] if len(place) >= 3 else ""
    of_place: dict[str, type[BaseModel]] = {
        "documents": DocumentEntry,
        "companies": CompanyEntry,
        "labels": LabelEntry,
    }
    model: type[BaseModel] = (
        AclSection if place[:-1] == ("acl",) else of_place.get(str(above), whole)
    )
    near = difflib.get_close_matches(str(place[-1]), model.model_fields, n=1)
    if near:
        return f"did you mean {near[0]}?"
    return f"known keys: {', '.join(model.model_fields)}"
