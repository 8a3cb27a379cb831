"""Taking `<think>…</think>` out of a text, however it is cut into pieces."""

from nagori.values.prompt import TextPiece, ThoughtPiece

_OPEN, _CLOSE = "<think>", "</think>"
# After one of these the tag is spoken of, not used.
_QUOTES = frozenset("`'\"“‘「『")


class ThinkSplitter:
    """Feed it the pieces of an answer; what the model thought comes back as `ThoughtPiece`.

    What might become a tag is held back until it is known. Blanks right after a tag are dropped.
    """

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._trim = False
        self._last = ""  # the character before what is held

    def feed(self, text: str) -> list[TextPiece | ThoughtPiece]:
        """What is known of the text so far."""
        pieces: list[TextPiece | ThoughtPiece] = []
        self._held += text
        while self._held:
            tag = _CLOSE if self._thinking else _OPEN
            at = self._held.find(tag)
            if at < 0:
                keep = _overlap(self._held, tag)
                self._take(len(self._held) - keep, pieces)
                break
            before = self._held[at - 1] if at else self._last
            if not self._thinking and before in _QUOTES:
                self._take(at + len(tag), pieces)
                continue
            self._take(at, pieces)
            self._held = self._held[len(tag) :]
            self._thinking, self._trim, self._last = not self._thinking, True, ""
        return pieces

    def end(self) -> list[TextPiece | ThoughtPiece]:
        """What was held back: no tag came of it."""
        pieces: list[TextPiece | ThoughtPiece] = []
        self._take(len(self._held), pieces)
        return pieces

    def _take(self, count: int, pieces: list[TextPiece | ThoughtPiece]) -> None:
        taken, self._held = self._held[:count], self._held[count:]
        self._last = taken[-1:] or self._last
        if self._trim:
            taken = taken.lstrip()
        if taken:
            self._trim = False
            pieces.append(ThoughtPiece(taken) if self._thinking else TextPiece(taken))


def split_thinking(text: str) -> tuple[str, str]:
    """A whole answer as text and thinking.

    Some servers eat the opening tag; then everything up to the closing one was thought.
    """
    if _OPEN not in text and _CLOSE in text:
        text = _OPEN + text
    splitter = ThinkSplitter()
    pieces = [*splitter.feed(text), *splitter.end()]
    said = "".join(piece.text for piece in pieces if isinstance(piece, TextPiece))
    thought = "".join(piece.text for piece in pieces if isinstance(piece, ThoughtPiece))
    return said, thought


def _overlap(text: str, tag: str) -> int:
    """How many characters at the end of the text may be the beginning of the tag."""
    for size in range(min(len(tag) - 1, len(text)), 0, -1):
        if tag.startswith(text[-size:]):
            return size
    return 0
