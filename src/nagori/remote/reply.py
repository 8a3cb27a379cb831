"""Reading what providers say when they refuse: pure, and careful with what may be repeated."""

import json
import math
from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_LONGEST_DETAIL = 200
_SHORTEST_SECRET = 8


def again_after(header: str | None, *, now: datetime | None = None) -> float | None:
    """Seconds to wait according to `Retry-After`, which is a number or a date."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        seconds = _until(header, now or datetime.now(UTC))
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _until(date: str, now: datetime) -> float:
    try:
        then = parsedate_to_datetime(date)
    except ValueError:
        return math.nan
    return (then.replace(tzinfo=then.tzinfo or UTC) - now).total_seconds()


def problem_in(body: bytes, *, secrets: Iterable[str]) -> str:
    """`: <what the provider wrote>` on one short line, without anything secret; or nothing.

    Only the field meant for people is taken: the rest of a body may repeat the texts sent.
    """
    try:
        reply: object = json.loads(body)
    except (ValueError, RecursionError):
        return ""
    match reply:
        case {"error": {"message": str(text)}} | {"error": str(text)}:
            line = without_secrets(text, secrets)
        case _:
            return ""
    return f": {line}" if line else ""


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """The text on one short line, with dots where a secret stood."""
    line = " ".join(text.split())
    for secret in secrets:
        for part in secret.split():
            if len(part) >= _SHORTEST_SECRET:
                line = line.replace(part, "…")
    return line[:_LONGEST_DETAIL]
