"""From the bytes of a source to its text, with what was noticed on the way."""

import codecs
import re
from dataclasses import dataclass
from functools import cache
from itertools import islice

from kb.errors import Unreadable
from kb.lang import codes
from kb.saying import said
from kb.terms import terms

LARGEST = 8 * 2**20
"""Bytes of a source; the largest edition known has 2.5 million."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LOST_MARK = b"\xef\xbf\xbd\xef\xbf\xbd"
_CONTROLS = bytes(sorted({*range(32), 127} - {9, 10, 11, 12, 13, 27}))

# What a code page would have to mean for its text to make sense: letters inside words,
# signs beside them. Weighed, not believed.
_COMMON_LETTERS = "àèéìíòóùúáñüçâêîôûäëïöÀÈÉÌÍÒÓÙÚÁÑÜÇÂÊÎÔÛÄËÏÖÆæœŒß"
_OPENING = frozenset("“‘«¿¡")
_CLOSING = frozenset("”’»")
_SIGNS = frozenset("–—…•™®©ªº°½·−")
_WEIGHED = 20_000
"""Signs that are weighed: more tell no more."""
_OLD_PAGES = ("cp1252", "mac_roman", "cp437")

_TWICE = re.compile(r"[\u0080-\u2122]{2,}")
_TWICE_STARTS = re.compile(r"[ÂÃâ]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, the encoding it was read in and the damage that was seen."""

    text: str
    encoding: str
    damage: tuple[str, ...] = ()


def decode(content: bytes) -> Decoded:
    """Raises Unreadable with the reason where the bytes are no text, or a damaged one."""
    if len(content) > LARGEST:
        raise Unreadable(said("read.too_large", count=len(content), most=LARGEST))
    if not content.strip():
        raise Unreadable(said("read.empty"))
    if content.startswith(_LOST_MARK) and content.count(0) * 4 > len(content):
        raise Unreadable(said("read.utf16_converted"))
    read = _marked(content) or _unmarked(content)
    text, repairs = _once(read.text)
    damage = [*read.damage]
    if repairs:
        damage.append(said("note.encoded_twice", count=repairs))
    if lost := text.count("\N{REPLACEMENT CHARACTER}"):
        damage.append(said("note.letters_lost", count=lost))
    if nuls := text.count("\0"):
        damage.append(said("note.nuls", count=nuls))
    return Decoded(text.replace("\0", "\N{REPLACEMENT CHARACTER}"), read.encoding, tuple(damage))


