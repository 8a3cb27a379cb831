-- name: get
SELECT t.seq, t.space, t.id, t.chat_id, t.message_id, t.state, t.started_at, t.answer_id, c.scope
FROM turns t JOIN chats c ON c.space = t.space AND c.id = t.chat_id
WHERE t.space = ? AND t.id = ?

-- name: lost
SELECT t.seq, t.space, t.id, t.chat_id, t.message_id, t.state, t.started_at, t.answer_id, c.scope
FROM turns t INDEXED BY turns_running JOIN chats c ON c.space = t.space AND c.id = t.chat_id
WHERE t.state = 'running' AND t.lease_until <= ?
ORDER BY t.seq

-- name: of_chat
SELECT t.seq, t.space, t.id, t.chat_id, t.message_id, t.state, t.started_at, t.answer_id, c.scope
FROM chats c JOIN turns t ON t.space = c.space AND t.chat_id = c.id
WHERE c.space = ?1 AND c.id = ?2 AND c.retired_at IS NULL
ORDER BY t.seq DESC LIMIT ?3

-- name: running
SELECT id FROM turns WHERE space = ?1 AND chat_id = ?2 AND state = 'running' AND lease_until > ?3

-- name: of_message
SELECT id FROM turns WHERE space = ? AND chat_id = ? AND message_id = ?

-- name: later
SELECT id FROM turns WHERE space = ? AND chat_id = ? AND seq > ? LIMIT 1

-- name: insert
INSERT INTO turns (space, id, chat_id, message_id, lease_until, started_at) VALUES (?, ?, ?, ?, ?, ?)

-- name: renew
UPDATE turns SET lease_until = ?2 WHERE seq = ?1

-- name: finish
UPDATE turns SET state = ?2, answer_id = ?3, finished_at = ?4 WHERE seq = ?1

-- name: give_up
UPDATE turns SET state = 'lost', finished_at = ?4
WHERE space = ?1 AND chat_id = ?2 AND state = 'running' AND message_id IN (SELECT value FROM json_each(?3))

-- name: insert_event
INSERT INTO turn_events (turn, number, type, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING

-- name: events
SELECT e.number, e.type, e.data FROM turns t JOIN turn_events e ON e.turn = t.seq
WHERE t.space = ?1 AND t.id = ?2 AND e.number > ?3
ORDER BY e.number

-- The last messages, and before them those that no summary tells of.

-- name: past
SELECT seq FROM (
    SELECT seq FROM messages WHERE space = ?1 AND chat_id = ?2 AND seq <> ?3 AND state <> 'replaced'
    ORDER BY seq DESC LIMIT ?4)
UNION
SELECT seq FROM (
    SELECT seq FROM messages
    WHERE space = ?1 AND chat_id = ?2 AND seq <> ?3 AND state <> 'replaced' AND is_summarized = 0
      AND seq > (SELECT folded_through FROM chats WHERE space = ?1 AND id = ?2)
    ORDER BY seq DESC LIMIT ?5)
ORDER BY seq DESC LIMIT ?5

-- name: to_replace
SELECT seq, role, state FROM messages WHERE space = ? AND chat_id = ? AND id = ?

-- name: from_on
SELECT seq, id FROM messages WHERE space = ?1 AND chat_id = ?2 AND seq >= ?3 AND seq <> ?4 AND state <> 'replaced'

-- name: replace
UPDATE messages SET state = 'replaced', replaced_by = ?2 WHERE seq IN (SELECT value FROM json_each(?1))

-- name: message
SELECT seq FROM messages WHERE space = ? AND id = ?
