"""Tools show what a model asks for, and say what to do when they can't."""

import inspect
import os
import time
from pathlib import Path

import pytest
from tests.unit.learn.conftest import write

from nagori.learn import tools
from nagori.learn.code.outline import Call, Import, Outline, Span, Symbol
from nagori.learn.folder import Folder
from nagori.learn.searching import matches
from nagori.learn.shown import LONGEST_LINE, MOST_CHARACTERS, FileLines
from nagori.learn.symbols import OutlineIndex, definition_rank


def test_a_listing_shows_files_folders_and_what_is_left_out(project: Path) -> None:
    write(project, {".env": "A=1", "node_modules/a.js": "x"})
    (project / "empty").mkdir()
    folder = Folder(project)

    assert tools.list_files(folder).text.split("\n") == [
        ".env  (left out: may hold secrets)",
        "README.md  24 bytes",
        "empty/",
        "node_modules/  (left out: is ignored)",
        "src/",
        "src/main.py  49 bytes",
        "src/orders.py  67 bytes",
        "web/",
        "web/app.ts  42 bytes",
    ]
    assert "src/main.py" not in tools.list_files(folder, depth=1).text
    assert tools.list_files(folder, "empty").text == "empty is empty"
    assert "ignored" in str(tools.list_files(folder, "node_modules").error)


def test_a_long_listing_is_cut_and_says_so(project: Path) -> None:
    for number in range(500):
        (project / f"{number:03}.txt").touch()

    shown = tools.list_files(Folder(project))

    assert shown.is_cut
    assert len(shown.text.split("\n")) == tools.MOST_ENTRIES + 1
    assert "more than 400" in shown.text


def test_lines_of_a_file_come_with_their_numbers(project: Path) -> None:
    folder = Folder(project)

    shown = tools.read_file(folder, "src/orders.py", 4, 5)

    assert shown.text == (
        "src/orders.py: lines 4 to 5 of 6\n     4  class Order:\n     5      def total(self):"
    )
    assert shown.seen == (FileLines("src/orders.py", Span(4, 5)),)
    assert not shown.is_cut
    assert tools.read_file(folder, "src/orders.py", 5, 99).seen[0].span == Span(5, 6)


def test_a_long_file_is_shown_in_pieces_that_join(project: Path) -> None:
    write(project, {"long.txt": "".join(f"line {n}\n" for n in range(1, 1001))})
    folder = Folder(project)
    start, read = 1, list[str]()

    while True:
        shown = tools.read_file(folder, "long.txt", start)
        read += [line[8:] for line in shown.text.split("\n")[1:] if not line.startswith("…")]
        if not shown.is_cut:
            break
        start = shown.seen[0].span.last + 1
        assert shown.text.endswith(f"read from line {start}")

    assert read == [f"line {n}" for n in range(1, 1001)]


def test_long_lines_and_long_results_are_cut(project: Path) -> None:
    write(project, {"wide.txt": ("x" * 5000 + "\n") * 300})

    shown = tools.read_file(Folder(project), "wide.txt")

    assert shown.is_cut
    assert len(shown.text) < MOST_CHARACTERS + LONGEST_LINE
    assert "(line cut)" in shown.text


def test_lines_are_counted_as_editors_count_them(project: Path) -> None:
    (project / "odd.py").write_bytes("a\r\nb\rc\n\x0cd\u2028e\n\x1b[31mf".encode())

    shown = tools.read_file(Folder(project), "odd.py")

    assert [line[:8].strip() for line in shown.text.split("\n")[1:]] == ["1", "2", "3", "4", "5"]
    assert "\x1b" not in shown.text
    assert "\u2028" not in shown.text


@pytest.mark.parametrize(
    ("path", "start", "end", "error"),
    [
        ("src/orders.py", 0, None, "start: give a number, at least 1"),
        ("src/orders.py", -1, None, "start: give a number, at least 1"),
        ("src/orders.py", 5, 4, "end: give a number, at least 5"),
        ("src/orders.py", 7, None, "start: the file has only 6 lines"),
        ("src/nothing.py", 1, None, "no file or folder 'src/nothing.py'"),
        ("src", 1, None, "path: src is a folder; list_files shows what it holds"),
        ("a.png", 1, None, "path: a.png is a binary file, no text"),
    ],
)
def test_what_can_not_be_read_is_told(
    project: Path, path: str, start: int, end: int | None, error: str
) -> None:
    (project / "a.png").write_bytes(b"x")

    assert tools.read_file(Folder(project), path, start, end).error == error


