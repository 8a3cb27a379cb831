-- name: through
SELECT memorised_through FROM chats WHERE space = ? AND id = ?

-- What waits, up to the first message whose turn still runs; nothing that a person wants let be.
-- name: fresh
SELECT m.seq FROM messages m
WHERE m.space = ?1 AND m.chat_id = ?2 AND m.seq > ?3 AND m.state <> 'replaced' AND m.memorised <> 3
  AND m.seq < coalesce((
    SELECT min(r.seq) FROM turns t JOIN messages r ON r.space = t.space AND r.id = t.message_id
    WHERE t.space = ?1 AND t.chat_id = ?2 AND t.state = 'running'), 9223372036854775807)
ORDER BY m.seq LIMIT ?4

-- name: again
SELECT m.seq FROM messages m
WHERE m.space = ?1 AND m.chat_id = ?2 AND m.memorised = 2 AND m.state <> 'replaced'
  AND NOT EXISTS (
    SELECT 1 FROM sources s JOIN memories y ON y.seq = s.memory
    WHERE s.space = ?1 AND s.ref = m.id AND s.kind = 'message' AND y.status = 'retired' AND y.tag = 'summary')
ORDER BY m.seq LIMIT ?3

-- The number of what was said last before each of these, in the same chat.
-- name: before
SELECT m.seq, (
    SELECT max(b.seq) FROM messages b
    WHERE b.space = ?1 AND b.chat_id = ?2 AND b.seq < m.seq AND b.state <> 'replaced' AND b.memorised <> 3)
FROM messages m WHERE m.seq IN (SELECT value FROM json_each(?3))

-- What the turns of these messages had recalled.
-- name: recalled
SELECT t.message_id, json_extract(item.value, '$.text')
FROM turns t JOIN turn_events e ON e.turn = t.seq AND e.type = 'recalled', json_each(e.data, '$.items') AS item
WHERE t.space = ?1 AND t.chat_id = ?2 AND t.message_id IN (SELECT value FROM json_each(?3))

-- What rules made from some of these messages, and from nothing else.
-- name: made
SELECT y.seq, y.id, y.scope, y.content_hash FROM memories y
WHERE y.space = ?1 AND y.tag = 'summary' AND y.status IN ('active', 'superseded')
  AND EXISTS (SELECT 1 FROM json_each(y.degraded) WHERE value = ?3)
  AND y.seq IN (
    SELECT s.memory FROM json_each(?2) AS said CROSS JOIN sources s
        ON s.space = ?1 AND s.ref = said.value AND s.kind = 'message')
  AND NOT EXISTS (
    SELECT 1 FROM sources s
    WHERE s.memory = y.seq AND (s.kind <> 'message' OR s.ref NOT IN (SELECT value FROM json_each(?2))))

-- name: unmark
UPDATE memories SET degraded = '[]' WHERE seq = ?

-- name: active
SELECT seq, scope FROM memories WHERE space = ? AND id = ? AND status = 'active'

-- name: has_source
SELECT 1 FROM sources WHERE memory = ? AND kind = 'message' AND ref = ?

-- name: supersede
UPDATE memories SET status = 'superseded', valid_to = ?2, superseded_by = ?3, updated_at = max(updated_at, ?4)
WHERE seq = ?1

-- name: superseded_by
SELECT seq, scope FROM memories WHERE space = ? AND superseded_by = ? AND status = 'superseded'

-- name: hold_again
UPDATE memories SET status = 'active', valid_to = NULL, superseded_by = NULL, updated_at = max(updated_at, ?2)
WHERE seq = ?1

-- name: passages_hold_again
UPDATE passages SET status = 0, valid_to = NULL, version = ?2 WHERE kind = 1 AND owner = ?1

-- name: mark
UPDATE messages SET memorised = ?4
WHERE space = ?1 AND chat_id = ?2 AND id IN (SELECT value FROM json_each(?3)) AND role = 'user'
  AND memorised NOT IN (?4, 3)

-- name: last_of
SELECT coalesce(max(seq), 0) FROM messages
WHERE space = ?1 AND chat_id = ?2 AND id IN (SELECT value FROM json_each(?3))

-- name: move
UPDATE chats SET memorised_through = max(memorised_through, ?3) WHERE space = ?1 AND id = ?2

-- name: unsettled
SELECT DISTINCT space, chat_id FROM messages WHERE memorised = 2

-- name: spend
INSERT INTO memorising (space, scope, messages, memories, calls, prompt_tokens, completion_tokens)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET messages = messages + excluded.messages, memories = memories + excluded.memories,
    calls = calls + excluded.calls, prompt_tokens = prompt_tokens + excluded.prompt_tokens,
    completion_tokens = completion_tokens + excluded.completion_tokens

-- name: stats
SELECT messages, memories, calls, prompt_tokens, completion_tokens FROM memorising WHERE space = ? AND scope = ?

-- A person who destroyed a memory does not want it made again.
-- name: let_be
UPDATE messages SET memorised = 3 WHERE (space, id) IN (
    SELECT s.space, s.ref FROM sources s WHERE s.memory IN (SELECT value FROM json_each(?)) AND s.kind = 'message')

-- What someone said in a scope that waits, or that rules alone decided about.
-- name: pass_over
UPDATE messages SET memorised = 3
WHERE space = ?1 AND speaker = ?3 AND role = 'user'
  AND chat_id IN (SELECT id FROM chats WHERE space = ?1 AND scope = ?2)
  AND (memorised = 2 OR seq > (
    SELECT memorised_through FROM chats c WHERE c.space = ?1 AND c.id = messages.chat_id))

-- name: is_let_be
SELECT 1 FROM messages WHERE space = ? AND id = ? AND memorised = 3

-- name: forget_costs
DELETE FROM memorising WHERE space = ? AND scope = ?
