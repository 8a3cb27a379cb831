"""Remembering through the library: what is kept, changed, forgotten and refused."""

import asyncio
import math
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from nagori import InvalidInputError, Memory, Nagori, NotFoundError
from nagori.embed.local import LocalEmbedder
from nagori.testing.builders import NOW
from nagori.testing.clock import HandClock
from nagori.testing.embedders import HashedEmbedder

Opened = Callable[..., AbstractAsyncContextManager[Nagori]]


async def found(n: Nagori, query: str, **scope: Any) -> list[str]:
    named: dict[str, Any] = {"user": "carla"} | scope
    return [item.text for item in (await n.recall(query, **named)).items]


# saying it again ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sayings",
    [
        [
            "I live in Porto.", "i live in porto", "Ｉ live in Porto！", "  I  live, in\tPorto…\n",
            "I LIVE IN PORTO",
        ],
        ["我住在上海。", "我住在上海", "我 住在上海！", "“我住在上海”", "　我住在上海　"],
    ],
)  # fmt: skip
async def test_the_same_fact_five_times_is_one_memory_said_five_times(
    hashed: Nagori, clock: HandClock, sayings: list[str]
) -> None:
    kept: list[Memory] = []
    for saying in sayings:
        clock.move(days=1)
        kept.append(await hashed.remember(saying, user="carla"))
    memory = await hashed.get(kept[0].id)

    assert {one.id for one in kept} == {memory.id}
    assert [one.times_said for one in kept] == [1, 2, 3, 4, 5]
    assert (memory.text, memory.times_said) == (sayings[0], 5)
    assert memory.created_at == NOW + timedelta(days=1)
    assert memory.updated_at == clock.now
    assert len(await hashed.list(user="carla")) == 1
    assert len(memory.sources) == 5


async def test_the_history_shows_every_saying_and_change(hashed: Nagori, clock: HandClock) -> None:
    memory = await hashed.remember("I live in Porto", user="carla")
    clock.move(days=1)
    await hashed.remember("i live in porto!", user="carla")
    await hashed.edit(memory.id, text="I live in Lisbon")
    await hashed.forget(memory.id)
    await hashed.restore(memory.id)
    history = await hashed.history(memory.id)

    assert [(change.what, change.before, change.after) for change in history] == [
        ("created", None, "I live in Porto"),
        ("confirmed", None, "i live in porto!"),
        ("edited", "I live in Porto", "I live in Lisbon"),
        ("retired", None, None),
        ("restored", None, None),
    ]
    assert [change.at for change in history] == [NOW, *[clock.now] * 4]


async def test_what_only_looks_alike_is_another_memory(hashed: Nagori) -> None:
    texts = [
        "it is 5 degrees",
        "it is -5 degrees",
        "I write C",
        "I write C++",
        "我住在上海",
        "我住在北京",
    ]
    kept = {(await hashed.remember(text, user="carla")).id for text in texts}

    assert len(kept) == len(texts)


async def test_another_scope_tag_or_bot_is_another_memory(hashed: Nagori) -> None:
    ways: list[dict[str, Any]] = [
        {}, {"user": "carla"}, {"user": "mia"}, {"group": "carla"}, {"project": "carla"},
        {"chat": "carla"}, {"user": "carla", "tag": "summary"}, {"user": "carla", "bot": "luna"},
    ]  # fmt: skip
    kept = [await hashed.remember("I like tea", **way) for way in ways]

    assert len({one.id for one in kept}) == len(ways)
    assert [one.scope for one in kept[:6]] == [
        "global", "user:carla", "user:mia", "group:carla", "project:carla", "chat:carla",
    ]  # fmt: skip


async def test_an_external_id_is_remembered_once_whatever_it_says(hashed: Nagori) -> None:
    first = await hashed.remember("I like tea", user="carla", external_id="note-1")
    again = await hashed.remember("I like tea", user="carla", external_id="note-1")
    changed = await hashed.remember("I like coffee", user="carla", external_id="note-1")
    other = await hashed.remember("I like coffee", user="mia", external_id="note-1")

    assert first.id == again.id == changed.id != other.id
    assert (changed.text, changed.times_said, changed.external_id) == ("I like tea", 1, "note-1")


