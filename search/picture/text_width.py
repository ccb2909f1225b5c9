"""Text widths: an estimate for sans-serif type, which no reader's fonts should exceed."""

import unicodedata

# In parts of the type size, after the widest of the usual screen fonts (DejaVu Sans, Verdana).
_NARROW = frozenset("iljI.,:;'’‘|! ·")
_SLIM = frozenset('ftr-/\\()[]{}"“”°*')
_WIDE = frozenset("mwMWOQ%@—…+=<>~#&")
_BOLD = 1.12
_LONGEST = 400
"""No box shows more of a text; a longer one is cut before it is measured."""

ELLIPSIS = "…"


def text_width(text: str, *, size: float, bold: bool = False) -> float:
    """How wide a line of text will be at most, in the unit of ``size``."""
    return sum(map(_part, text)) * size * (_BOLD if bold else 1.0)


def _part(sign: str) -> float:
    if unicodedata.combining(sign) or unicodedata.category(sign) in {"Cf", "Mn", "Me"}:
        return 0.0
    if unicodedata.east_asian_width(sign) in "WF" or unicodedata.category(sign) == "So":
        return 1.3
    plain = unicodedata.normalize("NFD", sign)[0]
    if plain in _NARROW:
        return 0.34
    if plain in _SLIM:
        return 0.46
    if plain in _WIDE:
        return 1.0
    return 0.78 if plain.isupper() or ord(plain) > 0x2FF else 0.64


def wrapped(text: str, *, width: float, size: float, lines: int) -> tuple[str, ...]:
    """``text`` in at most so many lines of that width; what does not fit becomes an ellipsis.

    >>> wrapped("Costi alternativi", width=80, size=10, lines=2)
    ('Costi', 'alternativi')
    """
    words = text[:_LONGEST].split()
    made: list[str] = []
    while words and len(made) < lines:
        line = words.pop(0)
        while words and _fits(f"{line} {words[0]}", width, size):
            line = f"{line} {words.pop(0)}"
        made.append(line)
    if words or len(text) > _LONGEST:
        made[-1:] = [f"{line}{ELLIPSIS}" for line in made[-1:]]
    return tuple(_cut(line, width, size) for line in made)


def _fits(line: str, width: float, size: float) -> bool:
    return text_width(line, size=size) <= width


def _cut(line: str, width: float, size: float) -> str:
    if _fits(line, width, size):
        return line
    kept = line.removesuffix(ELLIPSIS)
    while kept and not _fits(kept + ELLIPSIS, width, size):
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS
