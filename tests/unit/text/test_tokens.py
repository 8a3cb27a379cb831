import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.text.tokens import estimate_tokens

QUESTION = (
    "Can you remind me what my sister said about the trip to Norway? "
    "I think it was something with fjords."
)
PYTHON = """def add(first: int, second: int) -> int:
    '''Return the sum.'''
    return first + second
"""
SCRIPT = """for (const item of items) {
  if (item.price > 100) {
    total += item.price * 0.9;
  }
}"""
# A text, and what OpenAI's o200k and Qwen's tokenizer make of it.
COUNTED = [
    ("I moved from Lisbon to Porto last spring, and I still love the old bridges.", 17, 17),
    (QUESTION, 23, 23),
    ("lol no way!! that's so cool, can't wait to see it tmrw :)", 17, 18),
    ("- Buy milk\n- Call the dentist\n- Book flights to Tokyo\n- Finish the report", 19, 19),
    ("The meeting takes place on 2026-05-03 at 14:30 in room B-204; bring 12 copies.", 28, 37),
    ("我去年春天从北京搬到了上海，现在还是很喜欢老城区的小桥和流水。", 20, 19),
    ("你还记得我上次说的那家餐厅吗？就是地铁站旁边那个，味道特别好。", 28, 21),
    ("周末我们一起去爬山吧，早上八点在学校门口集合，记得带水。", 25, 18),
    ("我用 Python 写了一个小程序，可以自动整理 Downloads 文件夹里的照片。", 17, 17),
    ("今天的 meeting 改到 3pm 了，麻烦 share 一下你的 screen。", 20, 18),
    (PYTHON, 26, 25),
    (SCRIPT, 32, 34),
]


@pytest.mark.parametrize(("text", "o200k", "qwen"), COUNTED)
def test_a_text_is_estimated_near_the_real_counts(text: str, o200k: int, qwen: int) -> None:
    assert estimate_tokens(text) == pytest.approx((o200k + qwen) / 2, rel=0.22)


@pytest.mark.parametrize("column", [1, 2])
def test_together_they_are_within_ten_percent_of_each_tokenizer(column: int) -> None:
    real = sum(int(row[column]) for row in COUNTED)

    assert sum(estimate_tokens(row[0]) for row in COUNTED) == pytest.approx(real, rel=0.10)


# Other scripts are only roughly right.
@pytest.mark.parametrize(
    ("text", "o200k"),
    [
        ("こんにちは、今日はとても良い天気ですね。散歩に行きましょう。", 19),
        ("안녕하세요, 오늘 날씨가 정말 좋네요. 산책하러 갈까요?", 18),
        ("Привет, сегодня очень хорошая погода, пойдём гулять в парк.", 18),
        ("Aujourd'hui il fait très beau, nous irons nous promener dans la forêt.", 16),
        ("😀😂🎉👍", 5),
    ],
)
def test_other_scripts_are_not_far_off(text: str, o200k: int) -> None:
    assert estimate_tokens(text) == pytest.approx(o200k, rel=0.45)


def test_nothing_costs_nothing() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens(" ") == 0


def test_anything_visible_costs_something() -> None:
    assert all(estimate_tokens(char) == 1 for char in "aZ5.茶жか👍_")


@given(st.text(), st.data())
def test_the_estimate_grows_with_the_text_and_never_exceeds_its_characters(
    text: str, data: st.DataObject
) -> None:
    part = text[: data.draw(st.integers(0, len(text)))]

    assert estimate_tokens(part) <= estimate_tokens(text) <= len(text)
