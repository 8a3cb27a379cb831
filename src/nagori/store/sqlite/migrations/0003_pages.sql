-- Global memory: one page for each scope, with everything that it ever said.

-- `uncondensed` is the version that was last whole, while what came after was condensed without a
-- model: a model does it again from there on.
CREATE TABLE global_pages (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    scope       TEXT NOT NULL,
    version     INTEGER NOT NULL,
    text        TEXT NOT NULL,
    "by"        TEXT NOT NULL,
    trust       TEXT NOT NULL DEFAULT 'own',
    uncondensed INTEGER,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    UNIQUE (space, scope)
) STRICT;

-- What a page said before, beside each other in the file.
CREATE TABLE page_versions (
    page    INTEGER NOT NULL REFERENCES global_pages (seq) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    text    TEXT NOT NULL,
    "by"    TEXT NOT NULL,
    trust   TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (page, version)
) STRICT, WITHOUT ROWID;

-- The messages that an entry was taken from, by the hash of what it says. An entry without any was
-- written by a person.
CREATE TABLE page_sources (
    page         INTEGER NOT NULL REFERENCES global_pages (seq) ON DELETE CASCADE,
    content_hash BLOB NOT NULL,
    message      TEXT NOT NULL,
    PRIMARY KEY (page, content_hash, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_sources_by_message ON page_sources (message);