def lines(text: str) -> list[str]:
    r"""The lines of the source; only \r\n, \r and \n end one.

    >>> lines("100.\r100.1.\x85 One\r\n100.2.")
    ['100.', '100.1.\x85 One', '100.2.']
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _marked(content: bytes) -> Decoded | None:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                text = content.removeprefix(mark).decode(encoding)
            except UnicodeDecodeError as error:
                if encoding == "utf-8":
                    return _patched(content.removeprefix(mark))
                raise Unreadable(said("read.utf16", why=error.reason, at=error.start)) from error
            if encoding != "utf-8" and _looks_shifted(text):
                raise Unreadable(said("read.utf16_shifted"))
            return Decoded(text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}"), encoding)
    return None


def _unmarked(content: bytes) -> Decoded:
    sides = content[0:4000:2].count(0), content[1:4000:2].count(0)
    if max(sides) * 5 > min(len(content), 4000) and min(sides) * 20 < max(sides) + 20:
        encoding = "utf-16-be" if sides[0] > sides[1] else "utf-16-le"
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError as error:
            raise Unreadable(said("read.utf16", why=error.reason, at=error.start)) from error
        if _looks_shifted(text):
            raise Unreadable(said("read.utf16_shifted"))
        return Decoded(text, encoding)
    controls = len(content) - len(content.translate(None, _CONTROLS))
    if controls * 50 > len(content) + 100:
        raise Unreadable(said("read.binary", controls=controls, count=len(content)))
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass  # an old code page, told by what it would mean
    if _mostly_utf8(content):
        return _patched(content)
    weighed = [(_sense(content, page), -order) for order, page in enumerate(_OLD_PAGES)]
    page = _OLD_PAGES[-max(weighed)[1]]
    text = _as_page(content, page)
    high = sum(byte > 127 for byte in content)
    if high * 4 > len(content) and not any(text.count(letter) for letter in "aeio"):
        raise Unreadable(said("read.no_letters"))
    return Decoded(text, page)


def _looks_shifted(text: str) -> bool:
    """Whether most signs are of no script that our languages use."""
    sample = text[:4000]
    return sum(sign > "\u2fff" for sign in sample) * 2 > len(sample)


def _mostly_utf8(content: bytes) -> bool:
    """Whether only a few bytes of a UTF-8 text are wrong."""
    whole = content.decode("utf-8", errors="ignore")
    sequences = sum(sign > "\x7f" for sign in whole)
    wrong = len(content) - len(whole.encode("utf-8"))
    return sequences > 2 * wrong


def _patched(content: bytes) -> Decoded:
    """UTF-8 with its few wrong bytes read as Windows-1252."""
    pieces: list[str] = []
    start = wrong = 0
    while True:
        try:
            pieces.append(content[start:].decode("utf-8"))
            break
        except UnicodeDecodeError as error:
            if wrong > 1000:
                raise Unreadable(said("read.utf8")) from error
            pieces.append(content[start : start + error.start].decode("utf-8"))
            pieces.append(_as_page(content[start + error.start : start + error.end], "cp1252"))
            start += error.end
            wrong += 1
    return Decoded("".join(pieces), "utf-8", (said("note.utf8_places", count=wrong),))


def _as_page(content: bytes, page: str) -> str:
    """Every byte has a meaning: the holes of cp1252 stay the controls that they are."""
    if page != "cp1252":
        return content.decode(page)
    return "".join(_CP1252[byte] for byte in content) if _holes(content) else content.decode(page)


_CP1252 = tuple(
    bytes([byte]).decode("cp1252") if byte not in b"\x81\x8d\x8f\x90\x9d" else chr(byte)
    for byte in range(256)
)
_SLOPPY = {sign: byte for byte, sign in enumerate(_CP1252)}


def _holes(content: bytes) -> bool:
    return any(byte in content for byte in b"\x81\x8d\x8f\x90\x9d")


def _sense(content: bytes, page: str) -> int:
    """How much of what is not ASCII would be a letter in a word or a sign in its place."""
    score, letters = 0, _letters()
    for place in islice(re.finditer(rb"[\x80-\xff]", content), _WEIGHED):
        at = place.start()
        sign = _as_page(content[at : at + 1], page)
        before, after = content[at - 1 : at] or b" ", content[at + 1 : at + 2] or b" "
        if sign in letters:
            # an upper-case letter inside a word, or one alone, is a poor guess
            inside = before.isalpha() or after.isalpha()
            score += 2 if inside and (sign.islower() or not before.islower()) else -1
        elif sign in _OPENING:
            score += 2 if not before.isalnum() and not after.isspace() else -1
        elif sign in _CLOSING:
            score += 2 if not before.isspace() else -1
        elif sign in _SIGNS or sign == "\N{NO-BREAK SPACE}":
            score += 1
        else:
            score -= 3
    return score


@cache
def _letters() -> frozenset[str]:
    """Beyond ASCII: those of most languages of the West, and those of the names of ours."""
    names = "".join(form for code in codes() for term in terms(code) for form in term.forms)
    own = (sign for sign in names + names.upper() if sign.isalpha() and not sign.isascii())
    return frozenset((*_COMMON_LETTERS, *own))


def _once(text: str) -> tuple[str, int]:
    """The text with what was encoded twice decoded once more, and how many places."""
    if not _TWICE_STARTS.search(text):
        return text, 0
    repaired = 0

    def again(match: re.Match[str]) -> str:
        nonlocal repaired
        if not _TWICE_STARTS.match(match[0]):
            return match[0]
        known = [_SLOPPY[sign] for sign in match[0] if sign in _SLOPPY]
        if len(known) < len(match[0]):
            return match[0]
        try:
            better = bytes(known).decode("utf-8")
        except UnicodeDecodeError:
            return match[0]
        repaired += 1
        return better

    better = _TWICE.sub(again, text)
    return (better, repaired) if repaired else (text, 0)
