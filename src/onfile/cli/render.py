"""Results for a person at a terminal; plain text through a pipe, no colour needed to read it."""

from __future__ import annotations

import io
import itertools
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TextIO, cast

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from onfile.cli.words import number_words, once_in_its_currency, pages_in_words, place
from onfile.refusals import IN_WORDS
from onfile.types import (
    Check,
    Chunk,
    Citation,
    Claim,
    Evidence,
    Figure,
    JsonObject,
    LedgerRow,
    Outcome,
    Refusal,
    Section,
)

if TYPE_CHECKING:
    from onfile.contract import Coverage, IngestReport, Link

N_NEAREST = 3  # passages shown under a refusal; --json has them all
N_FAILURES = 20
SNIPPET = 300
N_ROWS = 6


class _Trimmed(io.TextIOBase):
    """A stream without spaces at line ends, which rich pads its tables with."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(re.sub(r" +(?=\n)", "", text))

    def flush(self) -> None:
        self._stream.flush()


def console() -> Console:
    """Stdout, without markup: brackets in a quote are the document's own."""
    stream = sys.stdout if sys.stdout.isatty() else cast(TextIO, _Trimmed(sys.stdout))
    return Console(file=stream, markup=False, highlight=False, emoji=False)


# ── outcomes ─────────────────────────────────────────────────────────────────────────────────


def show_outcome(outcome: Outcome) -> None:
    """The answer with numbered citations, or the refusal with what is on file instead."""
    out = console()
    if outcome.refusal is None:
        _show_answer(out, outcome)
    else:
        _show_refusal(out, outcome.refusal, outcome.evidence)
    out.print()
    out.print(Text(_footer(outcome), style="dim"))


def _show_answer(out: Console, outcome: Outcome) -> None:
    """Each part below its question where there are several; citations are numbered through."""
    citations = list(dict.fromkeys(c for claim in outcome.claims for c in claim.citations))
    for part in outcome.parts:
        out.print(Text(part.question, style="dim"))
        _show_claims(out, part, citations)
    if not outcome.parts:
        _show_claims(out, outcome, citations)
    out.print()
    _show_citations(out, citations)


def _show_claims(out: Console, outcome: Outcome, citations: list[Citation]) -> None:
    out.print(Text(_marked(outcome.answer or "", outcome.claims, citations), style="bold"))
    for claim in outcome.claims:
        if claim.text not in (outcome.answer or ""):
            out.print(_indented(Text(claim.text + _marks(claim, citations))))
        if claim.arithmetic:
            out.print(_indented(Text(claim.arithmetic)))


def _marked(answer: str, claims: Sequence[Claim], citations: list[Citation]) -> str:
    """The answer with each claim's citation numbers behind it."""
    for claim in claims:
        if claim.text in answer:
            answer = answer.replace(claim.text, claim.text + _marks(claim, citations), 1)
    return answer


def _marks(claim: Claim, citations: list[Citation]) -> str:
    return " " + "".join(f"[{citations.index(citation) + 1}]" for citation in claim.citations)


def _show_citations(out: Console, citations: Sequence[Citation]) -> None:
    for number, citation in enumerate(citations, start=1):
        where = place(
            citation.document,
            page=citation.page,
            page_label=citation.page_label,
            line=citation.line,
            turn=citation.turn,
            parts=(citation.company, citation.form, citation.period),
            last=(citation.speaker or citation.section, citation.note),
        )
        out.print(_numbered(number, where, citation.quote))


def _show_refusal(out: Console, refusal: Refusal, evidence: Sequence[Evidence]) -> None:
    out.print(Text(f"No answer: {IN_WORDS[refusal.code]}. ({refusal.code})", style="bold"))
    if refusal.detail:
        out.print(Text(refusal.detail))
    if refusal.missing:
        missing = ", ".join(" ".join(part for part in pair.key if part) for pair in refusal.missing)
        out.print(Text(f"\nMissing: {missing}"))
    if refusal.on_file:
        out.print(Text("\nOn file:"))
        out.print(_indented(_on_file(refusal.on_file)))
    if refusal.choices:
        out.print(Text("\nChoose one of:"))
        grid = Table.grid(padding=(0, 1))
        for number, choice in enumerate(refusal.choices, start=1):
            grid.add_row(Text(f"{number}."), Text(once_in_its_currency(choice)))
        out.print(_indented(grid))
    if refusal.unread:
        out.print(Text("\nCould not be read, so it may stand there:"))
        out.print(_indented(Text("\n".join(pages_in_words(refusal.unread)))))
    if refusal.citations:
        out.print(Text("\nWhat the documents state:"))
        _show_citations(out, refusal.citations)
    elif evidence:
        out.print(Text("\nNearest passages:"))
        _show_passages(out, evidence[:N_NEAREST])


