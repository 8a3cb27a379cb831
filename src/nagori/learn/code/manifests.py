"""Dependencies, scripts and settings that a project's own files declare. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath

from nagori.learn.code.config_keys import Key, ini_keys, json_keys, toml_keys, yaml_keys
from nagori.learn.code.draft import Draft
from nagori.learn.code.hidden import holds_secret
from nagori.learn.code.outline import Dependency, EntryPoint, Span
from nagori.learn.code.source import one_line

_PYTHON = re.compile(r"([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:@\s*\S+|([<>=!~^][^;#]*))?")
_POETRY = re.compile(r"tool\.poetry\.(?:group\.([\w-]+)\.|(dev)-)?dependencies")
_QUOTES = "\"'"


def read_manifest(draft: Draft) -> bool:
    """Take what a file that is known by its name declares; False for all other files."""
    path = PurePosixPath(draft.source.path)
    name = path.name.lower()
    if reader := _BY_NAME.get(name):
        reader(draft)
    elif re.fullmatch(r"(?:.*[-_])?requirements(?:[-_].*)?\.(?:txt|in)", name) or (
        path.parent.name == "requirements" and name.endswith((".txt", ".in"))
    ):
        _requirements(draft)
    elif name.startswith(("dockerfile", "containerfile")) or name.endswith(".dockerfile"):
        _dockerfile(draft)
    elif re.fullmatch(r"(?:docker-)?compose(?:[.-].*)?\.ya?ml", name):
        _compose(draft)
    elif name in ("makefile", "gnumakefile") or name.endswith(".mk"):
        _makefile(draft)
    elif ".github/workflows/" in f"{path.as_posix()}" and name.endswith((".yml", ".yaml")):
        _workflow(draft)
    else:
        return False
    return True


def _need(
    draft: Draft, text: str, line: int, *, group: str = "", ecosystem: str = "python"
) -> None:
    """Note a requirement in Python's form: `name[extra]>=1; marker`."""
    text = text.strip(_QUOTES + " ,")
    found = _PYTHON.match(text)
    if found and found[1].lower() != "python":
        version = (found[2] or "").strip()
        around = _group_line(draft, line, group)
        draft.dependencies.append(Dependency(found[1], version, line, group, ecosystem, around))


_GROUP_ABOVE = 80
"""So far above what is needed, the name of its group may stand."""


def _put(draft: Draft, name: str, version: str, line: int, group: str, ecosystem: str) -> None:
    if name:
        version = version.strip(_QUOTES + " ")
        around = _group_line(draft, line, group)
        draft.dependencies.append(Dependency(name, version, line, group, ecosystem, around))


def _group_line(draft: Draft, line: int, group: str) -> int:
    """The nearest line, its own or above, that names the group; 0 when none near does."""
    if not group:
        return 0
    named = re.compile(rf"(?<![\w-]){re.escape(group)}(?![a-z])", re.ASCII)
    above = range(line, max(0, line - _GROUP_ABOVE), -1)
    return next((number for number in above if named.search(draft.source.line(number))), 0)


def _start(draft: Draft, name: str, how: str, line: int, target: str = "") -> None:
    target = "" if holds_secret(target) else target.strip(_QUOTES)
    draft.entry_points.append(EntryPoint(name, how, Span(line, line), one_line(target)))


# ── Python ──


def _pyproject(draft: Draft) -> None:
    for key in toml_keys(draft.source):
        path, _, last = key.path.rpartition(".")
        if key.path in ("project.dependencies[]", "build-system.requires[]"):
            _need(draft, key.value, key.line, group="build" if "build" in key.path else "")
        elif path in ("project.optional-dependencies", "dependency-groups") and "[]" in last:
            if key.value[:1] in _QUOTES:
                _need(draft, key.value, key.line, group=last.removesuffix("[]"))
        elif path in ("project.scripts", "project.gui-scripts", "tool.poetry.scripts"):
            _start(draft, last, "script", key.line, key.value)
        elif (found := _POETRY.fullmatch(path)) and last != "python":
            group = found[1] or found[2] or ""
            _put(draft, last, _version(key.value), key.line, group, "python")


