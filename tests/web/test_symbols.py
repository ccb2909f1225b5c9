"""Symbols: drawn by ourselves, read aloud in every language, copied as they were written."""

import pytest

from kb.lang import codes
from search.web.symbols import pictured
from tests.web.reading import Read

WRITTEN = (
    *("W", "U", "B", "R", "G", "C", "X", "0", "12", "S", "T", "Q", "E", "P", "TK", "PW", "CHAOS"),
    *("2/B", "W/U", "W/P", "C/G", "R/G/P"),
)


def read(text: str, code: str = "en") -> Read:
    return Read(f"<!DOCTYPE html><p>{pictured(text, code)}</p>")


@pytest.mark.parametrize("code", codes())
@pytest.mark.parametrize("sign", WRITTEN)
def test_a_symbol_is_drawn_and_has_a_name(sign: str, code: str) -> None:
    page = read(f"Pay {{{sign}}}.", code)
    assert page.faults == []
    (picture,) = page.all("span", role="img")
    assert picture.attributes["aria-label"].strip()
    assert "{" not in picture.attributes["aria-label"]
    assert len(page.all("svg")) == 1
    assert f"{{{sign}}}" in page.text  # for who copies it


@pytest.mark.parametrize(
    "text", ["{N1}", "{LEVEL 2}", "{rN}", "{}", "{W", "W}", "{w}", "{W/}", "{Ω}"]
)
def test_what_is_none_stays_as_it_is(text: str) -> None:
    page = read(text)
    assert page.text == text and page.all("svg") == []


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("en", "green mana or white mana"),
        ("es", "maná verde o maná blanco"),
        ("it", "mana verde o mana bianco"),
    ],
)
def test_names_are_those_of_the_language(code: str, name: str) -> None:
    assert read("{G/W}", code).one("span", role="img").attributes["title"] == name


def test_a_symbol_stays_with_the_sign_after_it() -> None:
    page = read("“Kicker {2}{G}” and more")
    assert page.one("span", class_="nb").text.endswith("”")


def test_a_long_word_may_be_broken() -> None:
    assert read("{W}" * 100).all("span", class_="nb") == []
