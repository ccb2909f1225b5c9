"""718 and 702.160, prototype: which of the two sets of characteristics is in force."""

from collections.abc import Iterator

from msgspec import Struct

from kb.activation_cost import activations
from kb.casting_cost import applies_to, castings, permissions, spell_of
from kb.checks.claimed import FIELDS, FRAME, REST, Compared, compared, real, source_of
from kb.checks.registry import checks
from kb.facts import Fact, derived
from kb.model import Outcome
from kb.number import RuleNumber
from kb.replay import Game, Step
from kb.values import altered, values
from kb.verdict import Finding, Word, outcome_of
from kb.world import Copiable, Thing

SINCE = "2022-11-18"
NEEDS = ("ability:prototype", "prototyped")


class Row(Struct, frozen=True):
    """A claim about an object that has, or copies, a second set of characteristics."""

    compared: Compared
    source: Copiable
    """The values that it comes from: the object's own, or those it copied."""
    copied: str | None
    """spell, permanent or card, where the value was copied."""

    @property
    def thing(self) -> Thing:
        return self.compared.thing

    @property
    def prototyped(self) -> Fact[bool]:
        return self.source.prototyped

    def finding(self, follows: RuleNumber | None = None) -> Finding:
        """Cannot-tell where nobody said whether it was prototyped."""
        if self.prototyped.known:
            return self.compared.finding(self.prototyped, follows=follows)
        return Finding(self.compared.at, Outcome.CANNOT_TELL, (self.prototyped,))


def rows(game: Game, keys: tuple[str, ...] = FRAME) -> Iterator[Row]:
    for row in compared(game, keys):
        thing = row.thing
        if thing.face != "front" or thing.doubt is not None:
            continue
        source, copied = source_of(thing, row.key)
        if source is not None and source.prototype.value:
            yield Row(row, source, copied)


@checks(
    "718.3b", prop="alternative-set-in-force", about="only its alternative set",
    since=SINCE, cites=("202.3", "718.2"),
)  # fmt: skip
def alternative_set_in_force(game: Game) -> Iterator[Finding]:
    """A prototyped spell and its permanent have the mana cost, power and toughness of the frame."""
    for row in rows(game, FIELDS):
        if row.copied is None and row.thing.on_board and row.prototyped.value is not False:
            yield row.finding()
    yield from _used(game)
    yield from _used_to_reduce(game)


def _used(game: Game) -> Iterator[Finding]:
    """Effects that used a number of the normal set where the alternative one is in force."""
    for step in game.done("resolve"):
        seen = _looked_at(step)
        if seen is None:
            continue
        thing, key = seen
        own = thing.own_values
        if thing.copied is not None or own is None or own.normal is None:
            continue
        at, said = step.at / "amount", step.event.amount
        # 608.2h: of an object that is gone, effects upon it are seen as they were.
        right = getattr(values(thing, step.before), key)
        wrong = getattr(altered(own.normal, thing, step.before), key)
        words = {
            "o": own.name.value or thing.id, "f": Word("fields", key), "v": right.value, "w": said,
        }  # fmt: skip
        leans = (Fact(said, at), right, own.prototyped)
        if right.value == said:
            yield Finding(at, Outcome.COMPLIES, leans, words)
        elif wrong.value == said and right.known:
            yield Finding(at, Outcome.VIOLATES, leans, words)


def _used_to_reduce(game: Game) -> Iterator[Finding]:
    """Power-up reductions that used the mana cost of the normal set."""
    for activation in activations(game):
        own = activation.source.own_values
        if activation.source.copied is not None or own is None or own.normal is None:
            continue
        if activation.entered_now.value is not True:
            continue
        right, wrong = activation.reduced, activation.less(own.normal.cost)
        words = {
            "o": own.name.value or activation.source.id, "f": Word("fields", "cost"),
            "v": own.cost.value, "w": own.normal.cost.value,
        }  # fmt: skip
        leans = (own.cost, own.prototyped)
        if activation.fits(right):
            yield Finding(activation.at, Outcome.COMPLIES, leans, words)
        elif activation.fits(right) is False and activation.fits(wrong):
            yield Finding(activation.at, Outcome.VIOLATES, leans, words)


