import base64
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from hypothesis import given
from hypothesis import strategies as st

from nagori.bots.errors import UnreadableError
from nagori.bots.lark.aes import Decryptor
from nagori.bots.lark.crypto import Opener

# NIST SP 800-38A, F.2.6.
KEY = bytes.fromhex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4")
IV = bytes(range(16))
SEALED = bytes.fromhex(
    "f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d"
    "39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b"
)
TEXT = bytes.fromhex(
    "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
    "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
)


def sealed(text: bytes, key: str, *, padding: bytes | None = None) -> str:
    missing = 16 - len(text) % 16
    text += bytes([missing]) * missing if padding is None else padding
    cipher = Cipher(algorithms.AES(sha256(key.encode()).digest()), modes.CBC(IV)).encryptor()
    return base64.b64encode(IV + cipher.update(text) + cipher.finalize()).decode()


def test_the_vectors_of_the_standards_are_opened() -> None:
    # FIPS 197, C.3.
    one = Decryptor(bytes(range(32))).blocks(bytes.fromhex("8ea2b7ca516745bfeafc49904b496089"))

    assert one.tobytes().hex() == "00112233445566778899aabbccddeeff"
    assert Decryptor(KEY).cbc(SEALED, IV) == TEXT


def test_the_example_of_the_platform_is_opened() -> None:
    assert Opener("test key").open("P37w+VZImNgPEO1RBhJ6RtKl7n6zymIbEG1pReEzghk=") == b"hello world"


@given(text=st.binary(max_size=300), key=st.text(min_size=1, max_size=40))
def test_what_another_library_seals_is_opened(text: bytes, key: str) -> None:
    assert Opener(key).open(sealed(text, key)) == text


def test_another_key_opens_nothing() -> None:
    with pytest.raises(UnreadableError):
        Opener("b").open(sealed(b"hello" * 20, "a"))


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "not base64!",
        "AAAA",
        base64.b64encode(bytes(16)).decode(),
        base64.b64encode(bytes(40)).decode(),
        sealed(b"0" * 16, "key", padding=b""),
        sealed(b"", "key", padding=bytes(16)),
        sealed(b"", "key", padding=b"\x11" * 16),
        sealed(b"", "key", padding=b"0123456789abc\x02\x03\x03"),
        "é" * 44,
    ],
)
def test_what_was_not_sealed_rightly_is_refused_in_the_same_words(wrong: str) -> None:
    with pytest.raises(UnreadableError, match="not sealed with our encrypt key"):
        Opener("key").open(wrong)


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Decryptor(bytes(16))
