"""Claims about what hangs together: imports, inheritance, calls over the whole project. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from nagori.learn.claims.claim import (
    MOST_NAMED,
    MOST_SHOWN,
    Claim,
    Shown,
    domain_of,
    is_aside,
    line,
    listed,
    module_of,
    shown,
)
from nagori.learn.claims.names import Names, Place, is_own, modules_of, target_of
from nagori.learn.code.outline import Call, Import, Outline, Span, Symbol

__all__ = ["link_claims", "target_of"]

_LEAST_OVERRIDES = 2
_CLASSES = ("class", "interface", "enum")


def link_claims(outlines: Sequence[Outline]) -> Iterator[Claim]:
    """Which files, classes and functions use which."""
    own = [outline for outline in outlines if not is_aside(outline.path)]
    modules = modules_of(own)
    names = Names(modules)
    tops = {module.split(".")[0] for module, one in modules.items() if one.language == "python"}
    for outline in own:
        yield from _of_imports(outline, modules, tops)
    yield from _of_users(own, modules)
    heirs = _heirs(own, names)
    yield from _of_inheritance(heirs)
    yield from _of_overrides(heirs, {outline.path: outline for outline in own})
    yield from _of_callers(own, names)


def _of_imports(
    outline: Outline, modules: Mapping[str, Outline], tops: set[str]
) -> Iterator[Claim]:
    if not outline.imports:
        return
    known = [
        one
        for one in outline.imports
        if is_own(one.module, tops) or target_of(one, outline, modules) is not None
    ]
    others = [one for one in outline.imports if one not in known]
    told: list[str] = []
    if known:
        told.append(f"of the project {listed(one.module or '.' for one in known)}")
    if others:
        # Of other languages' imports it can't be told for sure where they are from.
        where = (
            "from elsewhere " if outline.language == "python" else "and beside these " * bool(told)
        )
        told.append(f"{where}{listed(one.module for one in others)}")
    yield Claim(
        key=f"imports:{outline.path}",
        question=f"What does `{outline.path}` depend on?",
        question_type="DEPENDENCY",
        answer=f"`{outline.path}` imports {', '.join(told)}.",
        shown=shown(outline, *_spans(known), *_spans(others)),
        domain=domain_of(outline.path),
        tags=("import",),
    )


def _spans(imports: Sequence[Import]) -> list[Span]:
    """Where the modules that a list tells of are imported."""
    first = {one.module: one.span for one in reversed(imports)}
    return [first[module] for module in dict.fromkeys(one.module for one in imports)][:MOST_NAMED]


def _of_users(outlines: Sequence[Outline], modules: Mapping[str, Outline]) -> Iterator[Claim]:
    used: dict[str, dict[str, Shown]] = defaultdict(dict)
    for outline in outlines:
        for one in outline.imports:
            target = target_of(one, outline, modules)
            if target is not None and target.path != outline.path:
                used[target.path].setdefault(outline.path, Shown(outline.path, one.span))
    for path, users in used.items():
        yield Claim(
            key=f"users:{path}",
            question=f"Which files use `{path}`?",
            question_type="DEPENDENCY",
            answer=f"`{path}` is imported by {listed(users)}.",
            shown=tuple(users.values())[:MOST_NAMED],
            domain=domain_of(path),
            tags=("import",),
        )


def _heirs(outlines: Sequence[Outline], names: Names) -> dict[tuple[str, str], list[Place]]:
    """Classes by what they inherit from: its file, empty when that is not known, and its name."""
    found: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for outline in outlines:
        for symbol in outline.symbols:
            for base in symbol.bases:
                name = base.partition("[")[0].partition("<")[0].partition("(")[0].strip()
                home = names.meant(outline, name)
                if home is not None and home[1].kind in _CLASSES:
                    found[home[0].path, home[1].path].append((outline, symbol))
                elif name and not name.startswith(("metaclass", "*")):
                    found["", name].append((outline, symbol))
    return found


def _of_inheritance(heirs: Mapping[tuple[str, str], Sequence[Place]]) -> Iterator[Claim]:
    for (home, base), places in heirs.items():
        if not home and len(places) == 1:  # its own class tells of it
            continue
        told = listed(f"{symbol.path} ({outline.path})" for outline, symbol in places)
        where = f" of `{home}`" if home else ""
        yield Claim(
            key=f"heirs:{home}:{base}",
            question=f"Which classes inherit from or implement `{base}`{where}?",
            question_type="CODE_STRUCTURE",
            answer=f"`{base}`{where} is the base of {told}.",
            shown=tuple(
                Shown(outline.path, symbol.head) for outline, symbol in places[:MOST_NAMED]
            ),
            domain=domain_of(places[0][0].path),
            tags=("inheritance",),
        )


def _of_overrides(
    heirs: Mapping[tuple[str, str], Sequence[Place]], files: Mapping[str, Outline]
) -> Iterator[Claim]:
    """Which classes do something of their own where the class that they inherit from has a way."""
    inside: dict[str, dict[str, dict[str, Symbol]]] = {}
    for (home, base), places in heirs.items():
        if not home:
            continue
        own = _methods(files[home], inside).get(base, {})
        for name, method in own.items():
            if name.startswith("__"):
                continue
            over = [
                (outline, symbol, found)
                for outline, symbol in places
                if (found := _methods(outline, inside).get(symbol.path, {}).get(name)) is not None
            ]
            if len(over) >= _LEAST_OVERRIDES:
                yield _of_override(files[home], base, method, over)


def _methods(
    outline: Outline, known: dict[str, dict[str, dict[str, Symbol]]]
) -> Mapping[str, Mapping[str, Symbol]]:
    """The methods of a file's classes, by class and name."""
    found = known.get(outline.path)
    if found is None:
        found = known[outline.path] = defaultdict(dict)
        for symbol in outline.symbols:
            if symbol.kind == "method":
                found[symbol.path.rpartition(".")[0]].setdefault(symbol.name, symbol)
    return found


