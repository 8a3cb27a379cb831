-- name: version
SELECT coalesce(max(s.id), 0), coalesce(max(s.epoch), 0), coalesce(max(s.version), 0),
    (SELECT count(*) FROM chats c WHERE c.space = ?1 AND c.scope = ?2 AND c.retired_at IS NOT NULL)
FROM scopes s WHERE s.space = ?1 AND s.scope = ?2

-- name: chats
SELECT id FROM chats WHERE space = ? AND scope = ? AND retired_at IS NULL

-- name: last
SELECT seq FROM messages WHERE space = ?1 AND chat_id = ?2 AND seq > ?3 AND seq < ?5
    AND state NOT IN ('replaced', 'streaming')
ORDER BY seq DESC LIMIT ?4

-- name: by_ids
SELECT m.seq FROM json_each(?3) AS wanted CROSS JOIN messages m ON m.space = ?1 AND m.id = wanted.value
    CROSS JOIN chats c ON c.space = m.space AND c.id = m.chat_id
WHERE c.scope = ?2 AND c.retired_at IS NULL AND m.state NOT IN ('replaced', 'streaming')
UNION
SELECT m.seq FROM chats c CROSS JOIN json_each(?3) AS wanted
    CROSS JOIN messages m ON m.space = c.space AND m.chat_id = c.id AND m.external_id = wanted.value
WHERE c.space = ?1 AND c.scope = ?2 AND c.retired_at IS NULL AND m.state NOT IN ('replaced', 'streaming')
ORDER BY 1

-- name: features
SELECT message, features FROM message_features_cache
WHERE message IN (SELECT value FROM json_each(?1)) AND version = ?2

-- The first passage of each message speaks for it.
-- name: vectors
SELECT p.owner, v.vector FROM json_each(?1) AS wanted
    CROSS JOIN passages p ON p.kind = ?2 AND p.owner = wanted.value AND p.start = 0
    JOIN vectors v ON v.passage = p.seq AND v.embedder = ?3

-- name: keep_features
INSERT INTO message_features_cache (message, version, features, created_at)
SELECT seq, ?3, ?4, ?5 FROM messages WHERE space = ?1 AND id = ?2
ON CONFLICT DO UPDATE SET version = excluded.version, features = excluded.features, created_at = excluded.created_at

-- One that starts its own conversation belongs with itself.
-- name: corrected
SELECT c.message, m.id FROM json_each(?1) AS wanted
    CROSS JOIN conversation_corrections c ON c.message = wanted.value
    JOIN messages m ON m.seq = coalesce(c.belongs_with, c.message)

-- name: number
SELECT m.seq FROM messages m JOIN chats c ON c.space = m.space AND c.id = m.chat_id
WHERE m.space = ?1 AND m.id = ?3 AND c.scope = ?2 AND c.retired_at IS NULL AND m.state NOT IN ('replaced', 'streaming')

-- name: correct
INSERT INTO conversation_corrections (message, belongs_with, corrected_at) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET belongs_with = excluded.belongs_with, corrected_at = excluded.corrected_at

-- name: uncorrect
DELETE FROM conversation_corrections WHERE message = ?

-- name: corrections
SELECT m.id, o.id, k.corrected_at FROM conversation_corrections k
    CROSS JOIN messages m ON m.seq = k.message
    CROSS JOIN chats c ON c.space = m.space AND c.id = m.chat_id
    LEFT JOIN messages o ON o.seq = k.belongs_with
WHERE c.space = ?1 AND c.scope = ?2 AND c.retired_at IS NULL
ORDER BY m.seq
