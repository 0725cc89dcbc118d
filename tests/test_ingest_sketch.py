"""Two texts that say nearly the same are told from two that do not."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from onfile.index import links
from onfile.ingest.sketch import SIZE, sketch_of


def resemblance(one: bytes, other: bytes) -> float:
    return links.resemblance(np.frombuffer(one, "<u8"), np.frombuffer(other, "<u8"))


def text(seed: int, n_words: int = 4_000) -> list[str]:
    chosen = random.Random(seed)
    return [f"word{chosen.randrange(5_000)}" for _ in range(n_words)]


def test_a_text_resembles_itself_and_no_other() -> None:
    one, other = sketch_of([" ".join(text(1))]), sketch_of([" ".join(text(2))])
    assert resemblance(one, one) == 1.0
    assert resemblance(one, other) < 0.05


def test_page_breaks_change_nothing() -> None:
    words = text(3)
    whole = sketch_of([" ".join(words)])
    assert sketch_of([" ".join(words[:1_500]), " ".join(words[1_500:])]) == whole


def test_the_estimate_is_near_the_true_share() -> None:
    words = text(4)
    changed = words[:2_000] + text(5, 2_000)
    common, united = 2_000, 2_000 + 2 * 2_000
    estimate = resemblance(sketch_of([" ".join(words)]), sketch_of([" ".join(changed)]))
    assert abs(estimate - common / united) < 0.1


def test_a_short_text_resembles_nothing() -> None:
    short = sketch_of(["Signed by the engineer."])
    assert short == b""
    assert resemblance(short, short) == 0.0


@given(st.lists(st.text(max_size=40), max_size=80))
def test_a_sketch_is_the_same_every_time_and_bounded(texts: list[str]) -> None:
    one = sketch_of(texts)
    assert one == sketch_of(texts)
    assert len(one) <= 8 * SIZE
