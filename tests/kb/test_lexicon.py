"""The search lexica: each word is reached, each English side is a word of the rules; bad rows."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import kb.lang
from kb.dictionary import Dictionary, overrides
from kb.errors import BadData, UnknownLanguage
from kb.lang import ORIGINAL, codes, folded
from kb.lexicon import Sense, inflected, lexicon
from kb.paths import data_dir

HAVE_ONE = [code for code in codes() if (data_dir() / code / "lexicon.csv").is_file()]
FLOOR = 2000
"""Words that a lexicon has at least: the English rules have some 3,900 word forms."""
MOST = 1.5
"""What the weights of a word may add up to: more would make one word of a question louder."""
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def senses(code: str) -> list[tuple[str, str, float]]:
    with (data_dir() / code / "lexicon.csv").open(encoding="utf-8", newline="") as file:
        return [(row["word"], row["english"], float(row["weight"])) for row in csv.DictReader(file)]


@cache
def english() -> Dictionary:
    return Dictionary(ORIGINAL)


def lemmas(text: str) -> Iterator[str]:
    for word in WORD.findall(text):
        yield english().lemma(re.sub("['’]s$", "", word))


@pytest.mark.parametrize("code", HAVE_ONE)
def test_it_has_enough_words(code: str) -> None:
    assert len(lexicon(code)) >= FLOOR


@pytest.mark.parametrize("code", HAVE_ONE)
def test_it_is_in_order_and_nothing_stands_twice(code: str) -> None:
    rows = senses(code)
    words = [folded(word) for word, _, _ in rows]
    assert words == sorted(words)
    pairs = [(word, folded(meaning)) for word, (_, meaning, _) in zip(words, rows, strict=True)]
    assert len(set(pairs)) == len(pairs)
    spellings = defaultdict(set)
    for word, _, _ in rows:
        spellings[folded(word)].add(word)
    assert [each for each in spellings.values() if len(each) > 1] == []


@pytest.mark.parametrize("code", HAVE_ONE)
def test_cells_are_bare(code: str) -> None:
    cells = [cell for word, meaning, _ in senses(code) for cell in (word, meaning)]
    assert [cell for cell in cells if cell != " ".join(cell.split()) or "|" in cell] == []


@pytest.mark.parametrize("code", HAVE_ONE)
def test_the_weights_of_a_word_add_up_to_little_more_than_one(code: str) -> None:
    loud = {
        word for word, held in lexicon(code).items() if round(sum(s.weight for s in held), 1) > MOST
    }
    assert loud == set()


@pytest.mark.parametrize("code", HAVE_ONE)
def test_each_single_word_is_a_base_form_that_words_of_a_question_have(code: str) -> None:
    lemma, led_to = Dictionary(code).lemma, set(overrides(code).values())
    single = [word for word, _, _ in senses(code) if " " not in word]
    assert single
    lost = {word for word in single if folded(word) not in {lemma(word), *led_to}}
    assert {word: lemma(word) for word in lost} == {}


@pytest.mark.parametrize("code", HAVE_ONE)
def test_an_english_side_of_one_word_is_a_lemma(code: str) -> None:
    single = {meaning for _, meaning, _ in senses(code) if meaning.isalpha()}
    assert {word for word in single if english().lemma(word) != folded(word)} == set()


@pytest.mark.real_text
@pytest.mark.parametrize("code", HAVE_ONE)
def test_its_english_words_are_those_of_the_newest_rules(code: str, shared: Path) -> None:
    text = max((shared / "cr").glob("*.txt")).read_text(encoding="utf-8-sig")
    spoken = frozenset(lemmas(text))
    assert list(_unheard((meaning for _, meaning, _ in senses(code)), spoken)) == []


def _unheard(meanings: Iterable[str], spoken: frozenset[str]) -> Iterator[str]:
    for meaning in dict.fromkeys(meanings):
        words = set(lemmas(meaning))
        if not words or words - spoken:
            yield meaning


def test_a_word_that_no_rule_has_is_told() -> None:
    assert list(_unheard(["draw", "draw a Zebra", "+1/+1"], frozenset({"draw", "a"}))) == [
        "draw a Zebra",
        "+1/+1",
    ]


@pytest.mark.parametrize(
    ("says", "code", "word", "meaning"),
    [
        ("the marker", "it", "segnalino", "counter"),
        ("the verb", "it", "neutralizzare", "counter"),
        ("what a table says for it", "it", "counterare", "counter"),
        ("a word that is also one of every day", "it", "terra", "land"),
        ("accents do not matter", "it", "abilita", "ability"),
        ("a phrase", "it", "debolezza da evocazione", "summoning sickness"),
        ("a hand is no mana", "it", "mano", "hand"),
    ],
)
def test_the_likeliest_sense(says: str, code: str, word: str, meaning: str) -> None:
    assert lexicon(code)[word][0] == Sense(meaning, 1.0), says


def test_english_has_what_is_said_at_a_table() -> None:
    assert lexicon(ORIGINAL)["mv"] == (Sense("mana value", 1.0),)
    assert "creature" not in lexicon(ORIGINAL)


@pytest.mark.parametrize(
    ("says", "code", "form", "word"),
    [
        ("a plural", "it", "segnalini", "segnalino"),
        ("a verb", "it", "muoiono", "morire"),
        ("an abbreviation, cut as a query is", "en", "p t", "p/t"),
        ("an English word that only a translation leads to", "en", "destroyed", "destroy"),
    ],
)
def test_forms_lead_to_their_words(says: str, code: str, form: str, word: str) -> None:
    assert word in inflected(code)[form], says


def test_an_unknown_language_is_told() -> None:
    with pytest.raises(UnknownLanguage):
        lexicon("xx")


HEADS = "word,english,weight\n"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the lexicon of a language would lie that has its name and nothing else."""
    for code, name in ((ORIGINAL, "English"), ("pt", "português")):
        (tmp_path / code).mkdir()
        toml = tmp_path / code / "language.toml"
        toml.write_text(f'name = "{name}"\n', encoding="utf-8")
    monkeypatch.setenv("REGULAE_DATA", str(tmp_path))
    forget()
    yield tmp_path / "pt/lexicon.csv"
    forget()


