import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from nagori import InvalidInputError
from nagori.write.legacy import Problem
from nagori.write.transfer_files import open_records

TEA = {"text": "likes tea", "timestamp": 1}
CAKE = {"text": "喜欢蛋糕", "timestamp": 2}


def read(path: Path) -> tuple[str, list[tuple[int, Any]]]:
    records = open_records(path)
    return records.format, list(records.read())


def a_file(folder: Path, text: str | bytes) -> Path:
    path = folder / "old"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(
    "value",
    [
        [TEA, CAKE],
        {"memories": [TEA, CAKE]},
        {"version": 3, "made": {"by": ["me"]}, "MemoryEntity": [TEA, CAKE]},
        {"sessions": [{"id": 1}], "tags": ["a"], "MemoryEntity": [TEA, CAKE], "none": []},
    ],
)
def test_a_list_of_records_is_found_wherever_it_is(
    tmp_path: Path, value: Any, indent: int | None
) -> None:
    format, found = read(a_file(tmp_path, json.dumps(value, indent=indent, ensure_ascii=False)))

    assert format == "json"
    assert [record for _, record in found] == [TEA, CAKE]


def test_records_of_a_json_file_have_the_lines_they_begin_on(tmp_path: Path) -> None:
    _, found = read(a_file(tmp_path, json.dumps([TEA, CAKE], indent=1)))

    assert [number for number, _ in found] == [2, 6]


def test_lines_are_read_past_blank_and_broken_ones(tmp_path: Path) -> None:
    lines = [b"\xef\xbb\xbfnonsense", b"", json.dumps(TEA).encode(), b'{"text": "caf\xe9"}', b"{}"]

    format, found = read(a_file(tmp_path, b"\r\n".join(lines)))

    assert format == "jsonl"
    assert [number for number, _ in found] == [1, 3, 4, 5]
    assert [isinstance(record, Problem) for _, record in found] == [True, False, True, False]


def test_a_json_file_that_breaks_off_gives_what_comes_before(tmp_path: Path) -> None:
    whole = json.dumps([TEA, CAKE, TEA])

    _, found = read(a_file(tmp_path, whole[:-10]))

    assert [record for _, record in found[:2]] == [TEA, CAKE]
    assert [isinstance(record, Problem) for _, record in found] == [False, False, True]


def test_a_large_json_file_is_read_in_pieces(tmp_path: Path) -> None:
    records = [{"text": f"第{i}条 " + "x" * (i % 977), "timestamp": i} for i in range(3000)]
    text = json.dumps({"of": 3000, "memories": records}, ensure_ascii=False, indent=1)

    _, found = read(a_file(tmp_path, text))

    assert [record for _, record in found] == records
    assert found[-1][0] == text.count("\n", 0, text.rindex("{")) + 1


@pytest.mark.parametrize("value", ["[]", '{"memories": []}', '{\n "memories": []\n}'])
def test_an_empty_list_has_no_records(tmp_path: Path, value: str) -> None:
    assert read(a_file(tmp_path, value)) == ("json", [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "# Notes\n\nsome text\n",
        "text,timestamp\nlikes tea,1\n",
        '{"name": "x", "version": 1}',
        '{"packages": [{"name": "x"}]}',
        "{",
        "3",
        b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        b"SQLite format 3\0" + b"nonsense" * 100,
        '{"nagori": 99}\n',
    ],
)
def test_anything_else_is_refused(tmp_path: Path, text: str | bytes) -> None:
    with pytest.raises(InvalidInputError, match="path"):
        read(a_file(tmp_path, text))


def test_a_folder_and_a_file_that_is_not_there_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(InvalidInputError, match="path"):
            open_records(path)


def a_database(path: Path, columns: str = "text, timestamp, emotion, embedding") -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f'CREATE TABLE "my ""memories" ({columns})')
        db.execute("CREATE TABLE other (name)")


def test_every_table_with_text_and_timestamp_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old #1?.db"
    a_database(path, "id INTEGER PRIMARY KEY, Text TEXT, Timestamp INTEGER, sessionId, embedding")
    with closing(sqlite3.connect(path)) as db, db:
        rows = [(1, "likes tea", 5, 3, b"\0\1"), (2, "喜欢蛋糕", 6, None, None)]
        db.executemany('INSERT INTO "my ""memories" VALUES (?, ?, ?, ?, ?)', rows)
    before = path.read_bytes()

    records = open_records(path)

    assert (records.format, records.total) == ("sqlite", 2)
    assert list(records.read()) == [
        (1, {"id": 1, "text": "likes tea", "timestamp": 5, "sessionid": 3}),
        (2, {"id": 2, "text": "喜欢蛋糕", "timestamp": 6, "sessionid": None}),
    ]
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_what_is_still_in_the_log_of_a_database_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    a_database(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("""INSERT INTO "my ""memories" VALUES ('likes tea', 5, 'user', NULL)""")
        db.commit()
        before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

        found = list(open_records(path).read())

        assert [record["text"] for _, record in found] == ["likes tea"]
        assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_database_without_such_a_table_is_refused(tmp_path: Path) -> None:
    a_database(tmp_path / "old.db", "text, created")

    with pytest.raises(InvalidInputError, match="text and timestamp"):
        open_records(tmp_path / "old.db")


def test_a_damaged_database_gives_what_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    a_database(path)
    with closing(sqlite3.connect(path)) as db, db:
        rows = [(f"fact {i} " + "x" * 500, i) for i in range(500)]
        db.executemany("""INSERT INTO "my ""memories" VALUES (?, ?, NULL, NULL)""", rows)
        # The counting goes by an index, so that only the reading meets the damage.
        db.execute("""CREATE INDEX by_time ON "my ""memories" (timestamp)""")
    data = bytearray(path.read_bytes())
    data[120_000:124_096] = b"\xff" * 4096
    path.write_bytes(data)

    found = list(open_records(path).read())

    assert len(found) > 100
    assert isinstance(found[-1][1], Problem)