def _requirements(draft: Draft) -> None:
    name = PurePosixPath(draft.source.path).name
    group = next((g for g in ("dev", "test", "doc", "lint") if g in name), "")
    for number, line in enumerate(draft.source.lines, 1):
        text = line.partition("#")[0].strip()
        if text and not text.startswith(("-", "http", "git+", ".", "/")):
            _need(draft, text, number, group=group)


def _setup_cfg(draft: Draft) -> None:
    for key in ini_keys(draft.source):
        path = key.path.removesuffix("[]")
        if path == "options.install_requires" and key.value:
            _need(draft, key.value, key.line)
        elif path.startswith("options.extras_require.") and key.value:
            _need(draft, key.value, key.line, group=path.rpartition(".")[2])
        elif path == "options.entry_points.console_scripts" and "=" in key.value:
            name, _, target = key.value.partition("=")
            _start(draft, name.strip(), "script", key.line, target.strip())


# ── JavaScript ──

_NPM = {"dependencies": "", "devDependencies": "dev", "peerDependencies": "peer",
        "optionalDependencies": "optional"}  # fmt: skip


def _package_json(draft: Draft) -> None:
    for key in json_keys(draft.source):
        head, _, rest = key.path.partition(".")
        if head in _NPM and rest:
            _put(draft, rest, key.value, key.line, _NPM[head], "npm")
        elif head == "scripts" and rest:
            _start(draft, rest, "npm script", key.line, key.value)
        elif head == "bin":
            _start(draft, rest or "bin", "script", key.line, key.value)
        elif key.path in ("main", "module"):
            _start(draft, key.path, "module", key.line, key.value)
        elif head == "engines" and rest:
            _put(draft, rest, key.value, key.line, "engine", "npm")


# ── JVM ──

_TAG = re.compile(r"<(/?)([\w.:-]+)[^>]*?(/?)>([^<]*)")
_GRADLE = re.compile(
    r"\b(\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|classpath|kapt|ksp"
    r"|annotationProcessor|developmentOnly))\s*\(?\s*(?:platform\(|enforcedPlatform\()?"
    r"[\"']([\w.-]+:[\w.-]+)(?::([^\"']*))?[\"']"
)
_PLUGIN = re.compile(r"\bid\s*\(?\s*[\"']([\w.-]+)[\"']\)?(?:\s*version\s*\(?[\"']([^\"']+))?"
                     r"|\bkotlin\(\"(jvm|plugin\.[\w.]+)\"\)(?:\s*version\s*\"([^\"]+))?"
                     )  # fmt: skip


def _pom(draft: Draft) -> None:
    """The `<dependency>`, `<plugin>` and `<parent>` blocks, read tag by tag."""
    block, parts, at = "", dict[str, str](), 0
    for number, line in enumerate(draft.source.lines, 1):
        for closing, tag, single, text in _TAG.findall(line):
            if tag in ("dependency", "plugin", "parent") and not single:
                if closing and block == tag and "artifactId" in parts:
                    name = ":".join(p for p in (parts.get("groupId"), parts["artifactId"]) if p)
                    group = parts.get("scope", "") if tag == "dependency" else "build"
                    _put(draft, name, parts.get("version", ""), at or number, group, "maven")
                block, parts, at = ("" if closing else tag), {}, 0
            elif block and not closing and text.strip():
                parts.setdefault(tag, text.strip())
                at = number if tag == "artifactId" and not at else at
            elif not closing and not block and text.strip() and tag.endswith("java.version"):
                _put(draft, "java", text.strip(), number, "engine", "maven")


def _gradle(draft: Draft) -> None:
    for number, line in enumerate(draft.source.lines, 1):
        code = line.partition("//")[0] if "://" not in line else line
        for how, name, version in _GRADLE.findall(code):
            group = "test" if how.lower().startswith(("test", "androidtest")) else ""
            _put(draft, name, version, number, group, "maven")
        for name, version, kotlin, other in _PLUGIN.findall(code):
            plugin = name or f"org.jetbrains.kotlin.{kotlin}"
            _put(draft, plugin, version or other, number, "build", "gradle")


# ── Go and Rust ──


