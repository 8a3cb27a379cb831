"""What OpenAI clients send, and what they get back.

Fields that are not named here are accepted and left alone, as clients need it.
"""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from nagori.values.prompt import Call, PromptMessage, Tool

MAX_MESSAGES = 4000
_MAX_PARTS = 500
_MAX_TOOLS = 512
_OPTIONS = (
    "temperature",
    "top_p",
    "max_tokens",
    "max_completion_tokens",
    "stop",
    "seed",
    "presence_penalty",
    "frequency_penalty",
    "logit_bias",
    "response_format",
    "tool_choice",
    "parallel_tool_calls",
    "reasoning_effort",
    "verbosity",
)


def _writable(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """What can be sent on as UTF-8; half of a surrogate pair can't."""
    json.dumps(value, ensure_ascii=False).encode()
    return value


Json = Annotated[dict[str, Any], AfterValidator(_writable)]


class _Sent(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True, frozen=True)


class Part(_Sent):
    """A piece of a message. What is not text passes as it came."""

    type: str = Field(min_length=1, max_length=64)
    text: str | None = None


def _passable(part: Part) -> Part:
    _writable(part.model_dump(exclude_unset=True))
    return part


Parts = Annotated[
    list[Annotated[Part, AfterValidator(_passable)]], Field(min_length=1, max_length=_MAX_PARTS)
]
Content = str | Parts


class SystemMessage(_Sent):
    """Instructions."""

    role: Literal["system", "developer"]
    content: Content
    name: str | None = None


class UserMessage(_Sent):
    """What the user says."""

    role: Literal["user"]
    content: Content
    name: str | None = None


class CalledFunction(_Sent):
    """Which function was called, and with what."""

    name: str = Field(min_length=1, max_length=256)
    arguments: str


class SentCall(_Sent):
    """A tool call that the model made before."""

    id: str
    type: Literal["function"] = "function"
    function: CalledFunction


class AssistantMessage(_Sent):
    """What the model said."""

    role: Literal["assistant"]
    content: Content | None = None
    name: str | None = None
    tool_calls: list[SentCall] | None = Field(default=None, max_length=_MAX_TOOLS)


class ToolMessage(_Sent):
    """What a tool gave back."""

    role: Literal["tool"]
    content: Content
    tool_call_id: str


SentMessage = Annotated[
    SystemMessage | UserMessage | AssistantMessage | ToolMessage, Field(discriminator="role")
]


class SentFunction(_Sent):
    """A function that the model may call."""

    name: str = Field(min_length=1, max_length=256)
    description: str | None = None
    parameters: Json | None = None


class SentTool(_Sent):
    """A tool of the client's: Nagori passes its calls back."""

    type: Literal["function"]
    function: SentFunction


class StreamOptions(_Sent):
    """What a stream should tell besides the answer."""

    include_usage: bool | None = None


class CompletionRequest(_Sent):
    """A request for an answer."""

    messages: list[SentMessage] = Field(min_length=1, max_length=MAX_MESSAGES)
    model: str | None = Field(
        default=None, description="Any name: the model of Nagori's settings answers."
    )
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = Field(default=None, ge=1, le=1, description="One answer is given.")
    user: str | None = Field(
        default=None, description="Who speaks, for a key of a whole space without `Nagori-User`."
    )
    tools: list[SentTool] | None = Field(default=None, max_length=_MAX_TOOLS)
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, ge=0, le=1)
    max_tokens: int | None = Field(default=None, ge=1)
    max_completion_tokens: int | None = Field(default=None, ge=1)
    stop: str | Annotated[list[str], Field(max_length=64)] | None = None
    seed: int | None = None
    presence_penalty: float | None = Field(default=None, ge=-2, le=2)
    frequency_penalty: float | None = Field(default=None, ge=-2, le=2)
    logit_bias: Json | None = None
    response_format: Json | None = None
    tool_choice: str | Json | None = None
    parallel_tool_calls: bool | None = None
    reasoning_effort: str | None = None
    verbosity: str | None = None

    def prompt(self) -> list[PromptMessage]:
        """The messages as a model is given them."""
        return [_prompt_message(message) for message in self.messages]

    def offered(self) -> list[Tool]:
        """The client's tools."""
        return [_tool(tool.function) for tool in self.tools or ()]

    def options(self) -> dict[str, Any]:
        """Generation settings that were given, in the OpenAI names."""
        given = self.model_dump(include=set(_OPTIONS), exclude_none=True)
        if not self.tools:  # providers refuse these when there is nothing to choose
            given.pop("tool_choice", None)
            given.pop("parallel_tool_calls", None)
        return given

    @property
    def wants_usage(self) -> bool:
        """Whether a stream should end with what it cost."""
        return bool(self.stream_options and self.stream_options.include_usage)


def _prompt_message(message: SentMessage) -> PromptMessage:
    text, parts = _content(message.content)
    match message:
        case SystemMessage():
            return PromptMessage("system", text, parts=parts, name=message.name)
        case UserMessage():
            return PromptMessage("user", text, parts=parts, name=message.name)
        case ToolMessage():
            return PromptMessage("tool", text, parts=parts, call_id=message.tool_call_id)
        case AssistantMessage():
            calls = tuple(
                Call(call.id, call.function.name, call.function.arguments)
                for call in message.tool_calls or ()
            )
            return PromptMessage("assistant", text, parts=parts, calls=calls, name=message.name)


def _content(content: Content | None) -> tuple[str, tuple[Mapping[str, Any], ...]]:
    """The text of a message, and its parts where it is more than one text."""
    if content is None or isinstance(content, str):
        return content or "", ()
    text = "\n".join(part.text for part in content if part.type == "text" and part.text)
    parts = tuple(part.model_dump(exclude_unset=True) for part in content)
    return text, () if len(parts) == 1 and parts[0] == {"type": "text", "text": text} else parts


def _tool(function: SentFunction) -> Tool:
    parameters = function.parameters or {"type": "object", "properties": {}}
    return Tool(function.name, function.description or "", parameters)


class _Given(BaseModel):
    model_config = ConfigDict(extra="allow")


class CompletionUsage(_Given):
    """Tokens, as the provider counts them; estimated when it does not say."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class GivenMessage(_Given):
    """The answer."""

    role: Literal["assistant"]
    content: str | None
    reasoning_content: str | None = Field(default=None, description="What the model thought.")
    tool_calls: list[SentCall] | None = None


class Choice(_Given):
    """The one answer."""

    index: int
    message: GivenMessage
    finish_reason: Literal["stop", "length", "tool_calls", "content_filter"]


class NagoriInfo(_Given):
    """What Nagori did, besides passing on the model's answer."""

    chat_id: str | None = Field(description="Where it is stored; give it back as `X-Nagori-Chat`.")
    turn_id: str | None
    recalled: list[dict[str, Any]] = Field(description="Memories that were put in, and why.")
    degraded: list[str] = Field(description="What had to be left out.")


class Completion(_Given):
    """A whole answer."""

    id: str
    object: Literal["chat.completion"]
    created: int
    model: str
    choices: list[Choice]
    usage: CompletionUsage
    nagori: NagoriInfo


class ModelCard(_Given):
    """A model that can be named in a request."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class ModelList(_Given):
    """The models that can be named."""

    object: Literal["list"]
    data: list[ModelCard]


class ErrorDetail(_Given):
    """What went wrong."""

    message: str
    type: str
    code: str | None
    param: str | None


class ErrorBody(_Given):
    """An error in OpenAI's form."""

    error: ErrorDetail
