-- name: insert
INSERT INTO passages (space, scope, version, kind, owner, start, "end", tag, status, chat_id, bot, at, valid_from,
    valid_to, text_hash, cjk, asks, terms, tokenizer, embedded_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)

-- name: insert_vector
INSERT INTO vectors (passage, embedder, vector) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET vector = excluded.vector

-- name: newer
SELECT p.seq, p.owner, p.tag, p.status, p.chat_id, p.bot, p.at, p.valid_from, p.valid_to, p.text_hash, p.cjk,
    p.asks, p.terms, v.vector
FROM passages p LEFT JOIN vectors v ON v.passage = p.seq AND v.embedder = ?4
WHERE p.scope = ?1 AND p.kind = ?2 AND p.version > ?3 AND p.seq > ?5 ORDER BY p.seq LIMIT ?6

-- The same of records, with the file that each stands for and whether it tells of all of it.
-- name: newer_records
SELECT p.seq, p.owner, p.tag, p.status, p.chat_id, p.bot, p.at, p.valid_from, p.valid_to, p.text_hash, p.cjk,
    p.asks, p.terms, v.vector, coalesce(c.path, ''), coalesce(r.claim GLOB 'file:*' OR r.claim GLOB 'plain:*', 0)
FROM passages p JOIN learning_records r ON r.seq = p.owner
    LEFT JOIN record_citations c ON c.record = p.owner AND c.number = 1
    LEFT JOIN vectors v ON v.passage = p.seq AND v.embedder = ?4
WHERE p.scope = ?1 AND p.kind = ?2 AND p.version > ?3 AND p.seq > ?5 ORDER BY p.seq LIMIT ?6

-- The passages are few and known by number: `CROSS JOIN` and `+` keep the planner from scanning a kind instead.
-- What was said hundreds of times has as many sources: the first one and the latest tell enough.
-- name: read_memories
SELECT p.seq, p.start, p."end", p.text_hash, p.terms, p.at, m.id, m.text, m.scope, m.tag, m.status,
    m.chat_id, m.external_id, m.times_said, m.trust, s.kind, s.ref, s.at, s.start, s."end", s.hash, s.external_id
FROM json_each(?) AS wanted CROSS JOIN passages p ON p.seq = wanted.value JOIN memories m ON m.seq = p.owner
    LEFT JOIN sources s ON s.memory = m.seq AND (s.seq = 1 OR s.seq > m.times_said - 16)
WHERE +p.kind = 1
ORDER BY wanted.key, s.seq

-- What somebody else said in a user's chat is not trusted, nor what a model said that had read it.
-- name: read_messages
SELECT p.seq, p.start, p."end", p.text_hash, p.terms, p.at, m.id, m.content, m.chat_id, m.external_id, m.speaker,
    s.scope, (m.role = 'user' AND s.scope <> 'user:' || m.speaker) OR m.metadata ->> 'trust' IS 'untrusted'
FROM json_each(?) AS wanted CROSS JOIN passages p ON p.seq = wanted.value JOIN messages m ON m.seq = p.owner
    JOIN scopes s ON s.id = p.scope
WHERE +p.kind = 2

-- name: read_pages
SELECT p.seq, p.start, p."end", p.text_hash, p.terms, p.at, g.text, g.scope, g.trust
FROM json_each(?) AS wanted CROSS JOIN passages p ON p.seq = wanted.value JOIN global_pages g ON g.seq = p.owner
WHERE +p.kind = 5

-- name: read_documents
SELECT p.seq, p.text_hash, p.terms, p.at, d.id, d.title, d.scope, t.number, t.page, t.headings, t.text
FROM json_each(?) AS wanted CROSS JOIN passages p ON p.seq = wanted.value JOIN documents d ON d.seq = p.owner
    JOIN document_passages t ON t.document = p.owner
        AND t.start = (SELECT max(start) FROM document_passages WHERE document = p.owner AND start <= p.start)
WHERE +p.kind = 3

-- A record is read as a whole, whichever part of it was found.
-- name: read_records
SELECT p.seq, p.text_hash, p.terms, p.at, r.id, r.question, r.answer, r.made_by, r.status, s.scope, c.path, c.start,
    c."end", c.hash
