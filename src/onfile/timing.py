"""How long each stage took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

OnStage = Callable[[str, float | None], None]
"""Told of a stage as it begins (None) and as it ends (milliseconds)."""


@dataclass(slots=True)
class Timer:
    """Milliseconds per stage; ``on_stage`` is told of each as it passes."""

    spent: dict[str, float] = field(default_factory=dict)
    on_stage: OnStage | None = None

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Adds a stage when the block ends, however it ends."""
        start = time.perf_counter()
        self._tell(name, None)
        try:
            yield
        finally:
            self.spent[name] = round((time.perf_counter() - start) * 1000, 3)
            self._tell(name, self.spent[name])

    def _tell(self, name: str, ms: float | None) -> None:
        if self.on_stage is not None:
            self.on_stage(name, ms)
