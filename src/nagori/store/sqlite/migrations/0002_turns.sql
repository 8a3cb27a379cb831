-- Turns with what happened in them, keys, and what chats need to be arranged and summarised.

-- `written` is the last summary by a model while a later one, without a model, stands in its place;
-- no message up to `folded_through` waits to be summarised, so what waits is found by reading on.
-- A message's `is_summarized` is 1 when a model folded it into the summary, 2 when none did.
ALTER TABLE chats ADD COLUMN title_by TEXT NOT NULL DEFAULT 'rule';
ALTER TABLE chats ADD COLUMN summary_by TEXT;
ALTER TABLE chats ADD COLUMN written TEXT;
ALTER TABLE chats ADD COLUMN folded_through INTEGER NOT NULL DEFAULT 0;

-- Queued again while it ran: it runs once more.
ALTER TABLE jobs ADD COLUMN again INTEGER NOT NULL DEFAULT 0;

-- In a chat runs at most one turn whose lease holds. One whose lease ran out belongs to a process
-- that is gone; it says `running` until somebody ends it.
CREATE TABLE turns (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    id          TEXT NOT NULL,
    chat_id     TEXT NOT NULL,
    message_id  TEXT NOT NULL,
    answer_id   TEXT,
    state       TEXT NOT NULL DEFAULT 'running',
    lease_until INTEGER NOT NULL,
    started_at  INTEGER NOT NULL,
    finished_at INTEGER,
    UNIQUE (space, id),
    FOREIGN KEY (space, chat_id) REFERENCES chats (space, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX turns_by_chat ON turns (space, chat_id, seq);
CREATE INDEX turns_running ON turns (space, chat_id, lease_until) WHERE state = 'running';

-- Thinking, tool calls and pieces of the answer, beside each other in the file.
CREATE TABLE turn_events (
    turn   INTEGER NOT NULL REFERENCES turns (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    type   TEXT NOT NULL,
    data   TEXT NOT NULL,
    PRIMARY KEY (turn, number)
) STRICT, WITHOUT ROWID;
-- What was recalled repeats memories and messages: an erasure has to find it.
CREATE INDEX turn_events_recalled ON turn_events (turn) WHERE type = 'recalled';

-- A secret is known by its hash only.
CREATE TABLE api_keys (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE,
    secret_hash BLOB NOT NULL UNIQUE,
    name        TEXT NOT NULL,
    hint        TEXT NOT NULL,
    space       TEXT NOT NULL,
    user        TEXT,
    read_only   INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    revoked_at  INTEGER
) STRICT;

-- A client that sends a conversation again is known by the names of its messages.
CREATE INDEX messages_by_name ON messages (space, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX idempotency_by_time ON idempotency (created_at);
