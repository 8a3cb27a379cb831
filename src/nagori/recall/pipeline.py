"""The pipeline: which stages a recall runs through, in which order."""

from collections.abc import Sequence
from functools import partial

from nagori.recall import stages
from nagori.recall.candidate import Candidate
from nagori.recall.plan import Plan
from nagori.recall.stages import Stage
from nagori.values.recall import NearMiss, Rule

_NEAR_MISSES = 10
"""Near misses that are worth telling."""


def pipeline(plan: Plan) -> tuple[tuple[Rule, Stage], ...]:
    """The stages of a plan, each with the rule that it stands for."""
    chosen = plan.profile
    thinning: tuple[tuple[Rule, Stage], ...] = ()
    if plan.mode == "vector":  # to the letter: only equal texts are one
        minimum = partial(stages.drop_dissimilar, minimum=chosen.min_similarity)
    else:
        minimum = partial(stages.drop_below, minimum=chosen.min_relevance)
        thinning = (("near_duplicate", partial(stages.thin, limit=chosen.limit)),)
    echo = partial(
        stages.drop_echo, query_hashes=plan.query_hashes, now=plan.now, seconds=chosen.echo_seconds
    )
    return (
        ("tag", partial(stages.drop_hidden, rule="tag")),
        ("superseded", partial(stages.drop_hidden, rule="superseded")),
        ("echo", echo),
        ("below_minimum", minimum),
        ("covered", stages.drop_covered),
        ("duplicate", stages.drop_duplicates),
        *thinning,
        ("limit", partial(stages.take, limit=chosen.limit)),
        ("budget", partial(stages.pack, budget=chosen.max_tokens)),
    )


def run(
    found: Sequence[Candidate], steps: Sequence[tuple[Rule, Stage]]
) -> tuple[list[Candidate], list[NearMiss]]:
    """What every stage kept, best first, and what was cut, each with the one rule that cut it."""
    kept = sorted(found, key=lambda c: (-c.why.final, c.id, c.found.passage))
    missed: list[tuple[Candidate, Rule]] = []
    for rule, stage in steps:
        before, kept = kept, stage(kept)
        if len(kept) < len(before):
            left = {c.found.passage for c in kept}
            missed.extend((c, rule) for c in before if c.found.passage not in left)
    missed.sort(key=lambda m: (-m[0].why.final, m[0].id, m[0].found.passage))
    return kept, [c.missed(rule) for c, rule in missed[:_NEAR_MISSES]]
