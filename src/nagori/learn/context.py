"""The summary of what is known of a project, as a model is given it (S4-8). Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from nagori.text.tokens import estimate_tokens
from nagori.values.learning import CheckedLines, DomainKnowledge, LearningRecordWithScore, Lines
from nagori.values.project import BestPractice, LoadedMemory

Language = Literal["zh", "en"]
MAX_TOKENS = 1600
MOST_PLACES = 6
"""Places that are named of one record."""
_MOST_NAMES = 20
_LEAST = 24
"""Tokens of a text that is cut; with less it is left out."""


@dataclass(frozen=True, slots=True)
class _Words:
    """What the summary is made of, in one language."""

    background: str
    stack: str
    domains: str
    records: str
    record: str
    question: str
    answer: str
    files: str
    stale: str
    moved: str
    domain_knowledge: str
    concepts: str
    practices: str
    sources: str
    nothing: str


_WORDS: dict[Language, _Words] = {
    "zh": _Words(
        background="## 项目背景",
        stack="- 技术栈: {}",
        domains="- 领域: {}",
        records="## 相关学习记录",
        record="### 相关知识 {} (相关度: {}%)",
        question="问题: {}",
        answer="答案: {}",
        files="涉及文件: {}",
        stale="(已过时: 所引用的代码后来改过)",
        moved="{} (原在 {})",
        domain_knowledge="## 领域知识",
        concepts="关键概念: {}",
        practices="## 通用实践 (所有项目)",
        sources="来源项目: {}",
        nothing="(没有相关的学习记录)",
    ),
    "en": _Words(
        background="## Project background",
        stack="- Tech stack: {}",
        domains="- Domains: {}",
        records="## Related learning records",
        record="### Related knowledge {} (relevance: {}%)",
        question="Question: {}",
        answer="Answer: {}",
        files="Files: {}",
        stale="(stale: the cited code has changed since)",
        moved="{} (was {})",
        domain_knowledge="## Domain knowledge",
        concepts="Key concepts: {}",
        practices="## Practices of all projects",
        sources="Source projects: {}",
        nothing="(no record has to do with it)",
    ),
}


def context_summary(
    loaded: LoadedMemory, language: Language = "zh", *, max_tokens: int = MAX_TOKENS
) -> str:
    """What was loaded under the document's headings, the best first, within the budget.

    Records come before domains and those before practices where not all of them fit.
    """
    words = _WORDS[language]
    left = max_tokens
    sections: list[list[str]] = []
    for heading, blocks in (
        (words.background, [_background(loaded, words)]),
        (words.records, _records(loaded.learning_records, words) or [words.nothing]),
        (words.domain_knowledge, [_domain(one, words) for one in loaded.domain_knowledge]),
        (words.practices, [_practice(one, words) for one in loaded.best_practices]),
    ):
        left -= estimate_tokens(heading) + 1
        kept, left = _fitting(blocks, left)
        if kept:
            sections.append([f"{heading}\n{kept[0]}", *kept[1:]])
        else:
            left += estimate_tokens(heading) + 1
    return "\n\n".join(block for section in sections for block in section)


def place_of(lines: Lines) -> str:
    """Lines as they are cited: `src/a.py:3-6`, or `src/a.py:3`."""
    span = str(lines.start) if lines.start == lines.end else f"{lines.start}-{lines.end}"
    return f"{lines.path}:{span}"


def places(found: LearningRecordWithScore) -> tuple[CheckedLines, ...]:
    """The citations of a record that are worth naming, with what is known of them."""
    checked = found.checked or tuple(
        CheckedLines(lines, "unchanged") for lines in found.record.citations
    )
    first = {one.lines.path: one for one in reversed(checked)}
    order = [*first.values()][::-1]  # a place in each file before a second one in any
    order += [one for one in checked if one not in order]
    return tuple(order[:MOST_PLACES])


def _background(loaded: LoadedMemory, words: _Words) -> str:
    memory = loaded.project_memory
    return "\n".join(
        [
            words.stack.format(_listed(memory.tech_stack)),
            words.domains.format(_listed(one.domain for one in memory.domain_knowledge)),
        ]
    )


def _records(found: Sequence[LearningRecordWithScore], words: _Words) -> list[str]:
    return [_record(number, one, words) for number, one in enumerate(found, 1)]


def _record(number: int, found: LearningRecordWithScore, words: _Words) -> str:
    record = found.record
    is_stale = found.is_stale or record.status == "stale"
    head = words.record.format(number, int(found.score * 100))
    files = ", ".join(_place(one, words) for one in places(found))
    return "\n".join(
        [
            f"{head} {words.stale}" if is_stale else head,
            words.question.format(_one_line(record.question)),
            words.answer.format(_one_line(record.answer)),
            words.files.format(f"[{files}]"),
        ]
    )


def _place(checked: CheckedLines, words: _Words) -> str:
    if checked.now is None:
        return place_of(checked.lines)
    return words.moved.format(place_of(checked.now), place_of(checked.lines))


def _domain(known: DomainKnowledge, words: _Words) -> str:
    concepts = _listed(one.name for one in known.key_concepts)
    return f"### {known.domain}\n{_one_line(known.summary)}\n{words.concepts.format(concepts)}"


def _practice(known: BestPractice, words: _Words) -> str:
    projects = _listed(known.source_projects)
    told = f"### {known.title}\n{_one_line(known.description)}"
    return f"{told}\n{words.sources.format(projects)}" if known.source_projects else told


def _listed(names: Iterable[str]) -> str:
    all_names = list(names)
    more = ["…"] if len(all_names) > _MOST_NAMES else []
    return f"[{', '.join([*all_names[:_MOST_NAMES], *more])}]"


def _fitting(blocks: Sequence[str], budget: int) -> tuple[list[str], int]:
    """The blocks that fit, in order; the first that does not is cut, the rest left out."""
    kept: list[str] = []
    for block in blocks:
        tokens = estimate_tokens(block) + 2
        if tokens <= budget:
            kept.append(block)
            budget -= tokens
            continue
        if budget > _LEAST:
            kept.append(_cut(block, budget - 2))
        return kept, 0
    return kept, budget


def _cut(text: str, tokens: int) -> str:
    """The beginning of a text that is within so many tokens."""
    fits, over = 0, len(text)
    while over - fits > 1:
        middle = (fits + over) // 2
        if estimate_tokens(text[:middle]) < tokens:
            fits = middle
        else:
            over = middle
    return f"{text[:fits].rstrip()}…"


def _one_line(text: str) -> str:
    return " ".join(text.split())
