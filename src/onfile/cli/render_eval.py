"""A report, a comparison and one question's path, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer
from rich.table import Table
from rich.text import Text

from onfile.cli.render import console

if TYPE_CHECKING:
    from onfile.evaluating import Agreement, Audit, Broken, Group, Metric, Pairing, Report, Step
    from onfile.generating import Generated

FAULTS = 20  # shown of an audit
SAID = 160  # characters of an answer in a list of flips
VERDICTS = ("right", "wrong", "unsure", "refused", "failed", "unscored")
SHOWN = (
    ("answers", "selective_accuracy", "wrong_rate", "numbers_strict", "numbers_lenient"),
    ("refusals", "unanswerable_refused", "expected_code", "scope_right"),
    ("pages", "page_hit@1", "page_hit@5", "page_hit@10", "page_recall@10", "page_mrr"),
    ("documents", "document_hit@1", "document_hit@5", "document_mrr"),
    ("citations", "citation_precision", "citation_recall", "quotes_found"),
    ("reading", "context_recall", "faithfulness", "judged_faithfulness", "judge_unscored"),
    ("checks", "looks_absent", "unstable", "calibration_stale"),
)


def show_report(report: Report) -> None:
    """The matrix, verdicts by class, suite and kind, and measures with their counts."""
    matrix = report.matrix
    table = _table("", "answered", "refused", "failed")
    for name in ("answerable", "unanswerable"):
        cells = (getattr(matrix, f"{name}_{what}") for what in ("answered", "refused", "failed"))
        table.add_row(name, *(str(cell) for cell in cells))
    console().print(table)
    for title, groups in (
        ("class", report.by_class),
        ("suite", report.by_suite),
        ("kind", report.by_kind),
        ("user", report.by_user),
    ):
        if title == "class" or len(groups) > 1:
            _show_groups(title, groups)
    for title, *names in SHOWN:
        _show_metrics(title, [(name, report.metrics[name]) for name in names])
    latency = "  ".join(f"{name} {ms:,.0f}" for name, ms in report.latency_ms.items())
    typer.echo(f"\nlatency ms   {latency}")
    _show_counts("what to mend", report.stages)
    _show_counts("why not answered, or wrong", report.whys)
    if report.agreement is not None:
        _show_agreement(report.agreement)
    if report.unstable:
        typer.echo(f"\nnot the same each time: {', '.join(report.unstable)}")
    if report.unscored:
        typer.echo(f"\nunscored: {', '.join(report.unscored)}")


def show_broken(missed: Sequence[Broken], *, n_floors: int) -> None:
    """Every broken floor with by how much; or that all were kept."""
    if missed:
        typer.echo(f"\n{len(missed)} of {n_floors} floors broken")
        for one in missed:
            typer.echo(f"  {one.words}")
    elif n_floors:
        typer.echo(f"\nall {n_floors} floors kept")


def _show_groups(title: str, groups: Sequence[Group]) -> None:
    table = _table(title, "n", *VERDICTS)
    for group in groups:
        counts = (str(group.verdicts.get(verdict) or "·") for verdict in VERDICTS)
        table.add_row(group.name or "–", str(group.n), *counts)
    typer.echo("")
    console().print(table)


def _show_metrics(title: str, metrics: Sequence[tuple[str, Metric]]) -> None:
    measured = [(name, metric) for name, metric in metrics if metric.n]
    if not measured:
        return
    typer.echo(f"\n{title}")
    for name, metric in measured:
        value = "–" if metric.value is None else f"{metric.value:.3f}"
        interval = ""
        if metric.low is not None and metric.high is not None:
            interval = f"  [{metric.low:.3f}, {metric.high:.3f}]"
        typer.echo(f"  {name:<22}{value:>7}  of {metric.n:<5}{interval}")


def _show_agreement(told: Agreement) -> None:
    agreed, kappa = ("–" if x is None else f"{x:.2f}" for x in (told.agreed, told.kappa))
    typer.echo(
        f"\njudge against {told.n} labels by people: same for {agreed}, Cohen's kappa {kappa},"
        f" {told.n_unscored} unscored"
    )


def _show_counts(title: str, counts: object) -> None:
    if isinstance(counts, dict) and counts:
        told = ", ".join(f"{name} {n}" for name, n in counts.items())
        typer.echo(f"\n{title}: {told}")


def _table(first: str, *names: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(Text(first), no_wrap=True)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def show_steps(question: str, steps: Sequence[Step]) -> None:
    """One question's path, a heading a step."""
    typer.echo(question)
    for step in steps:
        typer.echo(f"\n{step.name}")
        for line in step.lines:
            typer.echo(f"  {line}")


