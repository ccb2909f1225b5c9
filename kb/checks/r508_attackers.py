"""302.6 and 508.1, attackers and abilities with {T}: what was not under control for long."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from kb.checks.registry import checks
from kb.facts import Fact, derived, every, some
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Game, Step, each_once
from kb.requirements import most_attacking
from kb.state_ability import Costs
from kb.values import Values, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import InForce, Thing, World

SINCE = "2021-04-22"
NEEDS = ("do:attack", "do:activate")
CONTROL = RuleNumber.parse("302.6")
DEFENDER = RuleNumber.parse("702.3b")
VIGILANCE = RuleNumber.parse("702.20b")


class Attack(Struct, frozen=True):
    """One creature in a declaration of attackers, as it is before it."""

    step: Step
    thing: Thing
    now: Values
    at: Pointer
    again: bool
    """Named a second time."""

    @property
    def name(self) -> str:
        return self.now.name.value or self.thing.id

    @property
    def ready(self) -> Fact[bool]:
        """508.1a: haste, or controlled without a break since the turn began."""
        haste = [
            force.effect.attack == "may-as-though-haste"
            for force in self.step.before.effects
            if self.thing.ref in force.upon
        ]
        if any(haste):
            return derived(True, self.at)
        return ready(self.thing, self.now, derived(self.step.before.turn, self.at), self.at)


@each_once
def attacks(game: Game) -> Iterator[Attack]:
    for step in game.done("attack"):
        seen: set[str] = set()
        for place, attacker in enumerate(step.event.attackers or ()):
            at = step.at / "attackers" / place
            thing = step.before.thing(attacker.who, at / "who")
            now = values(thing, step.before)
            yield Attack(step, thing, now, at, thing.id in seen)
            seen.add(thing.id)


def ready(thing: Thing, now: Values, turn: Fact[int], at: Pointer) -> Fact[bool]:
    """302.6: haste, or controlled from before this turn on."""
    haste = now.keywords.then(lambda words: "haste" in words)
    since = thing.since
    early = None
    if since.value is not None and turn.value is not None:
        early = since.value < turn.value
    truth = some((haste.value, early))
    if truth is None:
        unknown = tuple(fact for fact in (since, turn) if not fact.known)
        return derived(None, at, *(unknown or (haste,)))
    if truth and early:
        return derived(True, at, since)
    return derived(truth, at, *(haste, since)[: 1 if truth else 2])


@checks(
    "508.1", prop="who-and-when", about="active player declares attackers", since=SINCE,
)  # fmt: skip
def who_and_when(game: Game) -> Iterator[Finding]:
    """The active player alone declares attackers, and attacks somebody else."""
    for step in game.done("attack"):
        active, by = step.before.active, step.event.by
        mine = derived(active.value == by if active.known and by is not None else True, step.at)
        declarer = active.value if by is None else by
        for place, attacker in enumerate(step.event.attackers or ()):
            at = step.at / "attackers" / place
            attacked = Fact(attacker.attacks, at / "attacks")
            others = derived(declarer is None or attacked.value != declarer, at, attacked)
            truth = every((mine.value, others.value))
            yield Finding(at, outcome_of(truth), (active, others), words={"p": declarer or "?"})


@checks("302.6", prop="attack-needs-control", about="can’t attack unless it has", since=SINCE)
def attack_needs_control(game: Game) -> Iterator[Finding]:
    """A creature attacks only if its controller had it as the turn began, or it has haste."""
    for attack in attacks(game):
        fact = attack.ready
        words = {"o": attack.name}
        unless = attack.now.unparsed if fact.value is False else ()
        yield Finding(attack.at, outcome_of(fact.value), (fact,), words, unless=unless)


@checks(
    "508.1a", prop="attackers-eligible", about="chosen creatures must be untapped",
    since=SINCE, cites=("302.6",),
)  # fmt: skip
def attackers_eligible(game: Game) -> Iterator[Finding]:
    """Attackers are untapped creatures of the active player, with haste or not new."""
    for attack in attacks(game):
        conditions = _conditions(attack)
        truth = every(fact.value for fact in conditions.values())
        deciding = [fact for fact in conditions.values() if fact.value is truth]
        failed = next((key for key, fact in conditions.items() if fact.value is False), "tapped")
        only_new = truth is False and failed == "new"
        yield Finding(
            attack.at,
            outcome_of(truth),
            tuple(deciding[:1] if truth is False else deciding),
            words={"o": attack.name, "reason": Word("reasons", failed)},
            unless=attack.now.unparsed if only_new else (),
            follows=CONTROL if only_new else None,
        )


def _conditions(attack: Attack) -> dict[str, Fact[bool]]:
    """Each condition under the name of the reason that its failing is."""
    thing, world, by = attack.thing, attack.step.before, attack.step.event.by
    active = world.active if world.active.known else Fact(by, attack.step.at / "by")
    mine = None
    if active.known and thing.controller.known:
        mine = active.value == thing.controller.value
    zone: Fact[str] = Fact(None if thing.doubt else thing.zone, thing.doubt or thing.at / "zone")
    return {
        "place": zone.then(lambda z, t=thing: z == "battlefield" and not t.phased_out),  # type: ignore[misc]
        "kind": attack.now.is_creature,
        "battle": attack.now.types.then(lambda line: "Battle" not in line.types),
        "controller": derived(mine, attack.at, thing.controller, active),
        "tapped": thing.tapped.then(lambda tapped: not tapped),
        "twice": derived(not attack.again, attack.at),
        "new": attack.ready,
    }


@checks("302.6", prop="tap-ability-needs-control", about="the tap symbol", since=SINCE)
def tap_ability_needs_control(game: Game) -> Iterator[Finding]:
    """A creature's ability with {T} or {Q} in its cost asks for the same."""
    for step in game.done("activate"):
        event, world = step.event, step.before
        if event.object is None or event.ability is None:
            continue
        thing = world.thing(event.object, step.at / "object")
        now = values(thing, world)
        ability = now.ability(event.ability)
        cost = ability.cost if ability is not None else None
        taps = isinstance(cost, Costs) and (cost.tap_self or cost.untap_self)
        if not taps or thing.zone != "battlefield":
            continue
        if now.is_creature.value is False:
            yield Finding(step.at, Outcome.NOT_APPLICABLE, (now.is_creature,))
            continue
        fact = ready(thing, now, _last_turn(game, step, thing), step.at)
        truth = some((fact.value, now.is_creature.then(lambda yes: not yes).value))
        leans = (fact,) if now.is_creature.known else (now.is_creature, fact)
        words = {"o": now.name.value or thing.id}
        unless = now.unparsed if truth is False else ()
        yield Finding(step.at, outcome_of(truth), leans, words, unless=unless)


