-- What is known of groups: how far their summaries go.

-- No message up to `known_through` waits to be summarised among the group's memories.
ALTER TABLE chats ADD COLUMN known_through INTEGER NOT NULL DEFAULT 0;
