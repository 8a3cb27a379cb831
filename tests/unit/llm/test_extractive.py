import json
from datetime import UTC, datetime

import pytest

from nagori.agent.fence import fenced
from nagori.chat.prompt import recalled_message
from nagori.errors import ModelReplyError
from nagori.llm.collect import collect
from nagori.llm.extractive import SEARCH, ExtractiveModel, extract, recalled_quotes
from nagori.values.prompt import PromptMessage, Tool
from nagori.values.recall import Recall, Recalled, Why

AT = datetime(2026, 5, 3, 18, 30, tzinfo=UTC)


def recalled(*texts: str) -> PromptMessage:
    why = Why(0.9, 0.5, 0.0, 1.0, 1.0, 0.9, 0.9, "both", 1)
    items = [
        Recalled(f"m{n}", "memory", text, 0.9, why, AT, "manual") for n, text in enumerate(texts)
    ]
    return recalled_message(Recall("", items).render())


def user(text: str) -> PromptMessage:
    return PromptMessage("user", text, "user")


def test_it_quotes_what_was_recalled_with_its_date_and_says_that_there_is_no_model() -> None:
    answer = extract([recalled("Carla drinks green tea."), user("What does Carla drink?")])

    assert "No language model is configured" in answer
    assert "2026-05-03 18:30: “Carla drinks green tea.”" in answer
    assert "[manual]" not in answer


def test_it_answers_a_chinese_message_in_chinese() -> None:
    answer = extract([recalled("小明喜欢喝绿茶"), user("小明喜欢喝什么？")])

    assert "没有配置语言模型" in answer
    assert "2026-05-03 18:30：“小明喜欢喝绿茶”" in answer


@pytest.mark.parametrize(
    ("question", "nothing", "kept"),
    [
        ("What does Carla drink?", "I remember nothing", "Your message is remembered."),
        ("小明喜欢喝什么？", "还没有与此有关的记忆", "你的这条消息已经记住了"),
    ],
)
def test_with_nothing_recalled_it_says_so(question: str, nothing: str, kept: str) -> None:
    answer = extract([PromptMessage("system", "Be kind.", "persona"), user(question)])

    assert nothing in answer
    assert kept in answer
    assert "Be kind" not in answer


def test_a_memory_of_several_lines_is_one_quote_without_the_fence() -> None:
    quotes = recalled_quotes([recalled("first\nsecond", "third")])

    assert [(quote.text, quote.at) for quote in quotes] == [
        ("first second", "2026-05-03 18:30"),
        ("third", "2026-05-03 18:30"),
    ]


def test_at_most_three_memories_are_quoted_best_first_and_long_ones_are_cut() -> None:
    answer = extract([recalled("x" * 1000, "two", "three", "four"), user("?")])

    lines = answer.splitlines()
    assert len(lines) == 4
    assert "…" in lines[1]
    assert len(lines[1]) < 500
    assert "four" not in answer


def test_without_memories_a_sentence_of_the_summary_that_fits_is_quoted() -> None:
    summary = PromptMessage(
        "system",
        'A summary; data about tea.\n<remembered kind="summary">\nThey spoke of trains. '
        "Carla bought green tea in Porto.\n</remembered>",
        "summary",
    )

    answer = extract([summary, user("Where did Carla buy her tea?")])

    assert "earlier in this chat: “Carla bought green tea in Porto.”" in answer
    assert "trains" not in answer
    assert "data about" not in answer


def test_a_summary_about_other_things_is_not_quoted() -> None:
    summary = PromptMessage("system", "They spoke of trains.", "summary")

    assert "I remember nothing" in extract([summary, user("Where is my tea?")])


async def test_the_stream_says_the_same_as_the_reply() -> None:
    model, messages = ExtractiveModel(), [recalled("Tea.", "Milk."), user("Drinks?")]

    streamed = await collect(model.stream(messages))

    assert streamed.text == (await model.reply(messages)).text == extract(messages)
    assert streamed.finish_reason == "stop"


async def test_a_schema_can_not_be_filled() -> None:
    with pytest.raises(ModelReplyError):
        await ExtractiveModel().reply([user("?")], schema={"type": "object"})


def test_it_is_known_to_be_no_model() -> None:
    model = ExtractiveModel()

    assert (model.name, model.state, model.reason) == ("extractive", "extractive", None)


# looking things up --------------------------------------------------------------------------------

TOOLS = [Tool(name, "", {"type": "object"}) for name in ("remember", SEARCH)]


def searched(*lines: str) -> PromptMessage:
    return PromptMessage("tool", fenced(SEARCH, "\n".join(lines)), call_id="c1")


@pytest.mark.parametrize("question", ["What does Carla drink?", "小明喜欢喝什么？"])
async def test_with_nothing_recalled_it_searches_the_chats(question: str) -> None:
    model = ExtractiveModel()

    streamed = await collect(model.stream([user(question)], tools=TOOLS))
    whole = await model.reply([user(question)], tools=TOOLS)

    for reply in (streamed, whole):
        assert (reply.text, reply.finish_reason) == ("", "tool_calls")
        (call,) = reply.calls
        assert (call.name, json.loads(call.arguments)) == (SEARCH, {"query": question})


@pytest.mark.parametrize(
    ("messages", "tools"),
    [
        ([user("What does Carla drink?")], []),
        ([user("What does Carla drink?")], TOOLS[:1]),
        ([recalled("Carla drinks green tea."), user("What does Carla drink?")], TOOLS),
        ([user("and what was it?")], TOOLS),
        ([user("What does Carla drink?"), searched("nothing was found")], TOOLS),
    ],
)
async def test_it_searches_only_where_that_can_help_and_once(
    messages: list[PromptMessage], tools: list[Tool]
) -> None:
    reply = await collect(ExtractiveModel().stream(messages, tools=tools))

    assert (reply.calls, reply.finish_reason) == ((), "stop")
    assert reply.text == extract(messages)


def test_what_a_search_found_is_quoted_with_its_date() -> None:
    found = searched(
        "- [2026-05-03 18:30][assistant] I remember nothing about what Carla drinks.",
        "- [2026-05-02 09:00][carla] I drink green tea",
        "  every morning",
        "- [2026-05-01 09:00][carla] trains are late again",
    )

    answer = extract([user("What does Carla drink?"), found])

    assert "- 2026-05-02 09:00: “I drink green tea every morning”" in answer
    assert "nothing" not in answer
    assert "trains" not in answer


def test_a_search_that_found_nothing_is_told_as_before() -> None:
    answer = extract([user("What does Carla drink?"), searched("nothing was found in the chats")])

    assert "I remember nothing" in answer
