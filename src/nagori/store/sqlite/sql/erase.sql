-- name: delete_user
DELETE FROM users WHERE space = ? AND id = ?

-- name: delete_scope
DELETE FROM scopes WHERE space = ? AND scope = ? AND NOT EXISTS (SELECT 1 FROM passages p WHERE p.scope = scopes.id)

-- name: add_key
INSERT INTO meta (key, value) VALUES ('tombstone_key', ?) ON CONFLICT DO NOTHING

-- name: key
SELECT value FROM meta WHERE key = 'tombstone_key'

-- name: bury
INSERT INTO tombstones (space, kind, hash, at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at
