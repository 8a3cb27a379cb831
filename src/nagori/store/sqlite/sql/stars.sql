-- name: version
SELECT id, epoch, version FROM scopes WHERE space = ? AND scope = ?

-- name: all
SELECT seq, id, text, tag, created_at, updated_at, times_said FROM memories
WHERE space = ? AND scope = ? AND status = 'active' ORDER BY seq

-- name: matching
SELECT id FROM memories
WHERE space = ?1 AND scope = ?2 AND status = 'active' AND holds(text, ?3)
ORDER BY seq DESC LIMIT ?4

-- name: read
SELECT wanted.key, m.seq FROM json_each(?3) AS wanted
    CROSS JOIN memories m ON m.space = ?1 AND m.id = wanted.value AND m.scope = ?2
ORDER BY wanted.key

-- name: replaced_by
SELECT seq FROM memories
WHERE space = ?1 AND scope = ?2 AND status = 'superseded' AND superseded_by = ?3
ORDER BY seq DESC LIMIT 20
