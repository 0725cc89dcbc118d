"""Sign-in through OpenID Connect (authorization code with PKCE), where it is set up.

Whoever the provider lets in may ask and read; an account of the same name here may allow more or,
disabled, nothing. The name is the ``preferred_username`` or, where it is said to be verified, the
``email`` of the identity token, and must be one that an account could have.
"""

from __future__ import annotations

import logging
from typing import Annotated, Any

from authlib.integrations.starlette_client import OAuth
from fastapi import APIRouter, FastAPI, Query
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from onfile.accounts import is_name
from onfile.server.replies import Failure
from onfile.server.served import Parts, Served
from onfile.server.signing_in import set_cookie

log = logging.getLogger("onfile.server")
CALLBACK = "/api/oidc/callback"
NEXT = "next"
STATE_S = 600  # how long somebody may take to sign in there
router = APIRouter(prefix="/api/oidc", include_in_schema=False)


def install(app: FastAPI, served: Served, **client: Any) -> None:
    """Add the addresses of the sign-in, where a provider is set.

    Args:
        app: The application.
        served: Its parts.
        client: Options of the HTTP client that talks to the provider.
    """
    settings = served.settings
    if settings.oidc_issuer is None:
        return
    oauth = OAuth()
    oauth.register(
        "provider",
        server_metadata_url=f"{settings.oidc_issuer.rstrip('/')}/.well-known/openid-configuration",
        client_id=settings.oidc_client_id,
        client_secret=settings.oidc_client_secret,
        client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256", **client},
    )
    app.state.oidc = oauth.provider
    app.include_router(router)
    app.add_middleware(
        SessionMiddleware,
        secret_key=served.callers.accounts.secret(),
        session_cookie="onfile_oidc",
        max_age=STATE_S,
        same_site="lax",
        https_only=settings.https,
    )


@router.get("/login")
async def login(
    request: Request,
    parts: Parts,
    wanted: Annotated[str, Query(alias="next", max_length=2048)] = "/",
) -> Response:
    """Go to the provider; ``next`` is the place of this site to come back to."""
    request.session[NEXT] = wanted if _is_ours(wanted) else "/"
    scheme = "https" if parts.settings.https else "http"
    back = f"{scheme}://{request.headers['host']}{CALLBACK}"
    try:
        redirect: Response = await request.app.state.oidc.authorize_redirect(request, back)
    except Exception as error:
        raise _failed(request, error) from error
    return redirect


@router.get("/callback")
async def callback(request: Request, parts: Parts) -> Response:
    """Come back from the provider, signed in."""
    try:
        token = await request.app.state.oidc.authorize_access_token(request)
    except Exception as error:
        raise _failed(request, error) from error
    name = _name_of(token.get("userinfo") or {})
    account = parts.callers.accounts.find(name)
    if account is not None and account.disabled is not None:
        raise Failure(403, "DISABLED", "this account is disabled here")
    place = str(request.session.get(NEXT, "/"))
    request.session.clear()
    reply = RedirectResponse(place, status_code=303)
    set_cookie(reply, parts, parts.callers.accounts.sign_in(name))
    return reply


def _is_ours(place: str) -> bool:
    """True for a path of this site: browsers take two slashes for another one."""
    return (
        place.startswith("/")
        and not place.startswith("//")
        and place.isprintable()
        and ("\\" not in place)
    )


def _name_of(claims: dict[str, Any]) -> str:
    """Raises: Failure 403, where the token names nobody who could have an account."""
    email = claims.get("email") if claims.get("email_verified") is True else None
    name = str(claims.get("preferred_username") or email or "").lower()
    if not is_name(name):
        raise Failure(403, "NO_NAME", "the provider gave no name that an account could have")
    return name


def _failed(request: Request, error: Exception) -> Failure:
    log.warning("sign-in: %s", error, extra={"request_id": request.state.request_id})
    return Failure(
        502,
        "SIGN_IN_FAILED",
        "signing in with the provider failed",
        hint="begin again at /api/oidc/login; the server's log says why",
    )
