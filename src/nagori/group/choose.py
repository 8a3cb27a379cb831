"""The messages of the conversation that a message is in."""

from dataclasses import dataclass

from nagori.group.links import LinkState

MOST = 20


@dataclass(frozen=True, slots=True)
class Chosen:
    """An earlier message with the chance of its being in the same conversation."""

    id: str
    chance: float


def choose(
    state: LinkState, message_id: str, *, most: int = MOST, threshold: float | None = None
) -> list[Chosen]:
    """The likeliest messages of the conversation, in time order; none for one that starts it."""
    model = state.model
    if message_id not in state or state.starts(message_id) >= model.starts:
        return []
    enough = model.threshold if threshold is None else threshold
    found = [Chosen(key, chance) for key, chance in state.same(message_id) if chance >= enough]
    if len(found) > most:
        # The later of equals: it is nearer.
        order = sorted(range(len(found)), key=lambda at: (-round(found[at].chance, 5), -at))
        found = [found[at] for at in sorted(order[:most])]
    return found
