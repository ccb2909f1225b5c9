"""The reading of citations: what counts, where a list goes on, which title belongs to it."""

import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import reduce

from kb import cite_forms as forms
from kb.cite_marks import BRACKETS, Mark, mark_before
from kb.cite_numbers import Item, Numbers, number_of
from kb.cite_words import Sign
from kb.model import Citation, Mention
from kb.number import RuleNumber
from kb.saying import said

_CURRENCIES = frozenset("€$£¥")
_NO_ADDRESS = (sys.maxsize, sys.maxsize)
"""Behind the last one of a text."""
_LONGEST_RUN = 10_000
"""Numbers of one citation: a text of nothing else is given on in pieces that fit in memory."""


def read(
    text: str, *, language: str | None, known: Collection[RuleNumber], bare: bool
) -> Iterator[Citation]:
    """As ``kb.cite.citations``, of a text without hidden signs."""
    return _Reader(text, language=language, known=known, bare=bare).read()


@dataclass(slots=True)
class _Run:
    """The items behind one mark, cut into citations."""

    mark: Mark
    begin: int
    parts: list[Citation] = field(default_factory=list)
    """What a title, or a form that is no number, has closed."""
    open: list[Item] = field(default_factory=list)
    end: int = 0
    only_sections: bool = True
    titled: bool = False
    numbers: int = 0
    """Of what was not given on yet."""

    def add(self, item: Item, *, damaged_too: bool) -> None:
        if item.mentions:
            self.open.append(item)
        else:
            self.close()
            if damaged_too or not item.damaged:
                self.parts.append(Citation((), None, self._start(item), item.end, item.fault))
        self.only_sections = self.only_sections and not item.dotted
        self.numbers += max(1, len(item.mentions))
        self.end = item.past

    def _start(self, item: Item) -> int:
        """Only the first citation begins with the mark, and with a *from* if that has its *to*."""
        mark, from_ = self.mark, self.mark.from_
        if item.start != self.begin or (from_ is not None and not item.spelled):
            return item.start
        return mark.start if mark.sign is not None or from_ is None else from_

    def cut(self) -> list[Citation]:
        """Give on what there is, as if the list ended here; it goes on with the same mark."""
        self.close()
        parts, self.parts, self.numbers = self.parts, [], 0
        return parts

    def close(self, title: str | None = None, end: int | None = None) -> None:
        if not self.open:
            return
        mentions = tuple(mention for item in self.open for mention in item.mentions)
        faults = [item.fault for item in self.open if item.fault]
        start = self._start(self.open[0])
        end = end or self.open[-1].end
        fault = (
            reduce(lambda one, other: said("note.both", first=one, second=other), faults)
            if faults
            else None
        )
        self.parts.append(Citation(mentions, title, start, end, fault))
        self.open = []


@dataclass(frozen=True, slots=True)
class _Title:
    text: str
    end: int
    past: int
    """Behind a bracket that closes there."""
    pauses: bool
    """A comma or a semicolon stands inside the closing quote."""


