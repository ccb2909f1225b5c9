"""Which translations are up to date with the English text in force, behind it or missing."""

from collections.abc import Iterator, Sequence

import pytest

from kb.edition import EditionDate, EditionKind
from kb.model import RuleText, SourceTexts
from kb.number import RuleNumber
from kb.originals import Originals, Part, content_hash, parts
from kb.store import Store, in_memory
from kb.translations import State, Unit, units
from tests.factories import document, edition, put, rule

LONG = "The {} of a creature with morph is known to nobody but the player who cast it face down."
"""Long enough for the text to be told from all others wherever it goes."""


@pytest.fixture
def store() -> Iterator[Store]:
    with in_memory() as made:
        yield made


def english(date: str, *rules: RuleText) -> SourceTexts:
    return document(*rules, of=edition("en", date, kind=EditionKind.OFFICIAL, digest=f"en {date}"))


def italian(date: str | None, *rules: RuleText, digest: str = "it") -> SourceTexts:
    return document(*rules, of=edition("it", date, digest=digest))


def told(store: Store, day: str | None = None) -> dict[str, Unit]:
    """Each part by its name: ``702.33a/1`` for an example, ``gone 702.33a`` for what is no more."""
    at = EditionDate.parse(day) if day else None
    found = {}
    for unit in units(store, "it", originals=Originals(store, at), at=at):
        name = f"{unit.part.number}/{unit.part.example}".removesuffix("/0")
        found[f"gone {name}" if unit.state is State.GONE else name] = unit
    return found


def states(found: dict[str, Unit]) -> dict[str, str]:
    return {name: unit.state.value for name, unit in found.items()}


@pytest.mark.parametrize(
    ("says", "before", "after", "expected"),
    [
        ("nothing happened", [rule("100.1", "A.")], [rule("100.1", "A.")], {"100.1": "translated"}),
        (
            "white space is no edit",
            [rule("100.1", "A  b.")],
            [rule("100.1", "A\nb.")],
            {"100.1": "translated"},
        ),
        ("an edit", [rule("100.1", "A.")], [rule("100.1", "B.")], {"100.1": "changed"}),
        (
            "a move",
            [rule("100.1", LONG.format("name"))],
            [rule("100.1", "New."), rule("100.2", LONG.format("name"))],
            {"100.1": "missing", "100.2": "moved"},
        ),
        (
            "a short text that stands at one other place only",
            [rule("100.1", "A.")],
            [rule("100.2", "A.")],
            {"100.2": "moved"},
        ),
        (
            "an insertion: what is below it moves, and what is new is missing",
            [rule("100.1a", LONG.format("name")), rule("100.1b", LONG.format("face"))],
            [
                rule("100.1a", "A new first one."),
                rule("100.1b", LONG.format("name")),
                rule("100.1c", LONG.format("face")),
            ],
            {"100.1a": "missing", "100.1b": "moved", "100.1c": "moved"},
        ),
        (
            "a deletion",
            [rule("100.1", "A."), rule("100.2", "B.")],
            [rule("100.1", "A.")],
            {"100.1": "translated", "gone 100.2": "gone"},
        ),
        (
            "a deletion whose number another rule has taken: neither is lost",
            [rule("100.1", "Gone."), rule("100.2", LONG.format("name"))],
            [rule("100.1", LONG.format("name"))],
            {"100.1": "moved", "gone 100.1": "gone"},
        ),
        (
            "an example edited, one as it was",
            [rule("100.1", "A.", examples=("One.", "Two."))],
            [rule("100.1", "A.", examples=("One.", "Two, reworded."))],
            {"100.1": "translated", "100.1/1": "translated", "100.1/2": "changed"},
        ),
        (
            "an example inserted before another: each keeps its translation",
            [rule("100.1", "A.", examples=("One.",))],
            [rule("100.1", "A.", examples=("New.", "One."))],
            {"100.1": "translated", "100.1/1": "missing", "100.1/2": "translated"},
        ),
        (
            "an example deleted",
            [rule("100.1", "A.", examples=("One.", "Two."))],
            [rule("100.1", "A.", examples=("Two.",))],
            {"100.1": "translated", "100.1/1": "translated", "gone 100.1/1": "gone"},
        ),
    ],
)
def test_after_an_english_edition(
    says: str,
    before: Sequence[RuleText],
    after: Sequence[RuleText],
    expected: dict[str, str],
    store: Store,
) -> None:
    translation = [
        rule(str(each.number), f"It. {each.text}", examples=[f"It. {x}" for x in each.examples])
        for each in before
    ]
    put(store, english("2024-11-08", *before), italian("2024-11-23", *translation))
    assert set(states(told(store)).values()) == {"translated"}, "before the edition"
    put(store, english("2025-04-04", *after))
    found = told(store)
    assert states(found) == expected, says
    held = [unit.held.text for unit in found.values() if unit.held]
    texts = [text for each in translation for text in parts(each)]
    assert sorted(held) == sorted(texts), f"{says}: a translation was lost"


