"""Settings and the registry: what is unknown is refused with its place, never ignored."""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path

import pytest

from face_fakes import COMPANY, DOCUMENT
from onfile.config import Settings, load_settings
from onfile.errors import SettingError
from onfile.registry import apply_registry, load_registry, parse_registry
from onfile.types import Identity, Period, Provenance

READ = Identity(
    company="Northwind",
    form="10-K",
    period=Period(2021),
    aliases=("NWB",),
    provenance=(Provenance("company", "Northwind", "cover", 1, "NORTHWIND"),),
)


# ── settings ─────────────────────────────────────────────────────────────────────────────────


def test_without_variables_the_defaults_hold():
    assert load_settings({}) == Settings()


def test_a_variable_sets_and_the_command_line_wins():
    environ = {"ONFILE_STORE": "/data/archive", "ONFILE_DENSE": "0", "HOME": "/root"}
    settings = load_settings(environ, store=Path("here"), dense=None)
    assert (settings.store, settings.dense) == (Path("here"), False)


def test_an_unknown_variable_is_refused_and_the_known_ones_are_listed():
    with pytest.raises(SettingError, match="ONFILE_DENS is not a setting") as raised:
        load_settings({"ONFILE_DENS": "0"})
    assert "ONFILE_DENSE" in raised.value.hint


@pytest.mark.parametrize(
    ("variable", "value"), [("ONFILE_WORKERS", "0"), ("ONFILE_DENSE", "perhaps")]
)
def test_a_value_of_the_wrong_kind_is_refused_by_name(variable, value):
    with pytest.raises(SettingError) as raised:
        load_settings({variable: value})
    assert variable in raised.value.hint
    assert value in str(raised.value)


def test_the_fingerprint_changes_with_what_can_change_an_answer_and_not_with_paths():
    plain = Settings()
    assert Settings(store=Path("elsewhere"), workers=2).fingerprint == plain.fingerprint
    assert Settings(dense=False).fingerprint != plain.fingerprint


# ── the registry file ────────────────────────────────────────────────────────────────────────


def load(tmp_path: Path, text: str):
    path = tmp_path / "registry.yaml"
    path.write_text(text, encoding="utf-8")
    return load_registry(path)


def test_a_registry_file_is_read(tmp_path):
    registry = load(
        tmp_path,
        """
        documents:
          northwind-2022.pdf: {company: Northwind Beverages, period: 2022Q3-9M, filed: 2022-11-04}
        companies:
          Northwind Beverages: {aliases: [NWB], fiscal_year_end_month: 6}
        """,
    )
    entry = registry.documents["northwind-2022.pdf"]
    assert (entry.period, entry.filed) == (Period(2022, 3, 9), dt.date(2022, 11, 4))


def test_an_empty_registry_corrects_nothing(tmp_path):
    assert apply_registry(load(tmp_path, ""), READ, DOCUMENT) == READ


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("document: {}", "document", "did you mean documents?"),
        ("documents: {a.pdf: {perod: FY2022}}", "documents.a.pdf.perod", "did you mean period?"),
        ("companies: {Alder: {colour: red}}", "companies.Alder.colour", "known keys"),
    ],
)
def test_an_unknown_key_is_refused_with_its_place_and_a_hint(tmp_path, text, place, hint):
    with pytest.raises(SettingError, match=f"unknown key {place}") as raised:
        load(tmp_path, text)
    assert hint in raised.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "documents: {a.pdf: {period: Q3 of last year}}",
        "documents: {a.pdf: {filed: soon}}",
        "documents: {a.pdf: 5}",
        "companies: {Alder: {fiscal_year_end_month: 13}}",
        "- a list",
        "documents: [",
        "documents: {a.pdf: {form: 10-K}, a.pdf: {form: 10-Q}}",
    ],
)
def test_a_value_of_the_wrong_kind_or_bad_yaml_is_refused(tmp_path, text):
    with pytest.raises(SettingError, match=r"registry\.yaml"):
        load(tmp_path, text)


def test_a_missing_registry_file_is_refused(tmp_path):
    with pytest.raises(SettingError, match="can't be read"):
        load_registry(tmp_path / "none.yaml")


# ── corrections ──────────────────────────────────────────────────────────────────────────────


def corrected(given: dict, identity: Identity = READ) -> Identity:
    return apply_registry(parse_registry(given), identity, DOCUMENT)


def test_a_document_is_corrected_by_its_name_and_the_hand_is_recorded():
    identity = corrected({"documents": {DOCUMENT.name: {"company": COMPANY, "period": "FY2022"}}})
    assert (identity.company, identity.period, identity.form) == (COMPANY, Period(2022), "10-K")
    assert Provenance("company", COMPANY, "registry") in identity.provenance
    assert Provenance("period", "FY2022", "registry") in identity.provenance
    assert all(p.source == "registry" for p in identity.provenance if p.name == "company")


def test_the_name_that_was_read_stays_an_alias():
    identity = corrected({"documents": {DOCUMENT.name: {"company": COMPANY, "aliases": ["NBX"]}}})
    assert identity.aliases == ("NWB", "NBX", "Northwind")


def test_an_entry_under_the_documents_hash_wins_over_one_under_its_name():
    given = {
        DOCUMENT.name: {"form": "10-Q", "period": "FY2020"},
        DOCUMENT.document_id: {"form": "8-K"},
    }
    identity = corrected({"documents": given})
    assert (identity.form, identity.period) == ("8-K", Period(2020))


def test_null_makes_a_field_unknown():
    assert corrected({"documents": {DOCUMENT.name: {"period": None}}}).period is None


def test_a_company_is_known_by_any_of_its_names():
    identity = corrected({"companies": {COMPANY: {"aliases": ["NORTHWIND", "NBC"]}}})
    assert identity.company == COMPANY
    assert identity.aliases == ("NWB", "NORTHWIND", "NBC", "Northwind")


def test_a_company_entry_sets_the_fiscal_year_end():
    given = {"companies": {"northwind": {"fiscal_year_end_month": 6}}}
    assert corrected(given).fiscal_year_end_month == 6


def test_what_the_documents_entry_says_wins_over_its_companys():
    given = {
        "documents": {DOCUMENT.name: {"fiscal_year_end_month": 3}},
        "companies": {"Northwind": {"fiscal_year_end_month": 6}},
    }
    assert corrected(given).fiscal_year_end_month == 3


def test_another_document_is_left_alone():
    other = dataclasses.replace(DOCUMENT, name="other.pdf", document_id="sha256:cc")
    registry = parse_registry({"documents": {DOCUMENT.name: {"company": COMPANY}}})
    assert apply_registry(registry, READ, other) == READ
