"""Claims about what a file declares: its module, classes and functions. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nagori.learn.claims.claim import (
    MOST_NAMED,
    Claim,
    domain_of,
    ended,
    is_aside,
    is_test,
    line,
    listed,
    shown,
)
from nagori.learn.code.outline import Call, Outline, Raise, Span, Symbol

_CLASSES = ("class", "interface", "type", "enum")
_FUNCTIONS = ("function", "method")
_LISTED = (
    ("Classes", ("class", "enum")),
    ("Interfaces", ("interface",)),
    ("Functions", _FUNCTIONS),
    ("Types", ("type",)),
    ("Values", ("constant", "field")),
)
_CALLS = 8
_RAISES = 4
_TRIVIAL = 3
"""Lines of a body from which on a function without a word about it is told of by itself."""
_PLAIN = frozenset(
    {
        "add", "append", "clear", "copy", "count", "decode", "discard", "encode", "endswith",
        "extend", "find", "format", "get", "index", "insert", "items", "join", "keys", "lower",
        "lstrip", "partition", "pop", "popitem", "remove", "removeprefix", "removesuffix",
        "replace", "reverse", "rpartition", "rsplit", "rstrip", "setdefault", "sort", "split",
        "splitlines", "startswith", "strip", "title", "update", "upper", "values", "push",
        "map", "filter", "forEach", "slice", "trim", "includes", "toString",
    }
)  # fmt: skip
"""What lists, texts and dictionaries can do: it tells nothing about a function that it is used."""
_SAME = ("staticmethod", "classmethod", "property", "override", "typing.override")


@dataclass(frozen=True, slots=True)
class _File:
    """A file, with what stands in each of its symbols at hand."""

    outline: Outline
    inside: Mapping[str, Sequence[Symbol]]
    raises: Mapping[str, Sequence[Raise]]
    calls: Mapping[str, Sequence[Call]]
    lines: Mapping[str, int]
    """Where each symbol's name stands."""
    kinds: Mapping[str, str]


def code_claims(outline: Outline) -> Iterator[Claim]:
    """What the file is, and what each thing in it does."""
    claim = _of_file(outline)
    if claim is not None:
        yield claim
    if is_aside(outline.path):
        return
    file = _opened(outline)
    told: set[str] = set()
    for symbol in outline.symbols:
        if f"{symbol.kind}:{symbol.path}" in told:
            continue  # what is declared twice is told of once
        if symbol.kind in _CLASSES:
            told.add(f"{symbol.kind}:{symbol.path}")
            claim = _of_class(file, symbol)
            if claim is not None:
                yield claim
        elif symbol.kind in _FUNCTIONS and _is_told(file, symbol):
            claim = _of_function(file, symbol)
            told.add(f"{symbol.kind}:{symbol.path}")
            if claim is not None:
                yield claim


def _opened(outline: Outline) -> _File:
    inside: dict[str, list[Symbol]] = defaultdict(list)
    for symbol in outline.symbols:
        inside[_around(symbol)].append(symbol)
    raises: dict[str, list[Raise]] = defaultdict(list)
    for one in outline.raises:
        raises[one.within].append(one)
    calls: dict[str, list[Call]] = defaultdict(list)
    for call in outline.calls:
        calls[call.within].append(call)
    lines = {one.path: one.line for one in reversed(outline.symbols)}
    kinds = {one.path: one.kind for one in reversed(outline.symbols)}
    return _File(outline, inside, raises, calls, lines, kinds)


def _of_file(outline: Outline) -> Claim | None:
    """What a file holds; None when there is nothing to name."""
    top = [one for one in outline.symbols if "." not in one.path]
    told = [f"`{outline.path}`"]
    told.append(f": {ended(outline.doc.text)}" if outline.doc else ".")
    named: list[int] = []
    for word, kinds in _LISTED:
        if word == "Values" and named:
            continue  # each is told of by itself
        some = [one for one in top if one.kind in kinds]
        if some:
            told.append(f" {word}: {listed(one.name for one in some)}.")
            named += [one.line for one in _first(some)]
    level = min((one.level for one in outline.headings), default=0)
    if level and sum(one.level == level for one in outline.headings) == 1:
        level = min((one.level for one in outline.headings if one.level > level), default=level)
    sections = [one for one in outline.headings if one.level == level]
    if len(sections) > 1:
        told.append(f" Sections: {listed(one.text for one in sections)}.")
        first = {one.text: one.line for one in reversed(sections)}
        named += [first[text] for text in dict.fromkeys(s.text for s in sections)][:MOST_NAMED]
    spans = [outline.doc.span if outline.doc else None, *(line(at) for at in named)]
    if not any(spans):
        return None
    return Claim(
        key=f"file:{outline.path}",
        question=f"What is `{outline.path}` for, and what is in it?",
        question_type="CODE_STRUCTURE",
        answer="".join(told),
        shown=shown(outline, *spans),
        domain=domain_of(outline.path),
        tags=("file", *(("test",) if is_test(outline.path) else ())),
    )


