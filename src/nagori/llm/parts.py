"""Content that is not only text, from the OpenAI form to what others can be given."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nagori.values.prompt import PromptMessage

_DATA_URL = re.compile(r"data:(?P<type>image/[\w.+-]+);base64,(?P<data>[A-Za-z0-9+/=\s]+)")


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, as it can be sent to anyone."""

    type: str
    data: str
    """Base64."""


def known_parts(message: PromptMessage) -> list[str | Image]:
    """The texts and pictures of a message, in order; what else there is, is left out."""
    if not message.parts:
        return [message.content] if message.content else []
    return [known for part in message.parts for known in _known(part)]


def _known(part: Mapping[str, Any]) -> Iterator[str | Image]:
    match part:
        case {"type": "text", "text": str(text)} if text:
            yield text
        case {"type": "image_url", "image_url": {"url": str(url)}}:
            found = _DATA_URL.fullmatch(url)
            if found:
                yield Image(found["type"], "".join(found["data"].split()))
        case _:
            return
