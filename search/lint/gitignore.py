"""A line of ``.gitignore`` as git reads it: which names it leaves out, or keeps."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_ANY = frozenset(range(256))
_SLASH = ord("/")
_GLOB_SIGN = re.compile(rb"[*?\[\\]")
_SLASHES = re.compile(rb"\\?/")
_NEVER = b"(?!)"
_IN_NAME, _NAME_SIGN = b"[^/]*", b"[^/]"
# Of ASCII alone, whatever the locale; for git a blank is no vertical tab.
_CLASSES: dict[bytes, frozenset[int]] = {
    name.encode(): frozenset(sign for sign in range(128) if re.fullmatch(signs, chr(sign)))
    for name, signs in {
        "alnum": "[0-9A-Za-z]",
        "alpha": "[A-Za-z]",
        "blank": "[ \t]",
        "cntrl": "[\x00-\x1f\x7f]",
        "digit": "[0-9]",
        "graph": "[!-~]",
        "lower": "[a-z]",
        "print": "[ -~]",
        "punct": "[!-/:-@\\[-`{-~]",
        "space": "[ \t\n\r]",
        "upper": "[A-Z]",
        "xdigit": "[0-9A-Fa-f]",
    }.items()
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """What one line says of names."""

    leaves_out: bool
    """False behind an exclamation mark: it keeps what a line before left out."""
    only_folders: bool
    whole_path: bool
    """It is compared with the path from the folder of its file on, not with the name alone."""
    fits: Callable[[bytes], object]


def pattern(line: bytes) -> Pattern | None:
    """None for a comment, and for what git matches with nothing."""
    if line.startswith(b"#"):
        return None
    body = _without_blanks(line.removesuffix(b"\r"))
    leaves_out = not body.startswith(b"!")
    body = body.removeprefix(b"!")
    only_folders = body.endswith(b"/")
    body = body.removesuffix(b"/")
    whole_path = b"/" in body
    body = body.removeprefix(b"/") if whole_path else body
    if not body:
        return None
    return Pattern(leaves_out, only_folders, whole_path, _fitting(body))


def _without_blanks(line: bytes) -> bytes:
    """Blanks at the end do not count, but for one behind a backslash; tabs do."""
    kept = line.rstrip(b" ")
    backslashes = len(kept) - len(kept.rstrip(b"\\"))
    return kept + b" " if backslashes % 2 and kept != line else kept


def _fitting(body: bytes) -> Callable[[bytes], object]:
    sign = _GLOB_SIGN.search(body)
    if sign is None:
        return body.__eq__
    try:
        # git compares what comes before the first sign by itself: a*/ and a**/ begin there anew
        glob = _Glob(body, sign.start())
        return re.compile(glob.expression(), re.DOTALL).fullmatch
    except _NoPattern:
        return _nothing


def _nothing(_: bytes) -> object:
    return None


class _NoPattern(Exception):
    """Signs that git matches with no name: brackets that stay open, a class it has not."""


class _Glob:
    """Reads the signs of a pattern into an expression that never tries the same twice.

    Between two stars stands what is of one length, so the first place where it fits will do:
    each such part is an atomic group, and the time is that of the name times the pattern.
    """

    def __init__(self, body: bytes, literal: int) -> None:
        self._body = body
        self._begins = literal
        self._at = literal

    def expression(self) -> bytes:
        """Of the whole pattern."""
        parts = [re.escape(self._body[: self._begins])]
        # over several folders, within a name: what each star is followed by, up to the next
        over: bytes | None = None
        inside: list[bytes] = []
        star = False
        fixed = b""
        for sign, many in self._signs():
            if not many:
                fixed += sign
                continue
            inside.append(_name_part(star, fixed, last=False))
            star, fixed = many == 1, b""
            if many > 1:
                parts.append(_path_part(over, b"".join(inside)))
                over, inside = sign, []
        inside.append(_name_part(star, fixed, last=True))
        parts.append((over or b"") + b"".join(inside))
        return b"".join(parts)

    def _signs(self) -> Iterator[tuple[bytes, int]]:
        """Expressions for one sign each, with 0; with 1 for a star, with 2 for two of them."""
        while self._at < len(self._body):
            sign = self._body[self._at : self._at + 1]
            if sign == b"*":
                yield self._stars()
                continue
            self._at += 1
            if sign == b"?":
                yield _NAME_SIGN, 0
            elif sign == b"[":
                yield _one_of(self._bracketed()), 0
            elif sign == b"\\":
                yield re.escape(self._next()), 0
            else:
                yield re.escape(sign), 0

    def _stars(self) -> tuple[bytes, int]:
        body, first = self._body, self._at
        while body[self._at : self._at + 1] == b"*":
            self._at += 1
        behind = body[self._at : self._at + 2]
        alone = first == self._begins or body[first - 1] == _SLASH
        if self._at - first == 1 or not alone or (behind and not _SLASHES.match(behind)):
            return _IN_NAME, 1
        if behind[:1] != b"/":  # nothing, or a slash behind a backslash
            return b".*", 2
        self._at += 1
        return b"(?:[^/]*+/)*", 2

    def _next(self) -> bytes:
        sign = self._body[self._at : self._at + 1]
        if not sign:
            raise _NoPattern
        self._at += 1
        return sign

    def _bracketed(self) -> frozenset[int]:
        """The signs that one in square brackets may be."""
        negated = self._body[self._at : self._at + 1] in (b"!", b"^")
        self._at += negated
        signs: set[int] = set()
        before: int | None = None
        first = True
        while (sign := self._next()) != b"]" or first:
            first = False
            behind = self._body[self._at : self._at + 1]
            if sign == b"\\":
                before = ord(self._next())
                signs.add(before)
            elif sign == b"-" and before is not None and behind not in (b"", b"]"):
                last = self._next()
                last = self._next() if last == b"\\" else last
                signs.update(range(before, ord(last) + 1))
                before = None
            elif sign == b"[" and behind == b":" and (named := self._class()) is not None:
                signs |= named
                before = None
            else:
                before = ord(sign)
                signs.add(before)
        return frozenset(_ANY - signs if negated else signs) - {_SLASH}

    def _class(self) -> frozenset[int] | None:
        """That of ``[:alpha:]``; None where it is not closed so, and the signs are themselves."""
        end = self._body.find(b"]", self._at + 1)
        if end < 0:
            raise _NoPattern
        name = self._body[self._at + 1 : end]
        if not name.endswith(b":"):
            return None
        if name[:-1] not in _CLASSES:
            raise _NoPattern
        self._at = end + 1
        return _CLASSES[name[:-1]]


def _one_of(signs: frozenset[int]) -> bytes:
    return (
        b"[" + b"".join(re.escape(bytes((n,))) for n in sorted(signs)) + b"]" if signs else _NEVER
    )


def _name_part(star: bool, fixed: bytes, *, last: bool) -> bytes:
    if not star:
        return fixed
    return _IN_NAME + fixed if last else b"(?>[^/]*?" + fixed + b")"


def _path_part(over: bytes | None, inside: bytes) -> bytes:
    return inside if over is None else b"(?>" + over + b"?" + inside + b")"
