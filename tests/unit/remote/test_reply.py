from datetime import UTC, datetime

import pytest

from nagori.remote.reply import again_after, problem_in

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("7", 7.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("nan", None),
        ("inf", None),
        ("soon", None),
        ("Thu, 01 Jan 2026 00:00:30 GMT", 30.0),
        ("Wed, 31 Dec 2025 00:00:00 GMT", 0.0),
    ],
)
def test_retry_after_is_a_number_or_a_date(header: str | None, seconds: float | None) -> None:
    assert again_after(header, now=NOW) == seconds


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"error": {"message": "no model\\n m"}}', ": no model m"),
        (b'{"error": "no model m"}', ": no model m"),
        (b'{"error": "key sk-secret-1 is bad"}', ": key … is bad"),
        (b'{"detail": [{"input": "private"}]}', ""),
        (b"<html>", ""),
        (b"", ""),
    ],
)
def test_only_the_message_of_a_refusal_is_repeated_and_never_the_key(
    body: bytes, said: str
) -> None:
    assert problem_in(body, secrets=["Bearer sk-secret-1"]) == said


def test_a_long_message_is_cut() -> None:
    assert len(problem_in(b'{"error": "%s"}' % (b"x" * 5000), secrets=[])) < 300
