"""Summarising: an answer in claims, of which only those stay that lines which were shown support.

A model may cite what it never saw, or name what is nowhere written. Neither is kept: a citation
counts when tools have shown all of its lines and they are still so, a claim when it has such a
citation and its names stand there.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nagori.errors import UserError
from nagori.learn.asking import Asker
from nagori.learn.citing import Checker
from nagori.learn.seen import Seen
from nagori.prompts import LEARN_SUMMARY_PROMPT, fill
from nagori.text.secrets.redaction import redact
from nagori.values.learning import Lines
from nagori.values.prompt import PromptMessage

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string"},
                    "citations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "path": {"type": "string"},
                                "start": {"type": "integer"},
                                "end": {"type": "integer"},
                            },
                            "required": ["path", "start", "end"],
                        },
                    },
                },
                "required": ["text"],
            },
        },
        "confidence": {"type": "number"},
    },
    "required": ["claims"],
}
_MOST_CLAIMS = 12
_MOST_CITED = 32
_LONGEST_SPAN = 80
"""Lines of one citation: what rests on more shows nothing."""
_LONGEST_CLAIM = 800
_LAST_S = 60.0
_QUOTED = re.compile(r"`([^`\n]+)`")
_NAME = re.compile(r"[A-Za-z_]\w+")
_WORD = re.compile(r"[a-z]+|\d+")
_LONG_WORD = 4
# Words that can only be names: with an underscore, a capital inside, or a path.
_CODE = re.compile(
    r"(?<![\w/.])(?:/?(?:[\w.-]+/)+[\w.-]+|\w+_\w+|[a-z]+[A-Z]\w*|[A-Z]\w*[a-z]\w*[A-Z]\w*"
    r"|[\w-]+\.(?:py|ts|js|java|kt|go|rs|md|toml|json|ya?ml))(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Stated:
    """One claim with the lines that show it."""

    text: str
    citations: tuple[Lines, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """An answer that rests on what was seen."""

    claims: tuple[Stated, ...]
    confidence: float
    dropped: int = 0
    """Claims that nothing showed."""

    @property
    def answer(self) -> str:
        """The claims as one text, without secrets."""
        return redact("\n".join(claim.text for claim in self.claims)).text

    @property
    def citations(self) -> tuple[Lines, ...]:
        """All that is cited, each once."""
        cited = dict.fromkeys(one for claim in self.claims for one in claim.citations)
        return tuple(cited)[:_MOST_CITED]


async def summarise(
    question: str, talk: Sequence[PromptMessage], asker: Asker
) -> tuple[list[Mapping[str, Any]], float]:
    """What the model claims after an exploration, and how sure it is; nothing of it is checked."""
    asked = PromptMessage("user", fill(LEARN_SUMMARY_PROMPT, question=question))
    reply = await asker.ask([*talk, asked], _SCHEMA, grace_s=_LAST_S)
    return reply["claims"][:_MOST_CLAIMS], float(reply.get("confidence", 0.5))


def grounded(
    claims: Sequence[Mapping[str, Any]],
    confidence: float,
    seen: Seen,
    checker: Checker,
    *,
    commit: str | None,
) -> Summary:
    """The claims that stay; reads files, to be sure that they are as they were shown."""
    everything = seen.words()
    kept: list[Stated] = []
    for claim in claims:
        text = " ".join(str(claim["text"]).split())[:_LONGEST_CLAIM]
        cited = _cited(claim.get("citations", ()), seen, checker, commit)
        if text and cited and _is_shown(text, cited, seen, everything):
            kept.append(Stated(text, cited))
    share = len(kept) / len(claims) if claims else 0.0
    return Summary(tuple(kept), min(max(confidence, 0.0), 1.0) * share, len(claims) - len(kept))


def _cited(
    given: Iterable[Mapping[str, Any]], seen: Seen, checker: Checker, commit: str | None
) -> tuple[Lines, ...]:
    found: list[Lines] = []
    for one in given:
        path, start, end = str(one["path"]).removeprefix("./"), int(one["start"]), int(one["end"])
        shown = seen.hash(path, start, end) if end - start < _LONGEST_SPAN else None
        if shown is None:
            continue
        try:
            lines = checker.cite(path, start, end, commit=commit)
        except UserError:
            continue
        if (lines.start, lines.end, lines.hash) == (start, end, shown):
            found.append(lines)
    return tuple(dict.fromkeys(found))


def _is_shown(text: str, cited: Sequence[Lines], seen: Seen, everything: str) -> bool:
    """Whether a claim may rest on its lines: it speaks of them, and names nothing made up."""
    shown = [line for one in cited for line in seen.text(one.path, one.start, one.end) or ()]
    here = "\n".join([*shown, *(one.path for one in cited)])
    quoted, plain = _QUOTED.findall(text), _QUOTED.sub(" ", text)
    names = {name for word in [*quoted, *_CODE.findall(plain)] for name in _NAME.findall(word)}
    if names:
        return not names.isdisjoint(_NAME.findall(here)) and names.issubset(
            _NAME.findall(everything)
        )
    words = {word for word in _WORD.findall(text.casefold()) if len(word) >= _LONG_WORD}
    return not words or any(word in here.casefold() for word in words)
