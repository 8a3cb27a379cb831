-- name: columns
id, tool, arguments, user, scope, chat_id, turn_id, message_id, created_at, expires_at, bot, state, answered_at,
result, error

-- name: add
INSERT INTO proposals (space, id, tool, arguments, user, scope, chat_id, turn_id, message_id, created_at, expires_at,
    bot, state, answered_at, result, error)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: exists
SELECT 1 FROM proposals WHERE space = ? AND id = ?

-- name: chat
SELECT 1 FROM chats WHERE space = ? AND id = ?

-- name: waiting
SELECT seq FROM proposals INDEXED BY proposals_open
WHERE space = ?1 AND scope = ?2 AND user = ?3 AND state = 'open' AND expires_at > ?4
  AND EXISTS (SELECT 1 FROM chats c WHERE c.space = proposals.space AND c.id = proposals.chat_id
    AND c.retired_at IS NULL)
ORDER BY seq LIMIT ?5

-- name: answer
UPDATE proposals SET state = ?3, answered_at = ?4 WHERE space = ?1 AND id = ?2

-- name: note
UPDATE proposals SET result = ?3, error = ?4, made = ?5 WHERE space = ?1 AND id = ?2

-- What became of erased memories by consent is known by `made`.

-- name: that_made
SELECT id FROM proposals WHERE space = ?1 AND made IN (SELECT value FROM json_each(?2))

-- name: delete
DELETE FROM proposals WHERE space = ?1 AND id IN (SELECT value FROM json_each(?2))

-- The calls whose results name what is erased; their arguments may repeat it, too.

-- name: repeating
SELECT e.turn, e.data ->> 'id' FROM turn_events e INDEXED BY turn_events_results
WHERE e.type = 'tool_result' AND e.turn IN (SELECT seq FROM turns WHERE space = ?1)
  AND EXISTS (SELECT 1 FROM json_each(e.data, '$.ids') AS named
    WHERE named.value IN (SELECT value FROM json_each(?2)))

-- name: forget_result
UPDATE turn_events SET data = json_set(data, '$.content', ?3, '$.ids', json('[]'))
WHERE turn = ?1 AND type = 'tool_result' AND data ->> 'id' = ?2

-- name: forget_call
UPDATE turn_events SET data = json_set(data, '$.arguments', '{}')
WHERE turn = ?1 AND type = 'tool_call' AND data ->> 'id' = ?2

-- name: forget_proposals
UPDATE turn_events SET data = json_set(data, '$.arguments', '{}')
WHERE turn = ?1 AND type = 'proposal' AND data ->> 'id' IN (SELECT value FROM json_each(?2))