def _last_turn(game: Game, step: Step, thing: Thing) -> Fact[int]:
    """When the most recent turn of its controller began, counted from the first turn told."""
    world, controller = step.before, thing.controller
    at = step.at / "by"
    if not controller.known or not world.active.known:
        return derived(None, at, controller, world.active)
    if controller.value == world.active.value:
        return derived(world.turn, at)
    given = game.document.players.get(str(controller.value))
    number, first = world.number, game.start.number.value
    # "before this turn" may mean before or after the controller's own turn began.
    told = game.document.objects.get(thing.id)
    exact = thing.number > 1 or (told is not None and isinstance(told.controlled_since, int))
    if number.value is None or first is None or not exact:
        return Fact(None, thing.since.at)
    if world.turn == 0 and given is not None and given.last_turn is not None:
        return Fact(given.last_turn - first, Pointer(f"/players/{controller.value}/last_turn"))
    if len(game.document.players) == 2:
        return derived(world.turn - 1, at)
    return Fact(None, Pointer(f"/players/{controller.value}/last_turn"))


@checks("508.1c", prop="restrictions", about="affected by any restrictions", since=SINCE)
def restrictions(game: Game) -> Iterator[Finding]:
    """No creature attacks against defender or an effect that forbids it, and not too many do."""
    for attack in attacks(game):
        yield from _restricted(attack)
    for step in game.done("attack"):
        cap = most_allowed(game, step)
        count = len(step.event.attackers or ())
        if cap is not None and cap.value is not None and count:
            first = step.event.attackers[0].who if step.event.attackers else ""
            name = values(step.before.thing(first, step.at), step.before).name.value or first
            words = {"o": name, "reason": Word("reasons", "too-many")}
            yield Finding(step.at, outcome_of(count <= cap.value), (cap,), words)


