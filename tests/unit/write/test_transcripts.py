import json
import struct
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nagori import InvalidInputError
from nagori.values.transcript import Line, Transcript, Unread
from nagori.write.json_text import LONGEST
from nagori.write.transcript_files import MOST_UNPACKED
from nagori.write.transcripts import claimed, read_transcripts

AT = datetime(2026, 5, 3, 18, 30, tzinfo=UTC)
SHANGHAI = timezone(timedelta(hours=8))


def a_file(folder: Path, content: str | bytes, name: str = "chat.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def lines(*messages: Any) -> str:
    return "".join(f"{json.dumps(message, ensure_ascii=False)}\n" for message in messages)


def said(content: Any = "I live in Porto", role: str = "user", **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def read(path: Path, **more: Any) -> tuple[list[Transcript], list[Unread]]:
    found = list(read_transcripts(path, **more))
    return (
        [one for one in found if isinstance(one, Transcript)],
        [one for one in found if isinstance(one, Unread)],
    )


def texts(transcript: Transcript) -> list[tuple[str, str]]:
    return [(line.role, line.text) for line in transcript.messages]


# messages ---------------------------------------------------------------------------------------


def test_lines_of_messages_are_a_chat(tmp_path: Path) -> None:
    content = lines(
        said("我住在上海", id="m1", at="2026-05-03T18:30:00+00:00", speaker="林晓"),
        said("Shanghai, noted.", "assistant"),
    )

    [chat], unread = read(a_file(tmp_path, content))

    assert unread == []
    assert chat.title is None
    assert chat.messages[0] == Line("m1", "user", "林晓", "我住在上海", AT)
    assert chat.messages[1].speaker == "assistant"


def test_messages_are_sorted_into_their_chats(tmp_path: Path) -> None:
    content = lines(
        said("one", chat="a"), said("two", chat="b"), said("three", chat="a"), said("four", chat=7)
    )

    chats, _ = read(a_file(tmp_path, content))

    assert [chat.id for chat in chats] == ["a", "b", "7"]
    assert [line.text for line in chats[0].messages] == ["one", "three"]


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_of_messages_is_a_chat(tmp_path: Path, indent: int | None) -> None:
    messages = [said("one"), said("two", "assistant")]

    [chat], _ = read(a_file(tmp_path, json.dumps(messages, indent=indent)))

    assert texts(chat) == [("user", "one"), ("assistant", "two")]


@pytest.mark.parametrize("name", ["at", "time", "timestamp"])
@pytest.mark.parametrize(
    "given", [AT.isoformat(), "2026-05-03T18:30:00Z", "2026-05-04 02:30", AT.timestamp(),
              int(AT.timestamp() * 1000)],
)  # fmt: skip
def test_a_time_is_understood_in_the_ways_it_is_written(
    tmp_path: Path, name: str, given: Any
) -> None:
    [chat], _ = read(a_file(tmp_path, lines(said(**{name: given}))), zone=SHANGHAI)

    assert chat.messages[0].at == AT


def test_a_message_without_a_time_is_as_old_as_the_one_before_it(tmp_path: Path) -> None:
    later = AT + timedelta(hours=1)
    content = lines(
        said("one"), said("two", at=AT.isoformat()), said("three"), said("4", at=later.isoformat())
    )

    [chat], _ = read(a_file(tmp_path, content))
    [timeless], _ = read(a_file(tmp_path, lines(said("one"))))

    assert [line.at for line in chat.messages] == [AT, AT, AT, later]
    assert timeless.messages[0].at is None


def test_parts_that_are_text_are_what_was_said(tmp_path: Path) -> None:
    parts = [
        {"type": "text", "text": "Look at this:"},
        {"type": "image_url", "image_url": {"url": "https://example.org/cat.png"}},
        "my cat",
    ]

    [chat], unread = read(a_file(tmp_path, lines(said(parts))))

    assert unread == []
    assert chat.messages[0].text == "Look at this:\n\nmy cat"


def test_what_nobody_said_is_passed_over(tmp_path: Path) -> None:
    content = lines(
        said("You are a pirate.", "system"),
        said("hi"),
        said(None, "assistant", tool_calls=[{"id": "1"}]),
        said("42", "tool"),
        said("   ", "assistant"),
    )

    [chat], unread = read(a_file(tmp_path, content))

    assert texts(chat) == [("user", "hi")]
    assert unread == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("nonsense", "it is not JSON"),
        (b'{"role": "user", "content": "caf\xe9"}', "it is not UTF-8 (byte 33)"),
        ("[" * 100_000, "it is nested too deeply"),
        ('["a"]', "no message"),
        ('{"text": "tea"}', "no message"),
        ('{"role": "user"}', "content: it is missing"),
        ('{"role": "user", "content": 7}', "content: give a text"),
        ('{"role": "alien", "content": "x"}', "role: give user or assistant"),
        ('{"role": null, "content": "x"}', "role: give user or assistant"),
        ('{"role": "user", "content": "\\ud83d"}', "surrogate"),
        ('{"role": "user", "content": "a\\u0000b"}', "NUL"),
        ('{"role": "user", "content": "x", "at": "soon"}', "ISO 8601"),
        ('{"role": "user", "content": "x", "at": 1e300}', "ISO 8601"),
        ('{"role": "user", "content": "x", "speaker": 7}', "speaker: give a string"),
        ('{"role": "user", "content": "x", "id": {}}', "id: give a text or a number"),
        ('{"role": "user", "content": "another", "id": "m1"}', "another message before it"),
        (json.dumps(said("x" * 100_001)), "100,001 bytes"),
    ],
)
def test_a_line_that_can_not_be_read_is_told_and_the_rest_comes_in(
    tmp_path: Path, line: str | bytes, problem: str
) -> None:
    bad = line if isinstance(line, bytes) else line.encode()
    first, last = lines(said("one", id="m1")).encode(), lines(said("two")).encode()

    [chat], [unread] = read(a_file(tmp_path, first + b"\n" + bad + b"\n" + last))

    assert texts(chat) == [("user", "one"), ("user", "two")]
    assert (unread.file, unread.line) == ("chat.jsonl", 3)
    assert problem in unread.problem


