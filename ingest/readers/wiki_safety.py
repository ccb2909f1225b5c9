"""What is done to wiki markup before it is parsed, so that no page takes the parser for ever.

The parser goes back to every mark that is opened and never closed, and reads the rest of the
page anew from there; it also goes no deeper than forty levels. Boxes without meaning are taken
out first, and a page with too many open marks is refused.
"""

import re
from collections.abc import Iterator

from kb.errors import Unreadable

LARGEST = 2 * 2**20
"""Letters of a page; MediaWiki itself allows no more."""
MOST_LINES = 200_000
"""Lines of a page, blank ones too."""
MOST_MARKS = 40_000
"""Templates, links, tags, cells and items of a page; a whole edition has some ten thousand."""
DEEPEST = 500
"""Marks of one kind inside one another."""
PATIENCE = 4_000_000
"""Letters that may be read anew, for all the marks that are not closed."""

_BOX = re.compile(
    r"</?(?:div|span|font|center|small|big|sup|sub|b|i|u|em|strong|code|tt|section|tabber"
    r"|noinclude|includeonly|onlyinclude|blockquote|nobr|p|ul|ol|dl|li|dt|dd|br|hr|wbr)"
    r"(?=[\s/>])[^<>]{0,2000}>",
    re.IGNORECASE,
)
_BLOCK = re.compile(
    r"</?(?:div|center|section|tabber|blockquote|p|ul|ol|dl|li|dt|dd|br|hr)\b", re.I
)
_LONG_LIST = re.compile(r"^([*#:;]{9})[*#:;]+", re.MULTILINE)
_NO_TAG = re.compile(r"<(?!!--|/?[A-Za-z])")
"""What MediaWiki shows as it stands; the parser would look for the end of a tag behind it."""
_PAIRS = (
    re.compile(r"(?P<open>\{\{)|\}\}"),
    re.compile(r"(?P<open>\[\[)|\]\]"),
    # blanks of the line alone: with its ends, a run of blank lines would be read over and over
    re.compile(r"(?P<open>^[^\S\n]*[:*]*\{\|)|^[^\S\n]*\|\}", re.MULTILINE),
    re.compile(r"(?P<open>\[(?=(?:https?:)?//))|\]"),
    re.compile(r"(?P<open><!--)|-->"),
    re.compile(r"(?P<open><(?=[a-z/]))|>", re.IGNORECASE),
    re.compile(r"(?P<open><[a-z](?![^<>]*/>))|</[a-z]", re.IGNORECASE),
)
_MARKS = (
    *("{{", "[[", "<", "{|", "''", "||", "!!", "&", "://", "mailto:"),
    *("\n|", "\n!", "\n*", "\n#", "\n:", "\n;", "\n=", "\n----"),
)
BREAK = "\ue003"
"""A line that ends for the reader and not in the source."""


def tamed(text: str) -> str:
    """The page without boxes that mean nothing; raises Unreadable where it is too much to parse."""
    if len(text) > LARGEST:
        raise Unreadable(f"{len(text)} letters of markup are more than the {LARGEST} that are read")
    if (count := text.count("\n")) > MOST_LINES:
        raise Unreadable(f"{count} lines of markup are more than the {MOST_LINES} that are read")
    text = _LONG_LIST.sub(r"\1", _BOX.sub(_without, text))
    text = _NO_TAG.sub("&lt;", text)
    marks = sum(map(text.count, _MARKS))
    if marks > MOST_MARKS:
        raise Unreadable(f"{marks} marks in the page are more than the {MOST_MARKS} that are read")
    left = [place for pair in _PAIRS for place in _unclosed(pair, text)]
    if sum(len(text) - place for place in left) > PATIENCE:
        raise Unreadable(
            f"{len(left)} marks of the page are opened and never closed, too many to be read"
        )
    return text


def _without(box: re.Match[str]) -> str:
    """A block ends the line; list items of HTML are items."""
    if not _BLOCK.match(box[0]):
        return ""
    return f"{BREAK}*" if re.match(r"<li\b", box[0], re.IGNORECASE) else BREAK


def _unclosed(pair: re.Pattern[str], text: str) -> Iterator[int]:
    open_places: list[int] = []
    for mark in pair.finditer(text):
        if mark["open"]:
            open_places.append(mark.start())
            if len(open_places) > DEEPEST:
                raise Unreadable(
                    f"marks {mark['open']!r} stand more than {DEEPEST} levels inside one another, "
                    "or are never closed"
                )
        elif open_places:
            open_places.pop()
    yield from open_places