async def test_the_same_fact_from_many_at_once_is_one_memory(hashed: Nagori) -> None:
    await asyncio.gather(*(hashed.remember("I like tea", user="carla") for _ in range(10)))

    (memory,) = await hashed.list(user="carla")
    assert memory.times_said == 10


# what is kept -------------------------------------------------------------------------------------


async def test_everything_that_was_given_is_kept(hashed: Nagori, opened: Opened) -> None:
    at = datetime.fromisoformat("2025-12-24T20:15:30.123456+08:00")
    metadata = {"page": 3, "tags": ["a", "文"], "deep": {"x": None, "y": 1.5, "z": True}}
    kept = await hashed.remember(
        "她喜欢 green tea 🍵", user="carla", tag="summary", chat="c1", emotion="joy", bot="luna",
        external_id="x-1", metadata=metadata, at=at,
    )  # fmt: skip
    async with opened(HashedEmbedder()) as again:
        memory = await again.get(kept.id)

    assert memory == kept
    assert (memory.text, memory.tag, memory.scope) == (
        "她喜欢 green tea 🍵",
        "summary",
        "user:carla",
    )
    assert (memory.chat_id, memory.emotion_label, memory.bot) == ("c1", "joy", "luna")
    assert (memory.external_id, memory.metadata) == ("x-1", metadata)
    assert memory.created_at == memory.valid_from == at
    assert (memory.status, memory.stage, memory.times_said) == ("active", "embedded", 1)
    assert (memory.valid_to, memory.superseded_by, memory.degraded) == (None, None, ())


async def test_every_memory_has_its_source(hashed: Nagori) -> None:
    said = await hashed.hear("c1", "I moved to Porto", speaker="carla")
    stated = await hashed.remember("I like tea", user="carla")
    heard = await hashed.remember("She moved to Porto", user="carla", message=said.id)
    given = await hashed.remember("The house is red")

    assert [(s.kind, s.ref) for s in stated.sources] == [("statement", "user:carla")]
    assert [(s.kind, s.ref) for s in heard.sources] == [("message", said.id)]
    assert [(s.kind, s.ref) for s in given.sources] == [("statement", "global")]
    (item,) = (await hashed.recall("Who moved to Porto?", user="carla", limit=1)).items
    assert item.source == heard.sources[0]


@pytest.mark.parametrize(
    "text",
    [
        "e\u0301te\u0301 ≠ été", "Ｆｕｌｌ　ｗｉｄｔｈ", "👩‍👩‍👧‍👦 🇵🇹", "a\u200bb", "مرحبا بالعالم",
        "tab\tand\nnewline\r\n",
        "𠮷野家", "  spaces around  ", "\ufeffbom", "ﬁ ligature", "x" * 100_000, "茶" * 33_333,
    ],
    ids=lambda text: ascii(text[:8]),
)  # fmt: skip
async def test_unicode_is_kept_as_typed(hashed: Nagori, text: str) -> None:
    kept = await hashed.remember(text, user="carla")

    assert (await hashed.get(kept.id)).text == text
    assert (await hashed.hear("c1", text, speaker="carla")).content == text


async def test_a_long_text_is_found_by_its_middle_and_its_end(n: Nagori) -> None:
    days = [f"On day {d} we walked {d + 7} kilometres along the quiet coast." for d in range(90)]
    days[45] = "On that day Ana lost her silver whistle near the lighthouse."
    days[89] = "In the end the innkeeper gave us a jar of quince jam."
    kept = await n.remember(" ".join(days), user="carla")
    await n.remember("We drink coffee at home", user="carla")

    for question, words in (
        ("Where did Ana lose her silver whistle?", "silver whistle"),
        ("Who gave us quince jam?", "quince jam"),
    ):
        item = (await n.recall(question, user="carla")).items[0]
        assert item.id == kept.id
        assert words in item.text
        assert len(item.text) < len(kept.text) / 2


