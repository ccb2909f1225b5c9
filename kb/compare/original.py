"""The original: the official editions of the rules that are held, and what changed between them."""

from collections.abc import Mapping
from functools import cache, cached_property
from itertools import pairwise

from kb.edition import EditionDate, EditionKind, days_between
from kb.holdings import HeldRule, Holdings
from kb.lang import ORIGINAL, folded
from kb.moves import today
from kb.number import RuleNumber

PUBLISHED_BEFORE = 7
"""Days. New rules are published some days before they hold, and a translation may bear that day."""


class Originals:
    """The official editions of the original language, by date."""

    def __init__(self, holdings: Holdings) -> None:
        self._holdings = holdings
        self._db = holdings.store.db
        # Of two revisions of one day the later one to come in is meant, as in ``show``.
        rows = self._db.execute(
            "SELECT date, max(id) FROM edition WHERE language = ? AND kind = ? AND date IS NOT NULL"
            " GROUP BY date ORDER BY date",
            (ORIGINAL, EditionKind.OFFICIAL),
        )
        self._keys = {EditionDate.parse(day): int(key) for day, key in rows}
        self.texts = cache(self._texts)
        self.changed = cache(self._changed)
        self.numbers = cache(self._numbers)

    @cached_property
    def dates(self) -> tuple[EditionDate, ...]:
        return tuple(sorted(self._keys))

    @property
    def newest(self) -> EditionDate | None:
        return self.dates[-1] if self.dates else None

    def in_force(self, day: EditionDate) -> EditionDate | None:
        """The edition that held on a day; None where none is held that is old enough."""
        return max((held for held in self.dates if held <= day), default=None)

    def translated(self, day: EditionDate) -> EditionDate | None:
        """The edition from which a translation of that day was made, as far as one can tell."""
        return max(
            (held for held in self.dates if days_between(day, held) <= PUBLISHED_BEFORE),
            default=None,
        )

    def _texts(self, edition: EditionDate) -> Mapping[RuleNumber, int]:
        """The key of each text of an edition; a number that stands twice has its first."""
        rows = self._db.execute(
            "SELECT number, text FROM rule WHERE edition = ? ORDER BY place DESC",
            (self._keys[edition],),
        )
        return {RuleNumber.parse(number): text for number, text in rows}

    def _changed(self, old: EditionDate, new: EditionDate) -> frozenset[RuleNumber]:
        """The numbers of the new edition whose text the old one had under no number."""
        before = set(self.texts(old).values())
        return frozenset(n for n, text in self.texts(new).items() if text not in before)

    def changes(self, until: EditionDate) -> dict[RuleNumber, int]:
        """How often each text changed from one edition to the next, by the numbers of today."""
        seen: dict[RuleNumber, list[int]] = {}
        for edition in self.dates:
            if edition <= until:
                texts = self.texts(edition)
                for now, then in self.numbers(edition).items():
                    seen.setdefault(now, []).append(texts[then])
        return {
            number: sum(one != other for one, other in pairwise(texts))
            for number, texts in seen.items()
        }

    # -- numbers of another day ----------------------------------------------------------

    def rules_at(self, edition: EditionDate, number: RuleNumber) -> dict[RuleNumber, HeldRule]:
        """The texts of that edition for ``number`` and all below it, by the numbers of today."""
        below = sorted(now for now in self.numbers(edition) if now.within(number))
        found = {now: self.rule_at(edition, now) for now in below}
        return {now: rule for now, rule in found.items() if rule is not None}

    def rule_at(self, edition: EditionDate, number: RuleNumber) -> HeldRule | None:
        """The text of that edition for the rule that has this number today."""
        then = self.numbers(edition).get(number)
        return None if then is None else self._holdings.rule(then, ORIGINAL, at=edition)

    def _numbers(self, edition: EditionDate) -> dict[RuleNumber, RuleNumber]:
        """Each number of today with the one that the same rule had then, as far as we know."""
        rows = self._db.execute(
            "SELECT number, title FROM rule WHERE edition = ? ORDER BY place",
            (self._keys[edition],),
        ).fetchall()
        titles = {RuleNumber.parse(number): folded(title) for number, title in rows if title}
        today_named = {
            RuleNumber.parse(number): folded(heading)
            for number, heading in self._db.execute(
                "SELECT number, heading FROM known WHERE heading IS NOT NULL AND heading <> ''"
            )
        }
        found: dict[RuleNumber, RuleNumber] = {}
        for number, _ in rows:
            then = RuleNumber.parse(number)
            now = _now(then, edition, titles, today_named)
            if now is not None:
                found.setdefault(now, then)
        return found


def _now(
    number: RuleNumber,
    edition: EditionDate,
    titles: Mapping[RuleNumber, str],
    today_named: Mapping[RuleNumber, str],
) -> RuleNumber | None:
    """The number today; None where another rule stands there today and nobody knows where to.

    ``titles`` are those of the edition, ``today_named`` those of today, both folded.
    """
    moved = today(number, edition)
    place = number.heading if number.heading in titles else RuleNumber(number.section)
    title = titles.get(place)
    if moved != number or title is None or today_named.get(place) in (None, title):
        return moved
    level = place.rule is None
    same = [n for n, name in today_named.items() if name == title and (n.rule is None) is level]
    if len(same) != 1:
        return None
    rule = number.rule if level else same[0].rule
    return RuleNumber(same[0].section, rule, number.letter)
