"""122 and 120.3: what counters do, where they come from and when they are gone."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from kb.changes import Entry
from kb.checks.features import occurring
from kb.checks.registry import checks
from kb.checks.state_based import others_words
from kb.facts import Fact
from kb.ledger import ledger
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Claim, Game, each_once
from kb.values import KEYWORD_COUNTERS, called, values
from kb.verdict import Finding, outcome_of

SINCE = "2021-04-22"
SAID = ("claim:counters",)
STUN = frozenset({"counter:stun"})
FINALITY = frozenset({"counter:finality"})
SAGAS = ("type:Saga",)


class Borne(Struct, frozen=True):
    """A claim about the counters of one kind on an object, beside what it really bears."""

    claim: Claim
    kind: str
    said: int
    real: Fact[int]
    entries: tuple[Entry, ...]
    before: int
    """How many the object that it was in the zone before had."""

    @property
    def at(self) -> Pointer:
        return self.claim.at / "counters" / self.kind

    def finding(self) -> Finding:
        right = None if self.real.value is None else self.real.value == self.said
        words = {
            "o": called(self.claim.thing, self.claim.world),
            "kind": self.kind, "v": self.real.value, "w": self.said,
        }  # fmt: skip
        leans = (Fact(self.said, self.at), self.real)
        unread = others_words(self.claim.thing, self.claim.world) if right is False else ()
        if unread:  # as "if counters would be put on a permanent, twice that many are"
            return Finding(self.at, Outcome.CANNOT_TELL, missing=unread)
        return Finding(self.at, outcome_of(right), leans, words)

    @property
    def blamed(self) -> str | None:
        """The cause that was left out of the number claimed, else the last one there is."""
        if self.real.value is None:
            return None
        causes = list(dict.fromkeys(entry.cause for entry in self.entries))
        if self.before and (not causes or self.said == self.before != self.real.value):
            return "moved"
        for cause in causes:
            without = sum(entry.by for entry in self.entries if entry.cause == cause)
            if self.real.value - without == self.said:
                return cause
        return causes[-1] if causes else None


@each_once
def borne(game: Game) -> Iterator[Borne]:
    """The claims about counters of objects."""
    book = ledger(game)
    for claim in game.claims:
        thing = claim.thing
        for kind, said in (claim.said.counters or {}).items():
            counters = book.bearing(thing, claim.index).counters
            entries = tuple(e for e in book.entries(thing.ref, claim.index) if e.what == kind)
            if entries and counters.assumed and kind in ("loyalty", "defense", "lore"):
                continue  # nobody said how many there were at first
            before = claim.world.past.get((thing.id, thing.number - 1))
            had = (before.counters.value or {}).get(kind, 0) if before is not None else 0
            if before is not None and before.counters.value is not None:
                had = (book.bearing(before, claim.index).counters.value or {}).get(kind, had)
            real = counters.then(lambda known, kind=kind: known.get(kind, 0))  # type: ignore[misc]
            yield Borne(claim, kind, said, real, entries, had)


def _by(game: Game, cause: str, *kinds: str) -> Iterator[Finding]:
    """Claims about counters of these kinds that came or went by a cause."""
    for row in borne(game):
        if row.kind not in kinds or not any(entry.cause == cause for entry in row.entries):
            continue
        finding = row.finding()
        if finding.outcome is not Outcome.VIOLATES or row.blamed == cause:
            yield finding


@checks("122.2", prop="counters-stay-behind", about="are not retained if", since=SINCE, needs=SAID)
def counters_stay_behind(game: Game) -> Iterator[Finding]:
    """An object that changes zones has the counters of the one before no more."""
    for row in borne(game):
        if row.before:
            finding = row.finding()
            if finding.outcome is not Outcome.VIOLATES or row.blamed == "moved":
                yield finding


@checks("120.3c", prop="damage-takes-loyalty", about="many loyalty counters to be", since=SINCE,
        needs=SAID)  # fmt: skip
@checks("306.8", prop="damage-takes-loyalty", about="many loyalty counters being removed",
        since=SINCE, needs=SAID, root="120.3c")  # fmt: skip
@checks("306.5c", prop="damage-takes-loyalty", about="loyalty of a planeswalker on",
        since=SINCE, needs=SAID, root="120.3c")  # fmt: skip
def damage_takes_loyalty(game: Game) -> Iterator[Finding]:
    """Damage dealt to a planeswalker takes as many loyalty counters."""
    yield from _by(game, "damage", "loyalty")


@checks("120.3h", prop="damage-takes-defense", about="many defense counters to be",
        since="2023-11-17", needs=SAID)  # fmt: skip
@checks("310.6", prop="damage-takes-defense", about="many defense counters being removed",
        since="2023-11-17", needs=SAID, root="120.3h")  # fmt: skip
@checks("310.4c", prop="damage-takes-defense", about="defense of a battle on",
        since="2023-11-17", needs=SAID, root="120.3h")  # fmt: skip
def damage_takes_defense(game: Game) -> Iterator[Finding]:
    """Damage dealt to a battle takes as many defense counters."""
    yield from _by(game, "damage", "defense")


@checks("120.3d", prop="wither-puts-counters", about="wither and/or infect", since=SINCE,
        needs=("keyword:wither", "keyword:infect"))  # fmt: skip
def wither_puts_counters(game: Game) -> Iterator[Finding]:
    """What hits a creature from a source with wither or infect is so many -1/-1 counters."""
    for cause, keyword in (("wither", "702.80a"), ("infect", "702.90c")):
        for finding in _by(game, cause, "-1/-1"):
            fault = finding.outcome is Outcome.VIOLATES
            yield replace(finding, follows=RuleNumber.parse(keyword)) if fault else finding


@checks("306.5b", prop="enters-with-loyalty", about="equal to its printed loyalty", since=SINCE,
        needs=SAID)  # fmt: skip
def enters_with_loyalty(game: Game) -> Iterator[Finding]:
    """A planeswalker enters with as many loyalty counters as its printed loyalty."""
    yield from _by(game, "enters", "loyalty")


@checks("310.4b", prop="enters-with-defense", about="defense counters on it equal",
        since="2023-11-17", needs=SAID)  # fmt: skip
def enters_with_defense(game: Game) -> Iterator[Finding]:
    """A battle enters with as many defense counters as its printed defense."""
    yield from _by(game, "enters", "defense")


@checks("714.3a", prop="saga-enters-with-lore", about="lore counter on it", since=SINCE,
        until="2021-04-22", needs=SAID)  # fmt: skip
@checks("715.3a", prop="saga-enters-with-lore", about="lore counter on it", since="2022-11-18",
        until="2022-11-18", needs=SAID)  # fmt: skip
@checks("714.3a", prop="saga-enters-with-lore", about="lore counter on it", since="2023-11-17",
        needs=SAID)  # fmt: skip
def saga_enters_with_lore(game: Game) -> Iterator[Finding]:
    """A Saga without read ahead enters with one lore counter."""
    yield from _by(game, "enters", "lore")


@checks("714.3b", prop="saga-gains-lore", about="puts a lore counter on", since=SINCE,
        until="2021-04-22", needs=SAGAS)  # fmt: skip
@checks("715.3b", prop="saga-gains-lore", about="puts a lore counter on", since="2022-11-18",
        until="2022-11-18", needs=SAGAS)  # fmt: skip
@checks("714.3b", prop="saga-gains-lore", about="puts a lore counter on", since="2023-11-17",
        until="2026-01-16", needs=SAGAS)  # fmt: skip
@checks("714.3c", prop="saga-gains-lore", about="puts a lore counter on", since="2026-04-17",
        needs=SAGAS)  # fmt: skip
@checks("703.4f", prop="saga-gains-lore", about="puts a lore counter on", since="2026-04-17",
        needs=SAGAS, root="714.3c")  # fmt: skip
def saga_gains_lore(game: Game) -> Iterator[Finding]:
    """A Saga gets a lore counter as its controller's precombat main phase begins."""
    yield from _by(game, "main-phase", "lore")


