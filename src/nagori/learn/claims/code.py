"""Claims about what a file declares: its module, classes and functions. Pure."""

from collections.abc import Iterator, Sequence

from nagori.learn.claims.claim import (
    MOST_NAMED,
    Claim,
    domain_of,
    is_test,
    line,
    listed,
    shown,
)
from nagori.learn.code.outline import Outline, Raise, Span, Symbol

_CLASSES = ("class", "interface", "type", "enum")
_FUNCTIONS = ("function", "method")
_CALLS = 8
_TRIVIAL = 3
"""Lines of a body from which on a function without a word about it is told of by itself."""


def code_claims(outline: Outline) -> Iterator[Claim]:
    """What the file is, and what each thing in it does."""
    if outline.symbols or outline.doc:
        yield _of_file(outline)
    if is_test(outline.path):
        return
    for symbol in outline.symbols:
        if symbol.kind in _CLASSES:
            yield _of_class(outline, symbol)
        elif symbol.kind in _FUNCTIONS and _is_told(symbol):
            yield _of_function(outline, symbol)


def _of_file(outline: Outline) -> Claim:
    top = [one for one in outline.symbols if "." not in one.path and one.kind != "constant"]
    told = [f"`{outline.path}`"]
    if outline.doc:
        told.append(f": {outline.doc.text.rstrip('.')}.")
    else:
        told.append(".")
    for word, kinds in (("Classes", _CLASSES), ("Functions", _FUNCTIONS)):
        names = [one.name for one in top if one.kind in kinds]
        if names:
            told.append(f" {word}: {listed(names)}.")
    named = [one for kinds in (_CLASSES, _FUNCTIONS) for one in _first(top, kinds)]
    spans = [outline.doc.span if outline.doc else None, *(line(one.line) for one in named)]
    return Claim(
        key=f"file:{outline.path}",
        question=f"What is `{outline.path}` for, and what is in it?",
        question_type="CODE_STRUCTURE",
        answer="".join(told),
        shown=shown(outline, *spans) or shown(outline, line(1)),
        domain=domain_of(outline.path),
        tags=("file", *(("test",) if is_test(outline.path) else ())),
    )


def _of_class(outline: Outline, symbol: Symbol) -> Claim:
    inside = [one for one in outline.symbols if one.path.rpartition(".")[0] == symbol.path]
    methods = [one for one in inside if one.kind == "method" and not _is_private(one.name)]
    fields = [one for one in inside if one.kind in ("field", "constant", "enum member")]
    told = [f"`{symbol.signature}` in `{outline.path}`"]
    told.append(f": {_ended(symbol.doc.text)}" if symbol.doc else ".")
    if methods:
        told.append(f" Methods: {listed(one.name for one in methods)}.")
    if fields and symbol.kind != "enum":
        told.append(f" Fields: {listed(one.name for one in fields)}.")
    named = [*_first(methods), *_first(fields)]
    doc = symbol.doc.span if symbol.doc else None
    return Claim(
        key=f"class:{outline.path}:{symbol.path}",
        question=f"What is `{symbol.path}`, and what can it do?",
        question_type="CODE_STRUCTURE",
        answer="".join(told),
        shown=shown(outline, symbol.head, doc, *(line(one.line) for one in named)),
        domain=domain_of(outline.path),
        tags=(symbol.kind,),
    )


def _of_function(outline: Outline, symbol: Symbol) -> Claim:
    raises = [one for one in outline.raises if one.within == symbol.path]
    calls = [one for one in outline.calls if one.within == symbol.path]
    told = [f"`{symbol.signature}` in `{outline.path}`"]
    told.append(f": {_ended(symbol.doc.text)}" if symbol.doc else ".")
    if symbol.decorators:
        told.append(f" Marked {listed(symbol.decorators, 4)}.")
    if raises:
        told.append(" " + " ".join(raised(one) for one in raises[:4]))
    names = list(dict.fromkeys(call.callee for call in calls))[:_CALLS]
    if names:
        told.append(f" Uses {listed(names)}.")
    spans: list[Span | None] = [symbol.head, symbol.doc.span if symbol.doc else None]
    spans += [one.span for one in raises[:4]]
    first = {call.callee: call.line for call in reversed(calls)}
    spans += [line(first[name]) for name in names]
    return Claim(
        key=f"function:{outline.path}:{symbol.path}",
        question=f"What does `{symbol.path}` do?",
        question_type="BUSINESS_LOGIC",
        answer="".join(told),
        shown=shown(outline, *spans),
        domain=domain_of(outline.path),
        tags=(symbol.kind,),
    )


def raised(one: Raise) -> str:
    """When an error is raised, in a sentence."""
    told = f"Raises `{one.exception}`"
    if one.condition:
        told += f" if `{one.condition}`"
    return f"{told}: {one.message}." if one.message else f"{told}."


def _first(symbols: Sequence[Symbol], kinds: Sequence[str] | None = None) -> list[Symbol]:
    """Those that a list of names tells of."""
    found = {one.name: one for one in reversed(symbols) if kinds is None or one.kind in kinds}
    order = [one.name for one in symbols if kinds is None or one.kind in kinds]
    return [found[name] for name in list(dict.fromkeys(order))[:MOST_NAMED]]


def _is_told(symbol: Symbol) -> bool:
    """Whether a function has something to say: trivial ones are told of with their class."""
    if symbol.doc is not None:
        return True
    if symbol.name.startswith("__") and symbol.name not in ("__init__", "__call__"):
        return False
    return symbol.span.last - symbol.head.last >= _TRIVIAL


def _is_private(name: str) -> bool:
    return name.startswith("_")


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "。")) else f"{text}."
