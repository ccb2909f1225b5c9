"""Changes: what the rules became from one edition to another, for those asked for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kb.diff.chain import Chain, Day, Member
from kb.diff.changes import Change, Diff, End, diff, went_to
from kb.diff.entries import EntryChange, entry_changes
from kb.diff.kinds import ChangeKind
from kb.diff.matching import Matching
from kb.diff.side import Side, together
from kb.edition import Edition, EditionDate
from kb.errors import StoreBusy, StoreError, UnknownEdition
from kb.holdings import Holdings
from kb.lang import folded, in_order_for
from kb.number import RuleNumber
from kb.saying import said
from kb.store import Store, open_to_write
from kb.term import FalseFriend
from search.asked import Absent, Asked, asked


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes from one edition to another."""

    old: Edition
    new: Edition
    changes: tuple[Change, ...]
    """Of the rules and kinds asked for, in the order of the newer edition."""
    entries: tuple[EntryChange, ...]
    """Of the glossary: all without rules asked for, else those of such a name."""
    titles: Mapping[int, str]
    """The names of the sections, as the newer edition has them where it has them."""
    unchanged: int
    """Rules asked for that stand where they stood, as they stood."""
    only_old: tuple[RuleNumber, ...]
    """Rules of the old edition of which the new one may only lack the text."""
    only_new: tuple[RuleNumber, ...]
    asked: tuple[RuleNumber, ...] = ()
    """The rules that were asked for; none where all were."""
    warnings: tuple[FalseFriend, ...] = ()
    absent: tuple[Absent, ...] = ()
    kinds: frozenset[ChangeKind] = frozenset()
    """Those asked for; none where all were."""

    @property
    def counts(self) -> Mapping[ChangeKind, int]:
        """How many there are of each kind that there is."""
        return _counted(change.kind for change in self.changes)

    @property
    def entry_counts(self) -> Mapping[ChangeKind, int]:
        """The same of the glossary."""
        return _counted(change.kind for change in self.entries)

    @property
    def same_edition(self) -> bool:
        return self.old == self.new


