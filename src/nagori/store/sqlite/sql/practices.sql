-- Oldest first, so that the first of an id is the one that is shown; what a person added before all.
-- name: practices
SELECT b.id, p.key, b.title, b.description, b.applicable_scenarios, b.updated_at
FROM best_practices b LEFT JOIN projects p ON p.seq = b.project
WHERE b.space = ? AND NOT b.withdrawn ORDER BY b.id, b.project IS NOT NULL, b.seq

-- name: patterns
SELECT c.pattern_name, p.key, c.description, c.occurrences, c.updated_at
FROM cross_project_patterns c JOIN projects p ON p.seq = c.project
WHERE c.space = ? AND NOT c.withdrawn ORDER BY c.pattern_name, c.seq

-- name: put_practice
INSERT INTO best_practices (space, id, project, title, description, applicable_scenarios, updated_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT DO UPDATE SET title = ?4, description = ?5, applicable_scenarios = ?6, updated_at = ?7
WHERE NOT withdrawn

-- name: put_pattern
INSERT INTO cross_project_patterns (space, pattern_name, project, description, occurrences, updated_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT DO UPDATE SET description = ?4, occurrences = ?5, updated_at = ?6
WHERE NOT withdrawn

-- name: withdraw_practices
UPDATE best_practices SET withdrawn = 1, title = '', description = '', applicable_scenarios = '[]', updated_at = ?4
WHERE space = ?1 AND id IN (SELECT value FROM json_each(?2)) AND project IS NOT NULL AND (?3 IS NULL OR project = ?3)

-- name: withdraw_patterns
UPDATE cross_project_patterns SET withdrawn = 1, description = '', occurrences = 0, updated_at = ?4
WHERE space = ?1 AND pattern_name IN (SELECT value FROM json_each(?2)) AND (?3 IS NULL OR project = ?3)

-- name: drop_practices
DELETE FROM best_practices
WHERE space = ?1 AND id IN (SELECT value FROM json_each(?2)) AND project IS NULL

-- What was withdrawn stays, so that it is not shared again.
-- name: drop_other_practices
DELETE FROM best_practices
WHERE project = ?1 AND NOT withdrawn AND id NOT IN (SELECT value FROM json_each(?2))

-- name: drop_other_patterns
DELETE FROM cross_project_patterns
WHERE project = ?1 AND NOT withdrawn AND pattern_name NOT IN (SELECT value FROM json_each(?2))