def test_the_first_line_may_be_a_broken_one(tmp_path: Path) -> None:
    [chat], [unread] = read(a_file(tmp_path, '{"role": "us\n' + lines(said("one"))))

    assert texts(chat) == [("user", "one")]
    assert unread.line == 1


def test_a_line_longer_than_any_message_is_told(tmp_path: Path) -> None:
    endless = b"x" * (LONGEST + 10)
    first, last = lines(said("one")).encode(), lines(said("two")).encode()

    [chat], [unread] = read(a_file(tmp_path, first + endless + b"\n" + last))

    assert texts(chat) == [("user", "one"), ("user", "two")]
    assert (unread.line, unread.problem) == (2, f"it has more than {LONGEST:,} bytes")


def test_a_mark_at_the_start_and_windows_line_ends_do_not_matter(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + lines(said("one"), said("two")).replace("\n", "\r\n").encode()

    [chat], unread = read(a_file(tmp_path, content))

    assert texts(chat) == [("user", "one"), ("user", "two")]
    assert unread == []


# ids --------------------------------------------------------------------------------------------


def test_a_second_reading_gives_the_same_ids_from_whatever_name(tmp_path: Path) -> None:
    content = lines(said("hi"), said("hello", "assistant"), said("hi"), said("bye"))

    first, _ = read(a_file(tmp_path, content))
    second, _ = read(a_file(tmp_path, content, "chat (1).jsonl"))

    assert first == second
    assert len({line.id for line in first[0].messages}) == 4


def test_a_chat_that_goes_on_keeps_its_ids(tmp_path: Path) -> None:
    begun = [said("hi"), said("hello", "assistant"), said("I moved")]

    [short], _ = read(a_file(tmp_path, lines(*begun)))
    [long], _ = read(a_file(tmp_path, lines(*begun, said("to Porto"))))

    assert long.id == short.id
    assert list(long.messages[:3]) == list(short.messages)


def test_a_line_that_is_mended_moves_no_other(tmp_path: Path) -> None:
    opening = lines(said("one"), said("two"), said("three"))

    [broken], _ = read(a_file(tmp_path, opening + "nonsense\n" + lines(said("five"))))
    [mended], _ = read(a_file(tmp_path, opening + lines(said("four"), said("five"))))

    assert broken.messages[3] == mended.messages[4]


def test_chats_that_begin_alike_are_told_apart(tmp_path: Path) -> None:
    [one], _ = read(a_file(tmp_path, lines(said("hi"), said("Hello, Ana!", "assistant"))))
    [two], _ = read(a_file(tmp_path, lines(said("hi"), said("Hello, Ben!", "assistant"))))

    assert one.id != two.id


def test_an_id_that_can_not_be_kept_is_replaced_by_a_stable_one(tmp_path: Path) -> None:
    content = lines(said("one", id="x" * 5000, chat="a\tb"))

    first, _ = read(a_file(tmp_path, content))
    second, _ = read(a_file(tmp_path, content))

    assert first == second
    assert len(first[0].messages[0].id) == len(first[0].id) == 32


def test_the_same_message_twice_is_one(tmp_path: Path) -> None:
    [chat], unread = read(a_file(tmp_path, lines(said("tea", id=1), said("tea", id=1))))

    assert texts(chat) == [("user", "tea")]
    assert unread == []


# ChatGPT ----------------------------------------------------------------------------------------


def a_node(id: str, parent: str | None, *children: str, message: Any = None) -> dict[str, Any]:
    return {"id": id, "parent": parent, "children": list(children), "message": message}


def typed(text: str, role: str = "user", **more: Any) -> dict[str, Any]:
    return {
        "id": f"message-{text}",
        "author": {"role": role},
        "content": {"content_type": "text", "parts": [text]},
        "create_time": AT.timestamp(),
        **more,
    }


def a_chatgpt_chat(**more: Any) -> dict[str, Any]:
    """A question that was written anew, and an answer to each."""
    nodes = [
        a_node("root", None, "system"),
        a_node("system", "root", "old", "new", message=typed("", "system")),
        a_node("old", "system", "answer", message=typed("I live in Lisbon")),
        a_node("answer", "old", message=typed("Lisbon!", "assistant")),
        a_node("new", "system", "latest", message=typed("I live in Porto")),
        a_node("latest", "new", message=typed("Porto!", "assistant", create_time=None)),
    ]
    return {
        "conversation_id": "c-1",
        "title": "Where I\nlive",
        "create_time": AT.timestamp(),
        "current_node": "latest",
        "mapping": {node["id"]: node for node in nodes},
        **more,
    }


@pytest.mark.parametrize("indent", [None, 1])
def test_of_a_chatgpt_chat_the_path_that_was_last_seen_is_read(
    tmp_path: Path, indent: int | None
) -> None:
    export = json.dumps([a_chatgpt_chat()], indent=indent)

    [chat], unread = read(a_file(tmp_path, export, "conversations.json"))

    assert unread == []
    assert (chat.id, chat.title) == ("c-1", "Where I live")
    assert list(chat.messages) == [
        Line("message-I live in Porto", "user", "user", "I live in Porto", AT),
        Line("message-Porto!", "assistant", "assistant", "Porto!", AT),
    ]


def test_a_chatgpt_chat_that_names_no_last_message_ends_with_the_newest(tmp_path: Path) -> None:
    chat = a_chatgpt_chat(current_node=None)
    chat["mapping"]["answer"]["message"]["create_time"] = AT.timestamp() + 60

    [found], _ = read(a_file(tmp_path, json.dumps([chat])))

    assert texts(found) == [("user", "I live in Lisbon"), ("assistant", "Lisbon!")]


def chatgpt_line(*messages: dict[str, Any]) -> dict[str, Any]:
    """A chat of messages that follow one another."""
    ids = [str(number) for number in range(len(messages))]
    nodes = {
        id: a_node(id, None if id == "0" else str(int(id) - 1), str(int(id) + 1), message=message)
        for id, message in zip(ids, messages, strict=True)
    }
    return {"id": "c-2", "title": None, "mapping": nodes, "current_node": ids[-1]}


def test_in_a_chatgpt_chat_only_what_people_and_the_assistant_said_counts(tmp_path: Path) -> None:
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"}
    spoken = {"content_type": "audio_transcription", "text": "and it purrs"}
    several = {"content_type": "multimodal_text", "parts": [picture, "my cat", spoken]}
    settings = {"content_type": "user_editable_context", "user_profile": "I am a pilot"}
    thoughts = {"content_type": "thoughts", "thoughts": [{"summary": "Hm"}]}
    chat = chatgpt_line(
        typed("be kind", metadata={"is_visually_hidden_from_conversation": True}),
        typed("profile", content=settings),
        typed("cat", content=several),
        typed("search(cats)", "assistant", recipient="browser"),
        typed("thinking", "assistant", content=thoughts),
        typed("42 cats", "tool"),
        typed("Lovely.", "assistant", metadata=None),
    )

    [found], unread = read(a_file(tmp_path, json.dumps([chat])))

    assert texts(found) == [("user", "my cat\n\nand it purrs"), ("assistant", "Lovely.")]
    assert (found.title, unread) == (None, [])


def test_a_chatgpt_message_that_can_not_be_read_is_told_and_the_rest_comes_in(
    tmp_path: Path,
) -> None:
    chat = chatgpt_line(typed("one"), typed("x" * 100_001), typed("three", create_time="soon"))

    [found], unread = read(a_file(tmp_path, json.dumps([{**chat, "title": "Tea"}])))

    assert texts(found) == [("user", "one")]
    assert [bad.problem.split(": ")[0] for bad in unread] == [
        "chat “Tea”, message 2",
        "chat “Tea”, message 3",
    ]


def test_a_chat_that_began_at_no_time_is_read_all_the_same(tmp_path: Path) -> None:
    chat = {**chatgpt_line(typed("one", create_time=None)), "create_time": "long ago"}

    [found], unread = read(a_file(tmp_path, json.dumps([chat])))

    assert [line.at for line in found.messages] == [None]
    assert unread == []


def test_a_chatgpt_tree_that_runs_in_a_circle_is_read_once(tmp_path: Path) -> None:
    chat = chatgpt_line(typed("one"), typed("two"))
    chat["mapping"]["0"]["parent"] = "1"

    [found], _ = read(a_file(tmp_path, json.dumps([chat])))

    assert texts(found) == [("user", "one"), ("user", "two")]


# Claude -----------------------------------------------------------------------------------------


def claude_said(text: str, sender: str = "human", **more: Any) -> dict[str, Any]:
    at = "2026-05-03T18:30:00.000000Z"
    return {"uuid": f"u-{text}", "text": text, "sender": sender, "created_at": at, **more}


def a_claude_chat(*messages: Any) -> dict[str, Any]:
    return {
        "uuid": "c-3",
        "name": "养猫",
        "created_at": "2026-05-03T18:30:00.000000Z",
        "chat_messages": list(messages),
    }


def test_a_claude_chat_is_read(tmp_path: Path) -> None:
    blocks: list[dict[str, Any]] = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "名字真好。"},
        {"type": "tool_use", "name": "search", "input": {}},
        {"type": "text", "text": "几岁了？"},
    ]
    unsupported = "This block is not supported on your current device yet."
    export = [
        a_claude_chat(
            claude_said("我的猫叫米米"),
            claude_said(unsupported, "assistant", content=blocks, created_at=None),
            claude_said("", content=[], attachments=[{"extracted_content": "a file"}]),
        )
    ]

    [chat], unread = read(a_file(tmp_path, json.dumps(export)))

    assert unread == []
    assert (chat.id, chat.title) == ("c-3", "养猫")
    assert list(chat.messages) == [
        Line("u-我的猫叫米米", "user", "user", "我的猫叫米米", AT),
        Line(f"u-{unsupported}", "assistant", "assistant", "名字真好。\n\n几岁了？", AT),
    ]


