"""Import: what was exported by us, and what older stores kept."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, cast

from nagori.embed.port import Embedder
from nagori.errors import InvalidInputError
from nagori.store.port import Store
from nagori.values.draft import Indexed
from nagori.values.times import Clock
from nagori.values.transfer import (
    Format,
    ImportReport,
    Whole,
    WholeChat,
    WholeDocument,
    WholeMemory,
    WholeMessage,
    WholePage,
    WholeUser,
)
from nagori.write.document_index import index_passages
from nagori.write.index import index_text
from nagori.write.legacy import Origin, Problem, statement_of
from nagori.write.page_index import index_page
from nagori.write.remember import Statement, remember
from nagori.write.transfer_files import Found, open_records
from nagori.write.transfer_lines import record_of

_BATCH = 500
"""Records in one transaction."""
_MOST_PIECES = 2000
"""After so many a transaction ends: a record may be a book."""

Progress = Callable[[int, int | None], None]
"""Told how many records are done, and of how many, if that is known."""


async def import_file(
    path: Path,
    store: Store,
    embedder: Embedder | None,
    *,
    origin: Origin,
    clock: Clock,
    max_tokens: int,
    progress: Progress | None = None,
) -> ImportReport:
    """Bring in every record of a file that is not here yet; bad ones are reported.

    Some hundred records share a transaction, so what was interrupted can be run again. Vectors
    follow by the job.
    """
    records = await asyncio.to_thread(open_records, path)
    target = Target(store, embedder, clock, max_tokens)
    if records.format == "nagori" and origin.scope.kind != "global":
        raise InvalidInputError(
            "scope", "an export says whose each record is; leave out user, group and project"
        )
    own = records.format == "nagori"
    importer = OwnRecords(target, origin.scope.space) if own else OldRecords(target, origin)
    tally, reading, done = Tally(), records.read(), 0
    while found := await asyncio.to_thread(_prepared, reading, importer):
        await importer.put(found, tally)
        done += len(found)
        if progress:
            progress(done, records.total)
    return tally.report(records.format)


@dataclass(frozen=True, slots=True)
class Target:
    """Where records go."""

    store: Store
    embedder: Embedder | None
    clock: Clock
    max_tokens: int


@dataclass(slots=True)
class Tally:
    """What became of records so far."""

    added: int = 0
    confirmed: int = 0
    known: int = 0
    failed: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    def fail(self, number: int, problem: str) -> None:
        """Note a record that could not be brought in."""
        self.failed.append((number, problem))

    def report(self, format: Format) -> ImportReport:
        """The final word."""
        return ImportReport(
            format, self.added, self.confirmed, self.known, tuple(sorted(self.failed))
        )


class Importer(Protocol):
    """Brings in the records of one kind of file."""

    def prepare(self, record: Any) -> Any:
        """What a record says; raises `InvalidInputError` when it can't be used."""
        ...

    async def put(self, found: Sequence[Found], tally: Tally) -> None:
        """Store what is not here yet, in one transaction."""
        ...


def _prepared(reading: Iterator[Found], importer: Importer) -> list[Found]:
    """The next records, made ready; slow, so it has a thread."""
    done: list[Found] = []
    pieces = 0
    for number, record in islice(reading, _BATCH):
        if not isinstance(record, Problem):
            try:
                record = importer.prepare(record)  # noqa: PLW2901  # the same one, further on
            except InvalidInputError as error:
                record = Problem(str(error))  # noqa: PLW2901
        done.append((number, record))
        pieces += _pieces(record)
        if pieces >= _MOST_PIECES:
            break
    return done


def _pieces(record: Any) -> int:
    match record:
        case (_, Indexed() as indexed):
            return len(indexed.pieces)
        case _:
            return 1


class OldRecords:
    """Records of older stores: they become statements like any other."""

    def __init__(self, target: Target, origin: Origin) -> None:
        self._target, self._origin = target, origin

    def prepare(self, record: Any) -> Statement:
        """The statement that a record makes."""
        return statement_of(record, self._origin)

    async def put(self, found: Sequence[Found], tally: Tally) -> None:
        """Remember what is new; what says the same as a memory confirms it."""
        to = self._target
        statements: dict[str, Statement] = {}
        again = 0
        for number, item in found:
            if isinstance(item, Problem):
                tally.fail(number, item.text)
            elif item.external_id in statements:
                again += 1
            else:
                statements[item.external_id] = item
        known = await to.store.transfer.known(self._origin.scope, list(statements))
        written = await remember(
            [s for id, s in statements.items() if id not in known],
            to.store,
            to.embedder,
            now=to.clock(),
            max_tokens=to.max_tokens,
            embeds_later=True,
        )
        added = sum(w.created for w in written)
        tally.added += added
        tally.confirmed += len(written) - added
        tally.known += len(known) + again


class OwnRecords:
    """Records of an export: they come back as they were."""

    def __init__(self, target: Target, space: str) -> None:
        self._target, self._space = target, space
        self._fingerprint = target.embedder.fingerprint if target.embedder else None

    def prepare(self, record: Any) -> tuple[Whole, Indexed | None] | None:
        """The record with its text made findable; None for a header."""
        if not isinstance(record, dict):
            raise InvalidInputError("record", "give an object")
        record = cast("dict[str, Any]", record)
        if "nagori" in record and "kind" not in record:
            return None
        whole = record_of(record, self._space)
        return whole, self._indexed(whole)

    async def put(self, found: Sequence[Found], tally: Tally) -> None:
        """Put back what is not here."""
        to = self._target
        ready: list[tuple[int, tuple[Whole, Indexed | None]]] = []
        for number, item in found:
            if isinstance(item, Problem):
                tally.fail(number, item.text)
            elif item is not None:
                ready.append((number, item))
        done = await to.store.transfer.put(
            self._space, [item for _, item in ready], embedder=self._fingerprint, now=to.clock()
        )
        for (number, _), what in zip(ready, done, strict=True):
            if what == "refused":
                tally.fail(number, "its chat is not here, or is somebody else's here")
        tally.added += done.count("added")
        tally.known += done.count("known")

    def _indexed(self, whole: Whole) -> Indexed | None:
        match whole:
            case WholeMemory(memory):
                return index_text(memory.text, max_tokens=self._target.max_tokens)
            case WholeMessage(message):
                return index_text(message.content, max_tokens=self._target.max_tokens)
            case WholePage(page):
                return index_page(page.text, max_tokens=self._target.max_tokens)
            case WholeDocument():
                return index_passages(whole.passages)[0]
            case WholeUser() | WholeChat():
                return None
