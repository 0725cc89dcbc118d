"""A model that lies in every way: each lie is caught by the check that is meant for it."""

from __future__ import annotations

import dataclasses

import pytest

from lying_archive import (
    COMPANIES,
    FY2024,
    build,
    cells,
    claim,
    facts,
    handle,
    intent,
    lies,
    reading,
    reply,
)
from onfile.answer.model import write as writing
from onfile.answer.model.prompt import put
from onfile.answer.model.reply import read_reply
from onfile.errors import ModelError
from onfile.modelling import Modelling
from onfile.testing import ScriptedGenerator
from onfile.types import (
    Check,
    Citation,
    Claim,
    Draft,
    Pair,
    QuestionKind,
    Refusal,
    RefusalCode,
    Span,
)
from onfile.verify import checks as checking
from onfile.verify.wording import wrong_speaker

ARCHIVE = build()
LIES = lies()
ROOM = 100_000


def answer(fact, *replies, pairs=(), room=ROOM):
    model = ScriptedGenerator(*replies)
    result, checks = Modelling(model, room).answer(
        reading(fact, ARCHIVE, *pairs), {}, ARCHIVE.page_text, cells(ARCHIVE)
    )
    return result, {check.name: check for check in checks}


def test_the_schema_lets_only_the_handles_that_are_shown_be_cited():
    asked = put(reading(facts()[0], ARCHIVE), ROOM)
    claims = asked.prompt.schema["properties"]["claims"]
    source = claims["items"]["properties"]["citations"]["items"]["properties"]["source"]
    assert source["enum"] == list(asked.sources) != []


@pytest.mark.parametrize("fact", facts(), ids=lambda fact: fact.name)
def test_a_true_claim_stands_with_its_page(fact):
    result, _ = answer(fact, reply(claim(fact)))
    assert isinstance(result, Draft), result
    (citation,) = result.claims[0].citations
    assert (citation.page, citation.quote) == (fact.page, fact.quote)


def test_there_are_at_least_two_hundred_lies():
    assert len(LIES) >= 200


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.name)
def test_a_lie_is_caught_by_the_check_meant_for_it(lie):
    result, checks = answer(lie.fact, lie.reply)
    assert isinstance(result, Refusal)
    assert result.code is lie.code
    failed = [name for name, check in checks.items() if not check.passed and name != "complete"]
    assert failed == [lie.check]


@pytest.mark.parametrize("fact", facts(), ids=lambda fact: fact.name)
def test_an_extra_claim_is_dropped_and_the_true_one_stays(fact):
    extra = "The company also acquired a glass maker abroad."
    result, checks = answer(fact, reply(claim(fact), claim(fact, text=extra)))
    assert isinstance(result, Draft)
    assert result.answer == fact.text
    assert not checks["words supported"].passed


def halves():
    """One company's fact as an answer to a question about two companies."""
    for fact in facts():
        other = COMPANIES[(COMPANIES.index(fact.company) + 1) % len(COMPANIES)]
        yield fact, Pair(other, FY2024)


@pytest.mark.parametrize(("fact", "other"), list(halves()))
def test_half_of_what_was_asked_for_is_no_answer(fact, other):
    pairs = (Pair(fact.company, FY2024), other)
    result, checks = answer(fact, reply(claim(fact)), pairs=pairs)
    assert isinstance(result, Refusal)
    assert result.code is RefusalCode.SCOPE_INCOMPLETE
    assert result.missing == (other,)
    assert not checks["complete"].passed


def test_with_completeness_broken_half_an_answer_gets_through(monkeypatch):
    monkeypatch.setattr(checking, "uncovered", lambda *_: ())
    fact, other = next(halves())
    pairs = (Pair(fact.company, FY2024), other)
    assert isinstance(answer(fact, reply(claim(fact)), pairs=pairs)[0], Draft)


def beside():
    """A true fact as an answer to another question about the same company."""
    everything = facts()
    for n, fact in enumerate(everything):
        other = everything[n + 1 if (n + 1) % 7 else n - 6]
        yield dataclasses.replace(fact, text=other.text, quote=other.quote, page=other.page)


@pytest.mark.parametrize("fact", list(beside()), ids=lambda fact: fact.name)
def test_a_true_claim_beside_the_question_is_no_answer(fact):
    result, checks = answer(fact, reply(claim(fact)))
    assert isinstance(result, Refusal)
    assert not checks["answers the question"].passed


def test_with_its_check_broken_a_claim_beside_the_question_gets_through(monkeypatch):
    monkeypatch.setattr(checking, "beside_the_question", lambda *_: "")
    fact = next(iter(beside()))
    assert isinstance(answer(fact, reply(claim(fact)))[0], Draft)


READ_BY_THE_READER = "dividend 0"


def unlike():
    """Facts with a number, each with another true fact as what the second reading gives.

    Without the one whose number the reader reads itself: there that is the second reading.
    """
    everything = [f for f in facts() if not f.name.startswith(("plant", "depots"))]
    return [
        (dataclasses.replace(fact, kind=QuestionKind.FIGURE), everything[n - 1])
        for n, fact in enumerate(everything)
        if fact.name != READ_BY_THE_READER
    ]


def test_the_readers_own_number_is_a_second_reading():
    fact = next(f for f in facts() if f.name == READ_BY_THE_READER)
    other = next(f for f in facts() if f.name.startswith("freight"))
    asked = dataclasses.replace(fact, kind=QuestionKind.FIGURE)
    result, checks = answer(asked, reply(claim(fact)), reply(claim(other)))
    assert isinstance(result, Draft)
    assert checks["readings_agree"].passed


