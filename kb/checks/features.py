"""What occurs in a document, as words: by them the checkers that have nothing to say are left out.

``do:attack`` an event of that kind; ``claim:power`` a claim about an object; ``claims`` any such;
``players`` a claim about players; ``type:Saga`` a word of a type line; ``keyword:infect``;
``counter:lore`` a kind of counter, of players too; ``layout:split`` that of a card;
``has:damage`` a field of an object; ``priority`` a player has it at the start; ``weak`` a
toughness that is no positive number, ``shrinks`` what lowers one; ``kicked``, ``prototyped``,
``enlists``, ``reduces`` and ``taken-back`` something said of it in an event, an object, an effect
or a claim; ``said:paid`` a field of an event; ``alternative:evoke`` what a spell is cast for;
``fires:rampage`` a keyword that triggers; ``at:priority`` the clock of an event names a player;
``choices`` a hybrid or Phyrexian symbol in a cost; ``copies`` one object has the values
of another.
"""

from collections.abc import Iterator, Mapping

from kb.replay import Game
from kb.replay_announce import keyword_of
from kb.replay_stack import payments
from kb.state import Card, Claims, Document, Effect, Event, HowCast, Object
from kb.state_ability import Ability, Costs, Written, costs_of
from kb.state_words import triggered_by

_FIELDS = ("damage", "attached_to", "copy", "copy_of", "token", "phased_out", "back", "tapped")
_SAID = tuple(
    (field, f"said:{field.rstrip('_')}")
    for field in (
        "alternative", "amount", "bonus", "divided", "from_", "modes", "order", "paid", "pays_as",
        "targets", "total", "x",
    )
)  # fmt: skip
_CHANGED = (
    "pt", "base_pt", "lose", "types", "add_types", "add_keywords", "colors", "cast_only_if",
    "prohibit",
)  # fmt: skip


def features(document: Document) -> frozenset[str]:
    """The words for all that occurs in the document, whoever it is true of."""
    return frozenset(_features(document))


def occurring(game: Game) -> frozenset[str]:
    """The features of the document of a game, read once."""
    found: frozenset[str] | None = game.kept.get("features")
    if found is None:
        found = game.kept["features"] = features(game.document)
    return found


def _features(document: Document) -> Iterator[str]:
    for card in document.cards.values():
        yield from _of_card(card)
    for thing in document.objects.values():
        yield from _of_object(thing)
    for effect in document.effects:
        yield from _of_effect(effect)
    for player in document.players.values():
        yield from _counters(player.counters)
        if player.left:
            yield "has:left"
        if player.life is not None:
            yield "has:life"
    if document.turn is not None and document.turn.priority is not None:
        yield "priority"
    for event in document.history:
        yield f"do:{event.do}"
        yield from _counters(event.counters)
        yield from _of_fields(event)
        for bonus in (event.bonus or {}).values():
            yield from _of_size(bonus)
        if event.paid is not None and any(paid.life for paid in payments(event)):
            yield "paid:life"
        yield from _of_announcement(event)
        if event.reductions:
            yield "reduces"
        if event.outcome == "illegal":
            yield "taken-back"
        if any(attacker.enlist for attacker in event.attackers or ()):
            yield "enlists"
        if event.as_ is not None:
            yield from _of_object(event.as_)
        if event.effect is not None:
            yield from _of_effect(event.effect)
        if event.players is not None:
            yield "players"
        for said in (event.objects or {}).values():
            yield from _of_claims(said)


def _of_fields(event: Event) -> Iterator[str]:
    for field, word in _SAID:
        if getattr(event, field) is not None:
            yield word
    if event.additional:
        yield "said:additional"
    if event.of is not None:
        yield "copies"
    said = event.alternative
    for one in () if said is None else said if isinstance(said, tuple) else (said,):
        yield f"alternative:{keyword_of(one)}"
        if not isinstance(one, str):
            yield from _of_cost(one.cost)
    if event.do == "trigger" and event.ability is not None:
        yield f"fires:{triggered_by(event.ability)}"
    if event.at is not None and event.at.priority not in (None, "none"):
        yield "at:priority"


