"""Symbols: mana and the like as small pictures of our own, with a name that can be read aloud."""

import re
from functools import cache

from markupsafe import Markup, escape

from search.web.sentences import can_say, said

SYMBOL = re.compile(r"\{(?P<sign>[A-Z0-9]{1,3}(?:/[A-Z0-9]{1,2}){0,2}|CHAOS)\}")
_BLANKS = re.compile(r"(\s+)")
_COLORS = "WUBRG"
_LONGEST = 40
"""Signs of a word with symbols that must not be broken."""
_WIDE = 2
"""Signs beyond which the letters must be smaller."""
_DRAWN = {
    # a card turned on its side, a card set upright again
    "T": '<path class="f" d="M4 8h12v7.5H4z"/><path class="l" d="M8 4.5a5 5 0 0 1 6 1.5"/>',
    "Q": '<path class="f" d="M6.5 4.5H14v11H6.5z"/><path class="l" d="M3.8 12.5a5 5 0 0 1 0-5"/>',
    # six arms of ice; a spark; an open ring for what has no colour
    "S": '<path class="l" d="M10 3.5v13M4.4 6.8l11.2 6.4M4.4 13.2l11.2-6.4"/>',
    "E": '<path class="f" d="M11.5 3 5.5 11h4l-1 6 6-8h-4z"/>',
    "C": '<path class="l" d="M10 4.5 15.5 10 10 15.5 4.5 10z"/>',
}


def pictured(text: str, code: str) -> Markup:
    """The text escaped, its symbols drawn; copied, it has the signs in braces again."""
    if "{" not in text:
        return escape(text)
    parts: list[str] = []
    plain: list[str] = []
    for piece in _BLANKS.split(text):
        if "{" in piece:
            parts += [escape("".join(plain)), _word(piece, code)]
            plain.clear()
        else:
            plain.append(piece)
    return Markup("".join((*parts, escape("".join(plain)))))


def _word(text: str, code: str) -> Markup:
    """What stands between blanks: a symbol stays with the quotation mark after it."""
    parts: list[Markup] = []
    at = 0
    for match in SYMBOL.finditer(text):
        name = _name(match["sign"], code)
        if name is not None:
            parts += [escape(text[at : match.start()]), _picture(match["sign"], name)]
            at = match.end()
    parts.append(escape(text[at:]))
    whole = Markup("").join(parts)
    together = len(parts) > 1 and len(text) <= _LONGEST
    return Markup('<span class="nb">{}</span>').format(whole) if together else whole


@cache
def _picture(sign: str, name: str) -> Markup:
    """A disc in the colours of the symbol; those who cannot see it hear its name."""
    return Markup(
        '<span class="ms" role="img" aria-label="{name}" title="{name}">'
        '<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">{drawing}</svg>'
        '<span class="vh">{sign}</span></span>'
    ).format(name=name, drawing=Markup(_drawing(sign)), sign=f"{{{sign}}}")


def _drawing(sign: str) -> str:
    parts = sign.split("/")
    colours = [part for part in parts if part != "P"]
    marked = "P" in parts and len(parts) > 1
    if len(colours) == 2:
        halves = (
            f'<path class="d {_class(colours[0])}" d="M16.4 3.6A9 9 0 0 0 3.6 16.4z"/>'
            f'<path class="d {_class(colours[1])}" d="M3.6 16.4A9 9 0 0 0 16.4 3.6z"/>'
        )
        letters = _letter(colours[0], 7, 9.2, "s") + _letter(colours[1], 13, 16.4, "s")
        return halves + letters + (_mark() if marked else "")
    disc = f'<circle class="d {_class(colours[0] if colours else sign)}" cx="10" cy="10" r="9"/>'
    if sign in _DRAWN:
        return disc + _DRAWN[sign]
    one = colours[0] if colours else sign
    size = "s" if marked or len(one) >= _WIDE else ""
    size = "x" if len(one) > _WIDE else size
    letter = _letter(one, 10, 12.4 if marked else {"": 14.2, "s": 13.2, "x": 12}[size], size)
    return disc + letter + (_mark() if marked else "")


def _class(part: str) -> str:
    return f"m{part.lower()}" if part in _COLORS and len(part) == 1 else "m0"


def _letter(text: str, x: float, y: float, size: str) -> str:
    kind = f' class="{size}"' if size else ""
    return f'<text x="{x}" y="{y}"{kind}>{escape(text)}</text>'


def _mark() -> str:
    """Payable with life: a bar below."""
    return '<path class="l" d="M6.5 15.5h7"/>'


@cache
def _name(sign: str, code: str) -> str | None:
    """What the symbol is called; None for what is none: {N1} in an explanation of levels."""
    parts = sign.split("/")
    if len(parts) > 1:
        names = [_one(part, code) for part in parts]
        if any(name is None for name in names):
            return None
        rest = [str(name) for name in names]
        first, last = ", ".join(rest[:-1]), rest[-1]
        return said(code, "symbol_either", first=first, last=last)
    return _one(sign, code)


def _one(part: str, code: str) -> str | None:
    if part.isdigit():
        return said(code, "symbol_generic", count=part)
    key = f"symbol_{part.lower()}"
    return said(code, key) if can_say(code, key) else None
