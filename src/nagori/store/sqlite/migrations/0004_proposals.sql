-- Tool calls that wait for consent, and what tools repeated in turns.

-- `made` is the memory that came of a call: the arguments repeat its text.
CREATE TABLE proposals (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    id          TEXT NOT NULL,
    scope       TEXT NOT NULL,
    user        TEXT NOT NULL,
    chat_id     TEXT NOT NULL,
    turn_id     TEXT NOT NULL,
    message_id  TEXT NOT NULL,
    bot         TEXT,
    tool        TEXT NOT NULL,
    arguments   TEXT NOT NULL,
    state       TEXT NOT NULL DEFAULT 'open',
    result      TEXT,
    error       TEXT,
    made        TEXT,
    created_at  INTEGER NOT NULL,
    expires_at  INTEGER NOT NULL,
    answered_at INTEGER,
    UNIQUE (space, id),
    FOREIGN KEY (space, chat_id) REFERENCES chats (space, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX proposals_by_chat ON proposals (space, chat_id);
CREATE INDEX proposals_open ON proposals (space, scope, user, seq) WHERE state = 'open';
CREATE INDEX proposals_made ON proposals (space, made) WHERE made IS NOT NULL;

-- What a tool gave back repeats memories and messages: an erasure has to find it.
CREATE INDEX turn_events_results ON turn_events (turn) WHERE type = 'tool_result';
