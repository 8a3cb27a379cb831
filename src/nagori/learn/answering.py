"""Answers about a project: by the model from what is known, or by quoting it; always with lines."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from nagori.errors import ModelError
from nagori.learn.context import MAX_TOKENS, Language, context_summary, place_of, places
from nagori.learn.folder import Folder
from nagori.learn.loading import Loader
from nagori.llm.port import Model
from nagori.prompts import PROJECT_ANSWER_PROMPT, without_marks
from nagori.text.normal import is_cjk
from nagori.values.learning import CheckedLines, LearningRecordWithScore, Lines
from nagori.values.project import LoadedMemory
from nagori.values.prompt import PromptMessage
from nagori.values.scope import Scope

MARK = "project"
_QUOTES = 3
_FEW_WORDS, _NEAR = 0.1, 0.5
"""A record answers by words that it shares with the question, or by being very near in meaning."""
_CITED = re.compile(
    r"(?P<open>[\[(（【`]*)"
    r"(?P<path>[\w.@+-]+(?:/[\w.@+-]+)*):(?:L(?:ines? )?)?(?P<start>\d{1,7})"
    r"(?:\s?[-–—]\s?L?(?P<end>\d{1,7}))?"
    r"(?P<close>[\])）】`]*)"
)
"""`src/a.py:3-6`, as a model writes it, in whatever brackets."""
_SPACES = re.compile(r"[ \t]{2,}")
_EMPTY = re.compile(r"[\[(（【]\s*[,;，；、]*\s*[\])）】]")


@dataclass(frozen=True, slots=True)
class ProjectAnswer:
    """An answer about a project and what it rests on."""

    text: str
    records: tuple[LearningRecordWithScore, ...]
    """What was found for the question, best first."""
    citations: tuple[CheckedLines, ...]
    """The lines that the answer cites; each was among those that the records cite."""
    made_by: Literal["model", "extractive"]
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Words:
    """What answers without a model are made of, in one language."""

    quoting: str
    failed: str
    nothing: str
    stale: str


_WORDS: dict[Language, _Words] = {
    "en": _Words(
        quoting="No language model is configured, so this is what was learned:",
        failed="The language model did not answer, so this is what was learned:",
        nothing="Nothing has been learned about this yet.",
        stale=" (the code has changed since)",
    ),
    "zh": _Words(
        quoting="没有配置语言模型，以下是学到的内容：",
        failed="语言模型没有回答，以下是学到的内容：",
        nothing="还没有学到与此有关的内容。",
        stale="（代码后来改过）",
    ),
}


class Answerer:
    """Answers questions about projects out of what is known of them."""

    def __init__(self, loader: Loader, model: Model, *, max_tokens: int = MAX_TOKENS) -> None:
        self._loader = loader
        self._model = model
        self._max_tokens = max_tokens

    async def ask(self, scope: Scope, question: str, *, folder: Folder | None) -> ProjectAnswer:
        """The model's answer, or what was learned in its own words where there is no model."""
        loaded = await self._loader.load(scope, question, folder=folder)
        language: Language = "zh" if is_cjk(question) else "en"
        if self._model.state == "extractive":
            return _extracted(loaded, language, _WORDS[language].quoting, ())
        summary = context_summary(loaded, language, max_tokens=self._max_tokens)
        try:
            reply = await self._model.reply(_prompt(summary, question))
        except ModelError as error:
            return _extracted(loaded, language, _WORDS[language].failed, (f"model: {error}",))
        if not reply.text.strip():
            problem = ("model: it answered with nothing",)
            return _extracted(loaded, language, _WORDS[language].failed, problem)
        text, cited, invented = grounded(reply.text.strip(), given_in(loaded))
        degraded = list(loaded.degraded)
        if invented:
            degraded.append(f"answer: {invented} places were left out that nothing here cites")
        return ProjectAnswer(text, tuple(loaded.learning_records), cited, "model", tuple(degraded))


def given_in(loaded: LoadedMemory) -> list[CheckedLines]:
    """Every place that the summary of what was loaded may name."""
    return [place for found in loaded.learning_records for place in places(found)]


def grounded(text: str, given: Sequence[CheckedLines]) -> tuple[str, tuple[CheckedLines, ...], int]:
    """A text without places that were not given, the places that it cites, and how many went."""
    cited: dict[CheckedLines, None] = {}
    invented = 0

    def kept(match: re.Match[str]) -> str:
        nonlocal invented
        start = int(match["start"])
        end = int(match["end"] or start)
        for one in given:
            if any(_holds(lines, match["path"], start, end) for lines in (one.lines, one.now)):
                cited.setdefault(one)
                return match[0]
        if not _is_place(match["path"], given):  # a time, a port, a ratio
            return match[0]
        invented += 1
        opened, closed = match["open"], match["close"]
        return opened + closed if len(opened) != len(closed) else ""

    clean = _CITED.sub(kept, text)
    if invented:
        clean = _SPACES.sub(" ", _EMPTY.sub("", clean))
    return clean, tuple(cited), invented


def _holds(lines: Lines | None, path: str, start: int, end: int) -> bool:
    """Whether the place lies within given lines."""
    return lines is not None and lines.path == path and lines.start <= start <= end <= lines.end


def _is_place(path: str, given: Sequence[CheckedLines]) -> bool:
    """Whether it can only be meant as a file."""
    if "/" in path or any(path == one.lines.path for one in given):
        return True
    name, dot, ending = path.rpartition(".")
    return bool(dot and name and ending.isalnum() and not ending.isdigit())


def _prompt(summary: str, question: str) -> list[PromptMessage]:
    body = f"<{MARK}>\n{without_marks(summary, MARK)}\n</{MARK}>"
    return [
        PromptMessage("system", f"{PROJECT_ANSWER_PROMPT}\n{body}", "project"),
        PromptMessage("user", question, "user"),
    ]


def _extracted(
    loaded: LoadedMemory, language: Language, heading: str, problems: tuple[str, ...]
) -> ProjectAnswer:
    """The best records in their own words, those that hold first."""
    words = _WORDS[language]
    records = tuple(loaded.learning_records)
    quoted = sorted(filter(is_worth_quoting, records), key=_is_stale)[:_QUOTES]
    lines = [heading] if quoted else [words.nothing]
    cited: dict[CheckedLines, None] = {}
    for one in quoted:
        place = places(one)[0]
        cited.setdefault(place)
        stale = words.stale if _is_stale(one) else ""
        lines.append(f"- {one.record.answer} [{place_of(place.now or place.lines)}]{stale}")
    return ProjectAnswer(
        text="\n".join(lines),
        records=records,
        citations=tuple(cited),
        made_by="extractive",
        degraded=(*loaded.degraded, *problems),
    )


def is_worth_quoting(found: LearningRecordWithScore) -> bool:
    """Whether a record is worth quoting: not all that come first are about the question."""
    parts = found.parts
    return parts.get("words", 0.0) >= _FEW_WORDS or parts.get("similarity", 0.0) >= _NEAR


def _is_stale(found: LearningRecordWithScore) -> bool:
    return found.is_stale or found.record.status == "stale"
