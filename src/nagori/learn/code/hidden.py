"""Values that look like secrets: what an outline never keeps."""

import re
from itertools import pairwise

from nagori.text.secrets import redact

_NAME = re.compile(
    r"(?:^|[_.\-/]|(?<=[a-z0-9]))(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|credentials?"
    r"|(?:api|access|private|secret|auth|signing|encryption|master|account|license|service|app)"
    r"[_.-]?key|client[_.-]?secret|salt|dsn|webhook)s?[0-9]{0,2}$",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"""["']?(?:\$\{\{?[^}]*\}?\}|\$[A-Z_][A-Z0-9_]*|\{\{.*\}\}|<[^>]*>|\*+|%\w+%)["']?$"""
)
_QUOTED = re.compile(r"""^[bBrRuUfF]{0,2}(["'`])(?:\1\1)?(.*?)(?:\1\1)?\1$""", re.DOTALL)
_SHAPE = re.compile(
    r"://[^\s/:@]{0,80}:[^\s/@]{1,80}@|-----BEGIN|[A-Za-z0-9_+/-]{20}|"
    r"(?:AKIA|ASIA|AIza|ghp_|gho_|sk-|xox[abp]-|eyJ)[A-Za-z0-9_-]{6}"
)
_RUN = re.compile(r"[A-Za-z0-9_+/=-]{20,}")
_KEY = re.compile(
    r"\b(?:AKIA|ASIA|AIza|gh[pousr]_|github_pat_|glpat-|sk-|sk_live_|rk_live_|xox[abprs]-|eyJ)"
    r"[A-Za-z0-9_.-]{10,}"
)
_NAMED = re.compile(
    r"""(?P<name>[\w.-]{2,60}?)(?P<set>["']?\s*(?::\s*[\w.\[\]| ]{0,60})?[=:]\s*)"""
    r"""(?P<quote>["'])(?P<value>[^"'\n]{3,200})(?P=quote)"""
)
_MOST_MIXED = 40

HIDDEN = "[hidden]"


def kept(name: str, value: str) -> str | None:
    """The value as the source says it; None when it looks like a secret."""
    if _REFERENCE.match(value):
        return value
    quoted = _QUOTED.match(value)
    bare = quoted[2] if quoted else value
    if _NAME.search(name) and (quoted or not _is_code(bare)) and len(bare.strip()) > 2:
        return None
    return None if holds_secret(bare) else value


def kept_text(name: str, value: str) -> str | None:
    """The plain value of a configuration file; None when it looks like a secret."""
    bare = value.strip().strip("\"'")
    if not bare or _REFERENCE.match(bare):
        return value
    if _NAME.search(name) and bare.lower() not in (
        "true",
        "false",
        "null",
        "none",
        "~",
        "yes",
        "no",
    ):
        return None
    return None if holds_secret(bare) else value


def holds_secret(text: str) -> bool:
    """Whether a key, a token or a link with a password stands in the text."""
    if not _SHAPE.search(text):
        return False
    if _KEY.search(text) or any(_is_random(run) for run in _RUN.findall(text)[:_MOST_MIXED]):
        return True
    return redact(text[:4000]).text != text[:4000]


def masked(source: str) -> str:
    """A line of source with secrets in quotes made unreadable."""
    if '"' not in source and "'" not in source:
        return source
    return _NAMED.sub(_mask, source)


def _mask(found: re.Match[str]) -> str:
    quote, value = found["quote"], found["value"]
    if kept(found["name"], f"{quote}{value}{quote}") is not None:
        return found[0]
    return f"{found['name']}{found['set']}{quote}{HIDDEN}{quote}"


def _is_code(value: str) -> bool:
    """Whether it is computed, so that the source does not tell the secret."""
    return (
        not value or value[0] in "([{" or bool(re.match(r"[A-Za-z_][\w.]*(?:\(|\[|$)|-?\d", value))
    )


def _is_random(run: str) -> bool:
    """Whether letters and digits alternate as they do in keys, not in words or paths."""
    if "/" in run or run.count("-") > 1 or run.count("_") > 1:
        return False
    kinds = [
        "d" if c.isdigit() else "u" if c.isupper() else "l" if c.isalpha() else "-" for c in run
    ]
    changes = sum(a != b for a, b in pairwise(kinds))
    return len(set(kinds) - {"-"}) == 3 and changes * 3 >= len(run)
