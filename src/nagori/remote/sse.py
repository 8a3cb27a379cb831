"""Server-sent events out of bytes, however they were cut on their way."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SseEvent:
    """One event of a stream."""

    data: str
    name: str = "message"


class SseReader:
    """Takes chunks, gives the events that they complete. `UnicodeDecodeError` for bad UTF-8."""

    def __init__(self) -> None:
        self._rest: list[bytes] = []  # of a line whose end has not come
        self._data: list[str] = []
        self._name = ""
        self._at_start = True

    def feed(self, chunk: bytes) -> list[SseEvent]:
        """The events that end in this chunk."""
        self._rest.append(chunk)
        if b"\n" not in chunk and b"\r" not in chunk:
            return []
        lines = b"".join(self._rest).splitlines(keepends=True)
        # After a carriage return at the end, the other half of the line's end may still come.
        rest = b"" if lines[-1].endswith(b"\n") else lines.pop()
        self._rest = [rest] if rest else []
        return self._events(lines)

    def end(self) -> list[SseEvent]:
        """What stands after the last blank line: some servers leave it out at the end."""
        lines = [b"".join(self._rest), b""]
        self._rest = []
        return self._events(lines)

    def _events(self, lines: list[bytes]) -> list[SseEvent]:
        events: list[SseEvent] = []
        for raw in lines:
            line = raw.decode().rstrip("\r\n")
            if self._at_start:
                line, self._at_start = line.removeprefix("\ufeff"), False
            if line:
                self._field(line)
            elif self._data:
                events.append(SseEvent("\n".join(self._data), self._name or "message"))
                self._data, self._name = [], ""
            else:
                self._name = ""
        return events

    def _field(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
