-- name: read
SELECT key, value FROM settings WHERE space = ? ORDER BY key

-- name: put
INSERT INTO settings (space, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value

-- name: remove
DELETE FROM settings WHERE space = ? AND key = ?