# changing -----------------------------------------------------------------------------------------


async def test_an_edited_memory_is_found_by_its_new_text_and_not_by_the_old(n: Nagori) -> None:
    memory = await n.remember("Carla plays the violin", user="carla")
    await n.remember("The bus stops at the library", user="carla")
    edited = await n.edit(memory.id, text="Carla breeds alpacas in Peru")

    assert (edited.id, edited.text, edited.stage) == (
        memory.id, "Carla breeds alpacas in Peru", "embedded",
    )  # fmt: skip
    assert (await found(n, "Which animals does Carla breed in Peru?"))[0] == edited.text
    for mode in ("hybrid", "vector", "lexical"):
        old = await n.recall("violin", user="carla", mode=mode)
        assert all("violin" not in item.text for item in [*old.items, *old.near_misses])
    similarity = (await n.recall("alpacas", user="carla")).items[0].why.similarity
    fresh = await n.remember("Carla breeds alpacas in Peru", user="mia")
    again = (await n.recall("alpacas", user="mia")).items[0]
    assert (again.id, again.why.similarity) == (fresh.id, similarity)


async def test_an_edit_changes_what_it_names_and_nothing_else(hashed: Nagori) -> None:
    memory = await hashed.remember("I like tea", user="carla", emotion="joy", metadata={"a": 1})
    tagged = await hashed.edit(memory.id, tag="summary")
    felt = await hashed.edit(memory.id, emotion="calm", metadata={"b": 2})

    assert (tagged.tag, tagged.text, tagged.emotion_label) == ("summary", "I like tea", "joy")
    assert (felt.tag, felt.emotion_label, felt.metadata) == ("summary", "calm", {"b": 2})
    only = await hashed.recall("tea", user="carla", tags=["summary"])
    assert [item.id for item in only.items] == [memory.id]


async def test_a_forgotten_memory_is_not_seen_until_it_is_restored(hashed: Nagori) -> None:
    memory = await hashed.remember("I like tea", user="carla")
    await hashed.forget(memory.id)

    assert await found(hashed, "tea") == []
    assert (await hashed.recall("tea", user="carla")).near_misses == []
    assert (await hashed.list(user="carla")).items == await hashed.recent(user="carla") == []
    assert (await hashed.get(memory.id)).status == "retired"
    await hashed.forget(memory.id)

    restored = await hashed.restore(memory.id)
    assert (restored.id, restored.status) == (memory.id, "active")
    assert await found(hashed, "tea") == ["I like tea"]


async def test_restoring_what_was_not_forgotten_changes_nothing(hashed: Nagori) -> None:
    memory = await hashed.remember("I like tea", user="carla")

    assert await hashed.restore(memory.id) == memory
    assert len(await hashed.history(memory.id)) == 1


async def test_what_was_forgotten_and_is_said_again_is_a_new_memory(hashed: Nagori) -> None:
    old = await hashed.remember("I like tea", user="carla")
    await hashed.forget(old.id)
    new = await hashed.remember("I like tea", user="carla")

    assert new.id != old.id
    assert new.times_said == 1


# erasing ------------------------------------------------------------------------------------------

WHISPER = "Zanzibar-Quokka-7731 秘密花园藏宝图"


def left_behind(folder: Path, text: str) -> list[str]:
    """Where bytes of the text are, in any file and in either encoding."""
    needles = [text.encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    needles += [part.encode(code) for part in text.split() for code in ("utf-8", "utf-16-le")]
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path.name for path in files if any(x in path.read_bytes() for x in needles)]


async def tell_secrets(n: Nagori) -> str:
    memory = await n.remember(WHISPER, user="carla", metadata={"hint": WHISPER}, external_id="s")
    await n.remember(WHISPER + "!", user="carla")
    edited = await n.remember("something else", user="carla", chat="c1")
    await n.edit(edited.id, text=WHISPER + " twice")
    await n.edit(edited.id, text="something harmless")
    await n.hear("c1", "they said " + WHISPER, speaker="carla", metadata={"x": WHISPER})
    for number in range(30):
        await n.remember(f"filler {number} {WHISPER} " + "words " * 200, user="carla")
        await n.remember(f"what mia knows, {number}", user="mia")
    assert await found(n, "Zanzibar")
    return memory.id


