"""A passage under consideration."""

from dataclasses import dataclass, replace

from nagori.text.tokens import estimate_tokens
from nagori.values.memory import RAW_TAGS
from nagori.values.passage import Found
from nagori.values.recall import NearMiss, Recalled, Rule, Why


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage under consideration, with the parts of its score."""

    found: Found
    why: Why
    hidden: str | None = None
    """The rule of the filter that keeps it out, if any."""

    @property
    def id(self) -> str:
        """Whose passage it is."""
        return self.found.id

    @property
    def is_raw(self) -> bool:
        """Whether it is somebody's words as said."""
        return self.found.kind == "message" or self.found.tag in RAW_TAGS

    @property
    def tokens(self) -> int:
        """What its text costs in a prompt."""
        return estimate_tokens(self.found.text)

    def recalled(self, rank: int) -> Recalled:
        """The candidate as the item of that rank in the answer."""
        found = self.found
        return Recalled(
            id=found.id,
            kind=found.kind,
            text=found.text,
            score=self.why.final,
            why=replace(self.why, rank=rank),
            at=found.at,
            tag=found.tag,
            source=found.sources[0] if found.sources else None,
            chat_id=found.chat_id,
            external_id=found.external_id,
            scope=found.scope,
            speaker=found.speaker,
            trust=found.trust,
            citation=found.citation,
        )

    def missed(self, rule: Rule) -> NearMiss:
        """The candidate as a near miss."""
        return NearMiss(self.found.id, self.found.text, self.why.final, rule, self.found.kind)
