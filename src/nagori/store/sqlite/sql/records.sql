-- name: columns
seq, id, claim, question, question_type, answer, confidence, exploration_path, related_records, tags, domain, made_by,
    status, replaced_by, metadata, created_at

-- name: among
SELECT {columns} FROM learning_records WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq

-- name: citations
SELECT record, path, start, "end", hash, commit_id FROM record_citations
WHERE record IN (SELECT value FROM json_each(?)) ORDER BY record, number

-- name: numbers
SELECT r.seq FROM json_each(?2) AS wanted CROSS JOIN learning_records r ON r.project = ?1 AND r.id = wanted.value

-- name: known
SELECT seq FROM learning_records WHERE project = ? AND id = ?

-- name: holding
SELECT seq, question, answer FROM learning_records
WHERE project = ? AND claim = ? AND claim IS NOT NULL AND status <> 'replaced'

-- name: insert
INSERT INTO learning_records (space, project, id, claim, question, question_type, answer, confidence, exploration_path,
    related_records, tags, domain, made_by, status, replaced_by, metadata, created_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: renew
UPDATE learning_records SET question_type = ?2, confidence = ?3, exploration_path = ?4, related_records = ?5, tags = ?6,
    domain = ?7, made_by = ?8, status = 'active', metadata = ?9
WHERE seq = ?1

-- name: file
SELECT path FROM record_citations WHERE record = ? AND number = 1

-- name: drop_citations
DELETE FROM record_citations WHERE record = ?

-- name: insert_citation
INSERT INTO record_citations (record, number, project, path, start, "end", hash, commit_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)

-- name: set_status
UPDATE learning_records SET status = ?2, replaced_by = ?3 WHERE seq = ?1

-- name: to_mark
SELECT r.seq, r.id FROM json_each(?2) AS wanted CROSS JOIN learning_records r ON r.project = ?1 AND r.id = wanted.value
WHERE r.status NOT IN ('replaced', ?3)

-- name: page
SELECT seq FROM learning_records
WHERE project = ?1 AND status IN (SELECT value FROM json_each(?2)) AND (?3 IS NULL OR domain = ?3)
    AND (?4 IS NULL OR seq IN (
        SELECT record FROM record_citations
        WHERE project = ?1 AND (path = ?4 OR path >= ?4 || '/' AND path < ?4 || '0')))
    AND seq < coalesce((SELECT seq FROM learning_records WHERE project = ?1 AND id = ?5), 9223372036854775807)
ORDER BY seq DESC LIMIT ?6

-- name: citing
SELECT DISTINCT c.record FROM json_each(?2) AS wanted CROSS JOIN record_citations c
    ON c.project = ?1 AND c.path = wanted.value
    JOIN learning_records r ON r.seq = c.record
WHERE r.status <> 'replaced'

-- name: by_claim
SELECT r.claim, r.seq FROM json_each(?2) AS wanted CROSS JOIN learning_records r
    ON r.project = ?1 AND r.claim = wanted.value AND r.claim IS NOT NULL AND r.status <> 'replaced'

-- name: claims
SELECT claim, id FROM learning_records
WHERE project = ? AND claim IS NOT NULL AND status <> 'replaced' ORDER BY claim

-- name: claims_citing
SELECT DISTINCT r.claim, r.id FROM json_each(?2) AS wanted CROSS JOIN record_citations c
    ON c.project = ?1 AND c.path = wanted.value
    JOIN learning_records r ON r.seq = c.record
WHERE r.claim IS NOT NULL AND r.status <> 'replaced' ORDER BY r.claim

-- name: coverage_of_files
SELECT c.path, count(DISTINCT CASE r.status WHEN 'active' THEN r.seq END),
    count(DISTINCT CASE r.status WHEN 'stale' THEN r.seq END)
FROM learning_records r CROSS JOIN record_citations c ON c.record = r.seq
WHERE r.project = ? AND r.status IN ('active', 'stale') GROUP BY c.path

-- name: coverage_of_domains
SELECT domain, count(CASE status WHEN 'active' THEN 1 END), count(CASE status WHEN 'stale' THEN 1 END)
FROM learning_records WHERE project = ? AND status IN ('active', 'stale') AND domain IS NOT NULL GROUP BY domain

-- name: of_project
SELECT seq, id FROM learning_records WHERE project = ?
