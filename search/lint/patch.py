"""Patches: a correction as a unified diff, or written into its file."""

import codecs
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby

from kb.errors import Unwritable
from kb.saying import reason, said
from search.lint.correct import rewritten
from search.lint.report import Correction
from search.lint.source import Text, decoded, read
from search.lint.walk import SCRATCH

_ODD = re.compile('[\x00-\x1f\x7f"\\\\\udc80-\udcff]')
_ERRORS = "surrogateescape"
_CONTEXT = 3
"""Lines shown around each that changes."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A unified diff of one file."""

    heading: str
    old: Text
    new: str

    def __str__(self) -> str:
        """To be read: its lines are those of the text."""
        mark = "\ufeff" if self.old.mark == codecs.BOM_UTF8 else ""
        texts = (f"{mark}{text}".encode("utf-8", _ERRORS) for text in (self.old.text, self.new))
        return self.heading + _hunks(*texts).decode("utf-8", _ERRORS)

    def __bytes__(self) -> bytes:
        """As `git apply` reads it: a line ends at each byte 10, even inside a sign of UTF-16."""
        bodies = (self.old.encoded(text) for text in (self.old.text, self.new))
        return self.heading.encode("utf-8", _ERRORS) + _hunks(*bodies)


def diff(file: str, correction: Correction) -> Patch:
    """The correction as a patch; raises as ``write`` does."""
    source = _unchanged(file, correction)
    name = file.replace(os.sep, "/").lstrip("/")
    before, after = _quoted(f"a/{name}"), _quoted(f"b/{name}")
    return Patch(f"--- {before}\n+++ {after}\n", source, rewritten(source.text, correction.edits))


def _hunks(before: bytes, after: bytes) -> bytes:
    """Of two texts of as many lines."""
    old, new = _lines(before), _lines(after)
    changed = [n for n, (was, is_) in enumerate(zip(old, new, strict=True)) if was != is_]
    return b"".join(_hunk(old, new, span) for span in _spans(changed, len(old)))


def _quoted(name: str) -> str:
    """As git writes a name that could be read as something else; a blank wants a tab behind."""
    if not _ODD.search(name):
        return f"{name}\t" if " " in name else name
    signs = name.encode("utf-8", "surrogateescape")
    return '"' + "".join(_escaped(sign) for sign in signs) + '"'


def _escaped(sign: int) -> str:
    if chr(sign) in '"\\':
        return f"\\{chr(sign)}"
    return chr(sign) if 0x20 <= sign < 0x7F else f"\\{sign:03o}"


def write(file: str, correction: Correction) -> None:
    """Put the corrected text in the place of the file: all of it, or nothing.

    Raises Unreadable, and Unwritable where the file is not the one that was linted any more, or
    would not be the same file afterwards but for its text.
    """
    source = _unchanged(file, correction)
    content = source.encoded(rewritten(source.text, correction.edits))
    path = os.path.realpath(file)  # a link stays one
    try:
        former = os.stat(path)
        _check_may_replace(file, path, former)
        handle, name = tempfile.mkstemp(prefix=SCRATCH, dir=os.path.dirname(path))
        try:
            with open(handle, "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            _own_alike(name, former)
            shutil.copymode(path, name)
            _unchanged(file, correction)  # somebody may have saved it meanwhile
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise Unwritable(said("place.uncorrected", path=file, why=reason(error))) from error


def _check_may_replace(file: str, path: str, former: os.stat_result) -> None:
    if former.st_nlink > 1:
        raise Unwritable(said("place.hard_links", path=file, count=former.st_nlink))
    if not os.access(path, os.W_OK):
        raise Unwritable(said("place.no_leave", path=file))


def _own_alike(name: str, former: os.stat_result) -> None:
    """Give a file to whom the former one belongs; the system says no to anybody but root."""
    new = os.stat(name)
    if (new.st_uid, new.st_gid) != (former.st_uid, former.st_gid):
        os.chown(name, former.st_uid, former.st_gid)


def _unchanged(file: str, correction: Correction) -> Text:
    if not os.path.isfile(file):  # a pipe would wait for ever, or has said all it had to say
        what = said("place.what_no_file" if os.path.exists(file) else "place.what_gone")
        raise Unwritable(said("place.not_there", path=file, why=what))
    content = read(file)
    if content is None or sha256(content).digest() != correction.digest:
        raise Unwritable(said("place.changed_since", path=file))
    return decoded(content)


def _lines(text: bytes) -> list[bytes]:
    """With their ends; only LF ends a line, as for every program that reads patches."""
    lines = text.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _spans(changed: list[int], count: int) -> Iterator[range]:
    """The lines of each hunk: those that change, and what stands around them."""
    first = last = changed[0]
    for line in changed[1:]:
        if line - last > 2 * _CONTEXT:
            yield range(max(0, first - _CONTEXT), min(count, last + _CONTEXT + 1))
            first = line
        last = line
    yield range(max(0, first - _CONTEXT), min(count, last + _CONTEXT + 1))


def _hunk(old: list[bytes], new: list[bytes], span: range) -> bytes:
    place = f"{span.start + 1},{len(span)}"
    parts = [f"@@ -{place} +{place} @@\n".encode()]
    for same, lines in groupby(span, key=lambda line: old[line] == new[line]):
        block = list(lines)
        if same:
            parts += (_line(b" ", old[line]) for line in block)
        else:
            parts += (_line(b"-", old[line]) for line in block)
            parts += (_line(b"+", new[line]) for line in block)
    return b"".join(parts)


def _line(sign: bytes, line: bytes) -> bytes:
    end = b"" if line.endswith(b"\n") else b"\n\\ No newline at end of file\n"
    return sign + line + end
