"""The tech stack of a project: languages, frameworks, tools, databases, with proofs. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from nagori.learn.code.outline import Dependency, Outline
from nagori.learn.code.stack_names import NAMES, Part

_CODE = frozenset(
    {
        "python", "java", "kotlin", "typescript", "tsx", "javascript", "go", "rust", "c", "cpp",
        "csharp", "ruby", "php", "swift", "scala", "groovy", "dart", "lua", "elixir", "haskell",
        "sql", "shell", "html", "css", "vue", "svelte",
    }
)  # fmt: skip
_BUILD_FILES = {
    "pom.xml": "Maven",
    "build.gradle": "Gradle",
    "build.gradle.kts": "Gradle",
    "go.mod": "Go modules",
    "cargo.toml": "Cargo",
    "makefile": "Make",
    "package.json": "npm",
    "pyproject.toml": "pyproject",
    "setup.cfg": "setuptools",
    "dockerfile": "Docker",
    "docker-compose.yml": "Docker Compose",
    "docker-compose.yaml": "Docker Compose",
    "compose.yml": "Docker Compose",
    "compose.yaml": "Docker Compose",
}


_PARTS: tuple[Part, ...] = ("language", "framework", "database", "build", "test")
_TOLD = 6


@dataclass(frozen=True, slots=True)
class Proof:
    """The line of a file that shows something."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Technology:
    """Something that a project is built with."""

    name: str
    part: Part
    proofs: tuple[Proof, ...]
    """The best first, at most five."""
    version: str = ""
    lines: int = 0
    """Of a language: how much of the project is written in it."""


@dataclass(frozen=True, slots=True)
class Stack:
    """What a project is built with; each list has the most important first."""

    technologies: tuple[Technology, ...]

    def of(self, part: Part) -> list[Technology]:
        """The technologies of one part."""
        return [item for item in self.technologies if item.part == part]

    def summary(self) -> str:
        """One line for a prompt: `Python, TypeScript · FastAPI · pytest`."""
        named = (", ".join(t.name for t in self.of(part)[:_TOLD]) for part in _PARTS)
        return " · ".join(names for names in named if names)

    def names(self) -> tuple[str, ...]:
        """What matters most of each part."""
        return tuple(t.name for part in _PARTS for t in self.of(part)[:_TOLD])


def stack_of(outlines: Sequence[Outline]) -> Stack:
    """The stack that the files of a project show."""
    found: dict[tuple[Part, str], list[tuple[int, Proof, str]]] = {}
    for outline in sorted(outlines, key=lambda o: (o.path.count("/"), o.path)):
        for part, name, rank, line, version in _shown(outline):
            proof = Proof(outline.path, line)
            found.setdefault((part, name), []).append((rank, proof, version))
    others = [_technology(part, name, proofs) for (part, name), proofs in found.items()]
    others.sort(key=lambda t: (t.part, -len(t.proofs), t.name))
    return Stack((*_languages(outlines), *others))


def _technology(part: Part, name: str, proofs: list[tuple[int, Proof, str]]) -> Technology:
    proofs.sort(key=lambda p: p[0])
    version = next((version for _, _, version in proofs if version), "")
    kept = tuple(dict.fromkeys(proof for _, proof, _ in proofs))[:5]
    return Technology(name, part, kept, version)


def _languages(outlines: Iterable[Outline]) -> list[Technology]:
    """The languages of the code by lines, each shown by its longest file."""
    lines: Counter[str] = Counter()
    longest: dict[str, Outline] = {}
    for outline in outlines:
        language = "typescript" if outline.language == "tsx" else outline.language
        if language not in _CODE or not outline.lines:
            continue
        lines[language] += outline.lines
        best = longest.get(language)
        if best is None or (-outline.lines, outline.path) < (-best.lines, best.path):
            longest[language] = outline
    return [
        Technology(_LABELS.get(name, name.capitalize()), "language",
                   (Proof(longest[name].path, 1),), lines=count)
        for name, count in sorted(lines.items(), key=lambda item: (-item[1], item[0]))
    ]  # fmt: skip


_LABELS = {"typescript": "TypeScript", "javascript": "JavaScript", "sql": "SQL", "html": "HTML",
           "css": "CSS", "php": "PHP", "csharp": "C#", "cpp": "C++"}  # fmt: skip


def _shown(outline: Outline) -> Iterable[tuple[Part, str, int, int, str]]:
    """Part, name, rank, line and version of what one file shows; a lower rank proves more."""
    name = PurePosixPath(outline.path).name.lower()
    if name in _BUILD_FILES and outline.lines:
        yield "build", _BUILD_FILES[name], 0, 1, ""
    for dependency in outline.dependencies:
        if known := _known(dependency):
            indirect = dependency.group == "indirect"
            yield known[0], known[1], 2 if indirect else 0, dependency.line, dependency.version
    for item in outline.imports:
        root = item.module.split(".")[0].split("::")[0] if "/" not in item.module else item.module
        if known := NAMES.get(root.lower().replace("_", "-")):
            yield known[0], known[1], 1, item.span.first, ""
    if ".github/workflows/" in outline.path and outline.lines:
        yield "build", "GitHub Actions", 0, 1, ""


def _known(dependency: Dependency) -> tuple[Part, str] | None:
    """What a package is, by its whole name, its last part or its group."""
    name = dependency.name.lower().replace("_", "-")
    pieces = [name, *(p for sep in (":", "/") for p in name.split(sep))]
    for piece in pieces:
        if known := NAMES.get(piece):
            return known
    return next((known for prefix, known in _PREFIXES if name.startswith(prefix)), None)


_PREFIXES: tuple[tuple[str, tuple[Part, str]], ...] = (
    ("org.springframework.boot", ("framework", "Spring Boot")),
    ("org.springframework", ("framework", "Spring")),
    ("io.ktor", ("framework", "Ktor")),
    ("org.junit", ("test", "JUnit")),
    ("org.hibernate", ("database", "Hibernate")),
    ("@angular/", ("framework", "Angular")),
    ("@nestjs/", ("framework", "NestJS")),
    ("@sveltejs/", ("framework", "Svelte")),
)
