"""How a question was understood and what each stage made of it, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from onfile.cli.render import console, show_checks, show_evidence, show_outcome

if TYPE_CHECKING:
    from rich.console import Console

    from onfile.contract import Explanation, PairTrace, Placed
    from onfile.types import Intent

DOCUMENTS_SHOWN = 8


def show_explanation(explanation: Explanation) -> None:
    """Scope, gates, each ranker's list, the fused order with what was dropped, the outcome."""
    out = console()
    _show_scope(out, explanation.intent)
    out.print()
    show_checks(explanation.checks)
    for path in explanation.paths:
        _show_pair(out, path)
    out.print()
    show_evidence(explanation.outcome.evidence)
    out.print()
    show_outcome(explanation.outcome)


def _show_scope(out: Console, intent: Intent) -> None:
    rows = (
        ("kind", intent.kind),
        ("needs", intent.evidence_type),
        ("companies", ", ".join(intent.companies)),
        ("not on file", ", ".join(intent.unknown_companies)),
        ("periods", ", ".join(period.name for period in intent.periods)),
        ("read from", ", ".join(period.name for period in intent.filter_periods)),
        ("pairs", ", ".join(" ".join(p for p in pair.key if p) for pair in intent.pairs)),
        ("concepts", ", ".join(mention.concept for mention in intent.concepts)),
        ("words", " ".join(intent.terms)),
        ("phrases", ", ".join(intent.phrases)),
        ("notes", "; ".join(intent.notes)),
    )
    grid = Table.grid(padding=(0, 2))
    for name, value in rows:
        if value:
            grid.add_row(Text(name), Text(str(value)))
    out.print(grid)


def _show_pair(out: Console, pair: PairTrace) -> None:
    name = " ".join(part for part in pair.pair if part) or "any document"
    out.print()
    out.print(Text(f"Retrieval for {name}", style="bold"))
    if pair.is_second_search:
        out.print("  second search: nothing in the period's documents")
    for document in pair.documents[:DOCUMENTS_SHOWN]:
        out.print(Text(f"  reads {document.name}: {document.reason}"))
    if len(pair.documents) > DOCUMENTS_SHOWN:
        out.print(f"  … and {len(pair.documents) - DOCUMENTS_SHOWN:,} more documents")
    for ranker in pair.rankers:
        first = "; ".join(ranker.first) or "nothing"
        heading = f"  {ranker.name} (weight {ranker.weight:g}, {ranker.n_found:,} pages): {first}"
        out.print(Text(heading))
    if pair.places:
        out.print(_places(pair.places))


def _places(places: tuple[Placed, ...]) -> Table:
    table = Table(box=None, header_style="bold")
    table.add_column("place", justify="right")
    for name in ("page", "score", "from", "fate"):
        table.add_column(name, overflow="fold")
    for one in places:
        shares = ", ".join(f"{name} #{rank} {share:.3f}" for name, rank, share in one.shares)
        factor = "" if one.factor == 1.0 else f" × {one.factor:.2f}"
        moved = "" if one.rerank is None else f"; rerank {one.rerank:.3f}, was #{one.fused_place}"
        cells = (one.where, f"{one.score:.3f}", f"{shares}{factor}{moved}", one.fate)
        table.add_row(str(one.place), *(Text(cell) for cell in cells))
    return table
