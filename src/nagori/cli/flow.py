"""Text that comes in pieces, wrapped between words as it comes."""

from collections.abc import Callable

from rich.cells import cell_len

_HANGING = frozenset("，。！？、；：）】》”’…～」』")
"""What may not begin a line; two columns are kept free for it."""


class Flow:
    """Writes pieces of a text so that no word is cut at the end of a line."""

    def __init__(self, write: Callable[[str], object], width: int) -> None:
        self._write, self._width = write, max(width, 10)
        self._column = 0
        self._word = ""

    def feed(self, text: str) -> None:
        """Write what is whole; the last word waits for its end."""
        for letter in text:
            if letter == "\n":
                self.flush()
                self._break()
            elif letter == " ":
                self.flush()
                if self._column < self._width - 2:
                    self._put(" ", 1)
            elif cell_len(letter) > 1:  # it stands for a word of its own
                self.flush()
                if self._column + 2 > self._width - (0 if letter in _HANGING else 2):
                    self._break()
                self._put(letter, 2)
            else:
                self._word += letter

    def flush(self) -> None:
        """Write the word that waits."""
        if not self._word:
            return
        size = cell_len(self._word)
        if self._column and self._column + size > self._width - 2:
            self._break()
        self._put(self._word, size)
        self._word = ""

    def end(self) -> None:
        """Write everything, and end the line."""
        self.flush()
        if self._column:
            self._break()

    def _break(self) -> None:
        self._write("\n")
        self._column = 0

    def _put(self, text: str, size: int) -> None:
        self._write(text)
        self._column += size
        if self._column > self._width:  # a word longer than a line: the terminal cut it
            self._column %= self._width
