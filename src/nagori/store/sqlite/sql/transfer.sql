-- name: last
SELECT (SELECT max(seq) FROM users), (SELECT max(seq) FROM chats), (SELECT max(seq) FROM messages),
    (SELECT max(seq) FROM memories), (SELECT max(seq) FROM global_pages),
    (SELECT max(seq) FROM documents)

-- name: user_columns
seq, id, created_at, time_zone

-- name: chat_columns
seq, retired_at, id, scope, title, summary, bot, archived, title_by, summary_by, metadata, documents, project,
created_at, updated_at

-- name: message_columns
(SELECT c.scope FROM chats c WHERE c.space = messages.space AND c.id = chat_id),
created_at, replaced_by, context_id, seq, id, chat_id, role, speaker, name, content, raw_content, emotion, reply_to,
mentions, state, is_summarized, external_id, metadata, said_at

-- name: users_of_space
SELECT seq FROM users WHERE space = :space AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: users_of_scope
SELECT seq FROM users
WHERE space = :space AND 'user:' || id = :scope AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: chats_of_space
SELECT seq FROM chats WHERE space = :space AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: chats_of_scope
SELECT seq FROM chats
WHERE space = :space AND (scope = :scope OR 'chat:' || id = :scope) AND seq > :after AND seq <= :upto
ORDER BY seq LIMIT :limit

-- name: messages_of_space
SELECT seq FROM messages WHERE space = :space AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: messages_of_scope
SELECT seq FROM messages
WHERE space = :space AND seq > :after AND seq <= :upto
  AND +chat_id IN (SELECT id FROM chats WHERE space = :space AND (scope = :scope OR 'chat:' || id = :scope))
ORDER BY seq LIMIT :limit

-- name: memories_of_space
SELECT seq FROM memories WHERE space = :space AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: memories_of_scope
SELECT seq FROM memories
WHERE space = :space AND scope = :scope AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: global_pages_of_space
SELECT seq FROM global_pages WHERE space = :space AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: global_pages_of_scope
SELECT seq FROM global_pages
WHERE space = :space AND scope = :scope AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: documents_of_space
SELECT seq FROM documents WHERE space = :space AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: documents_of_scope
SELECT seq FROM documents
WHERE space = :space AND scope = :scope AND seq > :after AND seq <= :upto ORDER BY seq LIMIT :limit

-- name: put_user
INSERT INTO users (space, id, time_zone, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING

-- name: summary_by
SELECT summary_by FROM chats WHERE space = ? AND id = ?

-- name: put_chat
INSERT INTO chats (space, id, scope, title, summary, bot, archived, title_by, summary_by, retired_at, metadata,
    documents, project, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: message_known
SELECT 1 FROM messages WHERE space = ?1 AND id = ?2
UNION ALL SELECT 1 FROM messages WHERE space = ?1 AND chat_id = ?3 AND external_id = ?4

-- name: put_message
INSERT INTO messages (space, id, chat_id, role, speaker, name, content, raw_content, emotion, reply_to, mentions, state,
    replaced_by, is_summarized, context_id, external_id, metadata, said_at, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: known
SELECT external_id FROM sources
WHERE space = ? AND scope = ? AND external_id IN (SELECT value FROM json_each(?))
