"""Ignored files are those that git ignores, whatever the patterns are."""

import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from nagori.learn.folder import Folder
from nagori.learn.ignore import patterns_of
from nagori.learn.rules import Rules

NAMES = ("a", "b", "ab", "foo", "bar", "foobar", "a.c", "x-y", "A", "é", "[a]", "b c", "1")
PIECES = (
    "*", "**", "?", "/", "/", "**/", "/**", "/**/", "[ab]", "[!a]", "[^a-f]", "[a-", "[]a]", "//",
    "[[:alpha:]]", "[[:digit:]x]", "[[:no:]]", "[\\]a]", "\\*", "\\a", "\\", " ", "\\ ", "!", "#",
    "a", "b", "foo", "bar", ".c", "-", "é", "[--a]", "[a-\\b]", ".", "1",
)  # fmt: skip
paths = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join)
lines = st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join)
negated = st.tuples(st.sampled_from(["", "", "", "!", "/"]), lines).map("".join)
files = st.lists(negated, min_size=1, max_size=5).map("\n".join)


def git(root: Path, *arguments: str, given: bytes = b"") -> bytes:
    environment = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "HOME": str(root)}
    done = subprocess.run(  # noqa: S603
        ["git", "-C", str(root), *arguments],  # noqa: S607
        input=given,
        capture_output=True,
        check=False,
        env={**environment, "PATH": "/usr/bin:/bin:/usr/local/bin"},
    )
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout


def ignored_by_git(root: Path, paths: list[str]) -> set[str]:
    told = git(
        root, "check-ignore", "--no-index", "-z", "--stdin",
        given=b"\0".join(path.encode() for path in paths) + b"\0",
    )  # fmt: skip
    return {path.decode() for path in told.split(b"\0") if path}


def made(root: Path, found: set[str]) -> None:
    """The files, and the folders that are needed for them; a folder wins over a file."""
    for path in sorted(found, key=lambda path: (-path.count("/"), path)):
        place = root / path
        if place.exists() or any(above.is_file() for above in place.parents):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("x")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ignored")
    git(root, "init", "-q")
    (root / ".git" / "info").mkdir(exist_ok=True)
    return root


def emptied(root: Path) -> Path:
    for found in sorted(root.rglob("*"), reverse=True):
        if ".git" in found.relative_to(root).parts:
            continue
        found.rmdir() if found.is_dir() else found.unlink()
    (root / ".git" / "info" / "exclude").write_text("")
    return root


@given(found=st.sets(paths, min_size=1, max_size=12), top=files, nested=files, excluded=files)
@example({"foo/bar", "fooz/bar"} | {"foobar", "foo/a/bar"}, "foo**/bar", "a", "b")
@example({"a/b/foo", "a/foo", "foo"}, "/**/foo\n!a/**/foo", "!foo", "foo/")
@example({"a/b", "a/foo/b", "b"}, "a/**", "!*", "!a/b")
@example({"a/b", "foo/b"}, "a/\n!a/b", "!b", "foo/*\n!foo/b")
@example({"b c", "a/b c"}, "b c   ", "b\\ c\\ ", "b c\r")
def test_a_path_is_ignored_exactly_when_git_ignores_it(
    repository: Path, found: set[str], top: str, nested: str, excluded: str
) -> None:
    root = emptied(repository)
    made(root, found)
    (root / ".gitignore").write_text(top, encoding="utf-8", newline="")
    for folder in (root / "a", root / "foo" / "bar"):
        if folder.is_dir():
            (folder / ".gitignore").write_text(nested, encoding="utf-8", newline="")
    (root / ".git" / "info" / "exclude").write_text(excluded, encoding="utf-8", newline="")
    paths = sorted(
        str(path.relative_to(root)) for path in root.rglob("*") if ".git" not in path.parts
    )
    rules = Rules(Folder(root))

    ours = {
        path
        for path in paths
        if rules.ignores_any(tuple(path.split("/")), is_folder=(root / path).is_dir())
    }

    assert ours == ignored_by_git(root, paths)


@pytest.mark.parametrize(
    ("text", "path", "is_folder", "expected"),
    [
        ("*.log", "deep/down/x.log", False, True),
        ("/x.log", "deep/x.log", False, None),
        ("build/", "src/build", True, True),
        ("build/", "src/build", False, None),
        ("*.log\n!keep.log", "keep.log", False, False),
        ("# *.py", "a.py", False, None),
        ("\\#a", "#a", False, True),
        ("\ufeff*.py\r\n", "a.py", False, True),
        ("doc/**/*.md", "doc/a/b/c.md", False, True),
        ("doc/**/*.md", "doc/c.md", False, True),
        ("doc/*.md", "doc/a/c.md", False, None),
        ("", "a", False, None),
        ("/", "a", True, None),
        ("a" * 2000, "a" * 2000, False, None),
    ],
)
def test_a_line_means_what_it_means_to_git(
    text: str, path: str, is_folder: bool, expected: bool | None
) -> None:
    assert patterns_of(text).ignores(path, is_folder=is_folder) is expected


@pytest.mark.parametrize(
    "pattern",
    [
        "*a" * 60 + "b",
        "**/" * 80 + "b",
        "*a*/**/" * 30 + "b",
        "x/" + "*a" * 60 + "b",
        "[a]*" * 80 + "b",
    ],
)
def test_no_pattern_is_slow(pattern: str) -> None:
    patterns = patterns_of(pattern)
    started = time.process_time()

    for path in ("a" * 250, "/".join(["a" * 60] * 60), "x/" + "a" * 250):
        assert patterns.ignores(path, is_folder=False) is None

    assert time.process_time() - started < 1
