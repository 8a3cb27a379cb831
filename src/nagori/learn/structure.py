"""How the files of a project hang together: what gaps are found in and answers drawn from. Pure."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from nagori.learn.claims.claim import is_test, module_of
from nagori.learn.claims.links import target_of
from nagori.learn.code.outline import Import, Outline, Raise, Span, Symbol

_CAPITALISED = re.compile(r"[A-Z]\w+")
_FUNCTIONS = ("function", "method")


@dataclass(frozen=True, slots=True)
class Link:
    """A file that imports another one, or a package from elsewhere."""

    user: str
    used: str
    """The path of the file, or the name of the package."""
    names: tuple[str, ...]
    """What is taken from it; empty when it is imported as a whole."""
    bound: tuple[str, ...]
    """What it is called by in the file that imports it, as far as the import tells."""
    span: Span
    word: str
    """What the lines of the import hold for sure."""


@dataclass(frozen=True, slots=True)
class Structure:
    """What the outlines of a project say together; paths of tests stand only where named."""

    outlines: Mapping[str, Outline]
    folders: Mapping[str, Sequence[str]]
    """Files that hold code, by the folder that they lie in."""
    users: Mapping[str, Sequence[Link]] = field(default_factory=dict[str, Sequence[Link]])
    """Who imports a file, by its path."""
    tests: Mapping[str, Sequence[Link]] = field(default_factory=dict[str, Sequence[Link]])
    """Which tests import a file, by its path."""
    packages: Mapping[str, Sequence[Link]] = field(default_factory=dict[str, Sequence[Link]])
    """Who imports a package from elsewhere that the project asks for, by its name."""
    marks: Mapping[str, Sequence[tuple[str, Symbol]]] = field(
        default_factory=dict[str, Sequence[tuple[str, Symbol]]]
    )
    """What decorators of the project's own are put on, by their names."""
    errors: Mapping[str, Sequence[tuple[str, Raise]]] = field(
        default_factory=dict[str, Sequence[tuple[str, Raise]]]
    )
    """Where errors of the project's own are raised, by their names."""
    flows: Mapping[str, Sequence[tuple[str, Symbol]]] = field(
        default_factory=dict[str, Sequence[tuple[str, Symbol]]]
    )
    """Functions that take or return a class of another file, by its name."""
    homes: Mapping[str, str] = field(default_factory=dict[str, str])
    """The file that declares a name, where only one does."""


def structure_of(outlines: Iterable[Outline]) -> Structure:
    """The structure of a project, in the order of its files."""
    known = {one.path: one for one in sorted(outlines, key=lambda one: one.path)}
    own = [one for one in known.values() if not is_test(one.path)]
    homes, modules = _homes(own), _modules(own)
    users, packages = _links(own, modules)
    tests, _ = _links([one for one in known.values() if is_test(one.path)], modules)
    names = _Names(homes, modules)
    asked_for = {_plain(d.name) for one in known.values() for d in one.dependencies}
    return Structure(
        outlines=known,
        folders=_folders(own),
        users=users,
        tests=tests,
        packages={name: links for name, links in packages.items() if _plain(name) in asked_for},
        marks=_marks(own, names),
        errors=_errors(own, names),
        flows=_flows(own, names),
        homes=homes,
    )


def folder_of(path: str) -> str:
    """The folder that a file lies in; `.` is the project's own."""
    return str(PurePosixPath(path).parent)


def _modules(own: Sequence[Outline]) -> dict[str, Outline]:
    return {module_of(one.path): one for one in own if one.language != "text"}


