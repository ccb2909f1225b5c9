"""702.19, 702.2c: trample, what it lets through, and how little deathtouch needs."""

from collections.abc import Iterator

from kb.blocks import protector
from kb.checks.registry import checks
from kb.combat_damage import UNMARKED, Batch, Dealt, batches
from kb.evasion import FROM
from kb.facts import Fact, derived, every
from kb.number import RuleNumber
from kb.pointer import Pointer
from kb.printed import integer
from kb.replay import Game, each_once
from kb.values import called, values
from kb.verdict import Finding, outcome_of
from kb.world import Thing

SINCE = "2021-04-22"
NEEDS = ("do:damage",)
DEADLY = RuleNumber.parse("702.2c")
OVER, PAST = RuleNumber.parse("702.19c"), RuleNumber.parse("702.19e")


def tramples(dealt: Dealt) -> Fact[bool]:
    return dealt.now.keywords.then(lambda words: "trample" in words)


def tramples_over(dealt: Dealt) -> Fact[bool]:
    """702.19c: the variant that may reach the controller of the planeswalker attacked."""
    return dealt.now.keywords.then(lambda words: "trample over planeswalkers" in words)


def through(dealt: Dealt) -> int:
    """How much of its damage it dealt to what it attacks."""
    return sum(share.amount for share in dealt.shares if share.to == dealt.attacked.value)


def assigned(batch: Batch, blocker: Thing) -> tuple[int, bool | None]:
    """All damage to a creature in one step; whether some of it is from deathtouch."""
    to = f"{blocker.id}@{blocker.number}"
    total, deadly = 0, []
    for dealt in batch.dealt:
        mine = sum(share.amount for share in dealt.shares if share.to == to)
        total += mine
        if mine:
            words = dealt.now.keywords.value
            deadly.append(None if words is None else "deathtouch" in words)
    return total, True if True in deadly else None if None in deadly else False


def marked(game: Game, batch: Batch, creature: Thing) -> int:
    """The damage on a creature before the step: at the start, and dealt in this turn."""
    given = game.document.objects.get(creature.id)
    start = creature.number == 1 and batch.world.turn == 0 and given is not None
    total = given.damage if start and given is not None else 0
    to = f"{creature.id}@{creature.number}"
    for step in game.steps:
        if step.at == batch.at:
            break
        event = step.event
        if event.do != "damage" or step.taken_back or step.before.turn != batch.world.turn:
            continue
        if event.source is not None:
            source = step.before.thing(event.source, step.at / "source")
            if not UNMARKED.isdisjoint(values(source, step.before).keywords.value or ()):
                continue
        if event.object is not None and step.before.attacked(event.object) == to:
            total += event.amount or 0
        for name, count in (event.divided or {}).items():
            total += count if step.before.attacked(name) == to else 0
    return total


def lethal(game: Game, batch: Batch, dealt: Dealt, blocker: Thing) -> Fact[bool]:
    """702.19b: whether a blocker is assigned lethal damage, that of other creatures counted in."""
    total, deadly = assigned(batch, blocker)
    toughness = values(blocker, batch.world).toughness
    enough = toughness.then(lambda number: total + marked(game, batch, blocker) >= number)
    # What protection prevents was assigned all the same, and is not told of (702.16e).
    words = values(blocker, batch.world).keywords
    shielded = words.value is None or any(word.startswith(FROM) for word in words.value)
    others = [ref for ref in blocker.blocking if ref != dealt.source.ref]
    power = dealt.now.power.value
    if not others and not dealt.unparsed and power is not None and dealt.total >= power:
        shielded = False  # all that there was to assign was dealt: nothing was prevented
    untold = any(batch.of(name) is None for name, _ in others)
    truth = True if deadly or enough.value else None
    doubtful = deadly is None or untold or shielded
    if truth is None and enough.value is False and not doubtful:
        truth = False
    leans = (enough, words) if not words.known else (enough,)
    return derived(truth, words.at if shielded else toughness.at, *leans)