def _on_file(on_file: dict[str, tuple[str, ...]]) -> Table:
    grid = Table.grid(padding=(0, 2))
    for company, periods in on_file.items():
        grid.add_row(Text(company), Text(", ".join(periods)))
    return grid


def _footer(outcome: Outcome) -> str:
    gone = any(check.name == "model" and not check.passed for check in outcome.checks)
    parts = ["the model gave no reply; the reader was asked"] * gone
    parts += [f"confidence {outcome.confidence}"] if outcome.confidence else []
    parts.append(f"searched {outcome.n_documents:,} documents, {outcome.n_pages:,} pages")
    parts += [f"record {outcome.record}"] if outcome.record else []
    return " · ".join(parts)


# ── passages ─────────────────────────────────────────────────────────────────────────────────


def show_evidence(results: Sequence[Evidence]) -> None:
    """Passages, best first, with the score and its kind."""
    out = console()
    if not results:
        out.print("Nothing found.")
    _show_passages(out, results, has_scores=True)


def _show_passages(out: Console, results: Sequence[Evidence], *, has_scores: bool = False) -> None:
    for evidence in results:
        chunk, document = evidence.chunk, evidence.document
        period = document.identity.period
        score = f"{evidence.score.kind} {evidence.score.value:.4g}" if has_scores else None
        where = place(
            document.name,
            page=chunk.page if document.has_pages else None,
            line=None if document.has_pages else chunk.line,
            turn=chunk.turn,
            parts=(
                document.identity.company,
                document.identity.form,
                period.name if period is not None else None,
            ),
            last=(chunk.speaker or chunk.section, score),
        )
        out.print(_numbered(evidence.rank, where, _snippet(chunk)))


def _snippet(chunk: Chunk) -> str:
    """The start of a passage; a table keeps its rows, prose does not keep its line breaks."""
    if chunk.kind == "table":
        lines = chunk.text.split("\n")
        return "\n".join(lines[:N_ROWS]) + ("\n…" if len(lines) > N_ROWS else "")
    folded = " ".join(chunk.text.split())
    return folded if len(folded) <= SNIPPET else f"{folded[: SNIPPET - 1]}…"


def _numbered(number: int, where: str, quote: str) -> Table:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", min_width=5, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(Text(f"[{number}]"), Text(where))
    grid.add_row("", Text(f"“{quote}”" if quote else "", style="italic"))
    return grid


def _indented(shown: RenderableType) -> Padding:
    return Padding(shown, (0, 0, 0, 2))


# ── the archive ──────────────────────────────────────────────────────────────────────────────


def show_ingest(report: IngestReport) -> None:
    """What was read, what was known already, and what could not be read."""
    out = console()
    seconds = report.elapsed_s
    pace = f", {report.pages / seconds:,.0f} pages a second" if seconds > 0 and report.pages else ""
    out.print(
        f"{report.documents:,} documents, {report.pages:,} pages read in {seconds:.1f} s{pace}; "
        f"{report.skipped:,} already on file"
    )
    if report.ocr_pages:
        out.print(f"{report.ocr_pages:,} pages read by OCR")
    if report.waiting_for_ocr:
        out.print(
            f"{report.waiting_for_ocr:,} pages need OCR and are not read: "
            'ingest again without --no-ocr, where pip install "onfile[ocr]" was run'
        )
    _show_changes(out, report)
    _show_failures(out, report.failed)


def _show_changes(out: Console, report: IngestReport) -> None:
    """What became of the files since the last look, where anything did but new ones."""
    counts = {
        "changed": report.changed,
        "moved": report.moved,
        "copies": report.copies,
        "removed": report.removed,
        "left out": len(report.left_out),
    }
    told = ", ".join(f"{n:,} {what}" for what, n in counts.items() if n)
    if told:
        out.print(f"files: {report.new:,} new, {told}")
    _show_missing(out, report.missing)


def _show_missing(out: Console, missing: Sequence[str]) -> None:
    if not missing:
        return
    out.print(f"\nGone from their folders, their documents kept: {len(missing):,}")
    for file in missing[:N_FAILURES]:
        out.print(_indented(Text(file)))
    out.print("  onfile ingest --prune drops them")


def show_coverage(coverage: Coverage, names: Mapping[str, str] | None = None) -> None:
    """Counts, the company × form × period matrix, and every page that could not be read."""
    out = console()
    out.print(f"{coverage.documents:,} documents, {coverage.pages:,} pages")
    statuses = ", ".join(f"{status} {n:,}" for status, n in coverage.by_status.items())
    out.print(f"pages by status: {statuses or 'none'}")
    out.print(f"unaccounted pages: {coverage.unaccounted_pages}")
    if coverage.matrix:
        table = _table("company", "form", "period")
        table.add_column("documents", justify="right")
        for row in coverage.matrix:
            cells = (Text(cell or "unknown") for cell in (row.company, row.form, row.period))
            table.add_row(*cells, str(row.documents))
        out.print()
        out.print(table)
    _show_links(out, coverage.links, names or {})
    _show_missing(out, coverage.missing)
    if coverage.left_out:
        out.print(f"\nleft out: {len(coverage.left_out):,}; onfile coverage --json lists them")
    _show_failures(out, coverage.failures)


