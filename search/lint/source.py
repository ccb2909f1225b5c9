"""The text of a file: bytes read up to a limit, told from binary ones, decoded without loss."""

import codecs
import re
import sys
from dataclasses import dataclass
from typing import BinaryIO

from kb.errors import Unreadable
from kb.saying import reason, said
from search.lint.walk import STANDARD_INPUT, WANTED

LARGEST = 64 * 2**20
"""Bytes of one file."""
_BLOCK = 8192
"""Bytes by which a file is told to be binary."""
_BINARY = (
    *(b"%PDF-", b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf\x27\x1c"),
    *(b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"OggS", b"\x7fELF", b"\xca\xfe\xba\xbe"),
)
# The longer mark first: that of UTF-16 begins that of UTF-32.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LOST = re.compile("[\udc80-\udcff]")
_FOREIGN = re.compile("[^\x00-\x7f\udc80-\udcff]")
_ERRORS = "surrogateescape"


@dataclass(frozen=True, slots=True)
class Text:
    """What a file says; line ends are as they stand there."""

    text: str
    """Without the byte-order mark."""
    encoding: str
    mark: bytes = b""

    def encoded(self, text: str) -> bytes:
        """Another text in the bytes of this one; raises UnicodeEncodeError where it has none."""
        return self.mark + text.encode(self.encoding, _errors(self.encoding))


def read_text(path: str, *, wanted: str) -> str:
    """A text with the mark of UTF-8, if it has one, as its first sign; raises Unreadable."""
    return text_of(read(path, wanted=wanted), path, wanted=wanted)


def text_of(content: bytes | None, path: str, *, wanted: str) -> str:
    """The same of what was read from there, None where that is binary."""
    if content is None:
        raise Unreadable(said("file.binary", path=path, wanted=said(f"wanted.{wanted}")))
    source = decoded(content)
    return f"\ufeff{source.text}" if source.mark == codecs.BOM_UTF8 else source.text


def read(path: str, *, wanted: str = WANTED) -> bytes | None:
    """The bytes of a file; None where it is binary; raises Unreadable.

    ``wanted`` is the key of the sentence ``[wanted]`` that says what should have been there.
    """
    try:
        if path == STANDARD_INPUT:
            if sys.stdin is None:
                raise Unreadable(said("file.closed_input", wanted=said(f"wanted.{wanted}")))
            return _read(sys.stdin.buffer, path)
        with open(path, "rb", buffering=0) as file:
            return _read(file, path)
    except ValueError as error:  # a NUL inside the name
        fault = said("file.unread", path=repr(path), why=error, wanted=said(f"wanted.{wanted}"))
        raise Unreadable(fault) from error
    except OSError as error:
        why = reason(error)
        fault = said("file.unread", path=path, why=why, wanted=said(f"wanted.{wanted}"))
        raise Unreadable(fault) from error


def _read(file: BinaryIO, path: str) -> bytes | None:
    first = file.read(_BLOCK) or b""
    if is_binary(first):
        return None  # whatever its size
    parts, size = [first], len(first)
    while size <= LARGEST and (part := file.read(min(LARGEST + 1 - size, 2**20))):
        parts.append(part)
        size += len(part)
    if size > LARGEST:
        raise Unreadable(said("file.too_large", path=path, most=LARGEST // 2**20))
    return b"".join(parts)


def is_binary(first: bytes) -> bool:
    """Whether what begins with these bytes is no text."""
    if first.startswith(tuple(mark for mark, _ in _MARKS)):
        return False
    return b"\0" in first or first.startswith(_BINARY)


def unless_binary(content: bytes) -> bytes | None:
    """The content of a whole file; None where it is binary."""
    return None if is_binary(content[:_BLOCK]) else content


def decoded(content: bytes) -> Text:
    """The text; every sequence of bytes is one, since one stray byte must not hide a file."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            text = content[len(mark) :].decode(encoding, _errors(encoding))
            return Text(text, encoding, mark)
    try:
        return Text(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return Text(*_without_mark(content))


def _without_mark(content: bytes) -> tuple[str, str]:
    """Text that is not all UTF-8, and in which encoding it was read."""
    text = content.decode("utf-8", _ERRORS)
    if len(_LOST.findall(text)) < len(_FOREIGN.findall(text)):
        return text, "utf-8"  # most of its letters are read rightly so
    try:
        return content.decode("cp1252"), "cp1252"
    except UnicodeDecodeError:
        return content.decode("latin-1"), "latin-1"


def _errors(encoding: str) -> str:
    """How to read bytes that the encoding has not: kept where that can be undone."""
    return _ERRORS if encoding == "utf-8" else "replace"
