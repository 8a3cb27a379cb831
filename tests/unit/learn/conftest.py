"""Projects to look at: in real folders, with real git repositories."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Git = Callable[..., str]

_QUIET = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_AUTHOR_NAME": "Mara",
    "GIT_AUTHOR_EMAIL": "mara@example.com",
    "GIT_COMMITTER_NAME": "Mara",
    "GIT_COMMITTER_EMAIL": "mara@example.com",
    "GIT_AUTHOR_DATE": "2026-03-01T12:00:00Z",
    "GIT_COMMITTER_DATE": "2026-03-01T12:00:00Z",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/nonexistent",
}


@pytest.fixture(scope="session")
def git() -> Git:
    """Runs git in a folder, as a person would."""

    def run(root: Path, *arguments: str) -> str:
        done = subprocess.run(  # noqa: S603
            ["git", "-C", str(root), *arguments],  # noqa: S607
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            text=True,
            check=True,
            env=_QUIET,
        )
        return done.stdout

    return run


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")


FILES = {
    "README.md": "# Orders\n\nTakes orders.\n",
    "src/orders.py": "LIMIT = 3\n\n\nclass Order:\n    def total(self):\n        return LIMIT\n",
    "src/main.py": "from orders import Order\n\nprint(Order().total())\n",
    "web/app.ts": "export function start(): void {}\nstart();\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project without git, beside which other things lie."""
    write(tmp_path / "project", FILES)
    return tmp_path / "project"


@pytest.fixture
def repository(project: Path, git: Git) -> Path:
    """The same project with one commit."""
    git(project, "init", "-q", "-b", "main")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "Take orders")
    return project
