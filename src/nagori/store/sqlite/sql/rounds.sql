-- name: columns
id, gap, question, phase, state, steps, tokens, cost, error, records, taken_over, started_at, updated_at, ended_at

-- name: running
SELECT {columns} FROM learning_rounds WHERE project = ? AND state = 'running'

-- name: get
SELECT {columns} FROM learning_rounds WHERE project = ? AND id = ?

-- name: page
SELECT {columns} FROM learning_rounds
WHERE project = ?1
    AND seq < coalesce((SELECT seq FROM learning_rounds WHERE project = ?1 AND id = ?2), 9223372036854775807)
ORDER BY seq DESC LIMIT ?3

-- name: lease
SELECT seq, lease_until, taken_over FROM learning_rounds WHERE project = ? AND state = 'running'

-- name: begin
INSERT INTO learning_rounds (space, project, id, phase, lease, lease_until, started_at, updated_at)
VALUES (?1, ?2, ?3, 'GENERATING_QUESTION', ?4, ?5, ?6, ?6)

-- name: take_over
UPDATE learning_rounds SET lease = ?2, lease_until = ?3, taken_over = taken_over + 1, updated_at = ?4 WHERE seq = ?1

-- name: give_up
UPDATE learning_rounds SET state = 'given up', lease = NULL, lease_until = NULL, updated_at = ?2, ended_at = ?2
WHERE seq = ?1

-- name: held
SELECT seq FROM learning_rounds WHERE project = ? AND id = ? AND lease = ? AND state = 'running'

-- name: advance
UPDATE learning_rounds SET gap = ?2, question = ?3, phase = ?4, steps = ?5, tokens = ?6, cost = ?7, error = ?8,
    lease_until = ?9, updated_at = ?10
WHERE seq = ?1

-- name: end
UPDATE learning_rounds SET gap = ?2, question = ?3, phase = ?4, steps = ?5, tokens = ?6, cost = ?7, error = ?8,
    state = ?9, records = ?10, lease = NULL, lease_until = NULL, updated_at = ?11, ended_at = ?11
WHERE seq = ?1
