"""Translations beside the English text in force: which are up to date, behind or missing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kb.edition import Edition, EditionDate, EditionKind
from kb.export import edition_texts
from kb.holdings import HeldRule
from kb.model import EditionTexts, RuleText
from kb.number import RuleNumber
from kb.originals import Originals, Part, Then, content_hash, one_spaced, parts
from kb.records import best_first
from kb.store import Store


class State(StrEnum):
    """How a translation stands to the English text in force, the best first."""

    TRANSLATED = "translated"
    """Made for this very text."""
    MOVED = "moved"
    """Made for this very text under another number."""
    CHANGED = "changed"
    """Made for another text of this rule."""
    UNKNOWN = "unknown"
    """Nobody can tell for which text it was made."""
    MISSING = "missing"
    GONE = "gone"
    """Made for a rule that is no more."""

    @property
    def behind(self) -> bool:
        """Whether there is a translation that wants to be looked at."""
        return self in (State.MOVED, State.CHANGED, State.UNKNOWN)


class Translation(NamedTuple):
    """A text of another language, and what it translates."""

    part: Part
    """Where it stands in its own edition."""
    text: str
    edition: Edition
    named: bool
    original: str
    """The hash of the English text for which it was made; "" where nobody can tell."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A part of a rule in English, with what is held of it in the other language."""

    part: Part
    """Where it stands in English now; of what is gone, where it stood."""
    original: str | None
    edition: Edition | None
    """The English text in force, and its edition; None where the rule is gone."""
    named: bool
    """Whether it is the name of its number."""
    state: State
    held: Translation | None = None
    was: str | None = None
    """The English text for which it was made, where that is another one and is held."""
    changed: EditionDate | None = None
    """The first edition held that no longer has that text."""
    passed_over: bool = False
    """Whether there is another text, of the rules, where English has only our own words."""


class _Placed(NamedTuple):
    translation: Translation
    place: Part | None
    """Where its rule stands in English now."""


def units(
    store: Store, language: str, *, originals: Originals, at: EditionDate | None = None
) -> tuple[Unit, ...]:
    """All parts of the English rules in their order, then the translations of what is gone."""
    found: dict[Part, list[Translation]] = {}
    lost: dict[Part, Translation] = {}
    for key in best_first(store, language, at=at):
        for translation, place in _placed(edition_texts(store, key), originals):
            if place is not None:
                found.setdefault(place, []).append(translation)
            elif not _is_ours(translation):  # which every base has
                lost.setdefault(translation.part, translation)
    made = []
    for number, rule in originals.now.items():
        for example, text in enumerate(parts(rule)):
            part = Part(number, example)
            unit = _beside(part, text, rule, found.get(part, ()), originals)
            made.append(unit)
            for other in _of_other_rules(found.get(part, ()), unit.held):
                lost.setdefault(other.part, other)
    for part, translation in sorted(lost.items()):
        before = _before(State.GONE, translation, originals)
        made.append(Unit(part, None, None, translation.named, State.GONE, translation, *before))
    return tuple(made)


def _beside(
    part: Part,
    text: str,
    rule: HeldRule,
    translations: Sequence[Translation],
    originals: Originals,
) -> Unit:
    """An English text with one of its translations, which are given the best edition first."""
    named = rule.title is not None and not part.example
    if not translations:
        return Unit(part, text, rule.edition, named, State.MISSING)
    states = [(_state(each, part, text), each) for each in translations]
    # of several one that is up to date in its words, else that of the best edition
    state, held = min(states, key=lambda each: _worth(each[0]))
    before = _before(state, held, originals)
    own_words = rule.edition.kind is EditionKind.OURS and _is_ours(held)
    passed_over = own_words and not _is_ours(translations[0])
    return Unit(part, text, rule.edition, named, state, held, *before, passed_over)


def _of_other_rules(
    translations: Sequence[Translation], chosen: Translation | None
) -> Iterator[Translation]:
    """Those that are no other text of the rule chosen: rules of its edition that found no place."""
    for each in translations:
        if chosen and each.edition.date == chosen.edition.date and each.part != chosen.part:
            yield each


