"""Refusing: the sentence that a caller reads where there is no answer."""

import json
from pathlib import Path

from kb.errors import UnknownEdition
from search.mcp.sentences import fault
from search.web.api.problems import Refusal
from search.web.api.refusing import refusal


class Refused(Exception):
    """That a call gets no answer; the message says why, for whoever called."""

    def __init__(self, message: str, *, is_ours: bool = False) -> None:
        super().__init__(message)
        self.is_ours = is_ours
        """Whether the fault is that of the server or of the base."""


def refused(error: Exception, name: str, language: str) -> Refusal:
    """What an error is to whoever called ``name``."""
    if isinstance(error, UnknownEdition):
        return Refusal("unknown-edition", reason=error.told(language))
    return refusal(error, name, language)


def told(refusal: Refusal, *, language: str, folder: Path, tool: str | None = None) -> str:
    """What came, what was wanted, where to look; with no path of the machine."""
    problem = json.loads(refusal.body(language, ""))
    parts = [f"{problem['title']}: {refusal.reason or problem['detail']}".rstrip(".") + "."]
    if tool is not None and refusal.status < 500:
        parts.append(fault(language, "look", tool=tool))
    return " ".join(parts).replace(str(folder), "…")
