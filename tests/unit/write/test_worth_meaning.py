"""What the meaning of a message adds to its worth."""

from collections.abc import AsyncIterator

import pytest

from nagori.embed.local import LocalEmbedder
from nagori.testing.embedders import HashedEmbedder
from nagori.write.worth import weigh
from nagori.write.worth_meaning import LONGEST, direction, leanings

PAIRS = [
    ("We adopted a greyhound called Pickle in March", "Aw, that's so lovely, good for you!"),
    ("Started as a paramedic in Leeds last week", "Never give up, you have what it takes!"),
    ("上个月我们搬到了苏州，租在园区", "哇真的太棒了，为你开心"),
    ("我爸下周三做白内障手术", "加油加油，一定没问题的"),
]


@pytest.fixture
async def embedder() -> AsyncIterator[LocalEmbedder]:
    embedder = LocalEmbedder()
    yield embedder
    await embedder.close()


@pytest.mark.parametrize(("lasting", "passing"), PAIRS)
async def test_what_lasts_leans_the_other_way_than_cheers(
    embedder: LocalEmbedder, lasting: str, passing: str
) -> None:
    more, less = await leanings([lasting, passing], embedder)

    assert more is not None
    assert less is not None
    assert more > less


async def test_only_the_beginning_of_a_long_text_is_looked_at(embedder: LocalEmbedder) -> None:
    text = "I live in Porto and bake bread. " * 40

    first, same = await leanings([text[:LONGEST], text + "unrelated " * 500], embedder)

    assert first == same


async def test_nothing_is_told_without_an_embedder_or_by_one_that_nobody_measured() -> None:
    assert await leanings(["I live in Porto"], None) == [None]
    assert await leanings(["I live in Porto"], HashedEmbedder()) == [None]
    assert direction("../usem3") is None


async def test_words_alone_decide_when_the_embedder_fails() -> None:
    embedder = LocalEmbedder()
    await embedder.close()

    assert await leanings(["I live in Porto", "hi"], embedder) == [None, None]
    assert weigh("I live in Porto").keep


def test_meaning_can_tip_the_scales_either_way() -> None:
    said = "We drove out to the lighthouse with Renée"
    assert weigh(said, leaning=0.4).score > weigh(said, leaning=-0.4).score


def test_no_meaning_makes_a_statement_of_a_question() -> None:
    assert not weigh("How long does rice keep in the fridge?", leaning=1.0).keep
