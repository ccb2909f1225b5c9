"""Lines: messages as they come in over standard input, each of bounded size and of whole signs."""

import logging
import re
from typing import BinaryIO

from search.mcp.tools import LONGEST_TEXT

LONGEST_LINE = 8 * LONGEST_TEXT
"""Bytes of a message: JSON may say a sign of one byte with six."""
_ESCAPE = re.compile(
    r"""
    \\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}  # both halves of a sign
    | (?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})                 # one without the other
    | \\.                                                       # any other, a backslash too
    """,
    re.VERBOSE,
)
TOO_LONG = "…"
"""In the place of a message that is too long: no JSON, and refused like all that is none."""
_log = logging.getLogger("regulae.mcp")


class Lines:
    """Lines of UTF-8; one that is too long is passed over, and never held whole."""

    def __init__(self, incoming: BinaryIO) -> None:
        self._incoming = incoming

    def readline(self) -> str:
        line = self._incoming.readline(LONGEST_LINE)
        if len(line) < LONGEST_LINE or line.endswith(b"\n"):
            return whole_signs(line.decode("utf-8", "replace"))
        while line and not line.endswith(b"\n"):
            line = self._incoming.readline(LONGEST_LINE)
        _log.warning("a message of over %s bytes was passed over", LONGEST_LINE)
        return f"{TOO_LONG}\n"


def whole_signs(line: str) -> str:
    r"""JSON with U+FFFD for each half of a sign: a reader that takes none would not answer at all.

    >>> whole_signs(r'["\ud83d", "\ud83d\ude00", "\\ud83d"]')
    '["\\ufffd", "\\ud83d\\ude00", "\\\\ud83d"]'
    """
    return _ESCAPE.sub(lambda found: r"\ufffd" if found["half"] else found[0], line)
