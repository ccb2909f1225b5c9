"""508.1b, 508.4, 508.8: what is attacked, what attacks undeclared, combat without attackers."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from kb.blocks import players_of
from kb.checks.r508_attackers import Attack, attacks, upon, walled
from kb.checks.registry import checks
from kb.facts import Fact, derived, every
from kb.model import Outcome
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.replay import Claim, Game, Step, each_once
from kb.replay_combat import ATTACKABLE, entering_attacking
from kb.values import called, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Thing

SINCE = "2021-04-22"
OTHERS = RuleNumber.parse("508.1")
SPECIFIED = RuleNumber.parse("508.4a")
UNRESTRICTED = RuleNumber.parse("508.4c")
CREATURE = RuleNumber.parse("508.1a")
BLOCKER = RuleNumber.parse("509.1a")


@checks(
    "508.1b",
    prop="attack-announced",
    about="the active player announces which",
    since=SINCE,
    needs=(
        "do:attack",
        "claim:attacking",
    ),
)
def attack_announced(game: Game) -> Iterator[Finding]:
    """Each attacker attacks an opponent, or a planeswalker or battle that may be attacked."""
    for attack in attacks(game):
        yield from _announced(game, attack)
    for claim in game.claims:
        said, told = claim.said.attacking, claim.thing.attacks
        if isinstance(said, str) and told is not None and claim.thing.attacking:
            at = claim.at / "attacking"
            truth = claim.world.attacked(said) == told
            words = {
                "o": called(claim.thing, claim.world),
                "reason": Word("reasons", "other-target"),
            }
            yield Finding(at, outcome_of(truth), (Fact(said, at),), words)


def _announced(game: Game, attack: Attack) -> Iterator[Finding]:
    said = attack.step.event.attackers
    place = int(attack.at.parts[-1])
    name = said[place].attacks if said else None
    at = attack.at / "attacks"
    fact = may_be_attacked(game, attack, name, at)
    if fact is None:
        return
    event, mine = attack.step.event, attack.thing.controller.value
    declarer = event.by or attack.step.before.active.value
    # Somebody else's creature that attacks that player is no attacker at all.
    root = None if name is None or name != mine else OTHERS if mine == declarer else CREATURE
    words = {"o": attack.name, "reason": Word("reasons", "unattackable")}
    yield Finding(at, outcome_of(fact.value), (fact,), words).after(root)


def may_be_attacked(game: Game, attack: Attack, name: str | None, at: Pointer) -> Fact[bool] | None:
    """508.1b; None where nothing is announced and there was no choice."""
    world, mine = attack.step.before, attack.thing.controller
    if name is None:
        several = len([p for p in players_of(game) if p != mine.value]) > 1
        return Fact(None, at) if several else None
    found = world.things.get(name.partition("@")[0])
    if found is not None:
        there = found.zone == "battlefield" and not found.phased_out
        types = values(found, world).types
        theirs: bool | None = None
        if types.value is not None and "Battle" in types.value.types:
            theirs = True  # who protects a battle the format does not say
        elif mine.known and found.controller.known:
            theirs = mine.value != found.controller.value
        kind = types.then(lambda line: bool(line.types & ATTACKABLE))
        return derived(every((there, kind.value, theirs)), at, kind, found.controller)
    player = game.document.players.get(name)
    if player is not None and player.left:
        return derived(False, at, Fact(True, Pointer(f"/players/{name}/left")))
    team = game.document.players.get(str(mine.value))
    if player is not None and team is not None and player.team and player.team == team.team:
        return derived(False, at, Fact(player.team, Pointer(f"/players/{name}/team")))
    return mine.then(lambda controller: controller != name)


@checks(
    "506.3",
    prop="only-creatures-fight",
    about="Only a creature can attack",
    since=SINCE,
    needs=(
        "do:attack",
        "do:block",
    ),
)
def only_creatures_fight(game: Game) -> Iterator[Finding]:
    """Only creatures attack or block; a declaration of nothing else is one finding."""
    for step in game.done("attack", "block"):
        event = step.event
        key, rule = ("attackers", CREATURE) if event.do == "attack" else ("blockers", BLOCKER)
        rows = (event.attackers if event.do == "attack" else event.blockers) or ()
        things = [step.before.thing(row.who, step.at / key) for row in rows]
        kinds = [values(thing, step.before).is_creature for thing in things]
        for place, (thing, kind) in enumerate(zip(things, kinds, strict=True)):
            if kind.value is not True:
                words = {"o": called(thing, step.before)}
                follows = rule if kind.known else None
                outcome = outcome_of(kind.value)
                yield Finding(step.at / key / place, outcome, (kind,), words, follows=follows)
        if kinds and all(kind.value for kind in kinds):
            yield Finding(step.at, Outcome.COMPLIES, tuple(kinds))


# ------------------------------------------------------------------ put onto the battlefield


class Entry(Struct, frozen=True):
    """A permanent put onto the battlefield attacking, with what is claimed of it later."""

    step: Step
    thing: Thing
    claim: Claim
    conditions: dict[str, Fact[bool]]

    @property
    def at(self) -> Pointer:
        return self.claim.at / "attacking"

    @property
    def said(self) -> bool:
        return bool(self.claim.said.attacking)

    @property
    def words(self) -> dict[str, object]:
        return {"o": called(self.thing, self.step.after)}


@each_once
def entered_attacking(game: Game) -> Iterator[tuple[Step, Thing, str]]:
    for step in game.done("move", "create"):
        event = step.event
        told = event.attacking if event.do == "move" else event.as_.attacking if event.as_ else None
        name = event.object if event.do == "move" else event.new
        if told is not None and name is not None:
            thing = step.after.things[name.partition("@")[0]]
            if thing.zone == "battlefield":
                yield step, thing, told


@each_once
def entries(game: Game) -> Iterator[Entry]:
    """The claims whether such a permanent attacks, while nothing has taken it out of combat."""
    entered = list(entered_attacking(game))
    for claim in game.claims if entered else ():
        if claim.said.attacking is None:
            continue
        for step, thing, told in entered:
            same = claim.thing.ref == thing.ref and claim.at.parts[0] == "history"
            later = same and int(claim.at.parts[1]) > step.index
            if later and claim.thing.left_combat is None and claim.world.turn == step.after.turn:
                conditions = entering_attacking(thing, step.after, told)
                player = game.document.players.get(told)
                if player is not None and player.left:
                    left = Pointer(f"/players/{told}/left")
                    conditions["506.3c"] = derived(False, left, Fact(True, left))
                yield Entry(step, thing, claim, conditions)


def _barred(game: Game, rule: str) -> Iterator[Finding]:
    """What this rule bars from attacking is not said to attack."""
    for entry in entries(game):
        fact = entry.conditions.get(rule)
        if fact is not None and fact.value is False:
            leans = (fact, Fact(entry.said, entry.at))
            yield Finding(entry.at, outcome_of(not entry.said), leans, entry.words)


@checks(
    "506.3a",
    prop="noncreature-never-attacks",
    about="noncreature permanent onto the",
    since=SINCE,
    needs=("claim:attacking",),
)
def noncreature_never_attacks(game: Game) -> Iterator[Finding]:
    """A noncreature put onto the battlefield attacking does not attack."""
    yield from _barred(game, "506.3a")


@checks(
    "506.3b",
    prop="defender-never-attacks",
    about="any player except an attacking",
    since=SINCE,
    needs=("claim:attacking",),
)
def defender_never_attacks(game: Game) -> Iterator[Finding]:
    """What comes attacking under another player than the attacking one does not attack."""
    yield from _barred(game, "506.3b")


@checks(
    "506.3c",
    prop="nothing-left-to-attack",
    about="never considered to be an",
    since=SINCE,
    needs=("claim:attacking",),
)
def nothing_left_to_attack(game: Game) -> Iterator[Finding]:
    """What comes attacking something that is gone, or cannot be attacked, does not attack."""
    for finding in _barred(game, "506.3c"):
        wrong = finding.outcome is Outcome.VIOLATES
        yield replace(finding, follows=SPECIFIED if wrong else None)


@checks(
    "508.4a",
    prop="specified-is-gone",
    about="is never considered an attacking",
    since=SINCE,
    needs=("claim:attacking",),
)
def specified_is_gone(game: Game) -> Iterator[Finding]:
    """The same, where the effect specifies what it attacks."""
    yield from _barred(game, "506.3c")


@checks(
    "506.3e",
    prop="battle-never-attacks",
    about="also a battle onto the",
    since="2023-11-17",
    until="2026-01-16",
    needs=("claim:attacking",),
)
@checks(
    "506.3f",
    prop="battle-never-attacks",
    about="also a battle onto the",
    since="2026-04-17",
    needs=("claim:attacking",),
)
def battle_never_attacks(game: Game) -> Iterator[Finding]:
    """A battle put onto the battlefield attacking does not attack."""
    yield from _barred(game, "506.3f")


@checks(
    "508.4",
    prop="put-attacking",
    about="is put onto the battlefield",
    since=SINCE,
    needs=("claim:attacking",),
)
def put_attacking(game: Game) -> Iterator[Finding]:
    """A creature put onto the battlefield attacking attacks."""
    for entry in entries(game):
        may = every(fact.value for fact in entry.conditions.values())
        if may is False:
            continue
        outcome = Outcome.CANNOT_TELL if may is None else outcome_of(entry.said)
        leans = (*entry.conditions.values(), Fact(entry.said, entry.at))
        wrong = outcome is Outcome.VIOLATES
        follows = UNRESTRICTED if wrong and _restricted(entry) else None
        yield Finding(entry.at, outcome, leans, entry.words, follows=follows)


def _restricted(entry: Entry) -> bool:
    """Whether an ability or effect would have kept it from being declared."""
    thing, world = entry.thing, entry.step.after
    forbidden = any(force.effect.attack == "cannot" for force in upon(thing, world))
    return forbidden or walled(thing, world).value is True


@checks(
    "508.4c",
    prop="put-attacking-unrestricted",
    about="restrictions that apply to the",
    since=SINCE,
    cites=("508.4",),
    needs=("claim:attacking",),
)
def put_attacking_unrestricted(game: Game) -> Iterator[Finding]:
    """Restrictions on declaring attackers do not keep it from attacking."""
    for entry in entries(game):
        may = every(fact.value for fact in entry.conditions.values())
        if may and _restricted(entry):
            leans = (Fact(entry.said, entry.at),)
            yield Finding(entry.at, outcome_of(entry.said), leans, entry.words)


# ------------------------------------------------------------------ no attackers

SKIPPED = frozenset({"declare-blockers", "first-combat-damage", "combat-damage"})


@checks(
    "508.8",
    prop="no-attackers-no-blocks",
    about="skip the declare blockers",
    since=SINCE,
    needs=("do:attack",),
)
def no_attackers_no_blocks(game: Game) -> Iterator[Finding]:
    """Where nothing attacks, no blockers are declared and there is no combat damage step."""
    attacked: Fact[bool] | None = None
    for step in game.steps if "attack" in game.kinds else ():
        event, clock = step.event, step.event.at
        if step.taken_back:
            continue
        early = clock is not None and clock.step in ("beginning-of-combat", "declare-attackers")
        if clock is not None and (early or clock.number or clock.phase not in (None, "combat")):
            attacked = None
        if event.do == "attack":
            there = any(thing.attacking for thing in step.before.things.values())
            none = event.attackers is not None and not event.attackers and not there
            told = event.attackers is not None or there
            attacked = Fact(not none if told else None, step.at / "attackers")
        if event.do in ("move", "create") and any(
            thing.attacking for thing in step.after.things.values()
        ):
            attacked = Fact(True, step.at)
        reached = event.do == "block" or (clock is not None and clock.step in SKIPPED)
        if reached and attacked is not None and event.do != "attack":
            yield Finding(step.at, outcome_of(attacked.value), (attacked,))