def test_what_changed_is_told_with_the_text_and_the_day(store: Store) -> None:
    put(
        store,
        english("2024-11-08", rule("100.1", "A.")),
        english("2025-04-04", rule("100.1", "A.")),
        english("2025-07-25", rule("100.1", "B.")),
        english("2026-01-16", rule("100.1", "C.")),
        italian("2024-11-23", rule("100.1", "Uno.")),
    )
    unit = told(store)["100.1"]
    assert (unit.state, unit.original, unit.was) == (State.CHANGED, "C.", "A.")
    assert str(unit.changed) == "2025-07-25", "the first edition that has it no more"


@pytest.mark.parametrize(
    ("says", "date", "state"),
    [
        ("the day of an English edition", "2025-04-04", "translated"),
        ("a day after it", "2025-06-01", "translated"),
        ("its month", "2025-04", "translated"),
        ("a day on which an older one was in force", "2025-04-03", "changed"),
        ("older than all that are held", "2019-05-03", "unknown"),
        ("no day", None, "unknown"),
    ],
)
def test_the_english_edition_of_a_translation(
    says: str, date: str | None, state: str, store: Store
) -> None:
    put(
        store,
        english("2024-11-08", rule("100.1", "A.")),
        english("2025-04-04", rule("100.1", "B.")),
        italian(date, rule("100.1", "Uno.")),
    )
    assert states(told(store)) == {"100.1": state}, says


@pytest.mark.parametrize("told_by_hash", [False, True])
def test_moves_that_are_known_are_followed(told_by_hash: bool, store: Store) -> None:
    """Rule 702.32 of 2019 is 702.33 since April 2021, also where no word of it is the same."""
    before = english("2019-05-03", rule("702.32", title="Bygone name"))
    number = RuleNumber.parse("702.32")
    translates = (content_hash("Bygone name"),) if told_by_hash else ()
    translation = RuleText(number, "Nome", "Nome", translates=translates)
    put(store, english("2021-04-22", rule("702.33", title="Kicker")))
    put(store, italian("2019-05-03", translation), *(() if told_by_hash else (before,)))
    unit = told(store)["702.33"]
    assert unit.state is State.CHANGED
    assert unit.held and str(unit.held.part.number) == "702.32"
    assert unit.was == (None if told_by_hash else "Bygone name")


def test_what_a_translation_says_of_itself_counts_more_than_its_day(store: Store) -> None:
    now, then = content_hash("B."), content_hash("A.")
    put(
        store,
        english("2024-11-08", rule("100.1", "A.", examples=("X.",))),
        english("2025-04-04", rule("100.1", "B.", examples=("X.",))),
        italian(None, RuleText(RuleNumber.parse("100.1"), "Uno.", translates=(now,))),
    )
    assert states(told(store)) == {"100.1": "translated", "100.1/1": "missing"}
    of_then = RuleText(
        RuleNumber.parse("100.1"), "Due.", examples=("Es.",), translates=(then, content_hash("X."))
    )
    with in_memory() as other:
        put(other, english("2025-04-04", rule("100.1", "B.", examples=("X.",))))
        put(other, italian("2025-04-04", of_then))
        found = told(other)
    assert states(found) == {"100.1": "changed", "100.1/1": "translated"}
    assert found["100.1"].was is None, "its English text is not held"


