"""Answers over your own documents, each with its page, or an honest refusal.

from onfile import Engine
engine = Engine("my-store")
print(engine.ask("What were Northwind's net revenues in fiscal 2024?").answer)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from onfile.engine import Engine

__all__ = ["Engine"]


def __getattr__(name: str) -> Any:
    """``Engine``, imported when first asked for, so that small commands start quickly."""
    if name == "Engine":
        from onfile.engine import Engine

        return Engine
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
