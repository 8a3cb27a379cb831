-- name: version
SELECT id, epoch, version FROM scopes WHERE space = ? AND scope = ?

-- name: all
SELECT seq, id, text, tag, created_at, updated_at, times_said FROM memories
WHERE space = ? AND scope = ? AND status = 'active' ORDER BY seq

-- name: embedder
SELECT id, dims FROM embedders WHERE fingerprint = ? ORDER BY id DESC LIMIT 1

-- Which passage speaks for a memory: its first one that has a vector.
-- name: passages
SELECT p.owner, min(p.seq) FROM passages p JOIN vectors v ON v.passage = p.seq AND v.embedder = ?2
WHERE p.scope = ?1 AND p.kind = 1 AND p.status = 0 GROUP BY p.owner

-- name: vectors
SELECT v.vector FROM json_each(?1) AS wanted CROSS JOIN vectors v ON v.passage = wanted.value AND v.embedder = ?2
ORDER BY wanted.key

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
