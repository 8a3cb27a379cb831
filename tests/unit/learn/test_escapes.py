"""No path, pattern or name given to a tool leads out of the project's folder."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.unit.learn.conftest import FILES, Git, write

from nagori.errors import InvalidInputError, NotFoundError, UserError
from nagori.learn import tools
from nagori.learn.folder import Folder
from nagori.learn.place import checked_path
from nagori.learn.scan import scan
from nagori.learn.shown import Shown
from nagori.learn.walk import walk

MARK = "OUTSIDE7131"
BESIDE = "besidefile"

ATTEMPTS = {
    "the parent": "..",
    "a file beside": "../outside/besidefile.txt",
    "through a folder": "src/../../outside/besidefile.txt",
    "through a file": "README.md/../../outside/besidefile.txt",
    "through a folder that is not there": "nothing/../../outside/besidefile.txt",
    "with a dot before": "./../outside/besidefile.txt",
    "many times": "../" * 30 + "etc/passwd",
    "at the end": "src/..",
    "with a trailing slash": "../outside/",
    "three dots": ".../outside/besidefile.txt",
    "dots and a space": ".. /outside/besidefile.txt",
    "dots and a tab": "..\t/outside/besidefile.txt",
    "absolute": "{outside}/besidefile.txt",
    "absolute to the system": "/etc/passwd",
    "absolute to the process": "/proc/self/environ",
    "absolute through the process": "/proc/self/root{outside}/besidefile.txt",
    "absolute to a device": "/dev/zero",
    "absolute to an open file": "/dev/fd/0",
    "two slashes at the start": "//etc/passwd",
    "two slashes inside": "src//../../outside/besidefile.txt",
    "an absolute path inside": "src//etc/passwd",
    "the home folder": "~/besidefile.txt",
    "somebody's home folder": "~root/besidefile.txt",
    "a variable": "$HOME/besidefile.txt",
    "a substitution": "$(cat ../outside/besidefile.txt)",
    "a file address": "file://{outside}/besidefile.txt",
    "a NUL": "../outside/besidefile.txt\0.py",
    "a NUL after a good name": "README.md\0/../../outside/besidefile.txt",
    "a line end": "README.md\n../outside/besidefile.txt",
    "backslashes": "..\\outside\\besidefile.txt",
    "mixed slashes": "src/..\\..\\outside/besidefile.txt",
    "a drive": "C:\\Windows\\win.ini",
    "a drive with slashes": "C:/Windows/win.ini",
    "a drive without a slash": "C:win.ini",
    "a share": "\\\\server\\share\\besidefile.txt",
    "a device of Windows": "\\\\.\\PhysicalDrive0",
    "a long path of Windows": "\\\\?\\C:\\Windows\\win.ini",
    "a stream of NTFS": "README.md::$DATA",
    "percent signs": "%2e%2e%2foutside%2fbesidefile.txt",
    "percent signs twice": "%252e%252e%252foutside%252fbesidefile.txt",
    "wide dots": "．．/outside/besidefile.txt",
    "a wide slash": "..／outside／besidefile.txt",
    "a two-dot character": "‥/outside/besidefile.txt",
    "a character that contains a slash": "a℀/besidefile.txt",
    "a hidden character between dots": ".\u200b./outside/besidefile.txt",
    "a mark of direction": "\u202e../outside/besidefile.txt",
    "an overlong encoding": "\udcc0\udcae\udcc0\udcae/outside/besidefile.txt",
    "half a character": "\ud800/../../outside/besidefile.txt",
    "a line separator": "..\u2028/outside/besidefile.txt",
    "a link to a file": "link.txt",
    "a link to a folder": "linkdir",
    "a file in a linked folder": "linkdir/besidefile.txt",
    "a file below a linked folder": "linkdir/deep/besidefile.txt",
    "a relative link": "src/up/besidefile.txt",
    "a link to a link": "linklink/besidefile.txt",
    "up from a linked folder": "linkdir/../outside/besidefile.txt",
    "a link to the root": "slash/etc/passwd",
    "a link to the process": "procdir/self/environ",
    "a link to an open file": "fd/0",
    "a link to itself": "loop",
    "a link into itself": "loopdir/loopdir/loopdir",
    "a link to nothing": "dangling",
    "a link to a device": "zero",
    "a FIFO": "pipe",
    "a socket": "sock",
    "a terminal": "tty",
    "a very long path": "a/" * 3000 + "besidefile.txt",
    "a very deep path": "a/" * 100 + "b",
    "a very long name": "b" * 300,
    "an option": "--output=/tmp/besidefile",
    "a magic path of git": ":(top,glob)../**",
    "a wildcard": "../*/besidefile.txt",
    "braces": "{{..,outside}}/besidefile.txt",
    "git's own folder": ".git/config",
    "git's own folder in capitals": ".GIT/config",
    "git's own folder with a hidden character": ".g\u200cit/config",
    "git's own folder as short name": "GIT~1/config",
}


@pytest.fixture(scope="module")
def around(tmp_path_factory: pytest.TempPathFactory, git: Git) -> Path:
    """A project with every kind of trap in it, which no test changes."""
    project = tmp_path_factory.mktemp("around") / "project"
    write(project, FILES)
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "Take orders")
    outside = project.parent / "outside"
    (outside / "deep").mkdir(parents=True)
    (outside / "besidefile.txt").write_text(f"{MARK}\n")
    (outside / "deep" / "besidefile.txt").write_text(f"{MARK}\n")
    links = {
        "link.txt": outside / "besidefile.txt",
        "linkdir": outside,
        "src/up": Path("../../outside"),
        "linklink": Path("linkdir"),
        "slash": Path("/"),
        "procdir": Path("/proc"),
        "fd": Path("/proc/self/fd"),
        "loop": Path("loop"),
        "loopdir": Path(),
        "dangling": outside / "nothing",
        "zero": Path("/dev/zero"),
        "tty": Path("/dev/tty"),
        ".gitignore": outside / "besidefile.txt",
    }
    for name, target in links.items():
        (project / name).symlink_to(target)
    os.mkfifo(project / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(project)  # a socket's path must be short
        try:
            server.bind("sock")
        finally:
            os.chdir(here)
    return project


@pytest.fixture(params=[True, False], ids=["by descriptor", "by name"])
def folder(around: Path, request: pytest.FixtureRequest) -> Folder:
    return Folder(around, by_descriptor=request.param)


Attempt = Callable[[Folder, str], Shown]
TOOLS: dict[str, Attempt] = {
    "list_files path": partial(tools.list_files, depth=3),
    "read_file path": tools.read_file,
    "grep path": lambda folder, path: tools.grep(folder, "OUTSIDE|root:|PATH=", path),
    "find_symbol name": tools.find_symbol,
    "references name": tools.references,
    "git_log path": tools.git_log,
    "git_blame path": tools.git_blame,
}
NOTHING = {
    "no line found",
    "no line defines it; references shows where it is used",
    "no commit touched it",
}


@pytest.mark.parametrize("tool", TOOLS.values(), ids=TOOLS.keys())
@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS.keys())
def test_a_path_that_leads_out_is_refused_by_every_tool(
    around: Path, attempt: str, tool: Attempt
) -> None:
    folder = Folder(around)
    outside = folder.root.parent / "outside"

    shown = tool(folder, attempt.format(outside=outside))

    assert shown.text in NOTHING if shown.error is None else shown.text == ""
    assert MARK not in str(shown.error)
    assert str(folder.root) not in str(shown.error)
    assert not shown.seen


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS.keys())
def test_a_folder_refuses_the_same_paths(folder: Folder, attempt: str) -> None:
    path = attempt.format(outside=folder.root.parent / "outside")

    with pytest.raises(UserError):
        folder.read(path)
    with pytest.raises(UserError):
        folder.text(path)


@pytest.mark.parametrize(
    "glob", ["../**", "/etc/*", "../../outside/*", "**/../../*", "{..}/*", "*", "linkdir/**", "~/*"]
)
def test_a_glob_finds_nothing_outside(folder: Folder, glob: str) -> None:
    shown = tools.grep(folder, "OUTSIDE", ".", glob)

    assert shown.error is None
    assert shown.text == "no line found"


def test_neither_a_walk_nor_a_scan_enters_a_link(folder: Folder) -> None:
    found = {entry.path: entry for entry in walk(folder)}
    scanned = scan(folder)

    assert not [path for path in found if BESIDE in path]
    assert set(scanned.files) == {"README.md", "src/main.py", "src/orders.py", "web/app.ts"}
    assert found["linkdir"].left_out == found["link.txt"].left_out == "is a link"
    assert found["pipe"].left_out == found["sock"].left_out == "is no regular file"


def test_a_name_that_is_no_path_is_listed_but_not_opened(project: Path) -> None:
    for name in ("a\\b.py", "a:b.py", "a\nb.py", "a\u202eb.py", "\udcff.py"):
        (project / name).write_text(f"{MARK}\n")

    shown = tools.list_files(Folder(project))
    files = scan(Folder(project)).files

    assert shown.text.count("its name can't be used as a path") == 5
    assert len(shown.text.split("\n")) == 11
    assert len(files) == 4


def test_a_folder_that_was_replaced_is_not_entered(project: Path, tmp_path: Path) -> None:
    for by_descriptor in (True, False):
        folder = Folder(project, by_descriptor=by_descriptor)
        other = tmp_path / "other"
        other.mkdir()
        (other / "README.md").write_text(MARK)
        project.rename(tmp_path / "moved")
        project.symlink_to(other)

        shown = tools.read_file(folder, "README.md")

        assert shown.error
        assert MARK not in shown.text + shown.error
        project.unlink()
        (tmp_path / "moved").rename(project)
        (other / "README.md").unlink()
        other.rmdir()


@pytest.mark.parametrize("root", ["/", "/proc", "/proc/self", "/sys", "/dev", "/dev/fd"])
def test_parts_of_the_system_are_no_project(root: str) -> None:
    with pytest.raises(UserError, match="project"):
        Folder(root)


def test_a_project_must_be_a_folder_that_is_there(project: Path) -> None:
    with pytest.raises(NotFoundError):
        Folder(project / "nothing")
    with pytest.raises(NotFoundError):
        Folder("a\0b")
    with pytest.raises(InvalidInputError, match="no folder"):
        Folder(project / "README.md")


@pytest.mark.parametrize(
    ("name", "is_fine"),
    [
        ("con", False), ("NUL.txt", False), ("aux.py", False), ("com1", False), ("COM¹", False),
        ("a.", False), ("a ", False), ("src/.env. ", False), ("console.py", True), ("a.b", True),
    ],
)  # fmt: skip
def test_names_that_windows_reads_otherwise_are_refused_there(name: str, is_fine: bool) -> None:
    if is_fine:
        assert checked_path(name, is_windows=True)
    else:
        with pytest.raises(InvalidInputError):
            checked_path(name, is_windows=True)
        assert checked_path(name, is_windows=False)


# ── races ──

SWAP = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
a, b = (os.fsencode(path) for path in sys.argv[1:])
print("ready", flush=True)
while True:
    if libc.renameat2(-100, a, -100, b, 2) != 0:  # both at once
        os.rename(a, a + b".tmp"); os.rename(b, a); os.rename(a + b".tmp", b)
"""


