"""115, 601.2c, 303.4a, 707.10c: which targets may be chosen."""

from collections.abc import Iterator

from kb.checks.registry import checks
from kb.facts import Fact, derived, every
from kb.model import Outcome
from kb.number import RuleNumber
from kb.printed import PERMANENT
from kb.replay import Game, each_once
from kb.state_ability import Slot
from kb.target_words import Wanted, keyword, wanted
from kb.targets import Aiming, Target, aimings, fits, qualities, shielded
from kb.values import Values, called, values
from kb.verdict import Finding, outcome_of
from kb.world import World

SINCE = "2021-04-22"
NEEDS = ("said:targets",)
REPEAT = RuleNumber.parse("115.3")
AURA = RuleNumber.parse("303.4a")


def _words(aiming: Aiming, target: Target) -> dict[str, object]:
    thing = target.thing
    name = called(thing, aiming.step.before) if thing is not None else target.ref
    slot = aiming.slots.get(target.slot)
    return {"o": aiming.name, "x": name, "t": (slot[0].is_ if slot else None) or target.slot}


@each_once
def _chosen(game: Game) -> Iterator[tuple[Aiming, Target]]:
    for aiming in aimings(game):
        for target in aiming.targets:
            yield aiming, target


# ---------------------------------------------------------------- one word "target"


@checks("115.3", prop="no-repeat-in-slot", about="can’t be chosen multiple times", since=SINCE)
def no_target_twice(game: Game) -> Iterator[Finding]:
    """For one word "target" nothing is chosen twice; for several words it may be."""
    for aiming in aimings(game):
        yield from _repeats(aiming)


@checks("601.2c", prop="no-repeat-in-slot", about="can’t be chosen multiple times", since=SINCE,
        cites=("115.3",))  # fmt: skip
def no_target_twice_for_a_spell(game: Game) -> Iterator[Finding]:
    """The same, as a spell is cast."""
    for aiming in aimings(game):
        if aiming.step.event.do in ("cast", "cast-copy"):
            for finding in _repeats(aiming):
                yield finding.after(REPEAT)


def _repeats(aiming: Aiming) -> Iterator[Finding]:
    for slot, refs in (aiming.step.event.targets or {}).items():
        if len(refs) < 2:
            continue
        bare = [ref.partition("@")[0] for ref in refs]
        twice = next((ref for n, ref in enumerate(bare) if ref in bare[:n]), None)
        at = aiming.step.at / "targets" / slot
        words = {"x": twice or bare[0], "o": aiming.name}
        if twice is not None and slot not in aiming.slots:  # it may stand for several words
            unknown: Fact[str] = Fact(None, aiming.looks.abilities.at)
            yield Finding(at, Outcome.CANNOT_TELL, (unknown,), words)
            continue
        yield Finding(at, outcome_of(twice is None), (Fact(", ".join(refs), at),), words)


@checks("115.5", prop="no-self-target", about="illegal target for itself", since=SINCE)
def no_self_target(game: Game) -> Iterator[Finding]:
    """Nothing on the stack targets itself."""
    for aiming, target in _chosen(game):
        on_stack = target.thing is not None and target.thing.zone == "stack"
        itself = target.ref.partition("@")[0] == aiming.own_id
        if itself or on_stack or target.ref in aiming.step.before.abilities:
            fact = Fact(target.ref, target.at)
            yield Finding(target.at, outcome_of(not itself), (fact,), _words(aiming, target))


# ---------------------------------------------------------------- what the words ask for


@checks("601.2c", prop="target-legal", about="appropriate object or player for", since=SINCE,
        cites=("115.1",),
        needs=("do:cast & said:targets", "do:cast-copy & said:targets",))  # fmt: skip
def target_legal(game: Game) -> Iterator[Finding]:
    """Every target of a spell is what the spell asks for, and may be targeted by it."""
    for aiming, target in _chosen(game):
        if aiming.step.event.do in ("cast", "cast-copy"):
            yield from _legal(aiming, target)


