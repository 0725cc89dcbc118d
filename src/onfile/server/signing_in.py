"""Signing in and out, who one is, and the keys of one's own account."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from onfile.accounts import LOGIN_HOURS, Account, ApiKey
from onfile.errors import UsageError
from onfile.server import schemas_work as told
from onfile.server.callers import Caller
from onfile.server.replies import Failure, Json, errors, not_found
from onfile.server.served import Anybody, Parts, Served
from onfile.types import JsonObject

router = APIRouter(prefix="/api", tags=["accounts"])

KeyId = Annotated[str, Path(max_length=64)]


@router.post("/login", response_model=told.MeTold, responses=errors())
async def login(given: told.LoginGiven, request: Request, parts: Parts) -> Response:
    """Sign in with a password; the cookie that is set is good for twelve hours."""
    parts.callers.check_origin(request)
    if parts.callers.is_single_user:
        raise Failure(400, "NO_ACCOUNTS", "there are no accounts: nobody needs to sign in")
    address = request.client.host if request.client else "?"
    accounts = parts.callers.accounts

    def verified() -> Account | None:
        parts.limiter.may_sign_in(given.user, address)
        found = accounts.verified(given.user, given.password)
        if found is None:
            parts.limiter.missed_sign_in(given.user, address)
        return found

    found = await parts.reads.run(verified)
    if found is None:
        raise Failure(401, "WRONG_PASSWORD", "there is no such account with this password")
    token = accounts.sign_in(found.name)
    caller = Caller(
        found.name, found.scopes, request.state.request_id, csrf=parts.callers.csrf(token)
    )
    reply = Json(_me(parts, caller))
    set_cookie(reply, parts, token)
    return reply


@router.post("/logout", response_model=told.DoneTold, responses=errors())
async def logout(request: Request, parts: Parts, caller: Anybody) -> Response:
    """Sign out: the cookie is of no use from now on."""
    token = parts.callers.token(request)
    if token is not None:
        parts.callers.accounts.sign_out(token)
    reply = Json({"done": True})
    reply.delete_cookie(parts.callers.cookie_name, path="/")
    return reply


@router.get("/me", response_model=told.MeTold, responses=errors())
async def me(parts: Parts, caller: Anybody) -> Response:
    """Who one is, what one may do, and what to send with requests that change anything."""
    return Json(_me(parts, caller))


@router.get("/keys", response_model=told.KeysTold, responses=errors())
async def list_keys(parts: Parts, caller: Anybody) -> Response:
    """The keys of one's own account; an administrator's list is everybody's."""
    whose = None if "admin" in caller.scopes else caller.user
    return Json({"keys": [key_json(key) for key in parts.callers.accounts.keys(whose)]})


@router.post("/keys", response_model=told.NewKeyTold, status_code=201, responses=errors(409))
async def create_key(given: told.KeyGiven, parts: Parts, caller: Anybody) -> Response:
    """A key of one's own account, with no more than one's own scopes; shown this once."""
    if caller.user is None or parts.callers.accounts.find(caller.user) is None:
        raise Failure(409, "NO_ACCOUNT", "a key belongs to an account of this server")
    wanted = sorted(caller.scopes) if given.scopes is None else given.scopes
    if beyond := set(wanted) - caller.scopes:
        raise Failure(403, "FORBIDDEN", f"you may not {', '.join(sorted(beyond))} yourself")
    key, text = parts.callers.accounts.create_key(
        caller.user, wanted, days=given.days, note=given.note
    )
    return Json(key_json(key) | {"key": text}, status_code=201)


@router.delete("/keys/{key_id}", response_model=told.DoneTold, responses=errors(404))
async def revoke_key(key_id: KeyId, parts: Parts, caller: Anybody) -> Response:
    """Let a key do no more: one's own, or for an administrator any."""
    whose = None if "admin" in caller.scopes else caller.user
    try:
        parts.callers.accounts.revoke_key(key_id, whose)
    except UsageError as error:
        raise not_found("there is no such key") from error
    return Json({"done": True})


def set_cookie(reply: Response, parts: Served, token: str) -> None:
    """Hand out a sign-in: kept from scripts, and not sent along from other sites."""
    reply.set_cookie(
        parts.callers.cookie_name,
        parts.callers.cookie(token),
        max_age=LOGIN_HOURS * 3600,
        path="/",
        secure=parts.settings.https,
        httponly=True,
        samesite="lax" if parts.settings.oidc_issuer else "strict",
    )


def key_json(key: ApiKey) -> JsonObject:
    """A key without its secret."""
    return {
        "key_id": key.key_id,
        "account": key.account,
        "scopes": sorted(key.scopes),
        "note": key.note,
        "created": key.created,
        "expires": key.expires,
        "revoked": key.revoked,
    }


def _me(parts: Served, caller: Caller) -> JsonObject:
    return {
        "user": caller.user,
        "scopes": sorted(caller.scopes),
        "single_user": parts.callers.is_single_user,
        "csrf_token": caller.csrf,
    }
