"""Sessions, in Python and in ``onfile chat``."""

import dataclasses
import shutil

from typer.testing import CliRunner

from face_fakes import ANSWERED, ScriptedEngine
from onfile.cli.main import app
from onfile.conversation import Session
from onfile.scope.followup import StandAlone


class Following(ScriptedEngine):
    """Reads every follow-up as the question before it with "again"."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, str]] = []

    def session(self, *, as_user=None) -> Session:
        return Session(self, as_user=as_user)

    def stand_alone(
        self, question: str, before: str | None, scope=None, *, as_user: str | None = None
    ) -> StandAlone:
        if before is None:
            return StandAlone(question)
        return StandAlone(f"{before} again", "a follow-up")

    def ask(self, question: str, *, as_user=None, note: str = "", via=None):
        self.asked.append((question, note))
        return dataclasses.replace(ANSWERED, question=question)


def test_a_session_remembers_the_question_as_it_stood_alone() -> None:
    engine = Following()
    talk = engine.session()
    for question in ("first", "more", "more"):
        talk.ask(question)
    assert engine.asked == [
        ("first", ""),
        ("first again", "a follow-up"),
        ("first again again", "a follow-up"),
    ]


def test_chat_shows_how_a_follow_up_was_read_and_ends_with_an_empty_line() -> None:
    engine = Following()
    result = CliRunner().invoke(app, ["chat"], obj=engine, input="first\nmore\n\nnever\n")
    assert result.exit_code == 0
    assert "Read as: first again" in result.stdout
    assert [question for question, _ in engine.asked] == ["first", "first again"]


def test_the_words_of_the_first_question_are_not_shown_twice() -> None:
    result = CliRunner().invoke(app, ["chat"], obj=Following(), input="first\nexit\n")
    assert "Read as" not in result.stdout


def chatted(store, folder, typed):
    copied = shutil.copytree(store, folder / "store")
    return CliRunner().invoke(app, ["chat", "--store", str(copied)], input=typed).stdout


def test_in_a_chat_the_number_of_a_choice_chooses_it(small_store, tmp_path):
    asked = "What was the capital expenditure in fiscal 2024?\n2\n"
    shown = chatted(small_store, tmp_path, asked)
    second = next(line for line in shown.splitlines() if line.startswith("  2. "))
    assert f"at {second[5:].strip()}" in " ".join(shown.split())


def test_in_a_chat_a_number_that_is_no_choice_is_a_question(small_store, tmp_path):
    assert "No answer" in chatted(small_store, tmp_path, "7\n")