@checks("602.2b", prop="target-legal", about="Those rules apply to activating", since=SINCE,
        cites=("601.2c",), needs=("do:activate & said:targets",))  # fmt: skip
def target_of_ability_legal(game: Game) -> Iterator[Finding]:
    """The same for the targets of an ability that is activated."""
    for aiming, target in _chosen(game):
        if aiming.step.event.do == "activate":
            yield from _legal(aiming, target)


@checks("603.3d", prop="target-legal", about="for putting a triggered ability", since=SINCE,
        cites=("601.2c",), needs=("do:trigger & said:targets",))  # fmt: skip
def target_of_trigger_legal(game: Game) -> Iterator[Finding]:
    """The same for the targets of a triggered ability."""
    for aiming, target in _chosen(game):
        if aiming.step.event.do == "trigger":
            yield from _legal(aiming, target)


@checks("707.10c", prop="new-targets", about="new targets must be legal", since="2022-11-18",
        needs=("do:copy-spell & said:targets",))  # fmt: skip
def new_targets(game: Game) -> Iterator[Finding]:
    """A new target for a copy is a legal one; one left as it was need not be."""
    yield from _new(game)


@checks("115.7d", prop="new-targets", about="leave any number of the", since=SINCE,
        cites=("707.10c",), needs=("do:copy-spell & said:targets",))  # fmt: skip
def unchanged_targets_may_be_illegal(game: Game) -> Iterator[Finding]:
    """The same, as the rules of targets say it."""
    for finding in _new(game):
        yield finding.after(RuleNumber.parse("707.10c"))


def _new(game: Game) -> Iterator[Finding]:
    for aiming, target in _chosen(game):
        if aiming.step.event.do == "copy-spell" and target.ref not in _of_original(aiming, target):
            yield from _legal(aiming, target)


def _of_original(aiming: Aiming, target: Target) -> tuple[str, ...]:
    name = (aiming.step.event.of or "").partition("@")[0]
    for other in reversed(aimings(aiming.game)):
        if other.is_spell and other.source.id == name and other.step.index < aiming.step.index:
            return (other.step.event.targets or {}).get(target.slot, ())
    return ()


def _legal(aiming: Aiming, target: Target) -> Iterator[Finding]:
    """Nothing where the document says of a slot no more than its name."""
    slot = aiming.slots.get(target.slot)
    if slot is None or (slot[0].is_ is None and slot[0].where is None):
        return
    world, thing = aiming.step.before, target.thing
    fit = fits(aiming, target, world)
    leans: list[Fact[object]] = []
    truths = [fit]
    if fit is None:
        leans.append(_unknown(aiming, target, slot))
    if thing is not None:
        shield = shielded(aiming, thing, values(thing, world))
        truths.append(None if shield.value is None else not shield.value)
        leans.append(shield.then(lambda s: s))
    truth = every(truths)
    root = _root(aiming, target) if truth is False else None
    yield Finding(
        target.at, outcome_of(truth), tuple(leans) or (Fact(target.ref, target.at),),
        _words(aiming, target),
    ).after(root)  # fmt: skip


def _unknown(aiming: Aiming, target: Target, slot: tuple[Slot, object]) -> Fact[object]:
    """What to add for a target to be judged: words that can be read, else its own values."""
    words = aiming.slots[target.slot][1]
    if aiming.wanted(target) is None:
        return Fact(None, words)
    thing = target.thing
    if thing is None:
        return Fact(None, target.at)
    now = values(thing, aiming.step.before)
    for fact in (now.types, now.colors, thing.controller, now.keywords, now.mana_value, now.power):
        if not fact.known:
            return derived(None, target.at, fact)
    return Fact(None, target.at)


