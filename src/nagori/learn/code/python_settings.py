"""What a Python program lets its user choose: environment, options, fields of settings. Pure."""

import ast
import re

from nagori.learn.code.hidden import kept
from nagori.learn.code.outline import Doc, Setting, Span
from nagori.learn.code.python_names import (
    Function,
    argument,
    called,
    dotted,
    keyword,
    source_of,
    span_of,
    tail,
    text_of,
)
from nagori.learn.code.source import Source, one_line

_ENVIRON = frozenset({"os.environ", "environ"})
_GETTERS = frozenset({"os.getenv", "getenv", "os.environ.get", "environ.get", "environ.setdefault",
                      "os.environ.setdefault", "os.environ.pop", "environ.pop"})  # fmt: skip
_ENV_OBJECT = re.compile(r"(?:self\.)?(?:env|config)(?:\.(?:str|int|bool|float|list|url|path))?$")
_KEY = re.compile(r"[A-Z][A-Z0-9_]{2,}$")
SETTINGS_CLASS = re.compile(r"(?:Settings|Config|Configuration|Options|Preferences)$")
_MOST_OPTIONS = 200
"""Of one command."""
_NO_DEFAULT = frozenset({"...", "PydanticUndefined", "required=True", "NOTSET", "undefined"})


def read_setting(node: ast.Call, source: Source, within: str) -> Setting | None:
    """The setting that a call reads or declares; None when it does neither."""
    name = dotted(node.func)
    if name in _GETTERS or (_ENV_OBJECT.match(name) and _is_key(argument(node, 0))):
        key = text_of(argument(node, 0, "key"))
        if not key:
            return None
        default = argument(node, 1, "default") if name in _GETTERS else keyword(node, "default")
        return _setting(key, default, span_of(node), "environment", source, within)
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("add_argument", "add_option"):
        return _option(node, source, within, "argument parser")
    return None


def subscripted(node: ast.Subscript, source: Source, within: str) -> Setting | None:
    """The setting of `os.environ["KEY"]`."""
    if dotted(node.value) not in _ENVIRON or not isinstance(node.ctx, ast.Load):
        return None
    key = text_of(node.slice)
    return _setting(key, None, span_of(node), "environment", source, within) if key else None


def decorated_options(node: Function, source: Source, within: str) -> list[Setting]:
    """The options that decorators such as `@click.option("--name")` declare."""
    found: list[Setting] = []
    for item in node.decorator_list[:_MOST_OPTIONS]:
        if isinstance(item, ast.Call) and tail(dotted(item.func)) in ("option", "argument"):
            setting = _option(item, source, within, "command option")
            found += [setting] if setting else []
    return found


def parameter_options(node: Function, source: Source, within: str) -> list[Setting]:
    """The options that parameters declare by `typer.Option`, as default or in `Annotated`."""
    args = node.args
    by_place = [*args.posonlyargs, *args.args]
    defaults = [*([None] * (len(by_place) - len(args.defaults))), *args.defaults]
    found: list[Setting] = []
    pairs = [
        *zip(by_place, defaults, strict=True),
        *zip(args.kwonlyargs, args.kw_defaults, strict=True),
    ]
    for arg, default in pairs:
        call, value = _option_call(default), None
        if call is not None:
            value = argument(call, 0, "default")
        elif (call := _annotated_option(arg.annotation)) is not None:
            value = default
        if call is None:
            continue
        texts = [text for a in call.args if (text := text_of(a)) and text.startswith("-")]
        is_option = tail(called(call)) == "Option"
        key = next((t for t in texts if t.startswith("--")), "")
        key = key or ("--" + arg.arg.replace("_", "-") if is_option else arg.arg)
        if value is not None and text_of(value) in texts:
            value = None
        span = Span(arg.lineno, max(arg.end_lineno or arg.lineno, _end(default)))
        setting = _setting(key.partition("/")[0], value, span, "command option", source, within)
        found.append(_described(setting, keyword(call, "help"), source))
    return found


def field_setting(
    node: ast.AnnAssign, source: Source, owner: str, doc: Doc | None
) -> Setting | None:
    """The setting of a field in a class of settings."""
    if not isinstance(node.target, ast.Name) or node.target.id.startswith(("_", "model_config")):
        return None
    if tail(called(node.annotation)) == "ClassVar":
        return None
    default, description = node.value, None
    if isinstance(default, ast.Call) and tail(dotted(default.func)) in ("Field", "field"):
        call = default
        description = keyword(call, "description", "title")
        default = argument(call, 0, "default") or keyword(call, "default_factory")
    setting = _setting(node.target.id, default, span_of(node), "settings class", source, owner)
    if description is None and doc is not None:
        return Setting(
            setting.key,
            setting.default,
            _with(setting.span, doc.span),
            setting.how,
            doc.text,
            owner,
        )
    return _described(setting, description, source)


# ── parts ──


def _is_key(node: ast.expr | None) -> bool:
    text = text_of(node)
    return text is not None and _KEY.match(text) is not None


def _option(node: ast.Call, source: Source, within: str, how: str) -> Setting | None:
    names = [text for a in node.args if (text := text_of(a)) is not None]
    long = next((n for n in names if n.startswith("--")), None) or next(iter(names), None)
    if long is None or not long.strip():
        return None
    setting = _setting(
        long.partition("/")[0], keyword(node, "default"), span_of(node), how, source, within
    )
    return _described(setting, keyword(node, "help"), source)


def _setting(
    key: str, default: ast.expr | None, span: Span, how: str, source: Source, within: str
) -> Setting:
    value = source_of(default, source, 200) if default is not None else None
    if value in _NO_DEFAULT:
        value = None
    return Setting(key, kept(key, value) if value else value, span, how, None, within)


def _described(setting: Setting, node: ast.expr | None, source: Source) -> Setting:
    text = text_of(node)
    if text is None and node is not None:
        text = source_of(node, source, 300)
    if not text:
        return setting
    return Setting(
        setting.key, setting.default, setting.span, setting.how, one_line(text), setting.within
    )


def _option_call(node: ast.expr | None) -> ast.Call | None:
    if isinstance(node, ast.Call) and dotted(node.func) in (
        "typer.Option", "typer.Argument", "Option", "Argument",
    ):  # fmt: skip
        return node
    return None


def _annotated_option(node: ast.expr | None) -> ast.Call | None:
    if not isinstance(node, ast.Subscript) or tail(dotted(node.value)) != "Annotated":
        return None
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
    return next((call for part in parts if (call := _option_call(part)) is not None), None)


def _end(node: ast.expr | None) -> int:
    return (node.end_lineno or node.lineno) if node is not None else 0


def _with(span: Span, other: Span) -> Span:
    return Span(min(span.first, other.first), max(span.last, other.last))
