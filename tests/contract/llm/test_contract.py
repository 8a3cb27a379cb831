"""What every language model must do, whoever is behind it."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

import pytest

from nagori.config import ModelsSettings, Settings
from nagori.errors import ModelReplyError
from nagori.llm.build import build_models
from nagori.llm.collect import collect
from nagori.llm.extractive import ExtractiveModel
from nagori.llm.port import Model
from nagori.testing.model_server import ModelServer, settings_for
from nagori.testing.model_wire import ModelAnswer
from nagori.testing.scripted_model import ScriptedModel
from nagori.values.prompt import (
    Call,
    CallPiece,
    EndPiece,
    Piece,
    PromptMessage,
    TextPiece,
    ThoughtPiece,
    Tool,
    Usage,
)

REMOTE = ["openai", "ollama", "gemini", "anthropic"]
SPEAKING = [*REMOTE, "scripted"]
KINDS = [*SPEAKING, "extractive"]
MESSAGES = [
    PromptMessage("system", "You are Mira.", "persona"),
    PromptMessage("system", "Carla drinks tea.", "global"),
    PromptMessage("system", "They spoke of Porto.", "summary"),
    PromptMessage("user", "Hello?", "window"),
    PromptMessage("assistant", "Hello.", "window"),
    PromptMessage("user", "你好，Mira！🎉", "user"),
]
LOOK = Tool("look", "Looks something up.", {"type": "object", "properties": {"q": {}}})
SCHEMA = {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}}


@dataclass(frozen=True)
class Subject:
    """A model, and how to make it say something."""

    kind: str
    model: Model
    says: Callable[[ModelAnswer], None]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
async def subject(request: pytest.FixtureRequest, server: ModelServer) -> AsyncIterator[Subject]:
    kind: str = request.param
    if kind == "extractive":
        yield Subject(kind, ExtractiveModel(), lambda _: None)
        return
    if kind == "scripted":
        scripted = ScriptedModel()
        yield Subject(kind, scripted, lambda answer: scripted.add(_script(answer)))
        return
    chat = settings_for(server, kind)
    models = build_models(Settings(models=ModelsSettings(chat=chat)))
    yield Subject(kind, models.chat, lambda answer: server.answer_next([answer]))
    await models.close()


def _script(answer: ModelAnswer) -> list[Piece | Exception]:
    thinking = [ThoughtPiece(answer.thinking)] if answer.thinking else []
    text = [TextPiece(letter) for letter in answer.text]
    calls = [CallPiece(call) for call in answer.calls]
    return [*thinking, *text, *calls, EndPiece(answer.reason, answer.usage)]


every = pytest.mark.parametrize("subject", KINDS, indirect=True)
speaking = pytest.mark.parametrize("subject", SPEAKING, indirect=True)
remote = pytest.mark.parametrize("subject", REMOTE, indirect=True)


@every
async def test_an_answer_has_text_and_ends(subject: Subject) -> None:
    subject.says(ModelAnswer("你好，Carla！🎉 How are you?"))
    pieces = [piece async for piece in subject.model.stream(MESSAGES)]
    subject.says(ModelAnswer("你好，Carla！🎉 How are you?"))
    reply = await subject.model.reply(MESSAGES)

    assert isinstance(pieces[-1], EndPiece)
    assert sum(isinstance(piece, EndPiece) for piece in pieces) == 1
    streamed = "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))
    assert streamed == reply.text != ""
    assert all(piece.text for piece in pieces if isinstance(piece, TextPiece | ThoughtPiece))
    if subject.kind != "extractive":
        assert reply.text == "你好，Carla！🎉 How are you?"


@every
async def test_a_model_has_a_name_and_works_without_having_been_asked(subject: Subject) -> None:
    model = subject.model

    assert model.name
    assert model.reason is None
    assert model.state == ("extractive" if subject.kind == "extractive" else "ready")


@speaking
async def test_thinking_is_kept_apart_from_the_answer(subject: Subject) -> None:
    answer = ModelAnswer("Tea.", thinking="She asked about drinks…")
    subject.says(answer)
    streamed = await collect(subject.model.stream(MESSAGES))
    subject.says(answer)
    whole = await subject.model.reply(MESSAGES)

    for reply in (streamed, whole):
        assert (reply.text, reply.thinking) == ("Tea.", "She asked about drinks…")


@remote
@pytest.mark.parametrize("piece_chars", [1, 3, 5, 100])
async def test_thinking_in_tags_is_kept_apart_however_it_is_cut(
    subject: Subject, piece_chars: int
) -> None:
    answer = ModelAnswer("<think>\n茶?\n</think>\n\nTea 茶.", piece_chars=piece_chars)
    subject.says(answer)
    streamed = await collect(subject.model.stream(MESSAGES))
    subject.says(answer)
    whole = await subject.model.reply(MESSAGES)

    for reply in (streamed, whole):
        assert (reply.text, reply.thinking) == ("Tea 茶.", "茶?\n")


@speaking
async def test_a_tool_call_comes_whole_after_the_text(subject: Subject) -> None:
    calls = (Call("c1", "look", '{"q": "茶"}'), Call("c2", "look", "{}"))
    answer = ModelAnswer("Let me look.", calls=calls)
    subject.says(answer)
    pieces = [piece async for piece in subject.model.stream(MESSAGES, tools=[LOOK])]
    subject.says(answer)
    whole = await subject.model.reply(MESSAGES, tools=[LOOK])

    streamed = [piece.call for piece in pieces if isinstance(piece, CallPiece)]
    for found in (streamed, whole.calls):
        assert [(c.name, json.loads(c.arguments)) for c in found] == [
            ("look", {"q": "茶"}),
            ("look", {}),
        ]
        assert len({call.id for call in found}) == 2
    assert [type(piece) for piece in pieces[-3:]] == [CallPiece, CallPiece, EndPiece]
    assert whole.text == "Let me look."


@speaking
async def test_a_conversation_with_tools_can_be_continued(subject: Subject) -> None:
    subject.says(ModelAnswer("It is tea."))
    messages = [
        PromptMessage("user", "What is it?"),
        PromptMessage("assistant", "", calls=(Call("c1", "look", '{"q": "it"}'),)),
        PromptMessage("tool", "tea", call_id="c1"),
    ]

    assert (await collect(subject.model.stream(messages, tools=[LOOK]))).text == "It is tea."


@speaking
async def test_a_schema_gives_valid_data(subject: Subject) -> None:
    subject.says(ModelAnswer('{"title": "Tea 茶"}'))

    assert (await subject.model.reply(MESSAGES, schema=SCHEMA)).data == {"title": "Tea 茶"}


@every
async def test_an_answer_that_never_fits_a_schema_is_an_error(subject: Subject) -> None:
    for _ in range(2):
        subject.says(ModelAnswer('{"name": "Tea"}'))

    with pytest.raises(ModelReplyError):
        await subject.model.reply(MESSAGES, schema=SCHEMA)


@speaking
@pytest.mark.parametrize("reason", ["stop", "length", "content_filter"])
async def test_the_end_says_why(subject: Subject, reason: str) -> None:
    answer = ModelAnswer("Tea", finish_reason=reason)
    subject.says(answer)
    streamed = await collect(subject.model.stream(MESSAGES))
    subject.says(answer)
    whole = await subject.model.reply(MESSAGES)

    assert (streamed.finish_reason, whole.finish_reason) == (reason, reason)


@speaking
async def test_calls_are_a_reason_to_end(subject: Subject) -> None:
    subject.says(ModelAnswer(calls=(Call("c1", "look", "{}"),)))

    assert (await collect(subject.model.stream(MESSAGES))).finish_reason == "tool_calls"


@remote
async def test_usage_is_told(subject: Subject) -> None:
    answer = ModelAnswer("Tea", usage=Usage(123, 45))
    subject.says(answer)
    streamed = await collect(subject.model.stream(MESSAGES))
    subject.says(answer)
    whole = await subject.model.reply(MESSAGES)

    assert (streamed.usage, whole.usage) == (Usage(123, 45), Usage(123, 45))


@remote
async def test_every_layer_reaches_the_provider_in_order(
    subject: Subject, server: ModelServer
) -> None:
    await collect(subject.model.stream(MESSAGES))

    sent = json.dumps(server.requests[0].body, ensure_ascii=False)
    texts = [message.content for message in MESSAGES]
    assert all(sent.count(text) == 1 for text in texts)
    systems = [sent.index(text) for text in texts[:3]]
    others = [sent.index(text) for text in texts[3:]]
    assert systems == sorted(systems)
    assert others == sorted(others)


@every
async def test_closing_twice_is_fine(subject: Subject) -> None:
    await subject.model.close()
    await subject.model.close()
