"""Choosing what a bot in a group gets to see. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta

from nagori.config_groups import GroupSettings
from nagori.group.choose import choose
from nagori.group.graph import reply_links
from nagori.group.room import Room
from nagori.group.rules import Weights, relevances
from nagori.values.group import Candidate, Link, Scorer
from nagori.values.message import Message

THREAD = 15
"""Messages of a reply thread that are considered, however old."""
WINDOW = 50
"""Recent messages that the rules consider."""
LAST_RESORT = 3
"""When the rules find nothing, so many of the last messages stand beside the thread."""
PER_MESSAGE_TOKENS = 4
_TOLD = 0.01
"""Candidates below this chance are not told of one by one."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for a message, out of what."""

    scorer: Scorer
    candidates: Sequence[Candidate]
    """The best first."""
    links: Mapping[str, Link] = field(default_factory=dict[str, Link])
    """What the message and each candidate most likely reply to."""

    @property
    def messages(self) -> list[Message]:
        """The chosen ones in the order in which they were said."""
        chosen = [one.message for one in self.candidates if one.chosen]
        return sorted(chosen, key=lambda message: (message.said_at, message.id))


def choose_context(
    room: Room, message: Message, thread: Sequence[Message], settings: GroupSettings
) -> Choice:
    """The conversation that a message of the room is in, within the limits of the settings.

    `thread` are the messages that it replies to, one after another, the nearest first; they come
    before everything else, however far back they are.
    """
    threaded = [
        Candidate(one, 1.0, {"thread": 1.0}, chosen=True, why="reply thread")
        for one in thread[:THREAD]
    ]
    known = {message.id, *(one.message.id for one in threaded)}
    since = message.said_at - timedelta(hours=settings.time_window_hours)

    def fits(one: Message) -> bool:
        return one.id not in known and one.said_at >= since and one.role != "system"

    if settings.uses_rules:
        found = _by_rules(room, message, fits, settings)
    else:
        found = _by_links(room, message, fits)
    scorer: Scorer = "rules" if settings.uses_rules else "trained"
    limited = _within(room, [*threaded, *found], settings)
    told = [message, *(one.message for one in limited)]
    return Choice(scorer, limited, reply_links(room, told, thread, trained=scorer == "trained"))


def tokens_of(room: Room, messages: Iterable[Message]) -> int:
    """What messages cost in a prompt."""
    return sum(
        (room.tokens(one.id) if one.id in room else len(one.content) // 3) + PER_MESSAGE_TOKENS
        for one in messages
    )


def plain_tokens(room: Room, message: Message, chosen: Sequence[Message]) -> int:
    """What the plain window would cost that reaches back to the oldest of the chosen."""
    here = [one.id for one in chosen if one.id in room]
    if not here:
        return 0
    before = room.before(message.id)
    ids = [one.id for one in before]
    first = min((ids.index(id) for id in here if id in ids), default=len(ids))
    return tokens_of(room, before[first:])


def _by_links(room: Room, message: Message, fits: Callable[[Message], bool]) -> list[Candidate]:
    """By the chance of being in the same conversation."""
    links = room.links
    if message.id not in links:
        return []
    chosen = {one.id for one in choose(links, message.id, most=len(links))}
    replies = {link.to: link.chance for link in links.links(message.id)}
    starts = links.starts(message.id) >= links.model.starts
    why_not = "starts a conversation" if starts else "another conversation"
    found: list[Candidate] = []
    for id, chance in links.same(message.id):
        if chance < _TOLD and id not in replies:
            continue
        one = room.message(id)
        if one is None or not fits(one):
            continue
        parts = {"same_conversation": chance, "reply": replies.get(id, 0.0)}
        why = "same conversation" if id in chosen else why_not
        found.append(Candidate(one, chance, parts, chosen=id in chosen, why=why))
    return sorted(found, key=lambda one: (-one.score, -one.message.said_at.timestamp()))


def _by_rules(
    room: Room,
    message: Message,
    fits: Callable[[Message], bool],
    settings: GroupSettings,
) -> list[Candidate]:
    """By the weighted parts, from the threshold on; the last few when nothing passes."""
    window = [one for one in room.before(message.id)[-WINDOW:] if fits(one)]
    analysed = [room.analysed(one.id) for one in (*window, message)]
    starts = room.replies_to(message) == message.id
    found: list[Candidate] = []
    for one, relevance in zip(
        window, relevances(analysed, weights=weights_of(settings)), strict=True
    ):
        passes = relevance.score >= settings.relevance_threshold and not starts
        why = "above the threshold" if passes else "below the threshold"
        why = "starts a conversation" if starts else why
        parts = asdict(relevance.parts)
        found.append(Candidate(one, relevance.score, parts, chosen=passes, why=why))
    if not starts and not any(one.chosen for one in found):
        last = {one.id for one in window[-LAST_RESORT:]}
        found = [
            replace(one, chosen=True, why="last messages") if one.message.id in last else one
            for one in found
        ]
    return sorted(found, key=lambda one: (-one.score, -one.message.said_at.timestamp()))


def weights_of(settings: GroupSettings) -> Weights:
    """What each rule counts in a group."""
    return Weights(
        reply_chain=settings.reply_chain_weight,
        time_decay=settings.time_decay_weight,
        user_continuity=settings.user_continuity_weight,
        mention_relation=settings.mention_relation_weight,
        keyword_overlap=settings.keyword_overlap_weight,
    )


def _within(
    room: Room, candidates: Sequence[Candidate], settings: GroupSettings
) -> list[Candidate]:
    """The candidates, with those beyond the limits of number and tokens not chosen."""
    left, tokens = settings.max_context_messages, settings.max_context_tokens
    done: list[Candidate] = []
    for one in candidates:
        if not one.chosen:
            done.append(one)
            continue
        cost = tokens_of(room, [one.message])
        if left <= 0:
            done.append(replace(one, chosen=False, why="too many"))
        elif cost > tokens:
            done.append(replace(one, chosen=False, why="over the token budget"))
        else:
            left, tokens = left - 1, tokens - cost
            done.append(one)
    return done
