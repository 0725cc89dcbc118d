"""True statements over the made-up archive stand; each bent by one swap falls."""

from __future__ import annotations

import collections

import pytest
from bent_claims import judged

from onfile.engine import Engine

EACH = 12  # statements of each kind; benchmarks/bent_claims.py takes more
KINDS = ("figure", "rows", "periods", "change", "companies", "parts", "bids")
BENDS = (
    "amount", "bidder", "company", "direction", "order", "part", "period", "row", "scale", "unit"
)  # fmt: skip


@pytest.fixture(scope="module")
def engine(archive, tmp_path_factory):
    with Engine(tmp_path_factory.mktemp("store")) as opened:
        opened.ingest([archive], workers=1, ocr=False)
        yield opened


@pytest.fixture(scope="module")
def verdicts(engine):
    found = collections.defaultdict(list)
    for claim, is_supported, _ in judged(engine, EACH):
        found[claim.bend or claim.kind].append((claim.answer, is_supported))
    return found


@pytest.mark.parametrize("bend", BENDS)
def test_a_statement_with_one_thing_swapped_is_not_supported(verdicts, bend):
    assert verdicts[bend]
    assert [answer for answer, is_supported in verdicts[bend] if is_supported] == []


@pytest.mark.parametrize("kind", KINDS)
def test_true_statements_are_supported_in_most_wordings(verdicts, kind):
    lost = [answer for answer, is_supported in verdicts[kind] if not is_supported]
    assert len(verdicts[kind]) == EACH
    assert len(lost) <= 1, lost


IN_OTHER_WORDS = (
    (
        "How did Northwind's net sales develop in 2024?",
        "Net sales grew about 7% to roughly $5.0 billion.",
        ("Net sales shrank about 7% to roughly $5.0 billion.",
         "Net sales grew about 17% to roughly $5.0 billion."),
    ),
    (
        "What can you tell me about Northwind's capital spending in 2024?",
        "Northwind spent $318 million on capital expenditure in 2024, $35 million more than the "
        "year before.",
        ("Northwind spent $318 million on capital expenditure in 2024, $35 million less than the "
         "year before.",
         "Northwind spent $283 million on capital expenditure in 2024, $35 million more than the "
         "year before."),
    ),
    (
        "Northwind capex FY2024 vs FY2023?",
        "Capex: $318M in FY2024 vs $283M in FY2023.",
        ("Capex: $283M in FY2024 vs $318M in FY2023.",),
    ),
    (
        "What happened to Northwind's operating income in the second quarter of 2025?",
        "Operating income dropped to $190 million from $234 million in the prior-year quarter.",
        ("Operating income climbed to $234 million from $190 million in the prior-year quarter.",
         "Operating income climbed to $190 million from $234 million in the prior-year quarter."),
    ),
    (
        "Which paid more dividends in fiscal 2024, Northwind or Kestrel?",
        "Northwind paid more: $221 million against Kestrel's $78 million.",
        ("Kestrel paid more: $221 million against Northwind's $78 million.",),
    ),
    (
        "What was Northwind's net income in 2024?",
        "Northwind earned $620 million in 2024.",
        ("Northwind earned $620 thousand in 2024.", "Northwind lost $620 million in 2024.",
         "Northwind earned $792 million in 2024."),
    ),
    (
        "What was Kestrel's result in the first quarter of fiscal 2026?",
        "Kestrel made a net loss of $11 million in the first quarter of fiscal 2026.",
        ("Kestrel made a net profit of $11 million in the first quarter of fiscal 2026.",),
    ),
    (
        "What was Kestrel's net income in fiscal 2025?",
        "Kestrel's net income (loss) was $152 million in fiscal 2025.",
        ("Kestrel's net loss was $152 million in fiscal 2025.",),
    ),
    (
        "What unit price did Corran Civil bid for gravel backfill for walls?",
        "$62.35 per cubic yard was Corran Civil's price for gravel backfill for walls.",
        ("$58.90 per cubic yard was Corran Civil's price for gravel backfill for walls.",),
    ),
    (
        "Who was the low bidder on Harrow Bridge?",
        "Corran Civil was the low bidder with a total of $2,135,236; Blackthorn Builders bid "
        "$2,191,900.",
        ("Blackthorn Builders was the low bidder with a total of $2,135,236; Corran Civil bid "
         "$2,191,900.",),
    ),
    (
        "How did Northwind do in Q2 2025?",
        "Second-quarter 2025 net sales came in at $1,276 million, a 2.7% decline from $1,312 "
        "million.",
        ("Second-quarter 2025 net sales came in at $1,276 million, a 2.7% increase from $1,312 "
         "million.",
         "First-quarter 2025 net sales came in at $1,276 million."),
    ),
    (
        "What was Northwind's diluted EPS in Q1 2025?",
        "Diluted EPS was $0.62 in Q1 2025, up from $0.55.",
        ("Diluted EPS was $0.55 in Q1 2025.", "Diluted EPS was $0.62 in Q1 2025, down from $0.55."),
    ),
    (
        "What did Northwind's CFO say about gross margin on the Q2 2025 call?",
        "Gross margin was 43.3%, down 171 basis points, half of it from tariffs on cans.",
        ("Gross margin was 43.3%, up 171 basis points, half of it from tariffs on cans.",),
    ),
    (
        "What revenue does Kestrel expect for the second quarter of fiscal 2026?",
        "Kestrel expects $740 million to $760 million.",
        ("Northwind expects $740 million to $760 million.",),
    ),
    (
        "What is the ground level of boring B-2?",
        "Boring B-2 starts at ground level 209.8 ft.",
        ("Boring B-2 starts at ground level 214.6 ft.",),
    ),
)  # fmt: skip


@pytest.mark.parametrize(("question", "true", "bent"), IN_OTHER_WORDS)
def test_what_people_say_of_figures_in_other_words_is_told_apart(engine, question, true, bent):
    assert engine.verify(question, true).is_supported
    assert [said for said in bent if engine.verify(question, said).is_supported] == []
