import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.embed.local import LocalEmbedder
from nagori.write.decide import Add, Confirm, Decision, Drop, Known, Supersede, decide, describe

AT = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def embedder() -> Iterator[LocalEmbedder]:
    local = LocalEmbedder()
    yield local
    asyncio.run(local.close())


async def known(embedder: LocalEmbedder, new: str, texts: Sequence[str]) -> list[Known]:
    vectors = await embedder.embed([new, *texts])
    cosines = (vectors[1:] @ vectors[0]).tolist()
    return [Known(f"m{n}", t, cosines[n], AT) for n, t in enumerate(texts)]


def without_embedder(texts: Sequence[str]) -> list[Known]:
    return [Known(f"m{n}", text, None, AT) for n, text in enumerate(texts)]


SUPERSEDES = [
    ("The user lives in Porto.", "The user lives in Lyon.", "The user's sister lives in Madrid."),
    ("The user lives in Porto.", "I live in Lyon now", "The user's sister lives in Madrid."),
    ("The user works at Siemens.", "The user works at Airbus.", "The user's wife works at Bosch."),
    ("The user is 34 years old.", "The user is 35 years old.", "The user's brother is 30."),
    ("The user's boss is Helen.", "The user's boss is Victor.", "The user's colleague is Sam."),
    ("The user likes cilantro.", "The user dislikes cilantro.", "The user likes spicy food."),
    ("my favourite band is Radiohead", "these days my favourite band is Big Thief", "I love films"),
    ("my new coworker is called Maria", "actually it's Marta, not Maria", "my boss is called Paul"),
    (
        "dentist is on Thursday at 3",
        "they moved my dentist thing to Friday at 11",
        "gym on Thursday",
    ),
    ("we're going to Greece in July", "we're doing Turkey instead of Greece", "I've two kids"),
    ("I smoke about ten a day", "haven't touched a cigarette in 3 months, I quit", "dad smokes"),
    ("I ride a Honda motorbike", "sold the Honda last week", "my brother has a Yamaha"),
    ("my dog is called Rufus", "we had to put Rufus down on Sunday", "I have a cat called Mog"),
    ("用户住在上海。", "用户住在杭州。", "用户的妹妹住在苏州。"),
    ("用户今年34岁。", "用户今年35岁。", "用户的弟弟30岁。"),
    ("用户喜欢香菜。", "用户讨厌香菜。", "用户爱吃辣。"),
    ("我在字节做后端", "从字节跳到美团了，今天入职第一天", "我老婆在银行上班"),
    ("我一天一包烟", "戒烟三个月了", "我爸抽烟斗"),
    ("周四下午三点看牙", "看牙改到周五上午十一点了", "周四上午有个会"),
    ("我和阿杰订婚了，明年办婚礼", "婚不结了，和阿杰分开了", "我爸妈感情很好"),
    ("我开一辆飞度", "飞度卖了，换了辆比亚迪", "我爸开卡罗拉"),
    ("新同事叫李静", "说错了，新同事是李婧，女字旁的婧", "领导姓周"),
    ("The user lives in Shanghai.", "用户搬到杭州了。", "The user's sister lives in Suzhou."),
    ("用户用的是华为P50。", "用户手机换成了小米14，拍照还不错。", "用户的电脑是ThinkPad。"),
    ("我女朋友叫林小雨", "跟小雨分手了，现在单身", "我妹妹今年高考"),
    ("我租的房子每月三千二", "房东涨价了，现在房租三千八", "我工资一万出头"),
    ("我每天坐地铁上班", "地铁太挤，买了辆小电驴，上下班都骑它了", "我九点打卡"),
    ("我老板姓陈", "空降了个新老板，姓林", "我工位靠窗"),
]
CONFIRMS = [
    ("The user lives in Porto.", "I live in Porto", "The user's sister lives in Madrid."),
    ("The user works at Siemens.", "The user is employed at Siemens.", "The user lives in Munich."),
    ("I'm allergic to peanuts", "peanuts could kill me, allergy", "my son has asthma"),
    ("my flight to Oslo is on the 21st", "21st is when I fly to Oslo", "my cousin lives in Bergen"),
    ("my brother lives in Toronto", "Toronto's where my brother is based", "I live in Vancouver"),
    ("The user doesn't drink alcohol.", "The user is teetotal.", "The user works in a library."),
    ("The user's wife's a nurse.", "The user's missus does nursing for a living.", "I'm a cook"),
    ("用户在华为工作。", "用户在华为上班。", "用户的妻子在银行工作。"),
    ("用户是左撇子。", "用户从小拿筷子写字就用左手，改不过来了。", "用户戴眼镜，散光。"),
    ("我对花生过敏", "花生我碰都不能碰，过敏", "儿子有哮喘"),
    ("我每周六打网球", "周六雷打不动去打网球", "周日看球"),
    ("房租每月两千四", "每个月交2400房租", "工资八千"),
    ("用户在网易工作。", "用户还是在猪厂上班。", "用户的老婆在阿里。"),
    ("用户房贷还有十年。", "房贷用户还得再还十年。", "用户的老婆没工作。"),
    ("The user's sister is a lawyer.", "The user's sister practises law.", "I'm a plumber"),
]
ADDS = [
    ("The user lives in Porto.", "The user's brother lives in Lisbon.", "The user surfs."),
    ("The user has a dog named Rex.", "The user has a cat named Mia.", "The user's sister sings."),
    ("The user is allergic to peanuts.", "The user is allergic to penicillin.", "I like satay."),
    ("I work at Costco", "my flatmate quit her job at Costco today", "my flatmate is called Jess"),
    ("my favourite film is Heat", "my favourite book is Dune", "I read on the train"),
    ("meeting with Anna on Wednesday", "meeting with Bogdan on Wednesday", "I work in sales"),
    ("my phone is a Galaxy S22", "bought my mum an iPhone 15 for her birthday", "I wear a Garmin"),
    ("I've got a cat called Mabel", "adopted a second cat, Otto, to keep Mabel company", "I hike"),
    ("The user is allergic to peanuts.", "用户对猫毛过敏。", "The user lives in Porto."),
    ("用户住在上海。", "用户的弟弟住在北京。", "用户会冲浪。"),
    ("用户平时喜欢钓鱼。", "除了钓鱼，用户最近又迷上了露营。", "用户住武汉。"),
    ("用户对花生过敏。", "用户对青霉素过敏。", "用户爱吃芝麻。"),
    ("最喜欢的歌手是周杰伦", "最喜欢的导演得是贾樟柯", "我五音不全"),
    ("我喜欢徒步", "最近迷上攀岩", "膝盖不好"),
    ("我弟弟在新疆当兵", "我堂弟也当兵去了，分到了西藏", "我爸退休了"),
    ("我妈有高血压，天天吃药", "我爸血糖偏高，医生让他少吃甜的", "爸妈跟我住一个小区"),
]


