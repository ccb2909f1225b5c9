"""Splitting: where the sentences of a ruling begin and end."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from kb.errors import Unreadable
from kb.lang import codes, folded, language
from kb.saying import said

MOST_SENTENCES = 2_000
_SHORT_LINE = 50
"""A line break behind a shorter line, before a capital, is meant; text wraps further right."""
_LONGEST_ABBREVIATION = 16

_END = re.compile(
    r"""
      (?<! [.!?…] ) (?P<stop> [.!?…]++ ) (?P<closed> [)\]}"'”’»*_]*+ ) (?= \s | \Z )
    | (?P<line> [\n\r\v\f\x85\u2028\u2029] \s*+ )
    """,
    re.VERBOSE,
)
_BLANKS = re.compile(r"\s*+")
_BLANK_LINE = re.compile(r"\n [^\S\n]*+ \n | \r [^\S\r\n]*+ \r", re.VERBOSE)
_MARK = re.compile(
    r"""
      [-*+•·–—▪◦‣] (?= \s )     # an item of a list
    | \d{1,3} [.)] (?= \s )     # a numbered one
    | \[ [ xX] \] (?= \s )      # one to be ticked off
    | \#{1,6} (?= \s )          # a heading
    | > | \|                    # a quotation, a row of a table
    | `{3,} | ~{3,}             # a fence
    """,
    re.VERBOSE,
)
_MARKS = re.compile(rf"(?: \s++ | {_MARK.pattern} )*+", re.VERBOSE)
_WHOLE_LINE = re.compile(r"\s*+ (?: \#{1,6} \s | \| | `{3} | ~{3} )", re.VERBOSE)
_CLOSING = re.compile(r"""[)\]}"'”’»,;:]""")
_SAYS = re.compile(r"[^\W_]")


class Bounds(NamedTuple):
    """A sentence: ``text[start:end]``."""

    start: int
    end: int


def sentences(
    text: str, *, code: str | None, whole: Sequence[tuple[int, int]] = ()
) -> Iterator[Bounds]:
    """The sentences in order; raises Unreadable where there are more than ``MOST_SENTENCES``.

    ``code`` is the language, None where nobody can tell; ``whole`` are places, in order, that no
    sentence ends inside of (citations). Marks of lists and headings stand outside.

    >>> [tuple(found) for found in sentences("- It is kicked, cf. 702.33d. Then?", code="en")]
    [(2, 28), (29, 34)]
    """
    count = 0
    for start, end in _pieces(text, code, whole):
        start = _MARKS.match(text, start, end).end()  # type: ignore[union-attr]
        while start < end and (text[end - 1].isspace() or text[end - 1] == "|"):
            end -= 1
        if start < end and _SAYS.search(text, start, end):
            count += 1
            if count > MOST_SENTENCES:
                raise Unreadable(said("file.too_many_sentences", most=MOST_SENTENCES))
            yield Bounds(start, end)


def _pieces(
    text: str, code: str | None, whole: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    start, line, place = 0, 0, 0
    says = _MARKS.match(text).end()  # type: ignore[union-attr]
    for found in _END.finditer(text):
        while place < len(whole) and whole[place][1] <= found.start():
            place += 1
        inside = place < len(whole) and whole[place][0] <= found.start()
        if inside and found.end() < whole[place][1]:
            continue
        if found["line"]:
            ends = _line_ends(text, line, found)
            line = found.end()
        else:
            # The dot of "1." stands among the marks.
            ends = says < found.start() and _stop_ends(text, start, found, code)
        if ends:
            yield start, found.end()
            start = found.end()
            says = _MARKS.match(text, start).end()  # type: ignore[union-attr]
    yield start, len(text)


def _line_ends(text: str, line: int, found: re.Match[str]) -> bool:
    """Whether a line break ends a sentence: prose that is only wrapped goes on."""
    return bool(
        _BLANK_LINE.search(found["line"])
        or _MARK.match(text, found.end())
        or _WHOLE_LINE.match(text, line, found.start())
        or (found.start() - line < _SHORT_LINE and text[found.end() : found.end() + 1].isupper())
    )


def _stop_ends(text: str, start: int, found: re.Match[str], code: str | None) -> bool:
    after = _BLANKS.match(text, found.end()).end()  # type: ignore[union-attr]
    following = text[after : after + 1]
    if following.islower() or _CLOSING.match(following):
        return False
    if found["stop"] != "." or found["closed"] or not text[found.start() - 1].isalnum():
        return True
    before = text[max(start, found.start() - _LONGEST_ABBREVIATION) : found.end("stop")]
    return not _abbreviations(code).search(folded(before))


@cache
def _abbreviations(code: str | None) -> re.Pattern[str]:
    """What ends in a dot that ends no sentence, at the end of a folded text."""
    words = [
        folded(word)
        for each in ([code] if code else codes())
        for word in language(each).words("sentences", "abbreviations")
    ]
    either = "|".join(map(re.escape, sorted(set(words), key=len, reverse=True))) or "(?!)"
    return re.compile(rf"(?<!\w)(?:{either})\Z")
