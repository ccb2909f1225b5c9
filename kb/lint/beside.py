"""The names beside the numbers of a text: quoted titles, names on either side, names of lists."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from kb.lint import lists
from kb.lint.names import Names
from kb.lint.written import Found, WrittenNames
from kb.lint.yaml_read import Value
from kb.model import Citation, Mention

_FAR = 100
"""How far from the number a name may stand."""
_NEAR = 8
"""For how many citations it is kept what stands beside them: a neighbour asks for it once more."""
_PLURAL = re.compile(r"['’ʼ]?[sS](?!\w)")
_SIGN_BEHIND = re.compile(r"[,:(\[–—=]|-(?<=[^\S\r\n]-)(?=[^\S\r\n])")
_SIGNS_BEFORE = frozenset(",:([–—=")
_HEADING_DOT = re.compile(r"\.(?=[^\S\r\n])")
_MARKS = re.compile(r"[\W_]*")


@dataclass(frozen=True, slots=True)
class Beside:
    """A name that stands beside a number."""

    key: str
    """By which it is known; of a title what is written."""
    written: str
    title: bool = False
    """It is compared for any number, by all headings."""
    in_sentence: bool = False
    """It is an everyday word inside a sentence, which need be no name."""


def of_value(value: Value | None, mention: Mention) -> tuple[Beside, ...]:
    """The names that a mapping gives the number which is the value of one of its keys.

    Outside the sections of keywords a name is compared with whole sections alone: a rule of
    section 510 may well be listed under “Damage”.
    """
    if value is None:
        return ()
    headed = mention.number.rule is None
    names = (Beside(name, name, title=headed) for name in value.names)
    return (*(Beside(title, title, title=True) for title in value.titles), *names)


_NamesOf = Mapping[int, tuple[Beside, ...]]
"""The names of a citation, by the place of the number among its mentions."""
_NO_NAMES: _NamesOf = {}


class BesideReader:
    """Finds the names beside the numbers of one text."""

    def __init__(self, text: str, citations: Sequence[Citation], names: Names) -> None:
        self._text = text
        self._citations = citations
        self._names = names
        self._written = WrittenNames(text, names)
        self._list: tuple[range, Mapping[int, _NamesOf] | None] = (range(0), None)
        self._before = lru_cache(maxsize=_NEAR)(self._name_before)
        self._behind = lru_cache(maxsize=_NEAR)(self._name_behind)

    def of(self, place: int) -> _NamesOf:
        """The names of a citation, by the place of the number among its mentions."""
        citation = self._citations[place]
        last = len(citation.mentions) - 1
        if citation.title is not None:
            title = Beside(citation.title, citation.title, title=True)
            around = self._own_before(place) if last == 0 else ()
            return {last: (title, *around)}
        if not any(map(self._names.is_keyword, citation.numbers)):
            return _NO_NAMES
        listed = self._list_of(place)
        if listed is not None:
            return listed.get(place, _NO_NAMES)
        if last > 0:
            return _NO_NAMES
        found = (*self._own_behind(place), *self._own_before(place))
        return {0: found} if found else _NO_NAMES

    def _list_of(self, place: int) -> Mapping[int, _NamesOf] | None:
        """What a list gives its members; None for a citation that is in none.

        Each list is read once, however long it is.
        """
        if place not in self._list[0]:
            first, behind = lists.around(self._text, self._citations, place)
            mentions = sum(len(each.mentions) for each in self._citations[first:behind])
            names = self._names_of_list(first, behind) if mentions > 1 else None
            self._list = range(first, behind), names
        return self._list[1]

    def _names_of_list(self, first: int, behind: int) -> Mapping[int, _NamesOf]:
        listed = self._citations[first:behind]
        limit = self._citations[behind].start if behind < len(self._citations) else len(self._text)
        names = lists.names_behind(self._written, listed, limit)
        if names:
            return self._paired(first, listed, names)
        before = self._before(first) if len(listed[0].mentions) == 1 else None
        if before is None or lists.ends_list(self._written, before):
            return {}
        # the others of the list have their rule words: the name is that of the first
        return {first: {0: (self._beside(before),)}}

    def _paired(
        self, first: int, listed: Sequence[Citation], names: Sequence[Found | None]
    ) -> Mapping[int, _NamesOf]:
        """The names in their order, if there are as many as numbers."""
        mentions = [mention for citation in listed for mention in citation.mentions]
        if len(names) != len(mentions) or lists.has_range(self._text, mentions):
            return {}
        left = iter(names)
        return {
            place: {
                index: (self._beside(name),)
                for index, name in enumerate(islice(left, len(citation.mentions)))
                if name is not None
            }
            for place, citation in enumerate(listed, first)
        }

    def _beside(self, found: Found, *, in_sentence: bool = False) -> Beside:
        written = self._text[found.start : found.end]
        return Beside(found.key, written, in_sentence=in_sentence)

    # -- a name that belongs to this number ----------------------------------------------

    def _own_behind(self, place: int) -> tuple[Beside, ...]:
        found = self._behind(place)
        if found is None or self._is_of_other(found, place, place + 1):
            return ()
        return (self._beside(found, in_sentence=self._written.goes_on(found)),)

    def _own_before(self, place: int) -> tuple[Beside, ...]:
        found = self._before(place)
        if found is None or self._is_of_other(found, place, place - 1):
            return ()
        return (self._beside(found, in_sentence=self._written.ends_a_sentence(found)),)

    def _is_of_other(self, found: Found, place: int, other: int) -> bool:
        """Whether a name between two citations fits the other one alone."""
        if not 0 <= other < len(self._citations) or len(self._citations[other].mentions) != 1:
            return False
        here, there = (self._citations[each].mentions[0].number for each in (place, other))
        if self._names.fits(found.key, here) or not self._names.fits(found.key, there):
            return False
        return found == (self._before(other) if other > place else self._behind(other))

    def _name_behind(self, place: int) -> Found | None:
        citation, written = self._citations[place], self._written
        limit = written.line_end(citation.end, within=_FAR)
        if place + 1 < len(self._citations):
            limit = min(limit, self._citations[place + 1].start)
        plural = _PLURAL.match(self._text, citation.end, limit)
        at, signed = plural.end() if plural else citation.end, False
        while (at := written.past_blanks(at, limit)) < limit:
            if found := written.beginning_at(at, limit):
                return found
            sign = None if signed else self._past_sign(citation, at, limit)
            past = sign or written.past_word_between(at, limit)
            if past is None:
                return None
            signed, at = signed or sign is not None, past
        return None

    def _past_sign(self, citation: Citation, at: int, limit: int) -> int | None:
        match = _SIGN_BEHIND.match(self._text, at)
        if match is None and self._is_heading(citation):
            match = _HEADING_DOT.match(self._text, at)
        return match.end() if match and match.end() <= limit else None

    def _is_heading(self, citation: Citation) -> bool:
        """Whether the number begins its line, marks of a comment aside."""
        line = self._written.line_start(citation.start, within=_FAR)
        begins = line == 0 or self._text[line - 1] in "\r\n"
        alone = begins and citation.start == citation.mentions[0].start
        return alone and _MARKS.fullmatch(self._text, line, citation.start) is not None

    def _name_before(self, place: int) -> Found | None:
        citation, written = self._citations[place], self._written
        floor = written.line_start(citation.start, within=_FAR)
        if place:
            floor = max(floor, self._citations[place - 1].end)
        at, signed = citation.start, False
        while (at := written.before_blanks(at, floor)) > floor:
            if found := written.ending_at(at, floor):
                return found
            sign = not signed and self._text[at - 1] in _SIGNS_BEFORE
            before = at - 1 if sign else written.before_word_between(at, floor)
            if before is None:
                return None
            signed, at = signed or sign, before
        return None
