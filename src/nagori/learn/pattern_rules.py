"""Patterns and practices that can be told from outlines for sure. Pure.

What is said of a pattern in general holds for any project and names none: that alone is shared.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from nagori.learn.pattern_view import Place, Seen, View, examples, seen

_MOSTLY = 0.6
_NEARLY_ALWAYS = 0.8
_FEW = 2
_SOME = 3
_MANY = 20
_LINTERS = frozenset({"ruff", "flake8", "pylint", "eslint", "biome", "clippy", "golangci-lint"})
_CHECKERS = frozenset({"mypy", "pyright", "pyre-check", "pytype"})
_FORMATTERS = frozenset({"black", "prettier", "yapf"})
_LOCKS = frozenset(
    {"uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock", "package-lock.json", "yarn.lock",
     "pnpm-lock.yaml", "Cargo.lock", "go.sum", "gradle.lockfile"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rule:
    """How a pattern is told, and what is said of it."""

    name: str
    kind: Literal["pattern", "practice"]
    """A way of writing code, or of keeping a project."""
    general: str
    """What it is and what it is good for, in any project."""
    uses: tuple[str, ...]
    find: Callable[[View], Seen | None]

    @property
    def id(self) -> str:
        """What it is known by beyond one project."""
        return self.name.lower().replace(" ", "-")


def _frozen(view: View) -> Seen | None:
    every = view.marked(view.code, "dataclass")
    frozen = [
        (outline, symbol)
        for outline, symbol in every
        if any("frozen=True" in one for one in symbol.decorators)
    ]
    if len(frozen) < _SOME or len(frozen) < _MOSTLY * len(every):
        return None
    return seen(f"{len(frozen):,} of {len(every):,} dataclasses are frozen.", frozen)


def _enough(
    words: str, fewest: int, find: Callable[[View], list[Place]]
) -> Callable[[View], Seen | None]:
    """A rule that holds from so many places on; `{}` in the words is how many there are."""

    def rule(view: View) -> Seen | None:
        places = find(view)
        return seen(words.format(f"{len(places):,}"), places) if len(places) >= fewest else None

    return rule


def _heirs(*names: str) -> Callable[[View], list[Place]]:
    def find(view: View) -> list[Place]:
        return [place for name in names for place in view.heirs.get(name, ())]

    return find


def _family(view: View) -> Seen | None:
    """Classes of the project whose heirs put their own methods in place of theirs."""
    found: list[tuple[int, str, list[Place]]] = []
    declared = Counter(symbol.name for _, symbol in view.classes)
    for outline, base in view.classes:
        if declared[base.name] > 1:  # nobody knows which of them an heir means
            continue
        methods = {
            one.name
            for one in outline.symbols
            if one.kind == "method" and one.path == f"{base.path}.{one.name}"
        }
        heirs = [
            (other, heir)
            for other, heir in view.heirs.get(base.name, ())
            if heir.name != base.name
            and any(other.symbol(f"{heir.path}.{name}") for name in methods - {"__init__"})
        ]
        if len(heirs) > _SOME:
            found.append((len(heirs), base.name, [(outline, base), *heirs]))
    if not found:
        return None
    found.sort(key=lambda one: (-one[0], one[1]))
    told = "; ".join(f"{count} classes do what `{name}` asks for" for count, name, _ in found[:3])
    places = [place for _, _, family in found for place in family[:_SOME]]
    return Seen(f"{told}.", len(found), examples(outline.path for outline, _ in places))


def _errors(view: View) -> Seen | None:
    """One class of the project that most of its errors inherit from."""
    every = [place for place in view.classes if place[1].name.endswith(("Error", "Exception"))]
    best: tuple[str, list[Place]] = ("", [])
    for _, root in every:
        heirs: dict[str, Place] = {}
        waiting = [root.name]
        while waiting:
            for place in view.heirs.get(waiting.pop(), ()):
                if place[1].name != root.name and place[1].name not in heirs:
                    heirs[place[1].name] = place
                    waiting.append(place[1].name)
        if len(heirs) > len(best[1]):
            best = (root.name, list(heirs.values()))
    name, heirs_of_best = best
    if len(heirs_of_best) < _SOME or len(heirs_of_best) < _MOSTLY * (len(every) - 1):
        return None
    told = f"{len(heirs_of_best):,} of {len(every):,} errors inherit from `{name}`."
    return seen(told, heirs_of_best)


def _hints(view: View) -> Seen | None:
    taking = [
        (outline, symbol)
        for outline, symbol in view.functions(view.code)
        if outline.language == "python" and symbol.parameters
    ]
    hinted = [(o, s) for o, s in taking if all(one.type for one in s.parameters)]
    if len(taking) < _MANY or len(hinted) < _NEARLY_ALWAYS * len(taking):
        return None
    share = 100 * len(hinted) // len(taking)
    return seen(f"{share} % of {len(taking):,} functions say what they take.", hinted)


def _docstrings(view: View) -> Seen | None:
    public = [
        (outline, symbol)
        for outline in view.code
        if outline.language == "python"
        for symbol in outline.symbols
        if symbol.kind in ("class", "function") and not symbol.name.startswith("_")
    ]
    told = [(outline, symbol) for outline, symbol in public if symbol.doc is not None]
    if len(public) < _MANY or len(told) < _NEARLY_ALWAYS * len(public):
        return None
    share = 100 * len(told) // len(public)
    return seen(f"{share} % of {len(public):,} public classes and functions have one.", told)


def _mirrored(view: View) -> Seen | None:
    stems = {PurePosixPath(one.path).stem.lstrip("_") for one in view.code}
    tests = [one.path for one in view.tests if PurePosixPath(one.path).name.startswith("test_")]
    mirrored = [
        path
        for path in tests
        if PurePosixPath(path).stem.removeprefix("test_").lstrip("_") in stems
    ]
    if len(mirrored) <= _SOME or len(mirrored) < _MOSTLY * len(tests):
        return None
    told = f"{len(mirrored):,} of {len(tests):,} test files are named after a source file."
    return Seen(told, len(mirrored), examples(mirrored))


def _tool(names: frozenset[str], word: str) -> Callable[[View], Seen | None]:
    """A tool that the project asks for or sets up."""

    def rule(view: View) -> Seen | None:
        used: dict[str, list[str]] = {}
        for outline in view.all:
            told = {one.name.lower() for one in outline.dependencies} & names
            keys = (one.key.split(".") for one in outline.settings)
            told |= {key[1] for key in keys if key[0] == "tool" and len(key) > 1} & names
            for name in told:
                used.setdefault(name, []).append(outline.path)
        if not used:
            return None
        files = [path for paths in used.values() for path in paths]
        named = ", ".join(f"`{name}`" for name in sorted(used))
        return Seen(f"{word} {named}.", len(used), examples(files))

    return rule


def _files(words: str, fits: Callable[[PurePosixPath], bool]) -> Callable[[View], Seen | None]:
    def rule(view: View) -> Seen | None:
        found = view.files(fits)
        shown = examples(found)
        named = ", ".join(f"`{path}`" for path in shown)
        return Seen(f"{words} {named}.", len(found), shown) if found else None

    return rule


def _is_pipeline(path: PurePosixPath) -> bool:
    return path.match(".github/workflows/*.y*ml") or path.name in (".gitlab-ci.yml", "Jenkinsfile")


RULES: tuple[Rule, ...] = (
    Rule(
        "Frozen dataclasses", "pattern",
        "Values are dataclasses that can't be changed once they are made, so that whoever holds "
        "one can rely on it.",
        ("values that are passed between parts", "keys of mappings"), _frozen,
    ),
    Rule(
        "Protocol seams", "pattern",
        "What a part needs of another is said by a small protocol, so that anything that fits can "
        "take its place.",
        ("ports to stores and services", "doubles for tests"),
        _enough("{} protocols say what is needed.", _FEW, _heirs("Protocol")),
    ),
    Rule(
        "Abstract base classes", "pattern",
        "A class says which methods its heirs must have, and the rest relies on those alone.",
        ("several ways to do one thing",),
        _enough("{} classes can't be used but through heirs.", _FEW, _heirs("ABC")),
    ),
    Rule(
        "Strategy", "pattern",
        "One thing can be done in several ways: each way is a class with the same methods, and "
        "whoever uses them does not know which it is.",
        ("kinds that differ in behaviour", "backends that can be exchanged"), _family,
    ),
    Rule(
        "Repository", "pattern",
        "How things are kept is behind classes that find and store them, so that the rest does not "
        "know the database.", ("access to stored data",),
        _enough("{} classes are repositories.", _FEW, lambda view: view.named("Repository")),
    ),
    Rule(
        "Factory", "pattern",
        "Making things is left to classes of its own, where choosing the right kind takes some "
        "doing.", ("objects of several kinds",),
        _enough("{} classes are factories.", _FEW, lambda view: view.named("Factory")),
    ),
    Rule(
        "Adapter", "pattern",
        "Something foreign is wrapped so that it can be used like the project's own.",
        ("libraries and services that may be exchanged",),
        _enough("{} classes are adapters.", _FEW, lambda view: view.named("Adapter")),
    ),
    Rule(
        "Builder", "pattern", "Something complicated is put together step by step.",
        ("objects with many parts",),
        _enough("{} classes are builders.", _FEW, lambda view: view.named("Builder")),
    ),
    Rule(
        "Visitor", "pattern",
        "What is done to the parts of a tree stands in one class, not in each part.",
        ("syntax trees", "documents"),
        _enough("{} classes are visitors.", _FEW, lambda view: view.named("Visitor")),
    ),
    Rule(
        "Middleware", "pattern",
        "What is done around every request stands in layers that can be put one on another.",
        ("authentication, compression, errors",),
        _enough("{} classes are middleware.", _FEW, lambda view: view.named("Middleware")),
    ),
    Rule(
        "Mixins", "pattern", "What several classes share is a class of its own that they take in.",
        ("small abilities that go together in several ways",),
        _enough("{} classes are mixins.", _SOME, lambda view: view.named("Mixin")),
    ),
    Rule(
        "Context managers", "pattern",
        "What has to be given back is taken in a `with` block, so that it is given back whatever "
        "happens.", ("files, locks, connections",),
        _enough(
            "{} are declared.", _FEW,
            lambda view: [
                *view.marked(view.code, "contextmanager"), *view.with_method("__enter__")
            ],
        ),
    ),
    Rule(
        "Async context managers", "pattern",
        "What has to be given back is taken in an `async with` block, also when taking or giving "
        "it takes time.", ("connections, streams, tasks",),
        _enough(
            "{} are declared.", _FEW,
            lambda view: [
                *view.marked(view.code, "asynccontextmanager"), *view.with_method("__aenter__")
            ],
        ),
    ),
    Rule(
        "One tree of errors", "pattern",
        "All errors that are raised on purpose inherit from one, so that a caller can catch them "
        "together or apart.", ("libraries", "errors at the rim"), _errors,
    ),
    Rule(
        "Pytest fixtures", "pattern",
        "What tests need is made by fixtures, which say how it is made and cleaned up.",
        ("tests that share a beginning",),
        _enough("{} fixtures are declared.", _SOME, lambda v: v.marked(v.tests, "fixture")),
    ),
    Rule(
        "Parametrised tests", "pattern", "One test is run with many inputs, each told by itself.",
        ("rules with many cases",),
        _enough(
            "{} tests take their cases from a list.", _SOME,
            lambda view: view.marked(view.tests, "parametrize"),
        ),
    ),
    Rule(
        "Type hints", "practice",
        "Functions say which types they take, so that editors and checkers can help.",
        ("any Python code that others read",), _hints,
    ),
    Rule(
        "Docstrings", "practice", "Public classes and functions say what they are for.",
        ("code that others use",), _docstrings,
    ),
    Rule(
        "Tests mirror sources", "practice",
        "A test file is named after the source file that it tests, so that both are found at once.",
        ("projects with many files",), _mirrored,
    ),
    Rule(
        "Linter", "practice", "A linter is set up, so that common mistakes are found by a program.",
        ("every project",), _tool(_LINTERS, "It uses"),
    ),
    Rule(
        "Formatter", "practice", "A program decides how code is laid out, so that nobody has to.",
        ("every project",), _tool(_FORMATTERS, "It uses"),
    ),
    Rule(
        "Static type checker", "practice",
        "A checker proves that types fit before the program runs.",
        ("code with type hints",), _tool(_CHECKERS, "It uses"),
    ),
    Rule(
        "Continuous integration", "practice", "Every change is built and tested by a machine.",
        ("every project that several people change",), _files("It is set up in", _is_pipeline),
    ),
    Rule(
        "Lock file", "practice",
        "The exact versions of all packages are kept, so that everybody builds the same.",
        ("programs that are run", "reproducible tests"),
        _files("Versions are kept in", lambda path: path.name in _LOCKS),
    ),
    Rule(
        "Changelog", "practice", "What changed from one version to the next is told to users.",
        ("whatever is released",),
        _files(
            "It is kept in",
            lambda path: len(path.parts) <= _FEW
            and path.stem.lower() in ("changelog", "changes", "history", "release-notes"),
        ),
    ),
)  # fmt: skip
