import json
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nagori import InvalidInputError, Nagori, Settings
from nagori.config import EmbeddingSettings
from nagori.text.rules import checked_text
from nagori.values.memory import TAGS, Change, Memory, Source, SourceKind, Status, Trust
from nagori.values.message import Chat, Message, MessageState, Role, TitleBy
from nagori.values.page import GlobalPage
from nagori.values.transfer import (
    Whole,
    WholeChat,
    WholeMemory,
    WholeMessage,
    WholePage,
    WholeUser,
)
from nagori.write.index import index_text
from nagori.write.transfer_lines import What, line_of, record_of

PLAIN = Settings(embedding=EmbeddingSettings(type="none"))
AT = datetime(2026, 5, 3, tzinfo=UTC)
PAGE = WholePage(GlobalPage("user:carla", "- likes tea", 2, updated_at=AT), AT)
MEMORY = Memory("m", "likes tea", "manual", "user:carla", created_at=AT, updated_at=AT)


def _is_text(text: str) -> bool:
    try:
        checked_text(text)
    except InvalidInputError:
        return False
    return True


letters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
free = st.text(letters, max_size=20)
texts = free.filter(_is_text)
ids = st.text("abc-_.:喜é7", min_size=1, max_size=8)
times = st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
scopes = st.one_of(st.just("global"), ids.map("user:{}".format), ids.map("group:{}".format))
numbers = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
plain = st.none() | st.booleans() | numbers | free
metadata = st.dictionaries(free, st.recursive(plain, lambda v: st.lists(v, max_size=3)), max_size=3)


