"""A folder gives its files as text, with limits."""

import os
from pathlib import Path

import pytest
from tests.unit.learn.conftest import FILES

from nagori.errors import ForbiddenError, InvalidInputError, NotFoundError
from nagori.learn.folder import Folder
from nagori.learn.texts import decoded, is_binary


def test_files_are_read_and_listed_by_relative_paths(project: Path) -> None:
    folder = Folder(project)

    assert folder.text("src/orders.py").text == FILES["src/orders.py"]
    assert folder.text("./src/./orders.py").text == FILES["src/orders.py"]
    assert [e.name for e in folder.list("src/").entries] == ["main.py", "orders.py"]
    assert [(e.name, e.kind) for e in folder.list().entries] == [
        ("README.md", "file"), ("src", "folder"), ("web", "folder"),
    ]  # fmt: skip
    entry = folder.entry("README.md")
    status = (project / "README.md").stat()
    assert (entry.size, entry.mtime_ns) == (status.st_size, status.st_mtime_ns)


def test_a_root_may_be_given_through_a_link(project: Path) -> None:
    link = project.parent / "link"
    link.symlink_to(project)

    assert Folder(link).root == project.resolve()


def test_a_read_is_cut_where_it_is_told_to(project: Path) -> None:
    folder = Folder(project)

    read = folder.read("src/orders.py", most=5)

    assert (read.data, read.is_cut) == (b"LIMIT", True)
    assert not folder.read("src/orders.py").is_cut
    listing = folder.list(".", most=2)
    assert (len(listing.entries), listing.is_cut) == (2, True)


def test_errors_say_what_is_wrong(project: Path) -> None:
    folder = Folder(project)

    with pytest.raises(NotFoundError, match=r"src/nothing\.py"):
        folder.read("src/nothing.py")
    with pytest.raises(InvalidInputError, match="is a folder"):
        folder.read("src")
    with pytest.raises(InvalidInputError, match="is a folder"):
        folder.read(".")
    with pytest.raises(ForbiddenError, match="no folder"):
        folder.read("README.md/x")
    with pytest.raises(ForbiddenError, match="no folder"):
        folder.list("README.md")


def test_many_reads_leave_nothing_open(project: Path) -> None:
    folder = Folder(project)
    (project / "link").symlink_to("/etc")
    os.mkfifo(project / "pipe")
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208  # no folder to be walked

    for _ in range(20):
        folder.read("src/orders.py")
        folder.list("src")
        for path in ("link/passwd", "pipe", "src", "src/nothing"):
            with pytest.raises((ForbiddenError, InvalidInputError, NotFoundError)):
                folder.read(path)

    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("über 余韵".encode(), "über 余韵", "utf-8"),
        (b"\xef\xbb\xbfa", "a", "utf-8"),
        ("\ufeffa茶".encode("utf-16-le"), "a茶", "utf-16-le"),
        ("\ufeffa茶".encode("utf-16-be"), "a茶", "utf-16-be"),
        ("\ufeffa茶".encode("utf-32-le"), "a茶", "utf-32-le"),
        ("# 订单的总额，含税\n".encode("gb18030"), "# 订单的总额，含税\n", "gb18030"),
        ("# café crème\n".encode("latin-1"), "# café crème\n", "latin-1"),
        ("余韵".encode()[:-1], "余", "utf-8"),
        (b"", "", "utf-8"),
    ],
)
def test_bytes_are_read_in_the_encoding_they_are_in(data: bytes, text: str, encoding: str) -> None:
    found = decoded(data)

    assert (found.text, found.encoding) == (text, encoding)
    assert found.is_guess == (encoding in {"gb18030", "latin-1"})
    assert not is_binary(data)


def test_a_binary_file_is_told_by_its_name_or_its_first_bytes(project: Path) -> None:
    (project / "a.png").write_bytes(b"not looked at")
    (project / "data").write_bytes(b"abc\0def")
    (project / "late").write_bytes(b"a" * 9000 + b"\0")
    folder = Folder(project)

    for path in ("a.png", "data"):
        with pytest.raises(InvalidInputError, match="binary"):
            folder.text(path)
    assert len(folder.text("late").text) == 9001
    with pytest.raises(NotFoundError):
        folder.text("nothing.png")