def _go_mod(draft: Draft) -> None:
    is_open = False
    for number, line in enumerate(draft.source.lines, 1):
        text, _, remark = line.partition("//")
        words = text.split()
        if words[:2] == ["require", "("]:
            is_open = True
        elif words == [")"]:
            is_open = False
        elif words[:1] == ["go"] and len(words) == 2:
            _put(draft, "go", words[1], number, "engine", "go")
        elif words[:1] == ["require"] and len(words) == 3:
            _put(draft, words[1], words[2], number, "", "go")
        elif is_open and len(words) >= 2:
            group = "indirect" if "indirect" in remark else ""
            _put(draft, words[0], words[1], number, group, "go")


def _cargo(draft: Draft) -> None:
    tables = r"(?:target\..+\.|workspace\.)?(dev-|build-)?dependencies"
    for key in toml_keys(draft.source):
        if found := re.fullmatch(rf"{tables}\.([\w-]+)(?:\.(version))?", key.path):
            whole = re.fullmatch(rf"{tables}\.[\w-]+", key.path) and not key.value
            group = (found[1] or "").rstrip("-")
            if not whole:
                _put(draft, found[2], _version(key.value), key.line, group, "cargo")
        elif key.path in ("package.rust-version", "package.edition"):
            _put(draft, key.path.partition(".")[2], key.value, key.line, "engine", "cargo")
        elif key.path == "bin.name":
            _start(draft, key.value.strip(_QUOTES), "binary", key.line)


def _version(value: str) -> str:
    found = re.search(r"version\s*=\s*[\"']([^\"']*)", value)
    if found:
        return found[1]
    return "" if value.startswith("{") else value.strip(_QUOTES)


# ── containers, make, workflows ──


def _image(draft: Draft, image: str, line: int) -> None:
    image = image.strip(_QUOTES)
    name, _, version = image.partition("@")[0].rpartition(":")
    if "/" in version or not name:
        name, version = image, ""
    if name and not name.startswith("$"):
        _put(draft, name, version, line, "", "docker")


def _dockerfile(draft: Draft) -> None:
    stages: set[str] = set()
    for number, line in enumerate(draft.source.lines, 1):
        word, _, rest = line.strip().partition(" ")
        match word.upper():
            case "FROM":
                parts = [p for p in rest.split() if not p.startswith("--")]
                if parts and parts[0] not in stages:
                    _image(draft, parts[0], number)
                if len(parts) == 3 and parts[1].lower() == "as":
                    stages.add(parts[2])
            case "CMD" | "ENTRYPOINT":
                _start(draft, word.upper(), "container command", number, rest.strip())
            case _:
                pass


def _compose(draft: Draft) -> None:
    for key in yaml_keys(draft.source):
        if re.fullmatch(r"services\.[\w.-]+\.image", key.path) and key.value:
            _image(draft, key.value, key.line)
        elif re.fullmatch(r"services\.[\w-]+", key.path):
            _start(draft, key.path.partition(".")[2], "service", key.line)


def _makefile(draft: Draft) -> None:
    for number, line in enumerate(draft.source.lines, 1):
        if found := re.match(
            r"([A-Za-z0-9][\w./ -]*?)\s*::?(?!=)\s*([^#=]*)(?:##?\s*(.*))?$", line
        ):
            for name in found[1].split():
                _start(draft, name, "make target", number, (found[3] or found[2] or "").strip())


def _workflow(draft: Draft) -> None:
    keys: Iterable[Key] = yaml_keys(draft.source)
    for key in keys:
        if key.path == "name" and key.value:
            _start(draft, key.value.strip(_QUOTES), "workflow", key.line)
        elif re.fullmatch(r"jobs\.[\w-]+", key.path):
            _start(draft, key.path.partition(".")[2], "workflow job", key.line)
        elif key.path.endswith(".uses") and key.value:
            name, _, version = key.value.strip(_QUOTES).partition("@")
            _put(draft, name, version, key.line, "", "actions")


_BY_NAME: Mapping[str, Callable[[Draft], None]] = {
    "pyproject.toml": _pyproject,
    "setup.cfg": _setup_cfg,
    "package.json": _package_json,
    "pom.xml": _pom,
    "build.gradle": _gradle,
    "build.gradle.kts": _gradle,
    "settings.gradle.kts": _gradle,
    "go.mod": _go_mod,
    "cargo.toml": _cargo,
}
