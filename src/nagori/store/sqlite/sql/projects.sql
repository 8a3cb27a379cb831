-- name: columns
seq, key, path, tech_stack, analysis, evolution, fingerprint, files, lines,
    (SELECT count(*) FROM learning_records WHERE project = projects.seq AND status IN ('active', 'stale')),
    created_at, updated_at, analysed_at, evolved_at, settings,
    (SELECT count(*) FROM learning_records WHERE project = projects.seq AND status = 'stale'),
    (SELECT count(*) FROM failure_records WHERE project = projects.seq)

-- name: get
SELECT {columns} FROM projects WHERE space = ? AND key = ?

-- name: list
SELECT {columns} FROM projects WHERE space = ? ORDER BY seq

-- name: number
SELECT seq FROM projects WHERE space = ? AND key = ?

-- name: insert
INSERT INTO projects (space, key, path, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)

-- name: move
UPDATE projects SET path = ?2, updated_at = ?3 WHERE seq = ?1

-- name: files
SELECT path, size, mtime_ns, hash, language, lines, skipped, read_ns FROM project_files WHERE project = ? ORDER BY path

-- name: outlines
SELECT path, outline FROM project_files WHERE project = ? AND outline IS NOT NULL ORDER BY path

-- name: outlines_of
SELECT f.path, f.outline FROM json_each(?2) AS wanted CROSS JOIN project_files f
    ON f.project = ?1 AND f.path = wanted.value
WHERE f.outline IS NOT NULL

-- name: put_file
INSERT INTO project_files (project, path, size, mtime_ns, hash, language, lines, skipped, read_ns, outline)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (project, path) DO UPDATE SET size = excluded.size, mtime_ns = excluded.mtime_ns, hash = excluded.hash,
    language = excluded.language, lines = excluded.lines, skipped = excluded.skipped, read_ns = excluded.read_ns,
    outline = excluded.outline

-- name: drop_files
DELETE FROM project_files WHERE project = ?1 AND path IN (SELECT value FROM json_each(?2))

-- name: analysed
UPDATE projects SET analysis = json_patch(analysis, ?2), tech_stack = coalesce(?3, tech_stack),
    fingerprint = coalesce(?4, fingerprint), analysed_at = CASE WHEN ?4 IS NULL THEN analysed_at ELSE ?5 END,
    updated_at = ?5,
    files = (SELECT count(*) FROM project_files WHERE project = ?1),
    lines = (SELECT coalesce(sum(lines), 0) FROM project_files WHERE project = ?1)
WHERE seq = ?1

-- name: evolution
SELECT evolution FROM projects WHERE seq = ?

-- name: set_evolution
UPDATE projects SET evolution = ?2, updated_at = ?3 WHERE seq = ?1

-- name: set_settings
UPDATE projects SET settings = ?2, updated_at = ?3 WHERE seq = ?1

-- name: evolved
UPDATE projects SET evolved_at = ?2, updated_at = ?2 WHERE seq = ?1

-- name: next_number
INSERT INTO project_numbers (project, prefix, day, last) VALUES (?, ?, ?, 1)
ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last

-- name: seen_number
INSERT INTO project_numbers (project, prefix, day, last) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT DO UPDATE SET last = max(last, ?4)

-- name: count_of
SELECT (SELECT count(*) FROM project_files WHERE project = ?1), (SELECT count(*) FROM failure_records WHERE project = ?1)

-- name: delete
DELETE FROM projects WHERE seq = ?
