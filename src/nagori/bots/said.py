"""What the bot says in one answer, from the events of its turn."""

from nagori.config_groups import GroupSettings
from nagori.values.event import Answer, Done, Error, Event


class Said:
    """The answer so far. `endings` are put in here when the turn does not do it itself."""

    def __init__(self, words: GroupSettings, *, endings: bool) -> None:
        self._words, self._endings = words, endings
        self._text = ""
        self.stored: str | None = None
        """Our id of it, once it is kept."""
        self.failed = False

    @property
    def text(self) -> str:
        """All of it, as it is shown."""
        return self._text.strip()

    def take(self, event: Event) -> None:
        """Go on by one event; what went wrong inside is not told."""
        match event:
            case Answer(text):
                self._text += text
            case Done(message_id, finish_reason):
                self.stored = message_id
                if self._endings:
                    self._add(self._ending(finish_reason))
            case Error(message_id=message_id):
                self.stored = message_id
                self.fail()
            case _:
                pass

    def fail(self) -> None:
        """There is no whole answer."""
        self.failed = True
        self._add(self._words.error_text)

    def _ending(self, finish_reason: str) -> str:
        words = self._words
        endings = {"content_filter": words.content_filter_text, "length": words.length_text}
        return endings.get(finish_reason, "")

    def _add(self, ending: str) -> None:
        self._text = "\n".join(part for part in (self.text, ending) if part)
