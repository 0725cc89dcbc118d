"""How the server is run, from the command line or from ``ONFILE_SERVE_…`` variables."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from onfile.config import SERVE_PREFIX
from onfile.errors import SettingError

LOOPBACK_NAMES = frozenset(["localhost", "127.0.0.1", "[::1]"])


def _listed(value: Any) -> Any:
    """A list as a variable holds it: parts divided by commas."""
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


def _network(value: Any) -> str:
    return str(ipaddress.ip_network(value))


Listed = Annotated[tuple[str, ...], BeforeValidator(_listed)]
Networks = Annotated[
    tuple[Annotated[str, BeforeValidator(_network)], ...], BeforeValidator(_listed)
]
Folders = Annotated[tuple[Path, ...], BeforeValidator(_listed)]


class ServeSettings(BaseModel):
    """What can be set of the server; the archive's own settings are in ``config.py``.

    Attributes:
        host, port: Where it listens. Elsewhere than on this machine only with accounts.
        allowed_hosts: Names under which it may be reached (the ``Host`` header) besides this
            machine's own; empty with accounts is any.
        https: Whether a proxy serves it over HTTPS: cookies are then sent over that alone.
        workers: Questions answered at the same time; each keeps a core busy.
        waiting: Questions that may wait for their turn; more are turned away with 429.
        questions_per_minute: Of one account or key; other requests may be ten times as many.
        max_upload_mb: The largest file that may be uploaded, in millions of bytes.
        max_upload_files: How many files one upload may hold.
        inbox: Where uploads are kept; beside the store when None.
        folders: Folders on this machine that may be ingested besides the inbox.
        suites: Files of questions with gold, or folders of such, that may be asked as a job.
        stop_s: Seconds that running questions have to end when the server is stopped.
        trusted_proxies: Networks of proxies whose headers are believed.
        proxy_user_header: The header in which such a proxy says who asks; None is none.
        oidc_issuer, oidc_client_id, oidc_client_secret: Sign-in through OpenID Connect.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8000, ge=0, le=65535)
    allowed_hosts: Listed = ()
    https: bool = False
    workers: int = Field(default=2, ge=1, le=64)
    waiting: int = Field(default=32, ge=0, le=10_000)
    questions_per_minute: int = Field(default=60, ge=1)
    max_upload_mb: int = Field(default=200, ge=1, le=10_000)
    max_upload_files: int = Field(default=50, ge=1, le=1000)
    inbox: Path | None = None
    folders: Folders = ()
    suites: Folders = ()
    stop_s: int = Field(default=30, ge=1, le=3600)
    trusted_proxies: Networks = ()
    proxy_user_header: str | None = None
    oidc_issuer: str | None = None
    oidc_client_id: str | None = None
    oidc_client_secret: str | None = Field(default=None, repr=False)

    @property
    def max_upload_bytes(self) -> int:
        """The largest upload: as many files of the largest size, and what is said of them."""
        return (self.max_upload_mb * self.max_upload_files + 1) * 1_000_000

    @property
    def signs_in_elsewhere(self) -> bool:
        """True where a proxy or an OpenID provider says who asks."""
        return self.proxy_user_header is not None or self.oidc_issuer is not None

    @property
    def is_loopback(self) -> bool:
        """True where only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False


def load_serve_settings(environ: Mapping[str, str] | None = None, **given: Any) -> ServeSettings:
    """Settings from the environment, overridden by what is given and not None.

    Raises:
        SettingError: a value is of the wrong kind, or an ``ONFILE_SERVE_…`` variable is unknown.
    """
    found = {
        name.removeprefix(SERVE_PREFIX).lower(): value
        for name, value in (os.environ if environ is None else environ).items()
        if name.startswith(SERVE_PREFIX)
    }
    values = found | {name: value for name, value in given.items() if value is not None}
    unknown = sorted(values.keys() - ServeSettings.model_fields.keys())
    if unknown:
        known = ", ".join(f"{SERVE_PREFIX}{field.upper()}" for field in ServeSettings.model_fields)
        variable = f"{SERVE_PREFIX}{unknown[0].upper()}"
        raise SettingError(f"{variable} is not a setting", hint=f"there are: {known}")
    try:
        return ServeSettings(**values)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        name = str(first["loc"][0])
        hint = f"set {SERVE_PREFIX}{name.upper()} or the option of that name"
        raise SettingError(f"setting {name}: {first['msg']}", hint=hint) from error
