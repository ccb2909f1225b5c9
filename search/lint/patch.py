"""Patches: a correction as a unified diff, or written into its file."""

import os
import re
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby

from kb.errors import Unwritable
from search.lint.correct import rewritten
from search.lint.report import Correction
from search.lint.source import Text, decoded, read
from search.lint.walk import SCRATCH

_ODD = re.compile('[\x00-\x1f\x7f"\\\\\udc80-\udcff]')
_CONTEXT = 3
"""Lines shown around each that changes."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A unified diff of one file."""

    heading: str
    body: str
    encoding: str

    def __str__(self) -> str:
        return self.heading + self.body

    def __bytes__(self) -> bytes:
        """As `patch` and `git apply` read it: the lines in the bytes of their file."""
        heading = self.heading.encode("utf-8", "surrogateescape")
        return heading + self.body.encode(self.encoding, "surrogateescape")


def diff(file: str, correction: Correction) -> Patch:
    """The correction as a patch; raises as ``write`` does."""
    source = _unchanged(file, correction)
    mark = "\ufeff" if source.mark else ""
    old = _lines(mark + source.text)
    new = _lines(mark + rewritten(source.text, correction.edits))
    changed = [n for n, (was, is_) in enumerate(zip(old, new, strict=True)) if was != is_]
    name = file.replace(os.sep, "/").lstrip("/")
    before, after = _quoted(f"a/{name}"), _quoted(f"b/{name}")
    hunks = (_hunk(old, new, span) for span in _spans(changed, len(old)))
    # No program patches UTF-16: that is to be read, not applied.
    encoding = "utf-8" if source.encoding.startswith("utf") else source.encoding
    return Patch(f"--- {before}\n+++ {after}\n", "".join(hunks), encoding)


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

    Raises Unreadable, and Unwritable where the file is not the one that was linted any more.
    """
    source = _unchanged(file, correction)
    content = source.encoded(rewritten(source.text, correction.edits))
    path = os.path.realpath(file)  # a link stays one
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
        handle, name = tempfile.mkstemp(prefix=SCRATCH, dir=os.path.dirname(path))
        try:
            with open(handle, "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            os.chmod(name, mode)
            _unchanged(file, correction)  # somebody may have saved it meanwhile
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise Unwritable(f"{file}: cannot be corrected: {error.strerror or error}") from error


def _unchanged(file: str, correction: Correction) -> Text:
    content = read(file)
    if content is None or sha256(content).digest() != correction.digest:
        raise Unwritable(f"{file}: has changed since it was linted; lint it again")
    return decoded(content)


def _lines(text: str) -> list[str]:
    """With their ends; only LF ends a line, as for every program that reads patches."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _spans(changed: list[int], count: int) -> Iterator[range]:
    """The lines of each hunk: those that change, and what stands around them."""
    first = last = changed[0]
    for line in changed[1:]:
        if line - last > 2 * _CONTEXT:
            yield range(max(0, first - _CONTEXT), min(count, last + _CONTEXT + 1))
            first = line
        last = line
    yield range(max(0, first - _CONTEXT), min(count, last + _CONTEXT + 1))


def _hunk(old: list[str], new: list[str], span: range) -> str:
    place = f"{span.start + 1},{len(span)}"
    parts = [f"@@ -{place} +{place} @@\n"]
    for same, lines in groupby(span, key=lambda line: old[line] == new[line]):
        block = list(lines)
        if same:
            parts += (_line(" ", old[line]) for line in block)
        else:
            parts += (_line("-", old[line]) for line in block)
            parts += (_line("+", new[line]) for line in block)
    return "".join(parts)


def _line(sign: str, line: str) -> str:
    end = "" if line.endswith("\n") else "\n\\ No newline at end of file\n"
    return f"{sign}{line}{end}"
