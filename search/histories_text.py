"""Histories for people: a line for each run of editions, with the words that changed."""

from collections.abc import Iterator, Sequence

from kb.diff.history import History, Parting, Stood
from kb.diff.kinds import ChangeKind
from kb.diff.marks import marks
from kb.edition import EditionDate
from kb.holdings import HeldRule
from search.changes_text import marked_paragraphs
from search.render import in_one_line, painted, wrapped
from search.sentences import edition_words, words

_INDENT = "  "
_DATES = len("2009-07-11 – 2011-06-17")
_NUMBERS = len("702.193aa")


def history_text(told: History, language: str, *, full: bool) -> Iterator[str]:
    """Line by line: its numbers, edition by edition, what changed, and how it reads at last."""
    title = f"  {in_one_line(told.title)}" if told.title else ""
    yield painted(f"{told.asked}{title}", bold=True)
    before: Stood | None = None
    own = [stood for stood in told.stood if stood.edition.language == told.language]
    for run in runs(own):
        first = run[0]
        yield _INDENT + _line(run, language)
        for parting in told.partings:
            if parting.edition == first.edition:
                yield wrapped(parted(parting, language), indent=_INDENT * 2)
        if before is not None and first.kind in (ChangeKind.CHANGED, ChangeKind.MOVED_AND_CHANGED):
            found = marks(before.whole, first.whole)
            yield from marked_paragraphs(found, language, full=full, indent=_INDENT * 2)
        before = run[-1]
    for stood in told.stood:
        if stood.edition.language != told.language:
            yield _INDENT + _line([stood], language)
    if told.gone is not None:
        yield wrapped(words(language, "history_gone", edition=edition_words(told.gone, language)))
        ended = [parting for parting in told.partings if parting.edition == told.gone]
        for parting in ended:
            yield wrapped(parted(parting, language), indent=_INDENT * 2)
    if before is not None and before.title is None:
        yield painted(f"{_INDENT}[{edition_words(before.edition, language)}]", dim=True)
        label = words(language, "example")
        for place, part in enumerate(before.whole.split("\n")):
            yield wrapped(f"{label}: {part}", indent=_INDENT * 2) if place else wrapped(part)


def former_text(held: HeldRule, at: EditionDate | None, language: str) -> str:
    """That a number is no rule in the edition meant, and where to read about the one it was."""
    return words(language, "history_former", number=held.number, at=at, edition=held.edition.date)


def runs(stood: Sequence[Stood]) -> Iterator[list[Stood]]:
    """Editions one after the other between which the rule did not change."""
    run: list[Stood] = []
    for each in stood:
        if run and each.kind is not None:
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _line(run: Sequence[Stood], language: str) -> str:
    first, last = run[0], run[-1]
    dates = dict.fromkeys(str(stood.edition.date) for stood in (first, last))
    kind = words(language, f"diff_{first.kind}") if first.kind else ""
    line = f"{' – '.join(dates):{_DATES}}  {first.number!s:{_NUMBERS}}  {kind}"
    if not first.edition.official:
        about = f"{first.edition.language}, {words(language, first.edition.kind)}"
        line += painted(f"  [{about}]", dim=True)
    return line.rstrip()


def parted(parting: Parting, language: str) -> str:
    key = f"history_{parting.kind}_{'from' if parting.came else 'into'}"
    return words(language, key, number=parting.number, edition=parting.edition.date)
