"""On a terminal: an export that is looked at, without signs that could speak to the terminal."""

import codecs
import io
from typing import BinaryIO

from search.render import printable


class Shown(io.RawIOBase):
    """Writes on what it is given, letter by letter; what goes to a file does not come this way."""

    def __init__(self, terminal: BinaryIO) -> None:
        self._terminal = terminal
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        taken = bytes(content)  # type: ignore[call-overload]
        self._show(self._decoder.decode(taken))
        return len(taken)

    def close(self) -> None:
        """Leaves the terminal open."""
        if not self.closed:
            self._show(self._decoder.decode(b"", final=True))
        super().close()

    def _show(self, text: str) -> None:
        # The line ends of a table are CR LF, which a terminal shows without the CR as well.
        self._terminal.write(printable(text.replace("\r", "")).encode("utf-8"))
