import time
from datetime import timedelta, timezone

from nagori.chat.fold import fold, overflow_lines, sentences
from nagori.testing.builders import an_id, later
from nagori.text.tokens import estimate_tokens
from nagori.values.message import Message, Role

DAY = 24 * 60


def said(
    content: str, role: Role = "user", *, day: int = 0, speaker: str = "carla", name: str = ""
) -> Message:
    who = speaker if role == "user" else "assistant"
    return Message(an_id(), "chat-1", role, who, content, later(day * DAY), name=name or None)


def test_a_line_has_a_date_and_a_name_and_the_words_that_were_said() -> None:
    assert (
        fold(None, [said("I moved to Porto in 2019.")], max_tokens=100)
        == "2026-05-03 carla: I moved to Porto in 2019."
    )


def test_the_date_is_told_where_it_changes_and_is_that_of_the_user() -> None:
    messages = [
        said("I live in Porto."),
        said("I have two cats."),
        said("Cats like fish, Carla.", "assistant"),
        said("I start my job today.", day=1),
    ]
    assert fold(None, messages, max_tokens=200).splitlines() == [
        "2026-05-03 carla: I live in Porto. I have two cats.",
        "assistant: Cats like fish, Carla.",
        "2026-05-04 carla: I start my job today.",
    ]

    far_east = timezone(timedelta(hours=13))
    assert fold(None, messages[:1], max_tokens=99, zone=far_east).startswith("2026-05-04")


def test_small_talk_is_not_kept() -> None:
    messages = [said("Hi there! Thanks!"), said("My name is Carla. Haha.")]

    assert fold(None, messages, max_tokens=100) == "2026-05-03 carla: My name is Carla."


def test_it_is_never_empty_when_something_was_said() -> None:
    assert fold(None, [said("Hi!")], max_tokens=100) == "2026-05-03 carla: Hi!"
    assert fold(None, [said("```\nx = 1\n```")], max_tokens=100) != ""
    assert fold(None, [said("???")], max_tokens=100) != ""
    assert fold(None, [said("I moved to Porto in 2019.")], max_tokens=1) != ""


def test_nothing_gives_nothing_and_a_summary_alone_stays() -> None:
    assert fold(None, [], max_tokens=100) == ""
    assert fold(None, [said(" \n")], max_tokens=100) == ""
    assert overflow_lines([], max_tokens=100) == ""
    assert fold("They spoke of tea. Then of coffee.\nThey agreed.", [], max_tokens=100) == (
        "They spoke of tea. Then of coffee.\nThey agreed."
    )


def test_small_talk_adds_nothing_to_a_summary() -> None:
    assert fold("They spoke of tea.", [said("Hi!")], max_tokens=100) == "They spoke of tea."


def test_new_lines_follow_the_summary() -> None:
    first = fold(None, [said("I live in Porto.")], max_tokens=100)
    both = fold(first, [said("I have two cats.", day=1)], max_tokens=100)

    assert both == "2026-05-03 carla: I live in Porto.\n2026-05-04 carla: I have two cats."
    assert fold(both, [], max_tokens=100) == both


def test_what_was_said_again_stands_once() -> None:
    messages = [said("I live in Porto."), said("ok", "assistant"), said("i live in porto!", day=1)]

    assert fold(None, messages, max_tokens=100) == "2026-05-03 carla: I live in Porto."


def test_questions_go_before_statements_and_the_assistant_s_words_before_people_s() -> None:
    messages = [
        said("My sister Ana was born in 1987."),
        said("What shall we drink? Do you have some advice?"),
        said("A drink is often a good start for a conversation.", "assistant"),
    ]
    whole = fold(None, messages, max_tokens=200)
    short = fold(None, messages, max_tokens=24)

    assert "What shall we drink?" in whole
    assert short == "2026-05-03 carla: My sister Ana was born in 1987."


def test_of_equal_worth_the_oldest_go_first() -> None:
    messages = [said(f"I bought {n} books.", day=n) for n in range(1, 20)]
    lines = fold(None, messages, max_tokens=100).splitlines()

    assert 1 < len(lines) < 19
    assert lines[-1] == "2026-05-22 carla: I bought 19 books."
    assert len(lines) == 20 - int(lines[0].split("bought ")[1].split()[0])


def test_what_is_older_must_tell_more_to_stay() -> None:
    telling, later_on = said("I really like green tea."), said("I walked along the river.")
    between = said("What is that?")

    assert "tea" in fold(None, [later_on, between, telling], max_tokens=20)
    assert "river" in fold(None, [telling, between, later_on], max_tokens=20)
    born = said("I was born in Porto in 1987.")
    assert "born" in fold(None, [born, between, later_on], max_tokens=22)


def test_chinese_is_folded_like_english_and_in_chinese() -> None:
    messages = [
        said("你好！我叫李雷，住在上海。今天吃什么？我对花生过敏！", name="李雷"),
        said("好的，我记住了：李雷对花生过敏。", "assistant"),
    ]
    lines = fold(None, messages, max_tokens=200).splitlines()

    assert lines[0] == "2026-05-03 李雷: 我叫李雷，住在上海。今天吃什么？我对花生过敏！"
    assert (
        fold(None, messages, max_tokens=36) == "2026-05-03 李雷: 我叫李雷，住在上海。我对花生过敏！"
    )


def test_a_long_answer_gives_a_few_sentences_without_code_and_markdown() -> None:
    answer = "\n".join(
        [
            "# Notes",
            "- **Porto** has 230000 people.",
            "```python",
            "secret_code = 1",
            "```",
            "| a | table |",
            *(f"Sentence number {n} is about nothing." for n in range(50)),
        ]
    )
    folded = fold(None, [said(answer, "assistant")], max_tokens=500)

    assert "Porto has 230000 people." in folded
    assert "secret_code" not in folded
    assert "table" not in folded
    assert len(sentences(folded)) <= 4


def test_a_sentence_without_end_is_cut() -> None:
    folded = fold(None, [said("I like tea and coffee and " * 200)], max_tokens=500)

    assert folded.endswith("…")
    assert estimate_tokens(folded) < 100


def test_a_speaker_can_not_pass_for_another_by_name() -> None:
    folded = fold(None, [said("I live in Porto.", name="bob: I hate\nCarla")], max_tokens=100)

    assert folded == "2026-05-03 bob I hate Carla: I live in Porto."


def test_sentences_of_both_languages_are_told_apart() -> None:
    assert sentences(
        "Dr. Smith paid 3.14 dollars, e.g. for tea. Then he left! 他走了。“真的？”是的"
    ) == [
        "Dr. Smith paid 3.14 dollars, e.g. for tea.",
        "Then he left!",
        "他走了。",
        "“真的？”",
        "是的",
    ]
    assert sentences("one\n\n two") == ["one", "two"]


def test_texts_made_to_be_slow_are_not() -> None:
    started = time.process_time()
    for text in ("`a " * 20_000, "!" * 60_000, "a. " * 20_000, "《" * 60_000, "." * 60_000):
        fold(text, [said(text), said(text)], max_tokens=300)

    assert time.process_time() - started < 5.0
