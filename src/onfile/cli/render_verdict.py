"""A verdict on somebody else's answer, for a person at a terminal."""

from __future__ import annotations

from onfile.cli.render import console
from onfile.cli.words import place
from onfile.types import Verdict, VerdictKind

WORDS = {
    VerdictKind.SUPPORTED: "supported",
    VerdictKind.CONTRADICTED: "contradicted",
    VerdictKind.NOT_FOUND: "not found",
}


def show_verdict(verdict: Verdict) -> None:
    """The verdict, its reasons, and the passages it rests on."""
    out = console()
    out.print(f"Verdict: {WORDS[verdict.verdict]}")
    for reason in verdict.reasons:
        out.print(f"  {reason}")
    for number, citation in enumerate(verdict.citations, start=1):
        where = place(
            citation.document,
            page=citation.page,
            page_label=citation.page_label,
            line=citation.line,
            turn=citation.turn,
            parts=(citation.company, citation.form, citation.period),
            last=(citation.speaker or citation.section, citation.note),
        )
        out.print(f"[{number}] {where}")
        out.print(f"    “{' '.join(citation.quote.split())}”")