def most_allowed(game: Game, step: Step) -> Fact[int] | None:
    """How many creatures at most an effect lets attack; None where none says."""
    caps = [
        Fact(force.effect.max_attackers, force.at / "max_attackers")
        for force in step.before.effects
        if force.effect.max_attackers is not None and not force.doubtful
        # Upon one of several opponents it counts only those who attack that player.
        if not force.names or step.before.active.value in force.names
        or len(game.document.players) <= 2
    ]  # fmt: skip
    return min(caps, key=lambda cap: cap.value or 0, default=None)


def walled(thing: Thing, world: World) -> Fact[bool]:
    """702.3b: whether defender keeps it from attacking."""
    if any(force.effect.attack == "may-with-defender" for force in upon(thing, world)):
        return derived(False, thing.at)
    return values(thing, world).keywords.then(lambda words: "defender" in words)


def upon(thing: Thing, world: World) -> list[InForce]:
    """The effects upon a permanent, by its own name or by that of its controller."""
    player = thing.controller.value
    return [force for force in world.effects if thing.ref in force.upon or player in force.names]


def _restricted(attack: Attack) -> Iterator[Finding]:
    effects = upon(attack.thing, attack.step.before)
    forbidden = [force for force in effects if force.effect.attack == "cannot"]
    alone = [force for force in effects if force.effect.attack == "not-alone"]
    wall = walled(attack.thing, attack.step.before)
    count = len(attack.step.event.attackers or ())
    leans: tuple[Fact[object], ...] = (wall.then(lambda w: w),)
    reason = "defender"
    truth = None if wall.value is None else not wall.value
    if forbidden:
        truth, reason = False, "forbidden"
        leans = (Fact("cannot", forbidden[0].at / "attack"),)
    elif alone and count == 1:
        truth, reason = False, "alone"
        leans = (Fact("not-alone", alone[0].at / "attack"),)
    words = {"o": attack.name, "reason": Word("reasons", reason)}
    follows = DEFENDER if truth is False and reason == "defender" else None
    yield Finding(attack.at, outcome_of(truth), leans, words, follows=follows)


@checks(
    "508.1f", prop="attackers-tap-unless-vigilance", about="active player taps the chosen",
    since=SINCE, cites=("702.20b",),
)  # fmt: skip
def attackers_tap(game: Game) -> Iterator[Finding]:
    """Attacking taps every attacker without vigilance, and none with it."""
    for attack in attacks(game):
        vigilant = attack.now.keywords.then(lambda words: "vigilance" in words)
        said = said_to_tap(game, attack)
        if said is None:
            continue
        taps, at = said
        truth = None if vigilant.value is None else taps is not vigilant.value
        must = Word("words", "must" if vigilant.value is False else "must-not")
        words = {"o": attack.name, "must_tap": must}
        follows = VIGILANCE if truth is False and vigilant.value else None
        yield Finding(at, outcome_of(truth), (Fact(taps, at), vigilant), words, follows=follows)


