"""Reading and checking lexicon files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from onfile.errors import SettingError
from onfile.language.formula import FUNCTIONS, concepts_of, parse
from onfile.language.labels import Print, ask_tokens, normal_label
from onfile.language.yamls import load_yaml
from onfile.types import RuleOfThumb

UNITS = ("money", "per_share", "ratio", "percent", "count", "shares", "days", "length", "text")
STATEMENTS = (
    "income", "balance_sheet", "cash_flow", "equity", "comprehensive_income", "segments",
    "bid_tabulation",
)  # fmt: skip
SIGNS = ("positive", "negative", "either")
KINDS = ("bank", "insurer", "stockless")  # of companies for which a ratio has no meaning
FORMS = ("is", "starts", "contains", "matches")
_KEYS = {
    "id", "name", "asks", "prints", "statements", "unit", "sign", "formula", "group", "section",
    "prefer", "note", "words", "implied", "unless", "not_for", "tags",
    "says", "states", "holds_if", "measures", "driven_by", "is_dated",
    "sums_lines",
}  # fmt: skip
_TAG = re.compile(r"[a-z][a-z0-9-]*:[A-Z][A-Za-z0-9]*")
_RULE = re.compile(r"([a-z][a-z0-9_]*) >= (\d+(?:\.\d+)?)")
_ID = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing people ask for.

    Attributes:
        asks: Phrases of questions that name it.
        prints: How documents print it.
        statements: Statements in which it lives; empty for anywhere.
        unit: "money", "per_share", "ratio" (a bare number), "percent", "count", "shares",
            "days", "length" or "text" (described, not counted).
        sign: "positive" where it is printed as a positive amount, "negative" (an outflow in the
            cash flow statement), or "either".
        formula: See ``formula.py``; None where it is printed, not computed.
        parts: Concepts that the formula uses.
        section: Section kind in which it is discussed ("mdna", "notes" …), where that helps.
        group: "income", "bank", "engineering" …
        prefer: Concepts to try first when this one is asked for.
        implied: Formula by which statements say it where no row prints it.
        unless: Concepts that, where a statement prints any of them, make ``implied`` wrong.
        not_for: Kinds of company for which it has no meaning, see ``KINDS``.
        tags: Inline XBRL tags that state it, such as ``us-gaap:Revenues``.
        words: What documents say where they discuss it: searched for, never a row's label.
        says: Patterns of sentences that state it (regular expressions, case ignored): quoted
            where the subject alone is asked for.
        states: Patterns that state the fact in a sentence; the group ``n`` is its amount.
        is_dated: It happens in a year: a sentence that names only other years is of another.
        measures: Concepts by which a judgement ("capital-intensive") is usually made.
        holds_if: Rules of thumb for a judgement: "capex_percent >= 0.1".
        driven_by: Concepts whose discussion explains a change of this one.
        sums_lines: A balance sheet may print it in several lines, which add up.
    """

    id: str
    name: str
    asks: tuple[str, ...]
    prints: tuple[Print, ...] = ()
    statements: tuple[str, ...] = ()
    unit: str = "money"
    sign: str = "either"
    formula: str | None = None
    parts: tuple[str, ...] = ()
    section: str | None = None
    group: str = ""
    prefer: tuple[str, ...] = ()
    note: str = ""
    words: tuple[str, ...] = ()
    implied: str | None = None
    unless: tuple[str, ...] = ()
    not_for: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    is_dated: bool = False
    measures: tuple[str, ...] = ()
    holds_if: tuple[RuleOfThumb, ...] = ()
    driven_by: tuple[str, ...] = ()
    sums_lines: bool = False

    def lives_in(self, statement: str | None) -> bool:
        """True when a row of that statement can be this concept."""
        return statement is None or not self.statements or statement in self.statements

    def is_of(self, is_per_share: bool | None) -> bool:
        """False where a row of amounts a share can't be this concept, or no other row can."""
        if is_per_share is None or self.unit not in ("money", "per_share"):
            return True
        return (self.unit == "per_share") is is_per_share


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a lexicon file has wrong; a warning where ``is_error`` is False."""

    text: str
    is_error: bool = field(default=True)


def read_file(path: Path) -> tuple[Concept, ...]:
    """Concepts of one YAML file, in order.

    Raises:
        SettingError: it can't be read, or an entry has an unknown key or a wrong value.
    """
    try:
        raw = load_yaml(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise SettingError(f"{path.name}: {error}") from error
    if not isinstance(raw, dict) or set(raw) - {"group", "concepts"}:
        raise SettingError(f"{path.name}: expected the keys group and concepts")
    group = str(raw.get("group", ""))
    return tuple(_concept(entry, group, path.name) for entry in raw.get("concepts") or ())


def _concept(entry: Any, group: str, file: str) -> Concept:
    if not isinstance(entry, dict) or not _ID.fullmatch(str(entry.get("id", ""))):
        raise SettingError(f"{file}: an entry has no id of the form lower_case: {entry!r:.80}")
    where = f"{file}: {entry['id']}"
    unknown = set(entry) - _KEYS
    if unknown:
        raise SettingError(f"{where}: unknown keys {', '.join(sorted(unknown))}")
    return Concept(
        id=entry["id"],
        name=str(entry.get("name") or entry["id"].replace("_", " ")),
        asks=_strings(entry, "asks", where),
        prints=tuple(_print(item, where) for item in entry.get("prints") or ()),
        statements=_each_of(entry, "statements", STATEMENTS, where),
        unit=_one_of(entry.get("unit", "money"), UNITS, where),
        sign=_one_of(entry.get("sign", "either"), SIGNS, where),
        formula=entry.get("formula"),
        section=entry.get("section"),
        group=str(entry.get("group", group)),
        prefer=_strings(entry, "prefer", where),
        note=str(entry.get("note", "")),
        words=_strings(entry, "words", where),
        implied=entry.get("implied"),
        unless=_strings(entry, "unless", where),
        tags=_strings(entry, "tags", where),
        not_for=_each_of(entry, "not_for", KINDS, where),
        says=_strings(entry, "says", where),
        states=_strings(entry, "states", where),
        is_dated=bool(entry.get("is_dated", False)),
        measures=_strings(entry, "measures", where),
        holds_if=tuple(_rule(text, where) for text in _strings(entry, "holds_if", where)),
        driven_by=_strings(entry, "driven_by", where),
        sums_lines=bool(entry.get("sums_lines", False)),
    )


def _rule(text: str, where: str) -> RuleOfThumb:
    match = _RULE.fullmatch(text)
    if match is None:
        raise SettingError(f"{where}: holds_if has {text!r}; use “concept >= number”")
    return RuleOfThumb(match[1], Decimal(match[2]))


def _print(item: Any, where: str) -> Print:
    if isinstance(item, str):
        return Print("is", normal_label(item), words=item)
    if not isinstance(item, dict) or set(item) - {*FORMS, "not", "words"}:
        raise SettingError(f"{where}: prints has {item!r:.80}; use is, starts, contains, matches")
    forms = [form for form in FORMS if form in item]
    if len(forms) != 1:
        raise SettingError(f"{where}: a print needs exactly one of {', '.join(FORMS)}")
    form, text = forms[0], str(item[forms[0]])
    words = str(item.get("words") or ("" if form == "matches" else text))
    normal = text if form == "matches" else normal_label(text)
    return Print(form, normal, tuple(str(word) for word in item.get("not") or ()), words)


def _strings(entry: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = entry.get(key) or ()
    if not isinstance(value, list | tuple):
        raise SettingError(f"{where}: {key} must be a list")
    return tuple(str(item) for item in value)


def _each_of(
    entry: dict[str, Any], key: str, allowed: tuple[str, ...], where: str
) -> tuple[str, ...]:
    return tuple(_one_of(value, allowed, where) for value in _strings(entry, key, where))


def _one_of(value: Any, allowed: tuple[str, ...], where: str) -> str:
    if value not in allowed:
        raise SettingError(f"{where}: {value!r} is not one of {', '.join(allowed)}")
    return str(value)


def merge(concepts: tuple[Concept, ...], more: tuple[Concept, ...]) -> tuple[Concept, ...]:
    """Add concepts; one whose id exists gives its phrases to that one, before its own."""
    merged = {concept.id: concept for concept in concepts}
    for concept in more:
        old = merged.get(concept.id)
        merged[concept.id] = concept if old is None else _joined(old, concept)
    return tuple(merged.values())


def _joined(old: Concept, new: Concept) -> Concept:
    return replace(
        old,
        asks=tuple(dict.fromkeys(new.asks + old.asks)),
        prints=tuple(dict.fromkeys(new.prints + old.prints)),
        formula=new.formula or old.formula,
        words=tuple(dict.fromkeys(new.words + old.words)),
        says=tuple(dict.fromkeys(new.says + old.says)),
        states=tuple(dict.fromkeys(new.states + old.states)),
        measures=new.measures or old.measures,
        holds_if=new.holds_if or old.holds_if,
        driven_by=new.driven_by or old.driven_by,
    )


def lint(concepts: tuple[Concept, ...]) -> list[Problem]:
    """Everything wrong with a set of concepts, errors first."""
    problems = [*_formula_problems(concepts), *_regex_problems(concepts)]
    problems += [*_tag_problems(concepts), *_shared_asks(concepts), *_shared_prints(concepts)]
    return sorted(problems, key=lambda p: not p.is_error)


def _formula_problems(concepts: tuple[Concept, ...]) -> Iterator[Problem]:
    known = {c.id for c in concepts}
    for concept in concepts:
        if not concept.asks:
            yield Problem(f"{concept.id}: has no asks")
        ruled = (rule.concept for rule in concept.holds_if)
        for other in (*concept.prefer, *concept.measures, *concept.driven_by, *ruled):
            if other not in known:
                yield Problem(f"{concept.id}: names unknown {other}")
        if concept.id in FUNCTIONS:
            yield Problem(f"{concept.id}: is the name of a function")
        for other in concept.unless:
            if other not in known:
                yield Problem(f"{concept.id}: unless unknown {other}")
        for formula in filter(None, (concept.formula, concept.implied)):
            for used in concepts_of(parse(formula)):
                if used not in known:
                    yield Problem(f"{concept.id}: formula uses unknown {used}")


def _tag_problems(concepts: tuple[Concept, ...]) -> Iterator[Problem]:
    for concept in concepts:
        for tag in concept.tags:
            if _TAG.fullmatch(tag) is None:
                yield Problem(f"{concept.id}: {tag!r} is no tag such as us-gaap:Revenues")
        if len(set(concept.tags)) < len(concept.tags):
            yield Problem(f"{concept.id}: a tag is listed twice", is_error=False)


def _regex_problems(concepts: tuple[Concept, ...]) -> Iterator[Problem]:
    for concept in concepts:
        printed = (p.text for p in concept.prints if p.form == "matches")
        for pattern in (*printed, *concept.says, *concept.states):
            try:
                re.compile(pattern)
            except re.error as error:
                yield Problem(f"{concept.id}: {pattern!r}: {error}")


def _shared_asks(concepts: tuple[Concept, ...]) -> Iterator[Problem]:
    owners: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for concept in concepts:
        for ask in concept.asks:
            owners[tuple(token.stem for token in ask_tokens(ask))].append(concept.id)
    for phrase, ids in owners.items():
        if not phrase:
            yield Problem(f"{ids[0]}: an ask without words")
        elif len(set(ids)) > 1:
            yield Problem(f"{' '.join(phrase)!r} is asked by {', '.join(sorted(set(ids)))}")
        elif len(ids) > 1:
            yield Problem(f"{ids[0]}: {' '.join(phrase)!r} is listed twice", is_error=False)


def _shared_prints(concepts: tuple[Concept, ...]) -> Iterator[Problem]:
    owners: dict[tuple[str, str], list[str]] = defaultdict(list)
    for concept in concepts:
        for printed in concept.prints:
            if printed.form != "is":
                continue
            for statement in concept.statements or ("",):
                owners[(printed.text, statement)].append(concept.id)
    for (text, statement), ids in owners.items():
        if len(set(ids)) > 1:
            place = statement or "any table"
            yield Problem(f"{text!r} in {place} is printed by {', '.join(sorted(set(ids)))}")
