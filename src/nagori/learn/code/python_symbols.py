"""Symbols of Python source: definitions and assignments with signature, doc and value. Pure."""

import ast
import inspect
import re

from nagori.learn.code.hidden import kept, masked
from nagori.learn.code.outline import Doc, Parameter, Span, Symbol, SymbolKind
from nagori.learn.code.python_names import (
    MOST_DECORATORS,
    Function,
    called,
    dotted,
    source_of,
    span_of,
    tail,
    target_names,
    whole_span,
)
from nagori.learn.code.source import (
    MOST_DOC,
    MOST_SIGNATURE,
    Source,
    bare_comment,
    is_directive,
    one_line,
    paragraph,
)

ENUM_BASES = frozenset(
    {
        "Enum",
        "IntEnum",
        "StrEnum",
        "Flag",
        "IntFlag",
        "ReprEnum",
        "TextChoices",
        "IntegerChoices",
        "Choices",
    }
)
_TYPE_MAKERS = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple", "NewType", "TypeAliasType"})
_RECORD_MAKERS = frozenset({"namedtuple", "NamedTuple", "TypedDict"})
_CAMEL = re.compile(r"_?[A-Z][a-z0-9]")
_SETS = re.compile(r"[^\W\d]\w*\s*(?::[^=]{1,80})?=(?!=)")
_QUOTES = re.compile(r"[rRuUbBfF]{0,2}(?:\"\"\"|'''|\"|')\s*$")


def class_symbol(node: ast.ClassDef, source: Source, path: str, *, is_enum: bool) -> Symbol:
    """The symbol of a class."""
    bases = [source_of(base, source, 120) for base in node.bases]
    more = [f"{k.arg}={source_of(k.value, source, 120)}" for k in node.keywords if k.arg]
    kind: SymbolKind = "enum" if is_enum else "class"
    if any(tail(called(base)) == "Protocol" for base in node.bases):
        kind = "interface"
    inner = ", ".join([*bases, *more])
    span = whole_span(node)
    named = _name_line(node, source)
    return Symbol(
        name=node.name,
        path=path,
        kind=kind,
        span=span,
        head=Span(span.first, _head_end(node, source, named)),
        line=named,
        signature=one_line(f"class {node.name}" + (f"({inner})" if inner else ""), MOST_SIGNATURE),
        doc=docstring(node, source) or source.comment_above(span.first, "#"),
        decorators=_decorators(node, source),
        bases=tuple(bases),
    )


def function_symbol(node: Function, source: Source, path: str, *, is_method: bool) -> Symbol:
    """The symbol of a function or method."""
    span = whole_span(node)
    named = _name_line(node, source)
    return Symbol(
        name=node.name,
        path=path,
        kind="method" if is_method else "function",
        span=span,
        head=Span(span.first, _head_end(node, source, named)),
        line=named,
        signature=_signature(node, source),
        doc=docstring(node, source) or source.comment_above(span.first, "#"),
        decorators=_decorators(node, source),
        parameters=_parameters(node.args, source),
    )


def assigned_symbols(
    node: ast.Assign | ast.AnnAssign,
    source: Source,
    prefix: str,
    *,
    inside: str,
    after: Doc | None,
) -> list[Symbol]:
    """The symbols of an assignment in a module, class or enum."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
    found: list[Symbol] = []
    for name, whole in target_names(targets):
        if name.id in ("_", "__slots__"):
            continue
        kind = _kind(name.id, node.value, annotation, inside)
        found.append(
            _assigned(
                node, name, source, prefix, kind=kind, whole=whole, annotation=annotation, doc=after
            )
        )
    return found


def field_symbol(
    node: ast.Assign | ast.AnnAssign,
    target: ast.Attribute,
    source: Source,
    prefix: str,
    *,
    whole: bool,
) -> Symbol:
    """The symbol of `self.name = …` in a class's constructor."""
    name = ast.Name(target.attr, ast.Store())
    name.lineno, name.end_lineno = target.end_lineno or target.lineno, target.end_lineno
    annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
    return _assigned(
        node, name, source, prefix, kind="field", whole=whole, annotation=annotation, doc=None
    )


def _assigned(
    node: ast.Assign | ast.AnnAssign,
    name: ast.Name,
    source: Source,
    prefix: str,
    *,
    kind: SymbolKind,
    whole: bool,
    annotation: ast.expr | None,
    doc: Doc | None,
) -> Symbol:
    span = span_of(node)
    value = None
    if node.value is not None and whole:
        value = kept(name.id, source_of(node.value, source))
    signature = name.id
    if annotation is not None:
        signature += f": {source_of(annotation, source, 120)}"
    if value is not None:
        signature += f" = {value}"
    return Symbol(
        name=name.id,
        path=f"{prefix}{name.id}",
        kind=kind,
        span=span,
        head=span,
        line=name.lineno,
        signature=one_line(signature, 200),
        doc=doc or remark(node, source),
        value=value,
    )


def remark(node: ast.stmt, source: Source) -> Doc | None:
    """The comment behind a statement, or directly above it."""
    last = node.end_lineno or node.lineno
    line = source.line(last)
    if "#" in line:
        rest = line.encode("utf-8", "replace")[node.end_col_offset :].decode("utf-8", "replace")
        words = bare_comment(rest, "#")
        if rest.lstrip().startswith("#") and words and not is_directive(words):
            return Doc(one_line(words, MOST_DOC), Span(last, last))
    above = source.comment_above(node.lineno, "#")
    # A paragraph of values below one comment: it is about all of them.
    if above and not source.line(node.lineno - 1).lstrip().startswith("#:"):
        indent = source.line(node.lineno)[: node.col_offset]
        below = source.line(last + 1)
        goes_on = below.startswith(indent) and _SETS.match(below[len(indent) :]) is not None
        if goes_on and not source.line(above.span.first - 1).strip():
            return None
    return above


