-- name: columns
name, definition, started_at, ended_at

-- name: start
INSERT INTO trials (space, name, definition, started_at) VALUES (?, ?, ?, ?)

-- name: get
SELECT {columns} FROM trials WHERE space = ? AND name = ?

-- name: list
SELECT {columns} FROM trials WHERE space = ? ORDER BY seq DESC

-- name: end
UPDATE trials SET ended_at = ?3 WHERE space = ?1 AND name = ?2

-- name: uses
SELECT arm, group_id, success_indicator, build ->> '$.took_ms', build ->> '$.tokens',
    json_array_length(build, '$.degraded') > 0
FROM (SELECT *, (SELECT value FROM json_each(build, '$.trials') WHERE key = ?2) AS arm
      FROM context_usage_records WHERE space = ?1 AND created_at >= ?3)
WHERE arm IS NOT NULL
ORDER BY seq DESC LIMIT ?4
