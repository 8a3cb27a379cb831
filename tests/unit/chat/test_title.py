import pytest

from nagori.chat.title import MODEL_WIDTH, clean_title, title_by_rule


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("What shall we drink?", "What shall we drink?"),
        ("I moved to Porto. It rains.", "I moved to Porto"),
        ("Hi! Can you help me with taxes?", "Can you help me with taxes?"),
        ("Hello", "Hello"),
        ("谢谢", "谢谢"),
        ("  one \n two ", "one"),
        ("one\ttwo   three", "one two three"),
        ("# Plan\n\n- buy milk", "Plan"),
        ("---\n> quoted", "quoted"),
        ("**Bold** and `code` of [a page](https://example.com)", "Bold and code of a page"),
        ("Look at https://example.com/a?b, what is it?", "Look at, what is it?"),
        ("https://www.example.com/a?b=c", "example.com"),
        ("```python\nprint(1)\n```\nWhy does this fail?", "Why does this fail?"),
        ("```python\nprint(1)\n```", "print(1)"),
        ("你好！帮我计划京都三日游", "帮我计划京都三日游"),
        ("???", "???"),
        ("http://[", "http://["),
        (" \n", "…"),
        ("", "…"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 39 + "…"),
        ("茶" * 20, "茶" * 20),
        ("茶" * 21, "茶" * 19 + "…"),
        (
            "Please explain the difference between green and black tea",
            "Please explain the difference between…",
        ),
    ],
)
def test_a_title_is_the_first_thing_that_tells_something(text: str, title: str) -> None:
    assert title_by_rule(text) == title


@pytest.mark.parametrize(
    ("reply", "title"),
    [
        ("Trip to Kyoto", "Trip to Kyoto"),
        ('"Trip to Kyoto."', "Trip to Kyoto"),
        ("“京都三日游”", "京都三日游"),
        ("《京都三日游》。", "京都三日游"),
        ("Title: **Trip to Kyoto**", "Trip to Kyoto"),
        ("**Title:** Trip to Kyoto", "Trip to Kyoto"),
        ("标题：京都三日游", "京都三日游"),
        ('Chat title: "Trip"', "Trip"),
        ('Here is a title:\n\n"Trip to Kyoto"\n', "Trip to Kyoto"),
        ("# Trip to Kyoto\n\nIt is about a trip.", "Trip to Kyoto"),
        ("<think>They want to travel.</think>\nTrip to Kyoto", "Trip to Kyoto"),
        ("Why is the sky blue?", "Why is the sky blue?"),
        ("C++ and C#", "C++ and C#"),
    ],
)
def test_what_surrounds_a_model_s_title_is_taken_off(reply: str, title: str) -> None:
    assert clean_title(reply) == title


@pytest.mark.parametrize("reply", ["", " \n", '""', "Title:", "标题：", "…", "<think>so", "***"])
def test_a_reply_without_a_title_gives_none(reply: str) -> None:
    assert clean_title(reply) is None


def test_a_model_s_title_is_bounded() -> None:
    title = clean_title("word " * 100)

    assert title is not None
    assert len(title) <= MODEL_WIDTH
    assert title.endswith("word…")
