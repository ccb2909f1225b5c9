"""The library: what other programs import; docs/library.md lists it, and nothing else is public."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from kb.as_of import turn_back
from kb.cite import citations
from kb.cite_links import LinkPattern
from kb.compare.findings import Comparison
from kb.compare.side_by_side import compare as side_by_side
from kb.edition import EditionDate
from kb.errors import RegulaeError
from kb.explain import because
from kb.holdings import Holdings
from kb.lang import ORIGINAL
from kb.lang import language as known_language
from kb.lint.finding import Finding
from kb.lint.linter import linter
from kb.model import Citation
from kb.number import RuleNumber
from kb.paths import default_base
from kb.saying import said
from kb.state_text import documents
from kb.store import Store, explained
from kb.terms import numbers
from kb.verify import Refused, Verified, verify_each
from search.asked import asked
from search.asked_rules import asked_rules
from search.changes import Changes, changes
from search.changes import Wanted as Between
from search.citing import Citing, Manner, citing
from search.find import find
from search.histories import Histories, Reader, histories
from search.histories import Wanted as Followed
from search.hits import Found
from search.look import LookUp
from search.look import look_up as look_up_in
from search.opening import opened_base, opened_index

__all__ = (
    "Changes",
    "Citation",
    "Citing",
    "Comparison",
    "EditionDate",
    "Finding",
    "Found",
    "Histories",
    "LookUp",
    "Refused",
    "RegulaeError",
    "RuleNumber",
    "Store",
    "Verified",
    "because",
    "cite",
    "compare",
    "diff",
    "extract",
    "history",
    "lint",
    "look_up",
    "open_base",
    "search",
    "verify",
)

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


@contextmanager
def open_base(folder: Path | None = None, *, edition: EditionDate | None = None) -> Iterator[Store]:
    """The knowledge base in a folder (without one, the user's own), made where there is none.

    With ``edition`` all answers are as of that day. It is for one thread, and only read.
    Raises StoreError and UnknownEdition.
    """
    place = folder if folder is not None else default_base()
    with explained(place):
        base = opened_base(place, on_build=lambda: None)
    with base:
        if edition is not None:
            _turned_back(base, edition.latest)
        yield base


def _explained(
    ask: Callable[Concatenate[Store, Asked], Answer],
) -> Callable[Concatenate[Store, Asked], Answer]:
    """The same, where what befalls the file of the base is a StoreError."""

    @wraps(ask)
    def asking(base: Store, /, *what: Asked.args, **how: Asked.kwargs) -> Answer:
        with explained(base.folder):
            return ask(base, *what, **how)

    return asking


_turned_back = _explained(turn_back)


@_explained
def look_up(
    base: Store, *what: str, language: str = ORIGINAL, all_languages: bool = False
) -> LookUp:
    """Rules by number, range, section or name in any language; raises BadRange."""
    _check(language)
    return look_up_in(
        Holdings(base), what, language=language, all_languages=all_languages, at=_day(base)
    )


@_explained
def search(
    base: Store,
    query: str,
    *,
    language: str = ORIGINAL,
    within: str | None = None,
    limit: int = 10,
) -> Found:
    """The rules that words in any language find, shown in ``language``; raises QueryError.

    ``within`` keeps to texts of one language. The index is made first where there is none.
    """
    _check(language, within)
    if limit < 1:
        raise RegulaeError(said("usage.no_limit", limit=limit))
    return find(base, opened_index(base), query, language=language, within=within, limit=limit)


@_explained
def compare(base: Store, *what: str, languages: Sequence[str]) -> Comparison:
    """The texts of rules in these languages, and in what they differ; raises BadRange."""
    _check(*languages)
    holdings = Holdings(base)
    wanted = asked(holdings, what)
    return side_by_side(holdings, wanted.numbers, languages, exact=wanted.exact, at=_day(base))


@_explained
def cite(
    base: Store,
    *what: str,
    language: str = ORIGINAL,
    style: str = "plain",
    quote: bool = False,
    link: str | None = None,
) -> Citing:
    """Citations to paste, with their edition; raises BadRange.

    ``style`` and ``link`` are those of ``regulae cite --help``.
    """
    _check(language)
    pattern = LinkPattern.parse(link) if link is not None else None
    manner = Manner(language=language, style=style, at=_day(base), link=pattern, quote=quote)
    return citing(Holdings(base), what, manner)


def extract(text: str, *, language: str | None = None) -> Iterator[Citation]:
    """The citations in a text, with their places; ``language`` is that of the text, if known."""
    _check(language)
    known = frozenset(each.number for each in numbers())
    return citations(text, language=language, known=known)


@_explained
def lint(
    base: Store,
    text: str,
    *,
    language: str = ORIGINAL,
    edition: EditionDate | None = None,
    written_for: EditionDate | None = None,
) -> tuple[Finding, ...]:
    """The citations of a text that the newest official edition does not bear out.

    ``edition`` takes the one in force on a day in its place,
    ``written_for`` takes all numbers as those of an older edition. ``language`` is that of the
    sentences. Raises UnknownEdition where no official edition is held.
    """
    _check(language)
    judge = linter(base, edition=edition, written_for=written_for, language=language)
    return judge.lint(text).findings


def verify(
    text: str, *what: str, language: str = ORIGINAL, strict: bool = False
) -> Iterator[Verified | Refused]:
    """The verdicts on each game state of a text (YAML, JSON), of all rules or those asked for.

    Raises UnknownRule. It needs no base.
    """
    _check(language)
    rules = asked_rules(what)
    return verify_each(documents(text, name="-"), rules=rules, strict=strict, language=language)


@_explained
def diff(
    base: Store, old: EditionDate, new: EditionDate, *what: str, language: str = ORIGINAL
) -> Changes:
    """What the rules, all or those asked for, became from one edition to another.

    They are editions in ``language`` where it has both. Raises UnknownEdition and BadRange.
    """
    _check(language)
    answer, _ = changes(base, Between(old, new, what), language=language)
    return answer


@_explained
def history(base: Store, *what: str, language: str = ORIGINAL) -> Histories:
    """Rules followed through their moves over all editions held; raises BadRange."""
    _check(language)
    wanted = Followed(what, _day(base), also=(language,))
    return histories(base, wanted, Reader(language, lambda code: None))


def _day(base: Store) -> EditionDate | None:
    """The day as of which a base answers."""
    return EditionDate.parse(base.as_of).latest if base.as_of else None


def _check(*languages: str | None) -> None:
    """Raises UnknownLanguage for a code that is none: English would fill in without a word."""
    for code in languages:
        if code is not None:
            known_language(code)
