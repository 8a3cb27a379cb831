-- name: add
INSERT INTO scopes (space, scope) VALUES (?, ?) ON CONFLICT DO NOTHING

-- name: bump
UPDATE scopes SET version = version + 1 WHERE space = ? AND scope = ? RETURNING id, version

-- name: renew
UPDATE scopes SET version = version + 1, epoch = epoch + 1 WHERE id = ?

-- name: versions
SELECT scope, id, epoch, version FROM scopes
WHERE space = ?1 AND scope IN (SELECT value FROM json_each(?2))