def test_a_claude_message_that_can_not_be_read_is_told(tmp_path: Path) -> None:
    export = [a_claude_chat(claude_said("one"), "two", claude_said("three", "alien"))]

    [chat], unread = read(a_file(tmp_path, json.dumps(export)))

    assert texts(chat) == [("user", "one")]
    assert [bad.problem for bad in unread] == [
        "chat “养猫”, message 2: message: give an object with sender and text",
        "chat “养猫”, message 3: sender: give human or assistant",
    ]


@pytest.mark.parametrize("chat", [a_chatgpt_chat(), a_claude_chat(claude_said("one"))])
@pytest.mark.parametrize("indent", [None, 1])
def test_a_file_may_hold_one_chat_alone(tmp_path: Path, chat: Any, indent: int | None) -> None:
    [found], unread = read(a_file(tmp_path, json.dumps(chat, indent=indent)))

    assert found.messages
    assert unread == []


def test_a_chat_that_is_none_is_told_with_its_line(tmp_path: Path) -> None:
    good = a_claude_chat(claude_said("one"))
    export = f'[\n{json.dumps(good)},\n{{"mapping": 7}},\n{{"chat_messages": {{}}}},\n7\n]'

    [_], unread = read(a_file(tmp_path, export))

    assert [bad.line for bad in unread] == [3, 4, 5]


