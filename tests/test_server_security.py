"""The server's defaults, each with its test."""

import datetime as dt
import json

import pytest

from onfile.accounts import LOGIN_HOURS, Accounts
from onfile.errors import SettingError, UsageError
from onfile.server.running import check
from onfile.server.settings import ServeSettings, load_serve_settings
from server_client import QUESTION, serving

PASSWORD = "a long pass phrase"


@pytest.fixture
def alone(small_store, tmp_path):
    """A server for one person."""
    with serving(small_store, tmp_path) as client:
        yield client


@pytest.fixture
def shared(small_store, tmp_path):
    """A server with an account: ada, who may ask and read."""
    with serving(small_store, tmp_path) as client:
        client.accounts = Accounts(client.engine.store)
        client.accounts.add("ada", PASSWORD)
        yield client


def sign_in(client, user="ada", password=PASSWORD):
    reply = client.post("/api/login", json={"user": user, "password": password})
    assert reply.status_code == 200, reply.text
    return {"X-CSRF-Token": reply.json()["csrf_token"]}


def bearer(client, scopes=None, user="ada", **given):
    _, text = client.accounts.create_key(user, scopes, **given)
    return {"Authorization": f"Bearer {text}"}


def code(reply):
    return reply.status_code, reply.json()["error"]["code"]


# ── without accounts ─────────────────────────────────────────────────────────────────────────


def test_it_listens_on_this_machine_alone_unless_told_otherwise():
    assert ServeSettings().host == "127.0.0.1"
    assert ServeSettings().is_loopback


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.7", "files.example"])
def test_without_an_account_it_refuses_to_listen_elsewhere(alone, host):
    with pytest.raises(SettingError, match="without an account"):
        check(alone.engine, ServeSettings(host=host))


def test_with_an_account_it_may_listen_elsewhere(shared):
    check(shared.engine, ServeSettings(host="0.0.0.0"))


def test_without_an_account_a_request_from_another_machine_is_nobody_s(small_store, tmp_path):
    with serving(small_store, tmp_path, peer="10.0.0.9") as client:
        assert code(client.get("/api/me")) == (401, "UNAUTHENTICATED")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example"])
