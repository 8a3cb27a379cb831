-- Chats that are attached to a project.

-- `project` is its key. `project_gone`: the one that was meant was erased, and another that has the
-- same key since then is not meant.
ALTER TABLE chats ADD COLUMN project TEXT;
ALTER TABLE chats ADD COLUMN project_gone INTEGER NOT NULL DEFAULT 0;
