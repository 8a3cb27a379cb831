"""Everything that an analysis can say for sure. Pure."""

from collections.abc import Iterable, Iterator

from nagori.learn.claims.claim import Claim
from nagori.learn.claims.code import code_claims
from nagori.learn.claims.doors import door_claims
from nagori.learn.claims.errors import error_claims
from nagori.learn.claims.folders import folder_claims
from nagori.learn.claims.links import link_claims
from nagori.learn.claims.values import value_claims
from nagori.learn.code.outline import Outline


def claims_of(outlines: Iterable[Outline]) -> list[Claim]:
    """The claims about a project, each once by its key, in the order of its files."""
    found: dict[str, Claim] = {}
    for claim in _all(sorted(outlines, key=lambda outline: outline.path)):
        found.setdefault(claim.key, claim)
    return list(found.values())


def _all(outlines: list[Outline]) -> Iterator[Claim]:
    for outline in outlines:
        yield from code_claims(outline)
        yield from value_claims(outline)
        yield from door_claims(outline)
    yield from error_claims(outlines)
    yield from link_claims(outlines)
    yield from folder_claims(outlines)
