"""A round without a model: what several files show together, looked up line by line."""

from collections.abc import Sequence

from nagori.errors import UserError
from nagori.learn.citing import Checker
from nagori.learn.code.outline import Span
from nagori.learn.doing import Doing
from nagori.learn.extracts import Extract, Part
from nagori.learn.failing import NotLearnedError
from nagori.learn.looking import Looking
from nagori.learn.seen import Seen
from nagori.learn.summarising import Stated, Summary
from nagori.values.times import Clock

_READ = "read_file"


async def look_up(extract: Extract, doing: Doing, looking: Looking, clock: Clock) -> list[Part]:
    """The parts of an answer whose lines still say so; every look is a step of the round."""
    known = {tuple(sorted(step.parameters.items())) for step in doing.round.steps}
    shown: list[Part] = []
    for part in extract.parts:
        for span in _spans(part):
            arguments = {"path": part.path, "start": span.first, "end": span.last}
            looked = await looking.look(_READ, arguments, now=clock())
            key = tuple(sorted(looked.step.parameters.items()))
            if key not in known:
                known.add(key)
                await doing.note(looked.step)
        if all(_holds(part, span, looking.seen) for span in _spans(part)):
            shown.append(part)
    return shown


def told(
    extract: Extract, shown: Sequence[Part], checker: Checker, *, commit: str | None
) -> Summary:
    """The answer, of the parts that are shown; reads files."""
    claims: list[Stated] = []
    for one in shown:
        try:
            cited = [
                checker.cite(one.path, span.first, span.last, commit=commit) for span in _spans(one)
            ]
        except UserError:  # gone meanwhile
            continue
        claims.append(Stated(f"- {one.text}", tuple(cited)))
    if not claims:
        problem = "the files don't show it any more"
        raise NotLearnedError("SELF_EVOLUTION_EXPLORATION", extract.question, problem)
    claims[0] = Stated(f"{extract.opening}\n{claims[0].text}", claims[0].citations)
    if extract.more > 0:
        last = claims[-1]
        places = "place" if extract.more == 1 else "places"
        claims[-1] = Stated(f"{last.text}\n- and {extract.more} more {places}", last.citations)
    return Summary(tuple(claims), confidence=1.0, dropped=len(extract.parts) - len(claims))


def _spans(part: Part) -> list[Span]:
    around = part.around
    if around is None or part.span.first <= around.first <= part.span.last:
        return [part.span]
    return [part.span, around]


def _holds(part: Part, span: Span, seen: Seen) -> bool:
    """Whether the lines were shown, and hold what the part tells of them."""
    lines = seen.text(part.path, span.first, span.last)
    if lines is None:
        return False
    return span != part.span or any(part.word in line for line in lines)
