"""How good predicted links and chosen contexts are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.group.rooms import Room
from nagori.text.tokens import estimate_tokens

REACH = 100


@dataclass(frozen=True, slots=True)
class LinkScore:
    """Precision, recall and F1 in percent, system messages counted as in the paper."""

    precision: float
    recall: float
    f1: float
    f1_people: float
    """The same without what the system said."""


def link_score(
    rooms: Sequence[Room], predicted: Sequence[Mapping[int, Sequence[int]]]
) -> LinkScore:
    right = told = gold = system = lost = 0
    for room, links in zip(rooms, predicted, strict=True):
        for place, found in room.links.items():
            mine = links[place]
            right += len(set(mine) & set(found))
            told += len(mine)
            gold += len(found)
        system += room.system
        lost += room.system_links
    people = 200 * right / (told + gold)
    right, told, gold = right + system, told + system, gold + system + lost
    return LinkScore(100 * right / told, 100 * right / gold, 200 * right / (told + gold), people)


@dataclass(frozen=True, slots=True)
class ContextScore:
    """In percent, over messages that have others of their conversation among the last hundred."""

    precision: float
    """Of all chosen messages, those of the own conversation."""
    recall: float
    precision_mean: float
    """The mean over messages; a message for which nothing was chosen is left out."""
    recall_mean: float
    chosen: float
    """Messages per context."""
    tokens: float
    starters: float
    """Of messages that start a conversation, those that were given anything at all."""
    starters_others: float
    """… anything that another speaker said."""

    def __str__(self) -> str:
        return (
            f"precision {self.precision_mean:.1f} recall {self.recall_mean:.1f} (all messages "
            f"in one: {self.precision:.1f}, {self.recall:.1f}) "
            f"{self.chosen:.1f} messages {self.tokens:.0f} tokens; "
            f"starters {self.starters:.1f} (of others {self.starters_others:.1f})"
        )


def context_score(
    rooms: Iterable[Room], contexts: Iterable[Mapping[int, Sequence[int]]]
) -> ContextScore:
    hits = found = told = gold = messages = tokens = starters = given = others = 0
    precisions: list[float] = []
    recalls: list[float] = []
    for room, chosen in zip(rooms, contexts, strict=True):
        for place, links in room.links.items():
            mine = chosen[place]
            if links == [place]:
                starters += 1
                given += bool(mine)
                speaker = room.lines[place].speaker
                others += any(room.lines[at].speaker != speaker for at in mine)
            own = room.conversation.get(place)
            earlier = {
                at
                for at in range(max(0, place - REACH), place)
                if room.conversation.get(at, -1) == own
            }
            if not earlier:
                continue
            messages += 1
            hit = len(earlier.intersection(mine))
            right = sum(room.conversation.get(at, -1) == own for at in mine)
            found, told = found + right, told + len(mine)
            hits, gold = hits + hit, gold + len(earlier)
            tokens += sum(estimate_tokens(room.lines[at].text) for at in mine)
            recalls.append(hit / len(earlier))
            if mine:
                precisions.append(right / len(mine))
    return ContextScore(
        100 * found / max(told, 1), 100 * hits / gold, _mean(precisions), _mean(recalls),
        told / messages, tokens / messages, 100 * given / starters, 100 * others / starters,
    )  # fmt: skip


def _mean(values: Sequence[float]) -> float:
    return 100 * sum(values) / max(len(values), 1)
