"""Suites are read as they are written, and what is wrong with one is named."""

import json
from decimal import Decimal

import pytest

from onfile.demo.gold import QUESTIONS
from onfile.errors import UsageError
from onfile.evaluate.gold import GoldNumber, Place
from onfile.evaluate.suite import Floor, floors_of, read_floors, read_suite, read_suites
from onfile.types import RefusalCode

YAML = """
name: small
questions:
  - id: 1
    question: What was capex in 2024?
    numbers: [{value: 318.5, scale: millions, unit: USD}]
    gold: [{file: in/K_2024.pdf, page: 9}]
    also_ok: [{file: calls/K.txt, line: 12}]
  - id: live
    question: What is the price now?
    expected_codes: [LIVE_DATA]
  - {id: hidden, question: "What did Kestrel sell?", as_user: u, looks_absent: Kestrel}
  - {id: open, question: What else?}
floors: {page_hit@5: 0.9, wrong_rate: {max: 0}}
"""


def written(tmp_path, text, name="suite.yaml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def one(tmp_path, **row):
    line = json.dumps({"id": "a", "question": "A?"} | row)
    return read_suite(written(tmp_path, line, "s.jsonl")).questions[0]


def test_a_suite_in_yaml_holds_questions_and_floors(tmp_path):
    suite = read_suite(written(tmp_path, YAML))
    capex, live, hidden, unscored = suite.questions
    assert suite.name == capex.suite == "small"
    assert capex.id == "1"
    assert capex.numbers == (GoldNumber(Decimal("318.5") * 1_000_000, "USD"),)
    assert capex.required == (Place("k_2024", 9, None),)
    assert capex.places == (Place("k_2024", 9, None), Place("k", None, 12))
    assert live.expected_codes == (RefusalCode.LIVE_DATA,)
    assert not live.is_answerable
    assert hidden.expected_codes == (RefusalCode.COMPANY_NOT_ON_FILE,)
    assert capex.is_scored
    assert live.is_scored
    assert unscored.is_answerable
    assert not unscored.is_scored
    assert suite.floors == {"page_hit@5": Floor(min=0.9), "wrong_rate": Floor(max=0)}


def test_the_questions_of_the_made_up_archive_are_a_suite():
    suite = read_suite(QUESTIONS)
    assert len(suite.questions) == 93
    assert sum(q.is_answerable for q in suite.questions) == 53
    assert all(q.is_scored for q in suite.questions)


def test_a_metric_question_of_financebench_has_the_number_of_its_answer(tmp_path):
    asked = one(
        tmp_path,
        question="What is the FY2018 capex (in USD millions)?",
        question_type="metrics-generated",
        gold_answer="$1577.00",
        doc="K_2018",
        evidence_pages=[60],
    )
    assert asked.numbers == (GoldNumber(Decimal("1577.00") * 1_000_000, ""),)
    assert asked.places == (Place("k_2018", 60, None),)
    assert asked.rounding == 0.0
    assert one(tmp_path, gold_answer="24.5%").rounding == 0.5 * 10**-1


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ({"expected_code": ["LIVE_DATA"]}, "did you mean 'expected_codes'"),
        ({"expected_codes": ["NO_SUCH"]}, "expected_codes"),
        ({"numbers": [{"value": 1, "scale": "zillions"}]}, "zillions"),
        ({"gold": [{"file": "k.pdf", "page": 0}]}, "page"),
        ({"question": ""}, "question"),
        ({"evidence_pages": [1]}, "doc"),
    ],
)
def test_what_is_wrong_with_a_row_is_named_with_its_place(tmp_path, row, named):
    with pytest.raises(UsageError, match=f"question 1: .*{named}"):
        one(tmp_path, **row)


@pytest.mark.parametrize("text", ["", "questions: []", "just words", "a: [", "questions: 7"])
def test_a_file_without_questions_is_wrong_usage(tmp_path, text):
    with pytest.raises(UsageError):
        read_suite(written(tmp_path, text))


def test_two_questions_with_one_id_are_wrong_usage(tmp_path):
    paths = [written(tmp_path, '{"id": "a", "question": "A?"}', f"{n}.jsonl") for n in (1, 2)]
    assert len(read_suites(paths[:1]).questions) == 1
    with pytest.raises(UsageError, match="'a'"):
        read_suites(paths)


def test_the_fingerprint_follows_what_is_asked_and_held_for_right(tmp_path):
    def fingerprint(**row):
        one(tmp_path, **row)
        return read_suite(tmp_path / "s.jsonl").fingerprint

    assert fingerprint() == fingerprint(note="of no account", kind="x")
    others = [
        fingerprint(question="B?"),
        fingerprint(as_user="u"),
        fingerprint(numbers=[{"value": 1}]),
        fingerprint(gold=[{"file": "k.pdf", "page": 1}]),
        fingerprint(expected_codes=["LIVE_DATA"]),
    ]
    assert len({fingerprint(), *others}) == 6


@pytest.mark.parametrize("given", [[], {"right": "much"}, {"right": {}}, {"right": {"least": 1}}])
def test_floors_that_say_nothing_are_wrong_usage(given):
    with pytest.raises(UsageError, match="floor"):
        floors_of(given, "here")


def test_a_gate_file_may_hold_floors_alone(tmp_path):
    bare = written(tmp_path, "right: 0.5", "a.yaml")
    named = written(tmp_path, "floors: {right: 0.5}", "b.yaml")
    assert read_floors(bare) == read_floors(named) == {"right": Floor(min=0.5)}