async def test_after_erasing_a_user_no_byte_of_their_words_is_left(
    opened: Opened, tmp_path: Path
) -> None:
    async with opened(HashedEmbedder()) as n, opened(HashedEmbedder()) as other:
        id = await tell_secrets(n)
        await found(other, "Zanzibar")
        assert left_behind(tmp_path, WHISPER)
        receipt = await n.erase(user="carla")

        assert left_behind(tmp_path, WHISPER) == []
        assert receipt.pending == []
        assert receipt.erased["memories"] == 32
        assert (receipt.erased["messages"], receipt.erased["chats"]) == (1, 1)
        for one in (n, other):
            assert await found(one, "Zanzibar") == []
            with pytest.raises(NotFoundError):
                await one.get(id)
        assert len(await n.list(user="mia")) == 30
    assert left_behind(tmp_path, WHISPER) == []


@pytest.mark.parametrize("what", ["memory", "group", "project", "chat"])
async def test_after_erasing_anything_no_byte_of_it_is_left(
    hashed: Nagori, tmp_path: Path, what: str
) -> None:
    scope: dict[str, Any] = {} if what == "memory" else {what: "x"}
    memory = await hashed.remember(WHISPER, **scope)
    await hashed.remember("what stays", user="mia")
    assert await found(hashed, WHISPER + " where", **scope)
    named: dict[str, Any] = {"memory": memory.id} if what == "memory" else scope
    await hashed.erase(**named)

    assert left_behind(tmp_path, WHISPER) == []
    assert left_behind(tmp_path, "what stays") != []
    assert await found(hashed, "Zanzibar", **scope) == []


async def test_erasing_a_chat_takes_its_messages_and_what_came_from_it_alone(
    hashed: Nagori,
) -> None:
    said = await hashed.hear("c1", "I moved to Porto", speaker="carla")
    await hashed.hear("c2", "I have a boat", speaker="carla")
    made = await hashed.remember("She moved to Porto", user="carla", message=said.id, chat="c1")
    stated = await hashed.remember("She likes Porto", user="carla", chat="c1")
    await hashed.erase(chat="c1")

    with pytest.raises(NotFoundError):
        await hashed.get(made.id)
    assert (await hashed.get(stated.id)).text == "She likes Porto"
    assert await found(hashed, "boat", kinds=("message",)) == ["I have a boat"]
    assert await found(hashed, "Porto", kinds=("message",)) == []


@pytest.mark.parametrize("named", [{}, {"user": "a", "group": "b"}, {"user": "a", "memory": "m"}])
async def test_an_erasure_that_is_not_clear_destroys_nothing(
    hashed: Nagori, named: dict[str, Any]
) -> None:
    await hashed.remember("I like tea", user="a")

    with pytest.raises(InvalidInputError, match="exactly one"):
        await hashed.erase(**named)
    assert len(await hashed.list()) == 1


# refused ------------------------------------------------------------------------------------------

