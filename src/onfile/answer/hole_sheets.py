"""A field of a drillhole's sheets: its coordinates, who logged it, when it was drilled.

The sheets of one hole repeat their head; what differs between them is a conflict, not a choice.
The rest of the question must name the project: its document's title, name or head.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from onfile.answer.cite import cite
from onfile.answer.passages import PassageFinder
from onfile.answer.request import Reading
from onfile.language.hole_sheets import SheetField, fields_asked, hole_asked, hole_on
from onfile.language.numbers import find_numbers
from onfile.types import Claim, Draft, Refusal, RefusalCode, Span, Value

FORMS = ("report", None)
_FRAMING = (
    "hole holes drillhole borehole boring machine rig drill drilled drilling logged log checked "
    "check approved record sheet coordinates depth deep terminate end ended tip set installed date "
    "dates between number order task works contract section sections carried test tests constant "
    "head ground level recorded used investigation ground site report cover who which machine "
    "development project measured"
)


@dataclass(frozen=True, slots=True)
class _Found:
    document_id: str
    span: Span
    value: str


def answer_hole_sheet(reading: Reading, finder: PassageFinder) -> Draft | Refusal | None:
    """The fields asked for, each with its label; a refusal where sheets differ, else None."""
    fields = fields_asked(reading.intent.asked)
    if not fields or any(pair.company is not None for pair in reading.intent.pairs):
        return None
    hole = hole_asked(reading.intent.asked)
    claims: list[Claim] = []
    value: Value | None = None
    for field in fields:
        found = list(_found(reading, finder, field, hole))
        if not found:
            return None
        other = next((f for f in found if f.value != found[0].value), None)
        if other is not None:
            return _conflict(reading, field, (found[0], other))
        citation = cite(reading.archive, found[0].document_id, found[0].span)
        of = f", hole {hole}" if hole and field.is_of_hole else ""
        quote = " ".join(citation.quote.split())
        numbers = [n.value for n in find_numbers(quote) if n.scale == 1]
        if field.unit is not None and Decimal(found[0].value) in numbers:
            value = Value(Decimal(found[0].value), 1, None, field.unit)
        claims.append(Claim(f"{citation.document}{of}, {field.name}: “{quote}”", (citation,)))
    value = value if len(claims) == 1 else None
    return Draft("\n".join(c.text for c in claims), tuple(claims), value, "field", 1.0)


def _found(
    reading: Reading, finder: PassageFinder, field: SheetField, hole: str
) -> Iterator[_Found]:
    """The field on every sheet of the hole; of the project, on every sheet that has it."""
    if field.is_of_hole and not hole:
        return
    documents = dict.fromkeys(e.document.document_id for e in reading.evidence)
    for document_id in documents:
        if not _is_of_project(reading, finder, document_id):
            continue
        for page, text in reading.archive.pages_text(document_id).items():
            if field.is_of_hole and hole_on(text) != hole:
                continue
            match = field.says.search(text)
            if match is not None:
                value = "".join(v for v in match.groupdict().values() if v)
                folded = re.sub(r"[^\w.-]", "", value).strip(".").upper()
                yield _Found(document_id, Span(page, *match.span()), folded)


def _is_of_project(reading: Reading, finder: PassageFinder, document_id: str) -> bool:
    """Every other telling word stands in the document's title, its name or its first pages."""
    document = reading.archive.document(document_id)
    if document.identity.form not in FORMS:
        return False
    pages = reading.archive.pages_text(document_id)
    heads = " ".join(text for page, text in pages.items() if page <= 3)
    names = f"{document.identity.title or ''} {document.name.replace('_', ' ')} {heads}"
    known = frozenset(reading.terms(names)) | frozenset(reading.terms(_FRAMING))
    singled = frozenset(reading.terms(" ".join(reading.intent.phrases)))
    return all(t in singled or finder.subject.is_met(t, known) for t in finder.subject.telling)


def _conflict(reading: Reading, field: SheetField, two: tuple[_Found, _Found]) -> Refusal:
    citations = tuple(cite(reading.archive, f.document_id, f.span) for f in two)
    shown = " and ".join(f"“{' '.join(c.quote.split())}” (page {c.page})" for c in citations)
    detail = f"The sheets give different values for the {field.name}: {shown}."
    return Refusal(RefusalCode.CONFLICTING_EVIDENCE, detail, citations=citations)
