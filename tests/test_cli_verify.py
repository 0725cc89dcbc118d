"""``onfile verify`` at the command line, over a scripted engine."""

import json

import pytest
from typer.testing import CliRunner

from onfile.cli.main import app
from onfile.types import Verdict, VerdictKind


class Judge:
    """Supports what says "yes"."""

    def __call__(self, store, *, settings):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def verify(self, question, answer, *, as_user=None):
        kind = VerdictKind.SUPPORTED if answer == "yes" else VerdictKind.CONTRADICTED
        return Verdict(kind, (f"about {question}",), (), 0.5, 0.4)


def run(*arguments):
    return CliRunner().invoke(app, ["verify", *arguments], obj=Judge())


@pytest.mark.parametrize(("answer", "code"), [("yes", 0), ("no", 3)])
def test_the_exit_code_says_whether_the_answer_is_supported(answer, code):
    result = run("Is it?", answer, "--json")
    assert result.exit_code == code
    assert json.loads(result.stdout)["verdict"] == ("supported" if code == 0 else "contradicted")


def test_a_line_without_an_id_has_its_line_number_from_0(tmp_path):
    lines = [{"question": "q", "answer": "yes"}, {"id": 7, "question": "q", "answer": "no"}]
    given, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    given.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert run("--batch", str(given), "--out", str(out)).exit_code == 0
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(f["id"], f["verdict"]) for f in found] == [("0", "supported"), (7, "contradicted")]


@pytest.mark.parametrize("bad", ['{"question": "q"}', "[]", "{", '{"answer": "a"}'])
def test_a_line_without_question_and_answer_fails_alone(tmp_path, bad):
    given, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    given.write_text(f'{bad}\n{{"question": "q", "answer": "yes"}}', encoding="utf-8")
    assert run("--batch", str(given), "--out", str(out)).exit_code == 1
    failed, judged = (json.loads(line) for line in out.read_text(encoding="utf-8").splitlines())
    assert (failed["outcome"], failed["line"], failed["id"]) == ("failed", 1, "0")
    assert (judged["verdict"], judged["id"]) == ("supported", "1")


@pytest.mark.parametrize(
    "given", [("Is it?",), (" ", "yes"), ("Is it?", "yes", "--out", "o.jsonl"), ()]
)
def test_a_question_and_an_answer_belong_together(given):
    assert run(*given).exit_code == 2