def forget() -> None:
    """Let the next question read the folders again."""
    for part in (kb.lang.codes, kb.lang.language, lexicon):
        part.cache_clear()


def test_the_senses_of_a_word_come_the_likeliest_first(table: Path) -> None:
    table.write_text(HEADS + "Mágica,magic,0.3\nMágica,spell,1.0\n", encoding="utf-8")
    assert lexicon("pt") == {"magica": (Sense("spell", 1.0), Sense("magic", 0.3))}


@pytest.mark.parametrize(
    ("says", "content", "told"),
    [
        ("other columns", "word,weight\n", ":1: wanted the columns word,english,weight"),
        ("no word", HEADS + ",draw,1.0\n", ":2: word is empty"),
        ("no meaning", HEADS + "comprar,,1.0\n", ":2: english is empty"),
        ("no weight", HEADS + "comprar,draw,\n", ":2: weight is empty"),
        ("a weight in words", HEADS + "comprar,draw,much\n", ":2: weight is 'much'"),
        ("one that is no number", HEADS + "comprar,draw,nan\n", ":2: weight is nan"),
        ("one too high", HEADS + "comprar,draw,1.2\n", ":2: weight is 1.2; wanted 0.1 to 1"),
        ("one too low", HEADS + "comprar,draw,0\n", ":2: weight is 0; wanted 0.1 to 1"),
        ("a row short of a cell", HEADS + "comprar,draw\n", ":2: 2 cells instead of 3"),
        (
            "a sense twice",
            HEADS + "comprar,draw,1.0\nComprar,draw,0.5\n",
            ":3: 'draw' stands for 'Comprar' already",
        ),
    ],
)
def test_a_faulty_row_is_refused_with_its_place(
    table: Path, says: str, content: str, told: str
) -> None:
    table.write_text(content, encoding="utf-8")
    with pytest.raises(BadData) as error:
        lexicon("pt")
    assert f"{table}{told}" in str(error.value), says
