"""How much of what a question needs is recalled, through the public interface.

    python -m bench.quality ../shared/data/locomo-dev.jsonl.gz …
    python -m bench.quality            (our own bilingual set only)

Every conversation is a fresh user; the clock stands at its last message. `stored as`: `messages`
(heard in one chat) or `memories` (remembered one by one, with their times).
"""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from bench.sets import OWN, Conversation, conversations, lines
from nagori import Nagori, Recall, Source
from nagori.values.passage import PassageKind
from nagori.values.scope import Scope
from nagori.values.times import utc_now
from nagori.write.hear import Said, hear
from nagori.write.remember import Statement

Stored = Literal["messages", "memories"]


@dataclass
class Tally:
    found: list[float] = field(default_factory=list[float])
    items: list[int] = field(default_factory=list[int])

    def add(self, recall: Recall, evidence: frozenset[str], limit: int) -> None:
        got = {item.external_id for item in list(recall.items)[:limit]}
        self.found.append(len(got & evidence) / len(evidence))
        self.items.append(len(recall.items))

    def __str__(self) -> str:
        mean = 100 * sum(self.found) / len(self.found)
        return f"{mean:5.1f} %  ({len(self.found)} questions, {average(self.items):.2f} items)"


def average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


async def store(n: Nagori, c: Conversation, stored: Stored) -> None:
    if stored == "memories":
        scope = Scope(n.space, "user", c.name)
        await n.remember_all(
            [
                Statement(
                    m.text, scope, "user_input", m.at,
                    Source("statement", m.speaker, m.at, external_id=m.id), external_id=m.id,
                )
                for m in c.messages
            ]
        )  # fmt: skip
        return
    scope = Scope(n.space, "user", c.name)
    said = [Said(c.name, m.text, m.speaker, scope, m.at, external_id=m.id) for m in c.messages]
    await hear(said, n._store, n._embedder, now=utc_now(), max_tokens=300)  # pyright: ignore[reportPrivateUsage]


async def recall_at(
    n: Nagori, path: Path, stored: Stored, *, profile: str, limit: int, most: int | None
) -> Tally:
    tally = Tally()
    kind = "message" if stored == "messages" else "memory"
    for number, c in enumerate(conversations(path)):
        if most is not None and number >= most:
            break
        await store(n, c, stored)
        for q in c.questions:
            found = await n.recall(
                q.text, user=c.name, kinds=(kind,), profile=profile, limit=limit, as_of=c.end
            )
            tally.add(found, q.evidence, limit)
    return tally


async def parallel(n: Nagori, splits: Sequence[str]) -> None:
    """Our own facts: the same hundred in both languages; questions from each to each."""
    facts = list(lines(OWN / "parallel_facts.jsonl"))
    for language in ("en", "zh"):
        for fact in facts:
            await n.remember(
                fact["fact"][language], user=f"facts-{language}", external_id=fact["id"]
            )
            await n.remember(
                fact["fact"][language], user="facts-both", external_id=f"{fact['id']}-{language}"
            )
    for split, profile in ((s, p) for s in splits for p in ("search", "chat")):
        print(f"parallel facts, {split}: recall@5 ({profile} profile)")
        for asked, told in (("en", "en"), ("zh", "zh"), ("zh", "en"), ("en", "zh")):
            tally = Tally()
            for fact in facts:
                if fact["split"] in split:
                    found = await n.recall(
                        fact["question"][asked], user=f"facts-{told}", profile=profile
                    )
                    tally.add(found, frozenset([fact["id"]]), 5)
            print(f"  {asked} question, {told} facts   {tally}")


async def unanswerable(n: Nagori, users: dict[str, PassageKind], splits: Sequence[str]) -> None:
    """Questions that nothing answers: how many items come back all the same."""
    questions = list(lines(OWN / "unanswerable.jsonl"))
    for split in splits:
        print(f"questions that nothing answers, {split}: items on average (chat profile)")
        for user, kind in users.items():
            row: list[str] = []
            for language in ("en", "zh"):
                counts = [
                    len(
                        (
                            await n.recall(q["question"], user=user, kinds=(kind,), profile="chat")
                        ).items
                    )
                    for q in questions
                    if q["lang"] == language and q["split"] in split
                ]
                row.append(f"{language} {average(counts):.2f}")
            print(f"  against {user:12s} {'  '.join(row)}")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="*", type=Path)
    parser.add_argument("--most", type=int, default=None, help="conversations of each file")
    parser.add_argument("--limit", type=int, default=5)
    parser.add_argument("--profile", default="chat")
    parser.add_argument("--split", nargs="*", default=["dev", "held"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        async with Nagori.open(Path(folder) / "quality.db") as n:
            users: dict[str, PassageKind] = dict.fromkeys(
                ("facts-en", "facts-zh", "facts-both"), "memory"
            )
            for path in options.data:
                for stored in ("messages", "memories"):
                    async with Nagori.open(Path(folder) / f"{path.name}-{stored}.db") as other:
                        tally = await recall_at(
                            other, path, stored,
                            profile=options.profile, limit=options.limit, most=options.most,
                        )  # fmt: skip
                    print(f"{path.name:28s} as {stored:9s} R@{options.limit} {tally}")
                if "locomo" in path.name:
                    conversation = next(conversations(path))
                    await store(n, conversation, "messages")
                    users[conversation.name] = "message"
            await parallel(n, options.split)
            await unanswerable(n, users, options.split)


if __name__ == "__main__":
    asyncio.run(main())