def docstring(node: Function | ast.ClassDef | ast.Module, source: Source) -> Doc | None:
    """The first paragraph of a definition's docstring."""
    return string_doc(node.body[0], source) if node.body else None


def string_doc(node: ast.stmt, source: Source) -> Doc | None:
    """The first paragraph of a string that stands alone; None when it is none."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return None
    value = node.value.value
    if not isinstance(value, str) or not value.strip():
        return None
    first, last = node.lineno, node.end_lineno or node.lineno
    begins = source.line(first).encode("utf-8", "replace")[node.col_offset :]
    if first < last and _QUOTES.match(begins.decode("utf-8", "replace")):
        first += 1
    start, end = paragraph(source.lines, first, last)
    words: list[str] = []
    for line in inspect.cleandoc(value).split("\n"):
        if not line.strip():
            break
        words.append(line)
    if end > start and source.line(end).strip() in ('"""', "'''"):
        end -= 1
    return Doc(one_line("\n".join(words), MOST_DOC), Span(start, end))


# ── parts ──


def _kind(
    name: str, value: ast.expr | None, annotation: ast.expr | None, inside: str
) -> SymbolKind:
    if inside == "enum" and annotation is None and not name.startswith("_"):
        return "enum member"
    maker = tail(called(value)) if isinstance(value, ast.Call) else ""
    if tail(called(annotation)) == "TypeAlias" or maker in _TYPE_MAKERS:
        return "type"
    if maker in _RECORD_MAKERS:
        return "class"
    if name.upper() == name and any(c.isalpha() for c in name):
        return "constant"
    if inside == "module" and _CAMEL.match(name) and _is_type(value):
        return "type"
    return "field"


def _is_type(value: ast.expr | None) -> bool:
    """Whether a value is one of types: `A | B`, `dict[str, int]`."""
    if isinstance(value, ast.BinOp):
        sides = (value.left, value.right)
        return isinstance(value.op, ast.BitOr) and not any(
            isinstance(side, ast.Call) or (isinstance(side, ast.Constant) and side.value)
            for side in sides
        )
    if not isinstance(value, ast.Subscript) or isinstance(value.slice, ast.Constant | ast.Slice):
        return False
    return bool(tail(dotted(value.value)))


def _decorators(node: Function | ast.ClassDef, source: Source) -> tuple[str, ...]:
    some = node.decorator_list[:MOST_DECORATORS]
    return tuple(masked(source_of(item, source, 200)) for item in some)


def _parameters(args: ast.arguments, source: Source) -> tuple[Parameter, ...]:
    by_place = [*args.posonlyargs, *args.args]
    missing = [None] * (len(by_place) - len(args.defaults))
    found = [
        *zip(by_place, [*missing, *args.defaults], [""] * len(by_place), strict=True),
        *([(args.vararg, None, "*")] if args.vararg else []),
        *zip(args.kwonlyargs, args.kw_defaults, [""] * len(args.kwonlyargs), strict=True),
        *([(args.kwarg, None, "**")] if args.kwarg else []),
    ]
    return tuple(
        Parameter(
            name=stars + arg.arg,
            line=arg.lineno,
            type=source_of(arg.annotation, source, 120),
            default=kept(arg.arg, source_of(default, source, 120)) if default else None,
        )
        for arg, default, stars in found
        if arg.arg not in ("self", "cls")
    )


def _signature(node: Function, source: Source) -> str:
    line = source.line(node.lineno).strip()
    one = node.body[0].lineno > node.lineno and line.endswith(":") and "#" not in line
    if one and line.startswith(("def ", "async def ")):
        return one_line(masked(line[:-1]), MOST_SIGNATURE)
    start = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    try:
        made = f"{start} {node.name}({ast.unparse(node.args)})"
        made += f" -> {ast.unparse(node.returns)}" if node.returns else ""
    except (RecursionError, ValueError):
        made = f"{start} {node.name}(…)"
    return one_line(masked(made), MOST_SIGNATURE)


def _name_line(node: Function | ast.ClassDef, source: Source) -> int:
    """Where the name stands; a backslash may part it from its keyword."""
    number = node.lineno
    while source.line(number).endswith("\\") and node.name not in source.line(number):
        number += 1
    return number


def _head_end(node: Function | ast.ClassDef, source: Source, line: int) -> int:
    """The last line of the signature: that of its colon, before the body."""
    if isinstance(node, ast.ClassDef):
        parts: list[ast.expr] = [*node.bases, *(k.value for k in node.keywords)]
    else:
        args = node.args
        every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
        parts = [a.annotation for a in every if a and a.annotation]
        parts += [*args.defaults, *(d for d in args.kw_defaults if d)]
        parts += [node.returns] if node.returns else []
        line = max((line, *(a.end_lineno or line for a in every if a)))
    line = max((line, *(part.end_lineno or line for part in parts)))
    body = node.body[0]
    first = body.lineno
    if isinstance(body, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        first = whole_span(body).first
    while line < first - 1 and ":" not in _code(source.line(line)):
        line += 1
    return max(line, 1)


def _code(line: str) -> str:
    """The line's last piece of code, where the colon of a signature would be."""
    code = line.partition("#")[0].rstrip()
    return code[-1:]
