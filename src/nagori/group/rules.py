"""How relevant an earlier message is, by five parts that anybody can follow. Pure.

- `reply_chain`: 1 for what the message replies to or what replies to the same, less with each step
  in the graph of replies; who speaks to somebody is taken to reply to that one's last message.
- `user_continuity`: 1 for the same speaker, less for one with whom the speaker is in dialogue.
- `time_decay`: halves with every half hour.
- `mention_relation`: 1 when one speaks to the other's speaker, less when both name a third.
- `keyword_overlap`: the share of the message's words that both hold, rare ones counting more.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from math import log

from nagori.group.analysis import Analysed

HALF_LIFE_S = 30 * 60.0
_FURTHEST = 4
"""Steps in the graph of replies beyond which nothing counts."""
_DIALOGUE = 0.7
_SAME_THIRD = 0.5

PARTS = (
    "reply_chain",
    "user_continuity",
    "time_decay",
    "mention_relation",
    "keyword_overlap",
)

Parts = Mapping[str, float]


def parts_of(messages: Sequence[Analysed]) -> dict[str, Parts]:
    """The parts of every message but the last, beside the last; messages are in their order."""
    *earlier, target = messages
    steps = _steps(messages, target.id)
    partners = _partners(messages, target.speaker)
    rarity = _rarity(messages)
    return {
        one.id: {
            "reply_chain": reply_chain(steps.get(one.id)),
            "user_continuity": user_continuity(target, one, partners),
            "time_decay": time_decay(target.at - one.at),
            "mention_relation": mention_relation(target, one),
            "keyword_overlap": keyword_overlap(target, one, rarity),
        }
        for one in earlier
    }


def reply_chain(steps: int | None) -> float:
    """1 a step away, a half two steps away, and so on; 0 when there is no way."""
    return 0.0 if steps is None else 1.0 / steps


def user_continuity(target: Analysed, one: Analysed, partners: frozenset[str]) -> float:
    """Whether the same person speaks, or one with whom that person is in dialogue."""
    if one.speaker == target.speaker:
        return 1.0
    return _DIALOGUE if one.speaker in partners else 0.0


def time_decay(seconds: float) -> float:
    """Half of it is gone after every half hour."""
    return 0.5 ** (max(0.0, seconds) / HALF_LIFE_S)


def mention_relation(target: Analysed, one: Analysed) -> float:
    """Whether one speaks to the other's speaker, or both name a third."""
    if one.speaker in target.mentions or target.speaker in one.mentions:
        return 1.0
    return _SAME_THIRD if set(target.mentions) & set(one.mentions) else 0.0


def keyword_overlap(target: Analysed, one: Analysed, rarity: Mapping[int, float]) -> float:
    """The share of the target's words, by their weight, that the other holds too."""
    whole = sum(rarity[term] for term in target.terms)
    if not whole:
        return 0.0
    return min(1.0, sum(rarity[term] for term in set(target.terms) & set(one.terms)) / whole)


def _steps(messages: Sequence[Analysed], start: str) -> dict[str, int]:
    """How many replies lie between the start and each message that can be reached from it."""
    joined: dict[str, set[str]] = {one.id: set() for one in messages}
    last_of: dict[str, str] = {}
    for one in messages:
        parent = one.reply_to if one.reply_to in joined else None
        if parent is None and one.addressee is not None:
            parent = last_of.get(one.addressee)
        if parent is not None and parent != one.id:
            joined[one.id].add(parent)
            joined[parent].add(one.id)
        last_of[one.speaker] = one.id
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        at = waiting.popleft()
        if steps[at] == _FURTHEST:
            continue
        for other in joined[at] - steps.keys():
            steps[other] = steps[at] + 1
            waiting.append(other)
    del steps[start]
    return steps


def _partners(messages: Sequence[Analysed], speaker: str) -> frozenset[str]:
    """Whom the speaker addresses in these messages, or who addresses the speaker."""
    found: set[str] = set()
    for one in messages:
        if one.speaker == speaker and one.addressee is not None:
            found.add(one.addressee)
        elif one.addressee == speaker:
            found.add(one.speaker)
    return frozenset(found)


def _rarity(messages: Sequence[Analysed]) -> dict[int, float]:
    """The weight of each word: one that stands in every message weighs nearly nothing."""
    counts = Counter(term for one in messages for term in set(one.terms))
    return {term: log((len(messages) + 1) / count) for term, count in counts.items()}
