"""MCP over standard input and output: one client, one user."""

from mcp.server.stdio import stdio_server

from nagori.app import Nagori
from nagori.mcp.server import build_server
from nagori.values.key import Principal


async def serve_stdio(n: Nagori, principal: Principal) -> None:
    """Answer the client on standard input until it leaves."""
    server = build_server(n, principal)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
