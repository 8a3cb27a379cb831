"""What of a project is looked at: its `.gitignore` files, and what nobody wrote by hand."""

from collections.abc import Iterable, Mapping

from nagori.errors import UserError
from nagori.learn.folder import Folder
from nagori.learn.ignore import Patterns, patterns_of
from nagori.learn.place import Parts, joined

IGNORED = "is ignored"

# In every project: nobody reads these, and some forget to ignore them.
_ALWAYS = """
node_modules/
bower_components/
.venv/
__pycache__/
__pypackages__/
*.py[cod]
.tox/
.nox/
.mypy_cache/
.pytest_cache/
.ruff_cache/
.hypothesis/
.ipynb_checkpoints/
*.egg-info/
.eggs/
.gradle/
.terraform/
.next/
.nuxt/
.svelte-kit/
.parcel-cache/
.turbo/
.cache/
.idea/
.DS_Store
Thumbs.db
*.swp
*~
"""
# Without git nothing says what was built, and not every folder called `build` was.
_WITHOUT_GIT = """
/venv/
/env/
/build/
/dist/
/out/
/target/
/coverage/
/htmlcov/
/site/
*.log
*.tmp
"""
_OUTPUTS: Mapping[str, frozenset[str]] = {
    "build.gradle": frozenset({"build", "out"}),
    "build.gradle.kts": frozenset({"build", "out"}),
    "pom.xml": frozenset({"target"}),
    "Cargo.toml": frozenset({"target"}),
    "package.json": frozenset({"dist", "build", "out", "coverage"}),
    "pyproject.toml": frozenset({"dist", "build"}),
    "setup.py": frozenset({"dist", "build"}),
    "CMakeLists.txt": frozenset({"cmake-build-debug", "cmake-build-release"}),
    "pyvenv.cfg": frozenset({"lib", "lib64", "bin", "include", "share", "Lib", "Scripts"}),
}
"""A file that says how a folder is built, and where what is built goes."""

_MOST_BYTES = 200_000


class Rules:
    """Which files of a folder are ignored; each `.gitignore` is read once."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._has_git = folder.has_git()
        self._by_folder: dict[Parts, Patterns] = {}
        excludes = folder.git_excludes() if self._has_git else ""
        defaults = _ALWAYS if self._has_git else _ALWAYS + _WITHOUT_GIT
        self._lowest = (patterns_of(excludes), patterns_of(defaults))

    def enter(self, parts: Parts, names: Iterable[str]) -> frozenset[str]:
        """Learn what a folder holds; gives back which of its names only hold what was built."""
        names = frozenset(names)
        if ".gitignore" not in names:
            self._by_folder[parts] = _NOTHING
        if self._has_git:
            return frozenset()
        return frozenset(built for name in names & _OUTPUTS.keys() for built in _OUTPUTS[name])

    def ignores(self, parts: Parts, *, is_folder: bool) -> bool:
        """Whether the path is ignored, taking for granted that no folder above it is."""
        for depth in range(len(parts) - 1, -1, -1):
            patterns = self._patterns(parts[:depth])
            if patterns is _NOTHING:
                continue
            vote = patterns.ignores("/".join(parts[depth:]), is_folder=is_folder)
            if vote is not None:
                return vote
        path = "/".join(parts)
        votes = (patterns.ignores(path, is_folder=is_folder) for patterns in self._lowest)
        return next((vote for vote in votes if vote is not None), False)

    def ignores_any(self, parts: Parts, *, is_folder: bool) -> bool:
        """Whether the path or a folder on the way to it is ignored."""
        above = (parts[:depth] for depth in range(1, len(parts)))
        return any(self.ignores(way, is_folder=True) for way in above) or (
            bool(parts) and self.ignores(parts, is_folder=is_folder)
        )

    def _patterns(self, parts: Parts) -> Patterns:
        known = self._by_folder.get(parts)
        if known is None:
            known = self._by_folder[parts] = self._read(parts)
        return known

    def _read(self, parts: Parts) -> Patterns:
        try:
            text = self._folder.text(joined((*parts, ".gitignore")), most=_MOST_BYTES)
        except UserError:  # none there, or a folder, or a link, which git does not follow either
            return _NOTHING
        return patterns_of(text.text)


_NOTHING = Patterns(())
