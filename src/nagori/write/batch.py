"""Messages that are considered together, and what was found in them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nagori.errors import ModelError
from nagori.text.normal import content_hash
from nagori.values.draft import Indexed
from nagori.values.memorising import Cost, Heard, ToMemorise
from nagori.values.scope import Scope
from nagori.write.finding import Finding
from nagori.write.index import index_text
from nagori.write.speakers import name_of, named


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a batch, and by whom."""

    findings: Sequence[Finding]
    reason: str
    by_model: bool = True
    """Whether a model decided: what rules decide, it decides again."""
    cost: Cost = field(default_factory=Cost)
    failed: ModelError | None = None

    def __add__(self, other: "Found") -> "Found":
        return Found(
            [*self.findings, *other.findings],
            "; ".join(filter(None, (self.reason, other.reason))),
            by_model=self.by_model and other.by_model,
            cost=self.cost + other.cost,
            failed=self.failed or other.failed,
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """Messages of one chat that are considered together."""

    found: ToMemorise
    talk: Sequence[Heard]
    by_model: bool
    again: bool

    @property
    def scope(self) -> Scope:
        """Whose memories come of it."""
        return self.found.scope

    @property
    def made(self) -> frozenset[str]:
        """What rules made of it before: it is not compared with itself."""
        return self.found.made if self.again else frozenset()

    @property
    def user(self) -> str | None:
        """Whose own the scope is; None when it is nobody's."""
        return self.scope.id if self.scope.kind == "user" else None

    @property
    def people(self) -> list[tuple[Sequence[Heard], Sequence[Heard]]]:
        """What each said of whom statements may be made, with the talk that it is understood by.

        That is the scope's own user, or each member of a group by themselves, without the rest:
        who answers whom there is not for certain, and nobody speaks for another.
        """
        if self.scope.kind not in ("user", "group"):
            return []
        said: dict[str, list[Heard]] = {}
        for heard in self.talk:
            message = heard.message
            if message.role == "user" and self.user in (None, message.speaker):
                said.setdefault(message.speaker, []).append(heard)
        if self.user is not None:
            return [(own, self.talk) for own in said.values()]
        alone = ([replace(heard, before=None) for heard in own] for own in said.values())
        return [(own, own) for own in alone]

    def text_of(self, finding: Finding) -> str:
        """What is kept of a finding; in a group it names the member."""
        if self.user is not None:
            return finding.sentence
        return named(finding.sentence, name_of(finding.heard.message))

    def index(self, finding: Finding, *, max_tokens: int) -> Indexed:
        """The text made findable; of two members with one name, the same words are two things."""
        indexed = index_text(self.text_of(finding), max_tokens=max_tokens)
        if self.user is not None:
            return indexed
        whose = content_hash(f"{finding.heard.message.speaker}\n{self.text_of(finding)}")
        return replace(indexed, content_hash=whose)
