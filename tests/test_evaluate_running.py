"""Asking a suite: records, repeats, failures, absence, diagnosis."""

import pytest

from evaluated import ScriptedAnswerer, answered, cited, question, recorded, refused
from onfile.audit.compare import differences
from onfile.contract import error_json
from onfile.errors import ModelError, UsageError
from onfile.evaluate.diagnosis import Stage, Why, faithfulness
from onfile.evaluate.gold import Place
from onfile.evaluate.records import read_run
from onfile.evaluate.running import Asking, run
from onfile.evaluate.scoring import Verdict
from onfile.evaluate.walking import walk
from onfile.types import RefusalCode

ABSENT = (RefusalCode.COMPANY_NOT_ON_FILE,)


def test_a_question_that_fails_is_a_record_and_the_next_is_asked():
    first, second = question("a"), question("b")
    script = {first.question: [ModelError("gone")], second.question: [answered()]}
    answerer = ScriptedAnswerer(script)
    one, two = run([first, second], answerer, Asking(differences, error_json))
    assert (one.outcome, one.verdict, one.code, one.why) == (
        "failed",
        Verdict.FAILED,
        "MODEL",
        Why.FAILED,
    )
    assert two.verdict is Verdict.RIGHT


def test_who_asks_is_the_question_s_user_before_the_run_s():
    asked = [question("a", as_user="her"), question("b")]
    answerer = ScriptedAnswerer({q.question: [refused()] for q in asked})
    list(run(asked, answerer, Asking(differences, error_json, as_user="him")))
    assert answerer.asked == [("a?", "her"), ("b?", "him")]


# ── repeats ──────────────────────────────────────────────────────────────────────────────────


def test_a_question_asked_again_is_the_same_but_for_ids_and_timings():
    def at(n):
        return answered() | {"id": str(n), "record": str(n), "timings_ms": {"total": n}}

    assert recorded(question(), at(1), at(2), at(3), n_repeats=3).unstable == ()


def test_a_question_that_is_not_the_same_each_time_names_the_places():
    record = recorded(question(), answered(), answered(), answered("Other."), n_repeats=3)
    assert record.n_repeats == 3
    assert record.unstable == ("answer", "claims[0].text")


# ── absence ──────────────────────────────────────────────────────────────────────────────────


def hidden_record(real, made_up):
    asked = question("What did Kestrel sell", codes=ABSENT, looks_absent="Kestrel")
    script = {asked.question: [real], "What did Quillhaven sell?": [made_up]}
    (record,) = run([asked], ScriptedAnswerer(script), Asking(differences, error_json))
    return record


def test_what_may_not_be_seen_looks_as_what_does_not_exist():
    code = "COMPANY_NOT_ON_FILE"
    record = hidden_record(
        refused(code, "No document is from KESTREL."),
        refused(code, "No document is from QUILLHAVEN."),
    )
    assert record.absent.is_same
    assert record.verdict is Verdict.REFUSED


@pytest.mark.parametrize(
    "leak",
    [
        refused("PERIOD_NOT_ON_FILE", "No document is from Kestrel."),
        refused("COMPANY_NOT_ON_FILE", "No document is from Kestrel Drinks."),
        refused("COMPANY_NOT_ON_FILE", "No document is from Kestrel.") | {"searched": {"pages": 9}},
    ],
)
def test_a_refusal_that_says_more_than_of_what_does_not_exist_is_wrong(leak):
    record = hidden_record(leak, refused("COMPANY_NOT_ON_FILE", "No document is from Quillhaven."))
    assert not record.absent.is_same
    assert record.absent.differences
    assert record.verdict is Verdict.WRONG


def test_a_question_that_does_not_name_what_must_look_absent_is_wrong_usage():
    asked = question("What did they sell", codes=ABSENT, looks_absent="Kestrel")
    with pytest.raises(UsageError, match="Kestrel"):
        recorded(asked, refused())


# ── diagnosis ────────────────────────────────────────────────────────────────────────────────

