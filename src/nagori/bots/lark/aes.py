"""AES-256 decryption, all blocks at once.

Events are small and come a hundred a second at the most, which needs no library: with numpy one
takes about a millisecond.
"""

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_ROUNDS = 14
_KEY_BYTES = 32
BLOCK = 16


def _times(a: int, b: int) -> int:
    """The product in the field of AES."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = (a << 1) ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def _box() -> list[int]:
    """The substitution of FIPS 197, from its definition."""
    box = [0x63] * 256
    power, inverse = 1, 1
    for _ in range(255):
        turned = inverse
        for shift in (1, 2, 3, 4):
            turned ^= (inverse << shift | inverse >> (8 - shift)) & 0xFF
        box[power] = turned ^ 0x63
        power, inverse = _times(power, 3), _times(inverse, 0xF6)  # 0xF6 is 1/3
    return box


def _table(factor: int) -> Bytes:
    return np.array([_times(value, factor) for value in range(256)], dtype=np.uint8)


_BOX = _box()
_BACK = np.array([_BOX.index(value) for value in range(256)], dtype=np.uint8)
_BY_14, _BY_11, _BY_13, _BY_9 = (_table(factor) for factor in (14, 11, 13, 9))
# Where each byte of a block comes from when rows are shifted back, and when a column is turned.
_SHIFT = np.array([(at % 4) + 4 * ((at // 4 - at % 4) % 4) for at in range(BLOCK)])
_TURN = [np.array([4 * (at // 4) + (at + by) % 4 for at in range(BLOCK)]) for by in range(4)]


class Decryptor:
    """Opens what was sealed with one key of 32 bytes, in CBC mode."""

    def __init__(self, key: bytes) -> None:
        if len(key) != _KEY_BYTES:
            raise ValueError("a key of AES-256 has 32 bytes")
        self._keys = _round_keys(key)

    def blocks(self, sealed: bytes) -> Bytes:
        """Every block opened for itself, as rows."""
        state = np.frombuffer(sealed, dtype=np.uint8).reshape(-1, BLOCK) ^ self._keys[_ROUNDS]
        for number in range(_ROUNDS - 1, 0, -1):
            state = _BACK[state[:, _SHIFT]] ^ self._keys[number]
            state = (
                _BY_14[state]
                ^ _BY_11[state[:, _TURN[1]]]
                ^ _BY_13[state[:, _TURN[2]]]
                ^ _BY_9[state[:, _TURN[3]]]
            )
        return _BACK[state[:, _SHIFT]] ^ self._keys[0]

    def cbc(self, sealed: bytes, iv: bytes) -> bytes:
        """The text of whole blocks that were sealed one on top of the other, with its padding."""
        before = np.frombuffer(iv + sealed[:-BLOCK], dtype=np.uint8).reshape(-1, BLOCK)
        return (self.blocks(sealed) ^ before).tobytes()


def _round_keys(key: bytes) -> Bytes:
    words = [list(key[at : at + 4]) for at in range(0, _KEY_BYTES, 4)]
    constant = 1
    for at in range(8, 4 * (_ROUNDS + 1)):
        word = words[-1]
        if at % 8 == 0:
            word = [_BOX[byte] for byte in (*word[1:], word[0])]
            word[0] ^= constant
            constant = _times(constant, 2)
        elif at % 8 == 4:
            word = [_BOX[byte] for byte in word]
        words.append([a ^ b for a, b in zip(words[at - 8], word, strict=True)])
    return np.array(words, dtype=np.uint8).reshape(-1, BLOCK)
