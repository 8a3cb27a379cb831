-- name: columns
id, scope, title, name, url, media_type, size, pages, passages, state, progress, error, retired_at, metadata, created_at, updated_at

-- name: get
SELECT {columns} FROM documents WHERE space = ? AND id = ?

-- name: known
SELECT seq, id, content_hash, state, retired_at FROM documents WHERE space = ? AND scope = ? AND source = ?

-- name: insert
INSERT INTO documents (space, id, scope, source, title, name, url, media_type, size, content_hash, metadata, created_at,
    updated_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11)

-- name: again
UPDATE documents SET name = ?2, state = 'queued', progress = 0.0, error = NULL, updated_at = ?3 WHERE seq = ?1

-- name: put_file
INSERT INTO document_files (document, data) VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data

-- name: file
SELECT f.data FROM document_files f JOIN documents d ON d.seq = f.document WHERE d.space = ? AND d.id = ?

-- name: drop_file
DELETE FROM document_files WHERE document = ?

-- name: number
SELECT seq, scope FROM documents WHERE space = ? AND id = ?

-- name: list
SELECT {columns} FROM documents
WHERE space = ?1 AND scope = ?2 AND (retired_at IS NOT NULL) = ?3
    AND seq < coalesce((SELECT seq FROM documents WHERE space = ?1 AND id = ?4), 9223372036854775807)
ORDER BY seq DESC LIMIT ?5

-- name: passages
SELECT p.number, p.text, p.headings, p.page FROM document_passages p JOIN documents d ON d.seq = p.document
WHERE d.space = ?1 AND d.id = ?2 AND p.number > ?3 ORDER BY p.start LIMIT ?4

-- name: note
UPDATE documents SET state = ?3, progress = ?4, updated_at = ?5 WHERE space = ?1 AND id = ?2

-- name: fill
UPDATE documents SET title = ?2, media_type = ?3, size = ?4, pages = ?5, content_hash = ?6, passages = ?7,
    metadata = CASE ?8 WHEN '[]' THEN json_remove(metadata, '$.warnings')
        ELSE json_set(metadata, '$.warnings', json(?8)) END,
    state = 'ready', progress = 1.0, error = NULL, updated_at = ?9
WHERE seq = ?1

-- name: clear
DELETE FROM document_passages WHERE document = ?

-- name: put_passage
INSERT INTO document_passages (document, start, number, page, headings, text) VALUES (?, ?, ?, ?, ?, ?)

-- name: fail
UPDATE documents SET state = 'failed', error = ?2, updated_at = ?3 WHERE seq = ?1

-- name: set_retired
UPDATE documents SET retired_at = ?2, updated_at = ?3 WHERE seq = ?1

-- name: overdue
SELECT space, id FROM documents WHERE retired_at < ? ORDER BY retired_at LIMIT ?

-- name: whole
SELECT source, content_hash, retired_at, (SELECT data FROM document_files WHERE document = seq), {columns}
FROM documents WHERE seq = ?

-- name: passages_of
SELECT number, text, headings, page FROM document_passages WHERE document = ? ORDER BY start

-- name: known_whole
SELECT 1 FROM documents WHERE space = ?1 AND (id = ?2 OR (scope = ?3 AND source = ?4))

-- name: insert_whole
INSERT INTO documents (space, source, content_hash, retired_at, id, scope, title, name, url, media_type, size, pages,
    passages, state, progress, error, metadata, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: of_scope
SELECT seq, id FROM documents WHERE space = ? AND scope = ?

-- name: delete
DELETE FROM documents WHERE seq IN (SELECT value FROM json_each(?))

-- name: among
SELECT seq FROM documents WHERE space = ?1 AND id IN (SELECT value FROM json_each(?2))

-- name: any
SELECT 1 FROM documents WHERE space = ? AND scope = ? AND retired_at IS NULL LIMIT 1
