"""Reading and writing pages, over a real store."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from nagori import ConflictError, InvalidInputError
from nagori.chat.pages import PageChange, Pages
from nagori.store.sqlite.store import SqliteStore
from nagori.testing.builders import CARLA, SPACE, a_message
from nagori.testing.clock import HandClock
from nagori.values.page import GlobalPage


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(tmp_path / "memory.db")
    await store.open()
    yield store
    await store.close()


@pytest.fixture
def pages(store: SqliteStore, clock: HandClock) -> Pages:
    return Pages(store.pages, over=2000, chunk_size=300, embedder=None, clock=clock)


def more(content: str) -> PageChange:
    return PageChange(content, "append", by="model")


async def test_what_is_appended_by_many_at_once_is_all_there(pages: Pages) -> None:
    await asyncio.gather(*(pages.change(CARLA, more(f"fact {n}")) for n in range(10)))

    page = await pages.read(CARLA)
    assert (page.version, page.by) == (10, "model")
    assert all(f"- fact {n}" in page.text.split("\n") for n in range(10))


async def test_a_version_that_is_not_the_last_one_is_refused(pages: Pages) -> None:
    await pages.change(CARLA, PageChange("one"))
    await pages.change(CARLA, PageChange("two"))

    for mode in ("rewrite", "append"):
        with pytest.raises(ConflictError):
            await pages.change(CARLA, PageChange("late", mode, version=1))
    await pages.change(CARLA, PageChange("in time", "append", version=2))

    assert "in time" in (await pages.read(CARLA)).text


async def test_entries_are_taken_off_and_old_versions_keep_them(
    pages: Pages, store: SqliteStore
) -> None:
    await pages.change(CARLA, PageChange("## Me\n- Likes tea!\n- likes tea and milk"))

    page = await pages.take_off(CARLA, "likes tea", "never said")

    assert (page.text, page.by, page.version) == ("## Me\n- likes tea and milk", "model", 2)
    assert await pages.take_off(CARLA, "likes tea") == page
    old = await store.pages.versions(CARLA, limit=9)
    assert [one.version for one in old if "Likes tea!" in one.text] == [1]


async def test_secrets_are_left_out_whoever_writes(pages: Pages) -> None:
    key = "sk-proj-Zq3vT9xLb27RkNw84HsYc51MfUdEaJg0"
    for change in (PageChange(f"key: {key}"), more(f"the key is {key}")):
        page = await pages.change(CARLA, change)
        assert key not in page.text
        assert "removed" in page.text


async def test_what_came_from_a_chat_goes_with_it(pages: Pages, store: SqliteStore) -> None:
    (message,) = await store.chats.hear([a_message()], embedder=None, now=pages.clock())
    await pages.change(CARLA, PageChange("- by hand"))
    await pages.change(
        CARLA, PageChange("likes tea\nby hand", "append", by="model", message=message.id)
    )

    await store.erasure.chat(SPACE, "chat-1", now=pages.clock())

    assert (await pages.read(CARLA)).text == "- by hand\n\n## Preferences"


async def test_a_refused_change_changes_nothing(pages: Pages) -> None:
    with pytest.raises(InvalidInputError):
        await pages.change(CARLA, PageChange("x" * 20_001))

    assert (await pages.read(CARLA)).version == 0


async def test_a_store_that_is_closed_gives_an_empty_page(tmp_path: Path, clock: HandClock) -> None:
    store = SqliteStore(tmp_path / "never.db")
    pages = Pages(store.pages, over=2000, chunk_size=300, embedder=None, clock=clock)

    assert await pages.read(CARLA) == GlobalPage("user:carla")
