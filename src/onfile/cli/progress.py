"""Progress on stderr, where a person is watching."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

Item = TypeVar("Item")
OnProgress = Callable[[str, int, int, str], None]
NOTE_WIDTH = 28  # keeps the bar's line within 80 columns


@contextmanager
def progress_bars() -> Iterator[OnProgress]:
    """A callback for the engine: one bar an event ("documents", "pages", "vectors")."""
    with _progress() as progress:
        tasks: dict[str, TaskID] = {}

        def show(event: str, done: int, total: int, note: str) -> None:
            if event not in tasks:
                tasks[event] = progress.add_task(event, total=None, note="")
            progress.update(tasks[event], completed=done, total=total or None, note=_short(note))

        yield show


def steps(items: Sequence[Item], name: str) -> Iterator[Item]:
    """The items, with a bar that counts them."""
    return _counted(items, name, len(items))


def _counted(items: Iterable[Item], name: str, total: int) -> Iterator[Item]:
    with _progress() as progress:
        task = progress.add_task(name, total=total, note="")
        for item in items:
            yield item
            progress.advance(task)


def _progress() -> Progress:
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description:>9}"),
        BarColumn(bar_width=16),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[note]}", markup=False),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )


def _short(note: str) -> str:
    return note if len(note) <= NOTE_WIDTH else f"…{note[1 - NOTE_WIDTH :]}"
