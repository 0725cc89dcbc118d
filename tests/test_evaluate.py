"""Gold, significance and the comparison of strategies."""

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.adapters.ir_metrics import measure
from onfile.errors import UsageError
from onfile.evaluate.comparison import compare
from onfile.evaluate.gold import GoldQuestion, Place
from onfile.evaluate.significance import EXACT_UP_TO, paired_p
from onfile.evaluate.suite import read_gold
from onfile.types import Evidence, Score, ScoreKind
from small_archive import SmallArchive


def found(*pages: int, name: str = "k.pdf") -> list[Evidence]:
    archive = SmallArchive()
    document_id = archive.add(name, ["text"] * 9)
    score = Score(1.0, ScoreKind.RRF)
    document = archive.document(document_id)
    return [
        Evidence(rank, archive.chunks([f"{name}-{page}"])[f"{name}-{page}"], document, score)
        for rank, page in enumerate(pages, start=1)
    ]


def asked(number: int, page: int = 3, document: str = "k") -> GoldQuestion:
    return GoldQuestion(f"q{number}", f"Question {number}?", (Place(document, page, None),))


# ── gold ─────────────────────────────────────────────────────────────────────────────────────


def written(tmp_path: Path, *rows: object) -> Path:
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_both_forms_of_gold_are_read_and_questions_without_gold_left_out(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {"id": 1, "question": "A?", "gold": [{"file": "in/K.pdf", "page": 2}], "also_ok": []},
        {"id": 2, "question": "B?", "doc": "K", "evidence_pages": [4, 5]},
        {"id": 3, "question": "C?", "gold": []},
    )
    first, second = read_gold(path)
    assert first.places == (Place("k", 2, None),)
    assert second.places == (Place("k", 4, None), Place("k", 5, None))


@pytest.mark.parametrize("rows", [[], [{"id": 1}], [{"id": 1, "question": "A?", "gold": [7]}]])
def test_a_file_without_gold_is_wrong_usage(tmp_path: Path, rows: list[object]) -> None:
    with pytest.raises(UsageError):
        read_gold(written(tmp_path, *rows))


def test_a_line_is_found_within_ten_lines() -> None:
    archive = SmallArchive()
    document = archive.document(archive.add("call.txt", ["words"], has_pages=False))
    chunk = archive.chunks(["call.txt-1"])["call.txt-1"]  # at line 1
    evidence = Evidence(1, chunk, document, Score(1.0, ScoreKind.RRF))
    near, far = Place("call", None, 1 + 10), Place("call", None, 1 + 11)
    assert GoldQuestion("q", "?", (near,)).place_of(evidence) == near
    assert GoldQuestion("q", "?", (far,)).place_of(evidence) is None


# ── significance ─────────────────────────────────────────────────────────────────────────────


def test_p_is_the_share_of_sign_patterns_that_differ_as_much() -> None:
    ours, theirs = [1.0, 1.0, 0.5], [0.0, 0.5, 0.5]
    # differences 1.0 and 0.5; |sum| >= 1.5 for ++ and -- of the four patterns
    assert paired_p(ours, theirs) == 2 / 4


def test_equal_systems_have_p_one() -> None:
    assert paired_p([1.0, 0.0], [1.0, 0.0]) == 1.0


def test_lists_of_unequal_length_cannot_be_paired() -> None:
    with pytest.raises(ValueError, match="paired"):
        paired_p([1.0], [1.0, 0.0])


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8))
def test_p_does_not_depend_on_which_system_comes_first(pairs: list[tuple[float, float]]) -> None:
    ours, theirs = [a for a, _ in pairs], [b for _, b in pairs]
    assert paired_p(ours, theirs) == pytest.approx(paired_p(theirs, ours))
    assert 0.0 < paired_p(ours, theirs) <= 1.0


def test_many_differences_are_sampled_and_give_the_same_p_each_time() -> None:
    n = EXACT_UP_TO + 20
    ours, theirs = [1.0] * n, [0.0] * n
    assert paired_p(ours, theirs) == paired_p(ours, theirs) < 0.001


# ── comparison ───────────────────────────────────────────────────────────────────────────────


def test_measures_are_those_of_the_first_right_page() -> None:
    searches = {"a": lambda _: found(1, 3, 2), "b": lambda _: found(3)}
    a, b = compare([asked(1), asked(2)], searches.items(), measure)
    assert a.means["Success@1"] == 0.0
    assert a.means["Success@3"] == 1.0
    assert a.means["RR@20"] == pytest.approx(1 / 2)
    assert b.means["RR@20"] == 1.0
    assert a.p_value is None
    assert b.p_value == paired_p([1.0, 1.0], [0.5, 0.5])


def test_a_question_that_finds_nothing_counts_as_zero() -> None:
    pages = itertools.cycle([[3], []])
    (row,) = compare([asked(1), asked(2)], [("a", lambda _: found(*next(pages)))], measure)
    assert row.means["Success@5"] == pytest.approx((1 + 0) / 2)
    assert row.document_at_5 == pytest.approx((1 + 0) / 2)


def test_the_right_document_on_a_wrong_page_counts_for_the_document_alone() -> None:
    (row,) = compare([asked(1)], [("a", lambda _: found(8))], measure)
    assert (row.means["Success@20"], row.document_at_5) == (0.0, 1.0)