def _root(aiming: Aiming, target: Target) -> RuleNumber | None:
    """One fault, one root: a keyword that forbids it, or the zone."""
    thing = target.thing
    if target.ref.partition("@")[0] == aiming.own_id:
        return RuleNumber.parse("115.5")
    if thing is None:
        return None
    now = values(thing, aiming.step.before)
    if thing.zone == "battlefield":
        words = now.keywords.value or frozenset()
        if "shroud" in words:
            return RuleNumber.parse("702.18a")
        if "hexproof" in words and aiming.is_opponent(thing.controller.value):
            return RuleNumber.parse("702.11b")
        if shielded(aiming, thing, now).value:
            return _quality_rule(now)
    asked = aiming.wanted(target)
    if asked is not None and asked.has_head("any"):
        return RuleNumber.parse("115.4")
    elsewhere = thing.zone != "battlefield" and _wants_permanent(asked)
    return RuleNumber.parse("115.2") if elsewhere else None


def _quality_rule(now: Values) -> RuleNumber:
    """Which keyword with a quality it is that shields a permanent."""
    from_what = [wish for _, wish in qualities(now, "protection")]
    if any(wish is not None and wish.key == "everything" for wish in from_what):
        return RuleNumber.parse("702.16j")
    return RuleNumber.parse("702.16b" if from_what else "702.11d")


def _wants_permanent(asked: Wanted | None) -> bool:
    """Whether the words of a target leave nothing but permanents and players."""
    heads = ("spell", "card", "any")
    return asked is not None and not (asked.names_zone or any(map(asked.has_head, heads)))


@checks("115.2", prop="targets-are-permanents", about="Only permanents are legal targets",
        since=SINCE)  # fmt: skip
def targets_are_permanents(game: Game) -> Iterator[Finding]:
    """A target is on the battlefield unless the words speak of a spell, a player or a zone."""
    for aiming, target in _chosen(game):
        asked, thing = aiming.wanted(target), target.thing
        if not _wants_permanent(asked) or thing is None or thing.doubt is not None:
            continue
        truth = thing.zone == "battlefield" and not thing.phased_out
        zone = Fact(thing.zone, thing.at / "zone")
        yield Finding(target.at, outcome_of(truth), (zone,), _words(aiming, target))


@checks("115.4", prop="any-target", about="refer to damage require",
        since=SINCE)  # fmt: skip
def any_target(game: Game) -> Iterator[Finding]:
    """ "Any target" is a creature, a player, a planeswalker or a battle."""
    for aiming, target in _chosen(game):
        asked = aiming.wanted(target)
        if asked is None or not asked.has_head("any") or len(asked.kinds) > 1 or asked.rest:
            continue
        truth = fits(aiming, target, aiming.step.before)
        leans: tuple[Fact[object], ...] = (Fact(target.ref, target.at),)
        if truth is None:
            leans = (_unknown(aiming, target, aiming.slots[target.slot]),)
        yield Finding(target.at, outcome_of(truth), leans, _words(aiming, target))


# ---------------------------------------------------------------- Auras


@checks("303.4a", prop="aura-has-a-target", about="An Aura spell requires a", since=SINCE,
        needs=("said:targets & type:Aura",))  # fmt: skip
def aura_has_a_target(game: Game) -> Iterator[Finding]:
    """An Aura spell is cast with one target."""
    for aiming in _auras(game):
        yield _one_target(aiming)


@checks("115.1b", prop="aura-has-a-target", about="Aura spells are always targeted", since=SINCE,
        needs=("said:targets & type:Aura",))  # fmt: skip
def auras_are_targeted(game: Game) -> Iterator[Finding]:
    """The same, as the rules of targets say it."""
    for aiming in _auras(game):
        yield _one_target(aiming).after(AURA)


def _auras(game: Game) -> Iterator[Aiming]:
    for aiming in aimings(game):
        line = aiming.looks.types.value
        if aiming.step.event.do == "cast" and line is not None and "Aura" in line.subtypes:
            yield aiming


def _one_target(aiming: Aiming) -> Finding:
    number = len(aiming.targets)
    at = aiming.step.at / "targets"
    words = {"o": aiming.name, "n": number}
    return Finding(at, outcome_of(number == 1), (Fact(number, at), aiming.looks.types), words)


@checks("702.5a", prop="enchant-restricts", about="what an Aura spell can", since=SINCE,
        cites=("303.4a",), needs=("said:targets & type:Aura",))  # fmt: skip
