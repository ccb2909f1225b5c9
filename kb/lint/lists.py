"""Lists: citations that are joined, ranges inside them, names that follow in their order."""

import re
from collections.abc import Sequence
from itertools import pairwise

from kb import cite_forms as forms
from kb.errors import BadRange
from kb.lint.words import words
from kb.lint.written import Found, WrittenNames
from kb.model import Citation, Mention, MentionKind
from kb.number import span

_FAR = 60
"""Characters between two members of a list at most."""
_BLANKS = r"[^\S\r\n]*+"
_OVER_LINES = rf"{_BLANKS} (?: {forms.BREAK} {_BLANKS} (?: {forms.LEADER} {_BLANKS} )?+ )?+"
_PAST_NUMBER = re.compile(
    rf"(?: ['’ʼ]?[sS](?!\w) )?+ [*`]*+ (?: {_BLANKS} [)\]】］] )?+ [*`]*+", re.VERBOSE
)
_OPENING = re.compile(rf"{_BLANKS} [(\[【［]?+ {_BLANKS} [*`]*+", re.VERBOSE)
_NAMES_FOLLOW = re.compile(
    rf"{_BLANKS} (?: : | -- | [–—] | (?<=[^\S\r\n])-(?=\s) ) {_OVER_LINES}", re.VERBOSE
)
_QUOTES = re.compile(r"[“”„«»\"*`]*")
_DASHED = re.compile(rf"{_OVER_LINES} [*`]*+ {forms.DASH} {_OVER_LINES} [*`]*+", re.VERBOSE)
_UNKNOWN_NAME = re.compile(r"[^\W\d_][^\r\n/,;:.()\[\]]{0,39}")
_LAST_WORD = re.compile(r"\w+\Z")


# -- ranges ------------------------------------------------------------------------------


def is_range(text: str, one: Mention, other: Mention) -> bool:
    """Whether two neighbours are the ends of a range."""
    return (
        _DASHED.fullmatch(text, one.end, other.start) is not None
        or forms.joiners().reaching.fullmatch(text, one.end, other.start) is not None
    )


def has_range(text: str, mentions: Sequence[Mention]) -> bool:
    return any(mention.kind is MentionKind.RANGE for mention in mentions) or any(
        is_range(text, one, other) for one, other in pairwise(mentions)
    )


def broken_ranges(text: str, citation: Citation) -> tuple[int, ...]:
    """The places of the mentions that begin a range backwards or over two parents."""
    return tuple(
        place
        for place, (one, other) in enumerate(pairwise(citation.mentions))
        if is_range(text, one, other) and not _spans(one, other)
    )


def _spans(one: Mention, other: Mention) -> bool:
    try:
        span(one.number, other.number)
    except BadRange:
        # one that is only too long is sound
        return one.number.parent == other.number.parent and one.number <= other.number
    return True


# -- citations that are joined -----------------------------------------------------------


def around(text: str, citations: Sequence[Citation], place: int) -> tuple[int, int]:
    """The list that a citation is in: its first member, and what comes behind its last."""
    first, behind = place, place + 1
    while first and _joined(text, citations[first - 1], citations[first]):
        first -= 1
    while behind < len(citations) and _joined(text, citations[behind - 1], citations[behind]):
        behind += 1
    return first, behind


def _joined(text: str, one: Citation, other: Citation) -> bool:
    """Whether nothing but a joiner stands between two citations."""
    if one.title is not None or not one.mentions or not other.mentions:
        return False
    if other.start - one.end > _FAR:
        return False
    past = _PAST_NUMBER.match(text, one.end)
    joiner = forms.joiners().joined.match(text, past.end() if past else one.end)
    opening = _OPENING.match(text, joiner.end()) if joiner else None
    return opening is not None and opening.end() == other.start


# -- names that are joined ---------------------------------------------------------------


def names_behind(
    written: WrittenNames, listed: Sequence[Citation], limit: int
) -> tuple[Found | None, ...]:
    """The names behind a list and its colon or dash, over lines; None for an unknown one."""
    if listed[-1].title is not None:
        return ()
    past = _PAST_NUMBER.match(written.text, listed[-1].end)
    follow = _NAMES_FOLLOW.match(written.text, past.end() if past else listed[-1].end)
    if follow is None:
        return ()
    names: list[Found | None] = []
    at: int | None = follow.end()
    while at is not None and at < limit:
        at = _past_quotes(written.text, at)
        found = written.beginning_at(at, limit)
        end = found.end if found else _past_unknown(written.text, at, limit)
        if end is None:
            break
        names.append(found)
        at = _past_joiner(written.text, end)
    while names and names[-1] is None:  # it was the sentence that went on
        names.pop()
    return tuple(names)


def _past_joiner(text: str, end: int) -> int | None:
    joiner = forms.joiners().joined.match(text, _past_quotes(text, end))
    return joiner.end() if joiner else None


def _past_unknown(text: str, at: int, limit: int) -> int | None:
    """Behind a name that nobody knows, where a joiner follows it."""
    match = _UNKNOWN_NAME.match(text, at, limit)
    end = at + len(match[0].rstrip()) if match else at
    return end if match and _past_joiner(text, end) is not None else None


def _past_quotes(text: str, at: int) -> int:
    match = _QUOTES.match(text, at)
    return match.end() if match else at


def ends_list(written: WrittenNames, name: Found) -> bool:
    """Whether a joiner stands before a name, so that it is one of several."""
    floor = written.line_start(name.start, within=_FAR)
    before = written.text[floor : name.start].rstrip()
    last = _LAST_WORD.search(before)
    and_ = last is not None and words().joined.fullmatch(f" {last[0]} ") is not None
    return and_ or before.endswith(("/", ",", "&"))
