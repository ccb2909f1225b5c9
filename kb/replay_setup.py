"""The first moment of a document: its objects as they are listed, with the documented defaults."""

from typing import TypeVar

from msgspec.structs import replace

from kb.errors import BadState
from kb.facts import Fact, Origin, derived
from kb.pointer import ROOT, Pointer
from kb.printed import Printed
from kb.replay_announce import announced
from kb.state import Claims, Document, Effect, Object
from kb.values import shown
from kb.world import UNKICKED, Copied, How, InForce, Kicks, Thing, World, incarnation

T = TypeVar("T")
AFTER_BLOCKS = frozenset({"first-combat-damage", "combat-damage", "end-of-combat"})
"""Steps in which every attacker is blocked or unblocked (509.1h)."""
_NUMBER, _ACTIVE = ROOT / "turn" / "number", ROOT / "turn" / "active"
_PRINTED = frozenset({"cost", "type", "types", "pt", "abilities", "keywords", "name"})


def begin_world(document: Document, *, strict: bool) -> World:
    turn = document.turn
    number = turn.number if turn is not None else None
    active = turn.active if turn is not None else None
    world = World(
        turn=0,
        number=Fact(number, _NUMBER),
        active=Fact(active, _ACTIVE),
        things={},
        past={},
        cards=document.cards,
    )
    alone = next(iter(document.players)) if len(document.players) == 1 else None
    whole = document.covers == "game"
    waiting = dict(document.objects)
    while waiting:
        ready = [n for n, o in waiting.items() if _root(o.copy_of) not in waiting]
        if not ready:
            name = next(iter(waiting))
            raise BadState(f"/objects/{name}/copy_of: objects that are copies of one another")
        for name in ready:
            at = ROOT / "objects" / name
            given = waiting.pop(name)
            thing = made(world, name, given, at, strict=strict, whole=whole, alone=alone)
            world = world.with_thing(thing)
    world = replace(world, things={name: world.things[name] for name in document.objects})
    world = _in_combat(world, document, strict)
    effects = tuple(
        in_force(world, effect, ROOT / "effects" / place, start=True)
        for place, effect in enumerate(document.effects)
    )
    return replace(world, effects=effects)


def _in_combat(world: World, document: Document, strict: bool) -> World:
    """Who attacks and blocks what at the start; after blocks an attacker has blockers or not."""
    turn = document.turn
    late = turn is not None and turn.step in AFTER_BLOCKS
    blocks: dict[str, Pointer] = {}
    for name, given in document.objects.items():
        if not given.blocking:
            continue
        at = ROOT / "objects" / name / "blocking"
        rows = [world.thing(ref, at / row) for row, ref in enumerate(given.blocking)]
        blocks |= dict.fromkeys((attacker.id for attacker in rows), at)
        blocker = replace(world.things[name], blocking=tuple(thing.ref for thing in rows))
        world = world.with_thing(blocker)
    for name, given in document.objects.items():
        if given.attacking is None:
            continue
        at, blocked = ROOT / "objects" / name / "attacking", None
        if name in blocks:
            blocked = derived(True, blocks[name])
        elif late:
            blocked = Fact(None, at) if strict else Fact(False, at, Origin.ASSUMED)
        attacker = replace(
            world.things[name], attacks=world.attacked(given.attacking), blocked=blocked
        )
        world = world.with_thing(attacker)
    return world


def _root(ref: str | None) -> str | None:
    return None if ref is None else ref.partition("@")[0]


def in_force(world: World, effect: Effect, at: Pointer, *, start: bool = False) -> InForce:
    """An effect that begins now: upon the incarnations that its ids name now (400.7)."""
    upon = set()
    for ref in effect.upon:
        name, number = incarnation(ref)
        thing = world.things.get(name)
        if number is not None:
            upon.add((name, number))
        elif thing is not None:
            upon.add(thing.ref)
    source = world.things.get(effect.source.partition("@")[0]) if effect.source else None
    return InForce(
        effect,
        at,
        frozenset(upon),
        frozenset(effect.upon),
        world.turn,
        source.ref if source is not None else None,
        start,
    )


