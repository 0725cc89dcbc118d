"""``onfile chat``: questions one after the other, follow-ups included."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from onfile.cli.options import AsUser, NoDense, Store
from onfile.cli.session import session

PROMPT = "> "
END = frozenset(["exit", "quit", "bye"])


def chat(
    context: typer.Context,
    as_user: AsUser = None,
    no_dense: NoDense = False,
    store: Store = None,
) -> None:
    """Ask one question after the other; "and the year before?" is understood.

    Where several readings fit, the number of one chooses it. Ends with an empty line, "exit" or
    the end of the input.
    """
    dense = False if no_dense else None
    with session(context, as_json=False, store=store, dense=dense) as engine:
        from rich.text import Text

        from onfile.cli.render import console, show_outcome

        out = console()
        talk = engine.session(as_user=as_user)
        choices: Sequence[str] = ()
        while (typed := _next(out.is_terminal)) is not None:
            question = _chosen(typed, choices)
            outcome = talk.ask(question)
            choices = outcome.refusal.choices if outcome.refusal is not None else ()
            if outcome.question != question:
                out.print(Text(f"Read as: {outcome.question}", style="italic"))
            show_outcome(outcome)
            out.print()


def _chosen(typed: str, choices: Sequence[str]) -> str:
    """What was typed, or the choice whose number it is."""
    is_number = typed.isascii() and typed.isdecimal() and 0 < int(typed) <= len(choices)
    return choices[int(typed) - 1] if is_number else typed


def _next(is_prompted: bool) -> str | None:
    """The next question, None at the end."""
    if is_prompted:
        sys.stdout.write(PROMPT)
        sys.stdout.flush()
    line = sys.stdin.readline().strip()
    return None if not line or line.lower() in END else line
