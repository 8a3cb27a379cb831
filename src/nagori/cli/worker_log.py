"""A line for every job that is done: what it was, never with which words."""

import json
import logging
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from nagori.cli.output import clean
from nagori.cli.session import Session

_JOBS = "nagori.jobs"


@contextmanager
def told_jobs(session: Session) -> Generator[None]:
    """Writes what is done, and what goes wrong, to standard error until the end of the block."""
    ours, jobs, told = logging.getLogger("nagori"), logging.getLogger(_JOBS), _Told(session)
    before = ours.level, jobs.level
    ours.addHandler(told)
    ours.setLevel(logging.INFO)
    jobs.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        ours.removeHandler(told)
        ours.setLevel(before[0])
        jobs.setLevel(before[1])


class _Told(logging.Handler):
    """Puts what is logged into a line for a person, or into JSON for a program."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        write = self._document if self._session.json else self._line
        sys.stderr.write(f"{write(record)}\n")
        sys.stderr.flush()

    def _line(self, record: logging.LogRecord) -> str:
        words = self._session.words
        at = datetime.fromtimestamp(record.created, UTC).astimezone(self._session.zone)
        done = _done(record)
        if not done:
            return f"{at:%H:%M:%S}  {clean(record.getMessage())}"
        name = f"worker.did.{done['kind']}"
        what = words(name) if words.has(name) else done["kind"]
        return f"{at:%H:%M:%S}  {what} · {clean(done['key'])} · {done['seconds']:.1f} s"

    def _document(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC)
        told: dict[str, Any] = {"at": at.isoformat(), "level": record.levelname.lower()}
        done = _done(record)
        told |= {"event": "job_done", **done} if done else {"event": record.getMessage()}
        return json.dumps(told, ensure_ascii=False)


def _done(record: logging.LogRecord) -> dict[str, Any]:
    """The job that the record is about, if it tells of one that is done."""
    return getattr(record, "job_done", {})
