"""Rules side by side: the texts of several languages row by row, with what differs in them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from markupsafe import Markup

from kb.compare.findings import Comparison, Difference, Row
from kb.compare.reading import is_heading
from kb.compare.side_by_side import compare
from kb.edition import Edition, EditionDate, EditionKind
from kb.errors import BadDate, RegulaeError, UnknownEdition
from kb.holdings import HeldRule
from kb.lang import ORIGINAL, codes
from kb.number import RuleNumber
from search.asked import asked
from search.compare.said import difference_sentence
from search.sentences import language_name, words
from search.web.addresses import quoted
from search.web.asking import Answer, Asking, Missing, Page, Redirect, page_asked
from search.web.layers import Found, Link, Sentence, layered
from search.web.sentences import said
from search.web.texts import Texts

_LONGEST = 80
"""Signs of what is asked for."""
_ROWS = 40
"""Rules on one page."""


class Cell(NamedTuple):
    """The text of one language in a row."""

    language: str
    text: Markup | None
    """None where the language has none."""
    is_heading: bool
    examples: tuple[Markup, ...]
    edition: Edition | None
    """Where it is not that of the whole column."""
    number: RuleNumber | None
    """That of the text, where it is another one than that of the row."""
    portion_of: RuleNumber | None
    """The rule whose text it is a part of."""


class Note(NamedTuple):
    """A finding, by the number of its marks in the texts."""

    mark: int
    kind: str
    sentence: str
    is_marked: bool


class ComparedRow(NamedTuple):
    number: RuleNumber
    cells: tuple[Cell, ...]
    notes: tuple[Note, ...]


class Column(NamedTuple):
    language: str
    name: str
    edition: Edition | None
    """Of all its texts, where they have one."""


class Choice(NamedTuple):
    """Other languages to set beside each other."""

    name: str
    address: str
    is_chosen: bool


class CompareContent(NamedTuple):
    what: str
    numbers: tuple[RuleNumber, ...]
    name: str
    columns: tuple[Column, ...]
    rows: tuple[ComparedRow, ...]
    findings: int
    choices: tuple[Choice, ...]
    ours_apart: bool
    """Whether our own words stand beside others, with which they were hardly compared."""
    english: EditionDate | None
    dates: tuple[EditionDate, ...]
    """Of the English editions."""
    pages: tuple[tuple[int, str], ...]
    page: int


def form(asking: Asking) -> Answer:
    """Where one says what to compare."""
    what = asking.query.get("what", "").strip()
    if what:
        return Redirect(
            asking.addresses.page(
                f"/compare/{quoted(what[:_LONGEST])}",
                langs=asking.query.get("langs", ""),
                english=asking.query.get("english", ""),
            )
        )
    code = asking.language
    return Page(
        template="compare.html",
        title=said(code, "compare_title"),
        content=CompareContent("", (), "", (), (), 0, (), False, None, _dates(asking), (), 1),
        path="/compare",
        description=said(code, "compare_description"),
    )


def page(asking: Asking) -> Answer:
    what = asking.parameters["what"]
    if asking.at is not None:  # the day is that of the English side alone
        query = {**asking.query, "edition": "", "english": str(asking.at)}
        return Redirect(asking.addresses.page(f"/compare/{quoted(what)}", **query))
    if len(what) > _LONGEST:
        return Missing(what[:_LONGEST])
    try:
        question = asked(asking.holdings, [what])
    except RegulaeError:  # a range that is none
        return Missing(what)
    if not question.numbers:
        return Missing(what)
    if len(question.numbers) == 1 and str(question.numbers[0]) != what:  # by its name
        path = f"/compare/{question.numbers[0]}"
        return Redirect(asking.addresses.page(path, **asking.query))
    languages = _languages(asking)
    try:
        english = _english(asking, languages)
    except (BadDate, UnknownEdition):
        return Missing(asking.query["english"], _dates(asking))
    wanted = _wanted(asking, question.numbers, languages, exact=question.exact)
    pages = max(1, -(-len(wanted) // _ROWS))
    at = page_asked(asking, pages)
    some = wanted[(at - 1) * _ROWS : at * _ROWS]
    answer = compare(asking.holdings, some, languages, exact=True, at=english)
    return _page(asking, what, question.numbers, languages, answer, english, at, pages)


def _page(
    asking: Asking,
    what: str,
    numbers: tuple[RuleNumber, ...],
    languages: tuple[str, ...],
    answer: Comparison,
    english: EditionDate | None,
    at: int,
    pages: int,
) -> Page:
    code, texts = asking.language, Texts(asking)
    name = texts.called(numbers[0]) if len(numbers) == 1 else ""
    path = f"/compare/{quoted(what)}"
    query = {}
    if languages != _usual(asking):
        query["langs"] = ",".join(languages)
    if english is not None:
        query["english"] = str(english)
    columns = tuple(_column(answer.rows, each, code) for each in languages)
    rows = _Rows(asking, answer, columns).rows
    shown = f"{numbers[0]} {name}".strip() if len(numbers) == 1 else what
    return Page(
        template="compare.html",
        title=said(code, "compare_of", what=shown),
        content=CompareContent(
            what=what,
            numbers=numbers,
            name=shown,
            columns=columns,
            rows=rows,
            findings=len(answer.findings),
            choices=_choices(asking, path, query, languages),
            ours_apart=any(map(_ours_apart, answer.rows)),
            english=english,
            dates=_dates(asking),
            pages=tuple(
                (each, asking.addresses.page(path, **query, page=each if each > 1 else ""))
                for each in range(1, pages + 1)
            ),
            page=at,
        ),
        path=path,
        description=said(code, "compare_description"),
        indexed=not query and at == 1,
        query=query | ({"page": str(at)} if at > 1 else {}),
    )


# -- what is asked -----------------------------------------------------------------------


def _usual(asking: Asking) -> tuple[str, ...]:
    """The language of the reader first, the original last."""
    rest = [each for each in codes() if each not in (asking.language, ORIGINAL)]
    own = () if asking.language == ORIGINAL else (asking.language,)
    return (*own, *rest, ORIGINAL)


def _languages(asking: Asking) -> tuple[str, ...]:
    wanted = asking.query.get("langs", "").split(",")
    found = tuple(dict.fromkeys(each for each in wanted if each in codes()))
    return found if len(found) > 1 else _usual(asking)


def _english(asking: Asking, languages: Sequence[str]) -> EditionDate | None:
    named = asking.query.get("english", "")
    if not named or ORIGINAL not in languages:
        return None
    at = EditionDate.parse(named)
    asking.holdings.check_edition(ORIGINAL, at)
    return at


def _dates(asking: Asking) -> tuple[EditionDate, ...]:
    held = {each.date for each in asking.holdings.editions(ORIGINAL) if each.date}
    return tuple(sorted(held, reverse=True))


def _wanted(
    asking: Asking, numbers: Iterable[RuleNumber], languages: Sequence[str], *, exact: bool
) -> tuple[RuleNumber, ...]:
    found: dict[RuleNumber, None] = {}
    for number in numbers:
        inside = () if exact else asking.holdings.numbers_in(number, languages)
        found.update(dict.fromkeys(inside or (number,)))
    return tuple(found)


def _choices(
    asking: Asking, path: str, query: Mapping[str, str], chosen: Sequence[str]
) -> tuple[Choice, ...]:
    """All languages, and each two of them in the usual order."""
    usual = _usual(asking)
    sets = [usual] if len(usual) < 3 else [usual, *combinations(usual, 2)]
    return tuple(
        Choice(
            " · ".join(language_name(each, asking.language) for each in one),
            asking.addresses.page(
                path, **{**query, "langs": "" if one == usual else ",".join(one)}
            ),
            set(one) == set(chosen),
        )
        for one in sets
    )


# -- what is shown -----------------------------------------------------------------------


def _column(rows: Sequence[Row], language: str, code: str) -> Column:
    held = [text for row in rows if (text := row.texts.get(language)) is not None]
    editions = {text.edition for text in held}
    only = editions.pop() if len(editions) == 1 else None
    return Column(language, language_name(language, code), only)


def _ours_apart(row: Row) -> bool:
    held = [each for each in row.texts.values() if each is not None and not is_heading(each)]
    return len({each.edition.kind is EditionKind.OURS for each in held}) > 1


class _Rows:
    """Makes the rows, with the findings numbered as they come."""

    def __init__(self, asking: Asking, answer: Comparison, columns: Sequence[Column]) -> None:
        self._asking = asking
        self._texts = Texts(asking)
        self._columns = columns
        self._findings: dict[RuleNumber, list[tuple[int, Difference]]] = {}
        for mark, finding in enumerate(answer.findings, start=1):
            self._findings.setdefault(finding.number, []).append((mark, finding))
        self.rows = tuple(self._row(row) for row in answer.rows)

    def _row(self, row: Row) -> ComparedRow:
        findings = self._findings.get(row.number, [])
        notes = tuple(self._note(mark, finding, row) for mark, finding in findings)
        cells = tuple(self._cell(row, column, findings) for column in self._columns)
        return ComparedRow(row.number, cells, notes)

    def _note(self, mark: int, finding: Difference, row: Row) -> Note:
        code = self._asking.language
        return Note(
            mark,
            words(code, f"coverage_kind_{finding.kind}"),
            difference_sentence(finding, code),
            any(row.texts.get(each.language) for each in finding.evidence),
        )

    def _cell(self, row: Row, column: Column, findings: Sequence[tuple[int, Difference]]) -> Cell:
        held, language = row.texts.get(column.language), column.language
        if held is None:
            return Cell(language, None, False, (), None, None, None)
        is_portion = language in row.portions
        code = self._asking.language
        # A heading cites nothing; of a part of a text the places are those of the whole.
        text = layered(
            held.text,
            code,
            sentences=_sentences(row, language) if len(row.sentences) > 1 else (),
            found=[
                Found(each.start, each.end, mark)
                for mark, finding in findings
                for each in finding.evidence
                if each.language == language
            ],
            links=() if is_portion else self._links(held),
        )
        return Cell(
            language=language,
            text=text,
            is_heading=is_heading(held),
            examples=tuple(self._texts.marking.other(each, language) for each in held.examples),
            edition=held.edition if column.edition is None else None,
            number=held.number if held.number != row.number else None,
            portion_of=row.number.parent if is_portion else None,
        )

    def _links(self, held: HeldRule) -> Iterable[Link]:
        for number, start, end in self._asking.holdings.citation_spans(held):
            address = self._texts.link(number)
            if address is not None:
                yield Link(start, end, address)


def _sentences(row: Row, language: str) -> tuple[Sentence, ...]:
    return tuple(
        Sentence(*bounds, f"{row.number}-{place}", place)
        for place, beside in enumerate(row.sentences, start=1)
        if (bounds := beside.get(language)) is not None
    )
