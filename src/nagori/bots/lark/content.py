"""The contents of messages as plain text, and answers as cards."""

import json
import re
from collections.abc import Iterator
from typing import Any, cast

_PINGS = re.compile(r"<(?=\s*/?\s*(?:at|person|notify)\b)", re.IGNORECASE)
_LANGUAGES = ("zh_cn", "en_us", "ja_jp")


def plain_text(kind: str, content: str) -> str:
    """What a message says, with its mention keys as they stand; `[image]` and such for others.

    `ValueError` when the content is not what such a message holds.
    """
    if kind not in ("text", "post"):
        return f"[{kind}]"
    told: object = json.loads(content)
    match told:
        case {"text": str(text)} if kind == "text":
            return text
        case dict() if kind == "post":
            return _post(cast("dict[str, Any]", told))
        case _:
            raise ValueError("not the content of a message")


def card(text: str) -> str:
    """A card that shows Markdown and may be updated; nobody is called by what a model writes."""
    harmless = _PINGS.sub("&#60;", text)
    shown = {
        "config": {"update_multi": True, "wide_screen_mode": True},
        "elements": [{"tag": "markdown", "content": harmless}],
    }
    return json.dumps(shown, ensure_ascii=False)


def _post(post: dict[str, Any]) -> str:
    if "content" not in post:  # by language
        nothing: dict[str, Any] = {}
        post = next((post[name] for name in _LANGUAGES if name in post), nothing)
    lines = ["".join(_pieces(line)) for line in post.get("content", []) if isinstance(line, list)]
    return "\n".join(line for line in (str(post.get("title") or ""), *lines) if line.strip())


def _pieces(line: Any) -> Iterator[str]:
    for piece in line:
        match piece:
            case {"tag": "text" | "md" | "code_block", "text": str(text)}:
                yield text
            case {"tag": "a", "text": str(text), "href": str(address)}:
                yield text if text == address else f"{text} ({address})"
            case {"tag": "at", "user_id": str(key)}:
                yield key
            case {"tag": "emotion", "emoji_type": str(emoji)}:
                yield f"[{emoji}]"
            case {"tag": "img" | "media" as tag}:
                yield "[image]" if tag == "img" else "[media]"
            case _:
                continue
