"""Answers without a language model: quotes of what was recalled, in the user's language."""

import json
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nagori.errors import ModelReplyError
from nagori.llm.port import ModelState
from nagori.llm.shape import new_call_id
from nagori.text.normal import is_cjk
from nagori.text.terms import has_content, query_terms, terms
from nagori.values.prompt import (
    Call,
    CallPiece,
    EndPiece,
    Piece,
    PromptMessage,
    Reply,
    TextPiece,
    Tool,
)

NAME = "extractive"
SEARCH = "search_chat_history"
"""The tool that is used when nothing was recalled."""
SEARCH_DOCUMENTS = "search_documents"
"""The tool that is used whenever it is offered: only those who have documents are offered it."""
DOCUMENT_LABEL = "document: "
"""Begins the label of what stands in a document; the place in it follows."""
_MOST_QUOTES = 3
_MOST_DOCUMENT_QUOTES = 2
_LONGEST_QUOTE = 400
# `- [2026-05-03 18:30][manual] text`, as a recall is rendered; more brackets may follow the tag.
_RECALLED = re.compile(
    r"^[ \t]*- \[(?P<at>\d{4}-\d\d-\d\d(?: \d\d:\d\d)?)\]"
    r"(?P<labels>(?:\[[^\]\n]*\])*) ?(?P<text>.*)$"
)
# `Question: …`, `Answer: …`, `Files: […]`, as a record of a project is put before a model.
_RECORD = re.compile(
    r"^(?:Question|问题): (?P<question>.+)\n(?:Answer|答案): (?P<answer>.+)\n"
    r"(?:Files|涉及文件): \[(?P<places>.+)\]$",
    re.MULTILINE,
)
_FENCE = re.compile(r"^\s*(?:```.*|~~~.*|</?[\w-]+[^>]*>)\s*$")
_SENTENCE = re.compile(r"[^\n.!?。！？]+[.!?。！？]*")


@dataclass(frozen=True, slots=True)
class Quote:
    """Something that was said, and when, if that is known."""

    text: str
    at: str = ""
    labels: str = ""
    """`[manual]`, or `[carla]` for what somebody said."""

    @property
    def place(self) -> str:
        """Where in a document it stands; empty for anything else."""
        begins = f"[{DOCUMENT_LABEL}"
        return self.labels[len(begins) : -1] if self.labels.startswith(begins) else ""


@dataclass(frozen=True, slots=True)
class _Words:
    """What the answers are made of, in one language."""

    quoting: str
    dated: str
    undated: str
    cited: str
    nothing: str


_ENGLISH = _Words(
    quoting="No language model is configured, so I can only quote what I remember:",
    dated="- {at}: “{text}”",
    undated="- earlier in this chat: “{text}”",
    cited="- {place}: “{text}”",
    nothing=(
        "No language model is configured, and I remember nothing about this yet. "
        "Your message is remembered."
    ),
)
_CHINESE = _Words(
    quoting="没有配置语言模型，我只能引用记得的内容：",
    dated="- {at}：“{text}”",
    undated="- 本次聊天较早时：“{text}”",
    cited="- {place}：“{text}”",
    nothing="没有配置语言模型，我也还没有与此有关的记忆。你的这条消息已经记住了。",
)


def extract(messages: Sequence[PromptMessage]) -> str:
    """The answer that can be given without a model: quotes, or that there is nothing to quote."""
    question = _question(messages)
    words = _CHINESE if is_cjk(question) else _ENGLISH
    searched = _searched_quotes(messages, question)
    documents = [quote for quote in searched if quote.place][:_MOST_DOCUMENT_QUOTES]
    documents = [*_project_quotes(messages, question), *documents][:_MOST_DOCUMENT_QUOTES]
    known = _known(messages, question) or [quote for quote in searched if not quote.place]
    quotes = [*known[: _MOST_QUOTES - len(documents)], *documents]
    if not quotes:
        return words.nothing
    return "\n".join([words.quoting, *(_quoted(quote, words) for quote in quotes)])


def _quoted(quote: Quote, words: _Words) -> str:
    form = words.cited if quote.place else words.dated if quote.at else words.undated
    return form.format(at=quote.at, place=quote.place, text=_short(quote.text))


def search_for(messages: Sequence[PromptMessage], tools: Sequence[Tool]) -> list[Call]:
    """The calls that may find something to quote; none when there is enough, or no use in them."""
    question = _question(messages)
    if any(message.role == "tool" for message in messages) or not has_content(question):
        return []
    offered = {tool.name for tool in tools}
    wanted = [SEARCH_DOCUMENTS] if _known(messages, question) else [SEARCH_DOCUMENTS, SEARCH]
    arguments = json.dumps({"query": question}, ensure_ascii=False)
    return [Call(new_call_id(), name, arguments) for name in wanted if name in offered]