def show_pairing(pairing: Pairing) -> None:
    """Measures of both runs with their difference, then every flip, worse ones first."""
    table = _table("measure", "n", "before", "after", "diff", "95 %", "up", "down", "p")
    for shift in pairing.shifts:
        digits = 1 if shift.name.endswith("ms") else 3
        table.add_row(
            shift.name,
            str(shift.n),
            f"{shift.before:.{digits}f}",
            f"{shift.after:.{digits}f}",
            f"{shift.after - shift.before:+.{digits}f}",
            f"{shift.low:+.{digits}f}…{shift.high:+.{digits}f}",
            str(shift.n_up or "·"),
            str(shift.n_down or "·"),
            "" if shift.p_value is None else f"{shift.p_value:.3f}",
        )
    console().print(table)
    settings = "; the settings differ" if pairing.settings_differ else ""
    typer.echo(f"\n{len(pairing.flips)} of {pairing.n_questions} questions flipped{settings}")
    for flip in pairing.flips:
        typer.echo(f"\n{flip.direction}: {flip.before.value} → {flip.after.value}  {flip.id}")
        typer.echo(f"  {flip.question}")
        typer.echo(f"  before: {_line(flip.before_said)}")
        typer.echo(f"  after:  {_line(flip.after_said)}")


def _line(text: str) -> str:
    joined = " ".join(text.split())
    return joined if len(joined) <= SAID else f"{joined[: SAID - 1]}…"


def show_generated(made: Generated, answerable: int, adversarial: int) -> None:
    """How many questions of each kind a new suite holds, and where fewer than were asked for."""
    table = _table("kind", "answerable", "to be refused")
    for kind in sorted({*made.answerable, *made.adversarial}):
        cells = (counts.get(kind, 0) for counts in (made.answerable, made.adversarial))
        table.add_row(kind, *(f"{n:,}" if n else "" for n in cells))
    totals = [sum(made.answerable.values()), sum(made.adversarial.values())]
    table.add_row("total", *(f"{n:,}" for n in totals))
    console().print(table)
    if made.paraphrases:
        typer.echo(f"\n{made.paraphrases:,} of them in other words beside")
    for name, n, wanted in zip(
        ("answerable", "to be refused"), totals, (answerable, adversarial), strict=True
    ):
        if n < wanted:
            typer.echo(f"\n{n:,} of {wanted:,} {name}: the archive gives no more")
    typer.echo(f"\nwritten to {made.out}; ask it with: onfile eval {made.out}")


def show_audit(audited: Audit, faults: Sequence[str]) -> None:
    """Recall of each index, the pages, and what is amiss."""
    for index in audited.indexes:
        typer.echo(
            f"{index.name:<7} recall@{index.k} {index.recall:.4f} over {index.n_queries} queries,"
            f" {index.n_chunks:,} passages"
        )
    pages = audited.coverage
    typer.echo(
        f"pages   {pages.n_pages:,} of {pages.n_documents:,} documents, {pages.unaccounted}"
        f" unaccounted for, {pages.unread} that could not be read"
    )
    for fault in faults[:FAULTS]:
        typer.echo(f"  {fault}")
    if len(faults) > FAULTS:
        typer.echo(f"  … {len(faults) - FAULTS} more")
