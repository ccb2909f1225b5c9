"""Names as a text writes them: where one begins or ends, and what may stand beside it."""

import re
from typing import NamedTuple

from kb.lint.names import Names
from kb.lint.words import words

_WORD = re.compile(r"(?<!\w)(?:[^\W_](?:[\w'’-]*\w)?!?|∞)")
_LAST_TOKEN = re.compile(r"[^\W\d_][\w'’º.]*\Z")
_FIRST_TOKEN = re.compile(r"[^\W\d_][\w'’º.]*")
_NEXT_WORD = re.compile(r"[^\S\r\n]+[^\W_]")
_MARKUP = "*`"
_LAST_WORD = re.compile(r"(?:[\w'’-]+!?|∞)\Z")
_LONGEST_NAME = 80
_LONGEST_WORD = 40


class Found(NamedTuple):
    """A name inside a text, under the key by which it is known."""

    key: str
    start: int
    end: int


class WrittenNames:
    """Looks for the names of an edition in one text."""

    def __init__(self, text: str, names: Names) -> None:
        self.text = text
        self._names = names

    def beginning_at(self, at: int, limit: int) -> Found | None:
        """The longest name that begins there, behind an elided article perhaps."""
        at = self._past_elided(at)
        first = _WORD.match(self.text, at, limit)
        if first is None or not self._names.may_begin(first[0]):
            return None
        ends: list[int] = []
        for token in _WORD.finditer(self.text, at, min(limit, at + _LONGEST_NAME)):
            gap = self.text[ends[-1] if ends else at : token.start()]
            if gap.strip() or (not ends and gap) or len(ends) == self._names.longest:
                break
            ends.append(token.end())
        for end in reversed(ends):
            key = self._names.key(self.text[at:end])
            if key is not None:
                return Found(key, at, end)
        return None

    def ending_at(self, at: int, floor: int) -> Found | None:
        """The longest name that ends there."""
        floor = max(floor, at - _LONGEST_NAME)
        last = _LAST_WORD.search(self.text, max(floor, at - _LONGEST_WORD), at)
        if last is None or not self._names.may_end(last[0]):
            return None
        tokens = list(_WORD.finditer(self.text, floor, at))[-self._names.longest :]
        if not tokens or tokens[-1].end() != at:
            return None
        for token in tokens:
            start = self._past_elided(token.start())
            key = self._names.key(self.text[start:at]) if start < at else None
            if key is not None:
                return Found(key, start, at)
        return None

    def _past_elided(self, at: int) -> int:
        spoken = words()
        beginning = self.text[at : at + spoken.longest_elided].lower().replace("’", "'")
        if "'" in beginning:
            for article in spoken.elided:
                if beginning.startswith(article):
                    return at + len(article)
        return at

    # -- what stands around it -----------------------------------------------------------

    def goes_on(self, found: Found) -> bool:
        """Whether it is an everyday word with another behind it: “exile it”."""
        return found.key in words().everyday and bool(_NEXT_WORD.match(self.text, found.end))

    def ends_a_sentence(self, found: Found) -> bool:
        """Whether it is an everyday word that others lead up to: “it was not cast”."""
        if found.key not in words().everyday or not self.text[found.start].islower():
            return False
        floor = self.line_start(found.start, within=_LONGEST_NAME)
        return self.word_before(found.start, floor) is not None

    def word_before(self, at: int, floor: int) -> str | None:
        """The word of the same sentence that ends there, blanks aside."""
        token = _LAST_TOKEN.search(self.text[floor:at].rstrip())
        return None if token is None or token[0].endswith(".") else token[0]

    def past_blanks(self, at: int, limit: int) -> int:
        while at < limit and (self.text[at] in _MARKUP or self.text[at].isspace()):
            at += 1
        return at

    def before_blanks(self, at: int, floor: int) -> int:
        while at > floor and (self.text[at - 1] in _MARKUP or self.text[at - 1].isspace()):
            at -= 1
        return at

    def past_word_between(self, at: int, limit: int) -> int | None:
        """Behind a word that may stand between a number and its name."""
        token = _FIRST_TOKEN.match(self.text, at, limit)
        return token.end() if token and words().may_stand_between(token[0]) else None

    def before_word_between(self, at: int, floor: int) -> int | None:
        """Where such a word begins that ends there."""
        token = _LAST_TOKEN.search(self.text, floor, at)
        return token.start() if token and words().may_stand_between(token[0]) else None

    def line_start(self, at: int, *, within: int) -> int:
        """Where the line starts, or so much before it at most."""
        floor = max(at - within, 0)
        return max(floor - 1, *(self.text.rfind(sign, floor, at) for sign in "\r\n")) + 1

    def line_end(self, at: int, *, within: int) -> int:
        """Where the line ends, or so much further at most."""
        limit = min(at + within, len(self.text))
        ends = (self.text.find(sign, at, limit) for sign in "\r\n")
        return min((end for end in ends if end >= 0), default=limit)
