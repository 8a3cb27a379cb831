"""The FastAPI app: routes, errors, limits and headers put together."""

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig

from nagori import __version__
from nagori.app import Nagori
from nagori.config import Settings
from nagori.server import errors, openapi
from nagori.server.headers import SecurityHeaders
from nagori.server.limits import BodyLimit, RateLimit
from nagori.server.logs import RequestLog
from nagori.server.metrics import Metrics
from nagori.server.openai import routes as openai_routes
from nagori.server.principal import principal_of
from nagori.server.routes import (
    chats,
    corrections,
    data,
    documents,
    feed,
    global_memory,
    group_knowledge,
    group_settings,
    groups,
    health,
    hooks,
    importing,
    memories,
    memory_map,
    projects,
    proposals,
    sample,
    settings,
    trials,
    turns,
)
from nagori.server.state import State
from nagori.server.watched import WatchedTurns
from nagori.server.web import BUILT, WebApp, read_build

_ROUTERS = (
    chats.router,
    turns.router,
    turns.repeatable,
    proposals.router,
    feed.router,
    memories.searching,  # before `/api/memories/{memory_id}`, and so is the next one
    memory_map.router,
    memories.router,
    global_memory.router,
    documents.router,
    group_settings.router,
    trials.router,
    groups.router,
    groups.streaming,
    group_knowledge.router,
    corrections.router,
    projects.router,
    projects.asking,
    hooks.router,
    hooks.repeatable,
    settings.router,
    settings.testing,
    data.router,
    data.repeatable,
    importing.router,
    sample.router,
    health.router,
    openai_routes.router,
)
_FORM_BYTES = 64 * 1024
"""What a form around a file may take."""
_NOTHING_LEAVES: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}
"""FastAPI's own telemetry, which the environment of a process could switch on."""


def create_app(n: Nagori, *, settings: Settings) -> FastAPI:
    """The app over a library that somebody else opens and closes.

    `settings` are those that were read; what was set in the app since is in `n.settings`.
    """
    metrics = Metrics()
    app = FastAPI(
        title="Nagori",
        version=__version__,
        description="Memory for conversations.",
        docs_url=None,  # the pages load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        telemetry=_NOTHING_LEAVES,
    )
    n.group_desk.contexts.watchers.append(metrics.count_context)
    app.state.nagori = State(n, settings, metrics, WatchedTurns(n, metrics))
    for router in _ROUTERS:
        app.include_router(router)
    _mount_mcp(app, n)
    app.router.routes.append(WebApp(read_build(BUILT)))  # last: it answers what nobody else does
    errors.install(app)
    openapi.describe(app)
    # The last one added is the outermost.
    file = settings.documents.max_mb * 1024 * 1024 + _FORM_BYTES
    most = settings.server.max_body_bytes
    app.add_middleware(BodyLimit, most=most, larger={"/api/documents": file, "/api/import": file})
    app.add_middleware(RateLimit, per_minute=settings.server.requests_per_minute)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestLog, metrics=metrics)
    return app


def _mount_mcp(app: FastAPI, n: Nagori) -> None:
    """Answer MCP clients, too, where that is installed."""
    try:
        from nagori.mcp.http import mount
    except ImportError:  # the extra `mcp` is not installed
        return
    mount(app, n, principal_of)
