"""The few sentences that most of the talk is about."""

from hypothesis import given
from hypothesis import strategies as st

from nagori.testing.builders import NOW
from nagori.values.message import Message
from nagori.write.group_extract import LONGEST_SUMMARY, extract


def said(*texts: str) -> list[Message]:
    return [
        Message(f"m{at}", "c", "user", f"u{at % 3}", text, NOW) for at, text in enumerate(texts)
    ]


def test_what_others_take_up_counts_more_than_small_talk() -> None:
    talk = said(
        "hi all",
        "the printer on the third floor jams with thick paper",
        "lol",
        "thick paper jams the printer because of the worn roller",
        "a new roller for the printer comes on Monday",
        "ok",
    )
    assert [quote.message.id for quote in extract(talk)] == ["m1", "m3", "m4"]


def test_the_same_in_chinese() -> None:
    talk = said(
        "早", "三楼的打印机卡纸了", "哈哈", "打印机卡纸是因为滚轮磨损", "周一换打印机的滚轮"
    )
    assert {quote.message.id for quote in extract(talk)} <= {"m1", "m3", "m4"}
    assert len(extract(talk)) >= 2


def test_what_is_said_twice_is_told_once() -> None:
    talk = said("the roller of the printer is worn out", "the roller of the printer is worn out!")
    assert len(extract(talk)) == 1


def test_nothing_comes_of_nothing() -> None:
    assert extract([]) == []
    assert extract(said("", "  ")) == []


@given(st.lists(st.text(max_size=400), max_size=12))
def test_it_is_never_too_long_and_keeps_the_order(texts: list[str]) -> None:
    talk = said(*texts)
    quotes = extract(talk)

    assert sum(len(quote.text) for quote in quotes) <= LONGEST_SUMMARY
    places = [talk.index(quote.message) for quote in quotes]
    assert places == sorted(set(places))
