-- name: add
INSERT INTO chats (space, id, scope, title, summary, bot, archived, title_by, summary_by, metadata, documents,
    project, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: active
SELECT seq FROM chats
WHERE space = ?1 AND scope = ?2 AND archived = 0 AND retired_at IS NULL AND (?3 IS NULL OR bot IS NULL OR bot = ?3)
ORDER BY updated_at DESC, seq DESC LIMIT 1

-- `LIKE` knows the case of ASCII letters only; words with others are compared by `holds`.

-- name: page
SELECT seq, updated_at FROM chats
WHERE space = :space AND scope = :scope AND (updated_at, seq) < (:updated_at, :seq)
  AND retired_at IS NULL AND (:archived IS NULL OR archived = :archived)
  AND (:pattern IS NULL AND :folded IS NULL
    OR CASE WHEN :pattern IS NULL THEN holds(title, :folded) ELSE title LIKE :pattern ESCAPE '\' END
    OR EXISTS (
      SELECT 1 FROM messages m
      WHERE m.space = chats.space AND m.chat_id = chats.id AND m.state <> 'replaced'
        AND CASE WHEN :pattern IS NULL THEN holds(m.content, :folded) ELSE m.content LIKE :pattern ESCAPE '\' END))
ORDER BY updated_at DESC, seq DESC LIMIT :limit

-- name: change
UPDATE chats SET title = coalesce(?3, title), title_by = CASE WHEN ?3 IS NULL THEN title_by ELSE ?4 END,
    archived = coalesce(?5, archived), metadata = coalesce(?6, metadata)
WHERE space = ?1 AND id = ?2

-- name: set_retired
UPDATE chats SET retired_at = ?3 WHERE space = ?1 AND id = ?2

-- name: known
SELECT m.external_id, m.chat_id, m.id FROM json_each(?3) AS wanted
CROSS JOIN messages m ON m.space = ?1 AND m.external_id = wanted.value
JOIN chats c ON c.space = m.space AND c.id = m.chat_id
WHERE c.scope = ?2 AND c.retired_at IS NULL AND m.state <> 'replaced' ORDER BY m.seq
