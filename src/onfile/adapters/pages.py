"""HTML pages by Jinja (the extra ``evaluate``)."""

from __future__ import annotations

from typing import Any

from onfile.errors import ModelError


def render(template: str, **values: Any) -> str:
    """A template filled in; text is escaped unless the template says that it is safe.

    Raises:
        ModelError: Jinja is not installed.
    """
    try:
        import jinja2
    except ImportError as error:
        hint = "install the extra: pip install 'onfile[evaluate]'"
        raise ModelError("Jinja is not installed", hint=hint) from error
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(template).render(**values)
