"""``onfile compare-strategies``: which way of ranking suits this archive?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from onfile.adapters.ir_metrics import measure
from onfile.evaluate.comparison import DEPTH, Search, StrategyResult, compare
from onfile.evaluate.suite import read_gold
from onfile.retrieve.strategy import STANDARD, STRATEGIES, Strategy
from onfile.types import Evidence

if TYPE_CHECKING:
    from onfile.engine import Engine

Progress = Callable[[str], None]


def compare_strategies(
    engine: Engine,
    files: Sequence[Path],
    *,
    strategies: Sequence[Strategy] = STRATEGIES,
    on_progress: Progress | None = None,
    as_user: str | None = None,
) -> list[StrategyResult]:
    """Run question sets with gold through several strategies, the standard first.

    Raises:
        UsageError: a file can't be read or holds no gold.
        ModelError: ir_measures is not installed.
    """
    questions = [question for path in files for question in read_gold(path)]
    ordered = [STANDARD, *(s for s in strategies if s.name != STANDARD.name)]
    engine.search(
        questions[0].question, DEPTH, as_user=as_user
    )  # loads models and indexes: not timed
    searches: dict[str, Search] = {
        strategy.name: partial(_told, engine, strategy, on_progress, as_user)
        for strategy in ordered
    }
    return compare(questions, searches, measure)


def _told(
    engine: Engine,
    strategy: Strategy,
    on_progress: Progress | None,
    as_user: str | None,
    question: str,
) -> Sequence[Evidence]:
    if on_progress is not None:
        on_progress(strategy.name)
    return engine.search(question, DEPTH, strategy=strategy, as_user=as_user)