def _is_ours(translation: Translation) -> bool:
    return translation.edition.kind is EditionKind.OURS


def _worth(state: State) -> int:
    """Two that are made for other words are alike: which is nearer nobody can tell."""
    return (State.TRANSLATED, State.MOVED, state).index(state)


def _state(translation: Translation, part: Part, original: str) -> State:
    if not translation.original:
        return State.UNKNOWN
    if translation.original != content_hash(original):
        return State.CHANGED
    return State.TRANSLATED if translation.part.number == part.number else State.MOVED


def _before(
    state: State, held: Translation, originals: Originals
) -> tuple[str | None, EditionDate | None]:
    """The English text of what is behind, where it is held, and when that ended."""
    if state not in (State.CHANGED, State.GONE):
        return None, None
    return originals.text_of(held.original), originals.changed_on(held.original)


# -- what an edition of the language translates ----------------------------------------------


def _placed(texts: EditionTexts, originals: Originals) -> Iterator[_Placed]:
    """The parts of an edition that are translated, each with its place in English now."""
    then = originals.then(texts.edition)
    for rule in texts.rules:
        made = _made(rule, texts.edition, then)
        place = _place(rule.number, texts.edition, made[0].original, then, originals)
        for each, slot in zip(made, _slots(made, place, originals), strict=True):
            if not _copied(each, slot, originals):
                yield _Placed(each, slot)


def _made(rule: RuleText, edition: Edition, then: Then | None) -> list[Translation]:
    """The parts of a rule, each with the hash of the text for which it was made."""
    texts = parts(rule)
    told = list(rule.translates)
    if not any(told) and then is not None and (english := then.rules.get(rule.number)):
        before = parts(english)
        # examples are told apart by their place alone, so none of them may be lacking
        told = [content_hash(text) for text in before[: None if len(before) == len(texts) else 1]]
    told += [""] * (len(texts) - len(told))
    named = rule.title is not None
    return [
        Translation(Part(rule.number, example), text, edition, named and not example, original)
        for example, (text, original) in enumerate(zip(texts, told, strict=False))
    ]


def _place(
    number: RuleNumber, edition: Edition, original: str, then: Then | None, originals: Originals
) -> RuleNumber | None:
    english = None if then is None else then.rules.get(number)
    if then is not None and english and original in ("", content_hash(english.text)):
        return originals.places(then).get(number)
    return originals.place(number, edition, original)


def _slots(
    made: Sequence[Translation], place: RuleNumber | None, originals: Originals
) -> Iterator[Part | None]:
    """The place of each part: that of the same text, else the same one among the examples."""
    if place is None:
        yield from (None for _ in made)
        return
    examples = dict(enumerate(parts(originals.now[place])))
    del examples[0]
    kept = _same(made[1:], examples)
    for translation in made:
        example = translation.part.example
        if example in kept or example == 0:
            yield Part(place, kept.get(example, 0))
        else:
            free = example in examples and example not in kept.values()
            yield Part(place, example) if free else None


def _same(made: Sequence[Translation], examples: Mapping[int, str]) -> dict[int, int]:
    """Which example of now has the very text of one that was translated."""
    hashes = {example: content_hash(text) for example, text in examples.items()}
    kept: dict[int, int] = {}
    for translation in made:
        example = translation.part.example
        same = [n for n, each in hashes.items() if each == translation.original]
        same = [n for n in same if n not in kept.values()]
        if same:
            kept[example] = example if example in same else same[0]
    return kept


def _copied(translation: Translation, place: Part | None, originals: Originals) -> bool:
    """Whether it only repeats the English text, which is no translation; a name may."""
    if not translation.text:
        return True
    if translation.named:
        return False
    english = [originals.text_of(translation.original)]
    if place is not None:
        english.append(parts(originals.now[place.number])[place.example])
    return any(text is not None and one_spaced(text) == translation.text for text in english)
