"""What a model does with its tools, as a person reads it."""

import json
from collections.abc import Mapping
from typing import Any, cast

from rich.text import Text

from nagori.cli.output import EMBER, SOFT, clean, whole
from nagori.cli.told import ToolUse
from nagori.cli.words import Words
from nagori.values.event import Proposal
from nagori.values.proposal import ProposedCall

Asked = Proposal | ProposedCall

_MOST = 80
"""Characters of an argument in a line of its own; `/tools` and a proposal show all of it."""
_NAMED = ("query", "text", "content", "memory_id", "path", "pattern", "symbol")
"""Arguments that phrases put in."""


def arguments_of(written: str) -> dict[str, str]:
    """The arguments of a call by their names; what can't be read stands as it is."""
    try:
        read = json.loads(written or "{}")
    except (ValueError, RecursionError):
        read = written
    if not isinstance(read, dict):
        return {"arguments": written}
    given = cast("Mapping[str, Any]", read)
    return {
        name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for name, value in given.items()
    }


def use_line(use: ToolUse, words: Words) -> Text:
    """What was done, on one quiet line."""
    if use.error is not None:
        error = clean(use.error, most=_MOST)
        told = words("tool.failed", name=clean(use.name, most=_MOST), error=error)
    else:
        told = _phrase("tool", use.name, arguments_of(use.arguments), words)
    return Text(f"· {told}", style=SOFT)


def use_lines(use: ToolUse, words: Words) -> list[Text]:
    """What was called with all its arguments, and what came back."""
    came = use.result if use.error is None else use.error
    style = None if use.error is None else EMBER
    return [
        Text(clean(use.name), style="bold"),
        *argument_lines(use.arguments),
        Text(whole((came or words("tool.nothing")).strip()), style=style or SOFT),
    ]


def argument_lines(written: str) -> list[Text]:
    """Every argument with all of its value: whoever consents to a call has to see it whole."""
    lines: list[Text] = []
    for name, value in arguments_of(written).items():
        first, *more = whole(value).splitlines() or [""]
        lines.append(Text("    ").append(f"{clean(name)}: ", SOFT).append(first))
        lines += [Text(f"      {line}") for line in more]
    return lines


def what_it_asks(asked: Asked, words: Words, about: str | None) -> str:
    """What a proposal would do, in a few words; `about` is what the memory says that it names."""
    given = arguments_of(asked.arguments)
    if about is not None:
        given["memory_id"] = about
    return _phrase("ask", asked.tool, given, words)


def proposal_lines(asked: Asked, about: str | None) -> list[Text]:
    """The call that a proposal would run, exactly."""
    told = [] if about is None else [Text("    ").append(f"“{whole(about)}”")]
    return [*argument_lines(asked.arguments), *told]


def _phrase(kind: str, name: str, given: Mapping[str, str], words: Words) -> str:
    given = {"path": ".", "symbol": given.get("name", ""), **given}
    values = {key: clean(given.get(key, ""), most=_MOST) for key in _NAMED}
    for key in (f"{kind}.{name}.{given.get('mode')}", f"{kind}.{name}"):
        if words.has(key):
            return words(key, **values)
    return words(f"{kind}.other", name=clean(name, most=_MOST))
