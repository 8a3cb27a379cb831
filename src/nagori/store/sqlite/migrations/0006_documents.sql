-- Documents and what was found in them.

-- `source` is what a document is known by in its scope: an address, or the name of a file.
CREATE TABLE documents (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    space        TEXT NOT NULL,
    id           TEXT NOT NULL,
    scope        TEXT NOT NULL,
    source       TEXT NOT NULL,
    title        TEXT NOT NULL,
    name         TEXT NOT NULL,
    url          TEXT,
    media_type   TEXT,
    size         INTEGER,
    pages        INTEGER,
    passages     INTEGER NOT NULL DEFAULT 0,
    content_hash BLOB,
    state        TEXT NOT NULL DEFAULT 'queued',
    progress     REAL NOT NULL DEFAULT 0.0,
    error        TEXT,
    metadata     TEXT NOT NULL DEFAULT '{}',
    retired_at   INTEGER,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    UNIQUE (space, id),
    UNIQUE (space, scope, source)
) STRICT;
CREATE INDEX documents_retired ON documents (retired_at) WHERE retired_at IS NOT NULL;

-- A file until it is read: an import survives a restart.
CREATE TABLE document_files (
    document INTEGER PRIMARY KEY REFERENCES documents (seq) ON DELETE CASCADE,
    data     BLOB NOT NULL
) STRICT;

-- `start` is that of the passage which finds it: the texts count as if they stood behind each other.
CREATE TABLE document_passages (
    document INTEGER NOT NULL REFERENCES documents (seq) ON DELETE CASCADE,
    start    INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    page     INTEGER,
    headings TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (document, start)
) STRICT, WITHOUT ROWID;

-- The documents that a chat is limited to, as a JSON list; NULL for all.
ALTER TABLE chats ADD COLUMN documents TEXT;
