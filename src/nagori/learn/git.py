"""Git, asked about a project's history: fixed questions, and no program of the repository's runs.

A repository may come from anybody, and its configuration can name programs. None of the commands
used here needs one, and everything that could start one is switched off besides.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from nagori.errors import ConflictError, NotFoundError
from nagori.learn.code.outline import Span
from nagori.learn.folder import Folder, allowed

SECONDS = 10.0

_MOST_BYTES = 2_000_000
_SETTINGS = (
    "core.fsmonitor=false", "core.hooksPath=" + os.devnull, "core.pager=cat", "core.editor=false",
    "core.sshCommand=false", "core.gitProxy=false", "core.askPass=false",
    "core.attributesFile=" + os.devnull, "core.alternateRefsCommand=false",
    "core.untrackedCache=false", "protocol.allow=never", "credential.helper=", "diff.external=",
    "diff.orderFile=" + os.devnull, "log.showSignature=false", "log.mailmap=false",
    "log.follow=false", "gpg.program=false", "gpg.ssh.program=false", "gpg.x509.program=false",
    "mailmap.file=", "mailmap.blob=", "blame.ignoreRevsFile=", "color.ui=false",
    "submodule.recurse=false", "gc.auto=0", "maintenance.auto=false",
    "uploadpack.packObjectsHook=false",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Commit:
    """A change in a project's history."""

    id: str
    at: datetime
    author: str
    subject: str


@dataclass(frozen=True, slots=True)
class Blame:
    """Which commit each line comes from, as the last commit has the file."""

    span: Span
    commits: tuple[Commit, ...]
    """One for each line of the span."""
    is_current: bool
    """Whether the file is still as the last commit has it; else the lines may stand elsewhere."""


def log_of(folder: Folder, path: str = ".", *, limit: int) -> list[Commit]:
    """The last commits that touched the path, newest first."""
    parts = allowed(path)
    marks = "%H%x00%at%x00%an%x00%s%x00"
    command = [
        "log", f"--max-count={limit}", f"--format=tformat:{marks}", "--encoding=UTF-8",
        "--no-show-signature", "--no-mailmap", "--no-ext-diff", "--no-textconv", "--no-notes",
        "--no-decorate", "--no-color", "--no-patch", "HEAD", "--",
    ]  # fmt: skip
    told = _asked(folder, [*command, "/".join(parts)] if parts else command)
    fields = told.decode("utf-8", "replace").split("\0")
    rows = (fields[at : at + 4] for at in range(0, len(fields) - 3, 4))
    return [Commit(id.strip(), _time(at), author, subject) for id, at, author, subject in rows]


def blame_of(folder: Folder, path: str, span: Span) -> Blame:
    """Who wrote the lines of a file, as the last commit has it."""
    name = "/".join(allowed(path))
    data = folder.read(path).data
    told = _asked(folder, ["ls-tree", "-z", "HEAD", "--", name]).decode("utf-8", "replace")
    kind, _, rest = told.partition(" ")
    if not kind.startswith("100"):  # a link, a folder or nothing
        raise NotFoundError("file in the last commit", name)
    blob = rest.split(" ")[1].partition("\t")[0]
    # The last commit is named, or git would pass the file through the repository's own filters.
    raw = _asked(
        folder,
        ["blame", "--line-porcelain", "--no-textconv", "--no-progress", "--encoding=UTF-8",
         "-L", f"{span.first},{span.last}", "HEAD", "--", name],
    )  # fmt: skip
    commits = _blamed(raw.decode("utf-8", "replace"))
    shown = Span(span.first, span.first + len(commits) - 1)
    return Blame(shown, commits, is_current=_blob(data, len(blob)) == blob)


def _asked(folder: Folder, command: list[str]) -> bytes:
    """What git answers; `ConflictError` when it can't be asked here, or does not answer."""
    if problem := folder.git_problem():
        raise ConflictError(problem)
    program = shutil.which("git")
    if program is None or Path(program).resolve().is_relative_to(folder.root):
        raise ConflictError("git is not installed")
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    process = subprocess.Popen(  # noqa: S603  # no shell, fixed words and a checked path
        [program, "--no-pager", "--no-replace-objects", "--literal-pathspecs", *settings, *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder.root,
        env=_environment(folder.root, program),
        start_new_session=True,
    )
    is_late = threading.Event()

    def stop() -> None:
        is_late.set()
        _end(process)

    timer = threading.Timer(SECONDS, stop)
    timer.start()
    try:
        assert process.stdout is not None  # noqa: S101  # a pipe was asked for
        with process.stdout as answer:
            told = answer.read(_MOST_BYTES)
            is_whole = not answer.read(1)
    finally:
        timer.cancel()
        if not _ended(process):
            _end(process)
        status = process.wait()
    if is_late.is_set():
        raise ConflictError(f"git took longer than {SECONDS:g} s; ask for less")
    if not is_whole:
        raise ConflictError("git has more to say than can be read; ask for less")
    if status != 0:
        raise ConflictError(
            "git has no answer: no commit yet, no such path in it, or too few lines"
        )
    return told


def _environment(root: Path, program: str) -> dict[str, str]:
    """Nothing of ours: no configuration but the repository's, no prompts, no network."""
    return {
        "PATH": str(Path(program).parent),
        "LC_ALL": "C.UTF-8",
        "HOME": os.devnull,
        "XDG_CONFIG_HOME": os.devnull,
        "GIT_DIR": str(root / ".git"),
        "GIT_WORK_TREE": str(root),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_PAGER": "cat",
    }


def _ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether it ends by itself, now that it has said everything."""
    try:
        process.wait(timeout=1)
    except subprocess.TimeoutExpired:
        return False
    return True


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it, with everything that it started."""
    if hasattr(os, "killpg"):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
    else:
        process.kill()


def _blamed(told: str) -> tuple[Commit, ...]:
    commits: list[Commit] = []
    about: dict[str, str] = {}
    for line in told.split("\n"):
        if line.startswith("\t"):
            who, at = about.get("author", ""), about.get("author-time", "0")
            commits.append(Commit(about["id"], _time(at), who, about.get("summary", "")))
            about = {}
        elif not about:
            about["id"] = line.partition(" ")[0]
        else:
            key, _, value = line.partition(" ")
            about[key] = value
    return tuple(commits)


def _time(seconds: str) -> datetime:
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)


def _blob(data: bytes, length: int) -> str:
    """The name that git gives to such a content."""
    whole = b"blob %d\0%s" % (len(data), data)
    if length == 64:
        return hashlib.sha256(whole).hexdigest()
    return hashlib.sha1(whole, usedforsecurity=False).hexdigest()
