"""Sentences that stand around the answers of tools, in the language of the answer."""

from kb.messages import MCP, message


def note(language: str, key: str, /, **values: object) -> str:
    """A remark about an answer."""
    return _said(language, "notes", key, values)


def fault(language: str, key: str, /, **values: object) -> str:
    """Why there is no answer."""
    return _said(language, "faults", key, values)


def wanted(language: str, key: str, /, **values: object) -> str:
    """What an argument must be."""
    return _said(language, "wanted", key, values)


def said(language: str, key: str, /, **values: object) -> str:
    """Words of a resource."""
    return _said(language, "resources", key, values)


def instructions(language: str) -> str:
    """What a client is told at the start."""
    return _said(language, "server", "instructions", {})


def named(language: str, tool: str) -> str:
    """What a tool is called for people."""
    return _said(language, "titles", tool, {})


def described(language: str, tool: str, example: str) -> str:
    """What a tool does, with an example of its arguments."""
    return _said(language, "tools", tool, {"example": example})


def _said(language: str, table: str, key: str, values: dict[str, object]) -> str:
    sentence = message(language, table, key, file=MCP)
    return sentence.format_map({name: str(value) for name, value in values.items()})
