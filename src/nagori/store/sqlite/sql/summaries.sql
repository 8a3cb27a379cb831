-- name: state
SELECT written, folded_through FROM chats WHERE space = ? AND id = ?

-- name: fresh
SELECT seq FROM messages
WHERE space = ?1 AND chat_id = ?2 AND seq > ?3 AND is_summarized = 0 AND state <> 'replaced' ORDER BY seq LIMIT ?4

-- name: again
SELECT seq FROM messages WHERE space = ? AND chat_id = ? AND is_summarized = 2 AND state <> 'replaced' ORDER BY seq

-- name: mark
UPDATE messages SET is_summarized = ?4
WHERE space = ?1 AND chat_id = ?2 AND id IN (SELECT value FROM json_each(?3)) AND is_summarized <> 1

-- name: unmark
UPDATE messages SET is_summarized = 0 WHERE space = ?1 AND chat_id = ?2 AND is_summarized >= ?3

-- name: write
UPDATE chats SET summary = ?3, summary_by = ?4, written = ?5, folded_through = ?6 WHERE space = ?1 AND id = ?2

-- A summary of words that are not the user's own, or of what a model said that had read such: from
-- then on the chat is not trusted.

-- name: distrust
UPDATE chats SET metadata = json_set(metadata, '$.trust', 'untrusted')
WHERE space = ?1 AND id = ?2 AND EXISTS (
    SELECT 1 FROM messages m
    WHERE m.space = ?1 AND m.chat_id = ?2 AND m.id IN (SELECT value FROM json_each(?3))
      AND (m.role = 'user' AND chats.scope <> 'user:' || m.speaker OR m.metadata ->> 'trust' IS 'untrusted'))

-- name: last
SELECT coalesce(max(seq), 0) FROM messages WHERE space = ? AND chat_id = ?

-- name: any_folded
SELECT 1 FROM messages WHERE seq IN (SELECT value FROM json_each(?)) AND is_summarized > 0 LIMIT 1
