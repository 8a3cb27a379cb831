"""What copies of a project's records look like as JSON. Pure; `copy_reading` is the way back.

Names are those of the design: `createdAt` in milliseconds, `questionType`, `explorationPath`. The
time that a person reads stands beside it, and is the exact one.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from nagori.values.failure import FailureRecord
from nagori.values.learning import (
    CodePattern,
    DomainKnowledge,
    LearningRecord,
    Lines,
    ToolCallStep,
)
from nagori.values.project import BestPractice, CrossProjectPattern, EvolutionStatus

VERSION = 1
"""Of the copies; raise it when older programs would misread them."""
Copy = dict[str, Any]

_MARK = re.compile(rb'\s*\{\s*"nagori":\s*\d')
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def is_copy(data: bytes) -> bool:
    """Whether a file says of itself that Nagori wrote it."""
    return _MARK.match(data) is not None


def millis(at: datetime) -> int:
    """Milliseconds since 1970."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


def record_copy(record: LearningRecord, claim: str | None = None) -> Copy:
    """A record with a file of its own."""
    return {"nagori": VERSION, "kind": "learning record", **_record(record, claim)}


def analysis_copy(
    path: str, project: str, records: Sequence[LearningRecord], claims: Mapping[str, str]
) -> Copy:
    """What an analysis says of one file, together; `claims` are by the id of their record."""
    return {
        "nagori": VERSION,
        "kind": "analysis",
        "projectKey": project,
        "path": path,
        "records": [_record(one, claims.get(one.id)) for one in records],
    }


def failure_copy(failure: FailureRecord) -> Copy:
    """A failure with a file of its own."""
    return {
        "nagori": VERSION,
        "kind": "failure record",
        "id": failure.id,
        "projectKey": failure.project_key,
        "timestamp": millis(failure.timestamp),
        "time": failure.timestamp.isoformat(),
        "operationType": failure.operation_type,
        "operation": failure.operation,
        "signature": failure.signature,
        "error": failure.error,
        "context": dict(failure.context),
        "retryCount": failure.retry_count,
        "status": failure.status,
        "avoidStrategy": failure.avoid_strategy,
    }


def domain_copy(known: DomainKnowledge) -> Copy:
    """What is known of a domain."""
    return {
        "nagori": VERSION,
        "kind": "domain knowledge",
        "id": known.id,
        "projectKey": known.project_key,
        "domain": known.domain,
        "summary": known.summary,
        "keyConcepts": [
            {
                "name": one.name,
                "description": one.description,
                "relatedFiles": list(one.related_files),
            }
            for one in known.key_concepts
        ],
        "keyFiles": list(known.key_files),
        "sourceRecordIds": list(known.source_record_ids),
        "created": known.created_at.isoformat(),
        "updated": known.updated_at.isoformat(),
    }


def patterns_copy(project: str, patterns: Sequence[CodePattern]) -> Copy:
    """The patterns that a project keeps to."""
    return {
        "nagori": VERSION,
        "kind": "code patterns",
        "projectKey": project,
        "codePatterns": [
            {
                "patternType": one.pattern_type,
                "description": one.description,
                "exampleFiles": list(one.example_files),
                "usageScenarios": list(one.usage_scenarios),
            }
            for one in patterns
        ],
    }


def practices_copy(practices: Sequence[BestPractice], version: str, updated_at: datetime) -> Copy:
    """What is good to do in any project."""
    return {
        **_global("best practices", version, updated_at),
        "bestPractices": [
            {
                "id": one.id,
                "title": one.title,
                "description": one.description,
                "applicableScenarios": list(one.applicable_scenarios),
                "sourceProjects": list(one.source_projects),
            }
            for one in practices
        ],
    }


def shared_patterns_copy(
    patterns: Sequence[CrossProjectPattern], version: str, updated_at: datetime
) -> Copy:
    """What several projects keep to."""
    return {
        **_global("cross-project patterns", version, updated_at),
        "crossProjectPatterns": [
            {
                "patternName": one.pattern_name,
                "description": one.description,
                "occurrences": one.occurrences,
                "exampleProjects": list(one.example_projects),
            }
            for one in patterns
        ],
    }


def evolution_copy(status: EvolutionStatus) -> Copy:
    """Where the learner stands."""
    until = status.backoff_until
    return {
        "isEnabled": status.is_enabled,
        "currentPhase": status.current_phase,
        "consecutiveErrors": status.consecutive_errors,
        "lastError": status.last_error,
        "backoffUntil": None if until is None else millis(until),
        "questionsGeneratedToday": status.questions_generated_today,
        "tokensToday": status.tokens_today,
        "costToday": status.cost_today,
        "lastResetDate": status.last_reset_date,
        "totalQuestionsExplored": status.total_questions_explored,
    }


def _record(record: LearningRecord, claim: str | None) -> Copy:
    return {
        "id": record.id,
        "projectKey": record.project_key,
        "createdAt": millis(record.created_at),
        "created": record.created_at.isoformat(),
        "question": record.question,
        "questionType": record.question_type,
        "answer": record.answer,
        "confidence": record.confidence,
        "sourceFiles": list(record.source_files),
        "citations": [_lines(one) for one in record.citations],
        "explorationPath": [_step(one) for one in record.exploration_path],
        "relatedRecords": list(record.related_records),
        "tags": list(record.tags),
        "domain": record.domain,
        "madeBy": record.made_by,
        "status": record.status,
        "replacedBy": record.replaced_by,
        "claim": claim,
        "metadata": dict(record.metadata),
    }


def _lines(cited: Lines) -> Copy:
    told: Copy = {"path": cited.path, "start": cited.start, "end": cited.end, "hash": cited.hash}
    return told if cited.commit is None else {**told, "commit": cited.commit}


def _step(step: ToolCallStep) -> Copy:
    return {
        "toolName": step.tool_name,
        "parameters": dict(step.parameters),
        "resultSummary": step.result_summary,
        "timestamp": millis(step.timestamp),
        "time": step.timestamp.isoformat(),
    }


def _global(kind: str, version: str, updated_at: datetime) -> Copy:
    return {"nagori": VERSION, "kind": kind, "version": version, "updatedAt": millis(updated_at)}