def _of_override(
    home: Outline, base: str, method: Symbol, over: Sequence[tuple[Outline, Symbol, Symbol]]
) -> Claim:
    some = over[:MOST_NAMED]
    told = listed(f"{heir.path} ({outline.path})" for outline, heir, _ in over)
    spans = [Shown(home.path, line(method.line))]
    for outline, heir, found in some:
        spans += [Shown(outline.path, heir.head), Shown(outline.path, line(found.line))]
    return Claim(
        key=f"overrides:{home.path}:{method.path}",
        question=f"Which classes override `{method.path}` of `{home.path}`?",
        question_type="CODE_STRUCTURE",
        answer=f"`{method.name}` of `{base}` is overridden by {told}.",
        shown=tuple(dict.fromkeys(spans))[:MOST_SHOWN],
        domain=domain_of(home.path),
        tags=("inheritance",),
    )


def _of_callers(outlines: Sequence[Outline], names: Names) -> Iterator[Claim]:
    alone = _alone(outlines)
    callers: dict[tuple[str, str], list[tuple[Outline, Call]]] = defaultdict(list)
    homes: dict[tuple[str, str], Place] = {}
    for outline in outlines:
        for call in outline.calls:
            place = _callee(outline, call, names, alone)
            if place is not None and place[0].path != outline.path:
                key = (place[0].path, place[1].path)
                homes[key] = place
                callers[key].append((outline, call))
    for key, places in callers.items():
        yield _of_use(*homes[key], places)


def _callee(outline: Outline, call: Call, names: Names, alone: Mapping[str, Place]) -> Place | None:
    """What a call calls; None when the imports don't tell for sure."""
    if not call.module:
        return None
    if outline.language == "python":
        found = names.of(outline, call.module)
        return found if found and found[1].kind in ("function", "class", "method") else None
    found = alone.get(call.callee.rpartition(".")[2])
    return found if found and _means(call, found[0]) else None


def _alone(outlines: Sequence[Outline]) -> dict[str, Place]:
    """Functions and classes whose names mean one thing only."""
    declared: dict[str, list[Place]] = defaultdict(list)
    for outline in outlines:
        for symbol in outline.symbols:
            if symbol.kind in ("function", "class"):
                declared[symbol.name].append((outline, symbol))
    return {name: places[0] for name, places in declared.items() if len(places) == 1}


def _of_use(home: Outline, symbol: Symbol, callers: Sequence[tuple[Outline, Call]]) -> Claim:
    first: dict[tuple[str, str], tuple[Outline, Call]] = {}
    for outline, call in callers:
        first.setdefault((outline.path, call.within), (outline, call))
    told = listed(f"{within} ({path})" if within else path for path, within in first)
    spans: list[Shown] = []
    for outline, call in list(first.values())[:MOST_NAMED]:
        spans.append(Shown(outline.path, line(call.line)))
        if call.callee.rpartition(".")[2] != symbol.name:  # it is called by another name here
            named = (one.span for one in outline.imports if symbol.name in one.names)
            spans += [Shown(outline.path, span) for span in named][:1]
        spans += [Shown(outline.path, line(number)) for number in _around(outline, call)]
    return Claim(
        key=f"callers:{home.path}:{symbol.path}",
        question=f"Who uses `{symbol.path}` of `{home.path}`?",
        question_type="DEPENDENCY",
        answer=f"`{symbol.path}` of `{home.path}` is called by {told}.",
        shown=tuple(dict.fromkeys(spans))[:MOST_SHOWN],
        domain=domain_of(home.path),
        tags=("call",),
    )


def _around(outline: Outline, call: Call) -> list[int]:
    """Where what holds a call is named: its function, which may share its name, and its class."""
    owner = call.within.rpartition(".")[0]
    found = [
        one
        for one in outline.symbols
        if one.path in (call.within, owner) and one.span.first <= call.line <= one.span.last
    ]
    return [one.line for one in reversed(found)]


def _means(call: Call, home: Outline) -> bool:
    """Whether an import says that the call goes there."""
    module, said = module_of(home.path), call.module.strip("./").replace("/", ".")
    said = said.replace("::", ".")
    return said == module or any(
        text.endswith(f".{end}") or text.startswith(f"{end}.")
        for text, end in ((module, said), (said, module))
    )
