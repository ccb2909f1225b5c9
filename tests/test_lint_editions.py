"""The editions that a text is checked against: which count, and which is chosen."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kb.edition import Edition, EditionDate, EditionKind
from kb.errors import UnknownEdition
from kb.lint.books import Books
from kb.lint.linter import linter
from kb.lint.names import Names, Terms
from kb.model import Note, NoteKind, RuleText
from kb.number import RuleNumber
from kb.store import Store, in_memory
from tests.factories import document, edition, put, rule

# Numbers and names as they were; every text is our own. A heading has no letter behind its
# number and nothing but its name.
_OF_ALL = """
1 Game Concepts
100 General
100.1 Whoever sits down to play follows what is written here, from the first line to the last one
103 Starting the Game
110 Permanents
110.1 A card that lies in front of its player once it has been paid for is what this section means
5 Turn Structure
509 Declare Blockers Step
509.1 The one who is attacked says which creature stands in the way of which of those that came
6 Spells, Abilities, and Effects
601 Casting Spells
601.2 To begin with, show the card and then go through what follows in the order of the letters
601.2a The card leaves the hand and waits on top of all the others until everybody has answered
601.2b Say now what you will do later: how many, how much, and which of several ways
601.2c Point at everything that the card is going to touch
601.2f Add up what it costs
601.2h Pay what it costs, in whichever order you like
602 Activating Activated Abilities
603 Handling Triggered Abilities
611 Continuous Effects
613 Interaction of Continuous Effects
7 Additional Rules
701 Keyword Actions
702 Keyword Abilities
8 Multiplayer Rules
806 Free-for-All Variant
"""
_OLD = """
103.7 Somebody goes first, and that has its price
103.7a With two at the table the one who goes first takes no card on the very first morning
509.6 Those who stand in the way are lined up, and the line cannot be changed any more after that
701.18 Scry
701.18a Look at the uppermost cards of your pile, keep any of them on top and put the rest below
702.19 Trample
702.19a What is left over of a blow goes through to the one who hides behind the wall of bodies
702.20 Vigilance
702.20a Whoever keeps watch need not lie down when the others run ahead to the other side
702.28 Cycling
702.28a Throw the card away from your hand, pay a little and take another one for it
702.28b Typecycling is a variant of the cycling ability: you look for a land of one sort instead
702.32 Kicker
702.32a While you cast it you may pay more than what is asked, and get more out of it later on
702.32b A card with two such prices lets you pay either of them, both of them, or none at all
702.32c Multikicker is a variant of the kicker ability: you may pay the same price again and again
702.33 Flashback
702.33a From where the dead cards lie you may cast it once more at another price, then it is gone
702.34 Madness
702.34a Instead of throwing it away you put it aside, and may cast it at once for another price
702.39 Storm
702.39a For each spell that came before it in this turn, make one more copy of it on the pile
702.39b When all is said and done, whoever copied it may look for new ones to be pointed at
706 Copying Objects
707 Face-Down Spells and Permanents
707.2 What lies with its back upwards is a small creature without a name and without any words
717 Ending the Turn
"""
_NEW = """
103.8 Somebody goes first, and that has its price
103.8a With two at the table the one who goes first takes no card on the very first morning
110.5 Lying or standing, turned or not: such things a card has only in front of its player
701.5 Cast
701.5a To do so is to take it out of the hand and to pay for it
701.13 Exile
701.13a Whatever is sent away lies apart from everything else from then on
701.18 Play
701.18a To use a card in one of two ways, depending on what sort of card it is
701.22 Scry
701.22a Look at the uppermost cards of your pile, keep any of them on top and put the rest below
701.26 Tap and Untap
701.26a A card that lies on its side has done its work for today
701.40 Manifest
701.40a Turn the uppermost card of your pile over to be a small creature
701.47 Amass
701.47a Make a small army grow, or found one where there is none yet
701.62 Manifest Dread
701.62a Look at two cards, turn one of them over and throw the other one away
702.19 Trample
702.19a What is left over of a blow goes through to the one who hides behind the wall of bodies
702.19c Trample over planeswalkers is a variant of trample
702.20 Vigilance
702.20a Whoever keeps watch need not lie down when the others run ahead to the other side
702.21 Ward
702.21a Whoever points at it pays for that, or has pointed in vain
702.27 Buyback
702.27a Pay more and the card comes back into your hand
702.29 Cycling
702.29a Throw the card away from your hand, pay a little and take another one for it
702.29b The price is a price like all the others are
702.29c Typecycling is a variant of the cycling ability: you look for a land of one sort instead
702.33 Kicker
702.33a While you cast it you may pay more than what is asked, and get more out of it later on
702.33b A card with two such prices lets you pay either of them, both of them, or none at all
702.33c Multikicker is a variant of the kicker ability: you may pay the same price again and again
702.33d Whoever has paid that has a spell that was kicked
702.34 Flashback
702.34a From where the dead cards lie you may cast it once more at another price, then it is gone
702.35 Madness
702.35a Instead of throwing it away you put it aside, and may cast it at once for another price
702.40 Storm
702.40a For each spell that came before it in this turn, make one more copy of it on the pile
702.40b When that is done, its owner may look around for new ones to be pointed at
702.55 Haunt
702.55a The dead one stays near to a living one
702.59 Recover
702.59a When a neighbour dies, pay and take the card back
702.79 Persist
702.79a It comes back once, a little smaller
702.93 Undying
702.93a It comes back once, a little bigger
702.127 Aftermath
702.127a The second half can be used when the first one is over
702.145 Daybound and Nightbound
702.145a The one side is for the sun, the other one for the moon
702.154 Enlist
702.154a Somebody who stays at home lends his strength
702.180 Harmonize
702.180a Once more, with the help of one who lies down
707 Copying Objects
708 Face-Down Spells and Permanents
708.2 What lies with its back upwards is a small creature without a name and without any words
717 Attraction Cards
718 Prototype Cards
"""
_NEWEST = """
702.181 Mobilize
702.181a Some come along for one day only
733 Handling Illegal Actions
733.1 Whatever was done wrongly is undone, as far as nothing else hangs on it
"""


def rules(text: str) -> list[RuleText]:
    """Those of a text like the ones above, in the order of the rule book."""
    read: list[RuleText] = []
    for line in filter(None, text.splitlines()):
        number, words = line.split(" ", 1)
        title = words if len(words.split()) <= 6 and number[-1].isdigit() else None
        read.append(rule(number, words, title=title))
    return sorted(read, key=lambda each: each.number)


def with_editions(bundled: Store) -> Iterator[Store]:
    """A copy of the bundle with three invented editions: of 2016-11-11, 2026-01-16, 2026-08-07."""
    with in_memory() as store:
        bundled.db.backup(store.db)
        for date, texts in (
            ("2016-11-11", _OF_ALL + _OLD),
            ("2026-01-16", _OF_ALL + _NEW),
            ("2026-08-07", _OF_ALL + _NEW + _NEWEST),
        ):
            put(store, document(*rules(texts), of=official(date)))
        yield store


@pytest.fixture(scope="module")
def invented(bundled: Store) -> Iterator[Store]:
    yield from with_editions(bundled)


def official(date: str, *, language: str = "en") -> Edition:
    return edition(language, date, kind=EditionKind.OFFICIAL, digest=date, source=f"{date}.txt")


def number(text: str) -> RuleNumber:
    return RuleNumber.parse(text)


@pytest.mark.parametrize(
    ("says", "date", "chosen"),
    [
        ("the newest where nobody asks", None, "2026-08-07"),
        ("the one of that very day", "2026-01-16", "2026-01-16"),
        ("the one in force on a day", "2026-03-01", "2026-01-16"),
        ("a month is before its days", "2026-01", "2016-11-11"),
        ("long after the last", "2031-01-01", "2026-08-07"),
    ],
)
def test_the_edition_in_force(invented: Store, says: str, date: str | None, chosen: str) -> None:
    day = EditionDate.parse(date) if date else None
    assert str(Books(invented).in_force(day).date) == chosen, says


def test_no_edition_was_in_force_yet(invented: Store) -> None:
    with pytest.raises(UnknownEdition, match="on 2009-01-01 is held; held: 2016-11-11, 2026-01-16"):
        linter(invented, edition=EditionDate.parse("2009-01-01"), language="en")


def test_an_edition_that_was_cut_off_is_not_complete() -> None:
    whole = document(rule("702.33", title="Kicker"), of=official("2016-11-11"))
    cut = document(rule("1", title="Concepts"), of=official("2027-03-01"))
    cut = replace(cut, notes=(Note(NoteKind.TRUNCATED, "no credits"),))
    with in_memory() as store:
        put(store, whole, cut)
        assert str(Books(store).in_force(None).date) == "2016-11-11"


def test_our_own_words_and_pages_are_no_edition() -> None:
    with in_memory() as store:
        put(store, document(rule("702.33", title="Kicker"), of=edition("it", "2026-08-07")))
        put(store, document(of=official("2026-08-07")))  # a glossary, say
        with pytest.raises(UnknownEdition, match="regulae ingest FILE"):
            linter(store, edition=None, language="en")


def test_of_two_editions_of_one_day_the_original_is_checked() -> None:
    with in_memory() as store:
        for code in ("en", "it"):
            of = official("2026-01-16", language=code)
            put(store, document(rule("702.33", title="Kicker"), of=of))
        assert Books(store).in_force(None).edition.language == "en"


def test_the_last_revision_of_an_edition_is_checked() -> None:
    with in_memory() as store:
        for digest in ("first", "second"):
            of = edition("en", "2026-01-16", kind=EditionKind.OFFICIAL, digest=digest)
            put(store, document(rule("702.33", title=digest), of=of))
        assert Books(store).in_force(None).edition.hash == "second"


def names(invented: Store, date: str) -> Names:
    book = Books(invented).in_force(EditionDate.parse(date))
    return Names(book, Terms(invented))


@pytest.mark.parametrize(
    ("says", "name", "in_2016", "in_2026"),
    [
        ("a keyword", "Kicker", "702.32", "702.33"),
        ("in Italian", "potenziamento", "702.32", "702.33"),
        ("in Spanish, in capitals", "ESTÍMULO", "702.32", "702.33"),
        ("a variant, at the subrule that defines it", "Multikicker", "702.32c", "702.33c"),
        ("a variant in Italian", "Multipotenziamento", "702.32c", "702.33c"),
        ("a variant moved to another letter", "Typecycling", "702.28b", "702.29c"),
        ("half of a double heading", "Nightbound", None, "702.145"),
        ("the other half", "untap", None, "701.26"),
        ("a section", "Copying Objects", "706", "707"),
        ("a section in Spanish", "Copiar objetos", "706", "707"),
        ("a chapter", "Turn Structure", "5", "5"),
        ("known, and in neither", "Power-up", None, None),
        ("the word of an idea is no name", "mulligan", None, None),
        ("nobody knows it", "Snowfall", None, None),
    ],
)
def test_where_a_name_stands(
    invented: Store, says: str, name: str, in_2016: str | None, in_2026: str | None
) -> None:
    for date, place in (("2016-11-11", in_2016), ("2026-01-16", in_2026)):
        known = names(invented, date)
        key = known.key(name)
        places = known.places(key) if key else ()
        assert [str(each) for each in places] == ([place] if place else []), says


@pytest.mark.parametrize(
    ("says", "name", "place", "fits"),
    [
        ("its own heading", "Kicker", "702.33", True),
        ("that of its rule", "estímulo", "702.33d", True),
        ("that of its section", "Keyword Abilities", "702.33", True),
        ("that of the section, for a subrule", "Keyword Abilities", "702.33a", True),
        ("a variant of the same rule", "Multikicker", "702.33d", True),
        ("a variant of another rule", "Typecycling", "702.33d", False),
        ("the keyword of another rule", "Flashback", "702.33a", False),
        ("the chapter, for its section", "Additional Rules", "702", True),
        ("the chapter, for a subrule", "Additional Rules", "702.33a", False),
        ("a part of the heading", "Continuous Effects", "613", True),
        ("more than the heading", "The Scry Keyword", "701.22", True),
        ("a part of a word is no part", "Flash", "702.34", False),
        ("commas do not matter", "spells abilities and effects", "6", True),
    ],
)
def test_which_name_fits_a_number(
    invented: Store, says: str, name: str, place: str, fits: bool
) -> None:
    assert names(invented, "2026-01-16").fits(name, number(place)) is fits, says
