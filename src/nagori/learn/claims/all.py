"""Everything that an analysis can say for sure. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from nagori.learn.claims.bodies import plain_claims
from nagori.learn.claims.claim import Claim
from nagori.learn.claims.code import code_claims
from nagori.learn.claims.doors import door_claims
from nagori.learn.claims.errors import error_claims
from nagori.learn.claims.folders import folder_claims
from nagori.learn.claims.links import link_claims
from nagori.learn.claims.settings import setting_claims
from nagori.learn.claims.values import common_constants, value_claims
from nagori.learn.code.outline import Outline


def claims_of(outlines: Iterable[Outline]) -> list[Claim]:
    """The claims about a project, each once by its key, in the order of its files."""
    found: dict[str, Claim] = {}
    for claim in _all(sorted(outlines, key=lambda outline: outline.path)):
        found.setdefault(claim.key, claim)
    return list(_told_apart(found.values()))


def _told_apart(claims: Collection[Claim]) -> Iterator[Claim]:
    """The claims, where several ask the same each with the file that it is about."""
    asked = Counter(claim.question for claim in claims)
    for claim in claims:
        if asked[claim.question] > 1 and claim.shown[0].path not in claim.question:
            question = f"{claim.question.removesuffix('?')} in `{claim.shown[0].path}`?"
            yield replace(claim, question=question)
        else:
            yield claim


def _all(outlines: list[Outline]) -> Iterator[Claim]:
    common = common_constants(outlines)
    for outline in outlines:
        yield from code_claims(outline)
        yield from plain_claims(outline)
        yield from value_claims(outline, common)
        yield from setting_claims(outline)
        yield from door_claims(outline)
    yield from error_claims(outlines)
    yield from link_claims(outlines)
    yield from folder_claims(outlines)
