"""Broken game states: each is answered in one line with its file, its line, what came, a remedy."""

import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from search.cli import main
from search.verifying import found

HEAD = "format: mtg-state/1\n"
TWO = "players: {A: {}, B: {}}\nobjects:\n  a: {type: Creature, owner: A}\n"
ATTACK = TWO + "history:\n  - do: attack\n    attackers:\n"

BROKEN: list[tuple[str, str, int, str]] = [
    # says, what follows the format, the line named, a part of the sentence
    ("an unknown key of the document", "objekts: {}", 2, "did you mean objects?"),
    ("an unknown key of an object", "objects: {a: {tappd: true}}", 2, "did you mean tapped?"),
    ("an unknown key of an event", TWO + "history:\n  - {do: tap, objet: a}", 6, "object"),
    ("an unknown event", TWO + "history:\n  - {do: jump, object: a}", 6, "wanted"),
    ("an event without do", TWO + "history:\n  - {object: a}", 6, "`do`|no do"),
    ("an event that is a word", TWO + "history:\n  - cast", 6, "wanted a map"),
    ("a list for objects", "objects: [a]", 2, "wanted a map"),
    ("a word for objects", "objects: bear", 2, "wanted a map"),
    ("a map for history", "history: {do: tap}", 2, "wanted a list"),
    ("a rule as a number with a dot too many", "question: [702.10.]", 2, "rule number"),
    ("a letter that rules never use", "question: ['702.33l']", 2, "rule number"),
    ("a rule that is a list", "question: [[702.10]]", 2, "rule number|text"),
    ("a verdict that there is not", "expect: [{rule: '718.4', verdict: true}]", 2, "violates"),
    ("an expectation without a rule", "expect: [{verdict: violates}]", 2, "rule"),
    ("copies of one another", "objects: {a: {copy_of: b}, b: {copy_of: a}}", 1, "copies of one"),
    ("a copy of itself", "objects: {a: {copy_of: a}}", 1, "copies of one"),
    ("a copy of what is not there", "objects: {a: {copy_of: z}}", 2, "'z'"),
    ("an event on an unknown object", TWO + "history:\n  - {do: tap, object: z}", 6, "'z'"),
    ("an attacker that is not there", ATTACK + "      - {who: z}", 8, "'z'"),
    (
        "an enlisted one that is not there",
        ATTACK + "      - {who: a, enlist: [{taps: z}]}",
        8,
        "'z'",
    ),
    ("no such incarnation", TWO + "history:\n  - {do: tap, object: a@7}", 1, "a@7"),
    ("a name with a blank", "objects: {big bear: {owner: A}}", 2, "an id"),
    ("a size without a slash", "objects: {a: {pt: 3}}", 2, "power/toughness"),
    ("a size with a fraction", "objects: {a: {pt: 1.5}}", 2, "power/toughness"),
    ("a cost with a wrong sign", "objects: {a: {cost: 2Z9Q}}", 2, "mana cost"),
    ("a cost in braces", "objects:\n  a: {cost: {2}{R}}", 3, "quotes"),
    ("a cost below zero", "objects: {a: {cost: -1}}", 2, "mana cost|>= 0"),
    ("a type that there is not", "objects: {a: {type: Creture}}", 2, "did you mean Creature?"),
    ("a subtype before the dash", "objects: {a: {type: Golem}}", 2, "behind a dash"),
    ("a zone that there is not", "objects: {a: {zone: table}}", 2, "graveyard"),
    ("yes for true", "objects: {a: {tapped: yes}}", 2, "write true or false"),
    ("one for true", "objects: {a: {tapped: 1}}", 2, "true or false"),
    ("a number in quotes", "players: {A: {life: '20'}}", 2, "an integer"),
    ("a fraction", "players: {A: {life: 20.5}}", 2, "an integer"),
    ("a number of very many digits", "players: {A: {life: 99999999999999999999}}", 2, "digits"),
    ("nothing", "objects: {a: {owner: }}", 2, "leave the key out"),
    ("nothing in a list", "question: [~]", 2, "leave the key out"),
    ("a date that is none", "rules: 2026-13-01", 2, "2026-13-01"),
    ("a language that there is not", "lang: tlh", 2, "wanted one of"),
    ("a text in a language that there is not", "title: {tlh: nuq}", 2, "wanted texts by"),
    ("a key that stands twice", "objects:\n  a: {}\n  a: {}", 4, "stands twice"),
    ("an id that two events have", "history: [{do: pass, id: x}, {do: pass, id: x}]", 2, "'x'"),
    ("a tag", "objects: !!python/name:os.system {}", 2, "without a tag"),
    ("an alias of nothing", "objects: *z", 2, "alias"),
    ("a merge", "a: &m {x: 1}\nobjects: {b: {<<: *m}}", 2, "unknown key"),
    ("a bracket that is not closed", "objects: {a: {owner: A}", 3, "not YAML"),
    ("a tabulator for blanks", "objects:\n\ta: {}", 3, "not YAML"),
    ("a comma in a text", "objects: {a: {text: one, two}}", 2, "needs quotes"),
    ("a colon in a text", "title: one: two", 2, "not YAML"),
    ("nested too deep", "x-a: " + "[" * 90 + "]" * 90, 2, "deeper"),
    ("an ability of no kind", "objects: {a: {abilities: [{id: x}]}}", 2, "no kind"),
    ("an ability of two kinds", "objects: {a: {abilities: [{enlist: 1, kicker: 2}]}}", 2, "kicker"),
    ("an undo of what did not happen", "history: [{do: undo, event: x}]", 1, "earlier event"),
    ("another version", "x: 1", 2, "unknown key"),
]


