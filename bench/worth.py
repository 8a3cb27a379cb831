"""Is what is kept without a model what matters later? `bench.fit_worth` fits what it goes by."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from bench.sets import OWN, conversations, lines
from nagori.write.worth import weigh

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


def report_statements(split: str) -> None:
    print(f"statements, {split}: is it kept?")
    for language in LANGUAGES:
        pairs = [(weigh(e.text).keep, e.keep) for e in statements(split) if e.group == language]
        right = sum(kept and keep for kept, keep in pairs)
        precision = right / max(1, sum(kept for kept, _ in pairs))
        recall = right / max(1, sum(keep for _, keep in pairs))
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        print(
            f"  {language}  F1 {f1:.3f}  precision {precision:.3f}  recall {recall:.3f}"
            f"  ({len(pairs)} statements)  ≥ 0.90"
        )


def report_turns(data: Path, group: str, numbers: Sequence[int]) -> None:
    examples = [e for number in numbers for e in turns(data, number)]
    needed = [e.keep for e in examples]
    kept = {
        "with the message before": [weigh(e.text, before=e.before).keep for e in examples],
        "alone": [weigh(e.text).keep for e in examples],
    }
    for name, found in kept.items():
        good = sum(k and w for k, w in zip(found, needed, strict=True))
        print(
            f"  {group:9s}{name:>24s}:"
            f"  drops {100 * (1 - sum(found) / len(found)):.1f} % of {len(found)} (≥ 50)"
            f"  keeps {100 * good / max(1, sum(needed)):.1f} % of {sum(needed)} needed (≥ 88)"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path, help="conversations, see bench/README.md")
    parser.add_argument("--dev", action="store_true", help="leave what is held back alone")
    options = parser.parse_args()
    for split in ("dev", "odd", "even") if options.dev else ("dev", "odd", "even", "held"):
        report_statements(split)
    if options.data is None:
        return
    print(f"turns of {options.data.name}: is what a question needs kept?")
    report_turns(options.data, "tuned", range(TUNED))
    if not options.dev:
        count = sum(1 for _ in conversations(options.data))
        report_turns(options.data, "reported", range(TUNED, count))


if __name__ == "__main__":
    main()