def test_a_guessed_encoding_is_told(project: Path) -> None:
    (project / "old.txt").write_bytes("café crème\n".encode("latin-1"))

    assert "read as latin-1" in tools.read_file(Folder(project), "old.txt").text


def test_grep_finds_lines_by_expression_path_and_glob(project: Path) -> None:
    folder = Folder(project)

    everywhere = tools.grep(folder, r"(?i)\border")
    assert everywhere.text.split("\n") == [
        "README.md:1: # Orders",
        "README.md:3: Takes orders.",
        "src/main.py:1: from orders import Order",
        "src/main.py:3: print(Order().total())",
        "src/orders.py:4: class Order:",
    ]
    assert everywhere.seen[-1] == FileLines("src/orders.py", Span(4, 4))
    assert tools.grep(folder, "Order", "src/orders.py").text == "src/orders.py:4: class Order:"
    assert tools.grep(folder, "start", glob="*.py").text == "no line found"
    assert tools.grep(folder, "start", glob="web/**/*.ts").text.count("\n") == 1
    assert tools.grep(folder, "Order", "web").text == "no line found"


def test_what_a_program_wrote_is_only_searched_when_it_is_named(project: Path) -> None:
    write(project, {"web/app.min.js": "var needle=1"})
    folder = Folder(project)

    assert tools.grep(folder, "needle").text == "no line found"
    assert tools.grep(folder, "needle", "web/app.min.js").text == "web/app.min.js:1: var needle=1"


def test_grep_stops_at_its_limit_and_says_so(project: Path) -> None:
    write(project, {"many.txt": "hit\n" * 500})

    shown = tools.grep(Folder(project), "hit", limit=3)

    assert shown.is_cut
    assert shown.text.split("\n")[-1] == "… not all: there are more than 3"
    assert len(shown.seen) == 3


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<a>x)(?P<a>y)", "a{2,1}", "(?<=a+)b"])
def test_a_broken_expression_is_told(project: Path, pattern: str) -> None:
    assert "no regular expression" in str(tools.grep(Folder(project), pattern).error)


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "(a|a)*b", "(a*)*c", "(?:a?){60}a{60}x", "(.*a){25}!"]
)
def test_an_expression_that_takes_for_ever_is_stopped(project: Path, pattern: str) -> None:
    texts = [("first.txt", "xa$\n"), ("trap.txt", "a" * 400 + "?\n")]
    started = time.monotonic()

    hits = matches(texts, pattern, most=10, seconds=1.5)

    assert time.monotonic() - started < 20
    assert "longer than 1.5 s" in str(hits.stopped)


def test_what_was_found_before_time_ran_out_is_shown(project: Path) -> None:
    texts = [("first.txt", "aaa\n"), ("trap.txt", "a" * 400 + "?\n")]

    hits = matches(texts, "(a+)+$", most=10, seconds=6)

    assert [(hit.path, hit.line) for hit in hits.found] == [("first.txt", 1)]
    assert hits.stopped


def test_definitions_and_uses_are_told_apart_by_how_lines_read(project: Path) -> None:
    folder = Folder(project)

    assert tools.find_symbol(folder, "Order").text == "src/orders.py:4: class Order:"
    assert tools.find_symbol(folder, "Order.total").text == "src/orders.py:5:     def total(self):"
    assert tools.find_symbol(folder, "LIMIT").text == "src/orders.py:1: LIMIT = 3"
    assert tools.find_symbol(folder, "start").text.startswith("web/app.ts:1:")
    assert "no line defines it" in tools.find_symbol(folder, "missing").text
    assert tools.references(folder, "Order").text.split("\n") == [
        "src/main.py:1: from orders import Order",
        "src/main.py:3: print(Order().total())",
    ]


