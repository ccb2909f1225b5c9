"""The table of the query language: what reads it, and what tells of it, agree."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from kb.lang import codes, folded, language
from search.cli import main
from search.query import lexing, ranges, reading
from search.query.table import (
    ENGLISH,
    FIELDS,
    TABLE,
    Entry,
    Operator,
    aliases,
    example_in,
    field_in,
    field_name,
    spoken_operators,
)
from search.query.tree import Field, Node, Words, written
from search.query.vocabulary import MOST
from search.sentences import words

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/query-language.md").read_text(encoding="utf-8")


def fields(node: Node) -> set[str]:
    return {name for name in FIELDS if f"{name}:" in written(node)}


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: entry.name)
def test_an_example_is_read_as_what_it_shows(entry: Entry) -> None:
    tree = reading.read(entry.example)
    is_sign = entry.name not in ("words", "number", "range")
    assert isinstance(tree, Words) is not is_sign
    if entry.is_field:
        assert entry.name in fields(tree)


@pytest.mark.parametrize("code", ["en", "es", "it"])
def test_each_entry_has_its_sentence(code: str) -> None:
    told = [words(code, entry.help) for entry in TABLE]
    assert all(sentence.endswith(".") for sentence in told)
    assert len(set(told)) == len(TABLE)
    if code != "en":
        assert not set(told) & {words("en", entry.help) for entry in TABLE}


def test_the_page_has_the_table() -> None:
    rows = re.findall(r"^\| `(.+?)` \| (.+) \|$", PAGE, re.M)
    assert rows == [(entry.example, words("en", entry.help)) for entry in TABLE]


def test_the_page_names_the_limits_and_the_other_names() -> None:
    for limit in (
        f"{reading.MOST_WORDS} words", f"{reading.MOST_SIGNS} signs",
        f"{reading.MOST_PHRASES} phrases", f"{reading.MOST_EXPANDED} words with a star",
        f"brackets {reading.DEEPEST} deep", f"{ranges.MOST} rules",
        f"more than {MOST} such words", f"more than {lexing.LONGEST_ASKED} words",
        f"more than {lexing.LONGEST:,} signs",
    ):  # fmt: skip
        assert limit in " ".join(PAGE.split()), limit
    plain = folded(PAGE)
    named = {alias for alias in aliases() if f"`{alias}:`" in plain}
    missing = {
        alias
        for code in ("it", "es")
        for name in FIELDS
        for alias in map(folded, language(code).words("query", name)[:1])
        if alias not in named
    }
    assert not missing


@pytest.mark.parametrize("code", ["en", "es", "it"])
def test_the_help_has_the_table(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGULAE_LANG", code)
    shown = CliRunner().invoke(main, ["search", "--help"], prog_name="regulae").stdout
    told = " ".join(shown.split())
    for entry in TABLE:
        assert example_in(code, entry) in shown
        assert words(code, entry.help) in told


def test_no_language_calls_two_things_the_same() -> None:
    for code in codes():
        said = [folded(alias) for name in FIELDS for alias in language(code).words("query", name)]
        assert len(said) == len(set(said)), code
    meant = {alias: name for alias, name in aliases().items()}
    for code in codes():
        for name in FIELDS:
            for alias in language(code).words("query", name):
                assert meant[folded(alias)] == name == field_name(alias)
    for name in FIELDS:
        assert aliases().get(name, name) == name


def test_operators_are_capitals_and_stand_for_one_thing() -> None:
    assert set(ENGLISH.values()) == set(Operator)
    spoken = [
        (word, operator)
        for code in codes()
        for operator in Operator
        for word in language(code).words("query", operator)
    ]
    assert all(word.isupper() for word, _ in spoken)
    assert dict(spoken) == spoken_operators()
    assert all(spoken_operators()[word] is operator for word, operator in spoken)
    assert isinstance(reading.read("NO targets but rule:702"), type(reading.read("a rule:702")))


def test_a_value_in_quotes_is_written_so_again() -> None:
    assert written(Field("rule", "double strike")) == 'rule:"double strike"'


@pytest.mark.parametrize("entry", [entry for entry in TABLE if entry.is_field])
@pytest.mark.parametrize("code", codes())
def test_a_field_is_understood_as_each_language_calls_it(code: str, entry: Entry) -> None:
    assert reading.read(example_in(code, entry)) == reading.read(entry.example)
    assert field_name(field_in(code, entry.name)) == entry.name
