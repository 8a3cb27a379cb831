-- The first schema. Times are microseconds since 1970 UTC; order comes from `seq`, never from a clock.
-- Columns that would be dear to add to a large file later are here from the start.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- `version` grows with every change of a scope's passages, `epoch` when some of them went away:
-- a cache appends what is newer than its own version and reloads after a new epoch. Numbers are
-- never used again, so a cache of an erased scope can't be taken for that of another.
CREATE TABLE scopes (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    space   TEXT NOT NULL,
    scope   TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    epoch   INTEGER NOT NULL DEFAULT 0,
    UNIQUE (space, scope)
) STRICT;

CREATE TABLE users (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    space      TEXT NOT NULL,
    id         TEXT NOT NULL,
    time_zone  TEXT,
    created_at INTEGER NOT NULL,
    UNIQUE (space, id)
) STRICT;

CREATE TABLE settings (
    space TEXT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (space, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE chats (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    space      TEXT NOT NULL,
    id         TEXT NOT NULL,
    scope      TEXT NOT NULL,
    title      TEXT,
    summary    TEXT,
    bot        TEXT,
    archived   INTEGER NOT NULL DEFAULT 0,
    retired_at INTEGER,
    metadata   TEXT NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX chats_by_scope ON chats (space, scope, updated_at);

CREATE TABLE messages (
    seq           INTEGER PRIMARY KEY AUTOINCREMENT,
    space         TEXT NOT NULL,
    id            TEXT NOT NULL,
    chat_id       TEXT NOT NULL,
    role          TEXT NOT NULL,
    speaker       TEXT NOT NULL,
    name          TEXT,
    content       TEXT NOT NULL,
    raw_content   TEXT,
    emotion       TEXT,
    reply_to      TEXT,
    mentions      TEXT NOT NULL DEFAULT '[]',
    state         TEXT NOT NULL DEFAULT 'final',
    replaced_by   TEXT,
    is_summarized INTEGER NOT NULL DEFAULT 0,
    context_id    TEXT,
    external_id   TEXT,
    metadata      TEXT NOT NULL DEFAULT '{}',
    said_at       INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    UNIQUE (space, id),
    FOREIGN KEY (space, chat_id) REFERENCES chats (space, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX messages_by_chat ON messages (space, chat_id, seq);
CREATE UNIQUE INDEX messages_by_external_id ON messages (space, chat_id, external_id)
    WHERE external_id IS NOT NULL;

CREATE TABLE memories (
    seq           INTEGER PRIMARY KEY AUTOINCREMENT,
    space         TEXT NOT NULL,
    id            TEXT NOT NULL,
    scope         TEXT NOT NULL,
    bot           TEXT,
    tag           TEXT NOT NULL,
    text          TEXT NOT NULL,
    content_hash  BLOB NOT NULL,
    emotion_label TEXT,
    chat_id       TEXT,
    status        TEXT NOT NULL DEFAULT 'active',
    stage         TEXT NOT NULL DEFAULT 'stored',
    times_said    INTEGER NOT NULL DEFAULT 1,
    confidence    REAL NOT NULL DEFAULT 1.0,
    trust         TEXT NOT NULL DEFAULT 'own',
    degraded      TEXT NOT NULL DEFAULT '[]',
    valid_from    INTEGER,
    valid_to      INTEGER,
    superseded_by TEXT,
    metadata      TEXT NOT NULL DEFAULT '{}',
    external_id   TEXT,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    UNIQUE (space, id)
) STRICT;
CREATE INDEX memories_by_scope ON memories (space, scope, seq);
CREATE INDEX memories_by_content ON memories (space, scope, content_hash);
CREATE INDEX memories_by_chat ON memories (space, chat_id) WHERE chat_id IS NOT NULL;

-- Where a memory came from, beside each other in the file. The same external id never counts twice
-- in a scope.
CREATE TABLE sources (
    memory      INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    space       TEXT NOT NULL,
    scope       TEXT NOT NULL,
    kind        TEXT NOT NULL,
    ref         TEXT NOT NULL,
    at          INTEGER NOT NULL,
    start       INTEGER,
    "end"       INTEGER,
    hash        TEXT,
    external_id TEXT,
    PRIMARY KEY (memory, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_by_ref ON sources (space, ref) WHERE kind = 'message';
CREATE UNIQUE INDEX sources_by_external_id ON sources (space, scope, external_id)
    WHERE external_id IS NOT NULL;

-- What happened to a memory after it was created.
CREATE TABLE memory_changes (
    seq    INTEGER PRIMARY KEY,
    memory INTEGER NOT NULL REFERENCES memories (seq) ON DELETE CASCADE,
    at     INTEGER NOT NULL,
    what   TEXT NOT NULL,
    before TEXT,
    after  TEXT,
    "by"   TEXT NOT NULL
) STRICT;
CREATE INDEX memory_changes_by_memory ON memory_changes (memory);

-- What can be found again. `start` and `end` cut the owner's text, so no text is kept twice;
-- the filter columns repeat the owner's, so that a scope loads with one scan.
CREATE TABLE passages (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    scope       INTEGER NOT NULL REFERENCES scopes (id),
    version     INTEGER NOT NULL,
    kind        INTEGER NOT NULL,
    owner       INTEGER NOT NULL,
    start       INTEGER NOT NULL,
    "end"       INTEGER NOT NULL,
    tag         INTEGER NOT NULL DEFAULT 0,
    status      INTEGER NOT NULL DEFAULT 0,
    chat_id     TEXT,
    bot         TEXT,
    at          INTEGER NOT NULL,
    valid_from  INTEGER,
    valid_to    INTEGER,
    text_hash   INTEGER NOT NULL,
    cjk         INTEGER NOT NULL,
    asks        INTEGER NOT NULL,
    terms       BLOB NOT NULL,
    tokenizer   INTEGER NOT NULL,
    embedded_by INTEGER
) STRICT;
CREATE INDEX passages_by_scope ON passages (scope, kind, version);
CREATE INDEX passages_by_owner ON passages (kind, owner);

-- `through`: no passage up to this number waits for the embedder. What waits is found by reading on
-- from there, which is rare; an index would cost every write.
CREATE TABLE embedders (
    id          INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    dims        INTEGER NOT NULL,
    through     INTEGER NOT NULL DEFAULT 0,
    UNIQUE (fingerprint, dims)
) STRICT;

-- Vectors of different embedders stand side by side and are never compared.
CREATE TABLE vectors (
    passage  INTEGER NOT NULL REFERENCES passages (seq) ON DELETE CASCADE,
    embedder INTEGER NOT NULL REFERENCES embedders (id),
    vector   BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX vectors_by_passage ON vectors (passage, embedder);

CREATE TABLE jobs (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    kind        TEXT NOT NULL,
    key         TEXT NOT NULL,
    payload     TEXT NOT NULL DEFAULT '{}',
    state       TEXT NOT NULL DEFAULT 'queued',
    attempts    INTEGER NOT NULL DEFAULT 0,
    run_at      INTEGER NOT NULL,
    lease       TEXT,
    lease_until INTEGER,
    error       TEXT,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    UNIQUE (space, kind, key)
) STRICT;
CREATE INDEX jobs_by_time ON jobs (state, run_at);

-- What was erased, as keyed hashes: never content.
CREATE TABLE tombstones (
    seq   INTEGER PRIMARY KEY AUTOINCREMENT,
    space TEXT NOT NULL,
    kind  TEXT NOT NULL,
    hash  BLOB NOT NULL,
    at    INTEGER NOT NULL,
    UNIQUE (space, kind, hash)
) STRICT;

CREATE TABLE idempotency (
    space      TEXT NOT NULL,
    key        TEXT NOT NULL,
    request    BLOB NOT NULL,
    response   BLOB,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (space, key)
) STRICT, WITHOUT ROWID;
