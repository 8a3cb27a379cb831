"""Records of an analysis with the lines that they cite, drawn by chance, to be judged by a person.

python -m bench.citations FOLDER [--seed 1] [--count 40] [--kind function]
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from nagori.learn.claims.all import claims_of
from nagori.learn.claims.claim import Claim, Shown
from nagori.learn.code.outlining import outline_of
from nagori.learn.code.source import lines_of
from nagori.learn.folder import Folder
from nagori.learn.scan import scan

MOST_LINES = 12
"""Of one citation that are printed."""


def claims(folder: Folder) -> list[Claim]:
    """All that an analysis of the folder says."""
    files = [file for file in scan(folder).files.values() if file.is_analysed]
    return claims_of(
        outline_of(file.path, folder.text(file.path).text, file.language) for file in files
    )


def sample(found: Sequence[Claim], *, seed: int, count: int, kind: str | None) -> list[Claim]:
    """So many claims, the same for the same seed."""
    among = sorted((one for one in found if kind in (None, _kind(one))), key=lambda one: one.key)
    return random.Random(seed).sample(among, min(count, len(among)))


def _kind(claim: Claim) -> str:
    return claim.key.partition(":")[0]


def _tell(number: int, claim: Claim, folder: Folder) -> None:
    print(f"\n── {number} [{_kind(claim)}] {claim.question}\n   {claim.answer}")
    for one in claim.shown:
        _show(one, lines_of(folder.text(one.path).text))


def _show(one: Shown, lines: Sequence[str]) -> None:
    print(f"   {one.path}:{one.span.first}-{one.span.last}")
    for number in range(one.span.first, min(one.span.last, one.span.first + MOST_LINES - 1) + 1):
        print(f"     {number:5d} {lines[number - 1][:160]}")


def main() -> None:
    """Print a sample of one folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--kind", help="only claims of this kind, such as function or setting")
    given = parser.parse_args()
    folder = Folder(given.folder)
    drawn = sample(claims(folder), seed=given.seed, count=given.count, kind=given.kind)
    for number, claim in enumerate(drawn, 1):
        _tell(number, claim, folder)


if __name__ == "__main__":
    main()