def test_an_export_that_breaks_off_gives_what_comes_before(tmp_path: Path) -> None:
    export = json.dumps([a_claude_chat(claude_said("one")), a_claude_chat(claude_said("two"))])

    [chat], [unread] = read(a_file(tmp_path, export[:-30]))

    assert texts(chat) == [("user", "one")]
    assert unread.problem.startswith("it is not JSON from here on")


def test_an_export_larger_than_what_is_read_at_a_time_is_read_to_its_end(tmp_path: Path) -> None:
    many = [
        {**a_claude_chat(*(claude_said(f"猫 {n}-{m}") for m in range(20))), "uuid": str(n)}
        for n in range(300)
    ]
    content = json.dumps(many, ensure_ascii=False)
    assert len(content) > 1 << 18

    chats, unread = read(a_file(tmp_path, content))

    assert [chat.id for chat in chats] == [str(n) for n in range(300)]
    assert {len(chat.messages) for chat in chats} == {20}
    assert unread == []


# zip --------------------------------------------------------------------------------------------


def a_zip(folder: Path, members: dict[str, str], packing: int = ZIP_DEFLATED) -> Path:
    path = folder / "export.zip"
    with ZipFile(path, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("chat", [a_chatgpt_chat(), a_claude_chat(claude_said("one"))])
def test_an_export_is_read_as_it_was_downloaded(tmp_path: Path, chat: Any) -> None:
    content = json.dumps([chat])
    packed = a_zip(tmp_path, {"user.json": "{}", "chat.html": "<p>", "conversations.json": content})

    assert read(packed) == read(a_file(tmp_path, content))


def test_a_large_export_has_its_chats_in_several_files(tmp_path: Path) -> None:
    def part(id: str) -> str:
        return json.dumps([{**a_claude_chat(claude_said(id)), "uuid": id}, "oops"])

    packed = a_zip(
        tmp_path,
        {
            "data/conversations-001.json": part("b"),
            "data/conversations-000.json": part("a"),
            "__MACOSX/._conversations.json": "junk",
            "shared_conversations.json": part("c"),
        },
    )

    chats, unread = read(packed)

    assert [chat.id for chat in chats] == ["a", "b"]
    assert [bad.file for bad in unread] == [
        "export.zip/data/conversations-000.json",
        "export.zip/data/conversations-001.json",
    ]


def test_a_zip_that_unpacks_to_far_more_than_its_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="unpack to more than chats do"):
        read(a_zip(tmp_path, {"conversations.json": " " * 4_000_000}))


