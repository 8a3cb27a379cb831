-- name: forget_old
DELETE FROM idempotency WHERE created_at < ?

-- name: get
SELECT request, response, created_at FROM idempotency WHERE space = ? AND key = ?

-- name: claim
INSERT INTO idempotency (space, key, request, created_at) VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET request = excluded.request, created_at = excluded.created_at

-- name: answer
UPDATE idempotency SET response = ?3 WHERE space = ?1 AND key = ?2 AND response IS NULL

-- name: let_go
DELETE FROM idempotency WHERE space = ? AND key = ? AND response IS NULL

-- name: forget_answers
DELETE FROM idempotency WHERE space = ? AND response IS NOT NULL
