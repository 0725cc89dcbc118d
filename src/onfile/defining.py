"""The quantity that a question defines itself: before the lexicon's formula, and instead of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from onfile.language.definition import Definition, asked_in, not_understood_in, stated_in
from onfile.language.dimension import MONEY, PER_SHARE, PURE, counts_days, dimension_of
from onfile.language.formula import Binary, Call, Name, Node, concepts_of, replaced
from onfile.language.lexicon import Lexicon
from onfile.scope.clauses import blank_out
from onfile.types import ConceptMention, Intent

_YEAR_END = re.compile(
    r"\b(?:year|period|quarter)[- ]end (?:\w+ )?(?:\w+ )?(?:equity|assets|balance)", re.I
)
MAX_DEPTH = 4  # of formulas made of formulas


@dataclass(frozen=True, slots=True)
class Defined:
    """A quantity to be computed as the question says.

    Attributes:
        concept: The lexicon's, where the name is known.
        words: Its name in the question.
        node: The formula over printed concepts.
        written: The formula in the question's words.
        unit: "percent", "ratio", "days", "money" or "per_share".
    """

    concept: str | None
    words: str
    node: Node
    written: str
    unit: str


def defined_by(intent: Intent, lexicon: Lexicon) -> Defined | None:
    """The first quantity's formula as the question states it, or None when it states none.

    A formula that adds unlike things (money and shares) is none.
    """

    def mentions(text: str) -> Sequence[ConceptMention]:
        return [m for m in lexicon.mentions(text) if lexicon.concept(m.concept).unit != "text"]

    asked = [m.concept for m in intent.concepts if lexicon.concept(m.concept).unit != "text"]
    stated = stated_in(intent.question, mentions)
    related = _related(asked_in(blank_out(intent.question), mentions), asked)
    detailed = _detailed(related, stated)
    own = detailed or _own(stated, asked) or _made_of(stated, asked, lexicon)
    found = own or related or _narrowed(asked, intent, mentions(intent.question), lexicon)
    if found is None:
        return None
    node = expanded(found.node, lexicon)
    unit = _unit(found, node, intent, lexicon)
    if unit is None or _is_only_a_part(found, unit, asked, lexicon):
        return None
    return Defined(found.concept, found.words, node, found.written, unit)


def is_misunderstood(intent: Intent, concept_id: str, lexicon: Lexicon) -> bool:
    """True where the question defines something in words that the lexicon's formula may miss."""
    formula = lexicon.formula(concept_id)
    if formula is None:
        return False
    ours = _basis(concepts_of(formula), lexicon)
    named = not_understood_in(intent.question, lexicon.mentions)
    return any(not _basis(tuple(names), lexicon) <= ours for names in named)


def expanded(node: Node, lexicon: Lexicon, depth: int = MAX_DEPTH) -> Node:
    """The tree with concepts that the lexicon computes replaced by their formulas."""
    for concept in concepts_of(node):
        formula = lexicon.formula(concept)
        if formula is not None and depth:
            node = replaced(node, Name(concept), expanded(formula, lexicon, depth - 1))
    return node


def _own(stated: Sequence[Definition], asked: Sequence[str]) -> Definition | None:
    """The definition of what is asked for; of several, the one whose name comes first."""
    by_concept = {d.concept: d for d in reversed(stated) if d.concept is not None}
    for concept in asked:
        if concept in by_concept:
            return by_concept[concept]
    unnamed = [d for d in stated if d.concept is None]
    return unnamed[0] if len(stated) == 1 and unnamed else None


def _made_of(
    stated: Sequence[Definition], asked: Sequence[str], lexicon: Lexicon
) -> Definition | None:
    """A lexicon formula with the part that the question defines otherwise replaced."""
    for concept in asked[:1]:
        formula = lexicon.formula(concept)
        for definition in stated if formula is not None else ():
            part = lexicon.formula(definition.concept or "")
            node = (
                formula
                if part is None or formula is None
                else replaced(formula, part, definition.node)
            )
            if node is not None and node != formula:
                words = lexicon.concept(concept).name
                return Definition(concept, words, node, f"{words}, {definition.written}")
    return None


def _narrowed(
    asked: Sequence[str],
    intent: Intent,
    named: Sequence[ConceptMention],
    lexicon: Lexicon,
) -> Definition | None:
    """The lexicon's formula over what the question names for its parts.

    "The payout ratio, using net income attributable to shareholders": not all net income. "Return
    on year-end equity": no average.
    """
    formula = lexicon.formula(asked[0]) if asked else None
    if formula is None:
        return None
    concepts = {m.concept: m.words for m in named}
    node = _unaveraged(formula) if _YEAR_END.search(intent.question) else formula
    told = [concepts.get(asked[0], asked[0])]
    for part in concepts_of(formula):
        narrower = next((c for c in lexicon.concept(part).prefer if c in concepts), None)
        if narrower is not None and part not in concepts:
            node = replaced(node, Name(part), Name(narrower))
            told.append(concepts[narrower])
    return None if node == formula else Definition(asked[0], told[0], node, ", ".join(told))


def _unaveraged(node: Node) -> Node:
    if isinstance(node, Call):
        argument = _unaveraged(node.argument)
        return argument if node.function == "avg" else Call(node.function, argument)
    if isinstance(node, Binary):
        return Binary(node.sign, _unaveraged(node.left), _unaveraged(node.right))
    return node


def _related(found: Definition | None, asked: Sequence[str]) -> Definition | None:
    """The two things that the question relates, where the lexicon has no name for both at once."""
    if found is None:
        return None
    names = concepts_of(found.node)
    is_known = found.concept is None and not set(names) <= set(asked)
    return None if is_known or len(names) < 2 else found


def _detailed(related: Definition | None, stated: Sequence[Definition]) -> Definition | None:
    """The two things that the question relates, one of them as the question defines it."""
    for definition in stated if related is not None else ():
        if related is not None and definition.concept in concepts_of(related.node):
            node = replaced(related.node, Name(definition.concept or ""), definition.node)
            written = f"{related.written}, {definition.written}"
            return replace(related, node=node, written=written)
    return None


def _is_only_a_part(found: Definition, unit: str, asked: Sequence[str], lexicon: Lexicon) -> bool:
    """An amount, where a margin or a ratio is asked for: what is defined is one side of it."""
    first = lexicon.concept(asked[0]) if asked else None
    if first is None or found.concept == first.id:
        return False
    return unit == "money" and first.unit in ("percent", "ratio", "days")


def _unit(found: Definition, node: Node, intent: Intent, lexicon: Lexicon) -> str | None:
    dimension = dimension_of(node, lambda concept: lexicon.concept(concept).unit)
    known = lexicon.concept(found.concept).unit if found.concept else ""
    if dimension == MONEY:
        return "money"
    if dimension == PER_SHARE:
        return "per_share"
    if dimension != PURE:
        return None
    if found.is_share or intent.wants_percent or known == "percent":
        return "percent"
    return "days" if counts_days(node) else "ratio"


def _basis(concepts: Sequence[str], lexicon: Lexicon) -> frozenset[str]:
    """The printed concepts under concepts."""
    return frozenset(c for one in concepts for c in concepts_of(expanded(Name(one), lexicon)))