def _of_object(thing: Object) -> Iterator[str]:
    yield from _of_card(thing)
    if thing.copy_of is not None:
        yield "copies"
    yield from _counters(thing.counters)
    if thing.cast is not None:
        yield from _of_announcement(thing.cast)
    if thing.now is not None:
        yield from _of_claims(thing.now)
    if thing.copy_except is not None:
        yield from _words("type:", thing.copy_except.types, thing.copy_except.subtypes)
        yield from _words("keyword:", thing.copy_except.keywords)
        yield from _of_cost(thing.copy_except.cost)
    if thing.face != "front":
        yield f"face:{thing.face}"
    if thing.zone is not None:
        yield f"zone:{thing.zone}"
    if thing.owner is not None and thing.controller is not None:
        yield "has:controller"


def _of_announcement(said: Event | HowCast) -> Iterator[str]:
    if said.kicked is not None or said.kicks is not None:
        yield "kicked"
    if said.prototyped is not None:
        yield "prototyped"


def _of_card(card: Card) -> Iterator[str]:
    if card.type is not None:
        for word in card.type.split():
            yield f"type:{word}"
    yield from _words("type:", card.supertypes, card.types, card.subtypes)
    yield from _words("keyword:", card.keywords)
    yield from _of_abilities(card.abilities or ())
    yield from _of_size(card.pt)
    yield from _of_cost(card.cost)
    if card.layout is not None:
        yield f"layout:{card.layout}"
    for field in _FIELDS:
        if getattr(card, field, None):
            yield f"has:{field}"
    for other in (*((card.back,) if card.back is not None else ()), *(card.halves or ())):
        yield from _of_card(other)


def _of_abilities(abilities: tuple[Ability, ...]) -> Iterator[str]:
    for ability in abilities:
        if isinstance(ability, Written):
            yield f"ability:{ability.kind}"
            triggered = ability.triggered.if_ if ability.triggered is not None else None
            for when in (ability.if_, triggered):
                if when is not None and when.kicked is not None:
                    yield "kicked"
            if ability.power_up is not None:
                yield "reduces"
            if ability.prototype is not None:
                yield from _of_size(ability.prototype.pt)
            for cost in costs_of(ability):
                yield from _of_cost(cost)
            yield from _counters(ability.counters)
            yield from _words("keyword:", ability.grants)
        else:
            yield f"ability:{ability}"


def _of_effect(effect: Effect) -> Iterator[str]:
    yield from _words("type:", effect.types, effect.add_types)
    yield from _words("keyword:", effect.add_keywords)
    yield from _of_abilities(effect.add_abilities)
    if effect.add_colors:
        yield "effect:colors"
    if effect.cost_reduction is not None:
        yield "reduces"
    yield from _of_size(effect.pt)
    yield from _of_size(effect.base_pt)
    for field in _CHANGED:
        if getattr(effect, field):
            yield f"effect:{field}"


def _of_cost(cost: object) -> Iterator[str]:
    mana = cost.mana if isinstance(cost, Costs) else cost
    if isinstance(mana, str) and "/" in mana:
        yield "choices"


def _of_claims(said: Claims) -> Iterator[str]:
    yield "claims"
    if said.kicked is not None or said.kicked_with is not None:
        yield "kicked"
    if said.prototyped is not None or said.prototype is not None:
        yield "prototyped"
    for field in said.given:
        yield f"claim:{field}"


def _of_size(text: str | None) -> Iterator[str]:
    """Of a size or a change of one: ``+0/-1`` shrinks, ``0/0`` and ``*/*`` are weak."""
    if text is None:
        return
    toughness = text.partition("/")[2].strip()
    if toughness.startswith("-"):
        yield "shrinks"
    elif not toughness.strip("+0").isdecimal():
        yield "weak"


def _counters(counters: Mapping[str, int] | None) -> Iterator[str]:
    for kind in counters or ():
        yield f"counter:{kind}"
        yield from _of_size(kind if "/-" in kind else None)


def _words(prefix: str, *lists: tuple[str, ...] | None) -> Iterator[str]:
    for words in lists:
        for word in words or ():
            yield prefix + (word.casefold() if prefix == "keyword:" else word)
