"""Who may come in, as whom, and what they may do."""

import socket
from typing import Any

import httpx2
import pytest
from tests.journeys.http.conftest import Opening, Site, say

from nagori import InvalidInputError, Nagori, Settings
from nagori.server.app import create_app


async def scope_seen(http: httpx2.AsyncClient, **headers: str) -> Any:
    made = await http.post("/api/chats", json={}, headers=headers)
    return made.json().get("scope") or (made.status_code, made.json()["code"])


async def test_on_this_machine_no_key_is_needed_for_the_local_user(opening: Opening) -> None:
    async with opening(server={"local_user": "ada"}) as site:
        assert await scope_seen(site.http) == "user:ada"
        assert await scope_seen(site.http, **{"Nagori-User": "ada"}) == "user:ada"
        assert await scope_seen(site.http, **{"Nagori-User": "carla"}) == (403, "forbidden")
        await site.n.keys.add("one")
        assert await scope_seen(site.http) == "user:ada"


async def test_a_key_comes_as_bearer_or_in_its_own_header(site: Site) -> None:
    secret = await site.key("carla")

    assert await scope_seen(site.http, Authorization=f"Bearer {secret}") == "user:carla"
    assert await scope_seen(site.http, Authorization=f"bearer  {secret}") == "user:carla"
    assert await scope_seen(site.http, **{"X-API-Key": secret}) == "user:carla"


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer nagori_wrong"},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic bWU6bWU="},
        {"X-API-Key": "nagori_wrong"},
        {"X-API-Key": ""},
    ],
)
async def test_a_wrong_key_is_never_taken_for_none(site: Site, headers: dict[str, str]) -> None:
    refused = await site.http.get("/api/chats", headers=headers)

    assert refused.status_code == 401
    assert refused.headers["www-authenticate"].startswith("Bearer")
    assert refused.headers["content-type"] == "application/problem+json"
    assert "wrong" not in refused.text


async def test_a_revoked_key_lets_nobody_in(site: Site) -> None:
    key, secret = await site.n.keys.add("one", user="carla")
    async with site.client(x_api_key=secret) as http:
        assert (await http.get("/api/chats")).status_code == 200
        await site.n.keys.revoke(key.id)
        assert (await http.get("/api/chats")).status_code == 401


async def test_a_key_of_the_space_names_the_user_it_acts_for(site: Site) -> None:
    async with site.keyed() as http:
        assert await scope_seen(http, **{"Nagori-User": "carla"}) == "user:carla"
        assert await scope_seen(http) == (422, "invalid_input")
        named = await http.post("/api/chats", json={}, headers=[(b"Nagori-User", "小林".encode())])
        assert named.json()["scope"] == "user:小林"
        assert await scope_seen(http, **{"Nagori-User": ""}) == (422, "invalid_input")


async def test_a_key_of_a_user_is_for_nobody_else(site: Site) -> None:
    async with site.keyed("carla") as http:
        assert await scope_seen(http, **{"Nagori-User": "carla"}) == "user:carla"
        assert await scope_seen(http, **{"Nagori-User": "ada"}) == (403, "forbidden")


async def test_the_key_of_the_settings_is_one_of_the_whole_space(opening: Opening) -> None:
    async with opening(server={"api_key": "k-1"}) as site:
        async with site.client(authorization="Bearer k-1") as http:
            assert await scope_seen(http, **{"Nagori-User": "carla"}) == "user:carla"
        async with site.client(authorization="Bearer k-2") as http:
            assert await scope_seen(http, **{"Nagori-User": "carla"}) == (401, "unauthorized")


async def test_an_empty_key_in_the_settings_opens_nothing(opening: Opening) -> None:
    async with opening(server={"api_key": ""}) as site:
        for headers in ({"Authorization": "Bearer"}, {"X-API-Key": ""}):
            refused = await site.http.get("/api/chats", headers=headers)
            assert refused.status_code == 401


