"""Claims about folders: what lies in them. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from nagori.learn.claims.claim import (
    MOST_NAMED,
    Claim,
    Shown,
    domain_of,
    first_sentence,
    is_test,
    line,
)
from nagori.learn.code.outline import Outline


def folder_claims(outlines: Sequence[Outline]) -> Iterator[Claim]:
    """What is in each folder that holds more than one file."""
    folders: dict[str, list[Outline]] = defaultdict(list)
    for outline in outlines:
        if not is_test(outline.path):
            folders[str(PurePosixPath(outline.path).parent)].append(outline)
    for folder, held in folders.items():
        told = [outline for outline in held if outline.doc or outline.symbols]
        for at in range(0, len(told), MOST_NAMED):
            some = told[at : at + MOST_NAMED]
            if len(told) > 1:
                yield _of_folder(folder, at // MOST_NAMED, some)


def _of_folder(folder: str, number: int, held: Sequence[Outline]) -> Claim:
    named = "; ".join(_told(one) for one in held)
    first = PurePosixPath(held[0].path).name
    return Claim(
        key=f"folder:{folder}:{number}",
        question=f"What is in the folder `{folder}`?"
        if not number
        else f"What else is in the folder `{folder}`, from `{first}` on?",
        question_type="CODE_STRUCTURE",
        answer=f"`{folder}` holds {named}.",
        shown=tuple(
            Shown(one.path, one.doc.span if one.doc else line(one.symbols[0].line)) for one in held
        ),
        domain=domain_of(held[0].path),
        tags=("folder",),
    )


def _told(outline: Outline) -> str:
    name = f"`{PurePosixPath(outline.path).name}`"
    return f"{name}: {first_sentence(outline.doc.text)}" if outline.doc else name