def _counted(kinds: Iterable[ChangeKind]) -> Mapping[ChangeKind, int]:
    found = Counter(kinds)
    return {kind: found[kind] for kind in ChangeKind if found[kind]}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of two editions."""

    old: EditionDate
    new: EditionDate
    what: Sequence[str] = ()
    """Rules by number or name in the newer edition; all without any."""
    kinds: frozenset[ChangeKind] = frozenset()
    """All without any."""


def changes(
    store: Store, wanted: Wanted, *, language: str, within: str | None = None
) -> tuple[Changes, Chain]:
    """The changes, and the chain with what was matched for them; raises UnknownEdition.

    ``within`` is the language of the editions. Without it that is the first, for a reader of
    ``language``, that has editions of both dates, else the first that has any in force then.
    """
    holdings = Holdings(store)
    languages = (within,) if within else in_order_for(language, holdings.languages())
    chains = [Chain(store, code) for code in languages]
    chain, old, new = _days(chains, wanted)
    former, latter, matching = _ends(chain, old, new)
    found = diff(former, latter, matching, chain.wordings)
    moved = partial(went_to, former.side, latter.side, matching)
    entries = entry_changes(store, former, latter, moved)
    answer = Changes(
        _speaker(former),
        _speaker(latter),
        tuple(c for c in found.changes if not wanted.kinds or c.kind in wanted.kinds),
        tuple(c for c in entries if not wanted.kinds or c.kind in wanted.kinds),
        {
            int(line.number): line.title
            for side in (former.side, latter.side)
            for line in side.lines
            if line.is_section and line.title is not None
        },
        found.unchanged,
        found.only_old,
        found.only_new,
        kinds=wanted.kinds,
    )
    if wanted.what:
        question = asked(holdings, wanted.what, at=new.date)
        answer = _of_these(answer, question, latter.side, found, wanted.what)
    return answer, chain


def keep(store: Store, chain: Chain, *, patient: bool = True) -> None:
    """Write down what was matched, for the next question; at once or not at all unless patient."""
    if not chain.made or store.folder is None:
        return
    on_wait = None if patient else _give_up
    try:
        with open_to_write(store.folder, on_wait=on_wait) as writing, writing.writing():
            chain.keep(writing)
    except StoreError:  # no room, no right to write, or somebody else writes: it is made again
        return


def _give_up() -> None:
    raise StoreBusy(said("base.writes"))


# -- which editions ----------------------------------------------------------------------


def _days(chains: Sequence[Chain], wanted: Wanted) -> tuple[Chain, Day, Day]:
    for fits in (_is_named, _in_force):
        for chain in chains:
            days = _days_of_others(chain)
            old, new = (
                next((day for day in reversed(days) if fits(day.date, date)), None)
                for date in (wanted.old, wanted.new)
            )
            if old is not None and new is not None:
                return chain, old, new
    held = "; ".join(
        f"{chain.language}: {', '.join(str(day.date) for day in _days_of_others(chain))}"
        for chain in chains
        if chain.days
    )
    codes = ", ".join(chain.language for chain in chains)
    raise UnknownEdition(
        said(
            "edition.none_of_two",
            old=wanted.old,
            new=wanted.new,
            languages=codes,
            held=held or said("edition.without_date"),
        )
    )


def _days_of_others(chain: Chain) -> tuple[Day, ...]:
    """Without those of our own words, which nobody changed into; all where there is no other."""
    return tuple(day for day in chain.days if not day.ours) or chain.days


def _is_named(held: EditionDate, date: EditionDate) -> bool:
    if date.day is None:
        return (held.year, held.month) == (date.year, date.month)
    return held == date


def _in_force(held: EditionDate, date: EditionDate) -> bool:
    return held <= date.latest


def _ends(chain: Chain, old: Day, new: Day) -> tuple[End, End, Matching]:
    if old is not new:
        places = chain.days.index(old), chain.days.index(new)
        return _end(old.speakers), _end(new.speakers), chain.between(*places)
    revisions = [member for member in new.members if member.whole][-2:]
    if len(revisions) == 2:
        one, other = (_end([each]) for each in revisions)
        return one, other, chain.matched(one.side, other.side)
    same = _end(new.speakers)
    return same, same, Matching({line.rank: line.rank for line in same.side.lines}, {}, {})


def _end(members: Sequence[Member]) -> End:
    side = together([member.side for member in members])
    return End(side, {each.key: each.edition for each in members}, members[0].whole)


def _speaker(end: End) -> Edition:
    return list(end.editions.values())[-1]


# -- which rules -------------------------------------------------------------------------


def _of_these(
    answer: Changes, question: Asked, side: Side, found: Diff, what: Sequence[str]
) -> Changes:
    """Of the rules asked for, by their numbers now; by former ones where they are gone."""

    def meant(number: RuleNumber) -> bool:
        if question.exact:
            return number in question.numbers
        return any(number.within(wanted) for wanted in question.numbers)

    names = {folded(each) for each in (*what, " ".join(what))}
    lines = (RuleNumber.parse(line.number) for line in side.lines)
    touched = {number for change in found.changes for number in _now(change)}
    entries = tuple(change for change in answer.entries if folded(change.term) in names)
    explained = {folded(change.term) for change in entries}
    return replace(
        answer,
        changes=tuple(change for change in answer.changes if any(map(meant, _now(change)))),
        entries=entries,
        unchanged=sum(meant(number) and number not in touched for number in lines),
        only_old=tuple(filter(meant, answer.only_old)),
        only_new=tuple(filter(meant, answer.only_new)),
        asked=question.numbers,
        warnings=question.warnings,
        absent=tuple(each for each in question.absent if folded(each.text) not in explained),
    )


def _now(change: Change) -> tuple[RuleNumber, ...]:
    """The numbers that a rule has now; those that it had where it is gone."""
    others = change.others if change.kind is ChangeKind.SPLIT else ()
    return (change.place, *(said.number for said in others))