def test_a_zip_that_unpacks_to_more_than_anybody_said_is_refused(tmp_path: Path) -> None:
    packed = a_zip(tmp_path, {"conversations-0.json": "[]", "conversations-1.json": "[]"})
    content = bytearray(packed.read_bytes())
    at = content.index(b"PK\x01\x02")
    while at >= 0:  # what the list of members says: packed to a tenth
        struct.pack_into("<LL", content, at + 20, MOST_UNPACKED // 15, MOST_UNPACKED // 3 * 2)
        at = content.find(b"PK\x01\x02", at + 1)
    packed.write_bytes(content)

    with pytest.raises(InvalidInputError, match="unpack to more than chats do"):
        read(packed)


def test_a_zip_that_lies_about_its_size_is_read_no_further(tmp_path: Path) -> None:
    packed = a_zip(tmp_path, {"conversations.json": " " * 4_000_000})
    content = packed.read_bytes()
    lie = content.replace(struct.pack("<L", 4_000_000), struct.pack("<L", 1000))
    packed.write_bytes(lie)

    with pytest.raises(InvalidInputError, match="damaged zip"):
        read(packed)


@pytest.mark.parametrize(
    ("members", "packing", "problem"),
    [
        ({"notes.txt": "tea"}, ZIP_DEFLATED, "has no conversations.json"),
        ({"conversations.json": "[]"}, ZIP_BZIP2, "packed in a rare way"),
    ],
)
def test_a_zip_of_something_else_is_refused(
    tmp_path: Path, members: dict[str, str], packing: int, problem: str
) -> None:
    with pytest.raises(InvalidInputError, match=rf"file: export\.zip .*{problem}"):
        read(a_zip(tmp_path, members, packing))


def test_a_zip_with_a_password_is_refused(tmp_path: Path) -> None:
    packed = a_zip(tmp_path, {"conversations.json": "[]"})
    content = bytearray(packed.read_bytes())
    content[content.rindex(b"PK\x01\x02") + 8] |= 1
    packed.write_bytes(content)

    with pytest.raises(InvalidInputError, match="password"):
        read(packed)


def test_a_zip_that_is_cut_off_or_damaged_is_refused(tmp_path: Path) -> None:
    whole = a_zip(tmp_path, {"conversations.json": json.dumps([a_chatgpt_chat()])}).read_bytes()
    damaged = bytearray(whole)
    damaged[60:80] = b"\0" * 20

    for content in (whole[:-40], bytes(damaged)):
        with pytest.raises(InvalidInputError, match=r"export\.zip is a damaged zip"):
            read(a_file(tmp_path, content, "export.zip"))


# what is no transcript --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("Dear diary,\ntoday", "line 1: it is not JSON"),
        (b"\xff\xfe{\0", "line 1: it is not UTF-8"),
        ('\n{"text": "tea"}\n', "line 2: it is no message"),
        ('[{"text": "tea"}]', "line 1: it is no message"),
        ('{\n"tea": 1\n}', "line 1: it is no message"),
        ("{", "line 1: it is not JSON from here on"),
        ("[" * 100_000, "not JSON from here on"),
        (lines(*[{"text": str(n)} for n in range(500)]), "line 1: it is no message"),
    ],
)
def test_a_file_of_something_else_is_refused_with_its_name_and_line(
    tmp_path: Path, content: str | bytes, problem: str
) -> None:
    with pytest.raises(InvalidInputError, match=rf"chat\.jsonl is no transcript \(.*{problem}"):
        read(a_file(tmp_path, content))


