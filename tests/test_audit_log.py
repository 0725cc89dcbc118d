"""The chain finds any change; the canonical form is one value, one sequence of bytes."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from face_fakes import ANSWERED, QUESTION, REFUSED, MemoryAuditStore, Row, Ticking, parts
from onfile.audit.canonical import canonical_bytes
from onfile.audit.compare import compare
from onfile.audit.log import AuditLog
from onfile.contract import outcome_json
from onfile.errors import AuditError, StoreBusy, UsageError
from onfile.types import Period, ScoreKind


def log_of(n_records: int) -> tuple[AuditLog, MemoryAuditStore]:
    store = MemoryAuditStore()
    log = AuditLog(store, now=Ticking())
    for number in range(n_records):
        log.append(parts(f"Question {number}?"))
    return log, store


# ── canonical form ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"b": 1, "a": None}, '{"a":null,"b":1}'),
        ([True, 0.1 + 0.2, -0.0, 5.0], "[true,0.3,0.0,5.0]"),
        (1e-6, "0.000001"),
        (np.float32(0.71), "0.71"),
        (np.int64(7), "7"),
        (Decimal("1577.50"), '"1577.50"'),
        (dt.date(2022, 12, 31), '"2022-12-31"'),
        (ScoreKind.BM25, '"bm25"'),
        (Period(2022, 3), '{"fiscal_year":2022,"months":null,"quarter":3}'),
        ({"z", "a"}, '["a","z"]'),
        ("₹ 5 crore", '"₹ 5 crore"'),
        ("\ud800", r'"\ud800"'),
    ],
)
def test_a_value_is_written_in_its_canonical_form(value, written):
    assert canonical_bytes(value).decode() == written


@pytest.mark.parametrize("value", [math.nan, math.inf, object(), {1: "a"}, b"bytes"])
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(AuditError):
        canonical_bytes([value])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(-1e12, 1e12) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_the_canonical_form_read_and_written_again_is_the_same(value):
    written = canonical_bytes(value)
    assert canonical_bytes(json.loads(written)) == written


@given(st.dictionaries(st.text(), st.integers(), min_size=2))
def test_the_order_of_keys_does_not_matter(value):
    backwards = dict(reversed(value.items()))
    assert canonical_bytes(backwards) == canonical_bytes(value)


# ── writing and reading ──────────────────────────────────────────────────────────────────────


def test_a_record_holds_what_was_asked_seen_and_said():
    log, _ = log_of(0)
    record = log.show(log.append(parts()))
    assert record.body["question"] == QUESTION
    assert record.body["scope"]["companies"] == ["Northwind Beverages"]
    assert record.body["hits"][0]["score"] == {"value": 12.5, "kind": "bm25"}
    assert record.body["read"][0]["text"].startswith("Purchases of property")
    assert record.body["read"][0]["spans"] == [[60, 100, 158]]
    assert record.body["outcome"]["answer"] == ANSWERED.answer
    assert record.body["versions"] == {"onfile": "0.1.0"}
    assert record.body["timings_ms"] == {"total": 84.0}


def test_a_hash_is_the_sha256_of_the_hash_before_and_the_body():
    _, store = log_of(2)
    first, second = store.rows
    assert first.hash == hashlib.sha256(b"" + first.body).hexdigest()
    assert second.hash == hashlib.sha256(first.hash.encode() + second.body).hexdigest()


def test_the_body_repeats_number_id_and_time():
    _, store = log_of(1)
    body = json.loads(store.rows[0].body)
    assert (body["seq"], body["id"], body["created"]) == store.rows[0][:3]
    assert body["schema"] == 1


def test_an_unknown_record_is_wrong_usage():
    log, _ = log_of(1)
    with pytest.raises(UsageError, match="no audit record 9"):
        log.show("9")


def test_rows_gives_the_newest_oldest_first():
    log, _ = log_of(5)
    assert [record.seq for record in log.rows(limit=2)] == [4, 5]
    assert [record.seq for record in log.rows(since="2026-01-31T09:00:04")] == [4, 5]
    assert [record.seq for record in log.rows()] == [1, 2, 3, 4, 5]


def test_a_record_that_can_not_be_written_is_an_error():
    class Full(MemoryAuditStore):
        def append_audit(self, make):
            raise StoreBusy("another process is writing", hint="try again")

    with pytest.raises(AuditError, match="another process is writing") as raised:
        AuditLog(Full(), now=Ticking()).append(parts())
    assert raised.value.hint == "try again"


def test_a_score_that_is_not_a_number_is_not_recorded():
    log, store = log_of(0)
    with pytest.raises(AuditError):
        log.append(parts(outcome={"measured": math.nan}))
    assert store.rows == []


# ── the chain ────────────────────────────────────────────────────────────────────────────────


def test_an_untouched_log_verifies():
    log, store = log_of(3)
    report = log.verify()
    assert (report.ok, report.n_records, report.head) == (True, 3, store.rows[-1].hash)


def test_an_empty_log_verifies():
    assert log_of(0)[0].verify().ok


@given(st.data())
def test_changing_any_byte_of_any_record_is_found_at_that_record(data):
    log, store = log_of(3)
    number = data.draw(st.integers(0, 2))
    row = store.rows[number]
    field = data.draw(st.sampled_from(["id", "created", "prev_hash", "hash", "body"]))
    given_bytes = getattr(row, field) if field == "body" else getattr(row, field).encode()
    if not given_bytes:
        return  # the first record has no predecessor
    place = data.draw(st.integers(0, len(given_bytes) - 1))
    byte = data.draw(st.integers(0, 127).filter(lambda b: b != given_bytes[place]))
    changed = given_bytes[:place] + bytes([byte]) + given_bytes[place + 1 :]
    value = changed if field == "body" else changed.decode()
    store.rows[number] = row._replace(**{field: value})
    report = log.verify()
    assert not report.ok
    assert report.bad_seq == number + 1
    assert report.reason


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_missing_record_is_found(missing):
    log, store = log_of(4)
    del store.rows[missing]
    report = log.verify()
    assert report.bad_seq == missing + 1
    assert f"record {missing + 1} is missing" in report.reason


def test_a_record_whose_number_was_changed_is_found():
    log, store = log_of(3)
    store.rows[2] = store.rows[2]._replace(seq=4)
    assert log.verify().bad_seq == 3


def test_swapped_records_are_found():
    log, store = log_of(3)
    first, second, third = store.rows
    store.rows = [first, third._replace(seq=2), second._replace(seq=3)]
    assert log.verify().bad_seq == 2


def test_a_record_of_another_log_is_found():
    log, store = log_of(3)
    other, other_store = log_of(0)
    for number in range(3):
        other.append(parts(f"Elsewhere {number}?"))
    store.rows[1:] = other_store.rows[1:]
    report = log.verify()
    assert (report.bad_seq, report.reason) == (2, "it does not follow from the record before it")


def test_a_record_that_stands_twice_is_found():
    log, store = log_of(3)
    store.rows.append(store.rows[1]._replace(seq=4))
    report = log.verify()
    assert (report.bad_seq, report.reason) == (4, "the record stands twice in the chain")


def test_a_cut_tail_is_found_with_a_head_noted_earlier():
    log, store = log_of(3)
    head = log.verify().head
    store.rows.pop()
    assert log.verify().ok
    report = log.verify(head)
    assert (report.ok, report.bad_seq) == (False, 3)


def test_a_head_noted_earlier_stays_good_as_the_log_grows():
    log, _ = log_of(2)
    head = log.verify().head
    log.append(parts())
    assert log.verify(head).ok


def test_a_tail_written_anew_is_found_with_a_head_noted_earlier():
    log, store = log_of(3)
    head = log.verify().head
    store.rows.pop()
    log.append(parts("Another question?"))
    assert log.verify().ok
    assert not log.verify(head).ok


def test_a_log_longer_than_one_page_of_rows_verifies(monkeypatch):
    monkeypatch.setattr("onfile.audit.log.PAGE_ROWS", 2)
    log, store = log_of(5)
    assert log.verify().n_records == 5
    store.rows[4] = Row(*store.rows[4][:5], body=b"{}")
    assert log.verify().bad_seq == 5


# ── replay ───────────────────────────────────────────────────────────────────────────────────


def test_a_replay_that_differs_in_id_record_and_timings_alone_is_the_same():
    log, _ = log_of(1)
    again = outcome_json(ANSWERED) | {"id": "other", "record": "9", "timings_ms": {"total": 1.0}}
    comparison = compare(log.rows()[0], again)
    assert (comparison.is_same, comparison.differences) == (True, ())


def test_a_replay_names_the_places_that_differ():
    log, _ = log_of(1)
    again = outcome_json(ANSWERED)
    again["claims"][0]["text"] = "Something else."
    again["value"]["number"] = 1420
    assert compare(log.rows()[0], again).differences == ("claims[0].text", "value.number")


def test_a_replay_that_differs_in_a_part_names_the_part():
    log = AuditLog(MemoryAuditStore(), Ticking())
    whole = outcome_json(dataclasses.replace(ANSWERED, parts=(ANSWERED, ANSWERED)))
    log.append(dataclasses.replace(parts(), outcome=whole))
    again = outcome_json(dataclasses.replace(ANSWERED, parts=(ANSWERED, ANSWERED)))
    again["parts"][1] |= {"id": "other", "timings_ms": {}, "answer": "Something else."}
    assert compare(log.rows()[0], again).differences == ("parts[1].answer",)


def test_a_record_from_before_there_were_parts_can_be_replayed():
    log = AuditLog(MemoryAuditStore(), Ticking())
    earlier = {key: value for key, value in outcome_json(ANSWERED).items() if key != "parts"}
    log.append(dataclasses.replace(parts(), outcome=earlier))
    assert compare(log.rows()[0], outcome_json(ANSWERED)).is_same


def test_a_refusal_is_not_the_same_as_an_answer():
    log, _ = log_of(1)
    differences = compare(log.rows()[0], outcome_json(REFUSED)).differences
    assert {"outcome", "answer", "refusal"} <= set(differences)


def test_records_before_a_number_far_beyond_the_last_are_all_records():
    log, _ = log_of(3)
    assert [record.seq for record in log.rows(before=2**53)] == [1, 2, 3]
    assert [record.seq for record in log.rows(before=3, limit=1)] == [2]
