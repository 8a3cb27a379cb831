"""The summary of a domain in a model's words, as far as they rest on what is known."""

import re

from nagori.learn.domain_facts import Facts
from nagori.prompts import DOMAIN_PROMPT, fill

BY_MODEL = "(Summed up by a model.)"
"""Ends a summary that a model wrote, so that a reader can tell."""
MOST_REPLY_TOKENS = 400

_LONGEST = 1500
_NAMES = re.compile(
    r"`[^`\n]{1,200}`"
    r"|\b[\w.-]+/[\w./-]+"
    r"|\b\w+\.(?:py|pyi|js|ts|tsx|java|kt|go|rs|md|toml|json|ya?ml|sql|sh)\b"
    r"|\b[A-Za-z]\w*_\w+\b|\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b"
)
"""What reads like a name out of the code."""


def prompt_of(facts: Facts) -> str:
    """What a model is asked."""
    return fill(DOMAIN_PROMPT, domain=facts.domain, facts=_told(facts))


def checked_summary(reply: str, facts: Facts) -> str | None:
    """The model's summary with its mark; None when it names what is not among the facts."""
    text = " ".join(reply.split())
    if not text or len(text) > _LONGEST:
        return None
    known = f"{facts.domain} {_told(facts)}".casefold()
    names = (name.strip("`.").casefold() for name in _NAMES.findall(text))
    if any(name not in known for name in names):
        return None
    return f"{text} {BY_MODEL}"


def is_by_model(summary: str) -> bool:
    """Whether a model wrote it."""
    return summary.endswith(BY_MODEL)


def _told(facts: Facts) -> str:
    concepts = [f"- {one.name}: {one.description}" for one in facts.concepts]
    files = [f"- {path}" for path in facts.key_files]
    return "\n".join([facts.summary, "", "Concepts:", *concepts, "", "Files:", *files])
