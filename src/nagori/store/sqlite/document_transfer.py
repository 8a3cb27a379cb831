"""Whole documents, out of the database file and in again."""

from nagori.store.document_port import IMPORT_JOB
from nagori.store.sqlite.database import Database
from nagori.store.sqlite.documents import SQL, document_from, passage_from, put_texts
from nagori.store.sqlite.jobs import enqueue_anew
from nagori.store.sqlite.memory_puts import as_json
from nagori.store.sqlite.passage_rows import Batch, Owner, put_passages
from nagori.values.draft import Indexed
from nagori.values.scope import Scope
from nagori.values.times import from_micros, to_micros
from nagori.values.transfer import WholeDocument

_WHOLE = SQL["whole"].format(columns=SQL["columns"])


def whole_document(db: Database, seq: int) -> WholeDocument:
    """The document with this number, with what was found in it."""
    source, content_hash, retired_at, file, *document = db.row(_WHOLE, (seq,))
    return WholeDocument(
        document_from(document),
        source,
        content_hash=None if content_hash is None else content_hash.hex(),
        retired_at=None if retired_at is None else from_micros(retired_at),
        file=file,
        passages=tuple(passage_from(row) for row in db.rows(SQL["passages_of"], (seq,))),
    )


def put_whole_document(batch: Batch, space: str, whole: WholeDocument, indexed: Indexed) -> bool:
    """Put back a document as it was; False when it, or one of its source, is here already.

    One whose import was under way is imported here.
    """
    db, document = batch.db, whole.document
    scope = Scope.parse(space, document.scope)
    known = (space, document.id, scope.key, whole.source)
    if db.row(SQL["known_whole"], known) is not None:
        return False
    updated = to_micros(document.updated_at)
    db.run(
        SQL["insert_whole"],
        (
            space,
            whole.source,
            None if whole.content_hash is None else bytes.fromhex(whole.content_hash),
            None if whole.retired_at is None else to_micros(whole.retired_at),
            document.id,
            scope.key,
            document.title,
            document.name,
            document.url,
            document.media_type,
            document.size,
            document.pages,
            len(whole.passages),
            document.state,
            document.progress,
            document.error,
            as_json(document.metadata),
            to_micros(document.created_at),
            updated,
        ),
    )
    seq = db.last_insert
    put_texts(db, seq, whole.passages)
    put_passages(batch, Owner(scope, "document", seq, updated, status=document.status), indexed)
    if whole.file is not None:
        db.run(SQL["put_file"], (seq, whole.file))
    if document.state not in ("ready", "failed"):
        enqueue_anew(db, space, IMPORT_JOB, document.id, {}, batch.now)
    return True
