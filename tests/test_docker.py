"""The Dockerfile and the compose file, as far as they can be looked at without Docker."""

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml

from onfile.cli.main import app
from onfile.config import load_settings
from onfile.server.settings import load_serve_settings

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
LINES = re.sub(r"\\\n\s*", " ", DOCKERFILE).splitlines()
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICE = COMPOSE["services"]["onfile"]


def instructions(name):
    return [line.split(None, 1)[1] for line in LINES if line.startswith(f"{name} ")]


def environment():
    words = shlex.split(" ".join(instructions("ENV")))
    return dict(word.split("=", 1) for word in words)


def test_every_file_that_the_image_is_made_of_exists_and_is_let_through():
    kept = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    for given in instructions("COPY"):
        if given.startswith("--from"):
            continue
        for source in given.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert f"!{source}" in kept, source


def test_the_extras_that_are_installed_exist():
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = re.findall(r"--extra (\w+)", DOCKERFILE)
    assert "server" in extras
    assert set(extras) <= set(known["project"]["optional-dependencies"])


def test_the_settings_of_the_image_are_settings():
    ours = {k: v for k, v in environment().items() if k.startswith("ONFILE_")}
    assert load_settings(ours).store == Path("/data/store")
    names = [one.partition("=")[0] for one in SERVICE["environment"]]
    load_serve_settings({name: "localhost" for name in names if "SERVE" in name})
    load_settings({name: "reader" for name in names if "SERVE" not in name})


def test_the_command_of_the_image_is_a_command():
    words = json.loads(instructions("CMD")[-1])
    commands = {command.name for command in app.registered_commands}
    assert words[0] in commands
    assert words[words.index("--port") + 1] == instructions("EXPOSE")[0]


def test_it_runs_as_somebody_without_rights():
    assert instructions("USER") == ["10001:10001"]
    assert SERVICE["user"] == "10001:10001"
    for service in COMPOSE["services"].values():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_only_the_data_volume_can_be_written_to():
    assert SERVICE["read_only"] is True
    assert SERVICE["volumes"] == ["data:/data"]
    assert "data" in COMPOSE["volumes"]
    assert environment()["TMPDIR"].startswith("/data/")


def test_it_is_published_on_this_machine_alone():
    assert all(port.startswith("127.0.0.1:") for port in SERVICE["ports"])


def test_docker_asks_the_address_that_says_whether_it_is_up():
    assert "http://127.0.0.1:8000/api/health" in DOCKERFILE


def test_compose_waits_longer_for_the_end_than_the_server_for_its_questions():
    grace_s = int(SERVICE["stop_grace_period"].removesuffix("s"))
    assert grace_s > load_serve_settings({}).stop_s


@pytest.mark.parametrize("service", ["ollama"])
def test_the_model_comes_only_when_asked_for(service):
    assert COMPOSE["services"][service]["profiles"] == [service]
    assert "profiles" not in SERVICE
