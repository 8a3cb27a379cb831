"""Where a client's messages belong, when it sends a whole conversation and names no chat.

Every beginning of a conversation has a name, made from who said what in it. The messages that are
stored carry these names, so a conversation that comes again, longer, is found by the longest of its
beginnings that is known. Instructions are left out: clients change them from call to call. White
space counts little, since it is often lost on the way.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from nagori.text.rules import MAX_TEXT_BYTES
from nagori.values.prompt import PromptMessage

_START = sha256(b"nagori conversation 1").digest()
_NAME_CHARS = 40
_MARKS = {
    "image_url": "[image]",
    "input_audio": "[audio]",
    "file": "[file]",
    "video_url": "[video]",
}


@dataclass(frozen=True, slots=True)
class Conversation:
    """What was said in a client's messages, and the names of its beginnings."""

    said: tuple[PromptMessage, ...]
    """Without instructions."""
    names: tuple[str, ...]
    """Of the beginning up to each of `said`, the shortest first."""
    end: bytes
    """What the name of a beginning that is longer by one message is made from."""

    @property
    def question(self) -> str:
        """The last thing that the user said; empty when there is none."""
        return next((text_of(m) for m in reversed(self.said) if m.role == "user"), "")

    @property
    def new(self) -> str | None:
        """What the user says now; None when it is something else that comes last."""
        last = self.said[-1] if self.said else None
        return text_of(last) or None if last and last.role == "user" else None

    @property
    def opens(self) -> bool:
        """Whether the user says the first thing in it."""
        return len(self.said) == 1

    def answer_name(self, text: str) -> str:
        """The name of the beginning that the answer is the last message of."""
        return _name(_after(self.end, "assistant", text))


def conversation(messages: Sequence[PromptMessage]) -> Conversation:
    """What a client's messages say."""
    said = tuple(message for message in messages if message.role != "system")
    names: list[str] = []
    state = _START
    for message in said:
        state = _after(state, message.role, message.content)
        names.append(_name(state, message))
    return Conversation(said, tuple(names), state)


def text_of(message: PromptMessage) -> str:
    """The text of a message as it is stored; what it shows is only named, what is endless cut."""
    text = message.content.replace("\0", "")
    if not text.strip():
        kinds = (str(part.get("type", "")) for part in message.parts)
        text = " ".join(_MARKS.get(kind, f"[{kind}]") for kind in kinds if kind not in {"", "text"})
    return text.encode(errors="replace")[:MAX_TEXT_BYTES].decode(errors="ignore")


def _after(state: bytes, role: str, text: str) -> bytes:
    words = " ".join(text.replace("\0", "").split())
    return sha256(state + json.dumps([role, words]).encode()).digest()


def _name(state: bytes, message: PromptMessage | None = None) -> str:
    """A name for a beginning. What its last message shows counts only here.

    So the same words about another picture are new, and the conversation is still found when the
    client leaves pictures out of what was said before.
    """
    shown = [part for part in message.parts if part.get("type") != "text"] if message else []
    if shown:
        state = sha256(state + json.dumps(shown, sort_keys=True).encode()).digest()
    return f"v1:{state.hex()[:_NAME_CHARS]}"
