"""Outlines of Python source by its syntax tree, which is read and never run. Pure."""

import ast
import builtins
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, cast

from nagori.learn.code.draft import MOST, Draft
from nagori.learn.code.hidden import holds_secret, masked
from nagori.learn.code.outline import (
    Call,
    Doc,
    EntryPoint,
    Import,
    Outline,
    Raise,
    Returned,
    Span,
    Symbol,
    Warned,
)
from nagori.learn.code.python_entities import entity_of
from nagori.learn.code.python_lines import outline_python_lines
from nagori.learn.code.python_names import (
    Function,
    argument,
    called,
    dotted,
    own_attributes,
    source_of,
    span_of,
    tail,
    text_of,
)
from nagori.learn.code.python_routes import called_routes, decorated_routes, router_prefix
from nagori.learn.code.python_settings import (
    SETTINGS_CLASS,
    decorated_options,
    field_setting,
    parameter_options,
    read_setting,
    subscripted,
)
from nagori.learn.code.python_symbols import (
    ENUM_BASES,
    assigned_symbols,
    class_symbol,
    docstring,
    field_symbol,
    function_symbol,
    remark,
    string_doc,
)
from nagori.learn.code.source import Source

_BUILTINS = frozenset(dir(builtins))
_LEAVES = frozenset(
    {
        ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, ast.Pass, ast.Break, ast.Continue,
        ast.Global, ast.Nonlocal, ast.alias, ast.arg, ast.And, ast.Or, ast.Add, ast.Sub, ast.Eq,
        ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn, ast.Not, ast.Lt, ast.Gt, ast.LtE, ast.GtE,
    }
)  # fmt: skip
_COMPOUND = frozenset(
    {
        ast.With,
        ast.AsyncWith,
        ast.For,
        ast.AsyncFor,
        ast.While,
        ast.Try,
        ast.ExceptHandler,
        ast.Match,
    }
)
_APPLICATIONS = frozenset(
    {"FastAPI", "Flask", "Starlette", "Typer", "Sanic", "Quart", "Litestar", "Celery"}
)
_BUILDERS = frozenset({"__init__", "__post_init__", "setUp", "__new__"})
_MOST_RETURNS = 3
"""A function that gives back more different things is not told of by them."""
_RETURN_LINES = 8
_MOST_CALLS = 30_000
"""Calls of one file that are looked at."""


