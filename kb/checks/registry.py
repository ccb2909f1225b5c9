"""Which checkers there are: registered under rule, proposition, editions and what they need.

A checker says in ``needs`` what a document must hold for it to have anything to say, in the words
of ``kb.checks.features``; one of them is enough, but of ``"do:cast & said:paid"`` both parts. Where
none of them occurs it is not run at all, so that a document costs the checkers that concern it and
not all there are. A module may say it once
for all its checkers, as ``NEEDS``; without either they always run. The words are asked of the
document as it is written: an object that *becomes* a Saga has the word in the effect that makes it
one. ``root`` names the rule whose fault a fault against this one is.

    @checks("714.4", prop="saga-finished-is-sacrificed", about="…", needs=("type:Saga",))
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from threading import RLock
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from kb.checks.groups import GROUPS
from kb.edition import EditionDate
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game
from kb.verdict import Finding, Proposition

Checker = Callable[[Game], Iterator[Finding]]


class Check(Struct, frozen=True):
    """A proposition of a rule, with what decides it."""

    rule: RuleNumber
    prop: str
    about: str
    """Three to five words of the English rule: a renumbering breaks a test, not a verdict."""
    run: Checker
    since: EditionDate | None
    until: EditionDate | None
    """The editions in which the rule has this number, both ends included."""
    cites: tuple[RuleNumber, ...]
    proposition: Proposition
    """What its verdicts are on."""
    root: RuleNumber | None = None
    """The rule that says the same in its own place: a fault against this one is a fault of that."""
    needs: frozenset[str] | None = None
    """Of these features a document must have one, or there is nothing to say; None: no matter."""

    def findings(self, game: Game) -> Iterator[Finding]:
        """What it finds in a game; a fault points to the root of the rule."""
        return self.run(game) if self.root is None else self._rooted(game)

    def _rooted(self, game: Game) -> Iterator[Finding]:
        for finding in self.run(game):
            fault = finding.outcome is Outcome.VIOLATES and finding.follows is None
            yield replace(finding, follows=self.root) if fault else finding

    def holds_in(self, edition: EditionDate | None) -> bool:
        """Whether the rule has this number in the edition; None is the newest."""
        if edition is None:
            return self.until is None
        after = self.since is None or self.since <= edition
        return after and (self.until is None or edition <= self.until)

    def overlaps(self, other: "Check") -> bool:
        starts_late = self.since and other.until and other.until < self.since
        ends_early = self.until and other.since and self.until < other.since
        return not (starts_late or ends_early)


class Registry:
    """The checks by rule and proposition, in the order of the rules."""

    def __init__(self, groups: Mapping[str, frozenset[str] | None] | None = None) -> None:
        self._waiting = dict(groups or {})
        """Modules of checkers that were not imported yet, with all that their checkers need."""
        self._importing = RLock()
        """A second thread waits for a group to be whole; its own import adds checks to this."""
        self._checks: dict[tuple[RuleNumber, str], list[Check]] = {}
        self._in_order: tuple[Check, ...] | None = None
        self._held: dict[EditionDate | None, tuple[Check, ...]] = {}
        self._by_need: dict[EditionDate | None, _ByNeed] = {}
        self._chosen: dict[tuple[EditionDate | None, frozenset[str]], tuple[Check, ...]] = {}
        self._below: dict[
            tuple[tuple[RuleNumber, ...], EditionDate | None], frozenset[RuleNumber]
        ] = {}
        self._rules: dict[EditionDate | None, tuple[RuleNumber, ...]] = {}

    def add(self, check: Check) -> None:
        """Raises ValueError for a second of the same rule, proposition and editions."""
        same = self._checks.setdefault((check.rule, check.prop), [])
        if any(check.overlaps(other) for other in same):
            raise ValueError(f"{check.rule} {check.prop} has a checker in these editions already")
        same.append(check)
        self._in_order = None
        self._held, self._by_need, self._rules = {}, {}, {}
        self._below, self._chosen = {}, {}

    def _import(self, there: frozenset[str] | None = None) -> None:
        """Imports the groups that may concern a document with these features; without any, all."""
        if not self._waiting:
            return
        with self._importing:
            for group, needs in tuple(self._waiting.items()):
                if there is None or needs is None or any(_is_met(need, there) for need in needs):
                    import_module(f"{__package__}.{group}")
                    del self._waiting[group]

    def checks(self, edition: EditionDate | None = None) -> Iterator[Check]:
        """Those whose rule has its number in the edition; None is the newest."""
        self._import()
        return iter(self._in_edition(edition))

    def rules(self, edition: EditionDate | None = None) -> tuple[RuleNumber, ...]:
        """The rules of ``checks``, each once."""
        self._import()
        found = self._rules.get(edition)
        if found is None:
            found = tuple(dict.fromkeys(check.rule for check in self._in_edition(edition)))
            if len(self._rules) < _MOST_EDITIONS:
                self._rules[edition] = found
        return found

    def below(
        self, asked: tuple[RuleNumber, ...], edition: EditionDate | None = None
    ) -> frozenset[RuleNumber]:
        """Those of ``rules`` that are one of these or stand below one."""
        key = asked, edition
        self._import()
        found = self._below.get(key)
        if found is None:
            found = frozenset(
                rule for rule in self.rules(edition) if any(rule.within(one) for one in asked)
            )
            if len(self._below) < _MOST_CHOICES:
                self._below[key] = found
        return found

    def _in_edition(self, edition: EditionDate | None) -> tuple[Check, ...]:
        held = self._held.get(edition)
        if held is None:
            held = tuple(check for check in self._sorted() if check.holds_in(edition))
            if len(self._held) < _MOST_EDITIONS:  # documents may cite any date
                self._held[edition] = held
        return held

    def concerned(
        self, there: frozenset[str], edition: EditionDate | None = None
    ) -> tuple[Check, ...]:
        """Those of ``checks`` that may have something to say of a document with these features.

        Only their modules are imported: of one document a few, and that is the most of its time.
        """
        if self._waiting:
            self._import(there)
        needing = self._needing(edition)
        key = edition, there & needing.words
        found = self._chosen.get(key)
        if found is None:
            chosen = set(needing.always)
            for feature in key[1]:
                for place, others in needing.by_word[feature]:
                    if there.issuperset(others):
                        chosen.add(place)
            held = self._in_edition(edition)
            found = tuple(held[place] for place in sorted(chosen))
            if len(self._chosen) < _MOST_CHOICES:
                self._chosen[key] = found
        return found

    def _needing(self, edition: EditionDate | None) -> "_ByNeed":
        found = self._by_need.get(edition)
        if found is None:
            found = _by_need(self._in_edition(edition))
            if len(self._by_need) < _MOST_EDITIONS:  # documents may cite any date
                self._by_need[edition] = found
        return found

    def all(self) -> tuple[Check, ...]:
        self._import()
        return self._sorted()

    def _sorted(self) -> tuple[Check, ...]:
        if self._in_order is None:
            keys = sorted(self._checks)
            self._in_order = tuple(check for key in keys for check in self._checks[key])
        return self._in_order


class _ByNeed(NamedTuple):
    """The places of checks by what they need."""

    by_word: dict[str, list[tuple[int, frozenset[str]]]]
    """Under one word of each need the check, with the words that must occur as well."""
    words: frozenset[str]
    """All of these words: no others matter."""
    always: tuple[int, ...]
    """The checks that need nothing."""


def _by_need(checks: tuple[Check, ...]) -> _ByNeed:
    by_word: dict[str, list[tuple[int, frozenset[str]]]] = {}
    words: set[str] = set()
    for place, check in enumerate(checks):
        for need in check.needs or ():
            first, *others = need.split(" & ")
            by_word.setdefault(first, []).append((place, frozenset(others)))
            words.update(others)
    for word in words:
        by_word.setdefault(word, [])
    always = tuple(place for place, check in enumerate(checks) if check.needs is None)
    return _ByNeed(by_word, frozenset(by_word), always)


def _is_met(need: str, there: frozenset[str]) -> bool:
    return there.issuperset(need.split(" & "))


REGISTRY = Registry(GROUPS)
_MOST_EDITIONS = 64
_MOST_CHOICES = 4096
"""Sets of features whose checks are kept: a log of one program has few."""


def checks(
    rule: str,
    *,
    prop: str,
    about: str,
    since: str | None = None,
    until: str | None = None,
    cites: Iterable[str] = (),
    root: str | None = None,
    needs: Iterable[str] | None = None,
    registry: Registry = REGISTRY,
) -> Callable[[Checker], Checker]:
    """Registers the generator below it as the checker of a proposition."""

    def register(run: Checker) -> Checker:
        wanted = needs if needs is not None else getattr(run, "__globals__", {}).get("NEEDS")
        number, told = RuleNumber.parse(rule), tuple(map(RuleNumber.parse, cites))
        registry.add(
            Check(
                number,
                prop,
                about,
                run,
                EditionDate.parse(since) if since else None,
                EditionDate.parse(until) if until else None,
                told,
                Proposition.of(number, prop, told),
                RuleNumber.parse(root) if root else None,
                None if wanted is None else frozenset(wanted),
            )
        )
        return run

    return register
