"""The last messages of a group in this process, analysed and linked."""

from collections.abc import Sequence
from dataclasses import replace

from nagori.group.analysis import Analysed, analyse
from nagori.group.kept import read
from nagori.group.line import Line
from nagori.group.links import KEPT, LinkState
from nagori.group.roster import Roster
from nagori.text.tokens import estimate_tokens
from nagori.values.group import RoomMessage, RoomVersion
from nagori.values.message import Message


class Room:
    """What a context is chosen from. Messages are taken in the order in which they came."""

    def __init__(self) -> None:
        self.version: RoomVersion | None = None
        self.last = 0
        """The number of the newest message."""
        self.links = LinkState()
        self.roster = Roster()
        self._messages: dict[str, Message] = {}
        self._analysed: dict[str, Analysed] = {}
        self._tokens: dict[str, int] = {}
        self._by_external_id: dict[str, str] = {}
        self._corrected: dict[str, str] = {}

    def __contains__(self, message_id: str) -> bool:
        return message_id in self._messages

    def __len__(self) -> int:
        return len(self._messages)

    def take(self, heard: Sequence[RoomMessage]) -> list[Analysed]:
        """Take in messages; returns what the analyser found in those it had not seen before."""
        fresh: list[Analysed] = []
        new = [one for one in heard if one.message.id not in self._messages]
        for one in new:
            message = one.message
            self._by_external_id[message.external_id or message.id] = message.id
            self._messages[message.id] = message
            if one.belongs_with is not None:
                self._corrected[message.id] = one.belongs_with
            found = self._analyse(one)
            if one.features is None:
                fresh.append(found)
            self._analysed[message.id] = found
            self.roster.hear(message.speaker, message.name or message.speaker)
            self.last = max(self.last, one.number)
        analysed = [self._analysed[one.message.id] for one in new]
        self.links.extend(analysed, [one.vector for one in new])
        self._let_go()
        return fresh

    def messages(self) -> list[Message]:
        """Every message, oldest first."""
        return list(self._messages.values())

    def message(self, id: str) -> Message | None:
        """The message with this id or external id, if it is here."""
        return self._messages.get(self._by_external_id.get(id, id))

    def name_message(self, id: str, external_id: str) -> None:
        """Know a message by its external id, too, if it is here."""
        message = self._messages.get(id)
        if message is not None:
            self._by_external_id.pop(message.external_id or id, None)
            self._by_external_id[external_id] = id
            self._messages[id] = replace(message, external_id=external_id)

    def analysed(self, id: str) -> Analysed:
        """What the analyser found in a message that is here."""
        return self._analysed[id]

    def tokens(self, id: str) -> int:
        """What a message that is here costs in a prompt."""
        found = self._tokens.get(id)
        if found is None:
            found = self._tokens[id] = estimate_tokens(self._messages[id].content)
        return found

    def before(self, id: str) -> list[Message]:
        """What was said before a message that is here, oldest first."""
        found: list[Message] = []
        for key, message in self._messages.items():
            if key == id:
                break
            found.append(message)
        return found

    def replies_to(self, message: Message) -> str | None:
        """What a message replies to, as a person said, or else the platform; itself if nothing."""
        return self._corrected.get(message.id, message.reply_to)

    def _analyse(self, one: RoomMessage) -> Analysed:
        message, reply_to = one.message, self._known(one.message.reply_to)
        # Not by the platform: only a person says so.
        reply_to = None if reply_to == message.id else reply_to
        if one.features is not None:
            return read(one.features, message, reply_to=one.belongs_with or reply_to)
        line = Line(
            id=message.id,
            speaker=message.speaker,
            name=message.name or message.speaker,
            text=message.content,
            at=message.said_at.timestamp(),
            reply_to=reply_to,
            mentions=message.mentions,
            is_system=message.role == "system",
        )
        found = analyse(line, self.roster)
        return found if one.belongs_with is None else replace(found, reply_to=one.belongs_with)

    def _known(self, id: str | None) -> str | None:
        """The id of the message that an id or external id stands for, as far as that is here."""
        here = None if id is None else self.message(id)
        return id if here is None else here.id

    def _let_go(self) -> None:
        """Forget the oldest messages beyond those that links are kept of."""
        for id in list(self._messages)[: max(0, len(self._messages) - KEPT)]:
            message = self._messages.pop(id)
            del self._analysed[id]
            self._tokens.pop(id, None)
            self._corrected.pop(id, None)
            self._by_external_id.pop(message.external_id or id, None)
