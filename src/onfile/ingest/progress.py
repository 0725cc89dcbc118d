"""What a worker process is at, told to whoever drives it before each step that may go wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

OPEN_TIMEOUT_S = 300.0  # hashing and, where needed, rebuilding a file of gigabytes
PAGE_TIMEOUT_S = 60.0  # the slowest scanned page takes ten seconds on a busy machine
UNDERSTAND_TIMEOUT_S = 600.0  # a filing of 500 pages takes three
UNDERSTAND_PAGE_TIMEOUT_S = 0.5  # more for each page: it takes a hundredth of that, alone


class Stage(StrEnum):
    """Which part of the work on a file."""

    OPEN = "open"
    PAGE = "page"
    UNDERSTAND = "understand"


@dataclass(frozen=True, slots=True)
class Step:
    """One step; ``page`` is 0 where it is not about a page. It may take ``timeout_s`` seconds."""

    stage: Stage
    page: int = 0
    timeout_s: float = OPEN_TIMEOUT_S


@dataclass(frozen=True, slots=True)
class Lost:
    """A step at which a worker process was lost, and why, in plain words."""

    step: Step
    reason: str


Listener = Callable[[Step], None]


class _Reporter:
    listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Tell ``listener`` of every step of this process from now on; None ends that."""
    _Reporter.listener = listener


def report(step: Step) -> None:
    """Say that ``step`` begins now."""
    if _Reporter.listener is not None:
        _Reporter.listener(step)


def opening() -> None:
    """A file is being opened."""
    report(Step(Stage.OPEN, 0, OPEN_TIMEOUT_S))


def page(number: int) -> None:
    """Page ``number`` is being read."""
    report(Step(Stage.PAGE, number, PAGE_TIMEOUT_S))


def understanding(n_pages: int) -> None:
    """What was read, so many pages, is being divided into its parts."""
    timeout_s = UNDERSTAND_TIMEOUT_S + n_pages * UNDERSTAND_PAGE_TIMEOUT_S
    report(Step(Stage.UNDERSTAND, 0, timeout_s))
