"""Hostile sources are answered soon, whatever they hold."""

import time
from collections.abc import Callable

import pytest

from ingest.readers.html import MOST_TAGS
from ingest.readers.text import MOST_LINES
from tests.ingest.reading import answered, notes, numbers

SECONDS = 15.0
SIZE = 300_000


def filled(text: str) -> str:
    return text * (SIZE // len(text))


@pytest.mark.parametrize(
    ("says", "text"),
    [
        ("numbers without end", filled("702.33a ")),
        ("rules without end on one line", "702.1. A. " + filled("702.33a X. ")),
        ("opening brackets", "702.1a " + filled("(")),
        ("one long word", "702.1a " + filled("a")),
        ("one long blank", "702.1a x" + filled(" ")),
        ("dots", "702.1a " + filled(".")),
        ("braces", "702.1a " + filled("{BB} ")),
        ("quotes", "702.1a " + filled("regola 702.1, “")),
        ("rule words", "702.1a " + filled("regola ")),
        ("editions in one line", filled("(Aggiornato a X, 3 maggio 2019) ") + "\n702.1. A\n"),
        ("editions that are none", "702.1. A\n" + filled("aggiornato a (2019 ")),
        ("damaged ranges", "702.1a " + filled("702.1\ufffd")),
        ("one number with many texts", "".join(f"702.1. Text {n}.\n" for n in range(10_000))),
        ("a rule that does not end", "702.1. Start of\n" + filled("more text\n")),
        ("paragraphs below a rule", "702.1. Text.\n\n" + filled("Other text stands here.\n\n")),
        ("rulings", "Rulings\n" + filled("- It may.\n") + "702.1. Text.\n"),
        ("a glossary", "702.1. Text.\nGlossary\n\n" + filled("Term\nText.\n\n")),
        ("an entry that does not end", "702.1. A.\nGlossary\n\nTerm\n" + filled("and more\n")),
        ("glued menus", filled("aBcD eF\n")),
        ("signs encoded twice", "702.1a " + filled("Ã¨ Ã")),
        ("NULs among letters", "702.1. Text.\n" + filled("a" * 200 + "\0")),
    ],
)
def test_texts(says: str, text: str) -> None:
    begin = time.process_time()
    answered(text)
    assert time.process_time() - begin < SECONDS, says


@pytest.mark.parametrize(
    ("says", "fill"),
    [
        ("boxes", lambda n: "<div>" * n + "702.1b Testo.</div>"),
        ("bold", lambda n: "<p>702.1b " + "<b>" * n + "Testo.</b></p>"),
        ("lists", lambda n: "<ul><li>" * (n // 2) + "702.1b Testo.</li></ul>"),
        ("tables", lambda n: "<table><tr><td>" * (n // 3) + "702.1b Testo.</td></tr></table>"),
        ("spans that are drawn", lambda n: '<p>702.1b Testo.<span class="icon">' * (n // 2)),
    ],
)
def test_deep_nesting(says: str, fill: Callable[[int], str]) -> None:
    begin = time.process_time()
    got = answered(f"<html><body><p>702.1a Uno.</p>{fill(20_000)}</body></html>")
    assert numbers(got)[:2] == ["702.1a", "702.1b"], says
    assert time.process_time() - begin < SECONDS, says


def test_more_lines_than_any_edition_has() -> None:
    got = answered("x\n" * (MOST_LINES + 1))
    assert "lines" in notes(got, "refused")[0]["detail"]


def test_more_marks_than_any_page_has() -> None:
    got = answered("<html><body>" + "<br>" * (MOST_TAGS + 1))
    assert "marks" in notes(got, "refused")[0]["detail"]


def test_notes_of_one_kind_are_counted_after_some_time() -> None:
    got = answered("".join(f"702.1 Text {n}.\n" for n in range(3000)))
    odd = notes(got, "odd-number")
    assert len(odd) == 2001
    assert "1000 more" in odd[-1]["detail"]
