-- name: columns
id, operation_type, operation, signature, error, failed_at, context, retry_count, status, avoid_strategy

-- name: find
SELECT {columns} FROM failure_records WHERE project = ? AND operation_type = ? AND signature = ?

-- name: get
SELECT {columns} FROM failure_records WHERE project = ? AND id = ?

-- name: page
SELECT {columns} FROM failure_records
WHERE project = ?1 AND (?2 IS NULL OR status IN (SELECT value FROM json_each(?2)))
    AND seq < coalesce((SELECT seq FROM failure_records WHERE project = ?1 AND id = ?3), 9223372036854775807)
ORDER BY seq DESC LIMIT ?4

-- name: insert
INSERT INTO failure_records (space, project, id, operation_type, operation, signature, error, failed_at, context,
    retry_count, status, avoid_strategy, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?8)
ON CONFLICT DO NOTHING RETURNING seq

-- name: again
UPDATE failure_records SET operation = ?4, error = ?5, failed_at = ?6, context = ?7, retry_count = retry_count + 1,
    status = CASE status WHEN 'RECOVERED' THEN 'PENDING' ELSE status END, avoid_strategy = coalesce(?8, avoid_strategy)
WHERE project = ?1 AND operation_type = ?2 AND signature = ?3 RETURNING seq

-- name: set_status
UPDATE failure_records SET status = ?3, avoid_strategy = coalesce(?4, avoid_strategy)
WHERE project = ?1 AND id = ?2
