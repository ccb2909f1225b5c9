"""Paraphrases: what people say of rules, and that the rules are those that are meant."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.pipeline import read_path
from kb import lang
from kb.dictionary import base_form
from kb.errors import BadData
from kb.lang import codes, folded, language
from kb.number import RuleNumber
from kb.paraphrases import paraphrases
from kb.tokens import tokens

HEADS = "number,has,said\n"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The paraphrases of English, to be written by the test."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "language.toml").write_text(
        'name = "English"\n[search]\nstop_words = ["the", "a"]\n', encoding="utf-8"
    )
    monkeypatch.setattr(lang, "data_dir", lambda: tmp_path)
    for cached in (codes, language, paraphrases):
        cached.cache_clear()
    yield tmp_path / "en" / "paraphrases.csv"
    for cached in (codes, language, paraphrases):
        cached.cache_clear()


def test_base_forms_without_the_words_that_say_nothing(table: Path) -> None:
    table.write_text(HEADS + "704.5n,Equipment,the swords|a sword falls off\n", encoding="utf-8")
    [(number, said)] = paraphrases("en").items()
    assert str(number) == "704.5n" and said.has == "equipment"
    assert said.words == ("sword", "fall", "off")


def test_a_language_without_a_table_has_none(table: Path) -> None:
    assert not paraphrases("en")


@pytest.mark.parametrize(
    ("says", "rows", "told"),
    [
        ("no rule number", "7045,a,b\n", "not a rule number"),
        ("a number twice", "704.5n,a,b\n704.5n,a,c\n", "has a row already"),
        ("nothing said", "704.5n,a,\n", ":2: said wants words"),
        ("only silent words said", "704.5n,a,the a\n", ":2: said wants words"),
        ("no word of the rule", "704.5n,,b\n", "has is empty"),
    ],
)
def test_faults_are_told_with_their_line(table: Path, says: str, rows: str, told: str) -> None:
    table.write_text(HEADS + rows, encoding="utf-8")
    with pytest.raises(BadData, match=told):
        pytest.fail(f"{says}: {paraphrases('en')}")


@pytest.mark.real_text
def test_each_english_one_is_borne_out_by_its_rule(shared: Path) -> None:
    (edition,) = read_path(str(shared / "cr" / "2026-08-07.txt")).editions
    texts = {rule.number: rule.text for rule in edition.rules}
    assert missing(texts, "en") == []
    assert set(paraphrases("en")) <= set(texts)


@pytest.mark.parametrize("code", ["en", "it", "es"])
def test_each_of_a_rule_in_the_bundle_is_borne_out_by_it(code: str) -> None:
    from kb.corpus import corpus

    bundled = corpus(language(code))
    assert bundled is not None
    texts = {rule.number: rule.text for rule in bundled.editions[0].rules}
    assert missing(texts, code) == []


def missing(texts: dict[RuleNumber, str], code: str) -> list[str]:
    """Of the rules that are there those that lack the word by which they are told."""
    return [
        str(number)
        for number, said in paraphrases(code).items()
        if number in texts and said.has not in bases(texts[number], code)
    ]


def bases(text: str, code: str) -> set[str]:
    words = (text[token.start : token.end] for token in tokens(text))
    return {base_form(word, code) if word.isalpha() else folded(word) for word in words}