def test_there_are_fifty_at_least() -> None:
    assert len(BROKEN) >= 50
    assert len({says for says, *_ in BROKEN}) == len(BROKEN)


@pytest.mark.parametrize(("says", "rest", "line", "part"), BROKEN)
def test_broken(says: str, rest: str, line: int, part: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(f"{HEAD}{rest}\n", "utf-8")
    result = CliRunner().invoke(main, ["verify", str(path)], prog_name="regulae")
    assert (result.exit_code, result.stdout) == (2, ""), says
    [told] = result.stderr.splitlines()
    assert told.startswith(f"regulae: {path}:"), told
    if line > 1:  # a fault of the replay has its pointer
        assert told.startswith(f"regulae: {path}:{line}:"), told
    else:
        assert re.search(r": /(objects|history)/", told), told
    assert re.search(part, told.removeprefix(f"regulae: {path}")), told
    assert len(told) < 400


def test_ten_megabytes_of_events_are_answered(tmp_path: Path) -> None:
    events = ",".join('{"do": "tap", "object": "a"}' for _ in range(350_000))
    text = f'{{"format": "mtg-state/1", "objects": {{"a": {{}}}}, "history": [{events}]}}'
    path = tmp_path / "game.json"
    path.write_text(text, "utf-8")
    result = CliRunner().invoke(main, ["verify", str(path)], prog_name="regulae")
    assert result.exit_code == 2
    assert "more than 400000 values" in result.stderr


def test_a_bomb_of_aliases_is_refused(tmp_path: Path) -> None:
    levels = "".join(f"x-{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    path = tmp_path / "game.yaml"
    path.write_text(f"{HEAD}x-0: &a0 [x, x]\n{levels}", "utf-8")
    result = CliRunner().invoke(main, ["verify", str(path)], prog_name="regulae")
    assert result.exit_code == 2
    assert "more than 400000 values" in result.stderr


class Endless(io.RawIOBase):
    """Blank lines without end; reading far more than is wanted of them is a fault."""

    def __init__(self) -> None:
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        assert self.given < 10_000, "read on and on"
        buffer[:] = b"\n" * len(buffer)
        self.given += len(buffer)
        return len(buffer)


def test_blank_lines_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "LARGEST", 2_000)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    [unread] = found.batches(["-"], at_once=True)
    assert isinstance(unread, found.Unread)


@pytest.mark.parametrize(
    "rest",
    [
        TWO + f"  b: {{type: Artifact — Equipment, owner: A, attached_to: a@{'9' * 5000}}}",
        TWO + f"  b: {{type: Planeswalker, owner: A, loyalty: '{'9' * 5000}', zone: hand}}\n"
        "history:\n  - {do: cast, object: b, by: A}\n  - {do: resolve, object: b}\n",
    ],
)
def test_numbers_of_very_many_digits_are_answered(rest: str) -> None:
    text = f"{HEAD}{rest}\n"
    result = CliRunner().invoke(main, ["verify", "-"], input=text, prog_name="regulae")
    assert "internal error" not in result.stderr, result.stderr


def test_half_a_sign_for_a_number_is_refused() -> None:
    """JSON can say half of a pair of signs, which is no Unicode, and so no message of msgspec."""
    line = '{"format": "mtg-state/1", "players": {"A": {"life": "\\udc80"}}}'
    result = CliRunner().invoke(main, ["verify", "-"], input=f"{line}\n", prog_name="regulae")
    assert result.exit_code == 2
    assert "no Unicode" in result.stderr
