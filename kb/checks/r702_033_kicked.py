"""702.33e-f, 607.2i: abilities linked to kicker, where they were used and where they were due."""

from collections.abc import Iterator

from msgspec import Struct

from kb.casting_cost import castings, spell_of
from kb.checks.registry import checks
from kb.facts import Fact
from kb.kicked import kicks_of, linked_kicks, was_kicked
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import Named
from kb.replay import Game, Step, each_once
from kb.values import values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Kicks, Thing, World

SINCE = "2021-04-22"
NEEDS = ("ability:kicker", "ability:multikicker", "ability:sticker_kicker", "kicked")
LINKED = RuleNumber.parse("702.33e")
SPECIFIC = RuleNumber.parse("702.33f")
MOMENTS = {"enters": "resolve", "you cast this spell": "cast"}
"""When a linked ability is due: the event at which, by the first words of its ``when``."""


class Use(Struct, frozen=True):
    """A part linked to a kicker that had effect, or of which it is seen that it had none."""

    at: Pointer
    source: Thing
    world: World
    part: Named
    happened: bool
    replaced: bool | None = None
    """Whether what it replaces had effect too; None where it replaces nothing."""

    @property
    def kicks(self) -> Fact[Kicks]:
        return linked_kicks(self.source)

    @property
    def met(self) -> Fact[bool]:
        """Whether it was kicked as the part asks."""
        assert self.part.when is not None and self.part.when.kicked is not None
        return was_kicked(self.kicks, self.part.when.kicked)

    @property
    def words(self) -> dict[str, object]:
        name = values(self.source, self.world).name.value or self.source.id
        return {"a": self.part.id, "o": name}


@each_once
def uses(game: Game) -> Iterator[Use]:
    for step in game.done("trigger", "resolve"):
        event, world = step.event, step.before
        if event.do == "trigger" and event.source is not None:
            source = world.thing(event.source, step.at / "source")
            part = values(source, world).ability(event.ability or "")
            if part is not None and _is_linked(part):
                yield Use(step.at, source, world, part, True)
        elif event.do == "resolve" and event.object is not None and event.applies is not None:
            yield from _parts(step, event.object, event.applies)


def _is_linked(part: Named) -> bool:
    return part.when is not None and part.when.kicked is not None


def _parts(step: Step, ref: str, applies: tuple[str, ...]) -> Iterator[Use]:
    """The parts of a spell of which the reporter says which had effect."""
    source, at = step.before.thing(ref, step.at / "object"), step.at / "applies"
    for part in values(source, step.before).abilities.value or ():
        if part.kind != "spell" or not _is_linked(part):
            continue
        happened = part.id in applies
        here = at / applies.index(part.id) if happened else at
        other = part.written.instead_of
        replaced = other in applies if other is not None else None
        yield Use(here, source, step.before, part, happened, replaced)


class Shown(Struct, frozen=True):
    """A claim that shows whether a linked part had effect: counters, keywords, amounts, modes."""

    at: Pointer
    source: Thing
    world: World
    part: str
    said: int
    due: Fact[int]
    """What it is if the part did what it says, no more and no less."""
    per_kick: bool
    factor: int = 1
    """How much of it each kick makes."""

    @property
    def words(self) -> dict[str, object]:
        name = values(self.source, self.world).name.value or self.source.id
        times = None if self.due.value is None else self.due.value // self.factor
        whole, rest = divmod(self.said, self.factor)
        return {
            "a": self.part, "o": name, "n": times,
            "m": f"{self.said}/{self.factor}" if rest else whole,
        }  # fmt: skip


@each_once
def shown(game: Game) -> Iterator[Shown]:
    yield from _counters(game)
    yield from _keywords(game)
    yield from _amounts(game)
    yield from _modes(game)


def _counters(game: Game) -> Iterator[Shown]:
    for claim in game.claims:
        thing, said = claim.thing, claim.said.counters
        if said is None or thing.zone != "battlefield":
            continue
        for part in values(thing, claim.world).abilities.value or ():
            written = part.written
            if not written.counters or not (_is_linked(part) or written.per == "kicks"):
                continue
            for kind in written.counters:
                if kind in said:
                    number: Fact[int] = thing.counters.then(
                        lambda known, kind=kind: known.get(kind, 0)  # type: ignore[misc]
                    )
                    at = claim.at / "counters" / kind
                    per = written.per == "kicks"
                    yield Shown(at, thing, claim.world, part.id, said[kind], number, per)


def _keywords(game: Game) -> Iterator[Shown]:
    for claim in game.claims:
        now = values(claim.thing, claim.world)
        words = [word.casefold() for word in claim.said.keywords or ()]
        for part in now.abilities.value or ():
            for word in part.written.grants if _is_linked(part) else ():
                if word.casefold() not in words:
                    continue
                assert part.when is not None and part.when.kicked is not None
                met = was_kicked(linked_kicks(claim.thing), part.when.kicked)
                otherwise = now.keywords.then(lambda k, w=word: w.casefold() in k)  # type: ignore[misc]
                if otherwise.value is False:
                    at = claim.at / "keywords" / words.index(word.casefold())
                    due = met.then(int)
                    yield Shown(at, claim.thing, claim.world, part.id, 1, due, False)