def _folders(own: Sequence[Outline]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for one in own:
        if any(symbol.kind in ("class", *_FUNCTIONS) for symbol in one.symbols):
            found[folder_of(one.path)].append(one.path)
    return dict(found)


def _homes(own: Sequence[Outline]) -> dict[str, str]:
    """Names of top-level classes and functions that one file alone declares."""
    declared: dict[str, str | None] = {}
    for one in own:
        for symbol in one.symbols:
            if "." not in symbol.path and symbol.kind not in ("constant", "field"):
                declared[symbol.name] = None if symbol.name in declared else one.path
    return {name: path for name, path in declared.items() if path is not None}


def _links(
    outlines: Sequence[Outline], modules: Mapping[str, Outline]
) -> tuple[dict[str, list[Link]], dict[str, list[Link]]]:
    """Imports of files of the project, and of packages from elsewhere."""
    own: dict[str, list[Link]] = defaultdict(list)
    others: dict[str, list[Link]] = defaultdict(list)
    for one in outlines:
        for used in one.imports:
            for target, names, bound in _targets(used, one, modules):
                if target is None:
                    package = _package(used.module)
                    if package:
                        link = Link(one.path, package, names, bound, used.span, _tail(used))
                        others[package].append(link)
                elif target != one.path:
                    word = names[0] if names else bound[0] if bound else _tail(used)
                    own[target].append(Link(one.path, target, names, bound, used.span, word))
    return dict(own), dict(others)


def _targets(
    used: Import, outline: Outline, modules: Mapping[str, Outline]
) -> Iterator[tuple[str | None, tuple[str, ...], tuple[str, ...]]]:
    """The files that an import means, each with what is taken from it and what it binds.

    One line may take a module and a class: `from package import module, Class`.
    """
    whole = target_of(replace(used, names=()), outline, modules)
    left: list[str] = []
    names = [name for name in used.names if name != "*"]
    for name in names:
        found = target_of(replace(used, names=(name,)), outline, modules)
        if found is not None and (whole is None or found.path != whole.path):
            yield found.path, (), (name,)
        else:
            left.append(name)
    if left or not names:
        yield (whole.path if whole else None), tuple(left), tuple(left)


def _tail(used: Import) -> str:
    """The last part of a module's name."""
    tail = used.module.rstrip("/").replace("/", ".").rpartition(".")[2]
    return tail or next(iter(used.names), "import")


def _package(module: str) -> str:
    """The package that a module belongs to; empty for what comes with the language."""
    if module.startswith((".", "/", "node:")):
        return ""
    if module.startswith("@"):  # of a scope of npm
        return "/".join(module.split("/")[:2])
    name = re.split(r"[./:]", module, maxsplit=1)[0]
    return "" if name in sys.stdlib_module_names else name


def _plain(package: str) -> str:
    return package.casefold().replace("_", "-")


class _Names:
    """Tells which names of a file are the project's own."""

    def __init__(self, homes: Mapping[str, str], modules: Mapping[str, Outline]) -> None:
        self._homes, self._modules = homes, modules

    def of(self, outline: Outline) -> frozenset[str]:
        """Names that mean here what one file of the project declares.

        Where imports say where a name comes from, one from elsewhere is another thing.
        """
        if outline.language != "python":
            return frozenset(self._homes)
        found = {name for name, home in self._homes.items() if home == outline.path}
        for used in outline.imports:
            if target_of(used, outline, self._modules) is not None:
                found.update(name for name in used.names if name in self._homes)
        return frozenset(found)


def _marks(own: Sequence[Outline], names: _Names) -> dict[str, list[tuple[str, Symbol]]]:
    found: dict[str, list[tuple[str, Symbol]]] = defaultdict(list)
    for one in own:
        if not any(symbol.decorators for symbol in one.symbols):
            continue
        meant = names.of(one)
        for symbol in one.symbols:
            for mark in symbol.decorators:
                name = mark.partition("(")[0].lstrip("@").rpartition(".")[2]
                if name in meant:
                    found[name].append((one.path, symbol))
    return dict(found)


def _errors(own: Sequence[Outline], names: _Names) -> dict[str, list[tuple[str, Raise]]]:
    found: dict[str, list[tuple[str, Raise]]] = defaultdict(list)
    for one in own:
        meant = names.of(one) if one.raises else frozenset[str]()
        for raised in one.raises:
            name = raised.exception.rpartition(".")[2]
            if name in meant:
                found[name].append((one.path, raised))
    return dict(found)


def _flows(own: Sequence[Outline], names: _Names) -> dict[str, list[tuple[str, Symbol]]]:
    found: dict[str, list[tuple[str, Symbol]]] = defaultdict(list)
    for one in own:
        declared = {symbol.name for symbol in one.symbols if "." not in symbol.path}
        meant = names.of(one) - declared
        for symbol in one.symbols:
            if symbol.kind not in _FUNCTIONS:
                continue
            for name in dict.fromkeys(_CAPITALISED.findall(symbol.signature)):
                if name in meant:
                    found[name].append((one.path, symbol))
    return dict(found)
