"""Bodies of answers: unpacked piece by piece, never larger than a limit."""

import zlib
from collections.abc import Iterable, Iterator

from kb.errors import Unfetched
from kb.saying import said

_PIECE = 2**16
_MAGIC = b"\x1f\x8b"
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
PACKED = frozenset(("gzip", "x-gzip", "deflate"))


def unpacked(pieces: Iterable[bytes], *, encoding: str, largest: int, cut: bool = False) -> bytes:
    """The whole body; raises Unfetched where it is larger, or packed as we cannot read.

    ``cut`` gives the beginning of a larger one instead.

    >>> unpacked([b"702.33", b". Kicker"], encoding="", largest=100)
    b'702.33. Kicker'
    """
    found = bytearray()
    for piece in _plain(pieces, encoding.strip().lower()):
        found += piece
        if len(found) > largest:
            if cut:
                return bytes(found[:largest])
            raise Unfetched(said("fetch.too_large", most=largest))
    return bytes(found)


def _plain(pieces: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    if encoding in ("", "identity"):
        yield from pieces
    elif encoding in PACKED:
        yield from _inflated(pieces)
    else:
        raise Unfetched(said("fetch.packed", encoding=encoding))


def _inflated(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Unpacked in small pieces, so that a bomb is seen before it is whole."""
    inflate = zlib.decompressobj(_GZIP_OR_ZLIB)
    after = b""  # what follows the end of a packed part: another one, or nothing of use
    for piece in pieces:
        waiting = after + piece if inflate.eof else piece
        while waiting:
            if inflate.eof:
                if waiting[:2] != _MAGIC:
                    break
                inflate = zlib.decompressobj(_GZIP_OR_ZLIB)
            try:
                yield inflate.decompress(waiting, _PIECE)
            except zlib.error as error:
                raise Unfetched(said("fetch.packed_damaged", why=error)) from error
            waiting = inflate.unused_data if inflate.eof else inflate.unconsumed_tail
        after = waiting[:2]
    if not inflate.eof:
        raise Unfetched(said("fetch.packed_cut"))
