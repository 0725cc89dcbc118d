"""Amendments find what they amend; copies with small changes find each other."""

from __future__ import annotations

import random

from onfile.index.links import AMENDS, NEAR_DUPLICATE, links_of
from onfile.ingest.sketch import sketch_of
from onfile.types import Document, Identity, Period


def filing(document_id: str, form: str, *, year: int = 2023, amends: bool = False) -> Document:
    identity = Identity(company="Northwind", form=form, period=Period(year), is_amendment=amends)
    return Document(document_id, document_id, document_id, "application/pdf", 1, 1, True, identity)


def text(seed: int) -> list[str]:
    chosen = random.Random(seed)
    return [f"word{chosen.randrange(3_000)}" for _ in range(4_000)]


def test_an_amendment_is_linked_to_the_filing_of_its_company_form_and_period() -> None:
    documents = [
        filing("original", "10-K"),
        filing("amendment", "10-K/A", amends=True),
        filing("other-year", "10-K", year=2022),
        filing("other-form", "10-Q"),
    ]
    links = links_of(documents, {})
    assert [(link.document, link.other, link.kind) for link in links] == [
        ("amendment", "original", AMENDS)
    ]


def test_nearly_the_same_text_is_linked_and_another_is_not() -> None:
    words = text(1)
    sketches = {
        "proof": sketch_of([" ".join(words)]),
        "final": sketch_of([" ".join([*words[:3_900], *text(2)[:100]])]),
        "else": sketch_of([" ".join(text(3))]),
    }
    links = links_of([filing(name, "report") for name in sketches], sketches)
    (link,) = links
    assert (link.document, link.other, link.kind) == ("final", "proof", NEAR_DUPLICATE)
    assert link.share > 0.85


def test_documents_the_asker_may_not_see_are_in_no_link() -> None:
    sketch = sketch_of([" ".join(text(1))])
    assert links_of([filing("a", "report")], {"a": sketch, "hidden": sketch}) == ()
