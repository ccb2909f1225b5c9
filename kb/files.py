"""Files: the bytes of a path or of standard input, up to a limit."""

import sys
from pathlib import Path

from kb.errors import Unreadable


def read_bytes(path: str, *, largest: int, wanted: str) -> bytes:
    """The bytes of a file, of standard input for ``-``; raises Unreadable, also over the limit.

    ``wanted`` says in the message what should have been there.
    """
    try:
        if path == "-":
            content = sys.stdin.buffer.read(largest + 1)
        else:
            with Path(path).open("rb") as file:
                content = file.read(largest + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Unreadable(f"{path}: {reason}; wanted {wanted}") from error
    if len(content) > largest:
        raise Unreadable(f"{path}: over {largest // 2**20} MiB; split it into several files")
    return content


def read_utf8(path: str, *, largest: int, wanted: str) -> str:
    """As ``read_bytes``, decoded; every sign counts, a byte-order mark and CR too."""
    try:
        return read_bytes(path, largest=largest, wanted=wanted).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"{path}: byte {error.start} is no UTF-8; wanted {wanted} in UTF-8 (iconv turns others)"
        ) from error
