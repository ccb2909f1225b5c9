"""The MCP server: the answers of the command line as tools and resources of a protocol."""
