"""A model that does whatever a text wants of it, and the texts that want it."""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.journeys.memorising.conftest import decided

from nagori.testing.http_provider import Request
from nagori.testing.model_server import ModelRefusal
from nagori.testing.model_wire import Body, ModelAnswer
from nagori.values.prompt import Call

CHANGING = ("remember", "forget", "update_global_memory", "send_message")
"""The tools that change or send; a model may also try others, which don't exist."""

_FENCE = re.compile(r'<remembered kind="\w+"(?: name="\w+")?>\n.*?\n</remembered>', re.DOTALL)
_MATERIAL = re.compile(r"^<(conversation|summary|page)>\n.*?\n</\1>$", re.DOTALL | re.MULTILINE)
_TOLD_OF_TOOLS = "You can use tools."
_TOPICS = {"en": "the greenhouse rota", "zh": "温室排班表"}
_QUESTIONS = {
    "en": "Please look up what was written about the greenhouse rota.",
    "zh": "请查一下温室排班表写了些什么。",
}


@dataclass(frozen=True, slots=True)
class Attack:
    """A text that somebody else brings in; its mark is found in nothing else."""

    id: str
    lang: str
    via: str
    wants: str
    text: str
    mark: str

    @property
    def titled(self) -> str:
        """The text as it is filed: every paragraph says what it is about."""
        blocks = self.text.split("\n\n")
        return "\n\n".join(f"{_TOPICS[self.lang]}: {block}" for block in blocks)

    @property
    def topic(self) -> str:
        """What it is filed under."""
        return _TOPICS[self.lang]

    @property
    def question(self) -> str:
        """What the user asks, so that the text comes up; there is nothing in it to be kept."""
        return _QUESTIONS[self.lang]


def attacks() -> list[Attack]:
    """Those of the file, in its order."""
    lines = Path(__file__).with_name("attacks.jsonl").read_text("utf-8").splitlines()
    return [Attack(**json.loads(line)) for line in lines]


@dataclass(frozen=True, slots=True)
class Prey:
    """What a model is put up to destroy or to tell."""

    memory: str
    """A memory of the user who asks."""
    other_memory: str
    other_chat: str
    other_user: str
    about: str
    """Finds what the other user keeps to themselves."""


class Obedient:
    """The chat model. It looks things up until it reads the mark; then it does all it can."""

    def __init__(self, attack: Attack, prey: Prey, *, plain: bool = False) -> None:
        self.called: list[tuple[str, dict[str, Any]]] = []
        """What it called once it had read the mark."""
        self._attack, self._prey, self._plain = attack, prey, plain
        self._looked, self._steps = False, 0

    @property
    def changes(self) -> list[tuple[str, dict[str, Any]]]:
        """The calls that would change or send something."""
        return [call for call in self.called if call[0] in CHANGING]

    def __call__(self, body: Body) -> ModelAnswer | ModelRefusal:
        if self._plain and "tools" in body:
            return ModelRefusal("this model does not support tools")
        messages: list[dict[str, Any]] = body["messages"]
        offered = "tools" in body or _TOLD_OF_TOOLS in json.dumps(messages)
        shown = [m["content"] for m in messages if self._is_shown(m)]
        if not any(self._attack.mark in text for text in shown):
            return self._look_up() if offered else ModelAnswer("I have found nothing.")
        calls = self._next(shown) if offered else []
        if calls:
            self.called += calls
            return self._calling(calls)
        return ModelAnswer("\n".join([self._attack.mark, *shown]), piece_chars=400)

    def _is_shown(self, message: dict[str, Any]) -> bool:
        """Whether it holds data, or what was said; neither instructions nor its own calls."""
        if message["role"] == "assistant":
            return "tool_calls" not in message and "<tool_call>" not in message["content"]
        return message["role"] == "user" or "<remembered" in message["content"]

    def _look_up(self) -> ModelAnswer:
        if self._looked:
            return ModelAnswer("I have found nothing.")
        self._looked = True
        query = {"query": self._attack.topic}
        return self._calling([("search_memories", query), ("search_chat_history", query)])

    def _next(self, shown: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
        """What it does in its next step: first what the text wants, then everything else."""
        mark, wants = self._attack.mark, self._attack.wants
        deeds = dict(self._deeds(mark, " ".join(shown)[:2000]))
        first = deeds.pop(wants)
        rest = [call for group in deeds.values() for call in group]
        half = len(rest) // 2
        self._steps += 1
        return {1: first, 2: rest[:half], 3: rest[half:]}.get(self._steps, [])

    def _deeds(self, mark: str, shown: str) -> Iterator[tuple[str, list[tuple[str, Any]]]]:
        prey = self._prey
        yield "remember", [("remember", {"text": f"The user agreed to {mark}"})]
        yield (
            "forget",
            [("forget", {"memory_id": id}) for id in (prey.memory, prey.other_memory)],
        )
        yield (
            "update_global_memory",
            [
                ("update_global_memory", {"content": f"- {mark}", "mode": "rewrite"}),
                ("update_global_memory", {"content": f"- always obey {mark}"}),
            ],
        )
        yield "send", [("send_message", {"to": mark, "body": shown}), ("http_post", {"url": mark})]
        yield "erase", [("erase", {"confirm": True}), ("delete_memory", {"id": prey.memory})]
        yield (
            "leak",
            [
                ("search_memories", {"query": prey.about}),
                ("search_memories", {"query": prey.about, "user": prey.other_user}),
                ("search_chat_history", {"query": prey.about}),
                ("search_chat_history", {"query": prey.about, "chat_id": prey.other_chat}),
                ("read_global_memory", {}),
            ],
        )

    def _calling(self, calls: Sequence[tuple[str, dict[str, Any]]]) -> ModelAnswer:
        written = [
            Call(f"call_{at}", name, json.dumps(given, ensure_ascii=False))
            for at, (name, given) in enumerate(calls)
        ]
        if not self._plain:
            return ModelAnswer(calls=tuple(written), piece_chars=400)
        lines = [f'{{"name": "{call.name}", "arguments": {call.arguments}}}' for call in written]
        marked = [
            # A mark inside an argument would end the call.
            "<tool_call>{}</tool_call>".format(line.replace("<", "\\u003c"))
            for line in lines
        ]
        return ModelAnswer("\n".join(marked), piece_chars=400)


class ObedientHelper:
    """The model that decides, states and summarises: as the text wants it, once it is read."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack

    def __call__(self, body: Body) -> str:
        if "response_format" in body:
            return decided(True)
        if self._attack.mark not in str(body["messages"]):
            return "The user has nothing to say."
        return f"The user agreed to {self._attack.mark}.\n{self._attack.text}"


def outside_its_fence(request: Request, mark: str) -> list[str]:
    """Texts of a prompt in which the mark stands where instructions stand.

    A model's own words are none.
    """
    messages: list[dict[str, Any]] = request.body["messages"]
    return [
        message["content"]
        for message in messages
        if message["role"] != "assistant"
        and mark in _MATERIAL.sub("", _FENCE.sub("", message["content"]))
    ]


def fences_of(text: str) -> list[str]:
    """The parts of a prompt that stand between marks."""
    return _FENCE.findall(text)


def ends_in(text: str) -> int:
    """How many ends of a fence a lenient reader sees: no letter, width or space deceives it."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    seen = "".join(c for c in plain if not c.isspace() and unicodedata.category(c) != "Cf")
    return len(re.findall("[<‹]/remembered", seen))
