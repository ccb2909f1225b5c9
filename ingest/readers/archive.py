"""Zip archives, looked over before anything in them is unpacked."""

import io
import zipfile

from kb.errors import Unreadable
from kb.saying import said

MOST_PARTS = 2000
"""Files in an archive; a word-processor document of a whole edition has thirty."""
LARGEST_PART = 24 * 2**20
"""Bytes of one file unpacked; the text of a whole edition has 4.4 million."""
LARGEST_WHOLE = 48 * 2**20
"""Bytes of all files unpacked."""
STEEPEST = 150
"""How many times larger a large file may be unpacked than packed; rules have 10 to 20."""
_LARGE = 2**20


def check_archive(content: bytes) -> None:
    """Raises Unreadable for what is no archive, is encrypted, damaged or would unpack to too much.

    Sizes are those that the archive states: nothing more than these is ever unpacked.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, UnicodeError, NotImplementedError) as error:
        raise Unreadable(said("read.archive", why=error)) from error
    if len(parts) > MOST_PARTS:
        raise Unreadable(f"{len(parts)} files in it are more than the {MOST_PARTS} that are read")
    whole = 0
    for part in parts:
        whole += part.file_size
        if part.flag_bits & 0x1:
            raise Unreadable(
                f"{part.filename[:60]!r} in it is encrypted; save it without a password"
            )
        if part.file_size > LARGEST_PART:
            _too_large(part.filename, part.file_size, LARGEST_PART)
        if part.file_size > _LARGE and part.file_size > STEEPEST * max(part.compress_size, 1):
            raise Unreadable(
                f"{part.filename[:60]!r} would grow {part.file_size // max(part.compress_size, 1)} "
                f"times when unpacked, which is more than the {STEEPEST} that are allowed"
            )
    if whole > LARGEST_WHOLE:
        _too_large("the archive", whole, LARGEST_WHOLE)


def _too_large(name: str, size: int, largest: int) -> None:
    raise Unreadable(f"{name[:60]!r} would unpack to {size} bytes; at most {largest} are read")
