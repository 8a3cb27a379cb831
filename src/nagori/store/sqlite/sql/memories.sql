-- name: columns
seq, id, scope, bot, tag, text, emotion_label, chat_id, status, stage, times_said, confidence, trust, degraded,
valid_from, valid_to, superseded_by, metadata, external_id, created_at, updated_at

-- name: by_external_id
SELECT memory FROM sources WHERE space = ? AND scope = ? AND external_id = ?

-- name: by_content
SELECT seq FROM memories
WHERE space = ? AND scope = ? AND content_hash = ? AND tag = ? AND bot IS ? AND status = 'active'

-- name: insert
INSERT INTO memories (space, id, scope, bot, tag, text, content_hash, emotion_label, chat_id, stage, confidence,
    trust, degraded, valid_from, metadata, external_id, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: insert_whole
INSERT INTO memories (space, id, scope, bot, tag, text, content_hash, emotion_label, chat_id, status, stage,
    times_said, confidence, trust, degraded, valid_from, valid_to, superseded_by, metadata, external_id,
    created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: insert_source
INSERT INTO sources (memory, seq, space, scope, kind, ref, at, start, "end", hash, external_id)
VALUES (?1, coalesce(?11, (SELECT coalesce(max(seq), 0) + 1 FROM sources WHERE memory = ?1)), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)

-- name: insert_change
INSERT INTO memory_changes (memory, at, what, before, after, "by") VALUES (?, ?, ?, ?, ?, ?)

-- name: confirm
UPDATE memories SET times_said = times_said + 1, updated_at = max(updated_at, ?2) WHERE seq = ?1

-- name: seq_of
SELECT seq, scope, text, status FROM memories WHERE space = ? AND id = ?

-- name: exists
SELECT 1 FROM memories WHERE space = ? AND id = ?

-- name: update_text
UPDATE memories SET text = ?2, content_hash = ?3, stage = ?4 WHERE seq = ?1

-- name: update_facts
UPDATE memories SET tag = coalesce(?2, tag), emotion_label = nullif(coalesce(?3, emotion_label), ''),
    metadata = coalesce(?4, metadata), updated_at = ?5
WHERE seq = ?1

-- name: update_status
UPDATE memories SET status = ?2, updated_at = ?3 WHERE seq = ?1

-- name: settle_stage
UPDATE memories SET stage = 'embedded'
WHERE stage IN ('stored', 'failed') AND seq IN (SELECT value FROM json_each(?1))
  AND NOT EXISTS (SELECT 1 FROM passages p WHERE p.kind = 1 AND p.owner = memories.seq AND p.embedded_by IS NOT ?2)

-- name: fail_stage
UPDATE memories SET stage = 'failed' WHERE seq = ?

-- name: sources
SELECT memory, kind, ref, at, start, "end", hash, external_id FROM sources
WHERE memory IN (SELECT value FROM json_each(?)) ORDER BY memory, seq

-- name: changes
SELECT memory, at, what, before, after, "by" FROM memory_changes
WHERE memory IN (SELECT value FROM json_each(?)) ORDER BY seq

-- name: last_said
SELECT max(at) FROM memory_changes WHERE memory = ? AND what = 'confirmed'

-- name: list_of_scope
SELECT seq FROM memories
WHERE space = :space AND scope = :scope AND seq < :before
  AND tag IN (SELECT value FROM json_each(:tags)) AND status IN (SELECT value FROM json_each(:statuses))
ORDER BY seq DESC LIMIT :limit

-- name: list_of_space
SELECT seq FROM memories
WHERE space = :space AND seq < :before
  AND tag IN (SELECT value FROM json_each(:tags)) AND status IN (SELECT value FROM json_each(:statuses))
ORDER BY seq DESC LIMIT :limit

-- name: list_from_messages
SELECT DISTINCT m.seq FROM json_each(:messages) AS said
    CROSS JOIN sources s ON s.space = :space AND s.ref = said.value AND s.kind = 'message'
    CROSS JOIN memories m ON m.seq = s.memory
WHERE (:scope IS NULL OR m.scope = :scope) AND m.seq < :before
  AND m.tag IN (SELECT value FROM json_each(:tags)) AND m.status IN (SELECT value FROM json_each(:statuses))
ORDER BY m.seq DESC LIMIT :limit

-- name: having
SELECT seq FROM memories
WHERE space = ?1 AND scope IN (SELECT value FROM json_each(?2))
  AND NOT EXISTS (
    SELECT 1 FROM json_each(?3) AS wanted
    WHERE NOT EXISTS (
      SELECT 1 FROM json_each(memories.metadata) AS has
      WHERE has.key = wanted.key AND has.value IS wanted.value))

-- name: without
SELECT seq FROM memories
WHERE space = ?1 AND scope IN (SELECT value FROM json_each(?2))
  AND NOT EXISTS (
    SELECT 1 FROM json_each(memories.metadata) AS has WHERE has.key IN (SELECT value FROM json_each(?3)))

-- name: delete
DELETE FROM memories WHERE seq IN (SELECT value FROM json_each(?))

-- name: of_scope
SELECT seq, id FROM memories WHERE space = ? AND scope = ?

-- name: only_from_chat
SELECT seq, id FROM memories WHERE space = ?1 AND scope = 'chat:' || ?2
UNION
SELECT seq, id FROM memories
WHERE seq IN (
    SELECT seq FROM memories WHERE space = ?1 AND chat_id = ?2
    UNION
    SELECT s.memory FROM messages g CROSS JOIN sources s ON s.space = g.space AND s.ref = g.id AND s.kind = 'message'
    WHERE g.space = ?1 AND g.chat_id = ?2)
  AND NOT EXISTS (
    SELECT 1 FROM sources s WHERE s.memory = memories.seq AND NOT (
      s.kind = 'message' AND EXISTS (SELECT 1 FROM messages g
        WHERE g.space = ?1 AND g.id = s.ref AND g.chat_id = ?2)))

-- name: only_from_replaced
SELECT seq, scope FROM memories
WHERE status = 'active'
  AND seq IN (
    SELECT s.memory FROM json_each(?2) AS gone CROSS JOIN sources s
        ON s.space = ?1 AND s.ref = gone.value AND s.kind = 'message')
  AND NOT EXISTS (
    SELECT 1 FROM sources s WHERE s.memory = memories.seq AND NOT (
      s.kind = 'message' AND EXISTS (SELECT 1 FROM messages g
        WHERE g.space = ?1 AND g.id = s.ref AND g.state = 'replaced')))

-- The words as said that a statement was made from.
-- name: raw_of
SELECT DISTINCT r.seq, r.id, r.status FROM memories m JOIN sources s ON s.memory = m.seq AND s.kind = 'message'
    JOIN sources t ON t.space = s.space AND t.ref = s.ref AND t.kind = 'message'
    JOIN memories r ON r.seq = t.memory AND r.scope = m.scope AND r.tag = 'user_input'
WHERE m.seq = ? AND m.tag = 'summary'