MISSED = answered("Something else.", claims=[{"text": "Else.", "citations": [cited(4)]}]) | {
    "evidence": [cited(4)]
}
READ = refused() | {"evidence": [cited(9)]}
UNREAD = refused() | {"evidence": [cited(4)]}


@pytest.mark.parametrize(
    ("outcome", "how", "stage", "why"),
    [
        (answered(), {}, None, None),
        (UNREAD, {"indexed": False}, Stage.INDEX, Why.NOT_INDEXED),
        (refused("UNDERSPECIFIED"), {}, Stage.SCOPE, Why.OUT_OF_SCOPE),
        (UNREAD, {"found": []}, Stage.RETRIEVAL, Why.NOT_RETRIEVED),
        (UNREAD, {}, Stage.RETRIEVAL, Why.NOT_READ),
        (READ, {}, Stage.GENERATION, Why.NOT_ANSWERED),
        (READ | {"refusal": {"code": "QUOTE_NOT_FOUND"}}, {}, Stage.CHECKS, Why.FAILED_CHECK),
        (MISSED, {"found": []}, Stage.RETRIEVAL, Why.NOT_RETRIEVED),
        (MISSED, {"found": [], "stands": False}, Stage.BOTH, Why.NOT_RETRIEVED),
    ],
)
def test_a_miss_is_followed_to_the_step_that_lost_it(outcome, how, stage, why):
    record = recorded(question(), outcome, **how)
    assert (record.stage, record.why) == (stage, why)


def test_a_wrong_answer_with_the_right_page_read_is_misread():
    asked = question(answer="nothing of it", places=(Place("k", 8, None),),
                     required=(Place("k", 8, None),))  # fmt: skip
    wrong = answered() | {"evidence": [cited(8)]}
    record = recorded(asked, wrong)
    assert record.verdict is Verdict.WRONG
    assert (record.stage, record.why) == (Stage.GENERATION, Why.MISREAD)


def test_an_answer_to_what_has_none_is_for_the_gate_to_mend():
    record = recorded(question(codes=(RefusalCode.LIVE_DATA,)), answered())
    assert (record.stage, record.why) == (Stage.GATE, Why.NOT_REFUSED)


def test_a_claim_is_faithful_when_its_quotes_stand_and_hold_its_numbers():
    holds = {"text": "Capex was 318.", "citations": [cited(quote="capex (318)")]}
    other = {"text": "Capex was 319.", "citations": [cited(quote="capex (318)")]}
    computed = {"text": "More by 35.", "citations": [cited()], "arithmetic": "318 - 283 = 35"}
    assert faithfulness([holds, other], [True, True]) == 1 / 2
    assert faithfulness([holds], [False]) == 0.0
    assert faithfulness([holds], [None]) == 1.0
    assert faithfulness([computed], [True]) == 1.0
    assert faithfulness([{"text": "No citation.", "citations": []}], []) == 0.0
    assert faithfulness([], []) is None


def test_quotes_found_is_the_share_that_stands_and_nothing_where_none_can_be_looked_up():
    assert recorded(question(), answered()).quotes_found == 1.0
    assert recorded(question(), answered(), stands=False).quotes_found == 0.0
    assert recorded(question(), answered(), stands=None).quotes_found is None


# ── walking and reading again ────────────────────────────────────────────────────────────────


def test_a_walk_goes_through_the_steps_and_ends_with_the_verdict():
    steps = {step.name: step.lines for step in walk(recorded(question(), READ))}
    assert list(steps) == ["expected", "index", "search", "read", "answer", "verdict"]
    assert steps["search"][0] == "first right place: 2"
    assert any(line.startswith("*  2  K.pdf p. 9") for line in steps["search"])
    assert "lost: read but not answered" in steps["verdict"]


def test_a_folder_without_a_run_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="no run"):
        read_run(tmp_path)


def test_a_damaged_record_is_named_with_its_line(tmp_path):
    from evaluated import HEADER

    (tmp_path / "run.json").write_text(HEADER.model_dump_json(), encoding="utf-8")
    good = recorded(question(), answered()).model_dump_json()
    (tmp_path / "records.jsonl").write_text(good + "\n{}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="line 2"):
        read_run(tmp_path)