def test_a_name_of_another_site_that_points_here_is_refused(alone, host):
    assert code(alone.get("/api/health", headers={"Host": host})) == (421, "UNKNOWN_HOST")


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
def test_this_machine_s_own_names_are_known(alone, host):
    assert alone.get("/api/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_of_another_site_can_change_nothing(alone, headers):
    before = len(alone.engine.log.rows())
    reply = alone.post("/api/ask", json={"question": QUESTION}, headers=headers)
    assert code(reply) == (403, "FOREIGN_ORIGIN")
    assert len(alone.engine.log.rows()) == before


def test_a_page_of_ours_may_ask(alone):
    headers = {"Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}
    reply = alone.post("/api/ask", json={"question": QUESTION}, headers=headers)
    assert reply.status_code == 200


def test_no_answer_may_be_read_by_pages_of_other_sites(alone):
    reply = alone.get("/api/coverage", headers={"Origin": "https://evil.example"})
    assert "access-control-allow-origin" not in reply.headers
    assert reply.headers["cross-origin-resource-policy"] == "same-origin"


def test_headers_forbid_inline_scripts_framing_sniffing_and_caching(alone):
    headers = alone.get("/api/coverage").headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


# ── with accounts ────────────────────────────────────────────────────────────────────────────


def test_the_first_account_closes_the_server_to_everybody_else_at_once(alone):
    assert alone.get("/api/coverage").status_code == 200
    Accounts(alone.engine.store).add("ada", PASSWORD)
    assert code(alone.get("/api/coverage")) == (401, "UNAUTHENTICATED")


def test_every_address_but_health_readiness_and_sign_in_asks_who_it_is(shared):
    paths = shared.get("/api/openapi.json")
    assert paths.status_code == 200
    opened = {"/api/health", "/api/ready", "/api/login", "/api/oidc/login", "/api/oidc/callback"}
    for path, methods in paths.json()["paths"].items():
        for method in methods:
            url = path.replace("{number}", "1").replace("{", "").replace("}", "")
            status = shared.request(method, url).status_code
            assert (status == 401) == (path not in opened), (method, path, status)


def test_a_password_signs_in_and_the_cookie_is_kept_from_scripts_and_other_sites(shared):
    reply = shared.post("/api/login", json={"user": "ada", "password": PASSWORD})
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Secure" not in cookie
    me = shared.get("/api/me").json()
    assert (me["user"], me["scopes"]) == ("ada", ["ask", "read"])


def test_over_https_the_cookie_is_sent_over_https_alone(small_store, tmp_path):
    with serving(small_store, tmp_path, https=True) as client:
        Accounts(client.engine.store).add("ada", PASSWORD)
        reply = client.post("/api/login", json={"user": "ada", "password": PASSWORD})
        assert reply.headers["set-cookie"].startswith("__Host-onfile=")
        assert "Secure" in reply.headers["set-cookie"]
        assert "strict-transport-security" in reply.headers


def test_a_request_by_cookie_needs_the_token_that_our_pages_alone_can_read(shared):
    token = sign_in(shared)
    body = {"question": QUESTION}
    assert code(shared.post("/api/ask", json=body)) == (403, "CSRF")
    wrong = {"X-CSRF-Token": "0" * 64}
    assert code(shared.post("/api/ask", json=body, headers=wrong)) == (403, "CSRF")
    assert shared.post("/api/ask", json=body, headers=token).status_code == 200


def test_the_record_names_the_account_that_asked(shared):
    reply = shared.post("/api/ask", json={"question": QUESTION}, headers=sign_in(shared))
    assert shared.engine.log.show(reply.json()["record"]).body["asker"] == "ada"


def test_a_forged_cookie_is_nobody_s(shared):
    sign_in(shared)
    value = shared.cookies["onfile"]
    shared.cookies.clear()
    shared.cookies["onfile"] = value[:-2] + "xx"
    assert shared.get("/api/me").status_code == 401


def test_signing_out_ends_the_sign_in_on_the_server_too(shared):
    token = sign_in(shared)
    value = shared.cookies["onfile"]
    assert shared.post("/api/logout", headers=token).status_code == 200
    shared.cookies["onfile"] = value
    assert shared.get("/api/me").status_code == 401


def test_a_new_password_and_a_disabled_account_end_what_is_signed_in(shared):
    sign_in(shared)
    shared.accounts.set_password("ada", "another pass phrase")
    assert shared.get("/api/me").status_code == 401
    sign_in(shared, password="another pass phrase")
    key = bearer(shared)
    shared.accounts.disable("ada")
    assert shared.get("/api/me").status_code == 401
    assert shared.get("/api/me", headers=key).status_code == 401


def test_a_sign_in_is_over_after_its_time(shared):
    now = dt.datetime.now(dt.UTC)
    earlier = Accounts(shared.engine.store, lambda: now - dt.timedelta(hours=LOGIN_HOURS + 1))
    token = earlier.sign_in("ada")
    assert earlier.signed_in(token) == "ada"
    assert shared.accounts.signed_in(token) is None


@pytest.mark.parametrize("user", ["ada", "nobody"])
def test_a_wrong_password_and_an_unknown_name_are_told_alike(shared, user):
    reply = shared.post("/api/login", json={"user": user, "password": "wrong pass phrase"})
    assert code(reply) == (401, "WRONG_PASSWORD")


def test_guessing_passwords_is_slowed_down(shared):
    wrong = {"user": "ada", "password": "wrong pass phrase"}
    statuses = [shared.post("/api/login", json=wrong).status_code for _ in range(11)]
    assert statuses == [401] * 10 + [429]
    assert int(shared.post("/api/login", json=wrong).headers["retry-after"]) > 1


def test_right_passwords_are_not_counted_however_many_come_from_one_address(shared):
    for _ in range(11):
        sign_in(shared)


def test_passwords_and_keys_are_kept_as_hashes_alone(shared):
    text = bearer(shared)["Authorization"].removeprefix("Bearer ")
    shared.engine.store.database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = (shared.engine.store.directory / "onfile.db").read_bytes()
    assert PASSWORD.encode() not in kept
    assert text.encode() not in kept
    assert text.rsplit("_", 1)[1].encode() not in kept
    assert b"$argon2id$" in kept


@pytest.mark.parametrize("password", ["short", "x" * 1025])
def test_a_password_that_is_too_short_or_too_long_is_refused(shared, password):
    with pytest.raises(UsageError, match="10 to 1024"):
        shared.accounts.add("bob", password)


@pytest.mark.parametrize("name", ["", "Ada", "../etc", ".ada", "a b", "a/b", "x" * 65])
def test_a_name_that_could_be_a_path_is_refused(shared, name):
    with pytest.raises(UsageError, match="can't be an account's name"):
        shared.accounts.add(name, PASSWORD)


# ── keys ─────────────────────────────────────────────────────────────────────────────────────


def test_a_key_may_do_what_its_scopes_say_and_no_more(shared):
    key = bearer(shared, ["read"])
    assert shared.get("/api/coverage", headers=key).status_code == 200
    reply = shared.post("/api/ask", json={"question": QUESTION}, headers=key)
    assert code(reply) == (403, "FORBIDDEN")


def test_a_key_loses_what_its_account_loses(shared):
    key = bearer(shared, ["ask", "read"])
    shared.accounts.set_scopes("ada", ["read"])
    reply = shared.post("/api/ask", json={"question": QUESTION}, headers=key)
    assert reply.status_code == 403


def test_a_revoked_an_expired_and_an_altered_key_are_nobody_s(shared):
    key, text = shared.accounts.create_key("ada")
    headers = {"Authorization": f"Bearer {text}"}
    assert shared.get("/api/me", headers=headers).status_code == 200
    assert shared.get("/api/me", headers={"Authorization": f"Bearer {text}x"}).status_code == 401
    shared.accounts.revoke_key(key.key_id)
    assert shared.get("/api/me", headers=headers).status_code == 401
    now = dt.datetime.now(dt.UTC)
    earlier = Accounts(shared.engine.store, lambda: now - dt.timedelta(days=3))
    _, old = earlier.create_key("ada", days=2)
    assert shared.get("/api/me", headers={"Authorization": f"Bearer {old}"}).status_code == 401


def test_a_key_needs_no_token_and_minds_no_origin_for_no_browser_sends_it_by_itself(shared):
    headers = bearer(shared) | {"Origin": "https://evil.example"}
    reply = shared.post("/api/ask", json={"question": QUESTION}, headers=headers)
    assert reply.status_code == 200


def test_a_wrong_key_is_not_helped_out_by_a_cookie(shared):
    sign_in(shared)
    assert shared.get("/api/me", headers={"Authorization": "Bearer wrong"}).status_code == 401


def test_keys_are_made_shown_once_listed_and_revoked_over_http(shared):
    token = sign_in(shared)
    made = shared.post("/api/keys", json={"scopes": ["read"], "note": "a script"}, headers=token)
    assert made.status_code == 201
    headers = {"Authorization": f"Bearer {made.json()['key']}"}
    assert shared.get("/api/me", headers=headers).json()["scopes"] == ["read"]
    listed = shared.get("/api/keys").json()["keys"]
    assert [key["note"] for key in listed] == ["a script"]
    assert "key" not in listed[0]
    key_id = listed[0]["key_id"]
    assert shared.delete(f"/api/keys/{key_id}", headers=token).status_code == 200
    assert shared.get("/api/me", headers=headers).status_code == 401


def test_nobody_makes_a_key_with_more_scopes_than_they_have_or_revokes_another_s(shared):
    token = sign_in(shared)
    reply = shared.post("/api/keys", json={"scopes": ["admin"]}, headers=token)
    assert code(reply) == (403, "FORBIDDEN")
    narrow = bearer(shared, ["read"])
    reply = shared.post("/api/keys", json={"scopes": ["ask"]}, headers=narrow)
    assert code(reply) == (403, "FORBIDDEN")
    shared.accounts.add("bob", PASSWORD)
    key, _ = shared.accounts.create_key("bob")
    assert shared.delete(f"/api/keys/{key.key_id}", headers=token).status_code == 404
    assert key.key_id not in shared.get("/api/keys").text


def test_questions_of_one_account_are_limited_and_say_when_to_come_again(small_store, tmp_path):
    with serving(small_store, tmp_path, questions_per_minute=2) as client:
        client.accounts = Accounts(client.engine.store)
        client.accounts.add("ada", PASSWORD)
        client.accounts.add("bob", PASSWORD)
        ada, bob = bearer(client), bearer(client, user="bob")
        body = {"question": QUESTION}
        replies = [client.post("/api/ask", json=body, headers=ada) for _ in range(3)]
        assert [reply.status_code for reply in replies] == [200, 200, 429]
        assert 1 <= int(replies[-1].headers["retry-after"]) <= 61
        assert client.post("/api/ask", json=body, headers=bob).status_code == 200


# ── proxies ──────────────────────────────────────────────────────────────────────────────────


def test_a_header_that_names_the_user_is_believed_of_a_trusted_proxy_alone(small_store, tmp_path):
    given = {"proxy_user_header": "X-Remote-User", "trusted_proxies": "10.0.0.0/8"}
    named = {"X-Remote-User": "carol"}
    with serving(small_store, tmp_path, peer="10.1.2.3", **given) as client:
        me = client.get("/api/me", headers=named).json()
        assert (me["user"], me["scopes"]) == ("carol", ["ask", "read"])
        body = {"question": QUESTION}
        assert code(client.post("/api/ask", json=body, headers=named)) == (403, "CSRF")
        headers = named | {"X-CSRF-Token": me["csrf_token"]}
        assert client.post("/api/ask", json=body, headers=headers).status_code == 200
    with serving(small_store, tmp_path, peer="192.0.2.1", **given) as client:
        assert client.get("/api/me", headers=named).status_code == 401


def test_by_default_no_header_of_a_proxy_is_believed(alone):
    Accounts(alone.engine.store).add("ada", PASSWORD)
    for header in ("X-Forwarded-User", "X-Remote-User", "Remote-User"):
        assert alone.get("/api/me", headers={header: "ada"}).status_code == 401


def test_a_proxy_s_header_without_trusted_proxies_is_refused_at_the_start(alone):
    with pytest.raises(SettingError, match="trusted_proxies"):
        check(alone.engine, ServeSettings(proxy_user_header="X-Remote-User"))


def test_an_account_that_is_disabled_here_stays_out_though_the_proxy_lets_it_in(
    small_store, tmp_path
):
    given = {"proxy_user_header": "X-Remote-User", "trusted_proxies": "127.0.0.1"}
    with serving(small_store, tmp_path, **given) as client:
        accounts = Accounts(client.engine.store)
        accounts.add("ada", None)
        accounts.disable("ada")
        assert client.get("/api/me", headers={"X-Remote-User": "ada"}).status_code == 401


# ── settings ─────────────────────────────────────────────────────────────────────────────────


def test_a_variable_that_is_no_setting_is_refused():
    with pytest.raises(SettingError, match="ONFILE_SERVE_HOTS is not a setting"):
        load_serve_settings({"ONFILE_SERVE_HOTS": "x"})


def test_a_wrong_setting_is_named_and_no_secret_is_repeated():
    environ = {"ONFILE_SERVE_PORT": "http", "ONFILE_SERVE_OIDC_CLIENT_SECRET": "hush"}
    with pytest.raises(SettingError, match="setting port") as caught:
        load_serve_settings(environ)
    assert "hush" not in str(caught.value) + caught.value.hint
    assert "hush" not in repr(load_serve_settings({**environ, "ONFILE_SERVE_PORT": "1"}))


def test_no_password_key_cookie_or_question_is_in_the_logs(shared, caplog):
    caplog.set_level("DEBUG")
    token = sign_in(shared)
    key = bearer(shared)
    shared.post("/api/ask", json={"question": QUESTION}, headers=token)
    shared.get("/api/documents", params={"name": "hush"}, headers=key)
    shared.post("/api/login", json={"user": "ada", "password": "wrong pass phrase"})
    ours = [one for one in caplog.records if not one.name.startswith("httpx")]  # the client's own
    logged = json.dumps([str(vars(record)) for record in ours])
    secrets = [PASSWORD, "wrong pass phrase", key["Authorization"], *shared.cookies.values()]
    assert "/api/ask" in logged
    assert [one for one in (*secrets, *token.values(), QUESTION, "hush") if one in logged] == []
