"""Claims about when the project gives up with which error. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from nagori.learn.claims.claim import Claim, Shown, domain_of, is_test, line
from nagori.learn.claims.code import raised
from nagori.learn.code.outline import Outline, Raise

_AT_ONCE = 6


def error_claims(outlines: Sequence[Outline]) -> Iterator[Claim]:
    """When each error is raised, file by file."""
    for outline in outlines:
        if is_test(outline.path):
            continue
        by_name: dict[str, list[Raise]] = defaultdict(list)
        for one in outline.raises:
            by_name[one.exception].append(one)
        for name, places in by_name.items():
            yield _of_error(outline, name, places[:_AT_ONCE])


def _of_error(outline: Outline, name: str, places: Sequence[Raise]) -> Claim:
    told = " ".join(f"`{one.within or 'the module'}`: {raised(one)}" for one in places)
    return Claim(
        key=f"error:{outline.path}:{name}",
        question=f"When does `{outline.path}` raise `{name}`, and what happens then?",
        question_type="ERROR_ANALYSIS",
        answer=f"In `{outline.path}`: {told}",
        shown=(
            *(Shown(outline.path, one.span) for one in places),
            *(Shown(outline.path, line(at)) for at in _around(outline, places)),
        ),
        domain=domain_of(outline.path),
        tags=("error",),
    )


def _around(outline: Outline, places: Sequence[Raise]) -> list[int]:
    """Where the functions around them begin."""
    found = (outline.symbol(one.within) for one in places)
    return list(dict.fromkeys(symbol.line for symbol in found if symbol is not None))