def maybe(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | values


sources = st.builds(
    Source,
    kind=st.sampled_from(get_args(SourceKind)),
    ref=free,
    at=times,
    start=maybe(st.integers(0, 99)),
    end=maybe(st.integers(0, 99)),
    hash=maybe(free),
    external_id=maybe(ids),
)
changes = st.builds(
    Change,
    at=times,
    what=st.sampled_from([what for what in get_args(What) if what != "created"]),
    before=maybe(free),
    after=maybe(free),
    by=free,
)
trusts = st.sampled_from(get_args(Trust))
memories = st.builds(
    Memory,
    id=ids,
    text=texts,
    tag=st.sampled_from(TAGS),
    scope=scopes,
    created_at=times,
    updated_at=times,
    bot=maybe(ids),
    chat_id=maybe(ids),
    emotion_label=maybe(free),
    times_said=st.integers(1, 99),
    status=st.sampled_from(get_args(Status)),
    valid_from=maybe(times),
    valid_to=maybe(times),
    superseded_by=maybe(ids),
    sources=st.lists(sources, max_size=3).map(tuple),
    confidence=st.floats(0, 1),
    trust=trusts,
    degraded=st.lists(free, max_size=2).map(tuple),
    metadata=metadata,
    external_id=maybe(ids),
)
chats = st.builds(
    Chat,
    id=ids,
    scope=scopes,
    created_at=times,
    updated_at=times,
    title=maybe(free),
    summary=maybe(free),
    bot=maybe(ids),
    archived=st.booleans(),
    title_by=st.sampled_from(get_args(TitleBy)),
    summary_by=maybe(st.sampled_from(["extractive", "a model"])),
    metadata=metadata,
)
messages = st.builds(
    Message,
    id=ids,
    chat_id=ids,
    role=st.sampled_from(get_args(Role)),
    speaker=ids,
    content=texts,
    said_at=times,
    name=maybe(free),
    raw_content=maybe(free),
    emotion=maybe(free),
    reply_to=maybe(ids),
    mentions=st.lists(ids, max_size=3).map(tuple),
    state=st.sampled_from(get_args(MessageState)),
    is_summarized=st.booleans(),
    external_id=maybe(ids),
    metadata=metadata,
)


@st.composite
def whole_pages(draw: st.DrawFn) -> WholePage:
    """A page whose versions have rising numbers, as they came to be."""
    scope, numbers = draw(scopes), sorted(draw(st.sets(st.integers(1, 99), min_size=1, max_size=4)))
    writers = st.sampled_from(["person", "model", "extractive", "a model"])
    every = [
        GlobalPage(scope, draw(free), number, draw(writers), draw(trusts), draw(times))
        for number in numbers
    ]
    pairs = st.tuples(st.binary(min_size=16, max_size=16).map(bytes.hex), ids)
    return WholePage(
        every[-1],
        created_at=draw(times),
        uncondensed=draw(maybe(st.sampled_from(numbers))),
        versions=tuple(every[:-1]),
        sources=tuple(sorted(draw(st.sets(pairs, max_size=3)))),
    )


wholes: st.SearchStrategy[Whole] = st.one_of(
    whole_pages(),
    st.builds(WholeUser, ids, times, maybe(st.just("Asia/Shanghai"))),
    st.builds(WholeChat, chats, maybe(times)),
    st.builds(WholeMessage, messages, scopes, times, maybe(ids), maybe(ids)),
    st.builds(WholeMemory, memories, st.lists(changes, max_size=3).map(tuple)),
)


@given(whole=wholes)
def test_a_record_comes_back_from_its_line(whole: Whole) -> None:
    line = json.dumps(line_of(whole), ensure_ascii=False)

    assert record_of(json.loads(line), "default") == whole


@settings(max_examples=20)
@given(records=st.lists(wholes, max_size=12, unique_by=lambda whole: json.dumps(line_of(whole))))
async def test_an_export_that_was_imported_is_exported_the_same(records: list[Whole]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder)
        async with Nagori.open(path / "a.db", settings=PLAIN) as n:
            store = cast("Any", n)._store
            indexed = [(whole, index_text("likes tea", max_tokens=300)) for whole in records]
            put = await store.transfer.put("default", indexed, embedder=None, now=AT)
            count = await n.export(path / "a.jsonl")
        async with Nagori.open(path / "b.db", settings=PLAIN) as n:
            first = await n.import_file(path / "a.jsonl")
            second = await n.import_file(path / "a.jsonl")
            await n.export(path / "b.jsonl")

        assert put.count("added") == count == first.added == second.known
        assert (first.failed, second.failed, second.added) == ((), (), 0)
        assert _records(path / "b.jsonl") == _records(path / "a.jsonl")


def _records(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")[1:]


def test_a_line_has_every_field_of_a_memory() -> None:
    line = line_of(WholeMemory(MEMORY, ()))

    assert {field.name for field in fields(Memory)} | {"kind", "history"} == set(line)


def test_a_line_has_every_field_of_a_chat_and_of_a_message() -> None:
    chat = Chat("c", "user:carla", AT, AT)
    message = Message("m", "c", "user", "carla", "hi", AT)
    own = {"scope", "created_at", "replaced_by", "context_id"}

    assert {field.name for field in fields(Chat)} | {"kind", "retired_at"} == set(
        line_of(WholeChat(chat))
    )
    assert {field.name for field in fields(Message)} | {"kind"} | own == set(
        line_of(WholeMessage(message, "user:carla", AT))
    )


def test_a_line_has_every_field_of_a_page() -> None:
    own = {"kind", "created_at", "uncondensed", "versions", "sources"}

    assert {field.name for field in fields(GlobalPage)} | own == set(line_of(PAGE))


BAD_PAGES: list[dict[str, Any]] = [
    {"version": 0},
    {"version": None},
    {"version": "2"},
    {"text": None},
    {"text": "x" * 20_001},
    {"text": "\0"},
    {"by": ""},
    {"trust": "mine"},
    {"updated_at": None},
    {"uncondensed": -1},
    {"versions": None},
    {"versions": [3]},
    {"versions": [{}]},
    {"versions": [line_of(WholePage(GlobalPage("user:carla", "x", 2, updated_at=AT), AT))]},
    {"sources": [["00"]]},
    {"sources": [["00", "m"]]},
    {"sources": [["0" * 32, ""]]},
    {"sources": ["ab"]},
]


@pytest.mark.parametrize("change", BAD_PAGES)
def test_a_page_that_no_export_writes_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        record_of(line_of(PAGE) | change, "default")


def test_a_chat_that_was_exported_before_titles_had_an_author_comes_in() -> None:
    line = line_of(WholeChat(Chat("c", "user:carla", AT, AT, title="t", title_by="person")))
    del line["title_by"], line["summary_by"]

    assert record_of(line, "default") == WholeChat(Chat("c", "user:carla", AT, AT, title="t"))


@pytest.mark.parametrize(
    "change",
    [
        {"title_by": "me"},
        {"title_by": None},
        {"title": 3},
        {"summary_by": 3},
        {"summary": ["s"]},
        {"retired_at": "gone"},
    ],
)
def test_a_chat_that_no_export_writes_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        record_of(line_of(WholeChat(Chat("c", "user:carla", AT, AT))) | change, "default")


BAD: list[dict[str, Any]] = [
    {"kind": "note"},
    {"id": ""},
    {"text": ""},
    {"text": 3},
    {"tag": "x"},
    {"scope": "carla"},
    {"scope": None},
    {"scope": "user:\n"},
    {"status": "gone"},
    {"status": []},
    {"times_said": 0},
    {"times_said": "2"},
    {"confidence": 2},
    {"created_at": "yesterday"},
    {"created_at": "2026-05-03"},
    {"created_at": None},
    {"sources": {}},
    {"sources": [3]},
    {"sources": [{}]},
    {"metadata": [1]},
    {"metadata": {"a": "\ud800"}},
    {"bot": 4},
    {"emotion_label": "\ud800"},
    {"degraded": [1]},
    {"history": [{"what": "x"}]},
]


@pytest.mark.parametrize("change", BAD)
def test_a_line_that_no_export_writes_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        record_of(line_of(WholeMemory(MEMORY, ())) | change, "default")


def test_a_missing_field_is_named() -> None:
    line = line_of(WholeMemory(replace(MEMORY), ()))
    del line["updated_at"]

    with pytest.raises(InvalidInputError, match="updated_at: it is missing"):
        record_of(line, "default")
