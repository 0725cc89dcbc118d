"""What Prometheus is told: questions by how they ended, time by stage, jobs, what is stored."""

from __future__ import annotations

from collections import Counter as Tally
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from onfile.types import Outcome

if TYPE_CHECKING:
    from onfile.server.served import Served

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)  # seconds


class Metrics:
    """The figures of one server, in a registry of their own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        registry = self._registry
        self._questions = Counter(
            "onfile_questions",
            "Questions by how they ended.",
            ["outcome", "code"],
            registry=registry,
        )
        self._stages = Histogram(
            "onfile_stage_seconds", "Time by stage.", ["stage"], buckets=BUCKETS, registry=registry
        )
        self._inside = Gauge(
            "onfile_questions_inside", "Questions running or waiting.", registry=registry
        )
        self._jobs = Gauge(
            "onfile_jobs", "Jobs by kind and state.", ["kind", "state"], registry=registry
        )
        self._documents = Gauge("onfile_documents", "Documents on file.", registry=registry)
        self._pages = Gauge("onfile_pages", "Pages on file.", registry=registry)
        self._bytes = Gauge("onfile_store_bytes", "Bytes of the store's files.", registry=registry)

    def count(self, outcome: Outcome) -> None:
        """One more question."""
        code = outcome.refusal.code.value if outcome.refusal is not None else ""
        self._questions.labels(outcome.outcome, code).inc()
        for stage, ms in outcome.timings_ms.items():
            self._stages.labels(stage).observe(ms / 1000)

    def text(self, served: Served) -> bytes:
        """Everything, in Prometheus' text form, with what is stored now."""
        catalog = served.engine.store.catalog()
        self._documents.set(catalog.n_documents)
        self._pages.set(catalog.n_pages)
        self._inside.set(served.questions.n_inside)
        files = (path for path in served.engine.store.directory.rglob("*") if path.is_file())
        self._bytes.set(sum(path.stat().st_size for path in files))
        self._jobs.clear()
        for (kind, state), n in Tally((job.kind, job.state) for job in served.jobs.all()).items():
            self._jobs.labels(kind, state).set(n)
        return generate_latest(self._registry)
