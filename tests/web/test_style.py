"""The style sheet, the script, the icon: readable in both schemes, nothing from elsewhere."""

import re

import pytest

from search.web.assets import address, assets, digest
from tests.web.conftest import Client

CSS = assets()["room.css"].body.decode()
_LEAST = 4.5
"""WCAG 2.2, 1.4.3: contrast of text that is not large."""


def colours(scheme: str) -> dict[str, str]:
    """The variables of a scheme; the dark one changes those of the light one."""
    light, dark = re.findall(r":root \{(.*?)\}", CSS, flags=re.DOTALL)[:2]
    found = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6})", light))
    if scheme == "dark":
        found |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6})", dark))
    return found


def luminance(colour: str) -> float:
    """Relative, 0 to 1, as WCAG defines it."""
    signs = colour.lstrip("#")
    whole = signs if len(signs) == 6 else "".join(sign * 2 for sign in signs)
    parts = [int(whole[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_right() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *((text, "paper") for text in ("ink", "quiet", "rubric", "came")),
        *((text, "tint") for text in ("ink", "quiet", "rubric")),
        *((text, "field") for text in ("ink", "quiet")),
        ("paper", "rubric"),
        ("paper", "ink"),
        ("ink", "warn"),
        ("ink", "mark"),
        ("came", "came-ground"),
        ("went", "went-ground"),
    ],
)
def test_text_can_be_read(scheme: str, text: str, ground: str) -> None:
    found = colours(scheme)
    assert contrast(found[text], found[ground]) >= _LEAST


@pytest.mark.parametrize("colour", ["m0", "mw", "mu", "mb", "mr", "mg"])
def test_letters_on_symbols_can_be_read(colour: str) -> None:
    (disc,) = re.findall(rf"\.{colour} \{{ fill: (#[0-9a-f]+)", CSS)
    (letter,) = re.findall(r"\.ms text \{[^}]*fill: (#[0-9a-f]+)", CSS)
    assert contrast(disc, letter) >= _LEAST


def test_nothing_comes_from_elsewhere() -> None:
    for name, asset in assets().items():
        text = asset.body.decode("latin-1").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?:|url\(|@import|eval\(|innerHTML", text), name


def test_they_may_be_kept_for_ever_under_their_address(room: Client) -> None:
    for name, asset in assets().items():
        answer = room.get(address(name))
        assert answer.status_code == 200 and answer.content == asset.body
        assert "immutable" in answer.headers["cache-control"]
        former = room.get(address(name).replace(digest(), "000000000000"))
        assert former.content == asset.body and former.headers["cache-control"] == "no-cache"
    assert room.get(f"/static/{digest()}/app.py").status_code == 404
