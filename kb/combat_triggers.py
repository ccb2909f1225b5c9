"""Triggered keywords of combat: when each triggers, and the bonus that it gives."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from kb.blocks import protector
from kb.combat_damage import CALM
from kb.facts import every, some
from kb.pointer import Pointer
from kb.printed import Size, integer
from kb.replay import Game, Step
from kb.state_words import triggered_by
from kb.values import called, values
from kb.world import Thing, World


class Fired(Struct, frozen=True):
    """A trigger of such a keyword, called by its name in the history: flanking, battle-cry2."""

    game: Game
    step: Step
    source: Thing
    """As it is when the trigger is told of."""
    word: str
    instance: str
    declared: Step | None
    """The declaration of attackers of the same combat."""
    about: Thing | None
    """The other creature that it is about."""

    @property
    def world(self) -> World:
        return self.step.before

    @property
    def at(self) -> Pointer:
        return self.step.at

    @property
    def attackers(self) -> tuple[str, ...]:
        rows = self.declared.event.attackers if self.declared is not None else None
        return tuple(row.who.partition("@")[0] for row in rows or ())

    @property
    def was_declared(self) -> bool | None:
        """Whether its source was declared as an attacker in this combat."""
        if self.declared is not None:
            return self.source.id in self.attackers
        return None if self.source.attacking else False

    @property
    def numbers(self) -> frozenset[int]:
        """The N of each such keyword of the source."""
        words = values(self.source, self.world).keywords.value or frozenset()
        found = (integer(word.removeprefix(self.word)) for word in words if _is(word, self.word))
        return frozenset(number for number in found if number is not None)

    @property
    def targets(self) -> list[Thing]:
        chosen = [ref for refs in (self.step.event.targets or {}).values() for ref in refs]
        return [self.world.things[r.partition("@")[0]] for r in chosen if self._is_object(r)]

    def _is_object(self, ref: str) -> bool:
        return ref.partition("@")[0] in self.world.things


def _is(keyword: str, word: str) -> bool:
    """Whether a keyword is this one: "rampage 2" is rampage."""
    rest = keyword.removeprefix(word)
    return rest != keyword and (not rest or (rest[0] == " " and rest[1:].isdecimal()))


def fired(game: Game, word: str) -> Iterator[Fired]:
    """The triggers of this keyword by creatures that have it."""
    for step in game.done("trigger"):
        event = step.event
        if event.ability is None or event.source is None or event.ability[0] != word[0]:
            continue
        if triggered_by(event.ability) != word:
            continue
        source = step.before.thing(event.source, step.at / "source")
        keywords = values(source, step.before).keywords.value or frozenset()
        if any(_is(keyword, word) for keyword in keywords):
            about = _about(step, source)
            yield Fired(game, step, source, word, event.ability, _attack(game, step), about)


def _about(step: Step, source: Thing) -> Thing | None:
    """The creature named, else the only one that blocks the source."""
    if step.event.about is not None:
        return step.before.thing(step.event.about, step.at / "about")
    blockers = blockers_of(source, step.before)
    return blockers[0] if len(blockers) == 1 else None


def _attack(game: Game, step: Step) -> Step | None:
    """The declaration of attackers in the combat of a trigger."""
    for earlier in reversed(game.steps[: step.index]):
        if earlier.before.turn != step.before.turn:
            return None
        if earlier.event.do == "attack" and not earlier.taken_back:
            return earlier
    return None


def blockers_of(attacker: Thing, world: World) -> tuple[Thing, ...]:
    return tuple(thing for thing in world.on_battlefield() if attacker.ref in thing.blocking)


def instances(one: Fired) -> int:
    """How many instances of the keyword its source has, as far as its words are listed."""
    thing = one.source
    listed = thing.own.listed_keywords if thing.own is not None and thing.copied is None else ()
    more = [
        word
        for force in one.world.effects
        if thing.ref in force.upon
        for word in force.effect.add_keywords
    ]
    return max(1, sum(_is(word.casefold(), one.word) for word in (*listed, *more)))


# ------------------------------------------------------------------ when


def attacks(one: Fired) -> bool | None:
    """508.3a: it was declared as an attacker."""
    return one.was_declared


def becomes_blocked(one: Fired) -> bool | None:
    """509.3c"""
    if not one.source.attacking:
        return False
    return one.source.blocked.value if one.source.blocked is not None else None


def is_unblocked(one: Fired) -> bool | None:
    """509.3g"""
    blocked = becomes_blocked(one) if one.source.attacking else True
    return None if blocked is None else not blocked


def blocks_or_is_blocked(one: Fired) -> bool | None:
    return True if one.source.blocking else becomes_blocked(one)


def blocked_by_other(one: Fired) -> bool | None:
    """702.25a: a creature without the keyword blocks it."""
    if one.about is None:
        return None if becomes_blocked(one) is not False else False
    words = values(one.about, one.world).keywords.value
    without = None if words is None else not any(_is(word, one.word) for word in words)
    return every((one.source.ref in one.about.blocking, without))


def attacks_alone(one: Fired) -> bool | None:
    """506.5, 702.83b: it is the only creature declared as an attacker."""
    return None if one.declared is None else len(one.attackers) == 1


def friend_attacks_alone(one: Fired) -> bool | None:
    """702.83a: that creature is of the same controller."""
    alone = attacks_alone(one)
    attacker = one.world.things.get(one.attackers[0]) if alone else None
    if attacker is None:
        return alone if not alone else None
    mine, theirs = one.source.controller, attacker.controller
    return mine.value == theirs.value if mine.known and theirs.known else None


def with_a_greater(one: Fired) -> bool | None:
    """702.149a: with another attacker of greater power."""
    if one.declared is None:
        return one.was_declared
    world = one.declared.before
    mine = values(world.things[one.source.id], world).power.value if one.was_declared else None
    truths: list[bool | None] = []
    for name in one.attackers:
        if name != one.source.id:
            power = values(world.things[name], world).power.value
            truths.append(None if power is None or mine is None else power > mine)
    return every((one.was_declared, some(truths)))


def at_a_lesser(one: Fired) -> bool | None:
    """702.134a: its target is an attacking creature with less power."""
    mine = values(one.source, one.world).power.value
    truths = [one.was_declared]
    for thing in one.targets:
        power = values(thing, one.world).power.value
        less = None if power is None or mine is None else power < mine
        truths += [thing.attacking, less]
    return every(truths)


def at_a_defender(one: Fired) -> bool | None:
    """702.39a: its target is a creature of the player whom it attacks."""
    truths = [one.was_declared]
    whom = protector(one.source, one.world, one.game)
    for thing in one.targets:
        known = whom.known and thing.controller.known
        truths.append(values(thing, one.world).is_creature.value)
        truths.append(whom.value == thing.controller.value if known else None)
    return every(truths)


def at_the_richest(one: Fired) -> bool | None:
    """702.105a: it attacks a player whose life total nobody's exceeds."""
    players = one.game.document.players
    if one.declared is None or not one.was_declared:
        return one.was_declared
    attacker = one.declared.after.things[one.source.id]
    told = attacker.attacks
    if told is not None and told.partition("@")[0] in one.world.things:
        return False  # a planeswalker or battle is no player
    whom = told or protector(attacker, one.declared.after, one.game).value
    calm = all(step.event.do in CALM for step in one.game.steps[: one.declared.index])
    if whom is None or not calm or whom not in players:
        return None
    lives = {name: player.life for name, player in players.items() if not player.left}
    if any(life is None for life in lives.values()):
        return None
    return lives.get(whom) == max(life for life in lives.values() if life is not None)


