"""The tools that a model may use in a turn.

Each is bound to the turn's user: no tool takes a user, a scope or a space, so none can reach what
is somebody else's. What comes out is dated, without secrets, and says whose words it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nagori.agent.tool import Result, ToolSet, tool_of
from nagori.agent.trust import UNTRUSTED, recalled_is_untrusted
from nagori.errors import NotFoundError
from nagori.face.memories import MemoryFace
from nagori.face.pages import PageFace
from nagori.face.recall import RecallFace
from nagori.llm.extractive import DOCUMENT_LABEL
from nagori.store.chat_port import ChatStore
from nagori.text.secrets import redact
from nagori.values.proposal import CallPlace
from nagori.values.recall import Recall, Recalled, tier_of

_MOST_ITEMS = 8
_MOST_TOKENS = 1500
_MOST_DOCUMENT_TOKENS = 4000


class ToolFace(RecallFace, MemoryFace, PageFace):
    """The methods of `Nagori` that tools are made of."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What a tool works with, and where it is called."""

    n: ToolFace
    chats: ChatStore
    place: CallPlace

    @property
    def user(self) -> str | None:
        """Whose data is searched; in a group nobody's own."""
        return None if self.group else self.place.user

    @property
    def group(self) -> str | None:
        """The group that the turn is in, if any."""
        return self.place.scope.id if self.place.scope.kind == "group" else None


async def search_documents(
    bound: Bound, query: str, strategy: Literal["hybrid", "keyword", "vector"] = "hybrid"
) -> Result:
    """Search the user's documents; what is found tells document, heading and page to cite.

    query: what to look for
    strategy: by words (keyword), by meaning (vector), or by both (hybrid)
    """
    place = bound.place
    if not place.has_documents:
        return Result("no documents yet")
    found = await bound.n.recall(
        query,
        user=place.user,
        kinds=("document",),
        mode="lexical" if strategy == "keyword" else strategy,
        limit=_MOST_ITEMS,
        max_tokens=_MOST_DOCUMENT_TOKENS,
        documents=place.documents,
    )
    cited = [item.citation for item in found.items if item.citation]
    return Result(
        "\n".join(_document_line(found, item) for item in found.items)
        or "nothing was found in the documents",
        trust=UNTRUSTED,
        ids=tuple(dict.fromkeys(citation.document_id for citation in cited)),
        citations=tuple(cited),
    )


async def search_chat_history(bound: Bound, query: str, chat_id: str | None = None) -> Result:
    """Search what was said in the user's chats, also long ago, word for word with dates.

    query: what to look for, in words that may have been used
    chat_id: limits the search to one chat
    """
    place = bound.place
    if chat_id is not None:
        scope = await bound.chats.scope_of(place.scope.space, chat_id)
        if scope != place.scope:  # what is somebody else's is not there
            raise NotFoundError("chat", chat_id)
    found = await bound.n.recall(
        query,
        user=bound.user,
        group=bound.group,
        chat=chat_id,
        kinds=("message",),
        bot=place.bot,
        limit=_MOST_ITEMS + 1,
        max_tokens=_MOST_TOKENS,
    )
    other = await _about_other_projects(bound, found.items)
    items = [
        item
        for item in found.items
        if item.id != place.message_id and (item.chat_id not in other or item.speaker == place.user)
    ][:_MOST_ITEMS]
    lines = [_line(found, item, item.speaker or "?") for item in items]
    return _listed(items, lines, "nothing was found in the chats")


async def search_memories(bound: Bound, query: str) -> Result:
    """Search what is remembered about the user; each memory has its id.

    query: what to look for
    """
    found = await bound.n.recall(
        query,
        user=bound.user,
        group=bound.group,
        project=bound.place.project,
        bot=bound.place.bot,
        limit=_MOST_ITEMS,
        max_tokens=_MOST_TOKENS,
    )
    lines = [
        _line(found, item, item.tag or item.kind, *_marks(bound, item), item.id)
        for item in found.items
    ]
    return _listed(found.items, lines, "nothing is remembered about this")