def outline_python(source: Source, language: str = "python") -> Outline:
    """The outline of a Python file; of one with broken syntax what its lines tell."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the file's own, such as a wrong escape
            tree = ast.parse(source.text)
    except SyntaxError as error:
        why = f"line {error.lineno or 1} is not valid Python here ({error.msg}): read line by line"
        return outline_python_lines(source, language, why)
    except (ValueError, RecursionError, MemoryError) as error:
        why = f"it could not be parsed ({type(error).__name__}): read line by line"
        return outline_python_lines(source, language, why)
    return _Reader(Draft(source, language), source).read(tree)


@dataclass(frozen=True, slots=True)
class _Place:
    """What is around a node."""

    path: str = ""
    kind: Literal["module", "class", "enum", "function"] = "module"
    condition: ast.If | None = None
    """The `if` in whose body it stands directly."""
    owner: str = ""
    """Path of the class whose constructor this is."""
    settings: bool = False
    symbol: int = -1
    """Number of the function around it among the symbols found."""

    @property
    def prefix(self) -> str:
        return f"{self.path}." if self.path else ""


@dataclass(slots=True)
class _Reader:
    """Goes through the tree once, in the order of the file, without recursion."""

    draft: Draft
    source: Source
    aliases: dict[str, str] = field(default_factory=dict[str, str])
    """What imported names stand for."""
    prefixes: dict[str, str] = field(default_factory=dict[str, str])
    enums: set[str] = field(default_factory=set[str])
    entities: dict[str, str] = field(default_factory=dict[str, str])
    docs: dict[int, Doc] = field(default_factory=dict[int, Doc])
    """What stands below a statement about it, by the statement's identity."""
    calls: list[tuple[str, int, str]] = field(default_factory=list[tuple[str, int, str]])
    fields: set[str] = field(default_factory=set[str])
    returns: dict[int, list[ast.Return]] = field(default_factory=dict[int, list[ast.Return]])
    django: bool = False

    def read(self, tree: ast.Module) -> Outline:
        self.draft.doc = docstring(tree, self.source)
        self._docs_below(tree.body)
        stack: list[tuple[ast.AST, _Place]] = [(node, _Place()) for node in reversed(tree.body)]
        while stack and len(self.draft.symbols) <= MOST["symbols"]:
            node, place = stack.pop()
            if isinstance(node, ast.If):
                self._if(node, place)
                inside = replace(place, condition=node)
                outside = replace(place, condition=None) if place.condition else place
                stack.extend((child, outside) for child in reversed(node.orelse))
                stack.extend((child, inside) for child in reversed(node.body))
                stack.append((node.test, outside))
                continue
            place = self._visit(node, place)
            children: list[tuple[ast.AST, _Place]] = []
            for name in node._fields:
                value = getattr(node, name, None)
                if isinstance(value, list):
                    items = cast("list[object]", value)
                    children += [
                        (item, place)
                        for item in items
                        if isinstance(item, ast.AST) and type(item) not in _LEAVES
                    ]
                elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
                    children.append((value, place))
            children.reverse()
            stack += children
        self._finish()
        return self.draft.outline()

    def _visit(self, node: ast.AST, place: _Place) -> _Place:
        """Take what the node tells; the place for what is inside it."""
        kind = type(node)
        if isinstance(node, ast.Call):
            self._call(node, place)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            self._assign(node, place)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return self._function(node, place)
        elif isinstance(node, ast.ClassDef):
            return self._class(node, place)
        elif isinstance(node, ast.Raise):
            self._raise(node, place)
        elif isinstance(node, ast.Return):
            if place.symbol >= 0:
                self.returns.setdefault(place.symbol, []).append(node)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node)
        elif isinstance(node, ast.Subscript):
            if setting := subscripted(node, self.source, place.path):
                self.draft.settings.append(setting)
        elif kind in _COMPOUND and place.condition is not None:
            return replace(place, condition=None)
        return place

    # ── definitions ──

    def _class(self, node: ast.ClassDef, place: _Place) -> _Place:
        bases = {tail(called(base)) for base in node.bases}
        is_enum = bool(bases & ENUM_BASES or bases & self.enums)
        if is_enum:
            self.enums.add(node.name)
        symbol = class_symbol(node, self.source, place.prefix + node.name, is_enum=is_enum)
        self.draft.symbols.append(symbol)
        self.draft.routes += decorated_routes(node, symbol.path, self.prefixes)
        self._docs_below(node.body)
        entity = None if is_enum else entity_of(node, symbol, self.source, self.entities)
        is_settings = "BaseSettings" in bases
        if entity is not None and not is_settings:
            self.draft.entities.append(entity)
            self.entities[node.name] = entity.kind
        is_settings = is_settings or (
            entity is not None and SETTINGS_CLASS.search(node.name) is not None
        )
        return _Place(symbol.path, "enum" if is_enum else "class", settings=is_settings)

    def _function(self, node: Function, place: _Place) -> _Place:
        path = place.prefix + node.name
        is_method = place.kind in ("class", "enum")
        number = len(self.draft.symbols)
        self.draft.symbols.append(function_symbol(node, self.source, path, is_method=is_method))
        self.draft.routes += decorated_routes(node, path, self.prefixes)
        self.draft.settings += decorated_options(node, self.source, path)
        self.draft.settings += parameter_options(node, self.source, path)
        if node.name == "main" and place.kind == "module":
            head = self.draft.symbols[-1].head
            self.draft.entry_points.append(EntryPoint(node.name, "main function", head, path))
        owner = place.path if is_method and node.name in _BUILDERS else ""
        return _Place(path, "function", owner=owner, symbol=number)

    def _assign(self, node: ast.Assign | ast.AnnAssign, place: _Place) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if place.kind == "function":
            if place.owner:
                self._own_fields(node, targets, place.owner)
            return
        doc = self.docs.get(id(node))
        found = assigned_symbols(node, self.source, place.prefix, inside=place.kind, after=doc)
        self.draft.symbols += found
        if place.kind == "module":
            self._module_value(node, found)
        elif place.settings and isinstance(node, ast.AnnAssign):
            about = doc or remark(node, self.source)
            if setting := field_setting(node, self.source, place.path, about):
                self.draft.settings.append(setting)

    def _module_value(self, node: ast.Assign | ast.AnnAssign, found: list[Symbol]) -> None:
        prefix = router_prefix(node.value)
        maker = tail(called(node.value)) if isinstance(node.value, ast.Call) else ""
        for symbol in found:
            if prefix is not None:
                self.prefixes[symbol.name] = prefix
            if maker in _APPLICATIONS:
                self.draft.entry_points.append(
                    EntryPoint(symbol.name, "application", symbol.span, maker)
                )

    def _own_fields(
        self, node: ast.Assign | ast.AnnAssign, targets: Sequence[ast.expr], owner: str
    ) -> None:
        for target, whole in own_attributes(targets):
            symbol = field_symbol(node, target, self.source, f"{owner}.", whole=whole)
            if symbol.path not in self.fields:
                self.fields.add(symbol.path)
                self.draft.symbols.append(symbol)

    def _docs_below(self, body: list[ast.stmt]) -> None:
        for above, below in pairwise(body):
            if isinstance(above, ast.Assign | ast.AnnAssign) and (
                doc := string_doc(below, self.source)
            ):
                self.docs[id(above)] = doc

    # ── the rest ──

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        span = span_of(node)
        if isinstance(node, ast.Import):
            for alias in node.names:
                self.draft.imports.append(Import(alias.name, (), span))
                name = alias.asname or alias.name.partition(".")[0]
                self.aliases[name] = alias.name if alias.asname else name
                self.django = self.django or alias.name.startswith("django")
            return
        module = "." * node.level + (node.module or "")
        self.draft.imports.append(Import(module, tuple(a.name for a in node.names), span))
        self.django = self.django or module.startswith("django")
        for alias in node.names:
            joint = "" if module.endswith(".") else "."
            self.aliases[alias.asname or alias.name] = f"{module}{joint}{alias.name}"

    def _call(self, node: ast.Call, place: _Place) -> None:
        if len(self.calls) > _MOST_CALLS:
            return
        if name := dotted(node.func):
            self.calls.append((name, node.lineno, place.path))
        if setting := read_setting(node, self.source, place.path):
            self.draft.settings.append(setting)
        if name in ("warnings.warn", "warn"):
            self._warn(node, place)
        self.draft.routes += called_routes(node, self.source, self.prefixes, django=self.django)

    def _warn(self, node: ast.Call, place: _Place) -> None:
        category, about = argument(node, 1, "category"), argument(node, 0, "message")
        text = (_words(about, self.source) if about is not None else None) or ""
        if (name := called(category)) and not holds_secret(text):
            self.draft.warnings.append(Warned(name, text[:400], span_of(node), place.path))

    def _raise(self, node: ast.Raise, place: _Place) -> None:
        if len(self.draft.raises) > MOST["raises"]:
            return
        name = called(node.exc)
        is_call = isinstance(node.exc, ast.Call)
        if not name or not (is_call or tail(name)[:1].isupper()):
            return
        message = _message(node.exc, self.source) if isinstance(node.exc, ast.Call) else None
        own = span_of(node)
        test = place.condition
        self.draft.raises.append(
            Raise(
                exception=name,
                message=message if message and not holds_secret(message) else None,
                span=Span(test.lineno, own.last) if test else own,
                line=own.first,
                within=place.path,
                condition=masked(source_of(test.test, self.source, 300)) if test else None,
            )
        )

    def _if(self, node: ast.If, place: _Place) -> None:
        test = node.test
        if (
            place.kind == "module"
            and isinstance(test, ast.Compare)
            and dotted(test.left) == "__name__"
            and text_of(test.comparators[0]) == "__main__"
        ):
            target = next((called(s.value) for s in node.body if isinstance(s, ast.Expr)), "")
            last = node.body[-1].end_lineno or node.lineno
            self.draft.entry_points.append(
                EntryPoint("__main__", "main guard", Span(node.lineno, last), target)
            )

    def _finish(self) -> None:
        """Keep the calls of what is declared elsewhere, and what functions give back."""
        for number, returns in self.returns.items():
            told = _returned(returns, self.source)
            if told:
                symbol = self.draft.symbols[number]
                self.draft.symbols[number] = replace(symbol, returns=told)
        top = {s.path for s in self.draft.symbols if "." not in s.path}
        own = {s.name for s in self.draft.symbols}
        for name, line, within in self.calls:
            root, _, rest = name.partition(".")
            if root in self.aliases:
                module = self.aliases[root] + (f".{rest}" if rest else "")
                self.draft.calls.append(Call(name, line, within, module))
            elif _is_foreign(root, rest, top, own):
                self.draft.calls.append(Call(name, line, within))


