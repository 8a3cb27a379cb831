"""Claims about what hangs together: imports, inheritance, calls over the whole project. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from nagori.learn.claims.claim import (
    MOST_NAMED,
    Claim,
    Shown,
    domain_of,
    is_test,
    line,
    listed,
    module_of,
    shown,
)
from nagori.learn.code.outline import Call, Import, Outline, Span, Symbol

Place = tuple[Outline, Symbol]


def link_claims(outlines: Sequence[Outline]) -> Iterator[Claim]:
    """Which files, classes and functions use which."""
    own = [outline for outline in outlines if not is_test(outline.path)]
    modules = {module_of(outline.path): outline for outline in own if outline.language != "text"}
    for outline in own:
        yield from _of_imports(outline, modules)
    yield from _of_users(own, modules)
    yield from _of_inheritance(own)
    yield from _of_callers(own)


def _of_imports(outline: Outline, modules: Mapping[str, Outline]) -> Iterator[Claim]:
    if not outline.imports:
        return
    known = [one for one in outline.imports if _target(one, outline, modules) is not None]
    others = [one for one in outline.imports if one not in known]
    told: list[str] = []
    if known:
        told.append(f"of the project {listed(one.module or '.' for one in known)}")
    if others:
        told.append(f"from elsewhere {listed(one.module for one in others)}")
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
    used: dict[str, list[tuple[Outline, Import]]] = defaultdict(list)
    for outline in outlines:
        for one in outline.imports:
            target = _target(one, outline, modules)
            if target is not None and target.path != outline.path:
                used[target.path].append((outline, one))
    for path, users in used.items():
        yield Claim(
            key=f"users:{path}",
            question=f"Which files use `{path}`?",
            question_type="DEPENDENCY",
            answer=f"`{path}` is imported by {listed(outline.path for outline, _ in users)}.",
            shown=_first_of_each([(outline, one.span.first) for outline, one in users]),
            domain=domain_of(path),
            tags=("import",),
        )


def _target(one: Import, outline: Outline, modules: Mapping[str, Outline]) -> Outline | None:
    """The file of the project that an import means."""
    module = one.module
    if module.startswith("."):
        level = len(module) - len(module.lstrip("."))
        inside = module_of(outline.path).split(".")
        is_package = outline.path.endswith("__init__.py")
        base = inside[: len(inside) - level + is_package]
        module = ".".join([*base, *filter(None, [module.lstrip(".")])])
    for name in one.names:  # a module that is imported by its package
        found = modules.get(f"{module}.{name}")
        if found is not None:
            return found
    return modules.get(module)


def _of_inheritance(outlines: Sequence[Outline]) -> Iterator[Claim]:
    heirs: dict[str, list[Place]] = defaultdict(list)
    for outline in outlines:
        for symbol in outline.symbols:
            for base in symbol.bases:
                heirs[base.partition("[")[0].rpartition(".")[2]].append((outline, symbol))
    declared = {symbol.name for outline in outlines for symbol in outline.symbols}
    for base, places in heirs.items():
        if base not in declared and len(places) == 1:  # its own class tells of it
            continue
        names = listed(f"{symbol.path} ({outline.path})" for outline, symbol in places)
        yield Claim(
            key=f"heirs:{base}",
            question=f"Which classes inherit from or implement `{base}`?",
            question_type="CODE_STRUCTURE",
            answer=f"`{base}` is the base of {names}.",
            shown=tuple(
                Shown(outline.path, symbol.head) for outline, symbol in places[:MOST_NAMED]
            ),
            domain=domain_of(places[0][0].path),
            tags=("inheritance",),
        )


def _of_callers(outlines: Sequence[Outline]) -> Iterator[Claim]:
    declared: dict[str, list[Place]] = defaultdict(list)
    for outline in outlines:
        for symbol in outline.symbols:
            if symbol.kind in ("function", "class"):
                declared[symbol.name].append((outline, symbol))
    calls: dict[str, list[tuple[Outline, Call]]] = defaultdict(list)
    for outline in outlines:
        for call in outline.calls:
            calls[call.callee.rpartition(".")[2]].append((outline, call))
    for name, places in declared.items():
        if len(places) != 1:  # a name that means several things tells nothing for sure
            continue
        home, symbol = places[0]
        callers = [
            (outline, call)
            for outline, call in calls.get(name, ())
            if outline.path != home.path and _means(call, home)
        ]
        if not callers:
            continue
        told = listed(
            f"{call.within} ({outline.path})" if call.within else outline.path
            for outline, call in callers
        )
        yield Claim(
            key=f"callers:{home.path}:{symbol.path}",
            question=f"Who uses `{symbol.path}` of `{home.path}`?",
            question_type="DEPENDENCY",
            answer=f"`{symbol.path}` is used by {told}.",
            shown=_first_of_each([(outline, call.line) for outline, call in callers]),
            domain=domain_of(home.path),
            tags=("call",),
        )


def _means(call: Call, home: Outline) -> bool:
    """Whether an import says that the call goes there."""
    module = module_of(home.path)
    return bool(call.module) and (
        call.module.lstrip(".") == module
        or module.endswith(f".{call.module.lstrip('.')}")
        or call.module.startswith(module)
        or module.startswith(f"{call.module}.")
    )


def _first_of_each(places: Sequence[tuple[Outline, int]]) -> tuple[Shown, ...]:
    first: dict[str, int] = {}
    for outline, number in places:
        first.setdefault(outline.path, number)
    return tuple(Shown(path, line(number)) for path, number in first.items())[:MOST_NAMED]
