"""Fusion of rankers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.errors import ScoreKindError
from onfile.retrieve.fuse import RRF_K, Fused, Run, cut, fuse, interleave
from onfile.types import Hit, Score, ScoreKind


def hit(name: str, rank: int, kind: ScoreKind = ScoreKind.BM25) -> Hit:
    return Hit(name, "doc", rank, Score(1.0 / rank, kind))


def run(name: str, pages: list[int], weight: float = 1.0, guaranteed: int = 0) -> Run:
    units = tuple((("doc", p, ""), hit(f"c{p}", i)) for i, p in enumerate(pages, start=1))
    return Run(name, weight, units, guaranteed)


def pages(fused: list[Fused]) -> list[int]:
    return [f.unit[1] for f in fused]


def test_the_fused_score_is_the_written_arithmetic() -> None:
    fused = fuse([run("words", [7, 8]), run("dense", [8], weight=0.5)])
    assert pages(fused) == [8, 7]
    assert fused[0].score.value == pytest.approx(1 / (10 + 2) + 0.5 / (10 + 1))
    assert fused[1].score.value == pytest.approx(1 / (10 + 1))
    assert RRF_K == 10


def test_a_first_place_has_rank_one_not_zero() -> None:
    assert fuse([run("words", [1])])[0].score.value == pytest.approx(1 / 11)


def test_a_graded_run_gives_less_to_what_is_far_behind_its_first() -> None:
    units = tuple(
        (("doc", page, ""), Hit(f"c{page}", "doc", page, Score(value, ScoreKind.BM25)))
        for page, value in ((1, 8.0), (2, 2.0))
    )
    fused = fuse([Run("words", 1.5, units, is_graded=True)])
    assert fused[0].score.value == pytest.approx(1.5 * (8 / 8) / (10 + 1))
    assert fused[1].score.value == pytest.approx(1.5 * (2 / 8) / (10 + 2))


def test_a_graded_run_whose_best_score_is_zero_counts_by_rank_alone() -> None:
    zero = Hit("c1", "doc", 1, Score(0.0, ScoreKind.COSINE))
    fused = fuse([Run("dense", 1.0, ((("doc", 1, ""), zero),), is_graded=True)])
    assert fused[0].score.value == pytest.approx(1 / 11)


def test_a_hit_with_score_zero_is_kept() -> None:
    zero = Hit("c1", "doc", 1, Score(0.0, ScoreKind.COSINE))
    fused = fuse([Run("dense", 1.0, ((("doc", 1, ""), zero),))])
    assert fused[0].hits == (("dense", zero),)


def test_a_penalty_lowers_a_unit_but_never_removes_it() -> None:
    fused = fuse([run("words", [1, 2])], penalty={("doc", 1, ""): 0.5})
    assert pages(fused) == [2, 1]


def test_scores_of_different_kinds_cannot_be_compared() -> None:
    with pytest.raises(ScoreKindError):
        _ = Score(0.15, ScoreKind.COSINE) < Score(0.03, ScoreKind.RRF)


def test_every_ranker_keeps_its_guaranteed_places() -> None:
    runs = [
        run("words", [1, 2, 3, 4]),
        run("lexicon", [1, 2, 3, 4]),
        run("dense", [9], weight=0.01, guaranteed=1),
    ]
    fused = fuse(runs)
    assert pages(fused) == [1, 2, 3, 4, 9]
    assert pages(cut(fused, runs, 3)) == [1, 2, 9]


def test_a_short_list_is_not_filled_with_guaranteed_places() -> None:
    first = run("words", [1, 2, 3, 4, 5, 6])
    others = [run(f"r{n}", [n], weight=0.001, guaranteed=1) for n in (7, 8, 9)]
    fused = fuse([first, *others])
    assert pages(cut(fused, [first, *others], 3)) == [1, 2, 7]
    assert pages(cut(fused, [first, *others], 2)) == [1, 2]


def test_pairs_share_the_places_in_turn() -> None:
    a = fuse([run("words", [1, 2, 3])])
    b = fuse([run("words", [7])])
    assert pages(interleave([a, b], 3)) == [1, 7, 2]


@given(st.lists(st.lists(st.integers(1, 9), unique=True), min_size=1, max_size=4), st.randoms())
def test_fusion_does_not_depend_on_the_order_of_rankers(lists: list[list[int]], random) -> None:
    runs = [run(f"r{i}", x) for i, x in enumerate(lists)]
    shuffled = list(runs)
    random.shuffle(shuffled)
    assert fuse(runs) == fuse(shuffled)


@given(st.lists(st.lists(st.integers(1, 9), unique=True), min_size=1, max_size=4))
def test_fusion_keeps_every_unit_once(lists: list[list[int]]) -> None:
    fused = fuse([run(f"r{i}", x) for i, x in enumerate(lists)])
    assert sorted(pages(fused)) == sorted({p for x in lists for p in x})
