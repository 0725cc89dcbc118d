"""The audit log for a person at a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.padding import Padding
from rich.text import Text

from onfile.audit.compare import Comparison
from onfile.audit.log import VerifyReport
from onfile.audit.record import Record
from onfile.cli.render import console
from onfile.types import JsonObject

N_HITS = 20
N_DIFFERENCES = 20


def show_records(records: Sequence[Record]) -> None:
    """Each record with its question."""
    out = console()
    if not records:
        out.print("No records.")
        return
    for record in records:
        when = record.created[:19].replace("T", " ")
        out.print(Text(f"{record.id} · {when} UTC · {_verdict(record.body['outcome'])}"))
        out.print(Padding(Text(" ".join(record.body["question"].split())), (0, 0, 0, 2)))


def show_record(record: Record) -> None:
    """Everything that led to one outcome."""
    out = console()
    body = record.body
    outcome = body["outcome"]
    out.print(Text(f"record {record.id} · {record.created}"))
    out.print(Text(f"asked by {body['asker'] or 'the owner'}: {body['question']}"))
    out.print(Text(f"\n{_verdict(outcome)}: {outcome['answer'] or outcome['refusal']['detail']}"))
    out.print("\nChecks:")
    for check in body["checks"]:
        verdict = "ok" if check["passed"] else "FAIL"
        out.print(Text(f"  {verdict:<5}{check['name']}: {check['detail']}"))
    n_hits = len(body["hits"])
    out.print(f"\nHits: {n_hits}" + (f", the first {N_HITS}" if n_hits > N_HITS else ""))
    for hit in body["hits"][:N_HITS]:
        score = f"{hit['score']['kind']} {hit['score']['value']}"
        out.print(Text(f"  {hit['rank']:>4}  {score}  {hit['chunk_id']}"))
    out.print("\nRead:")
    for passage in body["read"]:
        out.print(Text(f"  [{passage['rank']}] {passage['document']} · {passage['header']}"))
        out.print(Padding(Text(passage["text"]), (0, 0, 0, 6)))
    for name in ("versions", "hashes"):
        listed = ", ".join(f"{key} {value}" for key, value in body[name].items())
        out.print(Text(f"\n{name}: {listed}"))
    out.print(Text(f"hash: {record.hash}"))


def show_verified(report: VerifyReport) -> None:
    """The verdict on the chain, and its head."""
    out = console()
    if report.ok:
        out.print(f"{report.n_records:,} records, every one as it was written")
        out.print(Text(f"head {report.head}"))
        return
    out.print(Text(f"record {report.bad_seq} is not as it was written: {report.reason}"))
    out.print(f"{report.n_records:,} records before it are sound")


def show_comparison(comparison: Comparison) -> None:
    """Whether a replay agrees with its record, and where not."""
    out = console()
    out.print("same outcome" if comparison.is_same else "the outcome differs in:")
    for name in comparison.differences[:N_DIFFERENCES]:
        out.print(Text(f"  {name}"))
    n_more = len(comparison.differences) - N_DIFFERENCES
    if n_more > 0:
        out.print(f"  … and {n_more:,} more places; --json lists all")


def _verdict(outcome: JsonObject) -> str:
    refusal = outcome["refusal"]
    return "answered" if refusal is None else f"refused ({refusal['code']})"