@pytest.mark.parametrize(("old", "new", "other"), SUPERSEDES)
async def test_what_changed_or_ended_closes_what_was(
    embedder: LocalEmbedder, old: str, new: str, other: str
) -> None:
    decision = decide(new, await known(embedder, new, [old, other]))

    assert isinstance(decision, Supersede)
    assert decision.memory_ids == ("m0",)


@pytest.mark.parametrize(("old", "new", "other"), CONFIRMS)
async def test_the_same_in_other_words_confirms(
    embedder: LocalEmbedder, old: str, new: str, other: str
) -> None:
    assert decide(new, await known(embedder, new, [old, other])) == Confirm("m0")


@pytest.mark.parametrize(("old", "new", "other"), ADDS)
async def test_what_is_true_beside_the_older_is_added(
    embedder: LocalEmbedder, old: str, new: str, other: str
) -> None:
    assert isinstance(decide(new, await known(embedder, new, [old, other])), Add)


@pytest.mark.parametrize(
    ("old", "new", "ended"),
    [
        (
            "I'm allergic to penicillin, I come up in hives",
            "Turns out cashews make my lips swell",
            "I'm not allergic to penicillin after all, the test says so",
        ),
        ("我对青霉素过敏", "原来吃芒果我嘴会肿", "复查了，我对青霉素不过敏了"),
    ],
)
async def test_an_allergy_is_closed_only_by_words_that_name_it(
    embedder: LocalEmbedder, old: str, new: str, ended: str
) -> None:
    assert not isinstance(decide(new, await known(embedder, new, [old])), Supersede)
    assert isinstance(decide(ended, await known(embedder, ended, [old])), Supersede)


def test_names_that_differ_in_a_number_are_different_ones() -> None:
    old = [Known("m0", "The user's cousin Kim1 collects stamps.", None, AT)]

    assert isinstance(decide("The user's cousin Kim11 collects stamps.", old), Add)


