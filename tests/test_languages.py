"""The contract of a language, kept by every folder of the data, and how a breach is told.

With REGULAE_DATA it runs over a folder of one's own: docs/add-a-language.md says how.
"""

import shutil
import string
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kb.false_friends
import kb.lang
import kb.messages
import kb.terms
from kb.compare.cues import CANNOT, Cue
from kb.compare.side_by_side import compare
from kb.compare.words import listed, values
from kb.corpus import corpus
from kb.errors import BadData, RegulaeError
from kb.holdings import Holdings
from kb.lang import codes, folded, language
from kb.messages import ERRORS, MCP, MESSAGES, VERDICTS, WEB, say, tables, untranslated
from kb.number import RuleNumber
from kb.paths import data_dir
from kb.store import in_memory
from kb.term import Title
from kb.terms import ambiguous, named, numbers, terms, title
from tests.factories import document, edition, put, rule

DATA = data_dir()
OURS = ("en", "es", "it")
"""What ships is whole; a language that is added may have less."""


def term_faults(code: str) -> Iterator[str]:
    """What is wrong in the term table of a language, beside rows that cannot be read."""
    known = {number.number for number in numbers()}
    english = {term.concept: term.number for term in terms("en")}
    named_here: dict[str, set[RuleNumber]] = defaultdict(set)
    seen: set[str] = set()
    for term in terms(code):
        if term.number not in known:
            yield f"{term.concept}: {term.number} is no number of the newest edition"
        if english.get(term.concept) != term.number:
            yield f"{term.concept}: English has it at {english.get(term.concept)}"
        if term.concept in seen:
            yield f"{term.concept}: twice"
        seen.add(term.concept)
        forms = [folded(form) for form in term.forms]
        if len(set(forms)) < len(forms):
            yield f"{term.concept}: the same form twice"
        for form in forms if term.sure else ():
            named_here[form].add(term.number)
    several = {form for form, places in named_here.items() if len(places) > 1}
    for form in several - ambiguous(code).keys():
        yield f"{form!r} names {sorted(map(str, named_here[form]))} and is not listed as ambiguous"
    for form in ambiguous(code).keys() - several:
        yield f"{form!r} is listed as ambiguous and is not"