@checks("122.1c", prop="shield-prevents", about="prevent that damage and", since="2022-11-18",
        needs=("counter:shield",))  # fmt: skip
def shield_prevents(game: Game) -> Iterator[Finding]:
    """Damage to a permanent with a shield counter is prevented, and takes the counter."""
    yield from _by(game, "shield", "shield")


@checks("122.1h", prop="finality-exiles", about="exile it instead", since="2023-11-17",
        needs=FINALITY)  # fmt: skip
def finality_exiles(game: Game) -> Iterator[Finding]:
    """A permanent with a finality counter that would be put into a graveyard is exiled."""
    for step in game.done("move"):
        thing = step.before.thing(str(step.event.object), step.at / "object")
        if thing.zone != "battlefield" or FINALITY.isdisjoint(occurring(game)):
            continue
        final = thing.counters.then(lambda known: known.get("finality", 0) > 0)
        if final.value is not False:
            right = None if final.value is None else step.event.to != "graveyard"
            words = {"o": called(thing, step.before)}
            yield Finding(step.at, outcome_of(right), (final,), words)


@checks("702.26d", prop="phasing-keeps-counters", about="change zones or control", since=SINCE,
        needs=("has:phased_out", "do:phase-out"))  # fmt: skip
def phasing_keeps_counters(game: Game) -> Iterator[Finding]:
    """A permanent that phases out and in keeps its counters: it does not change zones."""
    for row in borne(game):
        thing = row.claim.thing
        given = game.document.objects.get(thing.id)
        phased = given is not None and given.phased_out
        phased = phased or any(
            step.event.do == "phase-out" and (step.event.object or "").split("@")[0] == thing.id
            for step in game.steps[: row.claim.index]
        )
        if phased and not row.entries and not row.before and thing.zone == "battlefield":
            yield row.finding()


