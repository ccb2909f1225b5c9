"""Text layers that cannot be read: fonts whose signs mean other letters."""

import re
from collections.abc import Sequence

_WORD = re.compile(r"\S{3,}")
_BROKEN = re.compile(r"[^\W\d_][^\w\s'’\-–./]+[^\W\d_]")
_NUMBER = re.compile(r"\d{3}\.")
FEWEST_WORDS = 50


def unreadable_layer(texts: Sequence[str]) -> bool:
    """Whether many words have strange signs among their letters and no number can be read."""
    words = [word for text in texts for word in _WORD.findall(text)][:5000]
    if len(words) < FEWEST_WORDS or any(_NUMBER.search(word) for word in words):
        return False
    return sum(_BROKEN.search(word) is not None for word in words) * 5 > len(words)
