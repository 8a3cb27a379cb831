"""Writes docs/reference/settings.md from the descriptions in nagori/config.py.

    python docs/make_settings.py

Run it after a setting was added or changed; a test asserts that the page is fresh.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import AliasChoices, BaseModel, SecretStr
from pydantic.fields import FieldInfo

from nagori.config import Settings

PAGE = Path(__file__).parent / "reference" / "settings.md"

INTRODUCTION = """\
# Settings

<!-- Made by docs/make_settings.py from src/nagori/config.py: change the descriptions there. -->

Every setting has a default that works: with none set, Nagori needs no key and no network.

| where | how | wins over |
|---|---|---|
| Python | `Nagori.open("memory.db", settings=Settings(...))` | everything below |
| environment | `NAGORI_RECALL__MAX_ITEMS=8` (two underscores between section and name) | the file |
| `nagori.toml` in the working directory | `[recall]` and below it `max_items = 8` | the defaults |

Settings are read once, when Nagori is opened, and don't change while it is open. An unknown name
inside a section is refused, so a typing error is seen; the command line then ends with exit code 2.

```toml
# nagori.toml
time_zone = "Asia/Shanghai"

[store]
path = "memory.db"

[recall]
max_items = 8
```

From Python, a section that is given as an object is taken as it is, with its own defaults; the
environment and the file no longer speak for that section:

```python
from nagori import Nagori, Settings
from nagori.config import RecallSettings

settings = Settings(recall=RecallSettings(max_items=8))
Nagori.open("memory.db", settings=settings)
```
"""

GENERAL = """\
The last four are the providers' own variables: whoever has set them already need not set anything
twice. `embedding.api_key` and `embedding.base_url` win over them."""

NOTES = """\
`store.path` and `space` are what the command line uses when `--db` and `--space` are not given.
In Python the file and the space are arguments of `Nagori.open`.

What to turn when: [tune recall](../how-to/tune.md), [use another embedder](../how-to/embedders.md),
[time zones](../how-to/time.md).
"""


def page() -> str:
    """The whole page."""
    general = _section("General", GENERAL, _plain(Settings), "")
    return "\n".join([INTRODUCTION, general, *_sections(Settings, ""), NOTES])


def _sections(settings: type[BaseModel], prefix: str) -> Iterator[str]:
    """The sections inside of settings, each followed by its own."""
    for name, field in settings.model_fields.items():
        section = field.annotation
        if isinstance(section, type) and issubclass(section, BaseModel):
            about = (section.__doc__ or "").partition(" (")[0].removesuffix(".") + "."
            path = f"{prefix}{name}"
            yield _section(f"`{path}`", about, _plain(section), f"{path}.")
            yield from _sections(section, f"{path}.")


def _plain(settings: type[BaseModel]) -> dict[str, FieldInfo]:
    """The fields that are no sections."""
    fields = settings.model_fields.items()
    return {n: f for n, f in fields if not isinstance(f.default, BaseModel)}


def _section(title: str, about: str, fields: dict[str, FieldInfo], prefix: str) -> str:
    rows = [_row(prefix + name, field) for name, field in fields.items()]
    head = ["| setting | environment | values | default | what it does |", "|---|---|---|---|---|"]
    return "\n".join([f"## {title}", "", about, "", *head, *rows, ""])


def _row(name: str, field: FieldInfo) -> str:
    about = (field.description or "").replace("|", "\\|")
    cells = (f"`{name}`", f"`{_variable(name, field)}`", _values(field), _default(field), about)
    return f"| {' | '.join(cells)} |"


def _variable(name: str, field: FieldInfo) -> str:
    if isinstance(field.validation_alias, AliasChoices):
        return str(field.validation_alias.choices[-1])
    return "NAGORI_" + name.upper().replace(".", "__")


def _values(field: FieldInfo) -> str:
    if get_origin(field.annotation) is tuple:
        of = get_args(field.annotation)[0]
        words = ", ".join(f"`{value}`" for value in get_args(of)) or "texts"
        return f"JSON list of {words}"
    if get_origin(field.annotation) is dict:
        return "JSON object"
    kinds = [kind for kind in _kinds(field.annotation) if kind is not type(None)]
    if get_origin(kinds[0]) is Literal:
        return ", ".join(f"`{value}`" for value in get_args(kinds[0]))
    if hasattr(kinds[0], "model_fields"):
        return "a section like `models.chat`"
    names = {SecretStr: "secret", Path: "path", bool: "`true`, `false`", str: "text"}
    name = names.get(kinds[0], "number" if kinds[0] is float else "whole number")
    limits = [_limit(rule) for rule in field.metadata]
    return ", ".join([name, *(limit for limit in limits if limit)])


def _kinds(annotation: Any) -> tuple[Any, ...]:
    is_union = get_origin(annotation) not in (None, Literal)
    return get_args(annotation) if is_union else (annotation,)


def _limit(rule: Any) -> str:
    for name, words in (("gt", "over {}"), ("ge", "from {}"), ("le", "to {}")):
        if hasattr(rule, name):
            return words.format(f"{getattr(rule, name):g}")
    return ""


def _default(field: FieldInfo) -> str:
    value: Any = field.get_default(call_default_factory=True, validated_data={})
    if value is None:
        return "unset"
    if isinstance(value, tuple | dict | bool):
        return f"`{json.dumps(value)}`"
    return f"`{value}`"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
