"""How often the rules see right what a new statement does to what is known.

    python -m bench.updates --dev     (the development half only)
    python -m bench.updates           (both halves)
    python -m bench.updates --pairs   (the pairs that the weights were chosen on)
    python -m bench.updates --more    (those that were written later, without knowing the rules)
    python -m bench.updates --indirect   (pairs told by hints alone, as people do; not fitted on)

Everything in `first` and `others` is known, `second` arrives. Right is: `first` superseded and
nothing else, `first` confirmed, or nothing touched. Once with the words as said, once with the
statements that are made of them, once while the embedder is down.
"""

import argparse
import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bench.sets import OWN, lines
from nagori.embed.local import LocalEmbedder
from nagori.text.spoken import as_spoken
from nagori.write.decide import Add, Confirm, Decision, Drop, Known, Supersede, decide
from nagori.write.sentence import third_person

FIRST = "first"
RELATIONS = ("supersede", "confirm", "add")
MORE = (
    "updates_more_en.jsonl", "updates_more_zh.jsonl", "updates_fresh.jsonl", "updates_fresh2.jsonl",
    "updates_fresh3.jsonl",
)  # fmt: skip
INDIRECT = ("updates_indirect.jsonl",)
SETS = ("updates.jsonl", "update_pairs.jsonl", *MORE)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Case:
    id: str
    lang: str
    split: str
    relation: str
    first: str
    second: str
    others: tuple[str, ...]

    def turned(self, turn: Callable[[str], str]) -> "Case":
        others = tuple(turn(other) for other in self.others)
        return Case(
            self.id, self.lang, self.split, self.relation,
            turn(self.first), turn(self.second), others,
        )  # fmt: skip


def cases(name: str, splits: Sequence[str]) -> list[Case]:
    """The cases of a set; a line without a half belongs to development."""
    return [
        Case(
            line["id"], line["lang"], line.get("split", "dev"), line["relation"],
            line["first"], line["second"], tuple(line["others"]),
        )
        for line in lines(OWN / name)
        if line.get("split", "dev") in splits
    ]  # fmt: skip


async def near(case: Case, embedder: LocalEmbedder | None) -> list[Known]:
    texts = (case.first, *case.others)
    ids = (FIRST, *(f"other-{n}" for n in range(len(case.others))))
    if embedder is None:
        return [Known(id, text, None, NOW) for id, text in zip(ids, texts, strict=True)]
    vectors = await embedder.embed([as_spoken(text) for text in (case.second, *texts)])
    cosines = (vectors[1:] @ vectors[0]).tolist()
    return [Known(id, text, c, NOW) for id, text, c in zip(ids, texts, cosines, strict=True)]


def relation(decision: Decision) -> str:
    match decision:
        case Add():
            return "add"
        case Confirm(memory_id):
            return "confirm" if memory_id == FIRST else "another confirmed"
        case Supersede(memory_ids):
            return "supersede" if memory_ids == (FIRST,) else "another superseded"
        case Drop():
            return "dropped"


async def report(title: str, found: Sequence[Case], embedder: LocalEmbedder | None) -> None:
    right: Counter[tuple[str, str]] = Counter()
    of: Counter[tuple[str, str]] = Counter()
    for case in found:
        decision = decide(case.second, await near(case, embedder))
        of[case.lang, case.relation] += 1
        right[case.lang, case.relation] += relation(decision) == case.relation
    print(title)
    for lang in sorted({case.lang for case in found}):
        row = [f"{r} {right[lang, r]}/{of[lang, r]}" for r in RELATIONS]
        good, all_ = (sum(c[lang, r] for r in RELATIONS) for c in (right, of))
        print(f"  {lang}  {100 * good / all_:5.1f} % of {all_}   {'  '.join(row)}")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dev", action="store_true", help="leave the held half alone")
    parser.add_argument("--pairs", action="store_true", help="the pairs for choosing weights")
    parser.add_argument("--more", action="store_true", help="the pairs that were written later")
    parser.add_argument("--indirect", action="store_true", help="the pairs told by hints alone")
    options = parser.parse_args()
    embedder = LocalEmbedder()
    names = MORE if options.more else ("update_pairs.jsonl",) if options.pairs else SETS[:1]
    names = INDIRECT if options.indirect else names
    splits = ("dev",) if options.dev or options.pairs else ("dev", "held")
    for split in splits:
        found = [case for name in names for case in cases(name, [split])]
        await report(f"{split}, as said", found, embedder)
        stated = [case.turned(third_person) for case in found]
        await report(f"{split}, as statements", stated, embedder)
        await report(f"{split}, as said, without an embedder", found, None)
    await embedder.close()


if __name__ == "__main__":
    asyncio.run(main())
