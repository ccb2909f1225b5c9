"""What events change beside the objects as they are replayed: damage, life, counters.

Damage is dealt by ``damage`` events. ``source`` deals it; ``divided`` says how much to whom,
objects and players; without it ``amount`` is dealt to ``object``, to the player ``to`` and to each
of ``targets``.
``life`` changes the total of ``by`` by ``amount``, ``counters`` without an object those of ``by``.

An author may write the result down as well (damage to a player, then the life lost): a following
event that says just what a rule makes of the ones before it is that result, and counts once.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kb.combat_damage import is_combat, steps_of, toxic_of
from kb.facts import Fact, Origin, derived
from kb.phases import main_phases
from kb.pointer import ROOT, Pointer
from kb.replay import Game, Step
from kb.replay_stack import actor, payments
from kb.state import Event
from kb.values import Values, values
from kb.world import Thing, World

Ref = tuple[str, int]
MARKED = "damage"
DEADLY = "deathtouch"
LIFE = "life"
_RESULTS = frozenset({"counters", "life"})
_MOST_WAITING = 40
"""Entries that a later event may tell once more; a fight has fewer."""
_BETWEEN = frozenset({"counters", "life", "damage", "observe", "other", "trigger", "move"})


@dataclass(frozen=True, slots=True)
class Entry:
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


@dataclass(frozen=True, slots=True)
class Dealt:
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


class Ledger:
    """The entries of a game, asked for the moment before an event."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._undone = dict(_undone(game))
        self._entries: dict[Ref | str, list[Entry]] = {}
        entries = sorted(_entries(game), key=lambda entry: entry.step)
        stated, self.results = _stated(game, entries)
        for place, entry in enumerate(entries):
            one = replace(entry, stated=True) if place in stated else entry
            self._entries.setdefault(entry.whose, []).append(one)

    def entries(self, whose: Ref | str, index: int) -> Iterator[Entry]:
        """What stands of it before the event of this index."""
        for entry in self._entries.get(whose, ()):
            if entry.step < index and not self._undone.get(entry.step, index) < index:
                yield entry

    def damage(self, thing: Thing, index: int, turn: int) -> Fact[int]:
        """Damage marked on it (120.6): it stays until the cleanup step."""
        given = self._game.document.objects.get(thing.id)
        at = ROOT / "objects" / thing.id / "damage"
        cleaned = _last_cleanup(self._game, index)
        whole = given is not None and thing.number == 1 and turn == 0 and cleaned is None
        total = given.damage if given is not None and whole else 0
        leans: list[Fact[int]] = [Fact(total, at)] if total else []
        for entry in self.entries(thing.ref, index):
            if entry.what != MARKED or entry.turn != turn or entry.step < (cleaned or 0):
                continue
            if not entry.known:
                return Fact(None, entry.at)
            total += entry.by
            leans.append(Fact(entry.by, entry.at))
        return derived(total, leans[-1].at if leans else at, *leans)

    def bearing(self, thing: Thing, index: int) -> Thing:
        """The object with the counters that damage took or gave, and those it entered with."""
        counters = thing.counters
        for entry in self.entries(thing.ref, index):
            if entry.what in (MARKED, DEADLY) or entry.stated:
                continue
            if not entry.known:
                return replace(thing, counters=Fact(None, entry.at))
            if counters.value is None:
                continue
            now = dict(counters.value)
            now[entry.what] = max(0, now.get(entry.what, 0) + entry.by)
            counters = derived(now, entry.at, counters)
        return thing if counters is thing.counters else replace(thing, counters=counters)

    def life(self, player: str, index: int) -> Fact[int]:
        given = self._game.document.players.get(player)
        at = ROOT / "players" / player / "life"
        if given is not None and given.life is not None:
            start: Fact[int] = Fact(given.life, at)
        elif self._game.strict:
            return Fact(None, at)
        else:  # 119.1
            start = Fact(20, at, Origin.ASSUMED)
        return self._summed(start, player, LIFE, index)

    def counters(self, player: str, kind: str, index: int) -> Fact[int]:
        """How many counters of a kind the player has."""
        given = self._game.document.players.get(player)
        at = ROOT / "players" / player / "counters"
        if given is not None and given.counters is not None:
            start: Fact[int] = Fact(given.counters.get(kind, 0), at)
        else:
            start = Fact(None, at) if self._game.strict else Fact(0, at, Origin.ASSUMED)
        return self._summed(start, player, kind, index)

    def _summed(self, start: Fact[int], player: str, what: str, index: int) -> Fact[int]:
        total, leans = start.value, [start]
        for entry in self.entries(player, index):
            if entry.what != what or entry.stated:
                continue
            total = None if total is None else total + entry.by
            unpayable = entry.cause == "paid" and total is not None and total < 0  # 119.4
            if not entry.known or unpayable:
                return Fact(None, entry.at)
            leans.append(Fact(entry.by, entry.at))
        if len(leans) == 1:
            return start
        return derived(total, leans[-1].at, *leans)


