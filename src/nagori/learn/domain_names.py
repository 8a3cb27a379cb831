"""What the parts of a project are called: a file's domain, by where it lies. Pure.

Only the path tells, so that a file keeps its domain whatever is added around it.
"""

import re
from pathlib import PurePosixPath

PROJECT = "project"
"""What lies at the top, or tells how the whole is kept: its description, its settings."""
TESTS = "tests"
DOCS = "docs"

_DEEPEST = 2
"""Names that tell; a package inside a part of a project belongs to that part."""

_WRAPPERS = frozenset({"src", "lib", "main", "java", "kotlin", "scala", "python", "."})
"""Folders that only wrap what they hold."""
_SHELVES = frozenset(
    {
        "contrib", "apps", "packages", "modules", "plugins", "services", "features", "crates",
        "internal", "pkg", "cmd", "libs", "extensions", "addons", "projects",
    }
)  # fmt: skip
"""Folders that hold things which have nothing to do with each other: each is told apart."""
_OWNERS = frozenset({"com", "org", "net", "io", "cn", "de"})
"""How packages begin whose second name is a company's: `com.example.orders`."""
_TESTS = re.compile(r"(?:\w+[-_])?(?:tests?|specs?|e2e)|__tests__", re.IGNORECASE)
_TEST_FILE = re.compile(
    r"(?:test_[^/]*|[^/]*_test|conftest)\.\w+|[^/]*\.(?:test|spec)\.\w+|[^/]*Tests?\.(?:java|kt)"
)
_DOCS = frozenset({"doc", "docs", "documentation"})


def domain_of(path: str) -> str:
    """The part of the project that a file belongs to, such as `nagori/store` or `tests`."""
    *folders, name = PurePosixPath(path).parts
    if not folders:
        return TESTS if _TEST_FILE.fullmatch(name) else PROJECT
    top = folders[0].lower()
    if top.startswith("."):
        return PROJECT
    if top in _DOCS:
        return DOCS
    if _is_test(folders, name):
        return TESTS
    return "/".join(_telling(folders)) or PROJECT


def _is_test(folders: list[str], name: str) -> bool:
    """Whether it checks other files; a package `test` within others is something to import."""
    if _TEST_FILE.fullmatch(name) or _TESTS.fullmatch(folders[0]) or "__tests__" in folders:
        return True
    return folders[0] == "src" and len(folders) > 1 and bool(_TESTS.fullmatch(folders[1]))


def _telling(folders: list[str]) -> list[str]:
    """The names on the way that say what it is about."""
    names = [name for name in folders if name.lower() not in _WRAPPERS]
    if len(names) > 2 and names[0] in _OWNERS:  # com.example.orders
        names = names[2:]
    told: list[str] = []
    telling = 0
    for name in names:
        told.append(name)
        telling += name.lower() not in _SHELVES
        if telling == _DEEPEST:
            break
    return told
