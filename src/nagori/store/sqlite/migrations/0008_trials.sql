-- Groups: what was set before, trials of other settings, and conversations put right by people.

-- What was set for a group until then, so that it can be taken back. Here and in `groups` an empty
-- id stands for all groups of the space.
CREATE TABLE group_settings_before (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    space       TEXT NOT NULL,
    group_id    TEXT NOT NULL,
    settings    TEXT NOT NULL,
    replaced_at INTEGER NOT NULL
) STRICT;
CREATE INDEX group_settings_before_by_group ON group_settings_before (space, group_id, seq);

-- Other settings for some of the groups or messages, to see which do better.
CREATE TABLE trials (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    space      TEXT NOT NULL,
    name       TEXT NOT NULL,
    definition TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    UNIQUE (space, name)
) STRICT;

-- The message whose conversation a message is part of, as a person said; without one it starts its
-- own.
CREATE TABLE conversation_corrections (
    message      INTEGER PRIMARY KEY REFERENCES messages (seq) ON DELETE CASCADE,
    belongs_with INTEGER REFERENCES messages (seq) ON DELETE CASCADE,
    corrected_at INTEGER NOT NULL
) STRICT;
CREATE INDEX conversation_corrections_by_other ON conversation_corrections (belongs_with);