# ------------------------------------------------------------------ what it gives

Bonuses = Mapping[str, Size]


def _upon(thing: Thing | None, world: World, size: Size) -> Bonuses:
    """The bonus for a creature, none where it is gone or where the bonus is nothing."""
    now = world.current(thing) if thing is not None else None
    there = now is not None and now.zone == "battlefield"
    return {now.id: size} if now is not None and there and size != Size(0, 0) else {}


def each_n(power: int, toughness: int) -> Callable[[Fired, World], tuple[Bonuses, ...]]:
    """N times so much for the creature itself; one possibility an N."""

    def give(one: Fired, world: World) -> tuple[Bonuses, ...]:
        sizes = (Size(n * power, n * toughness) for n in sorted(one.numbers))
        return tuple(_upon(one.source, world, size) for size in sizes)

    return give


def rampage(one: Fired, world: World) -> tuple[Bonuses, ...]:
    """702.23a-b: for each blocker beyond the first, as the ability resolves."""
    beyond = max(0, len(blockers_of(one.source, world)) - 1)
    sizes = (Size(n * beyond, n * beyond) for n in sorted(one.numbers))
    return tuple(_upon(one.source, world, size) for size in sizes)


def flanking(one: Fired, world: World) -> tuple[Bonuses, ...]:
    return (_upon(one.about, world, Size(-1, -1)),) if one.about is not None else ()


def exalted(one: Fired, world: World) -> tuple[Bonuses, ...]:
    if len(one.attackers) != 1:
        return ()
    return (_upon(one.world.things.get(one.attackers[0]), world, Size(1, 1)),)


def battle_cry(one: Fired, world: World) -> tuple[Bonuses, ...]:
    others = [t for t in world.on_battlefield() if t.attacking and t.ref != one.source.ref]
    return ({thing.id: Size(1, 0) for thing in others},)


def melee(one: Fired, world: World) -> tuple[Bonuses, ...]:
    """702.121a: for each opponent attacked with a creature; a planeswalker is no opponent."""
    if one.declared is None:
        return ()
    opponents: set[str | None] = set()
    for row in one.declared.event.attackers or ():
        attacker = one.declared.after.things[row.who.partition("@")[0]]
        whom = row.attacks or protector(attacker, one.declared.after, one.game).value
        if whom is None:
            return ()
        if whom.partition("@")[0] not in one.world.things:
            opponents.add(whom)
    count = len(opponents)
    return (_upon(one.source, world, Size(count, count)),)


def told(step: Step) -> Bonuses:
    """The bonus that the players applied, by creature."""
    found = {
        ref.partition("@")[0]: Size.parse(text) for ref, text in (step.event.bonus or {}).items()
    }
    return {name: size for name, size in found.items() if size != Size(0, 0)}


def listed(bonuses: Bonuses, world: World) -> str:
    """Bonuses for a sentence: ``Wolf +1/+0, Ox +1/+0``; "" for none."""
    return ", ".join(
        f"{called(world.things[name], world)} {size.power:+d}/{size.toughness:+d}"
        for name, size in sorted(bonuses.items())
        if name in world.things and size.power is not None and size.toughness is not None
    )
