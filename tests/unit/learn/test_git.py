"""Git is asked about the past, and nothing that a repository names is run."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from tests.unit.learn.conftest import Git, write

from nagori.learn import tools
from nagori.learn.folder import Folder

MARK = "OUTSIDE7131"


def test_the_last_commits_are_shown_newest_first(repository: Path, git: Git) -> None:
    write(repository, {"src/orders.py": "LIMIT = 4\n"})
    git(repository, "commit", "-q", "-am", "Raise the limit")
    folder = Folder(repository)
    ids = git(repository, "log", "--format=%H").split()

    assert tools.git_log(folder).text.split("\n") == [
        f"{ids[0][:12]} 2026-03-01 Mara: Raise the limit",
        f"{ids[1][:12]} 2026-03-01 Mara: Take orders",
    ]
    assert tools.git_log(folder, "web").text == f"{ids[1][:12]} 2026-03-01 Mara: Take orders"
    assert tools.git_log(folder, limit=1).text.endswith("Raise the limit")
    assert tools.git_log(folder, "nothing.py").text == "no commit touched it"


def test_each_line_is_shown_with_its_commit(repository: Path, git: Git) -> None:
    text = (repository / "src/orders.py").read_text()
    write(repository, {"src/orders.py": text.replace("= 3", "= 4")})
    git(repository, "commit", "-q", "-am", "Raise the limit")
    folder = Folder(repository)

    shown = tools.git_blame(folder, "src/orders.py", 1, 4)

    rows = shown.text.split("\n")
    assert len(rows) == 4
    assert rows[0].endswith("2026-03-01 Mara: Raise the limit  | LIMIT = 4")
    assert rows[3].endswith("2026-03-01 Mara: Take orders  | class Order:")
    assert shown.seen[0].span.last == 4


def test_a_file_that_changed_since_is_told_without_its_lines(repository: Path) -> None:
    write(repository, {"src/orders.py": "# new\nLIMIT = 3\n"})

    shown = tools.git_blame(Folder(repository), "src/orders.py", 1, 2)

    assert shown.text.startswith("the file has changed since the last commit")
    assert "LIMIT" not in shown.text
    assert not shown.seen


def test_a_secret_of_the_past_is_not_shown(repository: Path, git: Git) -> None:
    write(repository, {"src/config.py": 'password = "Zq7Lk29vXw!"\n', ".env": "A=Zq7Lk29vXw"})
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "My password is Zq7Lk29vXw!")
    folder = Folder(repository)

    assert "Zq7Lk29vXw" not in tools.git_log(folder).text
    assert "Zq7Lk29vXw" not in tools.git_blame(folder, "src/config.py").text
    assert "secrets" in str(tools.git_blame(folder, ".env").error)
    assert "secrets" in str(tools.git_log(folder, ".env").error)


def test_without_a_repository_or_a_commit_it_is_told(project: Path, git: Git) -> None:
    folder = Folder(project)
    assert tools.git_log(folder).error == "this folder has no git repository of its own"

    git(project, "init", "-q")
    assert "no commit yet" in str(tools.git_log(folder).error)
    assert "no commit yet" in str(tools.git_blame(folder, "README.md").error)


def test_a_repository_around_the_folder_is_not_asked(repository: Path) -> None:
    folder = Folder(repository / "src")

    assert tools.git_log(folder).error == "this folder has no git repository of its own"
    assert tools.git_blame(folder, "orders.py").error


# ── repositories that want to run something ──

PROGRAMS = {
    "core.fsmonitor": "{run}",
    "core.fsmonitorHookVersion": "2",
    "core.sshCommand": "{run}",
    "core.pager": "{run}",
    "core.editor": "{run}",
    "core.askPass": "{run}",
    "core.gitProxy": "{run}",
    "core.alternateRefsCommand": "{run}",
    "core.hooksPath": "{hooks}",
    "pager.log": "{run}",
    "pager.blame": "{run}",
    "diff.external": "{run}",
    "diff.evil.command": "{run}",
    "diff.evil.textconv": "{run}",
    "diff.evil.cachetextconv": "true",
    "filter.evil.clean": "{run}",
    "filter.evil.smudge": "{run}",
    "filter.evil.process": "{run}",
    "filter.evil.required": "true",
    "alias.log": "!{run}",
    "alias.blame": "!{run}",
    "alias.ls-tree": "!{run}",
    "log.showSignature": "true",
    "gpg.program": "{run}",
    "gpg.ssh.program": "{run}",
    "credential.helper": "!{run}",
    "interactive.diffFilter": "{run}",
    "merge.evil.driver": "{run}",
    "sequence.editor": "{run}",
    "browser.evil.cmd": "{run}",
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
    "remote.origin.url": "ext::{run}",
    "remote.origin.uploadpack": "{run}",
    "remote.origin.vcs": "evil",
    "protocol.allow": "always",
    "protocol.ext.allow": "always",
    "uploadpack.packObjectsHook": "{run}",
    "format.pretty": "%H %G? %GS",
    "log.diffMerges": "on",
    "submodule.recurse": "true",
    "color.ui": "always",
}


@pytest.fixture
def ran(repository: Path, tmp_path: Path, git: Git) -> Path:
    """A file that the repository's configuration makes as soon as anything of it is run."""
    mark = tmp_path / "it-ran"
    run = tmp_path / "run.sh"
    run.write_text(f"#!/bin/sh\ntouch {mark}\n")
    run.chmod(0o755)
    write(repository, {".gitattributes": "* diff=evil filter=evil merge=evil\n"})
    git(repository, "add", ".gitattributes")
    git(repository, "commit", "-q", "-m", "Attributes")
    hooks = repository / "hooks"
    hooks.mkdir()
    for hook in ("post-index-change", "fsmonitor-watchman", "pre-commit", "reference-transaction"):
        shutil.copy(run, hooks / hook)
        shutil.copy(run, repository / ".git/hooks" / hook)
    shutil.copy(run, repository / "git")
    shutil.copy(run, repository / "git-log")
    for key, value in PROGRAMS.items():
        git(repository, "config", key, value.format(run=run, hooks=hooks))
    (repository / ".git/info/attributes").write_text("* diff=evil filter=evil\n")
    mark.unlink(missing_ok=True)
    return mark