def _amounts(game: Game) -> Iterator[Shown]:
    for step in game.done("resolve"):
        event, world = step.event, step.before
        stacked = world.abilities.get(event.event or "")
        if event.amount is None or stacked is None or stacked.ability is None:
            continue
        part = values(stacked.source, world).ability(stacked.ability)
        written = part.written.triggered if part is not None else None
        if part is None or written is None or not (written.amount or "").endswith("kicks"):
            continue
        times = int((written.amount or "").partition("*")[0]) if "*" in str(written.amount) else 1
        kicks = linked_kicks(stacked.source)
        due = kicks.then(
            lambda k, t=times: None if k.times is None else t * k.times  # type: ignore[misc]
        )
        at = step.at / "amount"
        yield Shown(at, stacked.source, world, part.id, event.amount, due, True, times)


def _modes(game: Game) -> Iterator[Shown]:
    """Modes chosen on the strength of a kick (601.4)."""
    for step in game.done("cast", "cast-copy"):
        chosen = step.event.modes
        spell = spell_of(step)
        for part in values(spell, step.attempt).abilities.value or ():
            choose, kicked = part.written.choose, part.written.choose_kicked
            if chosen is None or kicked is None or not (choose or "").isdigit():
                continue
            more = len(chosen) > int(choose or 0)
            if more:
                due = spell.how.kicks.then(lambda k: int(k.kicked))
                yield Shown(step.at / "modes", spell, step.attempt, part.id, 1, due, False)


@checks(
    "702.33e", prop="kicked-trigger-only-if-kicked", about="happens if they were kicked",
    since=SINCE, cites=("607.2i",),
)  # fmt: skip
def only_if_kicked(game: Game) -> Iterator[Finding]:
    """What is linked to a kicker has effect only if that kicker was declared."""
    for use in uses(game):
        met = use.met
        if use.happened:
            wanted = use.part.when.kicked if use.part.when is not None else None
            root = SPECIFIC if isinstance(wanted, str) and met.value is False else None
            yield Finding(use.at, outcome_of(met.value), (met,), use.words, follows=root)
        elif met.value is False:
            yield Finding(use.at, Outcome.COMPLIES, (met,), use.words)
    for seen in shown(game):
        right = seen.due.then(lambda due, s=seen: s.said == due)  # type: ignore[misc]
        if seen.per_kick and seen.due.value and not right.value:
            continue  # how often it was kicked is kicked-times
        truth = seen.due.then(lambda due, s=seen: s.said <= due)  # type: ignore[misc]
        yield Finding(seen.at, outcome_of(truth.value), (truth,), seen.words)


@checks(
    "702.33e", prop="kicked-part-missing", about="specify what happens if",
    since=SINCE, cites=("603.3",),
)  # fmt: skip
def part_missing(game: Game) -> Iterator[Finding]:
    """What is linked to a kicker that was declared has its effect when its moment comes."""
    for use in uses(game):
        if use.met.value is True:
            yield Finding(use.at, outcome_of(use.happened), (use.met,), use.words)
    for seen in shown(game):
        if not seen.due.value or seen.at.endswith("/amount"):
            continue
        if seen.said >= seen.due.value or not seen.per_kick or not seen.said:
            enough = outcome_of(seen.said >= seen.due.value)
            yield Finding(seen.at, enough, (seen.due,), seen.words)
    for step, source, part in _due(game):
        assert part.when is not None and part.when.kicked is not None
        met = was_kicked(linked_kicks(source), part.when.kicked)
        words = {"a": part.id, "o": values(source, step.after).name.value or source.id}
        yield Finding(step.at, Outcome.VIOLATES, (met,), words)


def _due(game: Game) -> Iterator[tuple[Step, Thing, Named]]:
    """Linked abilities that should have triggered and of which nothing more is heard."""
    if game.document.covers not in ("turn", "game"):
        return
    for step in game.done("cast", "cast-copy", "resolve"):
        event = step.event
        name = event.new if event.do == "cast-copy" else event.object
        later = game.steps[step.index + 1 :]
        passed = any(s.event.do not in ("trigger", "observe", "other") for s in later)
        if name is None or not passed:
            continue
        thing = step.after.things[name.partition("@")[0]]
        for part in values(thing, step.after).abilities.value or ():
            written, when = part.written.triggered, part.when
            if written is None or when is None or when.kicked is None or when.other:
                continue
            kind = next((k for word, k in MOMENTS.items() if written.when == word), None)
            came = {"resolve": "battlefield", "cast": "stack"}.get(kind or "")
            here = "resolve" if event.do == "resolve" else "cast"
            if kind != here or thing.zone != came:
                continue
            if was_kicked(linked_kicks(thing), when.kicked).value is not True:
                continue
            if not any(_is_trigger(after, thing, part) for after in later):
                yield step, thing, part


