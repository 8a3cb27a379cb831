"""What came of bringing a project's copies and its store together."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What was written, deleted and taken in."""

    written: int = 0
    """Files."""
    removed: int = 0
    """Files of what is gone."""
    unknown: int = 0
    """Copies that came from elsewhere and are not taken in."""
    records: int = 0
    """Taken in."""
    failures: int = 0
    domains: int = 0
    known: int = 0
    """Copies of what was here already."""
    stale: int = 0
    """Records among those taken in that rest on lines which are not so here."""
    problems: tuple[str, ...] = ()
    """Copies that could not be used or written, each with the reason; the rest went on."""
    degraded: tuple[str, ...] = ()
    """Why nothing could be done with the folder."""
