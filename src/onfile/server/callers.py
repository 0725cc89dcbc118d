"""Who sends a request: by key, by cookie, through a proxy, or the owner of the store alone.

A browser sends cookies, and reaches this machine, on behalf of any site that it shows. So a
request that changes anything must come from a page of ours: its ``Origin`` is our own and, where
somebody is signed in by cookie, it holds the token that only our pages can read.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request

from onfile.accounts import DEFAULT_SCOPES, SCOPES, Accounts
from onfile.server.replies import Failure
from onfile.server.settings import ServeSettings

SAFE = frozenset(["GET", "HEAD", "OPTIONS"])
CSRF_HEADER = "X-CSRF-Token"
OWN_SITES = frozenset(["same-origin", "none"])


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request.

    Attributes:
        user: The account's name; None for the owner of the store, who needs no account.
        scopes: What the caller may do, of ``accounts.SCOPES``.
        request_id: Of this request.
        limited_as: Whose share of requests this counts against; None is nobody's.
        csrf: What pages send with requests that change anything; None where none is needed.
    """

    user: str | None
    scopes: frozenset[str]
    request_id: str
    limited_as: str | None = None
    csrf: str | None = None

    @property
    def is_auditor(self) -> bool:
        """True for those who may see what others did: the scope is the server's auditor role."""
        return self.user is None or "audit" in self.scopes

    @property
    def reads_log_as(self) -> str | None:
        """Whose view of the log it is: an auditor's is the owner's."""
        return None if self.is_auditor else self.user


class Callers:
    """Tells who sends a request; looks at what is stored now, so that a change counts at once."""

    def __init__(self, accounts: Accounts, settings: ServeSettings) -> None:
        self.accounts = accounts
        self._settings = settings
        self._networks = [ipaddress.ip_network(text) for text in settings.trusted_proxies]
        self._secret = accounts.secret()
        self._signer = URLSafeSerializer(self._secret, salt="onfile login")

    @property
    def is_single_user(self) -> bool:
        """True where nobody needs to sign in: there is no account, and no other way to."""
        return not self.accounts.is_any and not self._settings.signs_in_elsewhere

    @property
    def cookie_name(self) -> str:
        """``__Host-``: a browser takes it over HTTPS alone, and of no other host."""
        return "__Host-onfile" if self._settings.https else "onfile"

    def caller(self, request: Request) -> Caller:
        """Who it is.

        Raises:
            Failure: 401 where nobody is signed in, 403 where another site sent the request.
        """
        header = request.headers.get("authorization")
        found = self._in_browser(request) if header is None else self._by_key(header, request)
        request.state.user = found.user
        return found

    def cookie(self, token: str) -> str:
        """The cookie's value for a sign-in's token."""
        return str(self._signer.dumps(token))

    def token(self, request: Request) -> str | None:
        """The sign-in's token, where the request has our cookie, signed by us."""
        value = request.cookies.get(self.cookie_name)
        if value is None:
            return None
        try:
            token = self._signer.loads(value)
        except BadSignature:
            return None
        return token if isinstance(token, str) else None

    def csrf(self, about: str) -> str:
        """What our pages send back; can't be made without the secret."""
        return hmac.new(self._secret.encode(), about.encode(), hashlib.sha256).hexdigest()

    def is_trusted_proxy(self, request: Request) -> bool:
        """True where the request comes straight from a proxy whose headers are believed."""
        address = _address(request)
        return address is not None and any(address in network for network in self._networks)

    def _in_browser(self, request: Request) -> Caller:
        self.check_origin(request)
        found = self._by_cookie(request) or self._by_proxy(request)
        if found is not None:
            _check_csrf(request, found)
            return found
        if self.is_single_user and self._settings.is_loopback and _is_near(request):
            return Caller(None, frozenset(SCOPES), request.state.request_id)
        raise _nobody()

    def _by_key(self, header: str, request: Request) -> Caller:
        kind, _, text = header.partition(" ")
        holder = self.accounts.holder(text.strip()) if kind.lower() == "bearer" else None
        if holder is None:
            raise _nobody("this key is unknown, revoked or expired")
        scopes = holder.key.scopes & holder.account.scopes
        limited_as = f"key {holder.key.key_id}"
        return Caller(holder.account.name, scopes, request.state.request_id, limited_as)

    def _by_cookie(self, request: Request) -> Caller | None:
        token = self.token(request)
        name = None if token is None else self.accounts.signed_in(token)
        if token is None or name is None:
            return None
        return self._of_name(name, request.state.request_id, csrf=self.csrf(token))

    def _by_proxy(self, request: Request) -> Caller | None:
        header = self._settings.proxy_user_header
        name = request.headers.get(header) if header else None
        if not name or not self.is_trusted_proxy(request):
            return None
        return self._of_name(name, request.state.request_id, csrf=self.csrf(f"proxy {name}"))

    def _of_name(self, name: str, request_id: str, csrf: str) -> Caller | None:
        """Somebody who signed in elsewhere needs no account; one that is disabled says no."""
        account = self.accounts.find(name)
        if account is not None and account.disabled is not None:
            return None
        scopes = frozenset(DEFAULT_SCOPES) if account is None else account.scopes
        return Caller(name, scopes, request_id, f"account {name}", csrf)

    def check_origin(self, request: Request) -> None:
        """Raises: Failure 403, where a page of another site sent this."""
        if request.method in SAFE:
            return
        site = request.headers.get("sec-fetch-site")
        origin = request.headers.get("origin")
        own = {f"{scheme}://{request.headers.get('host', '')}" for scheme in ("http", "https")}
        is_foreign = site is not None and site not in OWN_SITES
        if is_foreign or (origin is not None and origin not in own):
            raise Failure(
                403,
                "FOREIGN_ORIGIN",
                "a page of another site sent this request",
                hint="programs use a key: Authorization: Bearer KEY",
            )


def _address(request: Request) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Where the request comes from; None where that is no address."""
    try:
        return ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return None


def _is_near(request: Request) -> bool:
    """True where the request comes from this machine."""
    address = _address(request)
    return address is not None and address.is_loopback


def _check_csrf(request: Request, caller: Caller) -> None:
    given = request.headers.get(CSRF_HEADER, "")
    if request.method in SAFE or caller.csrf is None:
        return
    if not hmac.compare_digest(given.encode(), caller.csrf.encode()):
        raise Failure(
            403,
            "CSRF",
            f"the header {CSRF_HEADER} is missing or not of this sign-in",
            hint="GET /api/me gives it",
        )


def _nobody(message: str = "nobody is signed in") -> Failure:
    return Failure(
        401,
        "UNAUTHENTICATED",
        message,
        hint="POST /api/login, or send Authorization: Bearer KEY (onfile key create NAME)",
        headers={"WWW-Authenticate": "Bearer"},
    )
