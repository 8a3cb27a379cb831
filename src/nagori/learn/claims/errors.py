"""Claims about when the project gives up with which error, and what it warns of. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from nagori.learn.claims.claim import Claim, Shown, domain_of, ended, is_aside, line, shown
from nagori.learn.claims.code import raised, raising
from nagori.learn.code.outline import Outline, Raise, Span, Symbol, Warned

_AT_ONCE = 6


def error_claims(outlines: Sequence[Outline]) -> Iterator[Claim]:
    """When each error is raised and what is deprecated, file by file."""
    for outline in outlines:
        if is_aside(outline.path):
            continue
        by_name: dict[str, list[Raise]] = defaultdict(list)
        for one in outline.raises:
            by_name[one.exception].append(one)
        for name, places in by_name.items():
            yield _of_error(outline, name, places)
        yield from _of_deprecated(outline)


def _of_error(outline: Outline, name: str, all_places: Sequence[Raise]) -> Claim:
    places = all_places[:_AT_ONCE]
    told = " ".join(f"`{one.within or 'the module'}`: {raised(one)}" for one in places)
    verb = "raise" if raising(name) == "raises" else "fail by"
    more = len(all_places) - len(places)
    ending = f" And in {more} more places." if more > 1 else " And in one more place." * more
    return Claim(
        key=f"error:{outline.path}:{name}",
        question=f"When does `{outline.path}` {verb} `{name}`?",
        question_type="ERROR_ANALYSIS",
        answer=f"In `{outline.path}`: {told}{ending}",
        shown=(
            *(Shown(outline.path, one.span) for one in places),
            *(Shown(outline.path, line(at)) for at in _around(outline, places)),
        ),
        domain=domain_of(outline.path),
        tags=("error",),
    )


def _around(outline: Outline, places: Sequence[Raise]) -> list[int]:
    """Where the functions around them begin."""
    wanted = {one.within for one in places}
    classes = {path.rpartition(".")[0] for path in wanted}
    found = [
        symbol.line
        for symbol in outline.symbols
        if symbol.path in classes
        or (
            symbol.path in wanted
            and any(one.within == symbol.path and _holds(symbol.span, one.line) for one in places)
        )
    ]
    return list(dict.fromkeys(found))


def _holds(span: Span, number: int) -> bool:
    return span.first <= number <= span.last


def _of_deprecated(outline: Outline) -> Iterator[Claim]:
    """What a file says is going away: by a warning, a decorator, or in so many words."""
    warned = [one for one in outline.warnings if _is_farewell(one.category)]
    said = {one.within for one in warned}
    marked = [one for one in outline.symbols if one.path not in said and _farewell(one)]
    told = [
        *((_warning(one), [one.span]) for one in warned),
        *((f"`{one.path}`: {ended(_farewell(one))}", _spans(one)) for one in marked),
    ][:_AT_ONCE]
    if not told:
        return
    around = [
        line(one.line)
        for one in outline.symbols
        if any(_holds(one.span, w.span.first) and w.within == one.path for w in warned[:_AT_ONCE])
    ]
    yield Claim(
        key=f"deprecated:{outline.path}",
        question=f"What is deprecated in `{outline.path}`?",
        question_type="BEST_PRACTICE",
        answer=f"In `{outline.path}`: {' '.join(text for text, _ in told)}",
        shown=shown(outline, *(span for _, spans in told for span in spans), *around),
        domain=domain_of(outline.path),
        tags=("deprecated",),
    )


def _warning(one: Warned) -> str:
    where = f"`{one.within}`" if one.within else "the module"
    told = f"{where} warns with `{one.category}`"
    return ended(f"{told}: {' '.join(one.message.split())}" if one.message else told)


def _is_farewell(category: str) -> bool:
    return "Deprecat" in category or "RemovedIn" in category


def _farewell(symbol: Symbol) -> str:
    """What says that a symbol is deprecated; empty when nothing does."""
    for mark in symbol.decorators:
        if mark.partition("(")[0].rpartition(".")[2].lstrip("@").lower() == "deprecated":
            return f"marked {mark}"
    text = symbol.doc.text if symbol.doc else ""
    first = text[:60].lower()
    return text if "deprecated" in first and "not deprecated" not in first else ""


def _spans(symbol: Symbol) -> list[Span]:
    return [symbol.head, *([symbol.doc.span] if symbol.doc else [])]
