"""What could not be learned, so that it is not tried over and over."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from nagori.errors import NagoriError
from nagori.learn.questions import signature_of
from nagori.store.project_port import FailureStore
from nagori.values.failure import FailureRecord, OperationType
from nagori.values.learned import FailureDraft
from nagori.values.scope import Scope

GAP = "gap"
"""The name under which a failure tells its gap."""
_TRIES = 3
_AGAIN_AFTER = timedelta(days=7)
_MOST = 300
_OF_ROUNDS: tuple[OperationType, ...] = (
    "SELF_EVOLUTION_QUESTION",
    "SELF_EVOLUTION_EXPLORATION",
    "SELF_EVOLUTION_SUMMARY",
)
_QUESTIONS_OF_A_GAP = 2
"""Questions about one gap that may fail before it is left alone."""


class NotLearnedError(NagoriError):
    """A round came to nothing, and what it tried is not to be tried like that again."""

    code = "not_learned"

    def __init__(self, operation_type: OperationType, operation: str, error: str) -> None:
        super().__init__(error)
        self.operation_type: OperationType = operation_type
        self.operation, self.error = operation, error


@dataclass(frozen=True, slots=True)
class Failed:
    """What is not to be tried now."""

    gaps: frozenset[str] = frozenset()
    questions: tuple[str, ...] = ()


@dataclass(slots=True)
class Failures:
    """Notes what failed in a project, and tells what is left alone because of it."""

    scope: Scope
    store: FailureStore
    strategy: str = field(default="ask something else, or about other files")

    async def now(self, now: datetime, *, by_model: bool) -> Failed:
        """What is left alone now: after a week it is tried again, a few times."""
        page = await self.store.page(
            self.scope, statuses=("PENDING", "RETRYING", "FAILED"), limit=_MOST
        )
        held = [
            one
            for one in page
            if one.operation_type in _OF_ROUNDS
            and (one.status == "FAILED" or one.timestamp > now - _AGAIN_AFTER)
        ]
        return Failed(
            frozenset(_gaps(held, most=_QUESTIONS_OF_A_GAP if by_model else 1)),
            tuple(one.operation for one in held if one.signature == signature_of(one.operation)),
        )

    async def note(self, problem: NotLearnedError, *, gap: str | None, now: datetime) -> None:
        """Keep what failed; after some tries it counts as failed for good."""
        draft = FailureDraft(
            operation_type=problem.operation_type,
            operation=problem.operation,
            signature=_signature(problem.operation_type, problem.operation),
            error=problem.error,
            context={GAP: gap} if gap else {},
            avoid_strategy=self.strategy,
        )
        failure = await self.store.note(self.scope, draft, now=now)
        if failure.retry_count >= _TRIES:
            await self.store.set_status(self.scope, failure.id, "FAILED")

    async def recovered(self, question: str, gap: str) -> None:
        """Say that something went well that had failed."""
        for operation_type in _OF_ROUNDS:
            tried = gap if operation_type == "SELF_EVOLUTION_QUESTION" else question
            known = await self.store.find(
                self.scope, operation_type, _signature(operation_type, tried)
            )
            if known is not None and known.status != "RECOVERED":
                await self.store.set_status(self.scope, known.id, "RECOVERED")


def _signature(operation_type: OperationType, operation: str) -> str:
    return operation if operation_type == "SELF_EVOLUTION_QUESTION" else signature_of(operation)


def _gaps(held: Sequence[FailureRecord], *, most: int) -> list[str]:
    """Gaps that no question was found for, or whose questions failed too often."""
    counts: Counter[str] = Counter()
    for one in held:
        if GAP in one.context:
            counts[one.context[GAP]] += 1 + one.retry_count
    nothing_to_ask = [
        one.signature for one in held if one.operation_type == "SELF_EVOLUTION_QUESTION"
    ]
    return [*nothing_to_ask, *(gap for gap, count in counts.items() if count >= most)]
