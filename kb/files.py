"""Files: the bytes of a path or of standard input, up to a limit."""

import sys
from pathlib import Path

from kb.errors import Unreadable
from kb.saying import reason, said


def read_up_to(path: str, limit: int, *, wanted: str) -> bytes:
    """At most ``limit`` bytes of a file, or of standard input for ``-``; raises Unreadable.

    ``wanted`` is the key of the sentence ``[wanted]`` that says what should have been there.
    """
    try:
        if path == "-":
            if sys.stdin is None:
                raise Unreadable(said("file.closed_input", wanted=said(f"wanted.{wanted}")))
            return sys.stdin.buffer.read(limit)
        with Path(path).open("rb") as file:
            return file.read(limit)
    except OSError as error:
        why = reason(error)
        raise Unreadable(
            said("file.unread", path=path, why=why, wanted=said(f"wanted.{wanted}"))
        ) from error
    except ValueError as error:  # a NUL inside the name
        raise Unreadable(
            said("file.unread", path=repr(path), why=error, wanted=said(f"wanted.{wanted}"))
        ) from error


def read_bytes(path: str, *, largest: int, wanted: str) -> bytes:
    """All bytes; raises Unreadable also where there are more than ``largest``."""
    content = read_up_to(path, largest + 1, wanted=wanted)
    if len(content) > largest:
        raise Unreadable(said("file.too_large", path=path, most=largest // 2**20))
    return content


def read_utf8(path: str, *, largest: int, wanted: str) -> str:
    """As ``read_bytes``, decoded; every sign counts, a byte-order mark and CR too."""
    try:
        return read_bytes(path, largest=largest, wanted=wanted).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(
            said("file.no_utf8", path=path, at=error.start, wanted=said(f"wanted.{wanted}"))
        ) from error
