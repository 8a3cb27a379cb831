import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.server.local import came_through_a_proxy, is_loopback, refusal


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1"]
)
def test_loopback_has_many_names(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "0.0.0.0",  # noqa: S104
        "::",
        "10.0.0.1",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "::ffff:8.8.8.8",
    ],
)
def test_nothing_else_is_loopback(host: str) -> None:
    assert not is_loopback(host)


@given(st.dictionaries(st.sampled_from(["host", "origin", "sec-fetch-site"]), st.text()))
def test_headers_of_any_kind_are_judged_without_an_error(headers: dict[str, str]) -> None:
    problem = refusal(headers, ())

    if problem is None:
        host = headers["host"].rpartition(":")[0] or headers["host"]
        assert is_loopback(host) or is_loopback(headers["host"])


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:7374",
        "http://127.0.0.1:7374",
        "http://[::1]:7374",
        "https://localhost:7374",
    ],
)
def test_pages_of_this_port_on_this_machine_may_call(origin: str) -> None:
    assert refusal({"host": "127.0.0.1:7374", "origin": origin}, ()) is None


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://localhost",
        "http://localhost:3000",
        "http://evil.example:7374",
        "http://localhost:7374@evil.example",
        "http://user@localhost:7374",
        "ftp://localhost:7374",
        "http://localhost:7374/path",
        "http://localhost:99999",
    ],
)
def test_pages_of_elsewhere_may_not(origin: str) -> None:
    assert refusal({"host": "127.0.0.1:7374", "origin": origin}, ()) is not None


def test_an_allowed_name_is_one_whatever_its_case_and_only_itself() -> None:
    allowed = ("Memory.Example",)
    assert refusal({"host": "memory.example:7374"}, allowed) is None
    assert refusal({"host": "MEMORY.EXAMPLE"}, allowed) is None
    assert refusal({"host": "sub.memory.example"}, allowed) is not None
    assert refusal({}, allowed) is not None
    same = {"host": "memory.example", "origin": "http://memory.example"}
    assert refusal(same, allowed) is None
    other = {"host": "memory.example", "origin": "http://evil.example"}
    assert refusal(other, allowed) is not None


def test_a_proxy_shows() -> None:
    assert came_through_a_proxy({"x-forwarded-for": ""})
    assert not came_through_a_proxy({"host": "localhost"})
