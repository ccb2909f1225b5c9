"""704.5f, g, h and 120.6: creatures that do not survive the next check."""

from bisect import bisect_left
from collections.abc import Iterator

from kb.checks.registry import checks
from kb.checks.state_based import Met, others_words, performed, resolved_in_words
from kb.facts import Fact, derived, every
from kb.ledger import ledger
from kb.pointer import Pointer
from kb.printed import Size
from kb.priority import priority_moments
from kb.replay import Game, each_once
from kb.values import values
from kb.verdict import Finding
from kb.world import Thing, World

SINCE = "2019-05-03"
SMALL = ("priority", "weak", "shrinks", "keyword:wither", "keyword:infect")
DEADLY_WORDS = ("keyword:deathtouch", "counter:deathtouch")
HURT = ("has:damage", "do:damage")


@checks("704.5f", prop="toughness-zero-gone", about="creature has toughness 0", since=SINCE,
        needs=SMALL)  # fmt: skip
def toughness_zero_gone(game: Game) -> Iterator[Finding]:
    """No creature stays whose toughness is 0 or less: its owner has it in the graveyard."""
    yield from performed(game, _no_toughness, own=True)


def _no_toughness(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    now = values(thing, world)
    if now.is_creature.value is False:
        return None
    toughness = now.toughness
    if not _in_danger(thing, world):
        # Nobody asks of each creature in a game whether it lives: only of those in a position.
        turn = game.document.turn
        told = turn is not None and turn.priority is not None
        if index or not told or not toughness.known:
            return None
    truth = every((now.is_creature.value, _at_most(toughness, 0)))
    words = others_words(thing, world) if truth else ()
    if words:
        return Met(Fact(None, words[0]))
    leans = (toughness,) if now.is_creature.known else (toughness, now.is_creature)
    fact = derived(truth, toughness.at, *leans)
    return Met(fact, {"n": toughness.value}, now.unparsed)


def _in_danger(thing: Thing, world: World) -> bool:
    """Whether its toughness is no positive number, or was one before something changed it."""
    size = thing.copiable.size.value if thing.doubt is None and thing.face == "front" else None
    if size is not None and (size.toughness is None or size.toughness <= 0):
        return True
    if any("/-" in kind and count for kind, count in (thing.counters.value or {}).items()):
        return True
    return any(
        "/-" in (force.effect.pt or "") or _weak(force.effect.base_pt)
        for force in world.effects
        if thing.ref in force.upon or thing.controller.value in force.names
    )


def _weak(size: str | None) -> bool:
    toughness = Size.parse(size).toughness if size is not None else 1
    return toughness is None or toughness <= 0


@checks("704.5g", prop="lethal-damage-destroys", about="total damage marked on it", since=SINCE,
        needs=HURT, cites=("120.6",))  # fmt: skip
@checks("120.6", prop="lethal-damage-destroys", about="total damage marked on a",
        since="2021-04-22", needs=HURT, root="704.5g")  # fmt: skip
@checks("302.7", prop="lethal-damage-destroys", about="total damage marked on that", since=SINCE,
        needs=HURT, root="704.5g")  # fmt: skip
def lethal_damage_destroys(game: Game) -> Iterator[Finding]:
    """A creature with as much damage marked on it as it has toughness is destroyed."""
    yield from performed(game, _lethal, own=True)


def _lethal(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    damage = ledger(game).damage(thing, index, world.turn)
    now = values(thing, world)
    if damage.value == 0 or now.is_creature.value is False:
        return None
    enough = None
    if damage.value is not None and now.toughness.value is not None:
        enough = damage.value >= now.toughness.value
    return _destroyed(game, thing, world, index, enough, damage)


@checks("704.5h", prop="deathtouch-destroys", about="dealt damage by a source", since=SINCE,
        needs=DEADLY_WORDS)  # fmt: skip
def deathtouch_destroys(game: Game) -> Iterator[Finding]:
    """Whatever deathtouch has hit since the check before is destroyed."""
    yield from performed(game, _touched, own=True)


def _touched(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    looked = _looked(game)
    place = bisect_left(looked, index)
    entry = ledger(game).deadly_since(thing.ref, looked[place - 1] if place else 0, index)
    if entry is None or values(thing, world).is_creature.value is False:
        return None
    fact: Fact[int] = Fact(entry.by if entry.known else None, entry.at)
    return _destroyed(game, thing, world, index, True if entry.known else None, fact)


@each_once
def _looked(game: Game) -> Iterator[int]:
    """How many events lie before each moment at which state-based actions were performed."""
    return (moment.index for moment in priority_moments(game) if moment.shown.known)


def _destroyed(
    game: Game, thing: Thing, world: World, index: int, enough: bool | None, damage: Fact[int]
) -> Met:
    """With toughness above 0, not indestructible, and nothing that may have saved it."""
    now = values(thing, world)
    mortal = now.keywords.then(lambda words: "indestructible" not in words)
    alive = now.toughness.then(lambda toughness: toughness > 0)  # else 704.5f has it
    truth = every((enough, now.is_creature.value, alive.value, mortal.value))
    saved = _saved(game, thing, world, index) if truth else None
    if saved is not None:
        return Met(Fact(None, saved))
    leans: tuple[Fact[object], ...] = (
        damage.then(lambda n: n), now.toughness.then(lambda n: n), mortal.then(lambda yes: yes),
    )  # fmt: skip
    if truth is None:
        leans = tuple(fact for fact in leans if not fact.known) or leans
    words = {"n": damage.value, "m": now.toughness.value}
    return Met(derived(truth, damage.at, *leans), words, now.unparsed)


def _saved(game: Game, thing: Thing, world: World, index: int) -> Pointer | None:
    """Words that may have made it larger, indestructible or regenerated."""
    words = others_words(thing, world)
    return words[0] if words else resolved_in_words(game, thing, index)


def _at_most(fact: Fact[int], number: int) -> bool | None:
    return None if fact.value is None else fact.value <= number
