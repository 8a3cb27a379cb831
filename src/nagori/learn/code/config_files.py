"""Outlines of configuration files: keys with values and lines, never the secret ones. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, islice
from pathlib import PurePosixPath

from nagori.learn.code.config_keys import (
    MOST_KEYS,
    Key,
    ini_keys,
    json_keys,
    properties_keys,
    toml_keys,
    yaml_keys,
)
from nagori.learn.code.draft import Draft
from nagori.learn.code.hidden import kept_text
from nagori.learn.code.manifests import read_manifest
from nagori.learn.code.outline import Outline, Setting, Span
from nagori.learn.code.source import Source, one_line

_READERS: Mapping[str, Callable[[Source], Iterator[Key]]] = {
    "yaml": yaml_keys,
    "toml": toml_keys,
    "ini": ini_keys,
    "properties": properties_keys,
    "json": json_keys,
}
_MARKS = {"yaml": "#", "toml": "#", "ini": "#", "properties": "#", "json": "//"}
_DATA_JSON = re.compile(r"(?:fixtures?|testdata|data|locales?|i18n|snapshots?|schemas?)/")
_ENV = re.compile(r"(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$")
_MOST_JSON = 60_000
LANGUAGES = frozenset({*_READERS, "dockerfile", "makefile", "go.mod", "xml", "groovy", "env"})


def outline_config(source: Source, language: str) -> Outline:
    """The outline of a configuration or dependency file."""
    draft = Draft(source, language)
    is_manifest = read_manifest(draft)
    name = PurePosixPath(source.path).name.lower()
    if language == "dockerfile":
        _docker_settings(draft)
    elif name.startswith(".env") or language == "env":
        _env_settings(draft)
    elif (reader := _READERS.get(language)) and not _is_data(source, language):
        _settings(draft, reader(source), language, is_manifest=is_manifest)
    return draft.outline()


_AROUND = 6
_NAMED_ABOVE = 20
"""So far above its first item, comments between them, the name of a list may stand."""


def _settings(draft: Draft, keys: Iterator[Key], language: str, *, is_manifest: bool) -> None:
    taken = list(islice(keys, MOST_KEYS + 1))
    if len(taken) > MOST_KEYS:
        draft.degraded.append(f"only the first {MOST_KEYS} keys were taken")
    for path, group in groupby(taken[:MOST_KEYS], key=lambda key: key.path):
        items = list(group)
        if is_manifest and not _is_tool(path):
            continue
        if path.endswith("[]"):
            _list(draft, path, items)
            continue
        for key in items:
            _single(draft, key, language)


def _list(draft: Draft, path: str, items: list[Key]) -> None:
    """The items of a list as one setting."""
    name = path.rpartition(".")[2].removesuffix("[]")
    told = [value for item in items if (value := kept_text(name, item.value))]
    span = Span(_line_of(draft.source, name, items[0].line), items[-1].line)
    value = one_line(f"[{', '.join(told)}]") if told else None
    around = items[0].around
    draft.settings.append(Setting(path.removesuffix("[]"), value, span, "file", around=around))


def _line_of(source: Source, name: str, first: int) -> int:
    """The line that names a list whose items begin on `first`; that line if none above does."""
    above = range(first, max(0, first - _NAMED_ABOVE), -1)
    return next((number for number in above if name in source.line(number)), first)


def _single(draft: Draft, key: Key, language: str) -> None:
    if not key.value:
        return
    name = key.path.rpartition(".")[2]
    remark, span = key.remark, Span(key.line, key.line)
    begins = draft.source.line(key.line).lstrip(" \t\"'-").startswith((name, key.path))
    if remark is None and begins:
        above = draft.source.comment_above(key.line, _MARKS[language])
        if above is not None:
            remark, span = above.text, Span(above.span.first, key.line)
    value = kept_text(name, key.value)
    draft.settings.append(
        Setting(key.path, value, span, "file", remark, around=key.around[-_AROUND:])
    )


def _is_tool(path: str) -> bool:
    """Whether a key of a manifest sets up a tool or service, beside naming what is needed."""
    if path.startswith(("tool.poetry.dependencies", "tool.poetry.group", "tool.poetry.dev-")):
        return False
    return path.startswith(("tool.", "services.", "profile.", "features.", "env.", "on.", "jobs."))


def _is_data(source: Source, language: str) -> bool:
    """Whether a JSON or YAML file holds data rather than settings."""
    if language not in ("json", "yaml"):
        return False
    return len(source.text) > _MOST_JSON or _DATA_JSON.search(source.path) is not None


def _docker_settings(draft: Draft) -> None:
    for number, line in enumerate(draft.source.lines, 1):
        word, _, rest = line.strip().partition(" ")
        span = Span(number, number)
        if word.upper() == "EXPOSE":
            draft.settings += [Setting("EXPOSE", port, span, "dockerfile") for port in rest.split()]
        elif word.upper() in ("ENV", "ARG"):
            pairs = re.findall(r"(\w+)(?:=(\"[^\"]*\"|'[^']*'|\S*))?", rest) if "=" in rest else []
            if not pairs and rest:
                name, _, value = rest.partition(" ")
                pairs = [(name, value)]
            for name, value in pairs:
                told = kept_text(name, value.strip("\"'")) if value else None
                draft.settings.append(Setting(name, told, span, "dockerfile"))


def _env_settings(draft: Draft) -> None:
    """The keys of an example of an `.env` file; a real one is never read."""
    for number, line in enumerate(draft.source.lines, 1):
        if found := _ENV.match(line.strip()):
            value = one_line(found[2].partition(" #")[0])
            above = draft.source.comment_above(number, "#")
            draft.settings.append(
                Setting(
                    found[1], kept_text(found[1], value) or None,
                    Span(above.span.first if above else number, number), "environment",
                    above.text if above else None,
                )
            )  # fmt: skip