@checks("122.1b", prop="keyword-counter-grants", about="object to gain that keyword", since=SINCE,
        needs={f"counter:{kind}" for kind in KEYWORD_COUNTERS})  # fmt: skip
def keyword_counter_grants(game: Game) -> Iterator[Finding]:
    """A keyword counter gives the keyword as long as it is there."""
    told = {
        (step.event.object or "").partition("@")[0]: set(step.event.counters or ())
        for step in game.done("counters")
    }
    for claim in game.claims:
        thing = claim.thing
        touched = told.get(thing.id, set()) | set(thing.counters.value or ())
        said = {word.casefold() for word in claim.said.keywords or ()}
        at = claim.at / "keywords"
        for word in sorted(said & touched & KEYWORD_COUNTERS):
            has = values(thing, claim.world).keywords.then(lambda k, word=word: word in k)  # type: ignore[misc]
            words = {"o": called(thing, claim.world), "kind": word}
            yield Finding(at, outcome_of(has.value), (Fact(word, at), has), words)


@checks("122.1d", prop="stun-keeps-tapped", about="would become untapped, instead remove",
        since="2022-11-18", needs=STUN)  # fmt: skip
def stun_keeps_tapped(game: Game) -> Iterator[Finding]:
    """A permanent with a stun counter does not untap: it loses one of them instead."""
    for step in game.done("untap"):
        if step.event.object is None or STUN.isdisjoint(occurring(game)):
            continue
        thing = step.before.thing(step.event.object, step.at / "object")
        stunned = thing.counters.then(lambda known: known.get("stun", 0) > 0)
        truth = None if stunned.value is None else not stunned.value
        words = {"o": called(thing, step.before)}
        yield Finding(step.at, outcome_of(truth), (stunned,), words)
