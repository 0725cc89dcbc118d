"""What counts as a reply of a model, and what does not."""

import json

import pytest

from onfile.answer.model.locate import locate
from onfile.answer.model.reply import Written, handle_of, read_reply
from onfile.types import Refusal, RefusalCode, Reply, Span

CLAIM = {"text": "Net sales were $5.", "citations": [{"source": "S1", "quote": "Net sales $5"}]}
GOOD = {"answered": True, "claims": [CLAIM], "value": None}
WITH_VALUE = GOOD | {"value": {"number": 5, "scale": 1, "percent": False}}


def read(text, finish="stop"):
    return read_reply(Reply(text if isinstance(text, str) else json.dumps(text), finish))


def code(text, finish="stop"):
    found = read(text, finish)
    assert isinstance(found, Refusal)
    return found.code


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"```json\n{json.dumps(GOOD)}\n```",
        f"<think>What are net sales?</think>{json.dumps(GOOD)}",
        f"the template opened it</think>{json.dumps(GOOD)}",
    ],
)
def test_one_json_object_is_read_also_after_reasoning_that_was_closed(text):
    found = read(text)
    assert isinstance(found, Written)
    assert found.claims[0].text == "Net sales were $5."


@pytest.mark.parametrize(
    "text",
    [
        f"<think>What are {json.dumps(GOOD)}",
        f"<think>a</think>b<think>{json.dumps(GOOD)}",
        "Net sales were $5 [S1].",
        json.dumps(GOOD) + json.dumps(GOOD),
        json.dumps([GOOD]),
        json.dumps(GOOD)[:-1],
        '{"answered": "yes", "claims": []}',
        GOOD | {"claims": [CLAIM | {"text": " "}]},
        GOOD | {"claims": [CLAIM | {"citations": [{"source": "S1"}]}]},
        GOOD | {"claims": [CLAIM | {"citations": CLAIM["citations"] * 4}]},
        GOOD | {"thoughts": "none"},
        GOOD | {"value": {"number": "5", "scale": 1, "percent": False}},
        GOOD | {"value": {"number": 5, "scale": 37, "percent": False}},
        GOOD | {"value": {"number": 5, "scale": 1, "percent": False, "currency": "dollars"}},
        '{"answered": true, "claims": [], "value": {"number": NaN, "scale": 1, "percent": false}}',
    ],
)
def test_anything_else_is_unparseable(text):
    assert code(text) is RefusalCode.MODEL_UNPARSEABLE


def test_a_reply_that_was_cut_off_is_truncated_even_if_it_can_be_read():
    assert code(GOOD, "length") is RefusalCode.MODEL_TRUNCATED


@pytest.mark.parametrize(
    "text",
    [
        "The sources do not state this.",
        {"answered": False, "claims": []},
        {"answered": True, "claims": []},
        GOOD | {"claims": [CLAIM | {"text": "The sources do not state this."}]},
    ],
)
def test_declining_is_told_from_failing(text):
    assert code(text) is RefusalCode.MODEL_DECLINED


def test_a_model_that_cites_nothing_is_not_given_citations():
    assert code(GOOD | {"claims": [CLAIM | {"citations": []}]}) is RefusalCode.CITATION_UNRESOLVED


def test_a_value_is_read_with_its_scale():
    found = read(WITH_VALUE)
    assert isinstance(found, Written)
    assert (found.value.number, found.value.scale) == (5, 1)


@pytest.mark.parametrize(
    ("given", "handle"),
    [
        ("S1", "S1"),
        ("[s2]", "S2"),
        (" S 3 ", "S3"),
        ("page 3", None),
        ("1", None),
        ("S1, S2", None),
    ],
)
def test_a_handle_is_read_however_it_is_bracketed(given, handle):
    assert handle_of(given) == handle


PAGE = "Depreciation and amorti-\nzation rose to $1,577\nmillion, an “all-time” high of ﬁve years."


@pytest.mark.parametrize(
    "quote",
    [
        "Depreciation and amortization rose",
        "rose to $1,577 million",
        'an "all-time" high',
        "high of five years",
    ],
)
def test_a_quote_is_found_across_line_ends_hyphens_and_ligatures(quote):
    found = locate(PAGE, quote, Span(4, 0, len(PAGE)))
    assert found is not None
    assert found.page == 4


@pytest.mark.parametrize("quote", ["577 million", "rose to $1", "", "a", "rose by $1,577"])
def test_a_piece_of_a_number_or_of_nothing_is_not_found(quote):
    assert locate(PAGE, quote, Span(4, 0, len(PAGE))) is None
