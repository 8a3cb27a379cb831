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

-- name: forget_recalled
UPDATE turn_events INDEXED BY turn_events_recalled SET data = json_set(data, '$.items', json((
    SELECT json_group_array(json(turn_events.data -> item.fullkey)) FROM json_each(turn_events.data, '$.items') AS item
    WHERE coalesce(turn_events.data ->> (item.fullkey || '.id'), '') NOT IN (SELECT value FROM json_each(?2)))))
WHERE type = 'recalled' AND turn IN (SELECT seq FROM turns WHERE space = ?1)
  AND EXISTS (
    SELECT 1 FROM json_each(turn_events.data, '$.items') AS item
    WHERE turn_events.data ->> (item.fullkey || '.id') IN (SELECT value FROM json_each(?2)))

-- name: forget_near_misses
UPDATE turn_events INDEXED BY turn_events_recalled SET data = json_set(data, '$.near_misses', json((
    SELECT json_group_array(json(turn_events.data -> item.fullkey)) FROM json_each(turn_events.data, '$.near_misses') AS item
    WHERE coalesce(turn_events.data ->> (item.fullkey || '.id'), '') NOT IN (SELECT value FROM json_each(?2)))))
WHERE type = 'recalled' AND turn IN (SELECT seq FROM turns WHERE space = ?1)
  AND EXISTS (
    SELECT 1 FROM json_each(turn_events.data, '$.near_misses') AS item
    WHERE turn_events.data ->> (item.fullkey || '.id') IN (SELECT value FROM json_each(?2)))

-- Ids of records are those of their project alone, so what was recalled of one is known by its scope.
-- name: forget_recalled_of_project
UPDATE turn_events INDEXED BY turn_events_recalled SET data = json_set(data, '$.items', json((
    SELECT json_group_array(json(turn_events.data -> item.fullkey)) FROM json_each(turn_events.data, '$.items') AS item
    WHERE coalesce(turn_events.data ->> (item.fullkey || '.scope'), '') <> ?2)))
WHERE type = 'recalled' AND turn IN (SELECT seq FROM turns WHERE space = ?1)
  AND EXISTS (
    SELECT 1 FROM json_each(turn_events.data, '$.items') AS item
    WHERE turn_events.data ->> (item.fullkey || '.scope') = ?2)

-- A near miss tells of no scope: one of the same id in another project goes too.
-- name: forget_missed_records
UPDATE turn_events INDEXED BY turn_events_recalled SET data = json_set(data, '$.near_misses', json((
    SELECT json_group_array(json(turn_events.data -> item.fullkey)) FROM json_each(turn_events.data, '$.near_misses') AS item
    WHERE turn_events.data ->> (item.fullkey || '.kind') IS NOT 'record'
       OR turn_events.data ->> (item.fullkey || '.id') NOT IN (SELECT value FROM json_each(?2)))))
WHERE type = 'recalled' AND turn IN (SELECT seq FROM turns WHERE space = ?1)
  AND EXISTS (
    SELECT 1 FROM json_each(turn_events.data, '$.near_misses') AS item
    WHERE turn_events.data ->> (item.fullkey || '.kind') = 'record'
      AND turn_events.data ->> (item.fullkey || '.id') IN (SELECT value FROM json_each(?2)))