def _of_class(file: _File, symbol: Symbol) -> Claim | None:
    """What a class is; None when its lines tell no more than its name."""
    outline, inside = file.outline, file.inside.get(symbol.path, ())
    every = [one for one in inside if one.kind == "method"]
    methods = [one for one in every if not one.name.startswith("_")] or [
        one for one in every if one.name.startswith("__") and one.name != "__init__"
    ]
    fields = [one for one in inside if one.kind in ("field", "constant", "enum member")]
    if symbol.name == "Meta" and not symbol.doc:  # options of the class around it
        return None
    if not (symbol.doc or methods or fields or symbol.bases or symbol.value):
        return None
    told = [f"`{symbol.signature}` in `{outline.path}`"]
    told.append(f": {ended(symbol.doc.text)}" if symbol.doc else ".")
    if methods:
        told.append(f" Methods: {listed(one.name for one in methods)}.")
    if fields and symbol.kind != "enum":
        told.append(f" Fields: {listed(one.name for one in fields)}.")
    named = [*_first(methods), *(_first(fields) if symbol.kind != "enum" else [])]
    doc = symbol.doc.span if symbol.doc else None
    return Claim(
        key=f"class:{outline.path}:{symbol.path}",
        question=f"What is the type `{symbol.path}`?"
        if symbol.kind == "type"
        else f"What is `{symbol.path}` for, and what can it do?",
        question_type="CODE_STRUCTURE",
        answer="".join(told),
        shown=shown(outline, symbol.head, doc, *(line(one.line) for one in named)),
        domain=domain_of(outline.path),
        tags=(symbol.kind,),
    )


def _of_function(file: _File, symbol: Symbol) -> Claim | None:
    """What a function does as far as its lines tell; None when they tell no more than its name."""
    outline = file.outline
    raises = [one for one in file.raises.get(symbol.path, ()) if _is_in(one.line, symbol)]
    calls = [one for one in file.calls.get(symbol.path, ()) if _is_in(one.line, symbol)]
    is_python = outline.language == "python"
    uses = {
        one.callee: one.line
        for one in reversed(calls)
        if _says_something(one.callee) and (one.module or "." in one.callee or not is_python)
    }
    names = [name for name in dict.fromkeys(one.callee for one in calls) if name in uses][:_CALLS]
    marks = [mark for mark in symbol.decorators if mark not in _SAME]
    if not (symbol.doc or raises or names or symbol.returns or marks):
        return None
    told = [f"`{symbol.signature}` in `{outline.path}`"]
    told.append(f": {ended(symbol.doc.text)}" if symbol.doc else ".")
    if symbol.decorators:
        told.append(f" Marked {listed(symbol.decorators, 4)}.")
    if raises:
        told.append(" " + " ".join(raised(one) for one in raises[:_RAISES]))
    if names:
        told.append(f" Uses {listed(names)}.")
    if symbol.returns:
        told.append(f" Returns {' or '.join(f'`{one.text}`' for one in symbol.returns)}.")
    spans: list[Span | None] = [symbol.head, symbol.doc.span if symbol.doc else None]
    around = file.lines.get(_around(symbol))
    spans += [line(around) if around else None]
    spans += [one.span for one in raises[:_RAISES]]
    spans += [line(uses[name]) for name in names]
    spans += [one.span for one in symbol.returns]
    return Claim(
        key=f"function:{outline.path}:{symbol.path}",
        question=f"What does `{symbol.path}` do?",
        question_type="BUSINESS_LOGIC",
        answer="".join(told),
        shown=shown(outline, *spans),
        domain=domain_of(outline.path),
        tags=(symbol.kind,),
    )


def raising(exception: str) -> str:
    """How that is called: other languages fail by a macro or a function, not with an exception."""
    return "raises" if exception.rpartition(".")[2][:1].isupper() else "fails by"


def raised(one: Raise) -> str:
    """When an error is raised, in a sentence."""
    told = f"{raising(one.exception).capitalize()} `{one.exception}`"
    if one.condition:
        told += f" if `{one.condition}`"
    return ended(f"{told}: {' '.join(one.message.split())}" if one.message else told)


def _first(symbols: Sequence[Symbol], kinds: Sequence[str] | None = None) -> list[Symbol]:
    """Those that a list of names tells of."""
    found = {one.name: one for one in reversed(symbols) if kinds is None or one.kind in kinds}
    order = [one.name for one in symbols if kinds is None or one.kind in kinds]
    return [found[name] for name in list(dict.fromkeys(order))[:MOST_NAMED]]


def _is_told(file: _File, symbol: Symbol) -> bool:
    """Whether a function has something to say: trivial ones are told of with their class."""
    if any(mark.rpartition(".")[2] == "overload" for mark in symbol.decorators):
        return False  # what it does stands with the last of them
    if symbol.doc is not None:
        return True
    if symbol.name.startswith("__") and symbol.name not in ("__init__", "__call__"):
        return False
    if file.kinds.get(_around(symbol)) in _FUNCTIONS:
        return False
    return symbol.span.last - symbol.head.last >= _TRIVIAL


def _around(symbol: Symbol) -> str:
    return symbol.path.rpartition(".")[0]


def _is_in(number: int, symbol: Symbol) -> bool:
    """Whether a line is the symbol's own: a property and its setter share a name."""
    return symbol.span.first <= number <= symbol.span.last


def _says_something(callee: str) -> bool:
    before, _, last = callee.rpartition(".")
    root = callee.partition(".")[0]
    return len(root) > 1 and not (last in _PLAIN and before not in ("", "self", "cls"))
