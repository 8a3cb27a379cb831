-- Groups: what a bot in one got to see, how that was chosen, and what came of it.

CREATE TABLE groups (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    space      TEXT NOT NULL,
    id         TEXT NOT NULL,
    settings   TEXT NOT NULL DEFAULT '{}',
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (space, id)
) STRICT;

-- What an analyser of this version made of a message.
CREATE TABLE message_features_cache (
    message    INTEGER PRIMARY KEY REFERENCES messages (seq) ON DELETE CASCADE,
    version    INTEGER NOT NULL,
    features   TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- `relevance_scores` tells of every candidate, `build` how the context was made, `signals` what
-- people did afterwards.
CREATE TABLE context_usage_records (
    seq                 INTEGER PRIMARY KEY AUTOINCREMENT,
    space               TEXT NOT NULL,
    context_id          TEXT NOT NULL,
    group_id            TEXT NOT NULL,
    user_id             TEXT NOT NULL,
    trigger_message_id  TEXT NOT NULL,
    context_message_ids TEXT NOT NULL,
    relevance_scores    TEXT NOT NULL,
    build               TEXT NOT NULL,
    llm_response        TEXT,
    user_feedback       TEXT,
    success_indicator   REAL,
    signals             TEXT NOT NULL DEFAULT '[]',
    created_at          INTEGER NOT NULL,
    UNIQUE (space, context_id)
) STRICT;
CREATE INDEX context_usage_by_group ON context_usage_records (space, group_id, seq);
CREATE INDEX context_usage_by_user ON context_usage_records (space, user_id);
