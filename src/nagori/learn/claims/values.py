"""Claims about values: enums, constants, settings, shapes of data, needed packages. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from nagori.learn.claims.claim import Claim, domain_of, is_test, line, listed, shown
from nagori.learn.code.outline import Dependency, Entity, Outline, Setting, Span, Symbol

_MANY = 40
"""Constants of one file above which they are told of together only."""
_AT_ONCE = 10
_LONG = 200


def value_claims(outline: Outline) -> Iterator[Claim]:
    """Which values the file gives to what."""
    yield from _of_dependencies(outline)
    if is_test(outline.path):
        return
    for symbol in outline.symbols:
        if symbol.kind == "enum":
            yield from _of_enum(outline, symbol)
    yield from _of_constants(outline)
    for setting in outline.settings:
        yield _of_setting(outline, setting)
    for entity in outline.entities:
        if entity.fields:
            yield _of_entity(outline, entity)


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
        yield line(one.line)
        if one.doc is not None:
            yield one.doc.span


def _member(symbol: Symbol) -> str:
    value = f" = {_short(symbol.value)}" if symbol.value else ""
    doc = f" ({symbol.doc.text})" if symbol.doc else ""
    return f"`{symbol.name}`{value}{doc}"


def _of_constants(outline: Outline) -> Iterator[Claim]:
    constants = [one for one in outline.symbols if one.kind == "constant" and one.value]
    if len(constants) <= _MANY:
        for one in constants:
            doc = f" {one.doc.text}" if one.doc else ""
            spans = [one.span if one.value and len(one.value) <= _LONG else line(one.line)]
            yield Claim(
                key=f"constant:{outline.path}:{one.path}",
                question=f"What is the value of `{one.path}`?",
                question_type="CONFIGURATION",
                answer=f"`{one.path} = {_short(one.value)}` in `{outline.path}`.{doc}",
                shown=shown(outline, *spans, one.doc.span if one.doc else None),
                domain=domain_of(outline.path),
                tags=("constant",),
            )
        return
    for at in range(0, len(constants), _AT_ONCE):
        some = constants[at : at + _AT_ONCE]
        told = "; ".join(f"`{one.path} = {_short(one.value, 60)}`" for one in some)
        yield Claim(
            key=f"constants:{outline.path}:{some[0].path}",
            question=f"Which values do {listed(one.path for one in some)} have?",
            question_type="CONFIGURATION",
            answer=f"In `{outline.path}`: {told}.",
            shown=shown(outline, *(line(one.line) for one in some)),
            domain=domain_of(outline.path),
            tags=("constant",),
        )


def _of_setting(outline: Outline, setting: Setting) -> Claim:
    default = "no default" if setting.default is None else f"default `{_short(setting.default)}`"
    about = f" {setting.description}" if setting.description else ""
    within = f" by `{setting.within}`" if setting.within else ""
    around = outline.symbol(setting.within)
    return Claim(
        key=f"setting:{outline.path}:{setting.within}:{setting.key}",
        question=f"What does the setting `{setting.key}` do, and what is its default?",
        question_type="CONFIGURATION",
        answer=f"`{setting.key}` ({setting.how}), {default}, read{within} in `{outline.path}`."
        f"{about}",
        shown=shown(outline, setting.span, line(around.line) if around else None),
        domain=domain_of(outline.path),
        tags=("setting",),
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
    purpose = f" for {group}" if group else ""
    return Claim(
        key=f"packages:{outline.path}:{group}:{needed[0].name}",
        question=f"Which packages does the project need{purpose}?",
        question_type="DEPENDENCY",
        answer=f"`{outline.path}` asks{purpose} for {told}.",
        shown=shown(outline, *(line(one.line) for one in needed)),
        domain="project",
        tags=("dependency",),
    )


def _short(text: str | None, most: int = _LONG) -> str:
    told = " ".join((text or "").split())
    return told if len(told) <= most else f"{told[: most - 1]}…"
