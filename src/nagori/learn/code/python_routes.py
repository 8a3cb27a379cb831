"""Requests that Python source answers: FastAPI, Starlette, Flask, aiohttp, Django. Pure."""

import ast

from nagori.learn.code.outline import Route, Span
from nagori.learn.code.python_names import (
    MOST_DECORATORS,
    Function,
    argument,
    called,
    dotted,
    keyword,
    source_of,
    span_of,
    tail,
    text_of,
    texts_of,
)
from nagori.learn.code.source import Source

_VERBS = frozenset(
    {"get", "post", "put", "patch", "delete", "head", "options", "trace", "websocket"}
)
_ROUTES = frozenset({"route", "api_route", "websocket_route"})
_ROUTE_CLASSES = frozenset({"Route", "WebSocketRoute", "APIRoute", "APIWebSocketRoute"})
_ADDERS = frozenset({"add_route", "add_api_route", "add_url_rule", "add_websocket_route"})
_DJANGO = frozenset({"path", "re_path", "url"})
_ROUTERS = frozenset({"APIRouter", "Blueprint", "Router"})


def decorated_routes(
    node: Function | ast.ClassDef, path: str, prefixes: dict[str, str]
) -> list[Route]:
    """The routes that a definition's decorators give it."""
    found: list[Route] = []
    for item in node.decorator_list[:MOST_DECORATORS]:
        if not isinstance(item, ast.Call) or not isinstance(item.func, ast.Attribute):
            continue
        verb = item.func.attr
        where = text_of(argument(item, 0, "path", "rule"))
        if (verb not in _VERBS and verb not in _ROUTES) or where is None:
            continue
        if where and not where.startswith("/"):
            continue
        prefix = prefixes.get(dotted(item.func.value), "")
        span = Span(item.lineno, max(node.lineno, item.end_lineno or item.lineno))
        found += [Route(m, where, path, span, prefix) for m in _methods(item, verb)]
    return found


def called_routes(
    node: ast.Call, source: Source, prefixes: dict[str, str], *, django: bool
) -> list[Route]:
    """The routes of calls such as `Route("/x", endpoint)` or Django's `path("x/", view)`."""
    name = dotted(node.func)
    last = tail(name)
    where = text_of(argument(node, 0, "path", "rule", "route", "regex"))
    if where is None:
        return []
    if django and name in _DJANGO:
        view = argument(node, 1, "view")
        if view is None or tail(called(view)) in ("include", ""):
            return []
        return [Route("ANY", where, _view(view, source), span_of(node))]
    is_adder = last in _ADDERS or (last.startswith("add_") and last[4:] in _VERBS)
    is_web = name.startswith("web.") and last in _VERBS
    if not (last in _ROUTE_CLASSES or is_adder or is_web) or not where.startswith("/"):
        return []
    handler = keyword(node, "view_func", "endpoint", "handler")
    if handler is None:
        handler = argument(node, 2 if last == "add_url_rule" else 1)
    if handler is None:
        return []
    verb = last.removeprefix("add_") if is_adder else last
    prefix = prefixes.get(name.rpartition(".")[0], "") if is_adder else ""
    return [
        Route(method, where, _view(handler, source), span_of(node), prefix)
        for method in _methods(node, verb)
    ]


def router_prefix(value: ast.expr | None) -> str | None:
    """What `APIRouter(prefix="/x")` or a `Blueprint` puts before its paths; None if nothing."""
    if not isinstance(value, ast.Call) or tail(dotted(value.func)) not in _ROUTERS:
        return None
    return text_of(keyword(value, "prefix", "url_prefix"))


def _methods(call: ast.Call, verb: str) -> list[str]:
    if verb in _VERBS:
        return [verb.upper()]
    if "websocket" in verb.lower():
        return ["WEBSOCKET"]
    return [method.upper() for method in texts_of(keyword(call, "methods"))] or ["GET"]


def _view(node: ast.expr, source: Source) -> str:
    """The handler's name: of `views.Detail.as_view()` the class."""
    name = called(node)
    return name.removesuffix(".as_view") if name else source_of(node, source, 120)