def test_an_export_of_ours_is_sent_to_where_it_belongs(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="nagori import"):
        read(a_file(tmp_path, lines({"nagori": 1}, {"kind": "message", **said()})))


def test_a_folder_or_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.jsonl"):
        with pytest.raises(InvalidInputError, match=path.name):
            read(path)


@pytest.mark.parametrize("content", ["", "  \n", "[]", lines(said("x", "system"))])
def test_a_file_in_which_nothing_was_said_has_no_chats(tmp_path: Path, content: str) -> None:
    assert read(a_file(tmp_path, content)) == ([], [])


KEYS = (
    "role", "content", "parts", "text", "id", "chat", "at", "mapping", "message", "author",
    "parent", "children", "current_node", "chat_messages", "sender", "uuid", "title", "name",
    "create_time", "metadata",
)  # fmt: skip
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=6,
        )
    ),
    max_leaves=25,
)


@given(values=st.lists(plain, max_size=5), as_list=st.booleans())
def test_no_file_breaks_the_reader(values: Sequence[Any], as_list: bool) -> None:
    content = json.dumps(values) if as_list else "\n".join(map(json.dumps, values))
    with TemporaryDirectory() as folder:
        path = a_file(Path(folder), content)
        try:
            chats, _ = read(path)
        except InvalidInputError as error:
            assert error.field == "file"  # noqa: PT017  # either outcome is fine
            return
        assert read(path)[0] == chats
    for chat in chats:
        ids = [line.id for line in chat.messages]
        assert len(set(ids)) == len(ids)
        assert all(line.text.strip() for line in chat.messages)


