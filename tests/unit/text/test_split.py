import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.text.split import Span, split
from nagori.text.tokens import estimate_tokens

ENGLISH = (
    "Dr. Smith moved to Porto in 3.5 days, e.g. by train. He likes it! "
    "See https://x.org/a.b?c=d for more. Really? Yes, he said so."
)
CHINESE = "我去年春天从北京搬到了上海。现在还是很喜欢“老城区”的小桥！真的吗？是的……"


def parts(text: str, max_tokens: int) -> list[str]:
    return [text[s.start : s.end] for s in split(text, max_tokens=max_tokens)]


def test_a_short_text_is_one_span_without_outer_white_space() -> None:
    assert split("  tea\n", max_tokens=10) == [Span(2, 5)]
    assert split("　我喜欢茶 ", max_tokens=10) == [Span(1, 5)]


@pytest.mark.parametrize("text", ["", " ", "\n　\t" * 50])
def test_a_text_of_nothing_has_no_spans(text: str) -> None:
    assert split(text, max_tokens=5) == []


def test_paragraphs_stay_whole_when_they_fit() -> None:
    paragraphs = ["One is short. It has two.", "第二段也很短。有两句。", "Three. It ends."]

    assert parts("\n\n".join(paragraphs), 12) == paragraphs


def test_english_is_cut_between_sentences() -> None:
    assert parts(ENGLISH, 20) == [
        "Dr. Smith moved to Porto in 3.5 days, e.g. by train.",
        "He likes it!",
        "See https://x.org/a.b?c=d for more. Really?",
        "Yes, he said so.",
    ]


def test_chinese_is_cut_between_sentences() -> None:
    assert parts(CHINESE, 14) == [
        "我去年春天从北京搬到了上海。",
        "现在还是很喜欢“老城区”的小桥！",
        "真的吗？是的……",
    ]


def test_a_closing_quote_stays_with_its_sentence() -> None:
    assert parts("他说：“我喜欢喝茶。”然后他就走了。", 10)[0] == "他说：“我喜欢喝茶。”"
    assert parts('He said "I like tea." Then he left the room.', 9)[0] == 'He said "I like tea."'


def test_a_long_sentence_is_cut_between_clauses_then_words() -> None:
    text = "because it rained all day, we stayed at home and read books by the fire"

    assert parts(text, 9)[0] == "because it rained all day,"
    assert all(set(part.split()) <= set(text.split()) for part in parts(text, 3))


def test_chinese_punctuation_never_begins_a_passage() -> None:
    text = "这是一个没有停顿的很长很长的句子它一直说下去。" * 3

    assert all(part[0] not in "。，" for n in range(4, 20) for part in parts(text, n))


@pytest.mark.parametrize("cluster", ["👩‍👩‍👧", "👍🏽", "❤️", "e\u0301", "🇵🇹", "が", "กี่"])
def test_what_people_see_as_one_character_is_not_cut(cluster: str) -> None:
    text = cluster * 30

    for part in parts(text, 12):
        assert part == cluster * (len(part) // len(cluster))


texts = st.text() | st.lists(
    st.sampled_from(
        [
            *ENGLISH.split(" "),
            *CHINESE,
            " ",
            "\n",
            "\n\n",
            "\r\n",
            "👩‍👩‍👧",
            "e\u0301",
            "x" * 40,
            "　",
        ]
    ),
    max_size=80,
).map("".join)


@given(texts, st.integers(1, 40))
def test_nothing_is_lost_and_nothing_comes_twice(text: str, max_tokens: int) -> None:
    position = 0
    for span in split(text, max_tokens=max_tokens):
        assert position <= span.start < span.end
        assert not text[position : span.start].strip()
        assert text[span.start : span.end] == text[span.start : span.end].strip()
        position = span.end
    assert not text[position:].strip()


@given(texts, st.integers(1, 40))
def test_no_passage_exceeds_the_limit(text: str, max_tokens: int) -> None:
    assert all(estimate_tokens(part) <= max_tokens for part in parts(text, max_tokens))


@given(st.integers(50, 200))
def test_passages_are_not_needlessly_small(max_tokens: int) -> None:
    sizes = [estimate_tokens(part) for part in parts((ENGLISH + " " + CHINESE) * 20, max_tokens)]

    assert sum(sizes) / len(sizes) > max_tokens / 2
