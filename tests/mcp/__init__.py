"""The MCP server, asked by the client of its SDK."""
