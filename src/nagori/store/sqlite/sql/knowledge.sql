-- name: chats
SELECT id FROM chats WHERE space = ? AND scope = ? AND retired_at IS NULL ORDER BY seq

-- name: through
SELECT known_through FROM chats WHERE space = ? AND id = ?

-- name: waiting
SELECT seq FROM messages
WHERE space = ?1 AND chat_id = ?2 AND seq > ?3 AND role = 'user' AND state NOT IN ('replaced', 'streaming')
ORDER BY seq LIMIT ?4

-- name: between
SELECT seq FROM messages
WHERE space = ?1 AND chat_id = ?2 AND role = 'user' AND state NOT IN ('replaced', 'streaming')
  AND seq BETWEEN (SELECT seq FROM messages WHERE space = ?1 AND id = ?3)
    AND (SELECT seq FROM messages WHERE space = ?1 AND id = ?4)
ORDER BY seq

-- The oldest summary that no model wrote.
-- name: extract
SELECT id, json_extract(metadata, '$.summary_of[0]'), json_extract(metadata, '$.summary_of[1]') FROM memories
WHERE space = ?1 AND scope = ?2 AND chat_id = ?3 AND tag = 'summary' AND status = 'active'
  AND json_extract(metadata, '$.summary_of') IS NOT NULL
  AND EXISTS (SELECT 1 FROM json_each(memories.degraded) WHERE value = ?4)
ORDER BY seq LIMIT 1

-- name: extracted
SELECT DISTINCT space, chat_id FROM memories
WHERE scope GLOB 'group:*' AND tag = 'summary' AND status = 'active' AND chat_id IS NOT NULL
  AND json_extract(metadata, '$.summary_of') IS NOT NULL
  AND EXISTS (SELECT 1 FROM json_each(memories.degraded) WHERE value = ?1)

-- name: move
UPDATE chats SET known_through = ?3 WHERE space = ?1 AND id = ?2

-- name: summaries
SELECT seq FROM memories
WHERE space = ?1 AND scope = ?2 AND seq < ?3 AND tag = 'summary' AND status = 'active'
  AND json_extract(metadata, '$.summary_of') IS NOT NULL
ORDER BY seq DESC LIMIT ?4

-- name: of_members
SELECT seq FROM memories
WHERE space = ?1 AND scope = ?2 AND tag = 'summary' AND status = 'active'
  AND json_extract(metadata, '$.member') IS NOT NULL
  AND (?3 IS NULL OR json_extract(metadata, '$.member') IN (SELECT value FROM json_each(?3)))
ORDER BY seq DESC LIMIT ?4

-- Name and time are those of the newest: a bare column beside one max() is of the same row.
-- name: members
SELECT json_extract(metadata, '$.member') AS member, json_extract(metadata, '$.name'), count(*), updated_at, max(seq)
FROM memories
WHERE space = ?1 AND scope = ?2 AND tag = 'summary' AND status = 'active'
  AND json_extract(metadata, '$.member') IS NOT NULL
GROUP BY member ORDER BY member

-- What somebody said in groups, and what bots answered to it.
-- name: said_by
SELECT m.seq, m.id FROM chats c CROSS JOIN messages m ON m.space = c.space AND m.chat_id = c.id
WHERE c.space = ?1 AND c.scope >= 'group:' AND c.scope < 'group;' AND m.speaker = ?2
UNION
SELECT a.seq, a.id FROM chats c CROSS JOIN messages m ON m.space = c.space AND m.chat_id = c.id
    CROSS JOIN turns t ON t.space = m.space AND t.chat_id = m.chat_id AND t.message_id = m.id
    CROSS JOIN messages a ON a.space = t.space AND a.id = t.answer_id
WHERE c.space = ?1 AND c.scope >= 'group:' AND c.scope < 'group;' AND m.speaker = ?2

-- name: about_member
SELECT seq, id FROM memories WHERE space = ?1 AND scope = ?2 AND json_extract(metadata, '$.member') = ?3

-- name: turns_of
DELETE FROM turns WHERE space = ?1 AND message_id IN (SELECT value FROM json_each(?2))

-- What is known of a member, summaries that rest on any of these messages, and other memories of
-- groups that rest on nothing else.
-- name: derived
SELECT seq, id FROM memories
WHERE space = ?1 AND scope >= 'group:' AND scope < 'group;' AND json_extract(metadata, '$.member') = ?2
UNION
SELECT y.seq, y.id FROM json_each(?3) AS gone
    CROSS JOIN sources s ON s.space = ?1 AND s.ref = gone.value AND s.kind = 'message'
    CROSS JOIN memories y ON y.seq = s.memory
WHERE y.scope >= 'group:' AND y.scope < 'group;' AND (
    json_extract(y.metadata, '$.summary_of') IS NOT NULL
    OR NOT EXISTS (
      SELECT 1 FROM sources o WHERE o.memory = y.seq
        AND NOT (o.kind = 'message' AND o.ref IN (SELECT value FROM json_each(?3)))))
