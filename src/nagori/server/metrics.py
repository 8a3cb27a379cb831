"""What is counted, for Prometheus. No label holds anything that a caller wrote."""

import re
from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from nagori.values.event import Degraded, Done, Error, Event, RecalledItems
from nagori.values.group import GroupContext

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_PART = re.compile("[a-z_]{1,32}")


class Metrics:
    """The counters of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "nagori_requests",
            "Requests, by route and status.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "nagori_request_seconds",
            "Seconds until a request was answered, streams to their end.",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.turns_begun = Counter("nagori_turns_begun", "Turns begun.", registry=self.registry)
        self.turns_ended = Counter(
            "nagori_turns_ended", "Turns ended, by how.", ("how",), registry=self.registry
        )
        self.turns_running = Gauge("nagori_turns_running", "Turns now.", registry=self.registry)
        self.recalls = Counter("nagori_recalls", "Recalls made.", registry=self.registry)
        self.degraded = Counter(
            "nagori_degraded", "What had to be left out.", ("what",), registry=self.registry
        )
        self.jobs = Gauge(
            "nagori_jobs", "Jobs in the store, by kind.", ("kind", "state"), registry=self.registry
        )
        self.contexts = Counter(
            "nagori_group_contexts", "Contexts of groups, by what chose.", ("scorer",),
            registry=self.registry,
        )  # fmt: skip
        self.context_seconds = Histogram(
            "nagori_group_context_seconds",
            "Seconds until a context was built.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.context_fallbacks = Counter(
            "nagori_group_fallbacks", "Contexts that something stood in for.", ("what",),
            registry=self.registry,
        )  # fmt: skip
        self.context_messages = Histogram(
            "nagori_group_context_messages",
            "Messages in a context.",
            buckets=(0, 1, 2, 3, 5, 8, 12, 20, 50),
            registry=self.registry,
        )
        self.relevance = Histogram(
            "nagori_group_relevance",
            "Scores of candidates.",
            buckets=(0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
            registry=self.registry,
        )
        self.context_tokens = Counter(
            "nagori_group_tokens", "Tokens of contexts, chosen and as a plain window.", ("kind",),
            registry=self.registry,
        )  # fmt: skip
        self.features = Gauge(
            "nagori_group_features", "Messages whose features were kept, or had to be made.",
            ("kind",), registry=self.registry,
        )  # fmt: skip
        self.ready = Gauge("nagori_store_ready", "1 while the store works.", registry=self.registry)

    def count_turn(self, events: Sequence[Event]) -> None:
        """Count a turn that is over."""
        for event in events:
            match event:
                case RecalledItems(degraded=degraded):
                    self.count_recall(degraded)
                case Degraded(what=what):
                    self.degraded.labels(_part(what)).inc()
                case Done(finish_reason=reason):
                    self.turns_ended.labels("stopped" if reason == "stopped" else "done").inc()
                case Error():
                    self.turns_ended.labels("failed").inc()
                case _:
                    pass

    def count_context(self, context: GroupContext) -> None:
        """Count a context that a bot in a group got."""
        self.contexts.labels(context.scorer).inc()
        self.context_seconds.observe(context.took_ms / 1000)
        self.context_messages.observe(len(context.messages))
        for line in context.degraded:
            self.context_fallbacks.labels(_part(line)).inc()
        for candidate in context.candidates:
            if candidate.parts:  # what was not scored has none
                self.relevance.observe(candidate.score)
        self.context_tokens.labels("chosen").inc(context.tokens)
        self.context_tokens.labels("plain").inc(context.plain_tokens)

    def count_recall(self, degraded: Sequence[str] = ()) -> None:
        """Count a recall, and what it had to do without."""
        self.recalls.inc()
        for what in degraded:
            self.degraded.labels(_part(what)).inc()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


def _part(what: str) -> str:
    """The part that was missing; what follows a colon says why, in words."""
    part = what.partition(":")[0]
    return part if _PART.fullmatch(part) else "other"
