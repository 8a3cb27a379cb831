-- name: columns
context_id, group_id, user_id, trigger_message_id, context_message_ids, relevance_scores, build, created_at,
llm_response, user_feedback, success_indicator, signals

-- name: add
INSERT INTO context_usage_records (space, context_id, group_id, user_id, trigger_message_id, context_message_ids,
    relevance_scores, build, created_at, llm_response, user_feedback, success_indicator, signals)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING

-- name: get
SELECT {columns} FROM context_usage_records WHERE space = ? AND context_id = ?

-- name: answered
UPDATE context_usage_records SET llm_response = ?3 WHERE space = ?1 AND context_id = ?2

-- name: judged
UPDATE context_usage_records SET
    user_feedback = coalesce(?3, user_feedback),
    success_indicator = coalesce(?4, success_indicator),
    signals = iif(?5 IS NULL, signals, json_insert(signals, '$[#]', json(?5)))
WHERE space = ?1 AND context_id = ?2

-- name: page
SELECT {columns} FROM context_usage_records
WHERE space = ?1 AND (?2 IS NULL OR group_id = ?2)
    AND seq < coalesce((SELECT seq FROM context_usage_records WHERE space = ?1 AND context_id = ?3), 9223372036854775807)
ORDER BY seq DESC LIMIT ?4

-- name: of_group
DELETE FROM context_usage_records WHERE space = ? AND group_id = ?

-- name: of_user
DELETE FROM context_usage_records WHERE space = ? AND user_id = ?

-- name: of_messages
DELETE FROM context_usage_records
WHERE space = ?1 AND (
    trigger_message_id IN (SELECT value FROM json_each(?2))
    OR EXISTS (SELECT 1 FROM json_each(context_message_ids) AS c WHERE c.value IN (SELECT value FROM json_each(?2))))
