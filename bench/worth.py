"""Is what is kept without a model what matters later? `bench.fit_worth` fits what it goes by."""

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from bench.sets import OWN, conversations, lines
from nagori.embed.local import LocalEmbedder
from nagori.write.worth import weigh
from nagori.write.worth_meaning import leanings

TUNED = 3  # conversations; the others are only reported
LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class Example:
    text: str
    before: str
    keep: bool
    group: str


def turns(data: Path, number: int) -> Iterator[Example]:
    """Every turn of a conversation; what a question needs is worth it."""
    conversation = next(islice(conversations(data), number, None))
    needed = {e for q in conversation.questions for e in q.evidence}
    before = ""
    for m in conversation.messages:
        yield Example(m.text, before, m.id in needed, conversation.name)
        before = m.text


def statements(split: str) -> Iterator[Example]:
    """Our own statements: "dev" and "held", and of the later ones "odd" and "even" by their ids."""
    if split in ("dev", "held"):
        found = [d for d in lines(OWN / "statements.jsonl") if d["split"] == split]
    else:
        later = (d for lang in LANGUAGES for d in lines(OWN / f"statements_more_{lang}.jsonl"))
        found = [d for d in later if (int(d["id"][-3:]) % 2 == 1) == (split == "odd")]
    for line in found:
        yield Example(line["text"], "", line["keep"], line["lang"])


def trained() -> Iterator[Example]:
    """Statements that were made up for training alone: nothing is reported of them."""
    for line in lines(OWN / "statements_trained.jsonl"):
        yield Example(line["text"], line["before"], line["keep"], line["lang"])


async def kept(
    examples: Sequence[Example], embedder: LocalEmbedder | None, *, alone: bool = False
) -> list[bool]:
    """Which of them are kept; by words alone without an embedder."""
    lean = await leanings([e.text for e in examples], embedder)
    return [
        weigh(e.text, before="" if alone else e.before, leaning=leaning).keep
        for e, leaning in zip(examples, lean, strict=True)
    ]


async def report_statements(split: str, embedder: LocalEmbedder) -> None:
    print(f"statements, {split}: is it kept?")
    for language in LANGUAGES:
        told = [e for e in statements(split) if e.group == language]
        for name, by in (("", embedder), ("  words alone", None)):
            pairs = list(zip(await kept(told, by), (e.keep for e in told), strict=True))
            right = sum(kept and keep for kept, keep in pairs)
            precision = right / max(1, sum(kept for kept, _ in pairs))
            recall = right / max(1, sum(keep for _, keep in pairs))
            f1 = 2 * precision * recall / max(1e-9, precision + recall)
            print(
                f"  {language}  F1 {f1:.3f}  precision {precision:.3f}  recall {recall:.3f}"
                f"  ({len(pairs)} statements)  ≥ 0.90{name}"
            )


async def report_turns(
    data: Path, group: str, numbers: Sequence[int], embedder: LocalEmbedder
) -> None:
    examples = [e for number in numbers for e in turns(data, number)]
    needed = [e.keep for e in examples]
    found = {
        "with the message before": await kept(examples, embedder),
        "words alone": await kept(examples, None),
        "without the one before": await kept(examples, embedder, alone=True),
    }
    for name, kept_ones in found.items():
        good = sum(k and w for k, w in zip(kept_ones, needed, strict=True))
        print(
            f"  {group:9s}{name:>24s}:"
            f"  drops {100 * (1 - sum(kept_ones) / len(kept_ones)):.1f} % of {len(kept_ones)}"
            f" (≥ 50)  keeps {100 * good / max(1, sum(needed)):.1f} % of {sum(needed)} (≥ 88)"
        )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path, help="conversations, see bench/README.md")
    parser.add_argument("--dev", action="store_true", help="leave what is held back alone")
    options = parser.parse_args()
    embedder = LocalEmbedder()
    for split in ("dev", "odd", "even") if options.dev else ("dev", "odd", "even", "held"):
        await report_statements(split, embedder)
    if options.data is not None:
        print(f"turns of {options.data.name}: is what a question needs kept?")
        await report_turns(options.data, "tuned", range(TUNED), embedder)
        if not options.dev:
            count = sum(1 for _ in conversations(options.data))
            await report_turns(options.data, "reported", range(TUNED, count), embedder)
    await embedder.close()


if __name__ == "__main__":
    asyncio.run(main())
