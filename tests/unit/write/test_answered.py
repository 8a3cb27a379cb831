"""Short answers as statements."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.write.answered import answered

PIECES = """
what is your where do you live how old are name called
你 叫什么 名字 住 哪里 多大 最喜欢的 是什么 cat sister 猫 妹妹
favourite colour {answer} {0} ? ？ . in it's Porto 上海 42 { } ' ’ I my
"""
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES.split()), st.text(max_size=6)), max_size=14).map(
    " ".join
)


def told(question: str, answer: str) -> str | None:
    found = answered(question, answer)
    return found.statement if found else None


@pytest.mark.parametrize(
    ("question", "answer", "statement"),
    [
        (
            "Oh! What are your cats called?",
            "Luna and Oliver",
            "The user's cats are called Luna and Oliver.",
        ),
        ("What’s your dog’s name?", "it's Biscuit", "The user's dog is called Biscuit."),
        (
            "And where do you live now?",
            "in Porto, near the river",
            "The user lives in Porto, near the river.",
        ),
        ("Where are you from?", "Brazil", "The user is from Brazil."),
        ("How old are you?", "32", "The user is 32."),
        ("How old is your daughter?", "she's seven", "The user's daughter is seven."),
        ("What do you do for a living?", "nurse", "The user works as a nurse."),
        ("What's your job?", "an electrician", "The user works as an electrician."),
        (
            "What's your favorite movie?",
            "Spirited Away!",
            "The user's favourite movie is Spirited Away.",
        ),
        ("When's your birthday?", "March 3rd", "The user's birthday is March 3rd."),
        ("你的猫叫什么名字？", "年糕", "用户的猫叫年糕。"),
        ("你的猫叫什么名字？", "Luna", "用户的猫叫Luna。"),
        ("你现在住在哪里？", "上海浦东", "用户住在上海浦东。"),
        ("你今年多大了？", "28", "用户28岁。"),
        ("你是做什么工作的？", "护士", "用户的工作是护士。"),
        ("你最喜欢的电影是什么？", "千与千寻！", "用户最喜欢的电影是千与千寻。"),
        ("你叫什么名字？", "小雨", "用户叫小雨。"),
        ("你老家在哪？", "湖南长沙", "用户的老家在湖南长沙。"),
    ],
)
def test_an_answer_says_what_was_asked_for(question: str, answer: str, statement: str) -> None:
    assert told(question, answer) == statement


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What's your sister's name?", "no idea"),
        ("Where do you live?", "why do you ask?"),
        ("What's your name?", "I'd rather not say"),
        ("How old are you?", "guess"),
        ("你女儿叫什么？", "不告诉你"),
        ("你住哪儿？", "你猜"),
        ("Where do you live?", ""),
        ("Where do you live?", "!!!"),
    ],
)
def test_who_does_not_answer_says_nothing(question: str, answer: str) -> None:
    assert told(question, answer) is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is your password?", "hunter2"),
        ("What's your account's name?", "bob"),
        ("What's your favourite password?", "hunter2"),
        ("你们公司叫什么？", "字节"),
        ("Do you live in Paris?", "yes"),
        ("You live in Paris.", "Porto"),
        ("Where do you live? You were in Paris last year, weren't you?", "Porto"),
    ],
)
def test_what_was_asked_never_enters_the_statement_unless_it_is_known(
    question: str, answer: str
) -> None:
    assert told(question, answer) is None


def test_a_statement_is_in_the_language_of_the_answer() -> None:
    assert told("Where do you live?", "上海") is None
    assert told("你住在哪里？", "near the river") is None


def test_what_stands_for_itself_is_left_as_it_is() -> None:
    assert told("What's your wife's name?", "Mei, she's a teacher at my old school") is None


def test_a_favourite_is_a_preference() -> None:
    found = answered("What's your favourite colour?", "dark green")

    assert found is not None
    assert found.is_preference


@given(question=TEXTS, answer=TEXTS)
def test_any_text_can_be_asked_and_answered(question: str, answer: str) -> None:
    found = answered(question, answer)

    assert found is None or found.statement.startswith(("The user", "用户"))


def test_a_long_text_before_it_costs_nothing() -> None:
    long = "word " * 200_000

    assert told(f"{long}Where do you live?", "Porto") is not None
    assert told(long, "Porto") is None
    assert told("Where do you live?", long) is None
