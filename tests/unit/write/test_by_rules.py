"""What rules find in a talk."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from nagori.values.memorising import Heard
from nagori.values.message import Message, Role
from nagori.write.by_rules import find_by_rules

START = datetime(2026, 5, 4, 9, tzinfo=UTC)


def a_talk(said: Sequence[tuple[Role, str]]) -> list[Heard]:
    told = [
        Message(f"m{n}", "c", role, "carla", text, START + timedelta(minutes=n))
        for n, (role, text) in enumerate(said)
    ]
    return [Heard(m, before=told[n - 1] if n else None) for n, m in enumerate(told)]


async def found(talk: Sequence[Heard]) -> list[str]:
    own = [heard for heard in talk if heard.message.role == "user"]
    return [f.heard.message.id for f in await find_by_rules(own, None, zone=UTC)]


async def test_only_the_users_own_messages_are_found() -> None:
    talk = a_talk([("assistant", "I live in Porto"), ("user", "I live in Lisbon")])

    assert await found(talk) == ["m1"]


async def test_an_answer_counts_by_what_it_answers() -> None:
    asked: list[tuple[Role, str]] = [
        ("assistant", "What are your cats called?"),
        ("user", "Luna and Oliver"),
    ]

    assert await found(a_talk(asked)) == ["m1"]
    assert await found(a_talk(asked[1:])) == []


async def test_what_the_same_person_said_before_is_no_question_to_them() -> None:
    assert (
        await found(a_talk([("user", "What are your cats called?"), ("user", "Luna and Oliver")]))
        == []
    )


async def sentences(*said: tuple[Role, str]) -> list[str]:
    own = [heard for heard in a_talk(said) if heard.message.role == "user"]
    return [f.sentence for f in await find_by_rules(own, None, zone=UTC)]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "My brother moved to Leeds. Works as a chef now, hates it",
            "The user's brother moved to Leeds. Works as a chef now, hates it.",
        ),
        (
            "My cat is called Luna. Allergic to chicken, poor thing.",
            "The user's cat is called Luna. Allergic to chicken, poor thing.",
        ),
        (
            "I have two kids. They go to school in Porto.",
            "The user has two kids. They go to school in Porto.",
        ),
        (
            "My mum's coming. She's never eaten anything of mine in public.",
            "The user's mum's coming. She's never eaten anything of the user's in public.",
        ),
        ("我妈来上海了。她住我这儿，住到七号", "用户的妈妈来上海了。她住用户这儿，住到七号。"),
        ("我女儿上初三。在学校住校，周末才回来", "用户的女儿上初三。在学校住校，周末才回来。"),
        ("我媳妇怀孕了。预产期十月，住在娘家", "用户的媳妇怀孕了。预产期十月，住在娘家。"),
    ],
)
async def test_words_without_a_subject_go_on_about_who_was_named(said: str, kept: str) -> None:
    assert await sentences(("user", said)) == [kept]


async def test_the_user_is_meant_where_they_spoke_of_themselves() -> None:
    assert await sentences(("user", "我搬到苏州了。在园区上班，租房住")) == [
        "用户搬到苏州了。",
        "用户在园区上班，租房住。",
    ]


@pytest.mark.parametrize(
    ("asked", "said", "kept"),
    [
        (
            "What's your sister doing these days?",
            "Working as a chef in Leeds, since March",
            "The user said: “Working as a chef in Leeds, since March”",
        ),
        (
            "And you?",
            "Working as a chef in Leeds, since March",
            "The user is working as a chef in Leeds, since March.",
        ),
        (
            "你妹妹最近怎么样？",
            "在杭州读研，学的是设计",
            "用户说：“在杭州读研，学的是设计”",
        ),
        ("你最近怎么样？", "在杭州读研，学的是设计", "用户在杭州读研，学的是设计。"),
    ],
)
async def test_an_answer_about_somebody_else_is_not_told_of_the_user(
    asked: str, said: str, kept: str
) -> None:
    assert await sentences(("assistant", asked), ("user", said)) == [kept]


async def test_what_follows_about_another_is_quoted_with_them_when_the_user_is_in_it() -> None:
    assert await sentences(
        ("user", "My brother moved to Leeds. Hates it, rings me twice a day")
    ) == ["The user said: “My brother moved to Leeds. Hates it, rings me twice a day”"]


async def test_nothing_is_cut_out_of_the_middle_of_a_sentence() -> None:
    said = "查了，六点九，大夫让先吃二甲双胍，一天两片，三个月再看"

    assert await sentences(("user", said)) == [f"用户说：“{said}”"]
    assert await sentences(("user", "Sold my bike for $160 in May")) == [
        "The user sold their bike for $160 in May."
    ]


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("我是素食者，以后别给我推荐肉菜了", "用户希望助手以后别给用户推荐肉菜了。"),
        (
            "I'm a nurse on nights, please keep your answers short from now on",
            "The user wants the assistant to keep its answers short from now on.",
        ),
        (
            "My brother moved to Leeds. Works as a chef. Always answer in Chinese please.",
            "The user wants the assistant always to answer in Chinese.",
        ),
    ],
)
async def test_a_wish_stays_apart_from_what_is_told_beside_it(said: str, wish: str) -> None:
    own = a_talk([("user", said)])
    preferred = [f for f in await find_by_rules(own, None, zone=UTC) if f.is_preference]

    assert [f.sentence for f in preferred] == [wish]
