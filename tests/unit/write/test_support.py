import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori.write.sentence import third_person
from nagori.write.support import same_language, supported

BACKED = [
    ("The user lives in Porto.", "I live in Porto"),
    ("The user lives in Porto.", "yeah i live in porto now"),
    ("The user has 2 cats.", "I have two cats"),
    ("The user has two cats.", "2 cats at home, I have them since March"),
    ("The user doesn't eat meat.", "I never eat meat"),
    ("The user dislikes olives.", "I can't stand olives"),
    ("The user's mother lives in Cardiff.", "mum lives in cardiff btw"),
    (
        "The user has a dentist appointment next Tuesday (2026-05-12).",
        "dentist appointment next Tuesday",
    ),
    (
        "The user has a dentist appointment on May 12, 2026.",
        "got a dentist appointment next tuesday",
    ),
    ("The user works as a nurse and only works nights.", "I'm a nurse and I only work nights"),
    ("The user lives in Porto and doesn't like coffee.", "I live in Porto, I don't like coffee"),
    ("Ana, the user's sister, moved to Lyon.", "my sister Ana just moved to Lyon"),
    ("The user bought a BYD for 62000.", "bought a BYD, 62k"),
    ("The user pays 1080 a month in rent.", "rent went up, I pay 1,080 a month now"),
    (
        "The user no longer works at Waterstones.",
        "gave my keys back, I don't work at Waterstones any more",
    ),
    (
        "The user prefers a window seat over legroom.",
        "i'd take a window seat over legroom every time",
    ),
    ("The user takes the 7:55 train.", "my morning train is the 7:55 now"),
    ("The user wants short replies.", "could you keep your replies short from now on?"),
    ("The user can't wait for the trip to Oslo.", "can't wait for my trip to Oslo"),
    ("用户住在上海。", "我住在上海"),
    ("用户不喜欢咖啡。", "我讨厌咖啡"),
    ("用户的母亲是老师。", "我妈是老师"),
    ("用户有2个孩子。", "我有两个孩子"),
    ("用户的职业是护士。", "我是护士"),
    ("用户将于2026-05-13去复查。", "下周三要去复查"),
    ("用户每月还8000房贷。", "房贷每个月要还八千"),
    ("用户花六万二买了辆二手比亚迪。", "刚买了辆二手的比亚迪，花了六万二，还挺香"),
    ("用户希望被称为小林。", "请叫我小林"),
    ("用户在Google工作。", "我在google上班，天天工作到很晚"),
    ("用户喜欢《秋夜》。", "《秋夜》是我最喜欢的"),
    ("用户不吃羊肉，住在兰州。", "我住在兰州，不过我不吃羊肉"),
]
NOT_BACKED = [
    ("The user lives in Lisbon.", "I live in Porto"),
    ("The user lives in Porto with Ana.", "I live in Porto"),
    ("The user has 3 cats.", "I have two cats"),
    ("The user is 34.", "I live in Porto"),
    ("The user eats meat.", "I don't eat meat"),
    ("The user does not like coffee.", "I like coffee"),
    ("The user likes olives.", "I can't stand olives"),
    ("The user was born on May 12.", "I was born in Rome"),
    ("The user's sister Ana moved to Paris.", "my sister Ana moved to Lyon"),
    ("Bob moved to Lyon.", "my sister Ana just moved to Lyon"),
    ("The user no longer works at Waterstones.", "I work at Waterstones"),
    ("The user works at Waterstones.", "gave my keys back, I don't work at Waterstones any more"),
    ("The user is a doctor who loves jazz and lives alone.", "I like jazz"),
    ("The user has a black cat.", "I have a cat"),
    ("The user is happy.", "I live in Porto"),
    ("The user.", "I live in Porto"),
    ("用户住在北京。", "我住在上海"),
    ("用户喜欢咖啡。", "我不喜欢咖啡"),
    ("用户不住在上海。", "我住在上海"),
    ("用户有三个孩子。", "我有两个孩子"),
    ("用户在Google工作。", "我在微软工作"),
    ("用户的女儿叫小雨。", "我女儿上小学了"),
    ("用户28岁，住在上海。", "我住在上海"),
    ("用户喜欢《野草》。", "《秋夜》是我最喜欢的"),
    ("用户养了一只橘猫和两条狗。", "我养了一只猫"),
    ("The user said: “I live in Rome”", "I live in Porto"),
]
TEXTS = [
    "I live in Oslo and work at Equinor",
    "my wife and I have three kids",
    "oh btw, I started a new job at Novartis on Monday",
    "please call me Sam",
    "I don't eat meat",
    "I've got a stent, is the sauna ok for me?",
    "Ana lives in Porto",
    "我妈今年60，不吃羊肉",
    "我孩子对牛奶过敏，能喝豆浆吗？",
    "请用英文回复我",
    "我俩结婚十年了",
    "小明住在北京",
    "私は東京に住んでいます",
]


@pytest.mark.parametrize(("sentence", "quote"), BACKED)
def test_a_fair_sentence_is_supported(sentence: str, quote: str) -> None:
    assert supported(sentence, quote)


@pytest.mark.parametrize(("sentence", "quote"), NOT_BACKED)
def test_what_the_words_do_not_say_is_not_supported(sentence: str, quote: str) -> None:
    assert not supported(sentence, quote)


@pytest.mark.parametrize("text", TEXTS)
def test_what_the_rules_make_of_a_text_is_supported_by_it(text: str) -> None:
    assert supported(third_person(text), text)


@pytest.mark.parametrize(
    ("sentence", "quote", "same"),
    [
        ("The user lives in Porto.", "i live in porto", True),
        ("用户住在上海。", "我住在上海", True),
        ("The user lives in Shanghai.", "我住在上海", False),
        ("用户住在波尔图。", "I live in Porto", False),
        ("用户在Google做SRE。", "我在Google做SRE", True),
        ("The user loves 火锅.", "I love 火锅", True),
        ("ユーザーは東京に住んでいます。", "我住在东京", False),
        (
            "The user lives in Lyon with a sister.",
            "je suis né à Lyon et j'habite avec ma sœur",
            False,
        ),
        ("用户：42", "42", True),
    ],
)
def test_the_language_of_a_sentence_is_compared(sentence: str, quote: str, same: bool) -> None:
    assert same_language(sentence, quote) is same


@given(sentence=st.text(max_size=60), quote=st.text(max_size=60))
def test_any_text_gets_an_answer(sentence: str, quote: str) -> None:
    assert supported(sentence, quote) in (True, False)
    assert same_language(sentence, sentence)


@given(text=st.sampled_from(TEXTS), number=st.integers(100, 10_000))
def test_a_number_that_was_not_said_is_never_supported(text: str, number: int) -> None:
    assert not supported(f"{third_person(text)} {number}", text)