def _looked_at(step: Step) -> tuple[Thing, str] | None:
    """The object whose power or mana value an effect used as it resolved, and which."""
    event, world = step.event, step.before
    if event.amount is None:
        return None
    stacked = world.abilities.get(event.event or "")
    if stacked is None or stacked.ability is None:
        return None
    ability = values(stacked.source, world).ability(stacked.ability)
    written = ability.written.triggered if ability is not None else None
    if written is None or written.amount not in ("power", "mana_value"):
        return None
    return world.last_known(stacked.about or stacked.source), written.amount


@checks(
    "718.3b", prop="alternative-color", about="that color or colors",
    since=SINCE, cites=("105.2",),
)  # fmt: skip
def alternative_color(game: Game) -> Iterator[Finding]:
    """A prototyped spell and its permanent have the colours of the frame's mana cost."""
    for row in rows(game, ("colors",)):
        if row.copied is None and row.thing.on_board and row.prototyped.value is not False:
            yield row.finding()


@checks(
    "718.3a", prop="castability-uses-alternative", about="use only its alternative power",
    since=SINCE, cites=("601.3e",),
)  # fmt: skip
def castability_uses_alternative(game: Game) -> Iterator[Finding]:
    """Whether a prototyped spell may be cast is asked of the values of the frame."""
    yield from _permitted(game)


@checks("601.3e", prop="castability-uses-alternative", about="alternative set of characteristics",
        since=SINCE, cites=("718.3a",), root="718.3a")  # fmt: skip
def cast_with_other_characteristics(game: Game) -> Iterator[Finding]:
    """The same, as the rules of casting say it."""
    yield from _permitted(game)


def _permitted(game: Game) -> Iterator[Finding]:
    for cast in castings(game):
        by = cast.spell.controller.value
        if cast.spell.how.prototyped.value is not True or not _cast_with_frame(cast.step):
            continue
        forces = permissions(cast.step, by)
        unread = [
            force.at / "cast_only_if"
            for force in cast.step.before.effects
            if by in force.names and force.effect.given <= {"id", "upon", "text", "until", "source"}
        ]
        if not forces and (not unread or cast.step.event.from_ in (None, "hand")):
            continue
        truths = [applies_to(force.effect.cast_only_if, cast.now) for force in forces]
        # One permission is enough, one prohibition forbids: it is sure only where all agree.
        agreed = truths[0] if truths and len(set(truths)) == 1 and not unread else None
        missing = tuple(unread) if agreed is None else ()
        frame, own = cast.now, cast.spell.own_values
        normal = own.normal if own is not None else None
        words = {
            "cond": Word("words", "casting"), "v": frame.cost.value,
            "w": normal.cost.value if normal is not None else None,
        }  # fmt: skip
        leans = (frame.cost, cast.spell.how.prototyped)
        yield Finding(cast.step.at, outcome_of(agreed), leans, words, missing)


@checks(
    "718.4", prop="normal-elsewhere", about="only its normal characteristics",
    since=SINCE, cites=("718.2",),
)  # fmt: skip
def normal_elsewhere(game: Game) -> Iterator[Finding]:
    """In other zones, and where it was not cast prototyped, a card has its normal values."""
    for row in rows(game):
        if row.prototyped.value is not True:
            yield row.finding()


@checks("718.3c", prop="spell-copy-prototyped", about="also a prototyped spell", since=SINCE)
def spell_copy_prototyped(game: Game) -> Iterator[Finding]:
    """The copy of a prototyped spell is one too, and so is the token that it becomes."""
    for row in rows(game):
        if row.copied == "spell" and row.prototyped.value is not False:
            yield row.finding()


@checks(
    "718.3d", prop="permanent-copy-takes-alternative", about="copy has the alternative power",
    since=SINCE, cites=("707.2",),
)  # fmt: skip
def permanent_copy_takes_alternative(game: Game) -> Iterator[Finding]:
    """The copy of a permanent that was a prototyped spell has the values of the frame."""
    for row in rows(game):
        if row.copied in ("permanent", "card") and row.prototyped.value is not False:
            yield row.finding()