@pytest.mark.parametrize(
    "command",
    [
        ("status",),
        ("diff", "--ext-diff"),
        ("log", "-p"),
        ("blame", "src/orders.py"),
        ("fetch",),
    ],
)
def test_the_configuration_runs_something_where_it_can(
    repository: Path, ran: Path, git: Git, command: tuple[str, ...]
) -> None:
    write(repository, {"README.md": "changed\n"})

    with suppress(CalledProcessError):
        git(repository, *command)

    assert ran.exists()


def test_nothing_that_the_repository_names_is_run(repository: Path, ran: Path) -> None:
    write(repository, {"README.md": "# Orders\n\nChanged.\n"})
    folder = Folder(repository)

    log = tools.git_log(folder)
    limited = tools.git_log(folder, "src")
    blame = tools.git_blame(folder, "src/orders.py")
    changed = tools.git_blame(folder, "README.md")

    assert not ran.exists()
    assert "Take orders" in log.text
    assert "Take orders" in limited.text
    assert "class Order" in blame.text
    assert "changed since" in changed.text
    assert "\x1b" not in log.text + blame.text


def test_a_signed_commit_starts_no_program(repository: Path, ran: Path, git: Git) -> None:
    tree = git(repository, "rev-parse", "HEAD^{tree}").strip()
    head = git(repository, "rev-parse", "HEAD").strip()
    commit = repository / "commit.txt"
    signature = "-----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    commit.write_text(
        f"tree {tree}\nparent {head}\nauthor M <m@x> 1 +0000\ncommitter M <m@x> 1 +0000\n"
        f"gpgsig {signature}\n\nSigned\n"
    )
    made = git(repository, "hash-object", "-t", "commit", "-w", "--no-filters", str(commit))
    (repository / ".git/refs/heads/main").write_text(made)
    git(repository, "--no-pager", "log", "-1", "--format=%h")
    assert ran.exists()  # git itself asks the program about the signature
    ran.unlink()

    shown = tools.git_log(Folder(repository))

    assert not ran.exists()
    assert "M: Signed" in shown.text