def made(
    world: World,
    name: str,
    given: Object,
    at: Pointer,
    *,
    strict: bool,
    whole: bool = False,
    alone: str | None = None,
    by: Fact[str] | None = None,
) -> Thing:
    """An object as it is listed; with ``by``, a token that comes into being now.

    ``whole``: the history covers the game, so what it does not tell did not happen;
    ``alone``: the only player there is.
    """
    new = by is not None
    token = given.token if given.token is not None else new
    card, card_at = None, ROOT
    if given.card is not None:
        card, card_at = world.cards.get(given.card), ROOT / "cards" / given.card
    printed = Printed(name, given, at, card, card_at, strict=strict, token=token)
    copied = None
    if given.copy_of is not None:
        original = world.thing(given.copy_of, at / "copy_of")
        copied = copy_of(original, excepted=given.copy_except, excepted_at=at / "copy_except")

    def default(value: T, key: str) -> Fact[T]:
        return Fact(None, at / key) if strict else Fact(value, at / key, Origin.ASSUMED)

    zone = given.zone or "battlefield"
    player = given.controller or given.owner
    if player is not None:
        controller = Fact(player, at / ("controller" if given.controller else "owner"))
    elif by is not None:
        controller = by
    else:
        controller = derived(alone, at / "owner")
    since: Fact[int]
    if new:
        since = entered = derived(world.turn, at)
    else:
        since = _since(given.controlled_since, at / "controlled_since", world, strict)
        entered = _since(given.entered, at / "entered", world, strict)
        if given.entered is None and not strict:
            entered = Fact(since.value, at / "entered", Origin.ASSUMED, (since,))
    tapped: Fact[bool]
    if given.tapped is None:
        tapped = derived(False, at) if new else default(False, "tapped")
    else:
        tapped = Fact(None if given.tapped == "?" else given.tapped, at / "tapped")
    how = How.never(at) if new else _how(given, printed, at, strict)
    fresh = new or whole or given.activated is not None
    own = printed if copied is None or given.card or given.given & _PRINTED else None
    face: str = given.face
    if own is None and copied is not None and copied.faces is not None and face == "front":
        # 707.8a: with the same face up as what it is a copy of.
        face = world.thing(copied.of, at / "copy_of").face
    return Thing(
        id=name,
        number=1,
        at=at,
        own=own,
        copied=copied,
        zone=zone,
        owner=given.owner or given.controller,
        controller=controller,
        since=since,
        entered=entered,
        tapped=tapped,
        how=how,
        counters=(
            Fact(given.counters, at / "counters")
            if given.counters is not None
            else derived({}, at)
            if new
            else default({}, "counters")
        ),
        activated=given.activated or {},
        activated_at=(Fact(True, at / "activated") if fresh else default(True, "activated")),
        token=token,
        copy=given.copy,
        face=face,
        phased_out=given.phased_out,
        attacking=given.attacking is not None and not new,
    )


def copy_of(
    original: Thing,
    *,
    excepted: Claims | None = None,
    excepted_at: Pointer | None = None,
    keeps: tuple[str, ...] = (),
) -> Copied:
    """707.2b: the values of the original as they are now, of the side that is up (707.2, 707.3)."""
    kind = {"stack": "spell", "battlefield": "permanent"}.get(original.zone, "card")
    turned = original.face != "front" and original.zone == "battlefield"
    values = shown(original) if turned else original.copiable
    earlier = original.copied
    represented = original.own or (earlier.represented if earlier is not None else None)
    if original.own is not None and original.own.back is not None and earlier is None:
        faces: Printed | None = original.own
    else:
        faces = earlier.faces if earlier is not None and original.own is None else None
    return Copied(
        values, original.id, kind, frozenset(keeps), excepted, excepted_at, represented, faces
    )


def _since(given: int | str | None, at: Pointer, world: World, strict: bool) -> Fact[int]:
    """The turn, counted from the first one told."""
    if given is None:
        return Fact(None, at) if strict else Fact(-1, at, Origin.ASSUMED)
    if isinstance(given, str):
        return Fact({"before-turn": -1, "this-turn": 0}.get(given), at)
    if not world.number.known:
        return Fact(None, at, Origin.DERIVED, (world.number,))
    assert world.number.value is not None
    return Fact(given - world.number.value, at)


def _how(given: Object, printed: Printed, at: Pointer, strict: bool) -> How:
    """400.7d: how the spell was cast that it is, or was; elsewhere nothing is left of it."""
    zone = given.zone or "battlefield"
    if zone not in ("battlefield", "stack"):
        return How.never(at / "zone")
    cast = given.cast
    if cast is not None:
        return announced(cast, printed.abilities, at / "cast", strict=strict)
    here = at / "cast"
    unknown: Fact[bool] = Fact(None, here)
    if strict:
        kicks: Fact[Kicks] = Fact(None, here)
        return How(unknown, kicks, unknown, Fact(None, here / "x"))
    no = Fact(False, here, Origin.ASSUMED)
    return How(unknown, Fact(UNKICKED, no.at, no.origin), no, Fact(None, here / "x"))
