"""Writing passages: part of the transaction that writes their owner."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from nagori.store.index.rows import KINDS, STATUSES, TAGS
from nagori.store.port import EMBED_JOB
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.jobs import enqueue
from nagori.store.sqlite.queries import load_queries
from nagori.store.sqlite.scopes import bump, renew
from nagori.text.terms import VERSION
from nagori.values.draft import Indexed
from nagori.values.memory import Status, Tag
from nagori.values.passage import PassageKind
from nagori.values.scope import Scope

_SQL = load_queries("passages")


@dataclass(frozen=True, slots=True)
class Owner:
    """What passages belong to, with the facts that they repeat."""

    scope: Scope
    kind: PassageKind
    seq: int
    at: int
    tag: Tag | None = None
    status: Status = "active"
    chat_id: str | None = None
    bot: str | None = None
    valid_from: int | None = None
    valid_to: int | None = None


@dataclass(slots=True)
class Batch:
    """One write: what is said once in it, however many owners it indexes."""

    db: Database
    embedder: str | None
    now: int
    _versions: dict[Scope, tuple[int, int]] = field(default_factory=dict[Scope, tuple[int, int]])
    _queued: bool = False

    def version(self, scope: Scope) -> tuple[int, int]:
        """The scope's number and the version that this write gives it."""
        found = self._versions.get(scope)
        if found is None:
            found = self._versions[scope] = bump(self.db, scope)
        return found

    def queue_embedding(self) -> None:
        """Leave what has no vector to the embedding job."""
        if self.embedder and not self._queued:
            enqueue(self.db, "", EMBED_JOB, self.embedder, {}, self.now)
            self._queued = True


def put_passages(batch: Batch, owner: Owner, indexed: Indexed) -> None:
    """Index an owner's text. Pieces without a vector are left to the embedding job."""
    db, embedder = batch.db, batch.embedder
    number, version = batch.version(owner.scope)
    vectors = indexed.vectors if embedder else None
    by = embedder_id(db, embedder, vectors.shape[1]) if vectors is not None else None
    for at, piece in enumerate(indexed.pieces):
        db.run(
            _SQL["insert"],
            (
                owner.scope.space,
                number,
                version,
                KINDS[owner.kind],
                owner.seq,
                piece.start,
                piece.end,
                TAGS[owner.tag],
                STATUSES[owner.status],
                owner.chat_id,
                owner.bot,
                owner.at,
                owner.valid_from,
                owner.valid_to,
                piece.text_hash,
                int(piece.cjk),
                int(piece.asks),
                piece.terms,
                VERSION,
                by,
            ),
        )
        if vectors is not None:
            vector = vectors[at].tobytes()
            db.run(_SQL["insert_vector"], (db.last_insert, by, vector))
    if by is None and indexed.pieces:
        batch.queue_embedding()


def refresh_passages(
    db: Database,
    owner: Owner,
    *,
    tag: Tag | None = None,
    status: Status | None = None,
    said_again: int | None = None,
    valid_to: int | None = None,
) -> None:
    """Repeat what changed of an owner in its passages; their text stays."""
    number, version = bump(db, owner.scope)
    if tag is not None:  # what is raw has neighbours, and those are found when an index is loaded
        renew(db, number)
    db.run(
        _SQL["refresh"],
        (
            KINDS[owner.kind],
            owner.seq,
            version,
            None if tag is None else TAGS[tag],
            None if status is None else STATUSES[status],
            said_again,
            valid_to,
        ),
    )


def set_chat_status(db: Database, scope: Scope, chat_id: str, status: Status) -> None:
    """Hide or show the passages of every message of a chat."""
    _, version = bump(db, scope)
    db.run(_SQL["set_status_of_chat"], (scope.space, chat_id, version, STATUSES[status]))


def drop_passages(db: Database, kind: PassageKind, owners: Sequence[int]) -> int:
    """Remove the passages and vectors of some owners; returns how many passages went."""
    key = (KINDS[kind], json.dumps(list(owners)))
    for (number,) in db.rows(_SQL["scopes_of_owners"], key):
        renew(db, int(number))
    (count,) = db.row(_SQL["count_of_owners"], key)
    db.run(_SQL["delete_of_owners"], key)
    return count


def embedder_id(db: Database, fingerprint: str | None, dims: int) -> int:
    """The number that stands for an embedder in this file; other dimensions, another number."""
    key = (fingerprint, dims)
    found = db.row(_SQL["embedder"], key)
    if found is None:
        # It came back with other dimensions: its older vectors are those of another embedder now.
        db.run(_SQL["retire_embedders"], (fingerprint,))
        db.run(_SQL["add_embedder"], key)
        return db.last_insert
    return found[0]