@pytest.fixture
def swapped(project: Path) -> Iterator[Path]:
    """The project, in which another process swaps a folder and a link, and a file and a link."""
    outside = project.parent / "outside"
    outside.mkdir()
    (outside / "orders.py").write_text(f"{MARK} = 1\n")
    (project / "trap").symlink_to(outside)
    (project / "trap.md").symlink_to(outside / "orders.py")
    pairs = (("src", "trap"), ("README.md", "trap.md"))
    running = [
        subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", SWAP, str(project / a), str(project / b)], stdout=subprocess.PIPE
        )
        for a, b in pairs
    ]
    for process in running:
        assert process.stdout is not None
        process.stdout.readline()
    yield project
    for process in running:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("by_descriptor", [True, False], ids=["by descriptor", "by name"])
def test_a_folder_that_becomes_a_link_meanwhile_leads_nowhere(
    swapped: Path, by_descriptor: bool
) -> None:
    folder = Folder(swapped, by_descriptor=by_descriptor)
    until = time.monotonic() + 4
    read = refused = 0

    while time.monotonic() < until:
        for path in ("src/orders.py", "README.md", "trap/orders.py", "trap.md"):
            try:
                data = folder.read(path).data
            except UserError:
                refused += 1
            else:
                read += 1
                assert MARK.encode() not in data

    assert read > 20
    assert refused > 20


def test_tools_see_nothing_outside_while_links_are_swapped(swapped: Path) -> None:
    folder = Folder(swapped)
    until = time.monotonic() + 4

    while time.monotonic() < until:
        for shown in (
            tools.read_file(folder, "src/orders.py"),
            tools.references(folder, MARK),
            tools.find_symbol(folder, MARK),
            tools.list_files(folder, depth=4),
            tools.grep(folder, "OUTSIDE"),
        ):
            assert MARK not in shown.text
        assert all(file.size != len(MARK) + 5 for file in scan(folder).files.values())
