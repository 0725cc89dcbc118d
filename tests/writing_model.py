"""An engine whose model writes what it is told to, and its checks by name."""

from __future__ import annotations

from onfile.config import Settings
from onfile.engine import Engine
from onfile.modelling import Modelling
from onfile.testing import ScriptedGenerator


def engine_with(store, *replies, **given):
    """An engine on ``store`` with a model that gives ``replies``; ``given`` are settings."""
    settings = Settings(store=store, model_url="http://localhost:1/v1", **given)
    engine = Engine(store, settings=settings)
    engine.model = Modelling(ScriptedGenerator(*replies), 50_000)
    return engine


def check_named(name, outcome):
    """The first check of that name, None where there is none."""
    return next((check for check in outcome.checks if check.name == name), None)
