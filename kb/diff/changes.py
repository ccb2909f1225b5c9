"""Changes: what the rules of one edition became in another one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kb.diff.kinds import ChangeKind, Difference, Retarget, difference
from kb.diff.matching import Matching
from kb.diff.side import Line, Side
from kb.diff.wording import Wordings, paragraphs
from kb.edition import Edition
from kb.number import RuleNumber


class Said(NamedTuple):
    """A rule as one edition has it."""

    number: RuleNumber
    edition: Edition
    title: str | None
    text: str
    examples: tuple[str, ...]
    heading: str | None
    """The name of the nearest heading at or above it."""

    @property
    def whole(self) -> str:
        """The text, and each example in a paragraph of its own."""
        return paragraphs(self.text, self.examples)


@dataclass(frozen=True, slots=True)
class Change:
    """One rule that is not what it was."""

    kind: ChangeKind
    old: Said | None
    """None for what was added."""
    new: Said | None
    """None for what was removed."""
    others: tuple[Said, ...] = ()
    """What else it was split into or merged from."""
    citations: tuple[Retarget, ...] = ()

    @property
    def place(self) -> RuleNumber:
        """The number by which it is listed: where the rule stands now, else where it stood."""
        said = self.new or self.old
        assert said is not None
        return said.number

    @property
    def numbers(self) -> Iterator[RuleNumber]:
        return (said.number for said in (self.old, self.new, *self.others) if said is not None)


@dataclass(frozen=True, slots=True)
class Diff:
    """All that changed from one edition to another, in the order of the newer one."""

    changes: tuple[Change, ...]
    unchanged: int
    only_old: tuple[RuleNumber, ...] = ()
    """Rules of which the new edition, being no whole one, may only lack the text."""
    only_new: tuple[RuleNumber, ...] = ()


class End(NamedTuple):
    """One of the two editions that are compared."""

    side: Side
    editions: Mapping[int, Edition]
    """By their keys in the store; several where pages of one day are taken together."""
    whole: bool


def diff(old: End, new: End, matching: Matching, wordings: Wordings) -> Diff:
    """The changes, by which rule is which."""
    return _Differ(old, new, matching, wordings).diff()


def went_to(old: Side, new: Side, matching: Matching, one: str, other: str) -> bool | None:
    """Whether what had the one number has the other one now; None where there is no such rule."""
    line, after = old.by_number.get(one), new.by_number.get(other)
    if line is None or after is None:
        return None
    return matching.pairs.get(line.rank) == after.rank


class _Differ:
    def __init__(self, old: End, new: End, matching: Matching, wordings: Wordings) -> None:
        self._old, self._new = old.side, new.side
        self._ends = old, new
        self._editions = {**old.editions, **new.editions}
        self._matching = matching
        self._wordings = wordings
        wordings.read(key for side in (old.side, new.side) for key in side.texts())

    def diff(self) -> Diff:
        pairs, split, merged = self._matching
        parts = {part for each in split.values() for part in each}
        went = {part for each in merged.values() for part in each}
        after = set(pairs.values())
        found = [change for one, other in pairs.items() for change in self._pair(one, other)]
        found += [self._merged(whole) for whole in merged if whole not in after]
        gone = [x for x in self._old.lines if x.rank not in pairs and x.rank not in went]
        came = [x for x in self._new.lines if x.rank not in after and x.rank not in parts]
        came = [line for line in came if line.rank not in merged]
        only_old: tuple[RuleNumber, ...] = ()
        only_new: tuple[RuleNumber, ...] = ()
        if self._ends[1].whole:
            found += [Change(ChangeKind.REMOVED, self._said(self._old, x), None) for x in gone]
        else:
            only_old = tuple(RuleNumber.parse(line.number) for line in gone)
        if self._ends[0].whole:
            found += [Change(ChangeKind.ADDED, None, self._said(self._new, x)) for x in came]
        else:
            only_new = tuple(RuleNumber.parse(line.number) for line in came)
        touched = sum(change.old is not None and change.new is not None for change in found)
        found.sort(key=lambda change: (change.place, change.new is not None))
        return Diff(tuple(found), len(pairs) - touched, only_old, only_new)

    def _pair(self, one: int, other: int) -> Iterator[Change]:
        line, after = self._old.by_rank[one], self._new.by_rank[other]
        old, new = self._said(self._old, line), self._said(self._new, after)
        if one in self._matching.split:
            others = self._all(self._new, self._matching.split[one])
            yield Change(ChangeKind.SPLIT, old, new, others)
        elif other in self._matching.merged:
            others = self._all(self._old, self._matching.merged[other])
            yield Change(ChangeKind.MERGED, old, new, others)
        else:
            kind, citations = self._difference(line, after)
            if kind is not None:
                yield Change(kind, old, new, citations=citations)

    def _merged(self, whole: int) -> Change:
        """Of a rule that was no rule before."""
        old, *others = self._all(self._old, self._matching.merged[whole])
        new = self._said(self._new, self._new.by_rank[whole])
        return Change(ChangeKind.MERGED, old, new, tuple(others))

    def _all(self, side: Side, ranks: Iterable[int]) -> tuple[Said, ...]:
        return tuple(self._said(side, side.by_rank[rank]) for rank in ranks)

    def _difference(self, line: Line, after: Line) -> Difference:
        if (line.text, line.examples, line.rank) == (after.text, after.examples, after.rank):
            return Difference(None)
        old, new = (map(self._wordings.body, (x.text, *x.examples)) for x in (line, after))
        stays = line.rank == after.rank
        return difference(list(old), list(new), stays=stays, moved=self._moved)

    def _moved(self, old: str, new: str) -> bool | None:
        return went_to(self._old, self._new, self._matching, old, new)

    def _said(self, side: Side, line: Line) -> Said:
        heading = side.by_rank.get(side.heading(line))
        return Said(
            RuleNumber.parse(line.number),
            self._editions[line.key[0]],
            line.title,
            self._wordings.body(line.text),
            tuple(map(self._wordings.body, line.examples)),
            heading.title if heading else None,
        )
