"""Targets as they are chosen: for which word, by whom, and whether they are legal."""

from collections.abc import Iterator
from itertools import count

from msgspec import Struct

from kb.casting_cost import applies_to, spell_of
from kb.facts import Fact, derived, every, some
from kb.moments import doer
from kb.pointer import Pointer
from kb.replay import Game, Step
from kb.replay_stack import actor
from kb.state_ability import Slot
from kb.target_words import Wanted, Wish, keyword, quality, wanted
from kb.values import Values, values
from kb.world import Thing, World, incarnation

TARGETING = ("cast", "cast-copy", "activate", "trigger", "copy-spell")


class Target(Struct, frozen=True):
    """One target chosen for one word "target"."""

    ref: str
    slot: str
    at: Pointer
    thing: Thing | None
    """None for a player, an ability on the stack, or something unknown."""


class Aiming(Struct, frozen=True):
    """A spell or ability as its targets are chosen."""

    step: Step
    game: Game
    source: Thing
    """The spell itself, or the object that the ability is of."""
    looks: Values
    """The values of the source."""
    by: Fact[str]
    slots: dict[str, tuple[Slot, Pointer]]
    is_spell: bool

    @property
    def name(self) -> str:
        return self.looks.name.value or self.source.id

    @property
    def own_id(self) -> str | None:
        """What the spell or ability is called on the stack."""
        return self.source.id if self.is_spell else self.step.event.id

    @property
    def targets(self) -> tuple[Target, ...]:
        step = self.step
        found: tuple[Target, ...] | None = step.kept.get("targets")
        if found is None:
            found = step.kept["targets"] = tuple(
                Target(ref, slot, step.at / "targets" / slot / place, _thing(step.before, ref))
                for slot, refs in (step.event.targets or {}).items()
                for place, ref in enumerate(refs)
            )
        return found

    def wanted(self, target: Target) -> Wanted | None:
        """What the words of its slot ask for; None where there are none or they are not read."""
        slot = self.slots.get(target.slot)
        return wanted(slot[0].is_) if slot is not None and slot[0].is_ is not None else None

    def is_player(self, ref: str) -> bool:
        return ref in self.game.document.players and ref not in self.step.before.things

    def is_opponent(self, player: str | None) -> bool | None:
        """Whether a player is an opponent of who chooses."""
        if player is None or not self.by.known:
            return None
        if player == self.by.value:
            return False
        players = self.game.document.players
        teams = [players[n].team if n in players else None for n in (player, str(self.by.value))]
        return not (teams[0] is not None and teams[0] == teams[1])


def _thing(world: World, ref: str) -> Thing | None:
    name, number = incarnation(ref)
    found = world.things.get(name)
    if number is not None and (found is None or found.number != number):
        return world.past.get((name, number))
    return found


def aimings(game: Game) -> tuple[Aiming, ...]:
    """The spells and abilities of which the targets are told."""
    found: tuple[Aiming, ...] | None = game.kept.get("aimings")
    if found is None:
        steps = [s for s in game.done(*TARGETING) if s.event.targets is not None]
        found = tuple(aiming for step in steps for aiming in _aiming(step, game))
        game.kept["aimings"] = found
    return found


def _aiming(step: Step, game: Game) -> Iterator[Aiming]:
    event, world = step.event, step.before
    if event.do in ("cast", "cast-copy", "copy-spell"):
        copied = event.do == "copy-spell"
        spell = step.attempt.things[str(event.new)] if copied else spell_of(step)
        looks = values(spell, step.attempt)
        parts = looks.abilities.value or ()
        slots = {
            slot.id: (slot, part.at / "targets" / place / "is")
            for part in parts
            for place, slot in enumerate(part.written.targets)
        }
        by = actor(world, event, step.at, spell) if copied else doer(step)
        yield Aiming(step, game, spell, looks, by, slots, True)
        return
    ref = event.source if event.do == "trigger" else event.object
    if ref is None:
        return
    source = world.thing(ref, step.at)
    looks = values(source, world)
    ability = looks.ability(event.ability) if event.ability is not None else None
    slots = {}
    if ability is not None:
        written = getattr(ability.written, ability.kind)
        at = ability.at / ability.kind / "targets"
        for place, slot in zip(count(), getattr(written, "targets", ())):
            slots[slot.id] = (slot, at / place / "is")
    yield Aiming(step, game, source, looks, actor(world, event, step.at, source), slots, False)


# ---------------------------------------------------------------- what a target is


def fits(aiming: Aiming, target: Target, world: World) -> bool | None:
    """Whether a target is what the words of its slot ask for; None where that is not known."""
    slot = aiming.slots.get(target.slot)
    asked = aiming.wanted(target)
    if slot is None or asked is None:
        return None
    truths: list[bool | None] = [
        some(every(_is(aiming, target, wish, world) for wish in kind) for kind in asked.kinds),
        *(_is(aiming, target, wish, world) for wish in asked.rest),
    ]
    thing = target.thing
    if thing is not None:
        now = world.last_known(thing)
        if slot[0].where is not None:
            truths.append(applies_to(slot[0].where, values(now, world)))
        truths.append(_in_place(aiming, asked, now))
    return every(truths)


