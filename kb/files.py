"""Files: the bytes of a path or of standard input, up to a limit."""

import sys
from pathlib import Path

from kb.errors import Unreadable


def read_up_to(path: str, limit: int, *, wanted: str) -> bytes:
    """At most ``limit`` bytes of a file, or of standard input for ``-``; raises Unreadable.

    ``wanted`` says in the message what should have been there.
    """
    try:
        if path == "-":
            if sys.stdin is None:
                raise Unreadable(f"-: standard input is closed; wanted {wanted}")
            return sys.stdin.buffer.read(limit)
        with Path(path).open("rb") as file:
            return file.read(limit)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}; wanted {wanted}") from error
    except ValueError as error:  # a NUL inside the name
        raise Unreadable(f"{path!r}: {error}; wanted {wanted}") from error


def read_bytes(path: str, *, largest: int, wanted: str) -> bytes:
    """All bytes; raises Unreadable also where there are more than ``largest``."""
    content = read_up_to(path, largest + 1, wanted=wanted)
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
