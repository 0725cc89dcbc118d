"""``onfile ask``, ``onfile search`` and ``onfile explain``."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from onfile.cli.options import (
    AsJson,
    AsUser,
    Batch,
    Fallback,
    ModelName,
    ModelUrl,
    NoDense,
    Out,
    Question,
    Store,
    check_usage,
)
from onfile.cli.session import EXIT_ANSWERED, EXIT_REFUSED, session, tell, write_json

Limit = Annotated[int, typer.Option("-k", min=1, max=1000, help="How many passages.")]


def ask(
    context: typer.Context,
    question: Question = None,
    as_user: AsUser = None,
    batch: Batch = None,
    out: Out = None,
    no_dense: NoDense = False,
    model_url: ModelUrl = None,
    model_name: ModelName = None,
    fallback: Fallback = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Answer with pages, or refuse and say why.

    Exit code 0 when answered, 3 when refused.
    """
    check_usage([question], batch, out, as_json=as_json)
    dense = False if no_dense else None
    model: dict[str, Any] = {
        "model_url": model_url,
        "model_name": model_name,
        "model_fallback": fallback,
    }
    with session(context, as_json=as_json, store=store, dense=dense, **model) as engine:
        from onfile.contract import outcome_json

        if batch is not None:
            from onfile.cli.batch import run

            run(batch, out, lambda line: outcome_json(engine.ask(line.question, as_user=as_user)))
        outcome = engine.ask(question or "", as_user=as_user)
        if as_json:
            write_json(outcome_json(outcome))
        else:
            from onfile.cli.render import show_outcome

            show_outcome(outcome)
            for check in outcome.checks:
                if check.kind == "calibration" and not check.passed:
                    tell(f"warning: {check.detail}")
    raise typer.Exit(EXIT_ANSWERED if outcome.is_answered else EXIT_REFUSED)


def agent(
    context: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION")],
    max_steps: Annotated[
        int, typer.Option("--max-steps", min=1, max=64, help="Most steps of the plan.")
    ] = 8,
    as_user: AsUser = None,
    no_dense: NoDense = False,
    model_url: ModelUrl = None,
    model_name: ModelName = None,
    fallback: Fallback = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Answer a question of several steps.

    Each step is asked on its own; a model, where one is set, writes the plan, which is checked.
    Exit code 0 when answered, 3 when refused.
    """
    check_usage([question], None, None, as_json=as_json)
    model: dict[str, Any] = {
        "model_url": model_url,
        "model_name": model_name,
        "model_fallback": fallback,
    }
    dense = False if no_dense else None
    with session(context, as_json=as_json, store=store, dense=dense, **model) as engine:
        from onfile.agent import Agent

        outcome = Agent(engine, max_steps).run(question, as_user=as_user)
        if as_json:
            from onfile.contract import outcome_json

            write_json(outcome_json(outcome))
        else:
            from onfile.cli.render import show_outcome

            show_outcome(outcome)
    raise typer.Exit(EXIT_ANSWERED if outcome.is_answered else EXIT_REFUSED)


def search(
    context: typer.Context,
    question: Question = None,
    k: Limit = 10,
    chunks: Annotated[
        bool, typer.Option("--chunks", help="Every passage, not one a page.")
    ] = False,
    as_user: AsUser = None,
    batch: Batch = None,
    out: Out = None,
    no_dense: NoDense = False,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Find passages, best first."""
    check_usage([question], batch, out, as_json=as_json)
    dense = False if no_dense else None
    with session(context, as_json=as_json, store=store, dense=dense) as engine:
        from onfile.contract import search_json

        find = partial(engine.search, k=k, chunks=chunks, dense=not no_dense, as_user=as_user)
        if batch is not None:
            from onfile.cli.batch import run

            run(batch, out, lambda line: search_json(find(line.question)))
        results = find(question or "")
        if as_json:
            write_json(search_json(results))
        else:
            from onfile.cli.render import show_evidence

            show_evidence(results)


def explain(
    context: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION")],
    as_user: AsUser = None,
    no_dense: NoDense = False,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Show how a question is understood.

    Each stage is run and shown, up to the answer.
    """
    dense = False if no_dense else None
    with session(context, as_json=as_json, store=store, dense=dense) as engine:
        from onfile.contract import explanation_json

        explanation = engine.explain(question, as_user=as_user)
        if as_json:
            write_json(explanation_json(explanation))
        else:
            from onfile.cli.render_explain import show_explanation

            show_explanation(explanation)
