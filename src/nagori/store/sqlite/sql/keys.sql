-- name: taken
SELECT 1 FROM api_keys WHERE id = ? OR secret_hash = ?

-- name: add
INSERT INTO api_keys (id, secret_hash, name, hint, space, user, read_only, created_at, revoked_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: find
SELECT id, name, hint, space, user, read_only, created_at, revoked_at FROM api_keys
WHERE secret_hash = ? AND revoked_at IS NULL

-- name: list
SELECT id, name, hint, space, user, read_only, created_at, revoked_at FROM api_keys ORDER BY seq

-- name: revoke
UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?2) WHERE id = ?1
RETURNING id, name, hint, space, user, read_only, created_at, revoked_at
