"""Cutting: files into partitions, JSON Lines at the ends of lines, others by the bunch."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import IO

from kb.saying import reason, said
from search.distributed.addresses import place_of
from search.distributed.errors import SourceChanged
from search.distributed.orders import Bunch, File, Partition, Range

SIZE = 8 * 2**20
"""Bytes of a partition: some seconds of work for one worker."""
_MOST_FILES = 256
_PIECE = 2**20


def partitions(
    files: Iterable[File], *, by_lines: Callable[[str], bool], size: int = SIZE
) -> Iterator[Partition]:
    """In the order of the files; always the same ones for the same files.

    ``by_lines`` tells by its name whether a file is cut. One piece of a file is held at a time.
    """
    bunch: list[File] = []
    gathered = 0
    for file in files:
        cut = file.size >= 0 and not file.unread and by_lines(file.name)
        if bunch and (cut or len(bunch) == _MOST_FILES or gathered + file.size > size):
            yield Bunch(tuple(bunch))
            bunch, gathered = [], 0
        if cut:
            yield from _of_lines(file, size)
        else:
            bunch.append(file)
            gathered += max(file.size, 0)
    if bunch:
        yield Bunch(tuple(bunch))


def _of_lines(file: File, size: int) -> Iterator[Partition]:
    try:
        stream = place_of(file.address).open()
    except OSError as error:
        yield Bunch((File(file.name, file.address, unread=str(reason(error))),))
        return
    with stream:
        yield from ranges(file, stream, size)


def ranges(file: File, stream: IO[bytes], size: int) -> Iterator[Range]:
    """Each ends with the first line that reaches ``size``, so that a long line is not cut.

    Raises SourceChanged where there are other bytes in all than when the file was listed.
    """
    start = at = 0
    line, lines, digest = 1, 0, hashlib.sha256()
    while piece := stream.read(_PIECE):
        while piece:
            end = piece.find(b"\n", max(0, start + size - at - 1)) + 1
            taken = piece[:end] if end else piece
            piece = piece[len(taken) :]
            digest.update(taken)
            at += len(taken)
            lines += taken.count(b"\n")
            if end:
                yield Range(file.name, file.address, start, at, line, digest.hexdigest())
                start, line, lines, digest = at, line + lines, 0, hashlib.sha256()
    if at > start:
        yield Range(file.name, file.address, start, at, line, digest.hexdigest())
    if at != file.size:
        raise SourceChanged(said("spread.other_size", name=file.name, size=at, before=file.size))