@pytest.mark.parametrize(
    ("line", "rank"),
    [
        ("def pay(self):", 0), ("async def pay(self):", 0), ("export default class pay {", 0),
        ("pub(crate) fn pay(&self)", 0), ("func (o *Order) pay() error {", 0),
        ("type pay struct {", 0),
        ("CREATE TABLE pay (", 0), ("data class pay(val a: Int)", 0), ("const pay = () => 1", 0),
        ("public List<Order> pay(int a) {", 1), ("pay = 3", 1), ("pay: int = 3", 1),
        ("return pay(order)", 2), ("pay == 3", 2), ("await pay()", 2), ("define pay", 2),
        ("repay()", 2), ("def payment():", 2),
    ],
)  # fmt: skip
def test_a_line_that_declares_a_name_is_known(line: str, rank: int) -> None:
    assert definition_rank(line, "pay") == rank


def test_an_index_is_asked_first_and_lines_are_read_anew(project: Path) -> None:
    order = Symbol("Order", "Order", "class", Span(4, 6), Span(4, 4), 4, "class Order")
    total = Symbol("total", "Order.total", "method", Span(5, 6), Span(5, 5), 5, "def total(self)")
    gone = Symbol("Order", "Order", "class", Span(90, 92), Span(90, 90), 90, "class Order")
    index = OutlineIndex(
        [
            Outline("src/orders.py", "python", 6, symbols=(order, total)),
            Outline("src/old.py", "python", 99, symbols=(gone,)),
            Outline("../outside.py", "python", 99, symbols=(gone,)),
            Outline(
                "src/main.py",
                "python",
                3,
                imports=(Import("orders", ("Order",), Span(1, 1)),),
                calls=(Call("Order", 3), Call("Order.total", 3)),
            ),
        ]
    )
    folder = Folder(project)

    assert tools.find_symbol(folder, "Order", index=index).text.split("\n") == [
        "../outside.py:90: class (no longer there)",
        "src/old.py:90: class (no longer there)",
        "src/orders.py:4: class",
        "     4  class Order:",
    ]
    assert "def total" in tools.find_symbol(folder, "Order.total", index=index).text
    assert tools.references(folder, "Order", index=index).seen == (
        FileLines("src/main.py", Span(1, 1)),
        FileLines("src/main.py", Span(3, 3)),
    )
    assert tools.find_symbol(folder, "LIMIT", index=index).text == "src/orders.py:1: LIMIT = 3"


@pytest.mark.parametrize("name", ["", "a b", "a;b", "a(", "../a", "a..b", ".a", "x" * 300, "a\n"])
def test_a_symbol_must_be_a_name(project: Path, name: str) -> None:
    assert "name: give one name" in str(tools.find_symbol(Folder(project), name).error)
    assert "name: give one name" in str(tools.references(Folder(project), name).error)


@pytest.mark.parametrize("limit", [0, -1, 10_000])
def test_a_limit_has_limits(project: Path, limit: int) -> None:
    folder = Folder(project)

    assert "limit" in str(tools.grep(folder, "a", limit=limit).error)
    assert "limit" in str(tools.find_symbol(folder, "a", limit=limit).error)
    assert "limit" in str(tools.git_log(folder, limit=limit).error)
    assert "depth" in str(tools.list_files(folder, depth=limit).error)


def test_every_tool_says_what_it_does_and_what_its_parameters_are() -> None:
    for tool in (
        tools.list_files, tools.read_file, tools.grep, tools.find_symbol, tools.references,
        tools.git_log, tools.git_blame,
    ):  # fmt: skip
        text = inspect.getdoc(tool) or ""
        parameters = list(inspect.signature(tool).parameters.values())[1:]

        for parameter in parameters:
            if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
                assert f"{parameter.name}: " in text


def test_tools_leave_the_project_as_it_was(repository: Path) -> None:
    def state() -> dict[str, tuple[int, int]]:
        found = (path for path in repository.rglob("*") if path.is_file())
        return {str(p): (p.stat().st_mtime_ns, p.stat().st_size) for p in found}

    before, folder = state(), Folder(repository)
    here = sorted(os.listdir())  # noqa: PTH208

    tools.list_files(folder)
    tools.read_file(folder, "src/orders.py")
    tools.grep(folder, "a")
    tools.find_symbol(folder, "Order")
    tools.references(folder, "Order")
    tools.git_log(folder)
    tools.git_blame(folder, "src/orders.py")

    assert state() == before
    assert sorted(os.listdir()) == here  # noqa: PTH208