def leaves(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{path}{key}.")
        else:
            assert isinstance(value, str), f"{path}{key}"
            yield path + key, value


def messages(code: str) -> dict[str, frozenset[str]]:
    """The placeholders of each message of a language."""
    return {
        f"{path.name}: {key}": frozenset(
            name for _, name, _, _ in string.Formatter().parse(text) if name is not None
        )
        for path in (
            DATA / code / f"{file}.toml" for file in (MESSAGES, VERDICTS, WEB, MCP, ERRORS)
        )
        if path.is_file()
        for key, text in leaves(tomllib.loads(path.read_text(encoding="utf-8")))
    }


@pytest.mark.parametrize("code", codes())
def test_a_language_has_a_name(code: str) -> None:
    assert language(code).name.strip()


@pytest.mark.parametrize("code", codes())
def test_its_terms_are_whole(code: str) -> None:
    assert list(term_faults(code)) == []


@pytest.mark.parametrize("code", codes())
def test_its_terms_stand_in_the_order_of_the_rules(code: str) -> None:
    pairs = pairwise(terms(code))
    assert [after for before, after in pairs if after.number < before.number] == []


OPEN = {"terms.ambiguous", "document.months", "document.wrong_terms", "plurals", "state"}
"""Tables of language.toml that each language fills with keys of its own."""


def word_keys(code: str) -> dict[str, set[str]]:
    """The keys of each table of words that has fixed ones."""
    return {
        table: {key for key in words if f"{table}.{key}" not in OPEN}
        for table, words in language(code).tables.items()
        if table not in OPEN
    }


@pytest.mark.parametrize("code", codes())
def test_a_table_of_its_words_is_whole_or_not_there(code: str) -> None:
    english = word_keys("en")
    for table, keys in word_keys(code).items():
        assert keys == english.get(table), f"[{table}]"


@pytest.mark.parametrize("code", codes())
def test_its_messages_say_what_english_ones_say(code: str) -> None:
    here, english = messages(code), messages("en")
    names = {f"messages.toml: interface.language_{each}" for each in codes()}
    assert here.keys() - names <= english.keys(), "English has no such sentence"
    assert {key for key in here if here[key] != english.get(key, set())} == set()


@pytest.mark.parametrize("code", OURS)
def test_our_languages_have_every_sentence(code: str) -> None:
    assert list(untranslated(code)) == []


@pytest.mark.parametrize("code", codes())
def test_its_words_for_comparing_are_lists_that_somebody_reads(code: str) -> None:
    table = language(code).tables.get("compare", {})
    cues = [*Cue, CANNOT]
    read = {"quotes", "neutral", "everyday", "number_words", *cues, *(f"{c}_perhaps" for c in cues)}
    assert table.keys() <= read
    for key in table.keys() - {"number_words"}:
        words = listed(code, key)
        assert len(set(words)) == len(words), key
    assert all(len(pair) == 2 for pair in listed(code, "quotes"))
    for cue in cues:
        assert not set(listed(code, cue)) & set(listed(code, f"{cue}_perhaps")), cue
    assert all(value > 1 for value in values(code, "number_words").values())


@pytest.mark.parametrize("code", codes())
def test_its_corpus_speaks_of_known_numbers(code: str) -> None:
    texts = corpus(language(code))
    if texts is None:
        assert code not in OURS
        return
    held = [rule.number for edition in texts.editions for rule in edition.rules]
    assert held
    assert len(set(held)) == len(held)
    assert set(held) <= {known.number for known in numbers()}


def test_english_names_every_heading() -> None:
    names = {term.number: term.word for term in terms("en") if term.kind.is_heading}
    headed = {known.number: known.heading for known in numbers() if known.heading}
    assert names == {number: name for number, name in headed.items() if name != "General"}


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.*")), ids=lambda path: path.name)
def test_each_data_file_is_text_with_a_last_line_end(path: Path) -> None:
    content = path.read_bytes()
    assert content.decode("utf-8").endswith("\n")
    assert b"\r" not in content
    assert not content.startswith(b"\xef\xbb\xbf")


def test_there_is_no_python_in_data() -> None:
    assert [path for path in DATA.rglob("*.py*")] == []


# -- a folder with little in it, and breaches ------------------------------------------------

TABLE = """\
number,concept,kind,word,status,variants,inflections
702.2,deathtouch,keyword-ability,Contact mortel,unsure,,
702.19,trample,keyword-ability,Piétinement,known,,piétine
702.33,kicker,keyword-ability,Kick,known,,
"""


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the data with one folder more, in the place of it."""
    shutil.copytree(DATA, tmp_path / "data")
    folder = tmp_path / "data" / "fr"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "français"\n', encoding="utf-8")
    (folder / "terms.csv").write_text(TABLE, encoding="utf-8")
    monkeypatch.setenv("REGULAE_DATA", str(tmp_path / "data"))
    forget()
    yield folder
    forget()


def forget() -> None:
    """Let the next question read the tables again."""
    for module in (kb.lang, kb.terms, kb.false_friends, kb.messages):
        for part in vars(module).values():
            if hasattr(part, "cache_clear"):
                part.cache_clear()


def test_a_fourth_language_is_found(french: Path) -> None:
    assert codes() == tuple(sorted((*(path.name for path in DATA.glob("??")), "fr")))
    assert language("fr").name == "français"


def test_its_names_are_found_and_shown(french: Path) -> None:
    found = [(term.language, str(term.number)) for term in named("PIETINE")]
    assert found == [("fr", "702.19")]
    assert title(RuleNumber.parse("702.19b"), "fr") == Title("Piétinement", "fr")
    assert title(RuleNumber.parse("702.2"), "fr") == Title("Deathtouch", "en")
    assert title(RuleNumber.parse("702.20"), "fr") == Title("Vigilance", "en")


def test_it_keeps_the_contract(french: Path) -> None:
    assert list(term_faults("fr")) == []


def test_what_it_does_not_say_is_said_in_english(french: Path) -> None:
    assert language("fr").word("citations", "write_rule") == "rule"
    assert language("fr").words("citations", "see") == ()
    assert say("fr", "interface", "cites") == "Cites"
    assert "messages.toml: interface.cites" in list(untranslated("fr"))
    (french / "messages.toml").write_text('[interface]\ncites = "Cite"\n', encoding="utf-8")
    tables.cache_clear()
    assert say("fr", "interface", "cites") == "Cite"
    assert "messages.toml: interface.cites" not in list(untranslated("fr"))


def test_a_table_that_is_there_lacks_no_key(french: Path) -> None:
    toml = french / "language.toml"
    toml.write_text('name = "français"\n[citations]\nrule = ["règle"]\n', encoding="utf-8")
    forget()
    assert language("fr").words("citations", "rule") == ("règle",)
    with pytest.raises(BadData, match=r"language\.toml: \[citations\] see is not a list of words"):
        language("fr").words("citations", "see")
    with pytest.raises(BadData, match=r"\[citations\] write_rule is not a text"):
        language("fr").word("citations", "write_rule")


@pytest.mark.parametrize("folder", ["nowhere", ""])
def test_a_data_folder_that_is_none(
    french: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.setenv("REGULAE_DATA", str(french / folder))
    with pytest.raises(BadData, match=r"REGULAE_DATA: .* has no en/language\.toml; wanted a copy"):
        data_dir()


def test_without_words_for_comparing_less_is_found_and_nothing_breaks(french: Path) -> None:
    with in_memory() as store:
        put(
            store,
            document(rule("702.33a", "Payez {R}, non deux."), of=edition("fr")),
            document(rule("702.33a", "You can’t pay {G}."), of=edition("en")),
        )
        answer = compare(Holdings(store), [RuleNumber.parse("702.33")], ["fr", "en"])
    assert [str(one.kind) for one in answer.findings] == ["symbols"]


@pytest.mark.parametrize(
    ("says", "row", "fault"),
    [
        ("an unknown number", "799,odd,section,Bizarre,known,,", "799 is no number"),
        ("an unknown concept", "702.20,odd,keyword-ability,Vigilance,known,,", "odd: English has"),
        (
            "another place",
            "702.20,reach,keyword-ability,Portée,known,,",
            "English has it at 702.17",
        ),
        ("a concept twice", "702.33,kicker,keyword-ability,Coup,known,,", "kicker: twice"),
        ("a word taken", "702.20,vigilance,keyword-ability,Kick,known,,", "'kick' names"),
        (
            "a form twice",
            "702.20,vigilance,keyword-ability,Vigilance,known,VIGILANCE,",
            "same form",
        ),
        ("an unknown status", "702.20,vigilance,keyword-ability,Vigilance,sure,,", ":5: status is"),
        ("a blank word", "702.20,vigilance,keyword-ability,,known,,", ":5: word is empty"),
        (
            "a loose bar",
            "702.20,vigilance,keyword-ability,Vigilance,known,a|,",
            ":5: variants wants",
        ),
    ],
)
def test_the_contract_sees_a_fault(french: Path, says: str, row: str, fault: str) -> None:
    with (french / "terms.csv").open("a", encoding="utf-8") as table:
        table.write(f"{row}\n")
    try:
        faults = list(term_faults("fr"))
    except RegulaeError as error:
        faults = [str(error)]
    assert any(fault in each for each in faults), says