def enchant_restricts(game: Game) -> Iterator[Finding]:
    """The target of an Aura spell is what its enchant ability names."""
    for aiming in _auras(game):
        for text in sorted(aiming.looks.keywords.value or ()):
            found = keyword(text)
            if found is None or found[0] != "enchant" or wanted(found[1]) is None:
                continue
            for target in aiming.targets:
                # The ability is written as a keyword, so it is read like the words of a slot.
                slot = (Slot(id=target.slot, is_=found[1]), aiming.looks.keywords.at)
                like = Aiming(
                    aiming.step, game, aiming.source, aiming.looks, aiming.by,
                    {target.slot: slot}, True,
                )  # fmt: skip
                truth = fits(like, target, aiming.step.before)
                leans: tuple[Fact[object], ...] = (aiming.looks.keywords.then(lambda k: k),)
                if truth is None:
                    leans = (_unknown(like, target, slot),)
                words = {**_words(aiming, target), "t": found[1]}
                yield Finding(target.at, outcome_of(truth), leans, words)


# ---------------------------------------------------------------- at resolution


@checks("608.2b", prop="illegal-targets", about="whether the targets are still", since=SINCE,
        needs=("do:resolve & said:targets",))  # fmt: skip
def illegal_targets(game: Game) -> Iterator[Finding]:
    """What has no legal target left does nothing, and an illegal target is not affected."""
    for step in game.done("resolve"):
        aiming = _resolving(game, step.event.object, step.event.event, step.index)
        if aiming is None or not aiming.targets or _is_permanent_spell(aiming):
            continue
        legal = [_still_legal(aiming, target, step.before) for target in aiming.targets]
        event = step.event
        did = event.applies or event.bonus or event.tokens
        touched = [
            target
            for target, truth in zip(aiming.targets, legal, strict=True)
            if truth is False and target.ref in (event.bonus or {})
        ]
        touched += _in_vain(aiming, legal, event.applies or ())
        words = {"o": aiming.name, "x": ", ".join(t.ref for t in aiming.targets)}
        leans = (Fact(words["x"], aiming.step.at / "targets"),)
        if True in legal and not touched:
            outcome = Outcome.COMPLIES
        elif True not in legal and None in legal:
            outcome = Outcome.CANNOT_TELL if did else Outcome.COMPLIES
        else:
            outcome = Outcome.VIOLATES if did else Outcome.COMPLIES
        yield Finding(step.at, outcome, leans, words)


def _in_vain(aiming: Aiming, legal: list[bool | None], applied: tuple[str, ...]) -> list[Target]:
    """The targets of the parts that took effect although none of their targets is legal."""
    found: list[Target] = []
    for part in aiming.looks.abilities.value or ():
        slots = {slot.id for slot in part.written.targets} if part.id in applied else set()
        mine = [row for row in zip(aiming.targets, legal, strict=True) if row[0].slot in slots]
        if all(truth is False for _, truth in mine):
            found += [target for target, _ in mine]
    return found


def _is_permanent_spell(aiming: Aiming) -> bool:
    line = aiming.looks.types.value
    return aiming.is_spell and (line is None or bool(line.types & PERMANENT))


def _resolving(game: Game, spell: str | None, event: str | None, index: int) -> Aiming | None:
    """The aiming of what resolves."""
    name = event or (spell or "").partition("@")[0]
    for aiming in reversed(aimings(game)):
        if aiming.step.index < index and aiming.own_id == name:
            return aiming
    return None


def _still_legal(aiming: Aiming, target: Target, world: World) -> bool | None:
    """Whether a target is where it was and still what was asked for."""
    if target.thing is None:
        return aiming.is_player(target.ref) or None
    now = world.current(target.thing)
    if now is None or now.zone != target.thing.zone or now.phased_out:
        return False
    shield = shielded(aiming, now, values(now, world))
    fit = fits(aiming, target, world)
    # Words that are not read were right as it was cast, and nothing shows that they are not now.
    return every((fit is not False, None if shield.value is None else not shield.value))
