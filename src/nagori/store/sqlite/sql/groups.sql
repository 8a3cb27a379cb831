-- name: settings
SELECT settings FROM groups WHERE space = ? AND id = ?

-- name: set_settings
INSERT INTO groups (space, id, settings, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)
ON CONFLICT DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at

-- name: list
SELECT id FROM groups WHERE space = ?1
UNION SELECT substr(scope, 7) FROM chats WHERE space = ?1 AND scope GLOB 'group:*' AND retired_at IS NULL
ORDER BY 1

-- name: delete
DELETE FROM groups WHERE space = ? AND id = ?
