"""Exported JSON: one object with a version key, each document of it on a line of its own."""

from collections.abc import Iterable
from typing import BinaryIO

import msgspec

from kb.export_marks import MARK, VERSION
from kb.export_shapes import shaped
from kb.model import SourceTexts

OPENING = f'{{"{MARK}": {VERSION}, "documents": [\n'.encode()
CLOSING = b"\n]}\n"
"""Documents stand between these, with a comma and a line end after each but the last."""


def write_json(documents: Iterable[SourceTexts], file: BinaryIO) -> None:
    """Document by document: none but the one at hand is in memory."""
    file.write(OPENING)
    for place, texts in enumerate(documents):
        file.write(b",\n" if place else b"")
        file.write(msgspec.json.encode(shaped(texts)))
    file.write(CLOSING)