NESTED: dict[str, Any] = {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": {"i": 1}}}}}}}}}
NAIVE = datetime(2026, 5, 3)  # noqa: DTZ001  # that is what is wrong with it
BAD_TEXTS: list[Any] = [
    "", "   ", "\n\t", "\u200b\ufeff", "x" * 100_001, "茶" * 33_334, "a\0b", "\ud800", "ok \udfff",
    None, 7, b"bytes",
]  # fmt: skip
BAD_IDS: list[Any] = ["", " ", "a\nb", "a\0b", " a", "a ", "x" * 201, "\ud800", "\u200b", 7]
BAD_METADATA: list[Any] = [
    {1: 2}, {"a": {1}}, {"a": math.nan}, {"a": "\0"}, {"a": "\ud800"}, {"a": "x" * 20_000},
    {"a": 2**70}, NESTED, [], "text", {"a": NAIVE},
]  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        *({"text": text} for text in BAD_TEXTS),
        *({name: id} for name in ("user", "chat") for id in BAD_IDS),
        *({name: "a\nb"} for name in ("group", "project", "bot", "emotion", "external_id")),
        *({"metadata": metadata} for metadata in BAD_METADATA),
        *({"at": at} for at in (NAIVE, "yesterday", 7, "2026-05-03T10:00:00")),
        *({"tag": tag} for tag in ("dream", None, "", "MANUAL")),
        {"user": "a", "group": "b"},
        {"group": "a", "project": "b"},
    ],
    ids=lambda wrong: ascii(wrong)[:50],
)
async def test_what_can_not_be_used_is_refused_and_nothing_is_stored(
    hashed: Nagori, wrong: dict[str, Any]
) -> None:
    good: dict[str, Any] = {"text": "I like tea"}
    with pytest.raises(InvalidInputError) as refused:
        await hashed.remember(**(good | wrong))

    assert refused.value.problem
    assert refused.value.code == "invalid_input"
    assert (await hashed.list()).items == []


@pytest.mark.parametrize(
    "wrong",
    [
        *({"text": text} for text in BAD_TEXTS),
        *({name: id} for name in ("chat_id", "speaker") for id in BAD_IDS),
        {"role": "dream"},
        {"said_at": NAIVE},
        {"mentions": ["a", ""]},
        {"metadata": {1: 2}},
        {"user": "a", "group": "b"},
    ],
    ids=lambda wrong: ascii(wrong)[:50],
)
async def test_a_message_that_can_not_be_used_is_not_heard(
    hashed: Nagori, wrong: dict[str, Any]
) -> None:
    good: dict[str, Any] = {"chat_id": "c1", "text": "I like tea", "speaker": "carla"}
    with pytest.raises(InvalidInputError):
        await hashed.hear(**(good | wrong))

    assert await found(hashed, "tea", kinds=("message",)) == []


@pytest.mark.parametrize(
    "wrong", [{"text": ""}, {"text": "a\0"}, {"tag": "dream"}, {"metadata": []}, {"emotion": ""}]
)
async def test_an_edit_that_can_not_be_used_changes_nothing(
    hashed: Nagori, wrong: dict[str, Any]
) -> None:
    memory = await hashed.remember("I like tea", user="carla")
    with pytest.raises(InvalidInputError):
        await hashed.edit(memory.id, **wrong)

    assert await hashed.get(memory.id) == memory
    assert len(await hashed.history(memory.id)) == 1


async def test_what_is_not_there_is_not_found(hashed: Nagori) -> None:
    for missing in (
        hashed.get("none"), hashed.history("none"), hashed.forget("none"), hashed.restore("none"),
        hashed.edit("none", text="tea"), hashed.erase(memory="none"), hashed.erase(chat="none"),
    ):  # fmt: skip
        with pytest.raises(NotFoundError, match="none") as told:
            await missing
        assert told.value.key == "none"


async def test_a_memory_of_another_space_is_not_found(opened: Opened) -> None:
    async with opened(space="one") as one, opened(space="two") as two:
        memory = await one.remember("I like tea", user="carla")
        with pytest.raises(NotFoundError):
            await two.get(memory.id)
        with pytest.raises(NotFoundError):
            await two.erase(memory=memory.id)
        assert (await one.get(memory.id)).text == "I like tea"


# lists --------------------------------------------------------------------------------------------


async def test_pages_follow_each_other_newest_first_without_gaps(hashed: Nagori) -> None:
    for number in range(25):
        await hashed.remember(f"fact {number}", user="carla")
        await hashed.remember(f"fact {number}", user="mia")
    seen: list[str] = []
    cursor = None
    while True:
        page = await hashed.list(user="carla", limit=10, cursor=cursor)
        seen += [memory.text for memory in page]
        await hashed.remember(f"news {len(seen)}", user="carla")
        if page.next is None:
            break
        cursor = page.next

    assert seen == [f"fact {number}" for number in reversed(range(25))]
    assert [m.text for m in await hashed.recent(2, user="mia")] == ["fact 24", "fact 23"]
    assert len(await hashed.list()) == 53
    assert len(await hashed.list(limit=1000)) == 53


