-- name: columns
id, scope, title, summary, bot, archived, title_by, summary_by, metadata, documents, project, created_at,
updated_at

-- name: set_documents
UPDATE chats SET documents = ?3 WHERE space = ?1 AND id = ?2

-- name: attach
UPDATE chats SET project = ?3, project_gone = 0 WHERE space = ?1 AND id = ?2

-- name: project_gone
UPDATE chats SET project_gone = 1 WHERE space = ?1 AND project = ?2

-- name: folder
SELECT p.path FROM chats c JOIN projects p ON p.space = c.space AND p.key = c.project
WHERE c.space = ?1 AND c.id = ?2 AND c.project_gone = 0

-- name: open
INSERT INTO chats (space, id, scope, title, bot, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)

-- name: place
SELECT scope, bot, retired_at IS NOT NULL FROM chats WHERE space = ? AND id = ?

-- name: touch
UPDATE chats SET updated_at = max(updated_at, ?3) WHERE space = ?1 AND id = ?2

-- name: of_scope
SELECT id FROM chats WHERE space = ? AND scope = ?

-- name: delete
DELETE FROM chats WHERE space = ? AND id = ? RETURNING seq

-- name: message_columns
seq, id, chat_id, role, speaker, name, content, raw_content, emotion, reply_to, mentions, state, is_summarized,
external_id, metadata, said_at

-- name: by_external_id
SELECT seq FROM messages WHERE space = ? AND chat_id = ? AND external_id = ?

-- name: chat_and_name
SELECT seq, chat_id, external_id FROM messages WHERE space = ? AND id = ?

-- name: name_message
UPDATE messages SET external_id = ?2 WHERE seq = ?1

-- name: insert_message
INSERT INTO messages (space, id, chat_id, role, speaker, name, content, raw_content, emotion, reply_to, mentions,
    state, context_id, external_id, metadata, said_at, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: last_messages
SELECT seq FROM messages WHERE space = ?1 AND chat_id = ?2 AND seq < ?3 AND state <> 'replaced'
ORDER BY seq DESC LIMIT ?4

-- name: next_messages
SELECT seq FROM messages WHERE space = ?1 AND chat_id = ?2 AND seq > ?3 AND state <> 'replaced'
ORDER BY seq LIMIT ?4

-- name: message_seq
SELECT seq FROM messages WHERE space = ? AND chat_id = ? AND id = ?

-- name: messages_of_chat
SELECT seq, id FROM messages WHERE space = ? AND chat_id = ?

-- name: delete_messages
DELETE FROM messages WHERE seq IN (SELECT value FROM json_each(?))

-- name: having
SELECT m.seq FROM chats c JOIN messages m ON m.space = c.space AND m.chat_id = c.id
WHERE c.space = ?1 AND c.scope IN (SELECT value FROM json_each(?2))
  AND NOT EXISTS (
    SELECT 1 FROM json_each(?3) AS wanted
    WHERE NOT EXISTS (
      SELECT 1 FROM json_each(m.metadata) AS has
      WHERE has.key = wanted.key AND has.value IS wanted.value))
