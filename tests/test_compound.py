"""Questions of several parts over the made-up archive: one answer, nothing mixed up."""

import json

import pytest
from typer.testing import CliRunner

from onfile.cli.main import app
from onfile.compound import COMPLETE
from onfile.contract import outcome_json
from onfile.engine import Engine

TWO_COMPANIES = (
    "What were Northwind's net sales in 2024, and how many refill stations does Alder Springs run?"
)
HALF_ON_FILE = "What were Northwind's net sales in 2024, and what was Mirefield Sodas' revenue?"


@pytest.fixture(scope="module")
def engine(archive, tmp_path_factory):
    store = tmp_path_factory.mktemp("store")
    with Engine(store) as engine:
        engine.ingest([archive / "filings", archive / "calls"], workers=1, ocr=False, embed=False)
        yield engine


def cited_companies(outcome):
    return {c.company for claim in outcome.claims for c in claim.citations}


def test_each_part_is_answered_from_its_own_companys_documents(engine):
    outcome = engine.ask(TWO_COMPANIES)
    assert outcome.is_answered
    assert [cited_companies(part) for part in outcome.parts] == [
        {"Northwind Beverages"},
        {"Alder Springs"},
    ]
    assert "$5,037 million" in outcome.answer
    assert "2,470" in outcome.answer


def test_the_merged_claims_are_those_of_the_parts_in_order(engine):
    outcome = engine.ask(TWO_COMPANIES)
    assert outcome.claims == tuple(c for part in outcome.parts for c in part.claims)
    assert outcome.answer == "\n".join(part.answer for part in outcome.parts)
    assert outcome.value is None


def test_every_citation_resolves_to_its_quote_on_the_cited_page(engine):
    outcome = engine.ask("What were Northwind's net sales and gross profit in 2024?")
    for claim in outcome.claims:
        for cited in claim.citations:
            page = engine.store.page_text(cited.document_id, cited.span.page)
            assert page[cited.span.start : cited.span.end] == cited.quote


def test_a_list_of_metrics_leaves_none_out(engine):
    outcome = engine.ask("What were Northwind's net sales and gross profit in 2024?")
    amounts = [(part.value.number, part.value.scale) for part in outcome.parts]
    assert amounts == [(5037, 1_000_000), (2247, 1_000_000)]


def test_one_part_that_is_not_on_file_refuses_the_whole_and_is_named(engine):
    outcome = engine.ask(HALF_ON_FILE)
    assert outcome.answer is None
    assert outcome.claims == ()
    assert outcome.refusal.code == "COMPANY_NOT_ON_FILE"
    assert "Mirefield Sodas' revenue" in outcome.refusal.detail


def test_the_refusal_shows_what_was_found_for_the_other_part(engine):
    refusal = engine.ask(HALF_ON_FILE).refusal
    assert "Net sales $5,037 million" in refusal.detail
    assert [c.company for c in refusal.citations] == ["Northwind Beverages"]


@pytest.mark.parametrize(("question", "share"), [(TWO_COMPANIES, 1.0), (HALF_ON_FILE, 0.5)])
def test_completeness_is_a_recorded_check(engine, question, share):
    outcome = engine.ask(question)
    check = next(c for c in outcome.checks if c.name == COMPLETE)
    assert (check.measured, check.threshold, check.passed) == (share, 1.0, share == 1.0)


def test_a_live_part_is_refused_as_live_data(engine):
    outcome = engine.ask("What were Northwind's net sales in 2024 and what is its market cap now?")
    assert outcome.refusal.code == "LIVE_DATA"


def test_evidence_is_ranked_through_and_holds_no_passage_twice(engine):
    evidence = engine.ask("What were Northwind's net sales and gross profit in 2024?").evidence
    assert [one.rank for one in evidence] == list(range(1, len(evidence) + 1))
    assert len({one.chunk.chunk_id for one in evidence}) == len(evidence)


def test_the_scope_holds_the_pairs_of_all_parts_and_how_they_were_read(engine):
    intent = engine.ask("Net sales of Northwind in 2024, and did Kestrel's net income rise?").intent
    assert [pair.key for pair in intent.pairs] == [
        ("Kestrel Drinks", "FY2024"),
        ("Northwind Beverages", "FY2024"),
    ]
    assert any("Did Kestrel's net income rise in 2024?" in note for note in intent.notes)


def test_a_compound_question_is_one_record_that_can_be_replayed(engine):
    before = len(list(engine.log.rows()))
    outcome = engine.ask(TWO_COMPANIES)
    assert len(list(engine.log.rows())) == before + 1
    body = engine.log.show(outcome.record).body
    assert [part["question"] for part in body["outcome"]["parts"]] == [
        part.question for part in outcome.parts
    ]
    assert body["outcome"]["question"] == TWO_COMPANIES
    assert engine.replay(outcome.record).is_same


def test_a_single_question_has_no_parts(engine):
    outcome = engine.ask("What were Northwind's net sales in 2024?")
    assert outcome.parts == ()
    assert outcome_json(outcome)["parts"] == []


def test_the_terminal_shows_each_part_below_its_question_with_citations_numbered_through(engine):
    result = CliRunner().invoke(
        app, ["ask", TWO_COMPANIES, "--no-dense", "--store", str(engine.settings.store)]
    )
    assert result.exit_code == 0, result.output
    first, second = (part.question for part in engine.ask(TWO_COMPANIES).parts)
    assert result.stdout.index(first) < result.stdout.index("[1]") < result.stdout.index(second)
    assert "[2]" in result.stdout


def test_explain_shows_the_retrieval_of_every_part(engine):
    explained = engine.explain(TWO_COMPANIES)
    assert {path.pair[0] for path in explained.paths} == {"Northwind Beverages", "Alder Springs"}


def test_the_outcome_is_plain_json(engine):
    json.dumps(outcome_json(engine.ask(HALF_ON_FILE)), allow_nan=False)
