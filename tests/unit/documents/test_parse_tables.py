"""CSV and JSON, which are read as lines of text."""

import pytest

from nagori.documents import parse_csv, parse_json
from nagori.documents.blocks import Block
from nagori.documents.parse import parse


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_each_row_says_what_its_values_are(delimiter: str) -> None:
    rows = [["name", "城市", "price"], ["Longjing", "杭州", "120"], ["Biluochun", "", "90"]]
    data = "\n".join(delimiter.join(row) for row in rows).encode()

    assert parse(data, "tea.csv").blocks == (
        Block("list", "name: Longjing; 城市: 杭州; price: 120\nname: Biluochun; price: 90"),
    )


def test_quoted_values_keep_their_marks_and_stay_on_one_line() -> None:
    data = b'name,note\n"Wu, Lin","says ""hi""\nand more"\n'

    assert parse(data, "a.csv").blocks[0].text == 'name: Wu, Lin; note: says "hi" and more'


def test_rows_without_names_are_joined() -> None:
    assert parse(b"1,2,3\n4,5,6\n", "a.csv").blocks[0].text == "1, 2, 3\n4, 5, 6"


def test_a_row_with_more_values_than_names_loses_none() -> None:
    assert parse(b"a,b\n1,2,3\n", "a.csv").blocks[0].text == "a: 1; b: 2; 3"


def test_a_table_of_names_alone_is_read() -> None:
    assert parse(b"name,city\n", "a.csv").blocks[0].text == "name, city"


def test_what_is_no_table_is_taken_as_it_stands() -> None:
    extract = parse(("a,b\n" + "x" * 200_000 + ",c\n").encode(), "a.csv")

    assert extract.warnings == (parse_csv.AS_TEXT,)
    assert extract.blocks[0].kind == "code"


def test_each_value_of_json_says_where_it_stands() -> None:
    data = '{"name": "茶", "open": true, "none": null, "tags": ["a", 1.50, {}], "at": {"x": 1}}'

    assert parse(data.encode(), "a.json").blocks == (
        Block("list", "name: 茶\nopen: true\nnone: null"),
        Block("list", "tags[0]: a\ntags[1]: 1.50\ntags[2]: {}"),
        Block("list", "at.x: 1"),
    )


def test_a_list_of_objects_is_a_block_for_each() -> None:
    data = b'[{"a": 1}, {"a": 2, "a": 3}, "loose"]'

    assert [b.text for b in parse(data, "a.json").blocks] == [
        "[0].a: 1",
        "[1].a: 2\n[1].a: 3",
        "[2]: loose",
    ]


def test_json_on_each_line_is_read() -> None:
    blocks = parse('{"q": "茶?"}\n\n{"q": "tea?"}\n'.encode(), "a.jsonl").blocks

    assert [b.text for b in blocks] == ["[1].q: 茶?", "[3].q: tea?"]


@pytest.mark.parametrize("text", ["{broken", "// comment\n{}", '{"a": 1,}', "[" * 100_000])
def test_what_is_no_json_is_taken_as_it_stands(text: str) -> None:
    extract = parse(text.encode(), "a.json")

    assert extract.warnings == (parse_json.AS_TEXT,)
    assert extract.blocks == (Block("code", text),)


def test_a_value_alone_is_read() -> None:
    assert parse(b'"words"', "a.json").blocks == (Block("list", "words"),)
    assert parse(b"12345678901234567890", "a.json").blocks[0].text == "12345678901234567890"