async def test_lists_are_narrowed_by_scope_and_tag(hashed: Nagori) -> None:
    for tag in ("manual", "summary"):
        for scope in ("user", "group", "project", "chat"):
            named: dict[str, Any] = {scope: "x", "tag": "manual" if tag == "manual" else "summary"}
            await hashed.remember(f"{tag} of {scope}", **named)

    assert [m.text for m in await hashed.list(group="x")] == ["summary of group", "manual of group"]
    assert [m.text for m in await hashed.list(chat="x", tags=["manual"])] == ["manual of chat"]
    assert len(await hashed.list(tags=["summary"])) == 4
    assert [m.text for m in await hashed.recent(1, project="x")] == ["summary of project"]


@pytest.mark.parametrize(
    "wrong",
    [
        *({"limit": limit} for limit in (0, -1, 1001, True, "5", 2.5, None)),
        *({"cursor": cursor} for cursor in ("", "x", "-1", "1.5", "²", " 1", "9" * 30, "1;--")),
        {"tags": ["dream"]},
        {"user": ""},
        {"user": "a", "group": "b"},
    ],
    ids=str,
)
async def test_a_list_that_can_not_be_is_refused(hashed: Nagori, wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        await hashed.list(**wrong)


# hearing ------------------------------------------------------------------------------------------


async def test_a_message_is_kept_as_said_and_opens_its_chat(
    hashed: Nagori, clock: HandClock
) -> None:
    first = await hashed.hear("c1", "Hello, Ana!", speaker="carla", name="Carla")
    clock.move(minutes=1)
    second = await hashed.hear(
        "c1", "Hi", speaker="ana", reply_to=first.id, mentions=["carla"], role="assistant",
        metadata={"client": "web"}, external_id="m-2",
    )  # fmt: skip

    assert (first.chat_id, first.role, first.speaker, first.name) == (
        "c1",
        "user",
        "carla",
        "Carla",
    )
    assert (first.content, first.said_at, first.state) == ("Hello, Ana!", NOW, "final")
    assert (second.reply_to, second.mentions, second.role) == (first.id, ("carla",), "assistant")
    assert (second.metadata, second.external_id) == ({"client": "web"}, "m-2")
    assert second.said_at == clock.now
    assert second.id > first.id
    heard = await hashed.recall("Hello or Hi", user="carla", kinds=("message",))
    assert {item.id for item in heard.items} == {first.id, second.id}
    assert {item.speaker for item in heard.items} == {"carla", "ana"}


async def test_a_message_known_by_its_external_id_is_heard_once(hashed: Nagori) -> None:
    first = await hashed.hear("c1", "I like tea", speaker="carla", external_id="m-1")
    again = await hashed.hear("c1", "I like coffee", speaker="carla", external_id="m-1")
    other = await hashed.hear("c2", "I like cocoa", speaker="carla", external_id="m-1")

    assert again == first
    assert other.id != first.id
    assert sorted(await found(hashed, "what do I like", kinds=("message",))) == [
        "I like cocoa", "I like tea",
    ]  # fmt: skip


async def test_the_same_words_twice_are_two_messages(hashed: Nagori) -> None:
    first = await hashed.hear("c1", "yes", speaker="carla")
    second = await hashed.hear("c1", "yes", speaker="carla")

    assert first.id != second.id


async def test_what_was_said_before_and_after_helps_to_find_a_message(
    opened: Opened, usem3: LocalEmbedder, clock: HandClock
) -> None:
    async with opened(usem3) as n:
        for text in (
            "The bakery was closed today", "Which colour did you choose for the kitchen walls?",
            "A warm yellow, like butter", "Trains are late again",
        ):  # fmt: skip
            await n.hear("c1", text, speaker="carla", said_at=clock.move(minutes=1))
        heard = await n.recall("the colour of the kitchen walls", user="carla", kinds=("message",))
        answer = next(item for item in heard.items if item.text.startswith("A warm yellow"))

        assert answer.why.neighbours > 0
