"""YAML that ships with onfile, read by the fast loader where PyYAML was built with it."""

from __future__ import annotations

from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # about ten times as fast


def load_yaml(text: str) -> Any:
    """The content of a YAML document, plain types only.

    Raises:
        yaml.YAMLError: it is not valid YAML.
    """
    return yaml.load(text, Loader=_LOADER)
