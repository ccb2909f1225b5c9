"""Words that no program reads and that may let players do what the rules do not (101.1)."""

from collections.abc import Iterator
from itertools import islice

from kb.pointer import Pointer
from kb.replay import Game, Step
from kb.state import Card
from kb.state_ability import Ability
from kb.values import values

MOST = 5
"""As many places are named; who reads the sentence looks for himself then."""


def unread(game: Game, step: Step) -> tuple[Pointer, ...]:
    """The words of effects and permanents that are in force before an event."""
    return tuple(islice(dict.fromkeys(_unread(game, step)), MOST))


def _unread(game: Game, step: Step) -> Iterator[Pointer]:
    world = step.before
    for force in world.effects:
        if force.effect.text is not None:
            yield force.at / "text"
    wordy = _wordy(game)
    for name in wordy if wordy is not None else world.things:
        thing = world.things.get(name)
        if thing is None or thing.zone != "battlefield" or thing.phased_out:
            continue
        for ability in values(thing, world).abilities.value or ():
            if ability.kind in ("static", "text"):
                yield ability.at


def _wordy(game: Game) -> tuple[str, ...] | None:
    """The objects that have such words at all; None where copies or effects may spread them."""
    if "wordy" not in game.kept:
        document = game.document
        cards = {name for name, card in document.cards.items() if _has_words(card)}
        listed = [*document.objects.items()]
        listed += [(event.new or "", event.as_) for event in document.history if event.as_]
        found = tuple(name for name, given in listed if given.card in cards or _has_words(given))
        effects = [*document.effects, *(e.effect for e in document.history if e.effect)]
        spread = any(_words(effect.add_abilities) for effect in effects)
        copies = any(event.of is not None for event in document.history) or any(
            given.copy_of is not None for _, given in listed
        )
        game.kept["wordy"] = None if spread or (copies and (found or cards)) else found
    names: tuple[str, ...] | None = game.kept["wordy"]
    return names


def _has_words(card: Card) -> bool:
    faces = [card, *(card.halves or ()), *((card.back,) if card.back is not None else ())]
    return any(_words(face.abilities or ()) for face in faces)


def _words(abilities: tuple[Ability, ...]) -> bool:
    return any(
        not isinstance(ability, str) and (ability.static is not None or ability.text is not None)
        for ability in abilities
    )