def _in_place(aiming: Aiming, asked: Wanted, thing: Thing) -> bool | None:
    """115.2: on the battlefield, unless the words speak of a card elsewhere or of a spell."""
    if thing.doubt is not None:
        return None
    if asked.names_zone:
        return True  # the zone is one of the conditions
    if asked.has_head("spell"):
        elsewhere = thing.zone == "stack" and asked.has_head("spell")
        others = any(wish.key != "spell" for kind in asked.kinds for wish in kind)
        return elsewhere or (others and len(asked.kinds) > 1 and thing.zone == "battlefield")
    if asked.has_head("card"):
        return thing.zone != "battlefield"
    return thing.zone == "battlefield" and not thing.phased_out


def _is(aiming: Aiming, target: Target, wish: Wish, world: World) -> bool | None:
    """Whether one condition holds for a target."""
    player = aiming.is_player(target.ref)
    if wish.key in ("player", "opponent", "any") and player:
        return True if wish.key != "opponent" else aiming.is_opponent(target.ref)
    if player:
        return False
    thing = target.thing
    if thing is None:  # an ability on the stack, or something of which the document says nothing
        return None
    now = world.last_known(thing)
    if wish.key == "controller":
        return _controlled(aiming, now, wish.value)
    if wish.key in ("zone", "own-zone"):
        mine = wish.key == "zone" or now.owner == aiming.by.value
        return now.zone == wish.value and mine
    return holds(now, values(now, world), wish)


def _controlled(aiming: Aiming, thing: Thing, by: str) -> bool | None:
    if not (thing.controller.known and aiming.by.known):
        return None
    if by == "opponent":
        return aiming.is_opponent(thing.controller.value)
    return (thing.controller.value == aiming.by.value) is (by == "you")


def holds(thing: Thing, now: Values, wish: Wish) -> bool | None:
    """Whether a condition that asks nothing of players holds for an object."""
    key, value, number = wish.key, wish.value, wish.number
    if key.startswith("not-"):
        found = holds(thing, now, Wish(key.removeprefix("not-"), value, number))
        return None if found is None else not found
    types, colors = now.types, now.colors
    if key in ("player", "opponent"):
        return False
    if key == "any":  # 115.4
        return types.then(lambda t: bool(t.types & {"Creature", "Planeswalker", "Battle"})).value
    if key == "spell":
        return thing.zone == "stack"
    if key == "card":
        return not (thing.token or thing.copy)
    if key == "token":
        return thing.token is (value != "no")
    if key == "permanent":
        return thing.zone == "battlefield"
    if key == "everything":
        return True
    if key == "type":
        return types.then(lambda line: value in line.types).value
    if key == "supertype":
        return types.then(lambda line: value in line.supertypes).value
    if key == "color":
        return colors.then(lambda has: value in has).value
    if key == "colors":
        least, most = {"none": (0, 0), "one": (1, 1), "many": (2, 5)}[value]
        return colors.then(lambda has: least <= len(has) <= most).value
    if key == "keyword":
        return now.keywords.then(lambda words: value in words).value
    if key == "tapped":
        return thing.tapped.then(lambda tapped: tapped is (value == "yes")).value
    if key == "attacking":
        return thing.attacking
    measured = {"mana-value": now.mana_value, "power": now.power, "toughness": now.toughness}[key]
    return measured.then(lambda is_: _measured(is_, value, number or 0)).value


def _measured(found: int, how: str, number: int) -> bool:
    if how == "just":
        return found == number
    return found <= number if how == "most" else found >= number


# ---------------------------------------------------------------- what may not be targeted


def qualities(now: Values, head: str) -> Iterator[tuple[str, Wish | None]]:
    """What a permanent has protection, or hexproof, from; None where the words are not read."""
    for text in sorted(now.keywords.value or ()):
        found = keyword(text)
        if found is not None and found[0] == head:
            yield text, quality(found[1])


def has_quality(aiming: Aiming, wish: Wish) -> bool | None:
    """702.16b: whether the spell, or the source of the ability, has a quality."""
    return holds(aiming.source, aiming.looks, wish)


def shielded(aiming: Aiming, thing: Thing, now: Values) -> Fact[bool]:
    """702.11, 702.16, 702.18: whether a permanent may not be this one's target at all."""
    at = now.keywords.at
    words = now.keywords.value
    if thing.zone != "battlefield":
        return derived(False, thing.at / "zone")
    if words is None:
        return derived(None, at, now.keywords)
    opponent = aiming.is_opponent(thing.controller.value)
    truths: list[bool | None] = ["shroud" in words]
    if "hexproof" in words:
        truths.append(opponent)
    for head, against in (("hexproof-from", opponent), ("protection", True)):
        for _, wish in qualities(now, head):
            truths.append(every((against, None if wish is None else has_quality(aiming, wish))))
    return derived(some(truths), at, now.keywords)
