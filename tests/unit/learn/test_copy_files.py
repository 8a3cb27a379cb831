"""Nagori's own folder in a project: what is written stays inside, whatever lies there."""

import os
from pathlib import Path

import pytest

from nagori.errors import ForbiddenError
from nagori.learn.copy_files import OWN, CopyFiles
from nagori.learn.doors import BY_DESCRIPTOR

MOST = 1000
A = ("memory", "learning", "a.json")


@pytest.fixture(params=[True, False] if BY_DESCRIPTOR else [False])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> CopyFiles:
    """Both ways into the folder, where the system has both."""
    (tmp_path / "project").mkdir()
    return CopyFiles(tmp_path / "project", by_descriptor=request.param)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "project" / OWN


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder that nothing may be written to."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a.json").write_text("theirs")
    return tmp_path / "outside"


def held(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def test_a_file_is_written_once_and_only_when_it_changes(files: CopyFiles, own: Path) -> None:
    assert files.put({A: b"one", ("b.json",): b"two"}) == [A, ("b.json",)]
    before = (own / "memory/learning/a.json").stat().st_ino

    assert files.put({A: b"one", ("b.json",): b"new"}) == [("b.json",)]

    assert (own / "memory/learning/a.json").stat().st_ino == before
    assert (files.read(A, most=MOST), files.read(("b.json",), most=MOST)) == (b"one", b"new")
    assert sorted(files.files()) == [("b.json",), A]
    assert not list(own.rglob("*.part"))


def test_a_reader_never_sees_half_a_file(files: CopyFiles, own: Path) -> None:
    files.put({A: b"old"})
    with (own / "memory/learning/a.json").open("rb") as reading:
        files.put({A: b"new and longer"})

        assert reading.read() == b"old"


def test_a_file_that_is_too_long_is_not_read(files: CopyFiles) -> None:
    files.put({A: b"x" * 11})

    with pytest.raises(ForbiddenError, match="larger than 10 bytes"):
        files.read(A, most=10)
    assert files.read(("none.json",), most=10) is None


def test_a_linked_folder_is_never_written_through(
    files: CopyFiles, own: Path, outside: Path
) -> None:
    own.symlink_to(outside)
    assert files.put({("a.json",): b"ours"}) == []
    own.unlink()
    (own / "memory").mkdir(parents=True)
    (own / "memory/learning").symlink_to(outside)
    assert files.put({A: b"ours", ("b.json",): b"ours"}) == [("b.json",)]
    with pytest.raises(ForbiddenError, match="link"):
        files.remove(A)

    assert files.problems == [
        ".nagori is a link or no folder",
        ".nagori/memory/learning is a link or no folder",
    ]
    assert held(outside) == {"a.json": "theirs"}


def test_a_linked_file_is_replaced_and_not_followed(
    files: CopyFiles, own: Path, outside: Path
) -> None:
    (own / "memory/learning").mkdir(parents=True)
    place = own / "memory/learning/a.json"
    place.symlink_to(outside / "a.json")
    assert not files.remove(A), "a link is nothing that was written here"

    files.put({A: b"ours"})

    assert (place.is_symlink(), place.read_text()) == (False, "ours")
    assert held(outside) == {"a.json": "theirs"}


def test_a_file_that_is_linked_from_elsewhere_is_not_written_through(
    files: CopyFiles, own: Path, outside: Path
) -> None:
    own.mkdir()
    os.link(outside / "a.json", own / "a.json")

    files.put({("a.json",): b"ours"})

    assert held(outside) == {"a.json": "theirs"}


@pytest.mark.parametrize("kind", ["file", "pipe"])
def test_what_stands_in_the_way_is_told(files: CopyFiles, own: Path, kind: str) -> None:
    if kind == "file":
        own.write_text("a file")
    else:
        os.mkfifo(own)

    assert files.put({A: b"ours"}) == []
    assert files.problems == [".nagori is a link or no folder"]


def test_a_folder_in_the_place_of_a_file_is_told(files: CopyFiles, own: Path) -> None:
    (own / "memory/learning/a.json").mkdir(parents=True)

    assert files.put({A: b"ours", ("b.json",): b"ours"}) == [("b.json",)]
    assert "a.json can't be written: Is a directory" in files.problems[0]
    assert not list(own.rglob("*.part"))


def test_removing_takes_empty_folders_along_and_leaves_the_rest(
    files: CopyFiles, own: Path
) -> None:
    files.put({A: b"one", ("memory", "b.json"): b"two"})

    assert files.remove(A)
    assert not files.remove(A)
    assert held(own / "memory") == {"b.json": "two"}
    assert not (own / "memory/learning").exists()
    assert files.remove(("memory", "b.json"))

    assert not own.exists()


def test_what_a_lost_writer_left_behind_is_swept_up_when_it_is_old(
    files: CopyFiles, own: Path
) -> None:
    files.put({A: b"one"})
    for name, age in (("0" * 16, 7200), ("1" * 16, 0)):
        part = own / "memory" / f".nagori-{name}.part"
        part.write_text("half")
        then = part.stat().st_mtime - age
        os.utime(part, (then, then))

    files.sweep()

    assert list(held(own / "memory")) == [f".nagori-{'1' * 16}.part"]
    assert list(files.files()) == [A]
