"""``onfile compare-strategies``: which way of ranking, and of cutting, suits this archive?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from onfile.adapters.ir_metrics import measure
from onfile.chunk.packing import PACKINGS, STRUCTURED, Packing
from onfile.errors import UsageError
from onfile.evaluate.comparison import DEPTH, Search, StrategyResult, compare
from onfile.evaluate.suite import read_gold
from onfile.rechunking import rechunked
from onfile.retrieve.strategy import STANDARD, STRATEGIES, Strategy
from onfile.types import Evidence

if TYPE_CHECKING:
    from onfile.engine import Engine

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Compared:
    """What is compared beside the standard ranking.

    Attributes:
        strategies: Ways of ranking.
        chunkings: Whether the pages are also cut in other ways, each in a store of its own that is
            gone afterwards: minutes for an archive of ten thousand pages.
        only: Rows whose name holds one of these; all where there is none. The standard, against
            which the others are held, is always first.
    """

    strategies: Sequence[Strategy] = STRATEGIES
    chunkings: bool = False
    only: Sequence[str] = ()

    def has(self, name: str) -> bool:
        """Whether this row is wanted."""
        return not self.only or any(part.lower() in name.lower() for part in self.only)


def compare_strategies(
    engine: Engine,
    files: Sequence[Path],
    *,
    compared: Compared = Compared(),
    on_progress: Progress | None = None,
    as_user: str | None = None,
) -> list[StrategyResult]:
    """Run question sets with gold through several strategies, the standard first.

    The rows rank without models; a reranker, HyDE and rewriting have a row of their own each where
    they are set.

    Raises:
        UsageError: a file can't be read or holds no gold, or no row has a name that is wanted.
        ModelError: ir_measures is not installed.
    """
    questions = [question for path in files for question in read_gold(path)]
    names = [s.name for s in _ordered(engine, compared)] + [n for n, *_ in _chunkings(compared)]
    if compared.only and names == [STANDARD.name]:
        raise _unknown(engine, compared)
    first = questions[0].question
    tell = on_progress or (lambda name: None)

    def searches() -> Iterator[tuple[str, Search]]:
        for strategy in _ordered(engine, compared):
            tell(strategy.name)
            yield strategy.name, _search(engine, strategy, first, as_user)
        for name, packing, headers in _chunkings(compared):
            tell(name)
            with rechunked(engine, packing, as_user=as_user, headers=headers) as made:
                yield name, _search(made, _bare(STANDARD), first, None)

    return compare(questions, searches(), measure)


def _ordered(engine: Engine, compared: Compared) -> Iterator[Strategy]:
    """The standard, the others, then the standard with each model that is set."""
    yield _bare(STANDARD)
    others = (_bare(s) for s in compared.strategies if s.name != STANDARD.name)
    yield from (s for s in (*others, *_modelled(engine)) if compared.has(s.name))


def _modelled(engine: Engine) -> Iterator[Strategy]:
    if engine.rescoring is not None:
        name = f"with {engine.rescoring.reranker.name}"
        yield replace(_bare(STANDARD), name=name, is_reranked=True)
    if engine.settings.hyde and engine.model is not None:
        name = f"with HyDE by {engine.model.model.name}"
        yield replace(_bare(STANDARD), name=name, has_hyde=True)
    if engine.settings.rewrite and engine.model is not None:
        name = f"with rewriting by {engine.model.model.name}"
        yield replace(_bare(STANDARD), name=name, is_rewritten=True)


def _chunkings(compared: Compared) -> Iterator[tuple[str, Packing, bool]]:
    """Name, packing, and whether chunks have their context headers."""
    rows = [(packing.name, packing, True) for packing in PACKINGS]
    rows.append(("chunks: without headers", STRUCTURED, False))
    yield from (row for row in rows if compared.chunkings and compared.has(row[0]))


def _unknown(engine: Engine, compared: Compared) -> UsageError:
    every = replace(compared, only=())
    names = [s.name for s in _ordered(engine, every)] + [n for n, *_ in _chunkings(every)]
    told = ", ".join(names[1:])
    chunks = "" if compared.chunkings else "; with --chunkings also ways of cutting pages"
    wanted = ", ".join(compared.only)
    return UsageError(f"no row is called {wanted}", hint=f"there are: {told}{chunks}")


def _bare(strategy: Strategy) -> Strategy:
    """Without models."""
    return replace(strategy, is_reranked=False, has_hyde=False, is_rewritten=False)


def _search(engine: Engine, strategy: Strategy, first: str, as_user: str | None) -> Search:
    """A search with models of words and indexes loaded, so that none is timed."""
    engine.search(first, DEPTH, strategy=_bare(strategy), as_user=as_user)

    def search(question: str) -> Sequence[Evidence]:
        return engine.search(question, DEPTH, strategy=strategy, as_user=as_user)

    return search