FROM json_each(?) AS wanted CROSS JOIN passages p ON p.seq = wanted.value JOIN learning_records r ON r.seq = p.owner
    JOIN scopes s ON s.id = p.scope LEFT JOIN record_citations c ON c.record = r.seq AND c.number <= 16
WHERE +p.kind = 4
ORDER BY wanted.key, c.number

-- name: refresh
UPDATE passages SET version = ?3, tag = coalesce(?4, tag), status = coalesce(?5, status),
    at = max(at, coalesce(?6, at)), valid_to = coalesce(?7, valid_to)
WHERE kind = ?1 AND owner = ?2

-- name: set_status_of_chat
UPDATE passages SET version = ?3, status = ?4
WHERE kind = 2 AND owner IN (SELECT seq FROM messages WHERE space = ?1 AND chat_id = ?2)

-- name: count_of_owners
SELECT count(*) FROM passages WHERE kind = ?1 AND owner IN (SELECT value FROM json_each(?2))

-- name: scopes_of_owners
SELECT DISTINCT scope FROM passages WHERE kind = ?1 AND owner IN (SELECT value FROM json_each(?2))

-- name: delete_of_owners
DELETE FROM passages WHERE kind = ?1 AND owner IN (SELECT value FROM json_each(?2))

-- name: retire_embedders
UPDATE embedders SET fingerprint = fingerprint || '#' || id WHERE fingerprint = ?

-- name: add_embedder
INSERT INTO embedders (fingerprint, dims) VALUES (?, ?) ON CONFLICT DO NOTHING

-- name: embedder
SELECT id FROM embedders WHERE fingerprint = ? AND dims = ?

-- name: latest_embedder
SELECT id, through FROM embedders WHERE fingerprint = ? ORDER BY id DESC LIMIT 1

-- name: pending
SELECT p.seq, p.start, p."end", p.text_hash, m.text, 1
FROM json_each(?1) AS wanted CROSS JOIN passages p ON p.seq = wanted.value JOIN memories m ON m.seq = p.owner
WHERE +p.kind = 1
UNION ALL
SELECT p.seq, p.start, p."end", p.text_hash, m.content, 0
FROM json_each(?1) AS wanted CROSS JOIN passages p ON p.seq = wanted.value JOIN messages m ON m.seq = p.owner
WHERE +p.kind = 2
UNION ALL
SELECT p.seq, p.start, p."end", p.text_hash, g.text, 0
FROM json_each(?1) AS wanted CROSS JOIN passages p ON p.seq = wanted.value JOIN global_pages g ON g.seq = p.owner
WHERE +p.kind = 5
UNION ALL
SELECT p.seq, p.start, p."end", p.text_hash, r.question || char(10) || r.answer, 0
FROM json_each(?1) AS wanted CROSS JOIN passages p ON p.seq = wanted.value JOIN learning_records r ON r.seq = p.owner
WHERE +p.kind = 4
UNION ALL
SELECT seq, 0, 9223372036854775807, text_hash,
    CASE WHEN heading = substr(part, 1, length(heading)) THEN part ELSE heading || char(10) || part END, 0
FROM (
    SELECT p.seq, p.text_hash, substr(t.text, p.start - t.start + 1, p."end" - p.start) AS part,
        coalesce(json_extract(t.headings, '$[#-1]'), '') AS heading
    FROM json_each(?1) AS wanted CROSS JOIN passages p ON p.seq = wanted.value
        JOIN document_passages t ON t.document = p.owner
            AND t.start = (SELECT max(start) FROM document_passages WHERE document = p.owner AND start <= p.start)
    WHERE +p.kind = 3
)
ORDER BY 1

-- name: pending_seqs
SELECT seq FROM passages
WHERE seq > ?2 AND (embedded_by IS NULL OR abs(embedded_by) <> ?1) ORDER BY seq LIMIT ?3

-- name: all_embedded
UPDATE embedders SET through = coalesce((SELECT max(seq) FROM passages), 0) WHERE id = ?

-- name: owner_of
SELECT scope, kind, owner FROM passages WHERE seq = ? AND text_hash = ?

-- name: set_embedded
UPDATE passages SET embedded_by = ?2, version = ?3 WHERE seq = ?1

-- name: bump_scope
UPDATE scopes SET version = version + 1 WHERE id = ? RETURNING version