def test_the_translation_that_is_up_to_date_wins_over_a_better_edition(store: Store) -> None:
    put(
        store,
        english("2024-11-08", rule("100.1", "A."), rule("100.2", "B.")),
        english("2025-04-04", rule("100.1", "A."), rule("100.2", "C.")),
        document(
            rule("100.1", "Ufficiale."),
            rule("100.2", "Ufficiale."),
            of=edition("it", "2024-11-23", kind=EditionKind.OFFICIAL, digest="official"),
        ),
        italian("2025-04-04", rule("100.1", "Altra."), rule("100.2", "Rivista.")),
    )
    found = told(store)
    assert states(found) == {"100.1": "translated", "100.2": "translated"}
    held = [unit.held.text for unit in found.values() if unit.held]
    assert held == ["Ufficiale.", "Rivista."]


def test_two_rules_for_one_place_are_both_kept(store: Store) -> None:
    """Of translations that only say a hash, two may belong to one number: none goes in silence."""
    number = [RuleNumber.parse(text) for text in ("100.1", "100.2")]
    put(
        store,
        english("2025-04-04", rule("100.1", "Was 100.2.")),
        italian(
            "2019-05-03",
            RuleText(number[0], "Riscritta.", translates=(content_hash("Reworded."),)),
            RuleText(number[1], "Spostata.", translates=(content_hash("Was 100.2."),)),
        ),
    )
    found = told(store)
    assert states(found) == {"100.1": "moved", "gone 100.1": "gone"}
    assert [unit.held and unit.held.text for unit in found.values()] == ["Spostata.", "Riscritta."]


def test_on_a_day_only_what_was_there_counts(store: Store) -> None:
    put(
        store,
        english("2024-11-08", rule("100.1", "A.")),
        english("2025-04-04", rule("100.1", "B.")),
        italian("2024-11-23", rule("100.1", "Vecchia.")),
        italian("2025-04-04", rule("100.1", "Nuova."), digest="new"),
    )
    then = told(store, "2025-01-01")["100.1"]
    assert (then.state, then.held and then.held.text) == (State.TRANSLATED, "Vecchia.")


def test_our_own_words_translate_our_own_words(fresh_bundle: Store) -> None:
    made = units(fresh_bundle, "it", originals=Originals(fresh_bundle))
    assert {unit.state for unit in made} == {State.TRANSLATED}
    official = edition("en", "2026-08-07", kind=EditionKind.OFFICIAL, digest="official")
    put(fresh_bundle, document(rule("702.33a", "The official words."), of=official))
    behind = {
        unit.part: unit.state
        for unit in units(fresh_bundle, "it", originals=Originals(fresh_bundle))
        if unit.state is not State.TRANSLATED and not unit.part.example
    }
    assert behind.get(Part(RuleNumber.parse("702.33a"))) is State.CHANGED


def test_a_text_of_the_rules_is_not_set_beside_our_own_words(fresh_bundle: Store) -> None:
    """It translates other words; that it is left out is told."""
    page = edition("it", "2024-11-23", digest="page")
    put(fresh_bundle, document(rule("702.33a", "Le parole delle regole."), of=page))
    found = units(fresh_bundle, "it", originals=Originals(fresh_bundle))
    [unit] = [unit for unit in found if unit.passed_over]
    assert str(unit.part.number) == "702.33a"
    assert unit.held and unit.held.edition.kind is EditionKind.OURS
    official = edition("en", "2026-08-07", kind=EditionKind.OFFICIAL, digest="official")
    put(fresh_bundle, document(rule("702.33a", "The official words."), of=official))
    found = units(fresh_bundle, "it", originals=Originals(fresh_bundle))
    assert not any(unit.passed_over for unit in found), "now it is set beside those"
    texts = [unit.held.text for unit in found if unit.held and unit.state is State.UNKNOWN]
    assert texts == ["Le parole delle regole."]


@pytest.mark.parametrize(
    ("says", "text", "title", "state"),
    [
        ("a sentence left in English", "One  two.", None, "missing"),
        ("a name that is the same in both", "One two.", "One two.", "translated"),
        ("nothing at all", "", None, "missing"),
    ],
)
def test_what_is_no_translation(
    says: str, text: str, title: str | None, state: str, store: Store
) -> None:
    put(
        store,
        english("2024-11-08", rule("100.1", "One two.", title=title)),
        italian("2024-11-23", RuleText(RuleNumber.parse("100.1"), text, title)),
    )
    assert states(told(store)) == {"100.1": state}, says
