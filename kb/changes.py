"""What events change beside the objects as they are replayed: damage, life, counters.

Damage is dealt by ``damage`` events. ``source`` deals it; ``divided`` says how much to whom,
objects and players; without it ``amount`` is dealt to ``object``, to the player ``to`` and to each
of ``targets``.
``life`` changes the total of ``by`` by ``amount``, ``counters`` without an object those of ``by``.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from kb.combat_damage import is_combat, steps_of, toxic_of
from kb.facts import Fact
from kb.phases import main_phases
from kb.pointer import Pointer
from kb.printed import integer
from kb.replay import Game, Step, each_once
from kb.replay_stack import actor, payments
from kb.state import Clock, Event
from kb.values import Values, values
from kb.world import Thing

Ref = tuple[str, int]
MARKED = "damage"
DEADLY = "deathtouch"
LIFE = "life"


class Entry(Struct, frozen=True):
    """A change that an event made to an incarnation or a player."""

    step: int
    """Index of the event."""
    whose: Ref | str
    what: str
    """A kind of counter, or LIFE, MARKED damage, DEADLY damage."""
    by: int
    cause: str
    """damage, infect, toxic, wither, shield, lifelink, life, counters, paid, enters, main-phase."""
    at: Pointer
    known: bool = True
    """False where nobody knows whether or how much."""
    stated: bool = False
    """An event of its own says it once more; what the replay makes of that one counts."""
    turn: int = 0


class Dealt(Struct, frozen=True):
    """Damage that a ``damage`` event deals to one recipient."""

    step: Step
    to: Thing | str
    """An object, or the name of a player."""
    amount: int
    at: Pointer
    source: Thing | None

    @property
    def keywords(self) -> Fact[frozenset[str]]:
        """Those of the source, or unknown where there is none."""
        if self.source is None:
            return Fact(None, self.step.at / "source")
        return values(self.source, self.step.before).keywords


@each_once
def dealt(game: Game) -> Iterator[Dealt]:
    """All damage that was dealt; 120.8: 0 damage is none."""
    for step in game.done("damage"):
        yield from dealt_by(step)


def dealt_by(step: Step) -> Iterator[Dealt]:
    event, world = step.event, step.before
    source = world.thing(event.source, step.at / "source") if event.source is not None else None
    for name, amount, at in _recipients(event, step.at):
        if amount > 0:
            thing = world.things.get(name.partition("@")[0])
            to = name if thing is None else world.thing(name, at)
            yield Dealt(step, to, amount, at, source)


def _recipients(event: Event, at: Pointer) -> Iterator[tuple[str, int, Pointer]]:
    if event.divided is not None:
        for name, amount in event.divided.items():
            yield name, amount, at / "divided" / name
    elif event.amount is not None:
        if event.object is not None:
            yield event.object, event.amount, at / "amount"
        if event.to is not None:
            yield event.to, event.amount, at / "to"
        for slot, names in (event.targets or {}).items():
            for name in names:
                yield name, event.amount, at / "targets" / slot


def entries_of(game: Game) -> Iterator[Entry]:
    """All changes, those of each event together."""
    clocks = steps_of(game) if "damage" in game.kinds else ()
    for step in game.steps:
        if step.taken_back:
            continue
        clock = clocks[step.index] if clocks else None
        for entry in _of_step(step, clock):
            sure = step.event.outcome != "?" and entry.known
            yield replace(entry, known=sure, turn=step.before.turn)
    yield from _lore(game)
    yield from _untold(game)


def _of_step(step: Step, clock: str | None) -> Iterator[Entry]:
    event, index = step.event, step.index
    if event.do == "damage":
        for one in dealt_by(step):
            yield from _of_damage(one, clock)
    elif event.do == "life" and event.amount is not None:
        by = event.by or step.before.active.value
        if by is not None:
            yield Entry(index, by, LIFE, event.amount, "life", step.at / "amount")
    elif event.do == "counters" and event.object is None:
        by = event.by or step.before.active.value
        for kind, count in (event.counters or {}).items() if by is not None else ():
            yield Entry(index, by or "", kind, count, "counters", step.at / "counters" / kind)
    elif event.do in ("move", "resolve", "play-land", "create"):
        yield from _entering(step)
    for paid in payments(event) if event.paid is not None else ():
        payer = paid.by or actor(step.before, event, step.at, _actor_of(step)).value
        if paid.life and payer is not None:
            yield Entry(index, payer, LIFE, -paid.life, "paid", step.at / "paid")


def _actor_of(step: Step) -> Thing | None:
    name = step.event.object
    return step.before.things.get(name.partition("@")[0]) if name is not None else None


def _of_damage(one: Dealt, clock: str | None) -> Iterator[Entry]:
    """120.3: what the damage does, by what deals it, what it is dealt to, and in which step."""
    index, n, at = one.step.index, one.amount, one.at
    if isinstance(one.to, Thing) and (one.to.counters.value or {}).get("shield", 0) > 0:
        yield Entry(index, one.to.ref, "shield", -1, "shield", at)  # 122.1c: it is prevented
        return
    words = one.keywords
    has = words.value or frozenset()
    sure = words.known or one.source is None
    if isinstance(one.to, str):
        if "infect" in has:
            yield Entry(index, one.to, "poison", n, "infect", at)
        else:
            yield Entry(index, one.to, LIFE, -n, "damage", at, sure)
        if one.source is not None and is_combat(one.step, clock, one.source):
            toxic = sum(toxic_of(one.source, has))
            if toxic:
                yield Entry(index, one.to, "poison", toxic, "toxic", at)
    else:
        now = values(one.to, one.step.before)
        yield from _on_permanent(one, now, has, sure)
    source = one.source
    if source is not None and source.controller.value is not None and "lifelink" in has:
        yield Entry(index, source.controller.value, LIFE, n, "lifelink", at)


def _on_permanent(one: Dealt, now: Values, has: frozenset[str], sure: bool) -> Iterator[Entry]:
    assert isinstance(one.to, Thing)
    index, n, at, ref = one.step.index, one.amount, one.at, one.to.ref
    if one.to.zone != "battlefield" or one.to.phased_out:
        return
    types = now.types.value.types if now.types.value is not None else None
    known = sure and types is not None
    if types is None or "Creature" in types:
        if has & {"wither", "infect"}:
            cause = "infect" if "infect" in has else "wither"
            yield Entry(index, ref, "-1/-1", n, cause, at, known)
        else:
            yield Entry(index, ref, MARKED, n, "damage", at, known)
        if "deathtouch" in has:
            yield Entry(index, ref, DEADLY, n, "damage", at, known)
    if types is not None and "Planeswalker" in types:
        yield Entry(index, ref, "loyalty", -n, "damage", at, known)
    if types is not None and "Battle" in types:
        yield Entry(index, ref, "defense", -n, "damage", at, known)


def _entering(step: Step) -> Iterator[Entry]:
    """306.5b, 310.4b, 714.3a: the counters that some permanents have as they enter."""
    name = step.event.new if step.event.do == "create" else step.event.object
    thing = step.attempt.things.get(str(name).partition("@")[0]) if name is not None else None
    before = step.before.things.get(thing.id) if thing is not None else None
    if thing is None or thing.zone != "battlefield" or thing.own is None or thing.copied:
        return
    if before is not None and before.ref == thing.ref:
        return
    line = values(thing, step.attempt).types.value
    if line is None or thing.face != "front":
        return
    card = thing.own
    for kind, of, printed in (
        ("loyalty", "Planeswalker", card.loyalty), ("defense", "Battle", card.defense),
    ):  # fmt: skip
        if of in line.types:
            number = printed.value or "?"
            count = integer(number) or 0
            yield Entry(
                step.index, thing.ref, kind, count, "enters", printed.at, number == str(count)
            )
    if "Saga" in line.subtypes:
        keywords = values(thing, step.attempt).keywords.value
        chosen = keywords is None or "read ahead" in keywords  # 714.3b: any number
        yield Entry(step.index, thing.ref, "lore", 1, "enters", step.at, not chosen)


def _lore(game: Game) -> Iterator[Entry]:
    """714.3c: a lore counter on each Saga of the active player as the main phase begins."""
    for step, sure in main_phases(game):
        world = step.before
        for thing in world.on_battlefield():
            line = values(thing, world).types.value
            mine = thing.controller.value == world.active.value or not sure
            if line is not None and "Saga" in line.subtypes and mine and thing.face == "front":
                yield Entry(step.index, thing.ref, "lore", 1, "main-phase", step.at / "at", sure)


def _untold(game: Game) -> Iterator[Entry]:
    """Who was attacked and not blocked lost life perhaps, where combat ended without a word of it.

    The clock shows that it ended. Where the history tells all that happened, nothing was dealt.
    """
    if game.document.covers != "listed" or "attack" not in game.kinds:
        return
    attacked: dict[str, str] = {}
    for step in game.steps:
        event, clock = step.event, step.event.at
        if event.do == "begin" and clock is not None and _is_past_combat(clock):
            for player in sorted(set(attacked.values()) & set(game.document.players)):
                at = step.at / "at"
                yield Entry(step.index, player, LIFE, 0, "damage", at, known=False)
            attacked = {}
        if step.taken_back:
            continue
        if event.do == "attack":
            attacked = {row.who: row.attacks for row in event.attackers or () if row.attacks}
        elif event.do == "block":
            blocked = {name for row in event.blockers or () for name in row.blocks}
            attacked = {who: player for who, player in attacked.items() if who not in blocked}
        elif event.do == "damage":
            attacked = {}


def _is_past_combat(clock: Clock) -> bool:
    out = clock.phase not in (None, "combat") or clock.number is not None
    return out or clock.step == "end-of-combat"