@pytest.mark.parametrize(("fact", "other"), unlike())
def test_two_readings_that_give_different_numbers_are_no_answer(fact, other):
    result, checks = answer(fact, reply(claim(fact)), reply(claim(other)))
    assert isinstance(result, Refusal)
    assert result.code is RefusalCode.READINGS_DISAGREE
    assert not checks["readings_agree"].passed


def test_with_the_second_reading_broken_another_number_gets_through(monkeypatch):
    monkeypatch.setattr(Modelling, "_agree", lambda *_: Check("readings_agree", True, "verify"))
    fact, other = unlike()[0]
    assert isinstance(answer(fact, reply(claim(fact)), reply(claim(other)))[0], Draft)


def test_sources_go_in_whole_and_what_had_no_room_is_counted():
    fact = facts()[0]
    first = len(ARCHIVE.page_text("sha256:0.pdf", 1))
    _, checks = answer(fact, reply(claim(fact)), room=first)
    assert checks["sources_shown"].measured == 1
    assert checks["sources_shown"].detail == f"{len(COMPANIES) * 3 - 1} more had no room"


def test_a_source_without_room_is_not_known_by_its_handle():
    fact = facts()[0]
    first = len(ARCHIVE.page_text("sha256:0.pdf", 1))
    result, _ = answer(fact, reply(claim(fact, source=handle(fact, page=2))), room=first)
    assert isinstance(result, Refusal)
    assert result.code is RefusalCode.CITATION_UNRESOLVED


def test_a_dead_endpoint_is_a_failure_and_no_refusal():
    with pytest.raises(ModelError):
        answer(facts()[0], ModelError("nobody there"))


NAMES = {
    "not_verbatim": "quotes verbatim",
    "unsupported_number": "numbers supported",
    "wrong_attribution": "attribution",
    "contradiction": "not contradicted",
    "unsupported_date": "dates supported",
    "unstated_unit": "units stated",
    "wrong_verdict": "verdict follows",
    "unsupported_words": "words supported",
    "unbound": "numbers bound",
    "wrongly_moved": "moved as said",
}


def test_every_check_has_its_lies():
    rest = {"units of the cell", "period of the cell", "reply read", "handles resolve"}
    assert {lie.check for lie in LIES} == {*NAMES.values(), *rest}


@pytest.mark.parametrize("broken", NAMES)
def test_with_a_check_broken_its_lies_are_no_longer_caught_by_it(broken, monkeypatch):
    mine = [lie for lie in LIES if lie.check == NAMES[broken]]
    mine = [lie for lie in mine if not lie.name.endswith("false sum")]  # later checks count on it
    assert mine
    monkeypatch.setattr(checking, broken, lambda *_: "")
    for lie in mine:
        _, checks = answer(lie.fact, lie.reply)
        assert NAMES[broken] not in [n for n, c in checks.items() if not c.passed]


def test_with_the_reading_of_replies_broken_its_lies_get_through(monkeypatch):
    mine = [lie for lie in LIES if lie.check == "reply read"]
    for lie in mine:
        good = read_reply(reply(claim(lie.fact)))
        monkeypatch.setattr(writing, "read_reply", lambda _, good=good: good)
        assert isinstance(answer(lie.fact, lie.reply)[0], Draft)


def test_with_the_handles_broken_its_lies_get_through(monkeypatch):
    mine = [lie for lie in LIES if lie.check == "handles resolve"]
    for lie in mine:
        monkeypatch.setattr(writing, "handle_of", lambda _, fact=lie.fact: handle(fact))
        _, checks = answer(lie.fact, lie.reply)
        cites_nothing = '"citations": []' in lie.reply.text  # refused when the reply is read
        assert checks["handles resolve"].passed is not cites_nothing


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("fabricated quote", "fabricated quote"),
        ("stitched quote", "stitched quote"),
        ("quote of another page", "misattributed quote, it stands on page"),
    ],
)
def test_kinds_of_false_quotes_are_told_apart(name, verdict):
    mine = [lie for lie in LIES if lie.name.endswith(f": {name}")]
    assert mine
    for lie in mine:
        result, _ = answer(lie.fact, lie.reply)
        assert verdict in result.detail


@pytest.mark.parametrize("check", ["units of the cell", "period of the cell"])
def test_with_the_check_of_cells_broken_its_lies_are_no_longer_caught(check, monkeypatch):
    mine = [lie for lie in LIES if lie.check == check]
    assert mine
    monkeypatch.setattr(checking, "wrong_cell", lambda *_: ("", None))
    monkeypatch.setattr(checking, "unbound", lambda *_: "")
    assert any(isinstance(answer(lie.fact, lie.reply)[0], Draft) for lie in mine)


def test_words_of_another_speaker_are_attributed_wrongly():
    turn = Citation(
        "sha256:call", "call.txt", None, None, 3, 4, COMPANIES[0], "call transcript", "2024Q4",
        None, "Ida Fenwick", "We expect volumes to recover.", Span(1, 0, 29),
    )  # fmt: skip
    asked = intent(facts()[0])
    true = Claim("Ida Fenwick said that volumes will recover.", (turn,))
    lie = dataclasses.replace(true, text="Oskar Brandt said that volumes will recover.")
    assert wrong_speaker(true, asked) == ""
    assert wrong_speaker(lie, asked) == "Ida Fenwick said it, not Oskar Brandt"
    theirs = dataclasses.replace(asked, speaker="Oskar Brandt")
    assert wrong_speaker(true, theirs) == "Ida Fenwick said it, not Oskar Brandt"