@checks("718.2", prop="only-spell-or-permanent", about="while it is a spell", since=SINCE)
def only_spell_or_permanent(game: Game) -> Iterator[Finding]:
    """The values of the frame are shown by spells and permanents only."""
    for row in rows(game):
        if row.thing.on_board and row.prototyped.value:
            if row.compared.true:
                yield row.finding()
        elif not row.thing.on_board and row.compared.true is False and row.thing.own is not None:
            framed = Copiable.of(row.thing.own, derived(True, row.compared.at))
            shown = altered(framed, row.thing, row.compared.claim.world)
            if real(shown, row.compared.key).value == row.compared.said:
                yield row.finding(RuleNumber.parse("718.4"))


@checks(
    "718.2a", prop="alternative-is-copiable", about="of the object’s copiable values",
    since=SINCE, cites=("707.2",),
)  # fmt: skip
def alternative_is_copiable(game: Game) -> Iterator[Finding]:
    """A copy has the second set too, and the same set in force."""
    for row in rows(game):
        if row.copied is not None:
            yield row.finding(_root(row))


def _root(row: Row) -> RuleNumber:
    """One fault, one root: the more special rule has it."""
    if row.prototyped.value is False:
        return RuleNumber.parse("718.4")
    return RuleNumber.parse("718.3c" if row.copied == "spell" else "718.3d")


@checks("718.5", prop="rest-unchanged", about="remain the same whether", since=SINCE)
def rest_unchanged(game: Game) -> Iterator[Finding]:
    """Name, types and abilities are the same prototyped or not."""
    for row in rows(game, REST):
        yield row.compared.finding()


@checks("718.3", prop="choice-at-casting", about="As a player casts", since=SINCE)
def choice_at_casting(game: Game) -> Iterator[Finding]:
    """Only as it is cast does a card become prototyped."""
    for step in game.steps:
        if step.taken_back:
            continue
        if step.event.do in ("cast", "cast-copy"):
            if _cast_with_frame(step):
                yield Finding(step.at, Outcome.COMPLIES, (spell_of(step).how.prototyped,))
        elif step.event.prototyped is True:
            at = step.at / "prototyped"
            yield Finding(at, Outcome.VIOLATES, (Fact(True, at),))


@checks("702.160a", prop="choice-is-free", about="choose to cast that card", since=SINCE)
def choice_is_free(game: Game) -> Iterator[Finding]:
    """A card with prototype may be cast either way."""
    for step in game.done("cast", "cast-copy"):
        if _cast_with_frame(step):
            yield Finding(step.at, Outcome.COMPLIES, (spell_of(step).how.prototyped,))


@checks("702.160a", prop="prototyped-needs-prototype", about="Prototype is a static", since=SINCE)
def prototyped_needs_prototype(game: Game) -> Iterator[Finding]:
    """Only what has prototype is cast prototyped."""
    for step in game.done("cast", "cast-copy"):
        if step.event.prototyped is True:
            spell = spell_of(step)
            abilities = values(spell, step.attempt).abilities
            has = abilities.then(lambda all_: any(a.kind == "prototype" for a in all_))
            words = {"o": values(spell, step.attempt).name.value or spell.id}
            yield Finding(step.at / "prototyped", outcome_of(has.value), (has,), words)


@checks("718.1", prop="secondary-set-complete", about="second set of power", since=SINCE)
def secondary_set_complete(game: Game) -> Iterator[Finding]:
    """A prototype card has exactly one second set."""
    for thing in game.start.things.values():
        frames = [
            a
            for a in (thing.own.abilities.value or () if thing.own is not None else ())
            if a.kind == "prototype"
        ]
        if frames:
            fact = derived(len(frames), frames[-1].at)
            yield Finding(frames[-1].at, outcome_of(len(frames) == 1), (fact,))


def _cast_with_frame(step: Step) -> bool:
    abilities = values(spell_of(step), step.attempt).abilities.value or ()
    return any(a.kind == "prototype" for a in abilities)
