"""Matching: which rule of one edition is which of another, by text first and number second."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kb.diff.assignment import assign
from kb.diff.likely import Likely
from kb.diff.parts import Whole, parted
from kb.diff.side import Line, Side
from kb.diff.wording import RUN, Wordings
from kb.lang import folded

_ALIKE = 0.5
"""From this likeness on two texts are the same rule, wherever they stand."""
_VERY_ALIKE = 0.85
"""The same of texts of a few words: many rules begin with the same phrase."""
_AT_HOME = 0.33
"""The same where they stand under one heading."""
_IN_PLACE = 0.22
"""The same where also the rule above them, the number or both neighbours are the same."""
_REWRITTEN = 0.2
"""The same where nothing else is left for either, and the number is the same too."""
_FEW_WORDS = 15
"""Texts of fewer words are such."""
# What counts beside the likeness: the more of its surroundings came along, the likelier.
_SAME_HEADING = 0.12
_SAME_PARENT = 0.08
_SAME_NEIGHBOUR = 0.05
_SAME_NUMBER = 0.04
_SAME_CITATIONS = 0.03
# And for headings, beside how many of the texts below them came along.
_SAME_TITLE = 1.0
_SAME_LEVEL = 0.5
"""A rule became a section when its subrules became rules."""
_MOST = 0.5
"""A heading with another name is the same if so much of what is below it came along."""
_ROUNDS = 2


class Matching(NamedTuple):
    """The rules of two editions, by their ranks."""

    pairs: Mapping[int, int]
    """From old to new; each of them once."""
    split: Mapping[int, tuple[int, ...]]
    """From an old rule to the new ones, beside its pair, that hold a part of it."""
    merged: Mapping[int, tuple[int, ...]]
    """From a new rule to the old ones, beside its pair, of which it holds a part."""


def match(old: Side, new: Side, wordings: Wordings) -> Matching:
    """Which rule is which in two editions of one language."""
    wordings.read(line.text for side in (old, new) for line in side.lines)
    matcher = _Matcher(old, new, wordings)
    for _ in range(_ROUNDS):  # what was found tells where the rest is at home
        matcher.pair_headings()
        matcher.pair_alike()
    matcher.pair_headings()
    matcher.pair_rewritten()
    return matcher.matching()


class _Matcher:
    def __init__(self, old: Side, new: Side, wordings: Wordings) -> None:
        self._old = old
        self._new = new
        self._wordings = wordings
        self._same = self._same_texts()
        self._alike: dict[int, int] = {}
        self._headings: dict[int, int] = {}
        taken = set(self._same.values())
        self._old_rest = [x for x in old.lines if x.title is None and x.rank not in self._same]
        self._new_rest = [x for x in new.lines if x.title is None and x.rank not in taken]
        self._likely = Likely(wordings, self._old_rest, self._new_rest)
        self._candidates = self._all_candidates()

    @property
    def _pairs(self) -> dict[int, int]:
        return self._same | self._headings | self._alike

    def _same_texts(self) -> dict[int, int]:
        """Texts that but for their citations are the same, and each the only one in its edition."""
        old, new = (self._by_skeleton(side) for side in (self._old, self._new))
        return {
            ranks[0]: new[skeleton][0]
            for skeleton, ranks in old.items()
            if len(ranks) == 1 and len(new.get(skeleton, ())) == 1
        }

    def _by_skeleton(self, side: Side) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for line in side.lines:
            if line.title is None:
                found.setdefault(self._wordings.skeleton(line.text), []).append(line.rank)
        return found

    # -- texts that are alike ------------------------------------------------------------

    def _all_candidates(self) -> dict[int, dict[int, float]]:
        """For each old text without a pair, the new ones that it may be, with their likeness."""
        rest = {line.rank: line for line in self._new_rest}
        found: dict[int, dict[int, float]] = {}
        for line in self._old_rest:
            found[line.rank] = {other.rank: like for other, like in self._likely.of(line)}
            if line.rank in rest:
                found[line.rank][line.rank] = self._likely.likeness(line, rest[line.rank])
        return found

    def pair_alike(self) -> None:
        """The best whole of what may be, by the places where the rest stands."""
        context = _Context(self._old, self._new, self._pairs)
        weights: dict[int, dict[int, float]] = {}
        for rank, candidates in self._candidates.items():
            line = self._old.by_rank[rank]
            for other_rank, like in candidates.items():
                other = self._new.by_rank[other_rank]
                home = context.home(line, other)
                if like >= self._needed(line, other, home):
                    same = _SAME_CITATIONS * (line.text == other.text)
                    # by the square, or two poor pairs would win over one that is good
                    weights.setdefault(rank, {})[other_rank] = like * (like + home.weight + same)
        self._alike = assign(weights)

    def _needed(self, line: Line, other: Line, home: "_Home") -> float:
        """The likeness from which on two texts may be the same rule."""
        if home.heading:
            return _IN_PLACE if home.close else _AT_HOME
        few = min(self._wordings.bag(each.text).size for each in (line, other)) < _FEW_WORDS
        return _VERY_ALIKE if few else _ALIKE

    def pair_rewritten(self) -> None:
        """Of what is left, the texts that say something else at the same place."""
        context = _Context(self._old, self._new, self._pairs)
        taken = set(self._alike.values())
        for rank, candidates in self._candidates.items():
            if rank in self._alike or rank in taken or rank not in candidates:
                continue
            home = context.home(self._old.by_rank[rank], self._new.by_rank[rank])
            if home.heading and home.parent and candidates[rank] >= _REWRITTEN:
                self._alike[rank] = rank

    # -- headings ------------------------------------------------------------------------

    def pair_headings(self) -> None:
        """Headings of one name, or of two where most of what is below them came along."""
        votes, pairs = self._votes(), self._pairs
        old_sizes, new_sizes = (Counter(_places(side)) for side in (self._old, self._new))
        named: dict[str, list[Line]] = {}
        for line in self._new.lines:
            if line.title is not None:
                named.setdefault(folded(line.title), []).append(line)
        weights: dict[int, dict[int, float]] = {}
        for line in self._old.lines:
            if line.title is None:
                continue
            same = named.get(folded(line.title), [])
            headings = self._new.by_rank
            voted = [headings[rank] for rank in votes.get(line.rank, ()) if rank in headings]
            for other in dict.fromkeys((*same, *voted)):
                if other.title is None:
                    continue
                came = 2 * votes.get(line.rank, {}).get(other.rank, 0)
                share = came / ((old_sizes[line.rank] + new_sizes[other.rank]) or 1)
                if other in same or (share >= _MOST and other.level == line.level):
                    weights.setdefault(line.rank, {})[other.rank] = (
                        share
                        + _SAME_TITLE * (other in same)
                        + _SAME_LEVEL * (other.level == line.level)
                        + _SAME_PARENT * (pairs.get(line.above) == other.above)
                        + _SAME_NUMBER * (line.rank == other.rank)
                    )
        self._headings = assign(weights)

    def _votes(self) -> dict[int, dict[int, int]]:
        """How many of the texts below an old heading now stand below each new one."""
        votes: dict[int, dict[int, int]] = {}
        for old, new in (self._same | self._alike).items():
            one_line, other_line = self._old.by_rank[old], self._new.by_rank[new]
            above = zip(self._old.headings(one_line), self._new.headings(other_line), strict=False)
            for one, other in above:
                row = votes.setdefault(one, {})
                row[other] = row.get(other, 0) + 1
        return votes

    # -- the whole -----------------------------------------------------------------------

    def matching(self) -> Matching:
        pairs = self._pairs
        split = self._split(pairs)
        merged = self._merged(pairs, {part for parts in split.values() for part in parts})
        return Matching(dict(sorted(pairs.items())), split, merged)

    def _split(self, pairs: dict[int, int]) -> dict[int, tuple[int, ...]]:
        """Old rules that became several; those that have no pair yet get one."""
        new, taken = self._new.by_rank, set(pairs.values())
        wholes = (
            Whole(line, new[pairs[line.rank]] if line.rank in pairs else None)
            for line in self._old_rest
        )
        came = (line for line in self._new_rest if line.rank not in taken)
        split = {}
        for rank, parts in parted(came, wholes, self._wordings).items():
            several = (*([pairs[rank]] if rank in pairs else []), *parts)
            pairs[rank] = self._beginning(rank, several)
            split[rank] = tuple(part for part in several if part != pairs[rank])
        return {rank: parts for rank, parts in split.items() if parts}

    def _merged(self, pairs: dict[int, int], parts_of: set[int]) -> dict[int, tuple[int, ...]]:
        """New rules that several became, but for parts of a split one."""
        partner = {new: self._old.by_rank[old] for old, new in pairs.items()}
        wholes = (
            Whole(line, partner.get(line.rank))
            for line in self._new_rest
            if line.rank not in parts_of
        )
        gone = [line for line in self._old_rest if line.rank not in pairs]
        merged = dict(parted(gone, wholes, self._wordings))
        for rank, parts in merged.items():
            if rank not in partner:  # the greatest part became it
                pairs[parts[0]], merged[rank] = rank, parts[1:]
        return {rank: parts for rank, parts in merged.items() if parts}

    def _beginning(self, rank: int, parts: Sequence[int]) -> int:
        """Of the parts of an old rule that which begins as it began: the rest was split off."""
        words = self._wordings.words(self._old.by_rank[rank].text)

        def first(part: int) -> int:
            runs = self._wordings.runs(self._new.by_rank[part].text)
            places = (n for n in range(len(words)) if words[n : n + RUN] in runs)
            return next(places, len(words))

        return min(parts, key=first)


class _Home(NamedTuple):
    """What two places have in common."""

    heading: bool
    parent: bool
    neighbours: int
    number: bool

    @property
    def close(self) -> bool:
        return self.heading and (self.parent or self.number or self.neighbours == 2)

    @property
    def weight(self) -> float:
        return (
            _SAME_HEADING * self.heading
            + _SAME_PARENT * self.parent
            + _SAME_NEIGHBOUR * self.neighbours
            + _SAME_NUMBER * self.number
        )


class _Context:
    """Where the rules stand that are paired already."""

    def __init__(self, old: Side, new: Side, pairs: Mapping[int, int]) -> None:
        self._old = old
        self._new = new
        self._pairs = pairs

    def home(self, line: Line, other: Line) -> _Home:
        pairs = self._pairs
        beside = zip(self._old.neighbours[line.rank], self._new.neighbours[other.rank], strict=True)
        return _Home(
            heading=pairs.get(self._old.heading(line)) == self._new.heading(other),
            parent=line.is_subrule == other.is_subrule and pairs.get(line.above) == other.above,
            neighbours=sum(pairs.get(one, -1) == two for one, two in beside),
            number=line.rank == other.rank,
        )


def _places(side: Side) -> Iterator[int]:
    """For each text the headings over it."""
    for line in side.lines:
        if line.title is None:
            yield from side.headings(line)
