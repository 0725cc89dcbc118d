"""How long each stage took."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Timer:
    """Milliseconds per stage."""

    spent: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Adds a stage when the block ends, however it ends."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.spent[name] = round((time.perf_counter() - start) * 1000, 3)
