"""704.5m, n, p and the rules of what is attached: Auras, Equipment, Fortifications, Roles."""

from collections.abc import Iterator

from kb.attachments import Host, host
from kb.checks.registry import checks
from kb.checks.state_based import Met, alone, performed
from kb.facts import derived
from kb.printed import PERMANENT, TypeLine
from kb.replay import Game
from kb.values import Values, values
from kb.verdict import Finding, Word
from kb.world import Thing, World

SINCE = "2019-05-03"
AURAS = ("type:Aura",)
ATTACHED = ("has:attached_to",)
_OTHER = frozenset({"Aura", "Equipment", "Fortification"})


@checks("704.5m", prop="aura-needs-legal-host", about="Aura is attached to an", since=SINCE,
        needs=AURAS)  # fmt: skip
@checks("303.4c", prop="aura-needs-legal-host", about="enchanting an illegal object",
        since=SINCE, needs=AURAS, root="704.5m")  # fmt: skip
@checks("303.4d", prop="aura-needs-legal-host", about="Aura can’t enchant itself", since=SINCE,
        needs=AURAS, root="704.5m")  # fmt: skip
def aura_needs_legal_host(game: Game) -> Iterator[Finding]:
    """An Aura attached to nothing, or to what it cannot enchant, goes to the graveyard."""
    yield from performed(game, _unsupported)


def _unsupported(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    now = values(thing, world)
    line = now.types.value
    if line is None or "Aura" not in line.subtypes or thing.face != "front":
        return None
    on = host(game, thing, index)
    if on is None or on.value is None:
        return None
    reason = _unfit(game, thing, on.value, world)
    if reason is None and "Creature" in line.types:
        reason = "creature-aura"  # 303.4d
    if reason is None:
        fits = _enchants(now, on.value, world)
        if fits is None:
            return None
        reason = None if fits else "cannot-enchant"
    words = {"reason": Word("reasons", reason or "gone")}
    return Met(derived(reason is not None, on.at, on), words, now.unparsed)


def _unfit(game: Game, thing: Thing, on: Host, world: World) -> str | None:
    """Why nothing can be attached there, whatever it is."""
    if isinstance(on, str):
        player = game.document.players.get(on)
        return "gone" if player is not None and player.left else None
    if on == thing.ref:
        return "itself"
    other = world.things.get(on[0])
    if other is None or other.ref != on or other.zone != "battlefield":
        return "gone"
    return None


def _enchants(now: Values, on: Host, world: World) -> bool | None:
    """Whether its enchant ability (a keyword "enchant creature") lets it be there; None: no word.

    303.4c; 702.5d: an Aura that enchants players cannot enchant permanents.
    """
    wanted = [
        word.removeprefix("enchant ").strip()
        for word in now.keywords.value or ()
        if word.startswith("enchant ")
    ]
    if len(wanted) != 1:
        return None
    if isinstance(on, str):
        return wanted[0] == "player" if wanted[0].capitalize() in {*PERMANENT, "Player"} else None
    other = world.things[on[0]]
    line = values(other, world).types.value
    if wanted[0] == "player":
        return False
    if wanted[0].capitalize() not in PERMANENT or line is None:
        return None
    return wanted[0].capitalize() in line.types


@checks("704.5n", prop="equipment-comes-off", about="Equipment or Fortification is attached",
        since=SINCE, needs=ATTACHED)  # fmt: skip
@checks("301.5", prop="equipment-comes-off", about="can’t legally be attached to", since=SINCE,
        needs=ATTACHED, root="704.5n")  # fmt: skip
@checks("301.5c", prop="equipment-comes-off", about="Equipment can’t equip itself", since=SINCE,
        needs=ATTACHED, root="704.5n")  # fmt: skip
@checks("301.6", prop="equipment-comes-off", about="Fortification can be attached to",
        since=SINCE, needs=ATTACHED, root="704.5n")  # fmt: skip
def equipment_comes_off(game: Game) -> Iterator[Finding]:
    """Equipment is attached to a creature, a Fortification to a land, or to nothing."""
    yield from performed(game, _badly_equipped, start_only=True)


def _badly_equipped(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    line, on = values(thing, world).types.value, host(game, thing, index)
    if line is None or on is None or on.value is None or not line.subtypes & _OTHER - {"Aura"}:
        return None
    if "Creature" in line.types or "Aura" in line.subtypes:
        return None  # 704.5p has it, and reconfigure is another matter
    reason = _unfit(game, thing, on.value, world)
    wanted = "Creature" if "Equipment" in line.subtypes else "Land"
    if reason is None:
        fits = _is(on.value, wanted, world)
        if fits is None:
            return None
        reason = None if fits else "no-creature" if wanted == "Creature" else "no-land"
    words = {"reason": Word("reasons", reason or "gone")}
    return Met(derived(reason is not None, on.at, on), words)


def _is(on: Host, kind: str, world: World) -> bool | None:
    if isinstance(on, str):
        return False
    line: TypeLine | None = values(world.things[on[0]], world).types.value
    return None if line is None else kind in line.types


@checks("704.5p", prop="no-creature-attached", about="creature is attached to an",
        since=SINCE, until="2022-11-18", needs=ATTACHED)  # fmt: skip
@checks("704.5p", prop="no-creature-attached", about="battle or creature is attached",
        since="2023-11-17", needs=ATTACHED)  # fmt: skip
@checks("310.10", prop="no-creature-attached", about="battle can’t be attached", since="2026-08-07",
        needs=ATTACHED, root="704.5p")  # fmt: skip
def no_creature_attached(game: Game) -> Iterator[Finding]:
    """Creatures, battles and what is no Aura or Equipment are attached to nothing."""
    yield from performed(game, _cannot_be_attached, start_only=True)


def _cannot_be_attached(game: Game, thing: Thing, world: World, index: int) -> Met | None:
    now, on = values(thing, world), host(game, thing, index)
    line = now.types.value
    if line is None or on is None or not on.known:
        return None
    aura = "Aura" in line.subtypes and "Battle" not in line.types
    if aura or "reconfigure" in (now.keywords.value or ()):
        return None  # 303.4d; 702.151b
    wrong = bool(line.types & {"Creature", "Battle"}) or not line.subtypes & _OTHER
    return Met(derived(wrong, on.at, on), {"kind": str(line)}, now.unparsed)


@checks("704.5z", prop="one-role-each", about="more than one Role", since="2026-08-07",
        needs=("type:Role",))  # fmt: skip
@checks("704.5y", prop="one-role-each", about="more than one Role", since="2023-11-17",
        until="2026-04-17", needs=("type:Role",))  # fmt: skip
@checks("303.7a", prop="one-role-each", about="more than one Role", since="2023-11-17",
        needs=("type:Role",))  # fmt: skip
def one_role_each(game: Game) -> Iterator[Finding]:
    """Of the Roles of one player on a permanent only the newest stays."""
    yield from alone(game, _role_on)


def _role_on(game: Game, thing: Thing, world: World, index: int) -> object | None:
    line = values(thing, world).types.value
    if line is None or "Role" not in line.subtypes or not thing.controller.known:
        return None
    on = host(game, thing, index)
    return None if on is None or on.value is None else (on.value, thing.controller.value)
