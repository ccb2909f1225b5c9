"""Marks: what two texts share, word by word."""

import random

import pytest

from kb.diff.marks import Shared, marks


def written(old: str, new: str) -> str:
    signs = {Shared.BOTH: "{}", Shared.OLD: "[-{}-]", Shared.NEW: "[+{}+]"}
    return "".join(signs[mark.shared].format(mark.text) for mark in marks(old, new))


@pytest.mark.parametrize(
    ("says", "old", "new", "expected"),
    [
        ("the same", "Draw a card.", "Draw a card.", "Draw a card."),
        ("one word", "Draw a card.", "Draw two cards.", "Draw[- a card-][+ two cards+]."),
        ("added at the end", "Stop.", "Stop. Go on.", "Stop.[+ Go on.+]"),
        ("gone from the front", "First, stop.", "Stop.", "[-First, stop-][+Stop+]."),
        ("a word less at the front", "Now stop.", "stop.", "[-Now -]stop."),
        ("all of it", "", "New.", "[+New.+]"),
        ("typography is no difference", "A “b” — it’s", 'A "b" - it\'s', 'A "b" - it\'s'),
        ("two hyphens are a dash", "one -- two", "one — two", "one — two"),
        ("a number is one word", "rule 702.32a", "rule 702.33a", "rule[- 702.32a-][+ 702.33a+]"),
        ("a symbol is one word", "pay {W/U}", "pay {W/B}", "pay[- {W/U}-][+ {W/B}+]"),
        ("a lone word goes with the changes", "a b c d", "x b y d", "[-a b c-][+x b y+] d"),
        ("an example that came", "Text.", "Text.\nMore.", "Text.[+\nMore.+]"),
    ],
)
def test_marks(says: str, old: str, new: str, expected: str) -> None:
    assert written(old, new) == expected, says


@pytest.mark.parametrize("seed", range(50))
def test_either_text_can_be_read_back(seed: int) -> None:
    chance = random.Random(seed)
    words = ["Draw", "a", "card", "two", "702.33a", "{W}", ".", ",", "“x”"]
    old, new = (" ".join(chance.choices(words, k=chance.randrange(0, 30))) for _ in range(2))
    found = marks(old, new)
    assert "".join(m.text for m in found if m.shared is not Shared.OLD) == new
    # what both have is written as in the new text, blanks too
    former = "".join(m.text for m in found if m.shared is not Shared.NEW)
    assert former.replace(" ", "") == old.replace(" ", "")


def test_a_huge_text_is_not_looked_at_word_by_word() -> None:
    """The words of one are all those of the other: the worst that word by word could meet."""
    old, new = "a b " * 30_000, "b a " * 30_000
    shared = {mark.shared for mark in marks(f"Same {old}", f"Same {new}")}
    assert shared == {Shared.BOTH, Shared.OLD, Shared.NEW}
