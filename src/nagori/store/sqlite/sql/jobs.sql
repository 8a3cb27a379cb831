-- name: enqueue
INSERT INTO jobs (space, kind, key, payload, run_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET state = 'queued', attempts = 0, run_at = excluded.run_at, payload = excluded.payload,
    lease = NULL, lease_until = NULL, updated_at = excluded.updated_at
WHERE state IN ('done', 'dead')

-- name: ask_again
UPDATE jobs SET again = 1, payload = ?4 WHERE space = ?1 AND kind = ?2 AND key = ?3 AND state = 'leased'

-- name: hasten
UPDATE jobs SET run_at = min(run_at, ?4) WHERE space = ?1 AND kind = ?2 AND key = ?3 AND state = 'queued'

-- name: start_over
UPDATE jobs SET state = 'queued', lease = NULL, lease_until = NULL, run_at = ?3
WHERE space = ?1 AND key = ?2 AND state = 'leased'

-- name: delete_of_key
DELETE FROM jobs WHERE space = ? AND key = ?

-- name: claim
UPDATE jobs SET state = 'leased', lease = ?1, lease_until = ?2, attempts = attempts + 1, updated_at = ?3
WHERE seq = (
    SELECT seq FROM jobs
    WHERE kind IN (SELECT value FROM json_each(?4))
      AND (state = 'queued' AND run_at <= ?3 OR state = 'leased' AND lease_until <= ?3)
    ORDER BY run_at, seq LIMIT 1)
RETURNING seq, space, kind, key, payload, attempts

-- name: held
SELECT 1 FROM jobs WHERE seq = ? AND lease = ? AND state = 'leased'

-- name: renew
UPDATE jobs SET lease_until = ?3 WHERE seq = ?1 AND lease = ?2 AND state = 'leased' RETURNING seq

-- name: finish
UPDATE jobs SET state = CASE again WHEN 1 THEN 'queued' ELSE 'done' END,
    attempts = CASE again WHEN 1 THEN 0 ELSE attempts END, run_at = CASE again WHEN 1 THEN ?3 ELSE run_at END,
    again = 0, lease = NULL, lease_until = NULL, error = NULL, updated_at = ?3
WHERE seq = ?1 AND lease = ?2

-- name: again
UPDATE jobs SET state = CASE WHEN again AND ?3 = 'dead' THEN 'queued' ELSE ?3 END, run_at = ?4,
    attempts = CASE WHEN again AND ?3 = 'dead' THEN 0 ELSE ?5 END, error = ?6, again = 0,
    lease = NULL, lease_until = NULL, updated_at = ?7
WHERE seq = ?1 AND lease = ?2

-- name: waiting
SELECT kind, state, count(*), min(created_at) FROM jobs WHERE state != 'done' GROUP BY kind, state

-- name: next_at
SELECT min(CASE state WHEN 'queued' THEN run_at ELSE lease_until END) FROM jobs
WHERE state IN ('queued', 'leased') AND kind IN (SELECT value FROM json_each(?))

-- name: dead
SELECT seq, space, kind, key, payload, attempts, error FROM jobs WHERE state = 'dead' ORDER BY seq
