-- name: put
INSERT INTO domain_knowledge (space, project, id, domain, summary, key_concepts, key_files, source_record_ids, created_at,
    updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (project, domain) DO UPDATE SET id = excluded.id, summary = excluded.summary,
    key_concepts = excluded.key_concepts, key_files = excluded.key_files,
    source_record_ids = excluded.source_record_ids, updated_at = excluded.updated_at

-- name: list
SELECT id, domain, summary, key_concepts, key_files, source_record_ids, created_at, updated_at FROM domain_knowledge
WHERE project = ?1 AND (?2 IS NULL OR domain IN (SELECT value FROM json_each(?2))) ORDER BY domain

-- name: drop
DELETE FROM domain_knowledge WHERE project = ?1 AND domain IN (SELECT value FROM json_each(?2))

-- name: drop_patterns
DELETE FROM code_patterns WHERE project = ?

-- name: put_pattern
INSERT INTO code_patterns (space, project, pattern_type, description, example_files, usage_scenarios, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET description = excluded.description, example_files = excluded.example_files,
    usage_scenarios = excluded.usage_scenarios, updated_at = excluded.updated_at

-- name: patterns
SELECT pattern_type, description, example_files, usage_scenarios FROM code_patterns
WHERE project = ? ORDER BY pattern_type