def _is_foreign(root: str, rest: str, top: set[str], own: set[str]) -> bool:
    """Whether what is called is not the file's own, as far as names tell."""
    if not rest:
        return root not in own and root not in _BUILTINS
    return root not in top and (root not in ("self", "cls") or rest not in own)


def _message(call: ast.Call, source: Source) -> str | None:
    """The text that an error is given: its first literal, or the one by name."""
    named = [k.value for k in call.keywords if k.arg in ("detail", "message", "msg", "reason")]
    texts = [text for node in (*named, *call.args) if (text := _words(node, source))]
    # A word alone is often the name of what is wrong, and the sentence about it comes after it.
    said = next((text for text in texts if " " in text.strip()), None)
    return said or (texts[0] if texts and len(call.args) + len(named) == 1 else None)


def _words(node: ast.expr, source: Source) -> str | None:
    """A text that stands in the source, whole or with gaps to be filled."""
    if isinstance(node, ast.Call) and tail(called(node)) in ("_", "gettext", "gettext_lazy", "_t"):
        node = node.args[0] if node.args else node
    if (text := text_of(node)) is not None:
        return text[:400]
    if isinstance(node, ast.JoinedStr | ast.BinOp) and (
        "'" in (text := source_of(node, source)) or '"' in text
    ):
        return text
    return None


def _returned(returns: Sequence[ast.Return], source: Source) -> tuple[Returned, ...]:
    """All that a function may give back; nothing when that is much, or too long to be told."""
    found: dict[str, Returned] = {}
    for node in returns:
        if node.value is None or (isinstance(node.value, ast.Constant) and not node.value.value):
            text = "None" if node.value is None else source_of(node.value, source, 40)
        else:
            text = masked(source_of(node.value, source, 160))
        span = span_of(node)
        if text.endswith("…") or span.last - span.first >= _RETURN_LINES or holds_secret(text):
            return ()
        if text != "None":
            found.setdefault(text, Returned(text, span))
    return tuple(found.values()) if len(found) <= _MOST_RETURNS else ()