async def test_a_key_that_may_only_read_changes_nothing(site: Site) -> None:
    async with site.keyed("carla", read_only=True) as http:
        assert (await http.get("/api/chats")).status_code == 200
        found = await http.post("/api/memories/search", json={"query": "tea"})
        assert found.status_code == 200
        assert (await http.post("/api/memories", json={"text": "tea"})).status_code == 403
        assert (await http.post("/api/chat", json={"message": "hi"})).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:7374"},
        {"Host": "127.0.0.1.evil.example"},
        {"Host": "user@127.0.0.1"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:9"},
        {"Origin": "null"},
        {"Origin": "file://"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
async def test_pages_of_others_cant_use_the_local_user(site: Site, headers: dict[str, str]) -> None:
    refused = await site.http.post("/api/memories", json={"text": "planted"}, headers=headers)

    assert refused.status_code == 403
    assert (await site.http.get("/api/memories")).json()["items"] == []
    secret = await site.key("me")
    keyed = await site.http.get("/api/memories", headers={**headers, "X-API-Key": secret})
    assert keyed.status_code == 200


async def test_pages_of_the_server_itself_can(opening: Opening) -> None:
    async with opening(server={"allowed_hosts": ["Memory.test"]}) as site:
        port = site.address.rpartition(":")[2]
        for headers in (
            {"Host": f"localhost:{port}", "Origin": f"http://localhost:{port}"},
            {"Host": f"[::1]:{port}", "Origin": f"http://127.0.0.1:{port}"},
            {"Host": f"memory.test:{port}", "Origin": f"http://memory.test:{port}"},
            {"Host": f"127.0.0.2:{port}", "Sec-Fetch-Site": "same-origin"},
        ):
            assert (await site.http.get("/api/chats", headers=headers)).status_code == 200


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
async def test_what_a_proxy_passes_on_is_not_from_this_machine(site: Site, name: str) -> None:
    refused = await site.http.get("/api/chats", headers={name: "127.0.0.1"})

    assert refused.status_code == 401


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::1", "::ffff:192.0.2.7", "unknown"])
async def test_from_another_machine_a_key_is_needed(hashed: Nagori, address: str) -> None:
    app = create_app(hashed, settings=Settings())
    _, secret = await hashed.keys.add("one", user="carla")
    transport = httpx2.ASGITransport(app, client=(address, 4711))
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http:
        for path in ("/api/stats", "/metrics", "/api/events", "/v1/models"):
            assert (await http.get(path)).status_code == 401
        assert (await http.get("/api/stats", headers={"X-API-Key": secret})).status_code == 200
        assert (await http.get("/livez")).status_code == 200


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
async def test_every_form_of_loopback_is_this_machine(hashed: Nagori, address: str) -> None:
    transport = httpx2.ASGITransport(
        create_app(hashed, settings=Settings()), client=(address, 4711)
    )
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as http:
        assert (await http.get("/api/stats")).status_code == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104
async def test_a_server_that_anybody_could_reach_without_a_key_does_not_start(
    opening: Opening, host: str
) -> None:
    with pytest.raises(InvalidInputError, match="nagori keys add"):
        async with opening(server={"host": host}):
            pass
    async with opening() as site:
        key, _ = await site.n.keys.add("one")
    async with opening(server={"host": "0.0.0.0"}) as site:  # noqa: S104
        await site.n.keys.revoke(key.id)
    with pytest.raises(InvalidInputError, match="NAGORI_SERVER__API_KEY"):
        async with opening(server={"host": host}):
            pass
    async with opening(server={"host": "0.0.0.0", "api_key": "k-1"}) as site:  # noqa: S104
        assert site.address.startswith("http://0.0.0.0:")


async def test_a_port_that_is_taken_is_told_plainly(opening: Opening) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(InvalidInputError, match="can't be used"),
    ):
        async with opening(server={"port": taken.getsockname()[1]}):
            pass


async def test_who_may_read_may_also_watch_but_not_speak(site: Site) -> None:
    frames = await say(site.http, "hi")
    turn = frames[0].data["turn_id"]
    async with site.keyed("me", read_only=True) as http:
        assert (await http.get(f"/api/turns/{turn}/events")).status_code == 200
        assert (await http.post(f"/api/turns/{turn}/stop")).status_code == 403
