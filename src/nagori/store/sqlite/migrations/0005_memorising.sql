-- What was considered for remembering, and what that cost.

-- No message up to `memorised_through` waits to be considered. One that rules alone decided about
-- has `memorised` 2: a model decides about it again when there is one.
ALTER TABLE chats ADD COLUMN memorised_through INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN memorised INTEGER NOT NULL DEFAULT 0;
CREATE INDEX messages_by_rules ON messages (space, chat_id) WHERE memorised = 2;

CREATE TABLE memorising (
    space             TEXT NOT NULL,
    scope             TEXT NOT NULL,
    messages          INTEGER NOT NULL,
    memories          INTEGER NOT NULL,
    calls             INTEGER NOT NULL,
    prompt_tokens     INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL,
    PRIMARY KEY (space, scope)
) STRICT, WITHOUT ROWID;