def ledger(game: Game) -> Ledger:
    """The ledger of a game, made once."""
    found: Ledger | None = game.kept.get("ledger")
    if found is None:
        found = game.kept["ledger"] = Ledger(game)
    return found


def world_before(game: Game, index: int) -> World:
    """The moment after all events before this one; the clock has not moved on yet."""
    return game.steps[index - 1].after if index else game.start


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


def _entries(game: Game) -> Iterator[Entry]:
    clocks = steps_of(game) if "damage" in game.kinds else ()
    for step in game.steps:
        if step.taken_back:
            continue
        clock = clocks[step.index] if clocks else None
        for entry in _of_step(step, clock):
            sure = step.event.outcome != "?" and entry.known
            yield replace(entry, known=sure, turn=step.before.turn)
    yield from _lore(game)


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
            count = int(number) if number.isascii() and number.isdecimal() else 0
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


def _stated(game: Game, entries: list[Entry]) -> tuple[set[int], frozenset[tuple[int, str]]]:
    """The places of the entries that a following event tells once more; and what such events tell.

    One event may tell the sum of several, as the loss of life by two attackers at once.
    """
    by_step: dict[int, list[int]] = {}
    for place, entry in enumerate(entries):
        if entry.cause not in ("life", "counters"):
            by_step.setdefault(entry.step, []).append(place)
    stated, results = set[int](), set[tuple[int, str]]()
    waiting: list[int] = []
    for step in game.steps if by_step else ():
        if step.event.do not in _BETWEEN:
            waiting = []
        for whose, what, said in _results(step) if waiting else ():
            same = [n for n in waiting if (entries[n].whose, entries[n].what) == (whose, what)]
            told = _adding_up(same, entries, said)
            if told:
                results.add((step.index, what))
                stated.update(told)
                waiting = [place for place in waiting if place not in told]
        waiting = [*waiting, *by_step.get(step.index, ())][-_MOST_WAITING:]
    return stated, frozenset(results)


def _results(step: Step) -> Iterator[tuple[Ref | str, str, int]]:
    """Who got how much of what, by a ``life`` or ``counters`` event."""
    event = step.event
    if event.do not in _RESULTS or step.taken_back:
        return
    whose: Ref | str | None = event.by or step.before.active.value
    if event.object is not None:
        thing = step.before.things.get(event.object.partition("@")[0])
        whose = thing.ref if thing is not None else None
    if whose is not None and event.do == "counters":
        yield from ((whose, kind, count) for kind, count in (event.counters or {}).items())
    elif whose is not None and event.amount is not None and event.object is None:
        yield whose, LIFE, event.amount


def _adding_up(places: list[int], entries: list[Entry], said: int) -> list[int]:
    """The fewest of these entries in a row, the oldest first, that come to this number."""
    for length in range(1, len(places) + 1):
        for first in range(len(places) - length + 1):
            row = places[first : first + length]
            if sum(entries[place].by for place in row) == said:
                return row
    return []


def _undone(game: Game) -> Iterator[tuple[int, int]]:
    """The index of each event that was undone, and of the event that undid it."""
    for step in game.done("undo"):
        first = next(
            (s.index for s in game.steps if s.event.id and s.event.id == step.event.event), None
        )
        for index in range(first, step.index) if first is not None else ():
            yield index, step.index


def _last_cleanup(game: Game, index: int) -> int | None:
    """The index of the last event by which damage has worn off (514.2)."""
    for step in reversed(game.steps[:index]):
        clock = step.event.at
        if clock is not None and clock.step == "cleanup":
            return step.index
        if step.before.turn != world_before(game, step.index).turn:
            return step.index
    return None
