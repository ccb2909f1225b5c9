"""The guide docs/add-a-language.md against the folders of the languages: it names all in them."""

import re
from pathlib import Path

import pytest

from kb.lang import codes, language
from kb.paths import data_dir
from kb.term import Status, TermKind

GUIDE = (Path(__file__).resolve().parents[1] / "docs/add-a-language.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`([^`\n]+)`", GUIDE))
OWN_KEYS = {"plurals", "state", "ambiguous", "months", "wrong_terms"}
"""Tables that each language fills with keys of its own."""


@pytest.mark.parametrize("code", codes())
def test_each_table_and_key_of_the_words_is_explained(code: str) -> None:
    for table, words in language(code).tables.items():
        assert any(name.startswith((f"[{table}]", f"[{table}.")) for name in NAMED), table
        for key, value in words.items():
            if isinstance(value, dict):
                assert f"[{table}.{key}]" in NAMED
            elif table not in OWN_KEYS:
                assert key in NAMED, f"[{table}] {key}"


def test_each_key_that_is_explained_is_there() -> None:
    tables = [language(code).tables for code in codes()]
    keys = {key for each in tables for words in each.values() for key in words}
    listed = re.findall(r"^- ((?:`\w+`(?:, | and )?)+):", GUIDE, re.MULTILINE)
    explained = {key for line in listed for key in re.findall(r"`(\w+)`", line)}
    assert len(explained) > 40
    columns = {"number", "kind", "word", "status", "english", "weight"}
    assert explained - keys - columns == set()


@pytest.mark.parametrize("code", codes())
def test_each_file_is_explained(code: str) -> None:
    for path in (data_dir() / code).iterdir():
        assert (f"{path.name}/" if path.is_dir() else path.name) in NAMED, path


def test_each_kind_and_status_of_a_term_is_explained() -> None:
    assert {str(kind) for kind in TermKind} | {str(status) for status in Status} <= NAMED


def test_the_keys_of_sources_are_explained() -> None:
    table = (data_dir() / "en/sources.toml").read_text(encoding="utf-8")
    assert set(re.findall(r"^(\w+) =", table, re.MULTILINE)) <= NAMED
