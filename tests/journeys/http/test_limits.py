"""Limits, headers and errors that hold for every route."""

from collections.abc import AsyncGenerator

import pytest
from tests.journeys.http.conftest import Opening, Site


async def test_every_answer_tells_browsers_to_keep_out(site: Site) -> None:
    for path in ("/livez", "/api/chats", "/api/chats/none", "/nowhere", "/v1/models"):
        headers = (await site.http.get(path)).headers
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-request-id"]
        assert "access-control-allow-origin" not in headers
        assert "server" not in headers


async def test_no_other_origin_is_let_in_by_a_preflight(site: Site) -> None:
    asked = await site.http.options(
        "/api/chats",
        headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"},
    )
    assert asked.status_code == 405
    assert not any(name.startswith("access-control") for name in asked.headers)


async def test_a_request_that_is_too_large_is_refused(opening: Opening) -> None:
    async with opening(server={"max_body_bytes": 1000}) as site:
        said = await site.http.post("/api/memories", json={"text": "x" * 1000})
        assert said.status_code == 413
        assert said.json()["code"] == "too_large"

        async def pieces() -> AsyncGenerator[bytes]:
            yield b'{"text": "'
            for _ in range(20):
                yield b"x" * 100
            yield b'"}'

        headers = {"Content-Type": "application/json"}
        unsaid = await site.http.post("/api/memories", content=pieces(), headers=headers)
        assert unsaid.status_code == 413
        assert (await site.http.post("/api/memories", json={"text": "x"})).status_code == 201


async def test_a_caller_makes_so_many_requests_in_a_minute(opening: Opening) -> None:
    async with opening(server={"requests_per_minute": 5}) as site:
        statuses = [(await site.http.get("/api/chats")).status_code for _ in range(7)]
        assert statuses == [200] * 5 + [429] * 2
        refused = await site.http.get("/api/chats")
        assert 1 <= int(refused.headers["retry-after"]) <= 12
        assert refused.json()["code"] == "too_many_requests"
        async with site.keyed("carla") as other:
            assert (await other.get("/api/chats")).status_code == 200
        assert (await site.http.get("/livez")).status_code == 200


async def test_who_guesses_keys_is_slowed_down(site: Site) -> None:
    statuses: list[int] = []
    while 429 not in statuses and len(statuses) < 300:  # a slow machine is forgiven a few more
        headers = {"X-API-Key": f"nagori_{len(statuses)}"}
        statuses.append((await site.http.get("/api/chats", headers=headers)).status_code)
    assert statuses[:60] == [401] * 60
    assert statuses[-1] == 429


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "/api/chats/", 404, "not_found"),
        ("PATCH", "/api/chats", 405, "method_not_allowed"),
        ("GET", "/api/chats/none", 404, "not_found"),
        ("GET", "/api/chats?limit=0", 422, "invalid_input"),
        ("GET", "/api/chats?limit=many", 422, "invalid_input"),
        ("GET", "/docs", 404, "not_found"),
    ],
)
async def test_errors_are_problems(
    site: Site, method: str, path: str, status: int, code: str
) -> None:
    response = await site.http.request(method, path)

    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    assert problem["code"] == code
    assert problem["instance"] == path.partition("?")[0]
    assert problem["type"] == f"urn:nagori:error:{code}"
    assert {"title", "detail"} <= problem.keys()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"{", "1"),
        (b'{"text": 5}', "text"),
        (b'{"text": "tea", "colour": "green"}', "colour"),
        (b'{"text": "tea", "at": "2026-05-03T12:00:00"}', "at"),
        (b'{"text": "tea", "tag": "secret plan"}', "tag"),
        (b'{"text": "\\ud800"}', "text"),
        (b"[]", ""),
        (b"", ""),
    ],
)
async def test_input_that_cant_be_used_is_told_by_field_without_repeating_it(
    site: Site, body: bytes, field: str
) -> None:
    headers = {"Content-Type": "application/json"}
    refused = await site.http.post("/api/memories", content=body, headers=headers)

    assert refused.status_code == 422
    assert [one["field"] for one in refused.json()["errors"]] == [field]
    assert "secret plan" not in refused.text


async def test_what_is_no_json_at_all_is_refused(site: Site) -> None:
    headers = {"Content-Type": "application/json"}
    for body in (b"\xff\xfe", b"[" * 100_000):
        refused = await site.http.post("/api/memories", content=body, headers=headers)
        assert refused.status_code in (400, 422)
        assert refused.headers["content-type"] == "application/problem+json"
    form = await site.http.post("/api/memories", data={"text": "tea"})
    assert form.status_code == 422