async def test_two_memories_of_one_home_are_both_closed(embedder: LocalEmbedder) -> None:
    old = ["The user lives in Porto.", "User lives in Porto", "The user likes port wine."]
    new = "The user no longer lives in Porto."

    decision = decide(new, await known(embedder, new, old))

    assert isinstance(decision, Supersede)
    assert set(decision.memory_ids) == {"m0", "m1"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The user lives in Porto.", "The user lives in Lyon."),
        ("The user works at Siemens.", "The user quit her job at Siemens."),
        ("用户抽烟。", "用户戒烟了。"),
    ],
)
def test_a_change_is_seen_while_the_embedder_is_down(old: str, new: str) -> None:
    decision = decide(new, without_embedder([old, "The user likes tea."]))

    assert isinstance(decision, Supersede)
    assert decision.memory_ids == ("m0",)


@pytest.mark.parametrize(
    ("recalled", "said"),
    [
        ("The user lives in Porto.", "The user lives in Porto."),
        ("The user lives in Porto.", "I live in Porto!"),
        ("用户对花生过敏。", "我对花生过敏"),
    ],
)
def test_what_only_restates_the_recalled_is_dropped(recalled: str, said: str) -> None:
    near = without_embedder([recalled])

    assert isinstance(decide(said, near, recalled=[recalled]), Drop)
    assert decide(said, near) == Confirm("m0")


def test_two_recalled_facts_in_one_sentence_are_still_an_echo() -> None:
    recalled = ["The user lives in Porto.", "The user has a cat named Olive."]

    assert isinstance(decide("I have a cat named Olive in Porto", [], recalled=recalled), Drop)


@pytest.mark.parametrize(
    "said",
    ["The user no longer lives in Porto.", "The user lives in Lyon.", "I moved to Lyon in 2020"],
)
def test_news_about_the_recalled_is_not_dropped(said: str) -> None:
    recalled = ["The user lives in Porto."]

    assert isinstance(decide(said, without_embedder(recalled), recalled=recalled), Supersede)


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t"])
def test_an_empty_sentence_is_dropped(nothing: str) -> None:
    assert isinstance(decide(nothing, without_embedder(["The user lives in Porto."])), Drop)


def test_nothing_known_means_something_new() -> None:
    assert isinstance(decide("The user lives in Porto.", []), Add)


@pytest.mark.parametrize(
    ("decision", "text"),
    [
        (Add("nothing known is about it"), "new: nothing known is about it"),
        (Confirm("m1"), "said again: m1"),
        (Supersede(("m1", "m2"), "says how it is now"), "replaces m1, m2: says how it is now"),
        (Drop("nothing is said"), "not kept: nothing is said"),
    ],
)
def test_a_decision_is_told_in_words(decision: Decision, text: str) -> None:
    assert describe(decision) == text


said = st.one_of(
    st.sampled_from([text for row in (*SUPERSEDES, *CONFIRMS, *ADDS) for text in row]),
    st.text(max_size=80),
)


@st.composite
def neighbours(draw: st.DrawFn) -> list[Known]:
    found = draw(st.lists(said, max_size=5))
    similarity = st.one_of(st.none(), st.floats(-1, 1))
    return [Known(f"m{n}", text, draw(similarity), AT) for n, text in enumerate(found)]


@given(sentence=said, near=neighbours(), recalled=st.lists(said, max_size=2))
def test_only_memories_that_are_near_are_touched(
    sentence: str, near: list[Known], recalled: list[str]
) -> None:
    decision = decide(sentence, near, recalled=recalled)
    ids = {memory.id for memory in near}

    assert describe(decision)
    match decision:
        case Confirm(memory_id):
            assert memory_id in ids
        case Supersede(memory_ids):
            assert memory_ids
            assert len(set(memory_ids)) == len(memory_ids)
            assert set(memory_ids) <= ids
        case Add() | Drop():
            pass


@given(sentence=said, near=neighbours(), data=st.data())
def test_the_order_of_the_known_does_not_matter(
    sentence: str, near: list[Known], data: st.DataObject
) -> None:
    assert decide(sentence, data.draw(st.permutations(near))) == decide(sentence, near)


@given(sentence=said.filter(str.strip), near=neighbours())
def test_the_same_sentence_confirms_whatever_else_is_known(
    sentence: str, near: list[Known]
) -> None:
    same = Known("a", sentence, 1.0, AT)

    decision = decide(sentence, [*(replace(k, id=f"z{k.id}") for k in near), same])

    assert decision == Confirm("a")
