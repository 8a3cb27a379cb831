import pytest

from nagori.text.aim import Aim, aim_of


@pytest.mark.parametrize(
    "query",
    ["Good morning!", "How are you today?", "haha that's funny", "谢谢你", "晚安啦", "哈哈哈"],
)
def test_small_talk_is_seen_as_such(query: str) -> None:
    assert aim_of(query) is Aim.SMALL_TALK


@pytest.mark.parametrize(
    "query", ["What is my sister's name?", "Where does he live?", "我住在哪里？", "她喜欢什么"]
)
def test_a_question_about_a_person_is_seen_as_such(query: str) -> None:
    assert aim_of(query) is Aim.PERSON


def test_a_name_inside_a_sentence_is_seen_but_a_month_is_not() -> None:
    assert aim_of("When did Caroline move?") is Aim.NAMED
    assert aim_of("What happened in July?") is Aim.OPEN


@pytest.mark.parametrize(
    "query", ["How do vaccines work?", "帮我写一首诗", "给我讲个故事", "the wifi password", ""]
)
def test_everything_else_is_open(query: str) -> None:
    assert aim_of(query) is Aim.OPEN