@given(content=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = a_file(Path(folder), content)
        try:
            read(path)
        except InvalidInputError as error:
            assert error.field == "file"  # noqa: PT017  # either outcome is fine


# who is the user --------------------------------------------------------------------------------


def a_transcript(*spoken: tuple[str, str]) -> Transcript:
    return Transcript(
        "c",
        None,
        [
            Line(str(n), "assistant" if speaker == "assistant" else "user", speaker, text)
            for n, (speaker, text) in enumerate(spoken)
        ],
    )


def speakers(transcripts: Sequence[Transcript]) -> list[str]:
    return [line.speaker for transcript in transcripts for line in transcript.messages]


NAMELESS = a_transcript(("user", "hi"), ("assistant", "hello"))
ONE = a_transcript(("Ana", "hi"), ("assistant", "hello"))
TWO = a_transcript(("Ana", "hi"), ("Ben", "hey"), ("assistant", "hello"))


def test_the_user_is_whoever_is_not_the_assistant() -> None:
    assert speakers(claimed([NAMELESS, ONE], user="carla")) == [
        "carla",
        "assistant",
        "carla",
        "assistant",
    ]


def test_of_several_people_only_the_one_who_is_named_is_the_user() -> None:
    assert speakers(claimed([TWO, NAMELESS], user="carla", speaker="Ana")) == [
        "carla",
        "Ben",
        "assistant",
        "carla",
        "assistant",
    ]


def test_a_user_who_is_called_the_same_need_not_be_named() -> None:
    assert speakers(claimed([TWO], user="Ben")) == ["Ana", "Ben", "assistant"]


@pytest.mark.parametrize(
    ("transcript", "people"),
    [(TWO, "Ana, Ben"), (a_transcript(("Ana", "hi"), ("user", "x")), "Ana, somebody without")],
)
def test_nobody_is_guessed_to_be_the_user(transcript: Transcript, people: str) -> None:
    with pytest.raises(InvalidInputError, match=rf"speaker: several people speak \({people}"):
        claimed([transcript], user="carla")


@pytest.mark.parametrize("transcript", [TWO, NAMELESS])
def test_a_speaker_who_is_not_there_is_told(transcript: Transcript) -> None:
    with pytest.raises(InvalidInputError, match="nobody is called Zoe"):
        claimed([transcript], user="carla", speaker="Zoe")