@each_once
def _breakers(game: Game) -> Iterator[tuple[Batch, Dealt]]:
    """Blocked attackers with trample."""
    for batch in batches(game):
        for dealt in batch.dealt:
            blocked = dealt.source.blocked
            passes = tramples(dealt).value or tramples_over(dealt).value
            if dealt.source.attacking and blocked is not None and blocked.value and passes:
                yield batch, dealt


def all_lethal(game: Game, batch: Batch, dealt: Dealt) -> bool | None:
    """Whether damage went through, if any did, only after all blockers had lethal damage."""
    if not through(dealt):
        return True
    return every(lethal(game, batch, dealt, thing).value for thing in dealt.blockers)


@checks("702.19b", prop="trample", about="creatures are assigned lethal damage", since=SINCE)
def trample(game: Game) -> Iterator[Finding]:
    """Damage goes through only where every blocker is assigned lethal damage."""
    for batch, dealt in _breakers(game):
        if not dealt.blockers:
            continue
        facts = [lethal(game, batch, dealt, thing) for thing in dealt.blockers]
        truth = all_lethal(game, batch, dealt)
        short = next(
            (t for t, fact in zip(dealt.blockers, facts, strict=True) if not fact.value), None
        )
        words = {
            "o": dealt.name,
            "b": called(short, batch.world) if short else "",
            "n": through(dealt),
        }
        deadly = "deathtouch" in (dealt.now.keywords.value or ())
        follows = DEADLY if truth is False and deadly else None
        if truth is False and goes_over(dealt):
            follows = OVER if dealt.attacked.value else PAST
        leans = tuple(fact for fact in facts if fact.value is truth)
        yield Finding(dealt.at, outcome_of(truth), leans, words, follows=follows)


@checks("702.2c", prop="deathtouch-is-lethal", about="considered to be lethal damage", since=SINCE)
def deathtouch_is_lethal(game: Game) -> Iterator[Finding]:
    """With deathtouch one damage to each blocker is enough, and none is too little."""
    for batch, dealt in _breakers(game):
        has = dealt.now.keywords.then(lambda words: "deathtouch" in words)
        if not has.value or not through(dealt) or not dealt.blockers:
            continue
        facts = [lethal(game, batch, dealt, thing) for thing in dealt.blockers]
        truth = every(fact.value for fact in facts)
        short = next(
            (t for t, fact in zip(dealt.blockers, facts, strict=True) if not fact.value), None
        )
        words = {"o": dealt.name, "b": called(short, batch.world) if short else ""}
        yield Finding(dealt.at, outcome_of(truth), (has, *facts), words)


@checks(
    "702.19d", prop="trample-past-nobody", about="no creatures blocking it when", since="2022-11-18"
)
def trample_past_nobody(game: Game) -> Iterator[Finding]:
    """Where no blocker is left all its damage goes to what it attacks."""
    for _, dealt in _breakers(game):
        attacked = dealt.attacked
        if dealt.blockers or not attacked.value or tramples_over(dealt).value:
            continue
        truth = through(dealt) == dealt.total
        yield Finding(
            dealt.at, outcome_of(truth), (attacked,), {"o": dealt.name, "p": attacked.value}
        )


@checks(
    "702.19f",
    prop="trample-stops-at-planeswalker",
    about="trample over planeswalkers is attacking",
    since="2022-11-18",
)
def stops_at_planeswalker(game: Game) -> Iterator[Finding]:
    """What attacks a planeswalker deals no combat damage to its controller, with trample either."""
    for batch in batches(game):
        for dealt in batch.dealt:
            told = dealt.source.attacks
            if not dealt.source.attacking or told is None or "@" not in told:
                continue
            if not tramples(dealt).value or tramples_over(dealt).value is not False:
                continue
            hit = next(
                (s for s in dealt.shares if s.to in game.document.players and s.amount), None
            )
            leans = (Fact(hit.amount, hit.at),) if hit else ()
            words = {"o": dealt.name, "p": hit.to if hit else ""}
            yield Finding(dealt.at, outcome_of(hit is None), leans, words)


