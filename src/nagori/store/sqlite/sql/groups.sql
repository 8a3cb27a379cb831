-- name: settings
SELECT settings FROM groups WHERE space = ? AND id = ?

-- name: layers
-- At once, since it is read for each message that is heard.
SELECT id, settings, NULL FROM groups WHERE space = ?1 AND id IN ('', ?2)
UNION ALL
SELECT name, definition, started_at FROM trials WHERE space = ?1 AND ended_at IS NULL

-- name: set_settings
INSERT INTO groups (space, id, settings, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)
ON CONFLICT DO UPDATE SET settings = excluded.settings, updated_at = excluded.updated_at

-- name: keep_before
INSERT INTO group_settings_before (space, group_id, settings, replaced_at) VALUES (?, ?, ?, ?)

-- name: drop_oldest
DELETE FROM group_settings_before
WHERE space = ?1 AND group_id = ?2 AND seq <= (
    SELECT seq FROM group_settings_before WHERE space = ?1 AND group_id = ?2
    ORDER BY seq DESC LIMIT 1 OFFSET ?3)

-- name: before
SELECT seq, settings FROM group_settings_before WHERE space = ? AND group_id = ?
ORDER BY seq DESC LIMIT 1

-- name: drop_before
DELETE FROM group_settings_before WHERE seq = ?

-- name: list
SELECT id FROM groups WHERE space = ?1 AND id <> ''
UNION SELECT substr(scope, 7) FROM chats WHERE space = ?1 AND scope GLOB 'group:*' AND retired_at IS NULL
ORDER BY 1

-- name: having
SELECT id FROM groups
WHERE space = ?1 AND EXISTS (SELECT 1 FROM json_each(groups.settings) WHERE key = ?2) ORDER BY id

-- name: delete
DELETE FROM groups WHERE space = ? AND id = ?

-- name: delete_before
DELETE FROM group_settings_before WHERE space = ? AND group_id = ?
