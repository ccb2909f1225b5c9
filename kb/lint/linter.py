"""The linter: reads the citations of a text and gives what is wrong with them."""

import re
from collections.abc import Iterator, Mapping, Sequence

from kb.cite import citations
from kb.edition import Edition, EditionDate
from kb.errors import UnknownEdition
from kb.lines import Lines
from kb.lint import heads, lists, yaml_values
from kb.lint.beside import Beside, BesideReader, of_value
from kb.lint.books import Book, Books
from kb.lint.comments import Comments
from kb.lint.finding import Finding, Linted
from kb.lint.judge import Judge, Verdict
from kb.lint.limit import within_limit
from kb.lint.names import Terms
from kb.lint.yaml_read import Value
from kb.model import Citation
from kb.number import RuleNumber
from kb.saying import said
from kb.store import Store

_DIGITS = re.compile(r"[0-9]{3}")
_LONGEST_SHOWN = 300
"""Of a citation in its findings: a list of thousands would stand there thousands of times."""


def linter(
    store: Store,
    *,
    edition: EditionDate | None,
    written_for: EditionDate | None = None,
    language: str,
) -> "Linter":
    """A linter by the edition in force on a day, without one by the newest.

    The numbers of a text that was ``written_for`` an older one are followed from there. Evidence
    is in ``language``. Raises UnknownEdition where no complete official edition is held.
    """
    books = Books(store)
    book = books.in_force(edition)
    old = books.in_force(written_for) if written_for is not None else None
    return Linter(store, books, book, old=old, language=language)


class Linter:
    """Judges the citations of one text after another; ``linter`` makes it."""

    def __init__(
        self, store: Store, books: Books, book: Book, *, old: Book | None, language: str
    ) -> None:
        self._books = books
        self._language = language
        self._terms = Terms(store)
        self._judge = Judge(books, book, self._terms, old=old, language=language)
        self._others: dict[Book, Judge] = {}
        self._known = books.ending_in_s()

    @property
    def edition(self) -> Edition:
        """That which is checked where no comment asks for another."""
        return self._judge.edition

    def lint(self, text: str, *, yaml: bool = False) -> Linted:
        """The findings of a text, in its order; with ``yaml`` values are citations too.

        Raises Unreadable where it cites more numbers than ``limit.MOST``.
        """
        found = list(within_limit(citations(text, known=self._known)))
        found = list(within_limit(heads.added(text, found, self._terms.forms)))
        values: Mapping[int, Value] = {}
        if yaml:
            found, values = yaml_values.added(text, found)
            found = list(within_limit(found))
        return _Reading(self, text, found, values).linted()

    def judge(self, date: EditionDate | None = None) -> Judge:
        """That of the edition which a comment asks for, if one does; raises UnknownEdition."""
        if date is None:
            return self._judge
        book = self._books.in_force(date)
        if book not in self._others:
            self._others[book] = Judge(
                self._books, book, self._terms, old=None, language=self._language
            )
        return self._others[book]


class _Reading:
    """One text with all that was read in it."""

    def __init__(
        self,
        linter: Linter,
        text: str,
        found: Sequence[Citation],
        values: Mapping[int, Value],
    ) -> None:
        self._linter = linter
        self._text = text
        self._found = found
        self._values = values
        self._lines = Lines(text)
        self._comments = Comments(text, self._lines)
        self._readers: dict[Judge, BesideReader] = {}
        self._problems: dict[EditionDate, str] = {}
        """Of editions that a comment asks for."""

    def linted(self) -> Linted:
        counted = 0
        findings: list[Finding] = []
        for place, citation in enumerate(self._found):
            broken = lists.broken_ranges(self._text, citation) if citation.fault else ()
            counted += max(1, len(citation.mentions)) - len(broken)
            if not self._comments.is_exempt(citation.start):
                findings += self._findings(place, citation, broken)
        problems = (*self._comments.faults, *self._problems.values())
        return Linted(counted, tuple(findings), problems)

    def _findings(self, place: int, citation: Citation, broken: Sequence[int]) -> Iterator[Finding]:
        judge = self._judge_of(citation)
        if not citation.mentions:
            digits = _DIGITS.search(self._text, citation.start, citation.end)
            start = digits.start() if digits else citation.start
            verdict = judge.no_number(self._text[start : citation.end])
            yield self._finding(verdict, None, citation, judge, start, citation.end)
            return
        names = self._names(judge, place, citation)
        skipped = -1
        for index, mention in enumerate(citation.mentions):
            if index in broken:
                skipped = index + 1
                other = citation.mentions[skipped]
                verdict = judge.broken_range(mention.number, other.number)
                yield self._finding(verdict, None, citation, judge, mention.start, other.end)
            elif index != skipped:
                number = mention.number
                found = judge.verdict(number, names.get(index, ()))
                if found is not None:
                    yield self._finding(found, number, citation, judge, mention.start, mention.end)

    def _judge_of(self, citation: Citation) -> Judge:
        """That of the edition which a comment asks for; if none has it, the usual one."""
        asked = self._comments.edition_at(citation.start)
        if asked is None:
            return self._linter.judge()
        line, date = asked
        try:
            return self._linter.judge(date)
        except UnknownEdition as error:
            self._problems.setdefault(date, said("lint.at_line", line=line, error=error))
            return self._linter.judge()

    def _names(
        self, judge: Judge, place: int, citation: Citation
    ) -> Mapping[int, tuple[Beside, ...]]:
        """The names beside each number, by the place of its mention."""
        if judge not in self._readers:
            self._readers[judge] = BesideReader(self._text, self._found, judge.names)
        beside = self._readers[judge].of(place)
        if not self._values:
            return beside
        return {
            index: (*beside.get(index, ()), *of_value(self._values.get(mention.start), mention))
            for index, mention in enumerate(citation.mentions)
        }

    def _finding(
        self,
        verdict: Verdict,
        number: RuleNumber | None,
        citation: Citation,
        judge: Judge,
        start: int,
        end: int,
    ) -> Finding:
        return Finding(
            kind=verdict.kind,
            number=number,
            suggestion=verdict.suggestion,
            confidence=verdict.confidence,
            evidence=verdict.evidence,
            edition=judge.edition,
            citation=_shortened(self._text[citation.start : citation.end]),
            line=self._lines.line(start),
            column=self._lines.column(start),
            start=start,
            end=end,
        )


def _shortened(citation: str) -> str:
    return citation if len(citation) <= _LONGEST_SHOWN else f"{citation[: _LONGEST_SHOWN - 1]}…"