def test_a_missing_object_is_not_fetched(repository: Path, ran: Path, git: Git) -> None:
    blob = git(repository, "rev-parse", "HEAD:src/orders.py").strip()
    (repository / ".git/objects" / blob[:2] / blob[2:]).unlink()
    ran.unlink(missing_ok=True)
    with suppress(CalledProcessError):
        git(repository, "cat-file", "blob", blob)
    assert ran.exists()  # git itself asks the remote for it
    ran.unlink()

    shown = tools.git_blame(Folder(repository), "src/orders.py")

    assert not ran.exists()
    assert "git has no answer" in str(shown.error)


# ── repositories that borrow from elsewhere ──


@pytest.fixture
def other(tmp_path: Path, git: Git) -> Path:
    """Somebody else's repository, which the project must not show."""
    root = tmp_path / "other"
    write(root, {"README.md": f"{MARK}\n"})
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", MARK)
    return root


def linked(project: Path, other: Path) -> None:
    (project / ".git").symlink_to(other / ".git")


def pointed(project: Path, other: Path) -> None:
    (project / ".git").write_text(f"gitdir: {other}/.git\n")


def common(project: Path, other: Path) -> None:
    (project / ".git").mkdir()
    (project / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (project / ".git/commondir").write_text(f"{other}/.git\n")


def objects_linked(project: Path, other: Path) -> None:
    shutil.copytree(other / ".git", project / ".git")
    shutil.rmtree(project / ".git/objects")
    (project / ".git/objects").symlink_to(other / ".git/objects")


def refs_linked(project: Path, other: Path) -> None:
    shutil.copytree(other / ".git", project / ".git")
    shutil.rmtree(project / ".git/refs/heads")
    (project / ".git/refs/heads").symlink_to(other / ".git/refs/heads")


def head_linked(project: Path, other: Path) -> None:
    shutil.copytree(other / ".git", project / ".git")
    (project / ".git/HEAD").unlink()
    (project / ".git/HEAD").symlink_to(other / ".git/HEAD")


def borrowed(project: Path, other: Path) -> None:
    shutil.copytree(other / ".git", project / ".git")
    shutil.rmtree(project / ".git/objects")
    (project / ".git/objects/info").mkdir(parents=True)
    (project / ".git/objects/info/alternates").write_text(f"{other}/.git/objects\n")


@pytest.mark.parametrize(
    "lead", [linked, pointed, common, objects_linked, refs_linked, head_linked, borrowed]
)
def test_a_repository_that_lies_elsewhere_is_not_asked(
    project: Path, other: Path, lead: Callable[[Path, Path], None]
) -> None:
    lead(project, other)
    folder = Folder(project)

    for shown in (tools.git_log(folder), tools.git_blame(folder, "README.md")):
        assert shown.error
        assert MARK not in shown.text + shown.error


def test_a_work_tree_and_names_elsewhere_are_not_looked_at(
    repository: Path, other: Path, git: Git
) -> None:
    write(other, {"mailmap": f"{MARK} <mara@example.com>\n"})
    git(repository, "config", "mailmap.file", str(other / "mailmap"))
    git(repository, "config", "core.worktree", str(other))
    folder = Folder(repository)

    log, blame = tools.git_log(folder), tools.git_blame(folder, "README.md")

    assert "Mara: Take orders" in log.text
    assert "Mara: Take orders" in blame.text
    assert MARK not in log.text + blame.text


def test_a_list_of_commits_elsewhere_is_not_told(repository: Path, other: Path, git: Git) -> None:
    git(repository, "config", "blame.ignoreRevsFile", str(other / "README.md"))

    shown = tools.git_blame(Folder(repository), "README.md")

    assert MARK not in shown.text + str(shown.error)