def _show_links(out: Console, links: Sequence[Link], names: Mapping[str, str]) -> None:
    if not links:
        return
    out.print("\nBelong together:")
    for link in links[:N_FAILURES]:
        one, other = (names.get(i, i) for i in (link.document, link.other))
        how = "amends" if link.kind == "amends" else f"{link.share:.0%} the same text as"
        out.print(_indented(Text(f"{one} · {how} · {other}")))


def _show_failures(out: Console, failures: Sequence[LedgerRow]) -> None:
    if not failures:
        return
    out.print(f"\nCould not be read: {len(failures):,}")
    shown = 0
    for run in _alike(failures)[:N_FAILURES]:
        out.print(_indented(Text(f"{_where(run)}: {run[0].reason or run[0].status}")))
        shown += len(run)
    if len(failures) > shown:
        out.print(f"  … and {len(failures) - shown:,} more; onfile coverage --json lists all")


def _alike(failures: Sequence[LedgerRow]) -> list[list[LedgerRow]]:
    """Pages of a file that follow each other and fail for one reason, together."""
    runs: list[list[LedgerRow]] = []
    for row in failures:
        last = runs[-1][-1] if runs else None
        follows = last is not None and last.page is not None and row.page == last.page + 1
        if last is not None and follows and (row.file, row.reason) == (last.file, last.reason):
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def _where(run: Sequence[LedgerRow]) -> str:
    first, last = run[0], run[-1]
    if first.page is None:
        return first.file
    pages = f"page {first.page}" if first is last else f"pages {first.page}–{last.page}"
    return f"{first.file} · {pages}"


def show_figures(figures: Sequence[Figure], names: Mapping[str, str]) -> None:
    """Typed numbers, one a row, under the document that states them."""
    out = console()
    if not figures:
        out.print("No figure fits.")
    for document_id, group in itertools.groupby(figures, key=lambda f: f.document_id):
        out.print(Text(names.get(document_id, document_id), style="bold"))
        out.print(_figure_table(list(group)))
        out.print()


def show_mismatches(found: Sequence[JsonObject]) -> None:
    """Sums that do not come out: page, what was added, and by how much it is off."""
    out = console()
    if not found:
        out.print("All sums that were tried come out.")
        return
    table = _table("document", "statement")
    table.add_column("page", justify="right")
    table.add_column("sum", overflow="fold")
    table.add_column("off by", justify="right")
    for one in found:
        parts = " + ".join(f"{p['label']} {p['printed']}" for p in one["parts"])
        whole = f"{one['whole']['label']} {one['whole']['printed']} ({one['period']})"
        page, gap = Text(str(one["page"])), Text(str(one["difference"]))
        table.add_row(Text(str(one["document"])), one["statement"], page, f"{whole}: {parts}", gap)
    out.print(table)


def _figure_table(figures: Sequence[Figure]) -> Table:
    table = _table("line item", "period")
    table.add_column("value", justify="right")
    table.add_column("scale, currency", overflow="fold")
    table.add_column("page", justify="right")
    for figure in figures:
        period = figure.period.name if figure.period is not None else "unknown"
        page = Text(str(figure.page))
        unit = Text(number_words(figure))
        table.add_row(Text(figure.label), period, Text(figure.printed), unit, page)
    return table


def show_outline(sections: Sequence[Section]) -> None:
    """A document's parts, indented by level."""
    out = console()
    if not sections:
        out.print("No parts were recognised.")
    for section in sections:
        first, last = section.start[0], section.end[0]
        pages = f"page {first}" if first == last else f"pages {first}–{last}"
        name = section.path[-1] if section.path else section.kind or "Opening"
        out.print(Padding(Text(f"{name} · {pages}"), (0, 0, 0, 2 * max(0, section.level - 1))))


def show_checks(checks: Sequence[Check]) -> None:
    """One line a check, its verdict first."""
    out = console()
    for check in checks:
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True, min_width=5)
        grid.add_column(overflow="fold")
        detail = f": {check.detail}" if check.detail else ""
        grid.add_row(Text("ok" if check.passed else "FAIL"), Text(f"{check.name}{detail}"))
        out.print(grid)


def _table(*names: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in names:
        table.add_column(name, overflow="fold")
    return table