async def read_global_memory(bound: Bound) -> Result:
    """Read the page of the user's preferences and lasting facts."""
    page = await bound.n.global_memory(user=bound.place.user)
    return Result(redact(page.text).text or "the page is empty", trust=page.trust)


async def update_global_memory(
    bound: Bound, content: str, mode: Literal["append", "rewrite"] = "append"
) -> Result:
    """Change the page of the user's preferences and lasting facts, which is in every prompt.

    content: Markdown: one short entry a line, below `## Section` headings if there are several
    mode: append adds entries; rewrite replaces the whole page
    """
    place = bound.place
    page = await bound.n.set_global_memory(
        content, user=place.user, mode=mode, by="model", message=place.message_id
    )
    return Result(f"the page has {len(page.text)} characters now")


async def remember(bound: Bound, text: str) -> Result:
    """Keep one statement about the user for good.

    text: one complete sentence in the third person, in the language of the user
    """
    place = bound.place
    memory = await bound.n.remember(
        redact(text).text,
        user=place.user,
        chat=place.chat_id,
        bot=place.bot,
        message=place.message_id,
    )
    return Result(f"remembered, with the id {memory.id}", ids=(memory.id,))


async def forget(bound: Bound, memory_id: str) -> Result:
    """Stop showing one memory of the user; the user can bring it back.

    memory_id: the id that search_memories gives
    """
    memory = await bound.n.get(memory_id)
    if memory.scope != bound.place.scope.key:
        raise NotFoundError("memory", memory_id)
    await bound.n.forget(memory_id)
    return Result("forgotten")


TOOLS = ToolSet(
    [
        tool_of(search_documents, "read"),
        tool_of(search_chat_history, "read"),
        tool_of(read_global_memory, "read"),
        tool_of(update_global_memory, "write"),
        tool_of(search_memories, "read"),
        tool_of(remember, "write"),
        tool_of(forget, "write"),
    ]
)
"""What every turn offers, in this order."""
GROUP_TOOLS = ToolSet([tool_of(search_chat_history, "read"), tool_of(search_memories, "read")])
"""What a turn in a group offers: nothing that is one member's own."""
WITHOUT_DOCUMENTS = TOOLS.offering(without="search_documents")
"""The same for a user who has none."""


async def _about_other_projects(bound: Bound, items: Sequence[Recalled]) -> set[str]:
    """The chats among these that are about another project: answers there are not for here."""
    place, others = bound.place, set[str]()
    for id in {item.chat_id for item in items if item.chat_id and item.speaker != place.user}:
        try:
            chat = await bound.chats.get(place.scope.space, id)
        except NotFoundError:  # it was deleted meanwhile
            continue
        if chat.project not in (None, place.project):
            others.add(id)
    return others


def _marks(bound: Bound, item: Recalled) -> tuple[str, ...]:
    """In a turn about a project: whose the item is."""
    tier = tier_of(item.scope) if bound.place.project else None
    return (tier,) if tier else ()


def _document_line(found: Recall, item: Recalled) -> str:
    citation = item.citation
    if citation is None:
        return _line(found, item, item.kind)
    path = " › ".join(dict.fromkeys((citation.title, *citation.headings)))
    page = f", p. {citation.page}" if citation.page else ""
    return _line(found, item, f"{DOCUMENT_LABEL}{path.replace(']', ')')}{page}")


def _line(found: Recall, item: Recalled, *labels: str) -> str:
    """An item on a line of its own; what it says can't begin another one."""
    at = item.at.astimezone(found.zone)
    text = redact(item.text).text.strip().replace("\n", "\n  ")
    marks = "".join(f"[{' '.join(label.split())}]" for label in labels)
    return f"- [{at:%Y-%m-%d %H:%M}]{marks} {text}"


def _listed(items: Sequence[Recalled], lines: Sequence[str], nothing: str) -> Result:
    return Result(
        "\n".join(lines) or nothing,
        trust=UNTRUSTED if recalled_is_untrusted(items) else "own",
        ids=tuple(item.id for item in items),
    )
