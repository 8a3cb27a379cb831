-- name: get
SELECT seq, version, text, "by", trust, updated_at, uncondensed FROM global_pages WHERE space = ? AND scope = ?

-- name: insert
INSERT INTO global_pages (space, scope, version, text, "by", trust, created_at, updated_at)
VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?6)

-- name: update
UPDATE global_pages SET version = version + 1, text = ?2, "by" = ?3, trust = ?4, uncondensed = ?5, updated_at = ?6
WHERE seq = ?1

-- name: keep_version
INSERT INTO page_versions (page, version, text, "by", trust, at)
SELECT seq, version, text, "by", trust, updated_at FROM global_pages WHERE seq = ?

-- name: versions
SELECT version, text, "by", trust, updated_at FROM global_pages WHERE seq = ?1 AND version < ?2
UNION ALL
SELECT version, text, "by", trust, at FROM page_versions WHERE page = ?1 AND version < ?2
ORDER BY 1 DESC LIMIT ?3

-- name: versions_from
SELECT version, text, "by", trust, at FROM page_versions WHERE page = ? AND version >= ? ORDER BY version

-- name: put_source
INSERT INTO page_sources (page, content_hash, message) VALUES (?, ?, ?) ON CONFLICT DO NOTHING

-- name: has_source
SELECT 1 FROM page_sources WHERE page = ? AND content_hash = ? LIMIT 1

-- name: forget_sources
DELETE FROM page_sources WHERE page = ?

-- name: passages
SELECT seq, start, "end" FROM passages WHERE kind = 5 AND owner = ? ORDER BY seq

-- name: move
UPDATE passages SET start = ?2, "end" = ?3 WHERE seq = ?1 AND (start <> ?2 OR "end" <> ?3)

-- name: drop
DELETE FROM passages WHERE seq IN (SELECT value FROM json_each(?))

-- name: number_of_scope
SELECT id FROM scopes WHERE space = ? AND scope = ?

-- name: delete
DELETE FROM global_pages WHERE space = ? AND scope = ? RETURNING seq

-- name: beside_memories
SELECT DISTINCT p.seq, p.scope FROM memories m CROSS JOIN global_pages p ON p.space = m.space AND p.scope = m.scope
WHERE m.seq IN (SELECT value FROM json_each(?))

-- name: texts_of_memories
SELECT text FROM memories WHERE scope = ?1 AND seq IN (SELECT value FROM json_each(?2))
UNION
SELECT c.before FROM memory_changes c JOIN memories m ON m.seq = c.memory
WHERE m.scope = ?1 AND m.seq IN (SELECT value FROM json_each(?2)) AND c.before IS NOT NULL

-- name: only_from_chat
SELECT DISTINCT s.page, s.content_hash FROM messages g CROSS JOIN page_sources s ON s.message = g.id
    JOIN global_pages p ON p.seq = s.page AND p.space = g.space
WHERE g.space = ?1 AND g.chat_id = ?2 AND NOT EXISTS (
    SELECT 1 FROM page_sources o WHERE o.page = s.page AND o.content_hash = s.content_hash AND NOT EXISTS (
        SELECT 1 FROM messages h WHERE h.space = ?1 AND h.id = o.message AND h.chat_id = ?2))

-- name: by_number
SELECT space, scope FROM global_pages WHERE seq = ?

-- name: set_version
UPDATE page_versions SET text = ?3 WHERE page = ?1 AND version = ?2

-- name: set_text
UPDATE global_pages SET text = ?2 WHERE seq = ?1

-- name: rebuild
UPDATE global_pages SET text = ?2, uncondensed = min(coalesce(uncondensed, ?3), ?3), "by" = ?4 WHERE seq = ?1

-- name: forget_sources_of_chat
DELETE FROM page_sources
WHERE message IN (SELECT id FROM messages WHERE space = ?1 AND chat_id = ?2)
  AND page IN (SELECT seq FROM global_pages WHERE space = ?1)

-- name: whole
SELECT scope, created_at, uncondensed, version, text, "by", trust, updated_at FROM global_pages WHERE seq = ?

-- name: sources
SELECT content_hash, message FROM page_sources WHERE page = ? ORDER BY content_hash, message

-- name: insert_whole
INSERT INTO global_pages (space, scope, version, text, "by", trust, uncondensed, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: insert_version
INSERT INTO page_versions (page, version, text, "by", trust, at) VALUES (?, ?, ?, ?, ?, ?)
