"""Sign-in through a made-up OpenID provider that answers within the process."""

import time
from urllib.parse import parse_qs, urlsplit

import httpx2 as httpx  # which authlib takes where it is installed
import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey

from onfile.accounts import Accounts
from onfile.server import oidc
from onfile.server.settings import ServeSettings
from server_client import serving

ISSUER = "https://id.example"
KEY = RSAKey.generate_key(2048, {"kid": "k"})


class Provider:
    """Gives tokens with the claims that it is told to."""

    def __init__(self):
        self.claims = {"preferred_username": "Carol"}
        self.nonce = None
        self.key = KEY

    def __call__(self, request):
        path = urlsplit(str(request.url)).path
        if path == "/.well-known/openid-configuration":
            return httpx.Response(
                200,
                json={
                    "issuer": ISSUER,
                    "authorization_endpoint": f"{ISSUER}/authorize",
                    "token_endpoint": f"{ISSUER}/token",
                    "jwks_uri": f"{ISSUER}/keys",
                    "id_token_signing_alg_values_supported": ["RS256"],
                },
            )
        if path == "/keys":
            return httpx.Response(200, json={"keys": [KEY.as_dict(private=False)]})
        now = int(time.time())
        claims = {"iss": ISSUER, "aud": "onfile", "sub": "1", "iat": now, "exp": now + 60}
        claims |= {"nonce": self.nonce, **self.claims}
        token = jwt.encode({"alg": "RS256", "kid": "k"}, claims, self.key)
        given = {"access_token": "a", "token_type": "Bearer", "id_token": token}
        return httpx.Response(200, json=given)


@pytest.fixture
def provider(monkeypatch):
    made = Provider()
    install = oidc.install
    transport = httpx.MockTransport(made)
    monkeypatch.setattr(
        "onfile.server.app.oidc.install",
        lambda app, served: install(app, served, transport=transport),
    )
    return made


@pytest.fixture
def client(small_store, tmp_path, provider):
    given = {"oidc_issuer": ISSUER, "oidc_client_id": "onfile", "oidc_client_secret": "hush"}
    with serving(small_store, tmp_path, **given) as client:
        yield client


def come_back(client, provider, wanted="/", **changed):
    """What the callback answers after a visit to the provider."""
    away = client.get("/api/oidc/login", params={"next": wanted}, follow_redirects=False)
    assert away.status_code == 302, away.text
    sent = {
        name: values[0]
        for name, values in parse_qs(urlsplit(away.headers["location"]).query).items()
    }
    assert sent["code_challenge_method"] == "S256"
    provider.nonce = sent["nonce"]
    query = {"code": "c", "state": sent["state"], **changed}
    return client.get("/api/oidc/callback", params=query, follow_redirects=False)


def test_whoever_the_provider_lets_in_may_ask_and_read(client, provider):
    assert client.get("/api/me").status_code == 401
    reply = come_back(client, provider)
    assert (reply.status_code, reply.headers["location"]) == (303, "/")
    assert "HttpOnly" in reply.headers["set-cookie"]
    me = client.get("/api/me").json()
    assert (me["user"], me["scopes"]) == ("carol", ["ask", "read"])


@pytest.mark.parametrize(
    ("wanted", "led_to"),
    [
        ("/archive", "/archive"),
        ("/log?record=000001-ab", "/log?record=000001-ab"),
        ("//elsewhere.example", "/"),
        ("/\\elsewhere.example", "/"),
        ("https://elsewhere.example/", "/"),
        ("/\t/elsewhere.example", "/"),
    ],
)
def test_one_is_led_back_to_where_one_wanted_to_go_on_this_site(client, provider, wanted, led_to):
    assert come_back(client, provider, wanted=wanted).headers["location"] == led_to


def test_the_page_for_signing_in_offers_the_provider(client):
    text = client.get("/login").text
    assert 'href="/api/oidc/login"' in text


def test_an_answer_to_another_visit_is_not_taken(client, provider):
    assert come_back(client, provider, state="forged").status_code == 502
    assert client.get("/api/me").status_code == 401


def test_a_token_that_another_key_signed_is_not_taken(client, provider):
    provider.key = RSAKey.generate_key(2048, {"kid": "k"})
    assert come_back(client, provider).status_code == 502
    assert client.get("/api/me").status_code == 401


@pytest.mark.parametrize(
    "claims",
    [
        {"preferred_username": "../etc"},
        {"email": "carol@example.org", "email_verified": False},
        {},
    ],
)
def test_a_token_without_a_name_that_an_account_could_have_is_not_taken(client, provider, claims):
    provider.claims = claims
    reply = come_back(client, provider)
    assert (reply.status_code, reply.json()["error"]["code"]) == (403, "NO_NAME")


def test_an_account_that_is_disabled_here_stays_out(client, provider):
    accounts = Accounts(client.engine.store)
    accounts.add("carol", None)
    accounts.disable("carol")
    assert come_back(client, provider).status_code == 403


def test_by_default_there_is_no_such_sign_in(small_store, tmp_path):
    assert ServeSettings().oidc_issuer is None
    with serving(small_store, tmp_path) as client:
        assert client.get("/api/oidc/login").status_code == 404
