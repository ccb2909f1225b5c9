"""The history of a rule: edition by edition, with what went and what came."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from kb.diff.history import History, Stood
from kb.diff.kinds import ChangeKind
from kb.diff.marks import marks
from kb.edition import Edition
from kb.errors import UnknownEdition
from kb.number import RuleNumber
from kb.store import open_to_read
from search.histories import Reader, Wanted, histories
from search.histories_text import parted, runs
from search.marked import paragraphs
from search.sentences import edition_words, words
from search.web.asking import Answer, Asking, Missing, Page, Redirect
from search.web.marking import inserted
from search.web.sentences import said

_CHANGED = (ChangeKind.CHANGED, ChangeKind.MOVED_AND_CHANGED)


class Paragraph(NamedTuple):
    is_example: bool
    text: Markup


class Stage(NamedTuple):
    """Editions one after the other in which the rule was the same."""

    first: Stood
    last: Stood
    kind: str | None
    """How it differs from what it was before, in a word."""
    partings: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]


class Told(NamedTuple):
    title: str | None
    language: str
    stages: tuple[Stage, ...]
    """The newest first."""
    gone: str | None


class HistoryContent(NamedTuple):
    number: RuleNumber
    histories: tuple[Told, ...]
    undated: int
    former: tuple[Edition, ...]
    """In which the number stood last, where it is no rule of the day meant."""


def page(asking: Asking) -> Answer:
    number = RuleNumber.read(asking.parameters["number"])
    if number is None or not asking.holdings.known(number):
        return Missing(asking.parameters["number"])
    if str(number) != asking.parameters["number"]:
        return Redirect(asking.addresses.history(number))
    code, folder = asking.language, asking.store.folder
    wanted = Wanted([str(number)], at=asking.at.latest if asking.at else None)
    reader = Reader(code, on_build=lambda language: None)
    content = HistoryContent(number, (), 0, ())
    if folder is not None:
        # What the first question finds is written down: not inside the snapshot of the others.
        with open_to_read(folder) as store:
            try:
                answer = histories(store, wanted, reader)
            except UnknownEdition:  # nothing has a date
                answer = None
        if answer is not None:
            content = HistoryContent(
                number,
                tuple(_told(each, code) for each in answer.histories),
                answer.undated,
                tuple(held.edition for held in answer.former),
            )
    return Page(
        template="history.html",
        title=said(code, "history_title", number=number),
        content=content,
        path=f"/history/{number}",
        description=said(code, "history_description", number=number),
        query={"edition": str(asking.at)} if asking.at else {},
    )


def _told(history: History, code: str) -> Told:
    stages: list[Stage] = []
    before: Stood | None = None
    own = [stood for stood in history.stood if stood.edition.language == history.language]
    for run in runs(own):
        stages.append(_stage(history, run, before, code))
        before = run[-1]
    gone = None
    if history.gone is not None:
        gone = words(code, "history_gone", edition=edition_words(history.gone, code))
    return Told(history.title, history.language, tuple(stages[::-1]), gone)


def _stage(history: History, run: Sequence[Stood], before: Stood | None, code: str) -> Stage:
    first = run[0]
    return Stage(
        first,
        run[-1],
        words(code, f"diff_{first.kind}") if first.kind else None,
        tuple(parted(each, code) for each in history.partings if each.edition == first.edition),
        _paragraphs(first, before, code),
    )


def _paragraphs(stood: Stood, before: Stood | None, code: str) -> tuple[Paragraph, ...]:
    """The text as it stood then, with marks where it changed; nothing where it did not."""
    if before is not None and stood.kind not in _CHANGED:
        return ()
    found = marks((before or stood).whole, stood.whole)
    return tuple(
        Paragraph(is_example, Markup("").join(inserted(mark, code) for mark in paragraph))
        for is_example, paragraph in paragraphs(found, full=True)
    )