@checks("508.1d", prop="requirements", about="affected by any requirements", since=SINCE)
def requirements(game: Game) -> Iterator[Finding]:
    """As many of the creatures that must attack do as restrictions allow."""
    for step in game.done("attack"):
        wanted = list(_wanted(step))
        if not wanted:
            continue
        names = {attacker.who.partition("@")[0] for attacker in step.event.attackers or ()}
        counts = Counter(attack.thing.id for attack, _ in wanted)
        obeyed = sum(counts[name] for name in names)
        fewest, most = (_most(game, step, counts, doubtful=d) for d in (False, True))
        enough = True if obeyed >= most else None if obeyed >= fewest else False
        for attack, at in wanted:
            able = _able(attack)
            truth = some((attack.thing.id in names, None if able is None else not able, enough))
            words = {"o": attack.name, "reason": Word("reasons", "must")}
            unknown = [fact for fact in _conditions(attack).values() if not fact.known]
            leans = (Fact("must", at), *(unknown if truth is None else ()))
            unless = attack.now.unparsed if truth is False else ()
            yield Finding(step.at, outcome_of(truth), leans, words, unless=unless)


def _wanted(step: Step) -> Iterator[tuple[Attack, Pointer]]:
    """Each requirement: a creature that attacks if able, and the effect that says so."""
    for force in step.before.effects:
        if force.effect.attack != "must":
            continue
        for thing in step.before.on_battlefield():
            if thing.ref in force.upon or thing.controller.value in force.names:
                now = values(thing, step.before)
                yield Attack(step, thing, now, step.at, False), force.at / "attack"


def _able(attack: Attack) -> bool | None:
    """Whether a creature could have attacked together with others."""
    world = attack.step.before
    forbidden = any(force.effect.attack == "cannot" for force in upon(attack.thing, world))
    wall = walled(attack.thing, world).value
    free = every((not forbidden, None if wall is None else not wall))
    return every((*(fact.value for fact in _conditions(attack).values()), free))


def _most(game: Game, step: Step, counts: Counter[str], *, doubtful: bool) -> int:
    """How many requirements can be obeyed, if what may be able to attack is, or if it is not."""
    able, not_alone = [], []
    for thing in step.before.on_battlefield():
        attack = Attack(step, thing, values(thing, step.before), step.at, False)
        truth = _able(attack)
        if truth or (truth is None and doubtful):
            able.append(thing.id)
        if any(force.effect.attack == "not-alone" for force in upon(thing, step.before)):
            not_alone.append(thing.id)
    cap = most_allowed(game, step)
    at_most = len(able) if cap is None or cap.value is None else cap.value
    return most_attacking(counts, able, not_alone, at_most)


@checks("508.1k", prop="become-attacking", about="becomes an attacking creature", since=SINCE)
def become_attacking(game: Game) -> Iterator[Finding]:
    """What was declared attacks, and nothing else does by declaration."""
    for step in game.done("attack"):
        after = game.steps[step.index + 1 : step.index + 2]
        names = [attacker.who.partition("@")[0] for attacker in step.event.attackers or ()]
        for seen in after if after and after[0].event.do == "observe" else ():
            for name, said in (seen.event.objects or {}).items():
                if said.attacking is None:
                    continue
                at = seen.at / "objects" / name / "attacking"
                before = step.before.thing(name, at).attacking
                truth = bool(said.attacking) is (name in names or before)
                yield Finding(at, outcome_of(truth), (Fact(said.attacking, at),))


def said_to_tap(game: Game, attack: Attack) -> tuple[bool, Pointer] | None:
    """Whether the reporter says that the attacker became tapped, and where."""
    listed = attack.step.event.taps
    if attack.thing.tapped.value is not False:
        return None
    following = game.steps[attack.step.index + 1 : attack.step.index + 2]
    for step in following if following and following[0].event.do == "observe" else ():
        said = (step.event.objects or {}).get(attack.thing.id)
        if said is not None and said.tapped is not None:
            return said.tapped, step.at / "objects" / attack.thing.id / "tapped"
    if listed is None:
        return None
    if attack.thing.id in listed:
        return True, attack.step.at / "taps" / listed.index(attack.thing.id)
    return False, attack.step.at / "taps"
