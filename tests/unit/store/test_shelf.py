"""Pages of chats beside a plain list."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, NOW, a_chat, a_message, an_id, later
from nagori.values.message import Chat
from nagori.values.scope import Scope

TITLES = ("tea", "TEE", "茶 tea", "Ärger", "ärmel", "%", "_", "\\", "", None)
CHATS = st.lists(
    st.tuples(st.sampled_from(TITLES), st.integers(-2, 2), st.booleans()), max_size=12
).map(
    lambda drawn: [
        replace(a_chat(f"{n}", title=title, archived=archived), updated_at=later(minute))
        for n, (title, minute, archived) in enumerate(drawn)
    ]
)


def wanted(chats: Sequence[Chat], query: str | None, archived: bool | None) -> list[str]:
    """What a list in memory would show; chats that came later stand before, at one time."""
    shown = [
        chat
        for chat in chats
        if (archived is None or chat.archived == archived)
        and (not query or query.casefold() in (chat.title or "").casefold())
    ]
    shown.sort(key=lambda chat: (chat.updated_at, int(chat.id)), reverse=True)
    return [chat.id for chat in shown]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


async def listed(
    store: SqliteStore,
    scope: Scope,
    sizes: Sequence[int],
    query: str | None,
    archived: bool | None,
) -> list[str]:
    """Every page until there is no next one."""
    found: list[str] = []
    cursor = None
    for n in range(100):
        size = sizes[n % len(sizes)]
        page = await store.shelf.page(
            scope, query=query, archived=archived, limit=size, cursor=cursor
        )
        assert len(page) == size or page.next is None
        found += [chat.id for chat in page]
        cursor = page.next
        if cursor is None:
            return found
    raise AssertionError("pages without end")


@settings(max_examples=40)
@given(
    chats=CHATS,
    sizes=st.lists(st.integers(1, 5), min_size=1, max_size=3),
    query=st.sampled_from((None, "", "te", "TEA", "茶", "är", "ÄR", "%", "_", "\\", "%%", "x")),
    archived=st.sampled_from((None, True, False)),
)
@example(
    chats=[replace(a_chat("0"), updated_at=NOW - timedelta(days=30_000)), a_chat("1")],
    sizes=[1],
    query=None,
    archived=None,
)
async def test_pages_list_every_chat_exactly_once(
    store: SqliteStore,
    chats: list[Chat],
    sizes: list[int],
    query: str | None,
    archived: bool | None,
) -> None:
    scope = Scope(an_id(), "user", "carla")  # a space of its own for each example
    await asyncio.gather(*(store.shelf.add(chat, space=scope.space) for chat in chats))

    found = await listed(store, scope, sizes, query, archived)

    assert found == wanted(chats, query, archived)


@pytest.mark.parametrize("query", ["needle", "иголка"])
async def test_a_search_through_many_messages_is_fast(store: SqliteStore, query: str) -> None:
    drafts = [
        a_message(f"{n} " + "some hay, некое сено, " * 5, chat_id=f"{n % 50}", vectors=False)
        for n in range(2_000)
    ]
    drafts.append(a_message(f"the {query.upper()} is here", chat_id="0", vectors=False))
    await store.chats.hear(drafts, embedder=None, now=NOW)
    loop = asyncio.get_running_loop()
    started = loop.time()

    page = await store.shelf.page(CARLA, query=query)

    assert [chat.id for chat in page] == ["0"]
    assert loop.time() - started < 1.0