def _is_trigger(step: Step, thing: Thing, part: Named) -> bool:
    source = (step.event.source or "").partition("@")[0]
    return (step.event.do, step.event.ability, source) == ("trigger", part.id, thing.id)


@checks("702.33e", prop="instead-replaces", about="additional abilities that specify", since=SINCE)
def instead_replaces(game: Game) -> Iterator[Finding]:
    """Where a kicked part replaces another, one of the two has effect, by the kick."""
    for use in uses(game):
        if use.replaced is None or not use.met.known:
            continue
        if use.met.value and use.happened:
            yield Finding(use.at, outcome_of(not use.replaced), (use.met,), use.words)
        elif not use.met.value and not use.happened:
            yield Finding(use.at, outcome_of(use.replaced), (use.met,), use.words)


@checks(
    "702.33f", prop="specific-kicker", about="a specific kicker cost",
    since=SINCE, cites=("607.2i",),
)  # fmt: skip
def specific_kicker(game: Game) -> Iterator[Finding]:
    """An ability that names one kicker asks for that one; another does not do."""
    for use in uses(game):
        wanted = use.part.when.kicked if use.part.when is not None else None
        if isinstance(wanted, str) and use.happened:
            words = {"a": use.part.id, "k": wanted, "j": _paid(use.kicks)}
            yield Finding(use.at, outcome_of(use.met.value), (use.met,), words)


def _paid(kicks: Fact[Kicks]) -> str | Word:
    counts = kicks.value.counts if kicks.value is not None else None
    return ", ".join(name for name, n in (counts or {}).items() if n) or Word("words", "none")


@checks(
    "607.2i", prop="linked-to-declared-cost", about="second refers only to whether",
    since=SINCE, cites=("702.33e",),
)  # fmt: skip
def linked_to_declared_cost(game: Game) -> Iterator[Finding]:
    """An ability linked to a kicker looks at what was declared for it as this object was cast."""
    for use in uses(game):
        if use.happened and use.part.when is not None and use.part.when.kicked is not False:
            words = {**use.words, "b": _kicker(use)}
            outcome = outcome_of(use.met.value)
            follows = LINKED if outcome is Outcome.VIOLATES else None
            yield Finding(use.at, outcome, (use.met,), words, follows=follows)
        elif use.happened:
            yield Finding(use.at, outcome_of(use.met.value), (use.met,), {**use.words, "b": ""})


@checks("607.1", prop="linked-to-declared-cost", about="these two abilities are linked",
        since=SINCE, cites=("607.2i",))  # fmt: skip
def linked_pair(game: Game) -> Iterator[Finding]:
    """Of two linked abilities the second looks at what the first did, and at nothing else."""
    for finding in linked_to_declared_cost(game):
        yield finding.after(finding.follows or RuleNumber.parse("607.2i"))


def _kicker(use: Use) -> str | Word:
    wanted = use.part.when.kicked if use.part.when is not None else None
    return wanted if isinstance(wanted, str) else Word("words", "kicker")


@checks("702.33d", prop="kicked-times", about="kicked multiple times", since=SINCE)
def kicked_times(game: Game) -> Iterator[Finding]:
    """The number of times is the sum over all its kickers."""
    for claim in game.claims:
        said = claim.said.kicked
        if isinstance(said, bool) or not isinstance(said, int) or not claim.thing.on_board:
            continue
        times = kicks_of(claim.thing).then(lambda known: known.times)
        if times.value is not None and bool(said) != bool(times.value):
            continue  # whether it was kicked at all is kicked-iff-declared
        known = None if times.value is None else times.value == said
        name = values(claim.thing, claim.world).name.value or claim.thing.id
        words = {"o": name, "n": times.value, "m": said}
        yield Finding(claim.at / "kicked", outcome_of(known), (times,), words)
    for seen in _amounts(game):
        right = None if seen.due.value is None else seen.said == seen.due.value
        yield Finding(seen.at, outcome_of(right), (seen.due,), seen.words)


@checks("702.33c", prop="multikicker-any-number", about="any number of times", since=SINCE)
def multikicker_any_number(game: Game) -> Iterator[Finding]:
    """A multikicker cost may be paid any number of times, and each of them counts."""
    for cast in castings(game):
        kicks = cast.spell.how.kicks
        if any(kicker.kind == "multikicker" for kicker in cast.kickers) and kicks.known:
            right = cast.right if cast.told and kicks.value and kicks.value.times else True
            yield Finding(cast.step.at, outcome_of(right), (kicks, cast.totals))
    for seen in shown(game):
        parts = values(seen.source, seen.world).abilities.value or ()
        if seen.per_kick and any(part.kind == "multikicker" for part in parts):
            right = None if seen.due.value is None else seen.said == seen.due.value
            yield Finding(seen.at, outcome_of(right), (seen.due,), seen.words)
