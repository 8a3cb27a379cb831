"""Memory for MCP clients, over stdio and HTTP; needs the extra `mcp`."""
