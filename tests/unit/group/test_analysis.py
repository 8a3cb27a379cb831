"""What a message is, told from itself: type, mentions, words, in English and Chinese."""

import pytest

from nagori.group.analysis import MARKS, Analysed, analyse
from nagori.group.line import Line
from nagori.group.roster import Roster


def a_line(text: str, **told: object) -> Line:
    return Line(**{"id": "1", "speaker": "anna", "name": "anna", "text": text, "at": 0.0, **told})  # pyright: ignore[reportArgumentType] — a test says only what it is about


def analysed(text: str, **told: object) -> Analysed:
    roster = Roster()
    for name in ("carla", "小王", "anna"):
        roster.hear(name, name)
    return analyse(a_line(text, **told), roster)


@pytest.mark.parametrize(
    "text",
    [
        "carla: which port is it?",
        "how do I mount it",
        "anyone using the new kernel",
        "端口是多少",
        "这个可以吗",
        "下午要不要开会",
        "你在哪里？",
    ],
)
def test_questions_are_known_in_both_languages(text: str) -> None:
    assert analysed(text).kind == "question"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("carla: use the second port", "answer"),
        ("小王，用第二个端口就行了", "answer"),
        ("the second port has been open since this morning", "discussion"),
        ("第二个端口从今天早上开始就是开着的", "discussion"),
        ("hello everybody", "casual"),
        ("谢谢大家", "casual"),
        ("lol", "casual"),
        ("@all the office closes at five", "notification"),
        ("【通知】今天五点关门", "notification"),
        ("公告：今天五点关门", "notification"),
    ],
)
def test_the_type_of_a_message_is_told_from_its_words(text: str, kind: str) -> None:
    assert analysed(text).kind == kind


def test_a_reply_by_the_platform_is_an_answer() -> None:
    assert analysed("the second port is open", reply_to="0").kind == "answer"


def test_what_the_system_says_is_a_notification() -> None:
    assert analysed("carla has joined", is_system=True).kind == "notification"


def test_the_platforms_mentions_stand_beside_names_in_the_text() -> None:
    found = analysed("please look at this, carla", mentions=("小王",))

    assert found.addressee == "小王"
    assert found.mentions == ("小王", "carla")


def test_nobody_mentions_themselves() -> None:
    assert analysed("anna: note to myself", mentions=("anna",)).mentions == ()
    assert analysed("anna: note to myself").addressee is None


def test_the_name_at_the_head_is_no_keyword() -> None:
    assert "carla" not in analysed("carla: the printer is broken").keywords
    assert "printer" in analysed("carla: the printer is broken").keywords


def test_words_shared_by_two_messages_are_shared_terms() -> None:
    one, other = analysed("打印机坏了"), analysed("carla: 打印机在哪里")

    assert set(one.terms) & set(other.terms)


def test_there_is_one_mark_for_each_name_of_a_mark() -> None:
    marks = dict(zip(MARKS, analysed("hi, thanks! see http://example.org").marks, strict=True))

    assert marks["greets"]
    assert marks["thanks"]
    assert marks["links"]
    assert not marks["asks"]


@pytest.mark.parametrize("text", ["", " ", "…", "👍", "@", "：", "a" * 5000])
def test_no_text_is_too_strange(text: str) -> None:
    assert analysed(text).addressee is None
