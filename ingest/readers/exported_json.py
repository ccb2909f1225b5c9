"""Exported JSON read back, document by document."""

import re
from collections.abc import Iterator
from typing import Annotated, BinaryIO, TypeVar

import msgspec

from kb.errors import Unreadable
from kb.export_json import CLOSING, OPENING
from kb.export_marks import MARK, VERSION
from kb.export_shapes import DocumentShape, Shape, texts_of
from kb.model import SourceTexts

LARGEST_DOCUMENT = 32 * 2**20
"""Bytes of one document; a whole edition has 1.5 million."""
LARGEST_REWRITTEN = 64 * 2**20
"""Bytes of a file that another program has written anew, its documents on lines of their own no
more."""
MOST_STRINGS = 4_000_000
"""Strings of a document or of such a file, keys too; a whole edition has fifty thousand."""
MOST_REWRITTEN = 10_000
"""Documents of such a file."""

_PLACE = re.compile(r"(?P<what>.*) - at `\$\.?(?P<place>[^`]*)`", re.DOTALL)
_BOM = b"\xef\xbb\xbf"
_Shape = TypeVar("_Shape", bound=msgspec.Struct)


class _Version(msgspec.Struct):
    """What a file of any version says."""

    version: Annotated[int, msgspec.Meta(ge=1)] = msgspec.field(name=MARK)


class _Whole(Shape, frozen=True):
    """A file of ours, however it is laid out."""

    version: int = msgspec.field(name=MARK)
    documents: Annotated[tuple[DocumentShape, ...], msgspec.Meta(max_length=MOST_REWRITTEN)]


def read_json(file: BinaryIO) -> Iterator[tuple[SourceTexts, str | None]]:
    """Each document with its seal; raises Unreadable with the place at the first that is none."""
    first = file.readline(len(OPENING) + 1)
    if first != OPENING:
        content = first + file.read(LARGEST_REWRITTEN + 1)
        if len(content) > LARGEST_REWRITTEN:
            raise Unreadable(
                f"over {LARGEST_REWRITTEN // 2**20} MiB, and no longer laid out as it was exported"
            )
        yield from _rewritten(content.removeprefix(_BOM))
        return
    place = 0
    while (line := file.readline(LARGEST_DOCUMENT + 1)).strip() != CLOSING.strip():
        at = f"documents[{place}]"
        if len(line) > LARGEST_DOCUMENT:
            raise Unreadable(f"{at}: over {LARGEST_DOCUMENT // 2**20} MiB")
        if not line.endswith(b"\n"):
            raise Unreadable(f"{at}: the file ends here; its end was lost")
        if line.strip():
            shape = _decoded(line.strip().removesuffix(b","), DocumentShape, at=at)
            yield texts_of(shape, at=f"{at}."), shape.seal
            place += 1
    if file.read(1000).strip():
        raise Unreadable("something follows after the last document")


def _rewritten(content: bytes) -> Iterator[tuple[SourceTexts, str | None]]:
    version = _decoded(content, _Version).version
    if version != VERSION:
        raise Unreadable(f"{MARK} is {version}, this regulae reads {VERSION}: update regulae")
    for place, shape in enumerate(_decoded(content, _Whole).documents):
        yield texts_of(shape, at=f"documents[{place}]."), shape.seal


def _decoded(content: bytes, kind: type[_Shape], *, at: str = "") -> _Shape:
    if content.count(b'"') > 2 * MOST_STRINGS:  # each takes twenty times its room in memory
        raise Unreadable(f"{at or 'the file'}: more than the {MOST_STRINGS} strings that are read")
    try:
        return msgspec.json.decode(content, type=kind)
    except RecursionError as error:
        raise Unreadable(f"{at or 'the file'}: nested too deeply") from error
    except msgspec.DecodeError as error:
        found = _PLACE.fullmatch(str(error))
        if found is None:
            raise Unreadable(f"{at or 'the file'}: {error}") from error
        place = ".".join(part for part in (at, found["place"]) if part)
        raise Unreadable(f"{place or 'the file'}: {found['what']}") from error
