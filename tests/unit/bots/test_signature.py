from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from nagori.bots.lark.signature import NONCE, SIGNATURE, TIMESTAMP, is_genuine, is_signed

NOW = datetime(2026, 5, 3, 12, 0, tzinfo=UTC)
BODY = '{"text": "你好"}'.encode()


def headers(key: str = "key", at: datetime = NOW, body: bytes = BODY) -> dict[str, str]:
    stamp = str(int(at.timestamp()))
    written = sha256(f"{stamp}nonce{key}".encode() + body).hexdigest()
    return {TIMESTAMP: stamp, NONCE: "nonce", SIGNATURE: written}


def test_what_was_signed_with_the_key_is_genuine() -> None:
    assert is_genuine(headers(), BODY, "key", NOW)


@pytest.mark.parametrize("minutes", [-5, 5])
def test_five_minutes_are_allowed(minutes: int) -> None:
    assert is_genuine(headers(at=NOW + timedelta(minutes=minutes)), BODY, "key", NOW)


@pytest.mark.parametrize(
    "forged",
    [
        {},
        headers(key="other"),
        headers(body=b"{}"),
        headers(at=NOW - timedelta(minutes=5, seconds=1)),
        headers(at=NOW + timedelta(minutes=5, seconds=1)),
        {**headers(), NONCE: "other"},
        {**headers(), TIMESTAMP: "soon"},
        {**headers(), SIGNATURE: ""},
        {**headers(), SIGNATURE: "é" * 64},
        {**headers(), SIGNATURE: headers()[SIGNATURE].upper()},
    ],
)
def test_what_was_not_is_not(forged: dict[str, str]) -> None:
    assert not is_genuine(forged, BODY, "key", NOW)


def test_a_part_of_a_signature_is_seen() -> None:
    assert is_signed({NONCE: "x"})
    assert not is_signed({"content-type": "application/json"})
