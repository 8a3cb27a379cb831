"""Claims about values: enums, constants, shapes of data, needed packages. Pure."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from nagori.learn.claims.claim import (
    Claim,
    domain_of,
    ended,
    is_aside,
    line,
    listed,
    shown,
    value_span,
)
from nagori.learn.code.outline import Dependency, Entity, Outline, Span, Symbol

_MANY = 40
"""Constants of one file above which those without a word about them are told of together."""
_COMMON = 3
"""Files that give a value to one name above which it is told of with the others of its file."""
_AT_ONCE = 10
_LONG = 200


def value_claims(outline: Outline, common: Collection[str] = ()) -> Iterator[Claim]:
    """Which values the file gives to what; `common` are names that many files give values to."""
    yield from _of_dependencies(outline)
    if is_aside(outline.path):
        return
    for symbol in outline.symbols:
        if symbol.kind == "enum":
            yield from _of_enum(outline, symbol)
    yield from _of_constants(outline, common)
    for entity in {one.path: one for one in reversed(outline.entities)}.values():
        if entity.fields:
            yield _of_entity(outline, entity)


def common_constants(outlines: Sequence[Outline]) -> set[str]:
    """Names of constants that say which only together with their file."""
    files: dict[str, int] = defaultdict(int)
    for outline in outlines:
        for name in {one.path for one in outline.symbols if one.kind == "constant"}:
            files[name] += 1
    return {name for name, count in files.items() if count > _COMMON}


def _of_enum(outline: Outline, symbol: Symbol) -> Iterator[Claim]:
    members = [
        one
        for one in outline.symbols
        if one.kind == "enum member" and one.path.rpartition(".")[0] == symbol.path
    ]
    if not members:
        return
    told = "; ".join(_member(one) for one in members[:_AT_ONCE])
    more = len(members) - _AT_ONCE
    ending = f"; and {more} more." if more > 0 else "."
    yield Claim(
        key=f"enum:{outline.path}:{symbol.path}",
        question=f"Which values does `{symbol.path}` have, and what do they mean?",
        question_type="DOMAIN_KNOWLEDGE",
        answer=f"`{symbol.path}` in `{outline.path}`: {told}{ending}",
        shown=shown(outline, symbol.head, *_spans(members[:_AT_ONCE])),
        domain=domain_of(outline.path),
        tags=("enum",),
    )


def _spans(members: Sequence[Symbol]) -> Iterator[Span]:
    for one in members:
        yield value_span(one)
        if one.doc is not None:
            yield one.doc.span


def _member(symbol: Symbol) -> str:
    value = f" = {_short(symbol.value)}" if symbol.value else ""
    doc = f" ({symbol.doc.text.rstrip('.')})" if symbol.doc else ""
    return f"`{symbol.name}`{value}{doc}"


def _of_constants(outline: Outline, common: Collection[str]) -> Iterator[Claim]:
    constants = [one for one in outline.symbols if one.kind == "constant" and one.value]
    is_many = len(constants) > _MANY
    together = [one for one in constants if one.path in common or (is_many and not one.doc)]
    apart = {one.path for one in constants} - {one.path for one in together}
    for one in constants:
        if one.path in apart:
            yield _of_constant(outline, one)
    for at in range(0, len(together), _AT_ONCE):
        some = together[at : at + _AT_ONCE]
        if len(some) == 1:
            yield _of_constant(outline, some[0])
            continue
        told = "; ".join(f"`{one.path} = {_short(one.value, 60)}`" for one in some)
        yield Claim(
            key=f"constants:{outline.path}:{some[0].path}",
            question=f"Which values do {listed(one.path for one in some)} have?",
            question_type="CONFIGURATION",
            answer=f"In `{outline.path}`: {told}.",
            shown=shown(outline, *(value_span(one) for one in some)),
            domain=domain_of(outline.path),
            tags=("constant",),
        )


def _of_constant(outline: Outline, one: Symbol) -> Claim:
    doc = f" {ended(one.doc.text)}" if one.doc else ""
    around = outline.symbol(one.path.rpartition(".")[0]) if "." in one.path else None
    return Claim(
        key=f"constant:{outline.path}:{one.path}",
        question=f"What is the value of `{one.path}`?",
        question_type="CONFIGURATION",
        answer=f"`{one.path} = {_short(one.value)}` in `{outline.path}`.{doc}",
        shown=shown(
            outline,
            value_span(one),
            one.doc.span if one.doc else None,
            line(around.line) if around else None,
        ),
        domain=domain_of(outline.path),
        tags=("constant",),
    )


def _of_entity(outline: Outline, entity: Entity) -> Claim:
    told = ", ".join(f"`{one.name}: {_short(one.type, 60)}`" for one in entity.fields[:_AT_ONCE])
    more = len(entity.fields) - _AT_ONCE
    ending = f" and {more} more." if more > 0 else "."
    table = f", table `{entity.table}`" if entity.table else ""
    symbol = outline.symbol(entity.path)
    return Claim(
        key=f"entity:{outline.path}:{entity.path}",
        question=f"Which fields does `{entity.path}` have?",
        question_type="DATA_FLOW",
        answer=f"`{entity.path}` ({entity.kind}{table}) in `{outline.path}`: {told}{ending}",
        shown=shown(
            outline,
            symbol.head if symbol else line(entity.span.first),
            *(line(one.line) for one in entity.fields[:_AT_ONCE]),
        ),
        domain=domain_of(outline.path),
        tags=("entity",),
    )


def _of_dependencies(outline: Outline) -> Iterator[Claim]:
    groups: dict[str, list[Dependency]] = defaultdict(list)
    for one in outline.dependencies:
        groups[one.group].append(one)
    for group, needed in groups.items():
        for at in range(0, len(needed), _AT_ONCE):
            yield _of_some(outline, group, needed[at : at + _AT_ONCE])


def _of_some(outline: Outline, group: str, needed: Sequence[Dependency]) -> Claim:
    told = ", ".join(f"`{one.name}{' ' if one.version else ''}{one.version}`" for one in needed)
    return Claim(
        key=f"packages:{outline.path}:{group}:{needed[0].name}",
        question=f"Which packages does the project need{f' for {group}' if group else ''}?",
        question_type="DEPENDENCY",
        answer=f"`{outline.path}` lists{f' as {group}' if group else ''}: {told}.",
        shown=shown(
            outline,
            *(line(one.line) for one in needed),
            *(line(one.around) for one in needed if one.around),
        ),
        domain="project",
        tags=("dependency",),
    )


def _short(text: str | None, most: int = _LONG) -> str:
    told = " ".join((text or "").split())
    return told if len(told) <= most else f"{told[: most - 1]}…"
