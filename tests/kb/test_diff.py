"""Differences between editions: which rule is which, and what became of it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kb.diff.chain import Chain
from kb.diff.changes import Change, End, diff
from kb.edition import Edition, EditionDate, EditionKind
from kb.model import Note, NoteKind
from kb.number import RuleNumber
from kb.store import Store, in_memory
from tests.factories import document, edition, put, rule

# Numbers as rules have them; every text is our own.
BASE = """
1 Game Concepts
103 Starting the Game
103.1 Everybody sits down, and whoever lost the last game says who begins with the next one
103.2 Each of the players shuffles a pile until nobody knows where any card of it may lie
103.2a Who is asked to may cut the pile of a neighbour once, and gives it back afterwards
103.3 The winner of a throw of dice decides about the first turn and tells it to the table
7 Additional Rules
702 Keyword Abilities
702.32 Kicker
702.32a While casting it you may pay more than what is asked, and get more out of it later on
702.32b A card with two such prices lets you pay either of them, both of them, or none at all
702.32c See rule 702.32a for what is paid, and rule 103.2 for how the pile came to be in order
702.33 Flashback
702.33a From where the dead cards lie you may cast it once more at another price, then it is gone
702.33b If several instances of it are there, each one is a way of its own to cast the card again
"""


def official(date: str, digest: str = "", language: str = "en") -> Edition:
    of = edition(language, date, kind=EditionKind.OFFICIAL, digest=digest or date, source=date)
    return replace(of, label=date)


def put_edition(store: Store, text: str, of: Edition, *, truncated: bool = False) -> None:
    rules = []
    for line in text.strip().splitlines():
        number, _, said = line.partition(" ")
        said, *examples = said.split(" EX ")
        bare = RuleNumber.parse(number)
        is_heading = not bare.is_subrule and len(said.split()) < 5
        rules.append(rule(number, said, title=said if is_heading else None, examples=examples))
    found = document(*rules, of=of)
    if truncated:
        found = replace(found, notes=(Note(NoteKind.TRUNCATED, "cut off"),))
    put(store, found)


@pytest.fixture
def store() -> Iterator[Store]:
    with in_memory() as store:
        yield store


def changes(store: Store, language: str = "en") -> tuple[Change, ...]:
    chain = Chain(store, language)
    old, new = (
        End(day.side, {each.key: each.edition for each in day.speakers}, day.whole)
        for day in (chain.days[0], chain.days[-1])
    )
    found = diff(old, new, chain.between(0, len(chain.days) - 1), chain.wordings)
    return found.changes


def told(found: tuple[Change, ...]) -> list[str]:
    lines = []
    for change in found:
        others = "".join(f"+{said.number}" for said in change.others)
        old, new = (said.number if said else "-" for said in (change.old, change.new))
        lines.append(f"{change.kind} {old} {new}{others}")
    return lines


def became(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


A_NEW_RULE = (
    "103.3 Somebody who comes late takes a seat, and waits until the game is over\n103.4 The w"
)
KICKER = (("702.33 F", "702.34 F"), ("702.33a", "702.34a"), ("702.33b", "702.34b"))


@pytest.mark.parametrize(
    ("says", "pairs", "expected"),
    [
        ("nothing", [], []),
        ("other quotes and blanks", [("the pile of a", "the  pile of a")], []),
        ("a word", [("once more at", "again at")], ["changed 702.33a 702.33a"]),
        ("a letter in another case", [("Who is asked", "who is asked")], ["changed 103.2a 103.2a"]),
        (
            "a rule before another one",
            [("103.3 The w", A_NEW_RULE)],
            ["added - 103.3", "moved 103.3 103.4"],
        ),
        (
            "a rule that went, and the next one took its number",
            [
                (
                    "702.32a While casting it you may pay more than what is asked, and get more"
                    " out of it later on\n",
                    "",
                ),
                ("702.32b", "702.32a"),
                ("702.32c See rule 702.32a", "702.32b See rule 702.32a"),
            ],
            ["removed 702.32a -", "moved 702.32b 702.32a", "moved 702.32c 702.32b"],
        ),
        (
            "sections that changed places are told by what they say",
            [
                ("702.33", "702.99"),
                ("702.32", "702.33"),
                ("702.99", "702.32"),
            ],
            [
                "moved 702.33 702.32",
                "moved 702.33a 702.32a",
                "moved 702.33b 702.32b",
                "moved 702.32 702.33",
                "moved 702.32a 702.33a",
                "moved 702.32b 702.33b",
                "moved 702.32c 702.33c",
            ],
        ),
        (
            "moved and reworded",
            [*KICKER, ("is gone", "is lost")],
            [
                "moved 702.33 702.34",
                "moved-and-changed 702.33a 702.34a",
                "moved 702.33b 702.34b",
            ],
        ),
        (
            "cites another rule, which is not the one it was",
            [("rule 103.2 for", "rule 103.3 for")],
            ["retargeted 702.32c 702.32c"],
        ),
        (
            "cites the same rule at its new number",
            [
                (
                    "103.2 Each",
                    "103.2 Whoever is late for the game has to bring a cake\n103.3 Each",
                ),
                ("103.2a", "103.3a"),
                ("103.3 The w", "103.4 The w"),
                ("rule 103.2 for", "rule 103.3 for"),
            ],
            [
                "added - 103.2",
                "moved 103.2 103.3",
                "moved 103.2a 103.3a",
                "moved 103.3 103.4",
                "retargeted 702.32c 702.32c",
            ],
        ),
        (
            "a number of cards is no citation",
            [("once more at", "100 times at")],
            ["changed 702.33a 702.33a"],
        ),
        (
            "one rule became two",
            [
                (
                    "702.32a While casting it you may pay more than what is asked, and get more"
                    " out of it later on",
                    "702.32a While casting it you may pay more than what is asked",
                ),
                (
                    "702.32b A card with two such prices lets you pay either of them, both of"
                    " them, or none at all",
                    "702.32b A card with two such prices lets you pay either of them, both of"
                    " them, or none at all\n702.32d And get more out of it later on",
                ),
            ],
            ["split 702.32a 702.32a+702.32d"],
        ),
        (
            "two rules became one",
            [
                (
                    "103.3 The winner of a throw of dice decides about the first turn and tells it"
                    " to the table\n",
                    "",
                ),
                (
                    "the next one\n",
                    "the next one; the winner of a throw of dice decides about the first turn and"
                    " tells it to the table\n",
                ),
            ],
            ["merged 103.1 103.1+103.3"],
        ),
        ("italics are typography", [("103.2 Each", "103.2 _Each_")], []),
        (
            "a blank to fill in is none",
            [("103.2 Each", "103.2 ____ Each")],
            ["changed 103.2 103.2"],
        ),
        ("a heading with another name", [("Flashback", "Second Life")], ["changed 702.33 702.33"]),
        (
            "an example that came",
            [("it is gone", "it is gone EX Somebody casts it twice")],
            ["changed 702.33a 702.33a"],
        ),
    ],
)
def test_kinds(store: Store, says: str, pairs: list[tuple[str, str]], expected: list[str]) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    put_edition(store, became(BASE, *pairs), official("2021-01-01"))
    assert told(changes(store)) == expected, says


def test_citations_say_whether_they_follow(store: Store) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    new = became(BASE, ("rule 103.2 for", "rule 103.3 for"), ("rule 702.32a", "rule 702.32b"))
    put_edition(store, new, official("2021-01-01"))
    [change] = changes(store)
    assert [(c.old, c.new, c.follows) for c in change.citations] == [
        ("702.32a", "702.32b", False),
        ("103.2", "103.3", False),
    ]


def test_a_name_beside_a_number_is_part_of_the_citation(store: Store) -> None:
    cited = ("rule 103.2 for", "rule 103.2, “{}”, for")
    put_edition(store, became(BASE, (cited[0], cited[1].format("Order"))), official("2020-01-01"))
    put_edition(store, became(BASE, (cited[0], cited[1].format("Sort"))), official("2021-01-01"))
    assert told(changes(store)) == ["retargeted 702.32c 702.32c"]


TWINS = """
7 Additional Rules
701 Keyword Actions
701.2 Attach
701.2a More than one of these does no more than a single one would do for its bearer
701.3 Counter
701.3a More than one of these does no more than a single one would do for its bearer
"""


def test_twins_keep_to_their_headings(store: Store) -> None:
    """Of the same texts each goes with the heading over it, whatever its number was."""
    put_edition(store, TWINS, official("2020-01-01"))
    new = became(TWINS, ("701.3", "701.4"), ("701.2", "701.3"))
    put_edition(store, new, official("2021-01-01"))
    assert told(changes(store)) == [
        "moved 701.2 701.3",
        "moved 701.2a 701.3a",
        "moved 701.3 701.4",
        "moved 701.3a 701.4a",
    ]


def test_small_steps_lead_further_than_one_leap(store: Store) -> None:
    """By way of the editions between them a rule is followed through two rewordings."""
    first = "From where the dead cards lie you may cast it once more at another price, then it"
    put_edition(store, BASE, official("2020-01-01"))
    second = "The dead cards may be cast once more at another price by whoever owns them, then it"
    third = "Whoever owns the dead cards pays what is written there and casts them, until it"
    put_edition(
        store, became(BASE, (first, second), ("702.33a", "702.33d")), official("2021-01-01")
    )
    put_edition(store, became(BASE, (first, third), ("702.33a", "702.33d")), official("2022-01-01"))
    assert "moved-and-changed 702.33a 702.33d" in told(changes(store))


def test_what_went_and_came_back_is_the_same_rule(store: Store) -> None:
    lacking = became(
        BASE,
        (
            "103.3 The winner of a throw of dice decides about the first turn and"
            " tells it to the table\n",
            "",
        ),
    )
    put_edition(store, BASE, official("2020-01-01"))
    put_edition(store, lacking, official("2021-01-01"))
    put_edition(store, became(BASE, ("103.3", "103.4")), official("2022-01-01"))
    assert told(changes(store)) == ["moved 103.3 103.4"]


def test_a_page_lacks_what_it_does_not_have(store: Store) -> None:
    """Of a rule that a page has not nobody can say that it is gone, or that it is new."""
    page = "\n".join(line for line in BASE.splitlines() if line.startswith("702.33"))
    put_edition(store, BASE, official("2020-01-01", language="it"))
    put_edition(store, became(page, ("once more at", "again at")), edition("it", "2021-01-01"))
    assert told(changes(store, "it")) == ["changed 702.33a 702.33a"]


def test_a_cut_off_edition_is_no_whole_one(store: Store) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    half = BASE[: BASE.index("702.33 ")]
    put_edition(store, half, official("2021-01-01"), truncated=True)
    assert changes(store) == ()


def test_of_a_number_that_stands_twice_the_first_counts(store: Store) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    put_edition(store, BASE + "103.3 Some other thing that is not meant", official("2021-01-01"))
    assert changes(store) == ()


def test_dates_are_months_too(store: Store) -> None:
    put_edition(store, BASE, edition("es", "2011-09", kind=EditionKind.OFFICIAL, digest="a"))
    new = became(BASE, ("once more at", "again at"))
    put_edition(store, new, edition("es", "2011-09-01", kind=EditionKind.OFFICIAL, digest="b"))
    chain = Chain(store, "es")
    assert [day.date for day in chain.days] == [
        EditionDate.parse("2011-09"),
        EditionDate.parse("2011-09-01"),
    ]
    assert told(changes(store, "es")) == ["changed 702.33a 702.33a"]


def test_what_was_matched_is_kept_by_what_it_says(store: Store) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    put_edition(store, became(BASE, ("once more at", "again at")), official("2021-01-01"))
    chain = Chain(store, "en")
    found = chain.between(0, 1)
    with store.writing():
        chain.keep(store)
    again = Chain(store, "en")
    assert again.between(0, 1) == found
    assert not again.made, "nothing was matched anew"
    put_edition(store, BASE, official("2022-01-01"))
    third = Chain(store, "en")
    third.matched(third.days[0].side, third.days[2].side)
    assert third.made, "the same rules in other words are matched anew"


def test_backwards_is_the_same_the_other_way_round(store: Store) -> None:
    put_edition(store, BASE, official("2020-01-01"))
    put_edition(store, became(BASE, *KICKER), official("2021-01-01"))
    put_edition(store, became(BASE, ("702.33", "702.40")), official("2022-01-01"))
    chain = Chain(store, "en")
    there, back = chain.between(0, 2), chain.between(2, 0)
    assert {other: one for one, other in there.pairs.items()} == back.pairs