# ------------------------------------------------------------------ over planeswalkers


def reached(dealt: Dealt) -> Fact[str]:
    """The controller of the planeswalker attacked, whom trample over planeswalkers may reach."""
    return protector(dealt.source, dealt.world, dealt.game)


def _passed(dealt: Dealt) -> int:
    """How much of its damage it dealt to that player."""
    return sum(share.amount for share in dealt.shares if share.to == reached(dealt).value)


def goes_over(dealt: Dealt) -> bool:
    """Whether it attacks a planeswalker and dealt damage to its controller over it."""
    over = "@" in (dealt.source.attacks or "") and tramples_over(dealt).value
    return dealt.source.attacking and bool(over) and _passed(dealt) > 0


@each_once
def _over(game: Game) -> Iterator[tuple[Batch, Dealt]]:
    for batch in batches(game):
        for dealt in batch.dealt:
            if goes_over(dealt):
                yield batch, dealt


def over_conditions(game: Game, batch: Batch, dealt: Dealt) -> list[Fact[bool]]:
    """702.19c, e: lethal damage to all blockers, and to the planeswalker if it is there."""
    facts = [lethal(game, batch, dealt, thing) for thing in dealt.blockers]
    if dealt.attacked.value:
        shares = (share for other in batch.dealt for share in other.shares)
        total = sum(share.amount for share in shares if share.to == dealt.attacked.value)
        facts.append(_loyalty(game, dealt).then(lambda number: total >= number))
    return facts


def _loyalty(game: Game, dealt: Dealt) -> Fact[int]:
    """The loyalty counters of the planeswalker attacked: as told, else as it is printed."""
    thing = dealt.world.things[(dealt.source.attacks or "").partition("@")[0]]
    counted = thing.counters.then(lambda held: held.get("loyalty"))
    given = game.document.objects.get(thing.id)
    if counted.known or given is None or thing.number > 1:
        return counted
    at = Pointer(f"/objects/{thing.id}/loyalty")
    return Fact(integer(given.loyalty or ""), at)


@checks(
    "702.19c", prop="trample-over-planeswalkers", about="least equal to the loyalty",
    since="2022-11-18",
)  # fmt: skip
def trample_over_planeswalkers(game: Game) -> Iterator[Finding]:
    """Damage goes over a planeswalker only past its loyalty, and past all blockers."""
    for batch, dealt in _over(game):
        if dealt.attacked.value:
            facts = over_conditions(game, batch, dealt)
            truth = every(fact.value for fact in facts)
            leans = tuple(fact for fact in facts if fact.value is truth)
            number = _loyalty(game, dealt).value
            words = {"o": dealt.name, "p": reached(dealt).value, "n": number}
            yield Finding(dealt.at, outcome_of(truth), leans, words)


@checks(
    "702.19e", prop="trample-past-planeswalker", about="planeswalker is removed from combat",
    since="2022-11-18",
)  # fmt: skip
def trample_past_planeswalker(game: Game) -> Iterator[Finding]:
    """Where the planeswalker is gone, damage goes to the player past lethal damage to blockers."""
    for batch, dealt in _over(game):
        if dealt.attacked.value != "":
            continue
        facts = over_conditions(game, batch, dealt)
        truth = every(fact.value for fact in facts)
        short = next((t for t, f in zip(dealt.blockers, facts, strict=True) if not f.value), None)
        words = {"o": dealt.name, "b": called(short, batch.world) if short else ""}
        leans = tuple(fact for fact in facts if fact.value is truth)
        yield Finding(dealt.at, outcome_of(truth), leans, words)
