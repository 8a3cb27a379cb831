"""What names mean over a whole project: which file an import means, which symbol a use. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from nagori.learn.claims.claim import module_of
from nagori.learn.code.outline import Import, Outline, Symbol

Place = tuple[Outline, Symbol]

_DEPTH = 6
"""Packages that may hand on a name."""
_SHELVES = ("java", "kotlin")
"""Folders that packages are counted from."""


@dataclass(slots=True)
class Names:
    """The modules of a project, and what they declare."""

    modules: Mapping[str, Outline]
    _symbols: dict[str, dict[str, Symbol]] = field(default_factory=dict[str, dict[str, Symbol]])
    _known: dict[tuple[str, str], Place | None] = field(
        default_factory=dict[tuple[str, str], Place | None]
    )

    def meant(self, outline: Outline, name: str) -> Place | None:
        """The symbol that a dotted name in a file means, by its imports; None when none tells."""
        if found := self._declared(outline, name):
            return outline, found
        root, _, rest = name.partition(".")
        for one in outline.imports:
            if root in one.names:
                return self.of(outline, _joined(one.module, root, rest))
            if not one.names and (name == one.module or name.startswith(f"{one.module}.")):
                return self.of(outline, name)
        return None

    def of(self, outline: Outline, target: str) -> Place | None:
        """The symbol of a dotted path as an import in that file writes it."""
        return self._found(absolute(target, outline), 0)

    def _found(self, target: str, depth: int) -> Place | None:
        parts = target.split(".")
        for cut in range(len(parts) - 1, 0, -1):
            module = self.modules.get(".".join(parts[:cut]))
            if module is not None:
                return self._inside(module, ".".join(parts[cut:]), depth)
        return None

    def _inside(self, module: Outline, name: str, depth: int) -> Place | None:
        key = (module.path, name)
        if key in self._known:
            return self._known[key]
        self._known[key] = None  # what leads back here leads nowhere
        self._known[key] = self._handed_on(module, name, depth)
        return self._known[key]

    def _handed_on(self, module: Outline, name: str, depth: int) -> Place | None:
        if symbol := self._declared(module, name):
            return module, symbol
        if depth >= _DEPTH:
            return None
        root, _, rest = name.partition(".")
        for one in module.imports:
            if root in one.names or one.names == ("*",):
                found = self._found(absolute(_joined(one.module, root, rest), module), depth + 1)
                if found is not None:
                    return found
        return None

    def _declared(self, outline: Outline, name: str) -> Symbol | None:
        known = self._symbols.get(outline.path)
        if known is None:
            known = {one.path: one for one in reversed(outline.symbols)}
            self._symbols[outline.path] = known
        return known.get(name)


def modules_of(outlines: Iterable[Outline]) -> dict[str, Outline]:
    """The files of a project by the names that they are imported by."""
    found: dict[str, Outline] = {}
    for outline in outlines:
        if outline.language == "text":
            continue
        found.setdefault(module_of(outline.path), outline)
        parts = module_of(outline.path).split(".")
        for shelf in _SHELVES:
            if shelf in parts:
                found.setdefault(".".join(parts[parts.index(shelf) + 1 :]), outline)
    return found


def target_of(one: Import, outline: Outline, modules: Mapping[str, Outline]) -> Outline | None:
    """The file of the project that an import means."""
    module = absolute(one.module, outline)
    for name in one.names:  # a module that is imported by its package
        found = modules.get(f"{module}.{name}")
        if found is not None:
            return found
    return modules.get(module)


def absolute(module: str, outline: Outline) -> str:
    """The dotted name of a module, whichever way an import says where it is from."""
    if "/" in module:
        return _by_path(module, outline.path)
    if not module.startswith("."):
        return module
    level = len(module) - len(module.lstrip("."))
    inside = module_of(outline.path).split(".")
    is_package = outline.path.endswith("__init__.py")
    base = inside[: len(inside) - level + is_package]
    return ".".join([*base, *filter(None, [module.lstrip(".")])])


def is_own(module: str, tops: Sequence[str] | set[str]) -> bool:
    """Whether a module is the project's by its name, though no file is known for it."""
    return (
        module.startswith((".", "$lib/", "@/", "~/", "crate")) or module.partition(".")[0] in tops
    )


def _by_path(module: str, path: str) -> str:
    """Of `./cells` or `$lib/pure/cells` the name of the file, as seen from the one that asks."""
    folders = list(PurePosixPath(path).parent.parts)
    root, _, rest = module.partition("/")
    if root == "$lib" and "src" in folders:
        folders = [*folders[: folders.index("src")], "src", "lib"]
    elif root in ("@", "~") and "src" in folders:
        folders = [*folders[: folders.index("src")], "src"]
    elif root in (".", ".."):
        rest = module
    else:
        return module
    for part in rest.split("/"):
        if part == ".." and folders:
            folders.pop()
        elif part not in (".", ".."):
            folders.append(part)
    where = "/".join(folders)
    for ending in (".svelte", ".vue", ".ts", ".js", ".tsx", ".jsx", ".mjs", ".css", ".json"):
        where = where.removesuffix(ending)
    return module_of(f"{where}.ts")


def _joined(module: str, name: str, rest: str) -> str:
    joint = "" if module.endswith(".") else "."
    return f"{module}{joint}{name}{f'.{rest}' if rest else ''}"