def recalled_quotes(messages: Sequence[PromptMessage]) -> list[Quote]:
    """What the recalled layer holds, best first; a memory of several lines is one quote."""
    found = [_quotes(message.content) for message in messages if message.layer == "recalled"]
    return [quote for quotes in found for quote in quotes]


def _project_quotes(messages: Sequence[PromptMessage], question: str) -> list[Quote]:
    """What was learned about the project, with its places: what shares most words comes first."""
    wanted = query_terms(question)
    known = "\n".join(
        "\n".join(_fenced(message.content)) for message in messages if message.layer == "project"
    )
    found: list[tuple[int, Quote]] = []
    for record in _RECORD.finditer(known):
        told = terms(f"{record['question']} {record['answer']}")
        quote = Quote(record["answer"], labels=f"[{DOCUMENT_LABEL}{record['places']}]")
        found.append((int(np.isin(wanted, told).sum()), quote))
    found.sort(key=lambda one: -one[0])  # stable: equal ones stay as they were found
    return [quote for shared, quote in found if shared]


def _known(messages: Sequence[PromptMessage], question: str) -> list[Quote]:
    return recalled_quotes(messages) or _earlier_quotes(messages, question)


def _searched_quotes(messages: Sequence[PromptMessage], question: str) -> list[Quote]:
    """What a search found that people said and that shares words with the question."""
    wanted = query_terms(question)
    found = [_quotes(message.content) for message in messages if message.role == "tool"]
    return [
        quote
        for quotes in found
        for quote in quotes
        if quote.labels != "[assistant]" and np.isin(wanted, terms(quote.text)).any()
    ]


def _quotes(content: str) -> list[Quote]:
    quotes: list[Quote] = []
    for line in _fenced(content):
        found = _RECALLED.match(line)
        if found:
            quotes.append(Quote(found["text"].strip(), found["at"], found["labels"]))
        elif quotes and line.strip():
            quotes[-1] = replace(quotes[-1], text=f"{quotes[-1].text} {line.strip()}")
    return quotes


def _earlier_quotes(messages: Sequence[PromptMessage], question: str) -> list[Quote]:
    """The sentences of the summary that share most words with the question."""
    if not has_content(question):
        return []
    wanted = query_terms(question)
    earlier = [m.content for m in messages if m.layer in {"summary", "folded"}]
    lines = [line for text in earlier for line in _fenced(text)]
    sentences = [found.strip(" \t-") for line in lines for found in _SENTENCE.findall(line)]
    shared = [int(np.isin(wanted, terms(sentence)).sum()) for sentence in sentences]
    best = sorted(range(len(sentences)), key=lambda at: (-shared[at], at))
    return [Quote(sentences[at]) for at in best if shared[at] > 0]


def _fenced(content: str) -> list[str]:
    """The lines between the first and the last fence, around which a prompt explains them."""
    lines = content.splitlines()
    fences = [at for at, line in enumerate(lines) if _FENCE.match(line)]
    return lines[fences[0] + 1 : fences[-1]] if len(fences) > 1 else lines


def _question(messages: Sequence[PromptMessage]) -> str:
    asked = [message.content for message in messages if message.role == "user"]
    return asked[-1] if asked else ""


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}…"


class ExtractiveModel:
    """No model at all: it quotes, says so, and never fails."""

    @property
    def name(self) -> str:
        """`extractive`."""
        return NAME

    @property
    def state(self) -> ModelState:
        """`extractive`: there is no model behind it."""
        return "extractive"

    @property
    def reason(self) -> str | None:
        """None: there is nothing that could fail."""
        return None

    async def reply(
        self,
        messages: Sequence[PromptMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> Reply:
        """Quotes; a schema can't be filled without a model, so rules must stand in."""
        del options
        if schema is not None:
            raise ModelReplyError(self.name, "no language model is configured")
        if calls := search_for(messages, tools):
            return Reply("", calls=tuple(calls), finish_reason="tool_calls")
        return Reply(extract(messages))

    async def stream(
        self,
        messages: Sequence[PromptMessage],
        *,
        tools: Sequence[Tool] = (),
        options: Mapping[str, Any] | None = None,
    ) -> AsyncGenerator[Piece]:
        """The same, line by line."""
        del options
        if calls := search_for(messages, tools):
            for call in calls:
                yield CallPiece(call)
            yield EndPiece("tool_calls")
            return
        for line in extract(messages).splitlines(keepends=True):
            yield TextPiece(line)
        yield EndPiece()

    async def close(self) -> None:
        """Nothing to let go of."""
