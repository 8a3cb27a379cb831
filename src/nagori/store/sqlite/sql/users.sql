-- name: set_time_zone
INSERT INTO users (space, id, time_zone, created_at) VALUES (?, ?, ?, ?)
ON CONFLICT DO UPDATE SET time_zone = excluded.time_zone

-- name: time_zone
SELECT time_zone FROM users WHERE space = ? AND id = ?