class _Reader:
    """Reads one text without hidden signs."""

    def __init__(
        self, text: str, *, language: str | None, known: Collection[RuleNumber], bare: bool
    ) -> None:
        self.text = text
        self.language = language
        self.bare = bare
        self.numbers = Numbers(text, known=known, plurals=bool(known) or not bare)
        self.joiners = forms.joiners()
        self._address = (0, 0) if forms.may_hold_address(text) else _NO_ADDRESS
        self._behind_address = 0
        self._past_run = 0

    def read(self) -> Iterator[Citation]:
        text, search = self.text, forms.BEGIN.search
        alone = (forms.ALONE_AND_BARE if self.bare else forms.ALONE).match
        position = floor = 0
        while begin := search(text, position):
            start, position = begin.span()
            if start >= self._address[0]:
                if address_end := self._address_end(start):
                    position = address_end
                    continue
                floor = max(floor, self._behind_address)
            mark = mark_before(text, floor, start, language=self.language)
            if mark is None and not alone(text, start):
                floor = position  # most numbers of most texts
                continue
            plain = self._plain(start, mark)
            if plain is not None:
                yield plain
                position = plain.end
            else:
                yield from self._run(start, mark)
                position = max(position, self._past_run)
            floor = position

    def _plain(self, start: int, mark: Mark | None) -> Citation | None:
        """The citation of one number, ended there; None where it takes a closer look."""
        match = self.joiners.plain.match(self.text, start)
        if match is None:
            return None
        written, quoted = match.groups()
        number = number_of(written)
        if not _counts_plainly(number, mark, self.text[start - 1 : start]):
            return None
        begin = start if mark is None else mark.start
        end = start + len(written)
        mentions = (Mention(number, start, end),)
        if quoted is None:
            return Citation(mentions, None, begin, end)
        title = _title(quoted)
        return Citation(mentions, title, begin, match.end()) if title else None

    def _address_end(self, position: int) -> int:
        """Where the address ends that the position is in; 0 where it is in none.

        Asked for growing positions only.
        """
        start, end = self._address
        while end <= position:
            self._behind_address = end
            sign = forms.ADDRESS_SIGN.search(self.text, end)
            near = max(end, sign.start() - forms.LONGEST_SCHEME) if sign else 0
            match = forms.ADDRESS.search(self.text, near) if sign else None
            start, end = self._address = match.span() if match else _NO_ADDRESS
        return end if start <= position < end else 0

    def _run(self, start: int, mark: Mark | None) -> Iterator[Citation]:
        """The citations behind one mark; ``_past_run`` is behind them, if there are any."""
        self._past_run = 0
        mark = mark or Mark(None, start)
        item = self._first(start, mark)
        if item is None:
            return
        run = _Run(mark, start)
        run.add(item, damaged_too=self.bare)
        pauses = self._title(run)
        while (item := self._next(run, pauses)) is not None:
            run.add(item, damaged_too=self.bare)
            pauses = self._title(run)
            if run.numbers >= _LONGEST_RUN:
                yield from run.cut()
                self._past_run = run.end
        run.close()
        awaits = not self._past_run and not run.titled and self._awaits_closure(run)
        if awaits and not self._closed(run.end):
            return
        yield from run.parts
        self._past_run = run.end

    def _first(self, start: int, mark: Mark) -> Item | None:
        """The item at ``start`` if it counts behind this mark."""
        chapter = mark.sign is not None and mark.sign.is_section and not mark.opened
        chapter = chapter or (mark.sign is Sign.DOCUMENT and self._in_brackets(start, mark))
        rule_word = mark.sign is not None and mark.sign.is_rule_word
        item = self.numbers.item(start, chapters=chapter, odd_tails=rule_word)
        if item is None:
            odd = self.numbers.odd(start) if rule_word and mark.from_ is None else None
            return odd if odd and not self.joiners.unit.match(self.text, odd.end) else None
        before = self.text[start - 1 : start] if start else ""
        if before.isalpha() and before not in "ªº":  # CR704.5
            return item if item.dotted and mark.sign in (Sign.RULE, Sign.DOCUMENT) else None
        if mark.sign is None:
            return item if self._counts_alone(item, mark) else None
        return item if self._counts_behind(item, mark) else None

    def _in_brackets(self, start: int, mark: Mark) -> bool:
        chapter = forms.CHAPTER.match(self.text, start)
        after = self.text[chapter.end() : chapter.end() + 8].lstrip()[:1] if chapter else ""
        return mark.bracketed and after in BRACKETS.values()

    def _counts_alone(self, item: Item, mark: Mark) -> bool:
        if item.lettered:
            return not forms.FILE_NAME.match(self.text, item.end) and not self._is_priced(item)
        if not item.dotted:
            return False
        if self.bare:
            return item.mentions[0].number.rule is not None if item.mentions else True
        return item.has_s or self._bracketed(item) or self._is_heading(item)

    def _is_priced(self, item: Item) -> bool:
        return self.text[item.start - 1 : item.start] in _CURRENCIES if item.start else False

    def _bracketed(self, item: Item) -> bool:
        before = self.text[max(0, item.start - 8) : item.start].rstrip()[-1:]
        after = self.text[item.past : item.past + 8].lstrip()[:1]
        return bool(before) and BRACKETS.get(before) == after

    def _is_heading(self, item: Item) -> bool:
        """``702.33. Madness`` on a comment line of its own."""
        before = self.text[max(0, item.start - 80) : item.start].replace("\r", "\n")
        _, _, line = before.rpartition("\n")
        behind = forms.HEADING_BEHIND.match(self.text, item.end)
        capital = behind is not None and behind["first"].isupper()
        return capital and forms.HEADING_BEFORE.fullmatch(line) is not None

    def _counts_behind(self, item: Item, mark: Mark) -> bool:
        if item.lettered:
            return True
        if mark.from_ is not None and not item.spelled:
            return False
        if item.dotted:
            see = mark.sign in (Sign.SEE, Sign.ONLY_HERE)
            return not (see and self.joiners.unit.match(self.text, item.past))
        if mark.sign is Sign.WITH_DOT:
            return False
        if mark.sign is Sign.SEE and self.text[item.start - 1] == "#":
            return False  # see #702: a card, an issue
        if mark.sign is Sign.ONLY_HERE:
            return self._title_at(item.past) is not None or self._fills_brackets(item, mark)
        if mark.colon and mark.sign in (Sign.RULE, Sign.RULES):
            closed = self._closed(item.past) or forms.LINE_END.match(self.text, item.past)
            return bool(closed) or len(item.mentions) > 1
        return True

    def _fills_brackets(self, item: Item, mark: Mark) -> bool:
        before = self.text[max(0, mark.start - 1) : mark.start]
        return before in ("(", "[") and self.text[item.past : item.past + 1] in (")", "]")

    def _next(self, run: _Run, pauses: bool) -> Item | None:
        """The item that continues the list."""
        joined = self.joiners.joined.match(self.text, run.end)
        if joined is None and pauses:
            joined = forms.BLANKS.match(self.text, run.end)
        if joined is None or self._address_end(joined.end()):
            return None
        sign, start = run.mark.sign, joined.end()
        chapters = sign is not None and sign.is_section
        rule_word = sign is not None and sign.is_rule_word
        item = self.numbers.item(start, chapters=chapters, odd_tails=rule_word)
        if item is None:
            return self.numbers.odd(start, listed=True) if rule_word else None
        if item.lettered:
            return item
        if item.dotted:
            return None if self.joiners.unit.match(self.text, item.past) else item
        return item if self._listed(item, run) else None

    def _listed(self, item: Item, run: _Run) -> bool:
        """Whether 704 counts inside a list: rule 704.5 and 704 cards are two things."""
        sign = run.mark.sign
        if sign is not None and (sign.is_plural or len(item.mentions) > 1):
            return True
        if sign is Sign.DOCUMENT and run.only_sections:
            return True
        if self._closed(item.past) or forms.PUNCTUATION.match(self.text, item.past):
            return True
        joined = self.joiners.joined.match(self.text, item.past)
        return joined is not None and self.numbers.item(joined.end()) is not None

    def _closed(self, position: int) -> bool:
        closure = forms.CLOSURE.match(self.text, position)
        return closure is not None or self._title_at(position) is not None

    def _awaits_closure(self, run: _Run) -> bool:
        return run.mark.sign is Sign.SEE and run.only_sections

    def _title(self, run: _Run) -> bool:
        """Closes the citation if a title follows; whether that ends in a comma."""
        title = self._title_at(run.end) if run.open else None
        if title is None:
            return False
        run.close(title.text, title.end)
        run.end = title.past
        run.titled = True
        return title.pauses

    def _title_at(self, position: int) -> _Title | None:
        match = forms.TITLE.match(self.text, position)
        if match is None:
            return None
        quoted = match["guillemets"] or match["reversed"] or match["curly"] or match["straight"]
        if "\n" in quoted or "\r" in quoted:
            if forms.EMPTY_LINE.search(quoted):
                return None
            title = forms.FOLD.sub(" ", quoted).strip().rstrip(".,; ")
        else:
            title = _title(quoted)
        if not title:
            return None
        return _Title(title, match.start("behind"), match.end(), quoted.rstrip()[-1] in ",;")


def _counts_plainly(number: RuleNumber, mark: Mark | None, before: str) -> bool:
    """Whether it counts without a look at what stands around it; ``before`` is one sign."""
    if before.isalpha():  # CR704.5
        return False
    if mark is None:
        return number.is_subrule and before not in _CURRENCIES
    if mark.sign is None or mark.from_ is not None:
        return False
    return number.rule is not None or (mark.sign.is_rule_word and not mark.colon)


def _title(quoted: str) -> str:
    return " ".join(quoted.split()).rstrip(".,; ")
