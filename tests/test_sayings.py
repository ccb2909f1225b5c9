"""The sentences of errors and of notes: each is said somewhere, and in every language."""

import ast
import errno
import pickle
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.errors import Unreadable
from kb.messages import ERRORS, tables
from kb.paths import data_dir
from kb.saying import reason, said, told

ROOT = Path(__file__).resolve().parents[1]
OURS = ("en", "es", "it")
BY_NAME = {"click", "system", "wanted"}
"""Tables whose keys are looked up by what came, and are in no module as they stand."""


def sentences(code: str) -> dict[str, str]:
    path = data_dir() / code / f"{ERRORS}.toml"
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return {f"{table}.{key}": text for table, keys in read.items() for key, text in keys.items()}


def placeholders(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


class Said(ast.NodeVisitor):
    """What the modules say: whole keys, beginnings of keys, and the values beside them."""

    def __init__(self) -> None:
        self.keys: dict[str, list[set[str] | None]] = {}
        self.beginnings: set[str] = set()

    def visit_Call(self, call: ast.Call) -> None:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        name = call.func.id if isinstance(call.func, ast.Name) else name
        if call.args and name in ("said", "QueryError", "_bad"):
            given = {keyword.arg for keyword in call.keywords}
            values = None if None in given else {each for each in given if each}
            for key in self._keys(call.args[0]):
                if name == "said":
                    self.keys.setdefault(key, []).append(values)
                else:
                    self.keys.setdefault(f"query.{key}", []).append(None)
        self.generic_visit(call)

    def _keys(self, argument: ast.expr) -> Iterator[str]:
        match argument:
            case ast.Constant(value=str(key)):
                yield key
            case ast.IfExp(body=body, orelse=other):
                yield from self._keys(body)
                yield from self._keys(other)
            case ast.JoinedStr(values=[ast.Constant(value=str(beginning)), *_]):
                self.beginnings.add(beginning)


def modules() -> Said:
    found = Said()
    for package in ("ingest", "kb", "search"):
        for path in (ROOT / package).rglob("*.py"):
            found.visit(ast.parse(path.read_text(encoding="utf-8")))
    # a fault of a query that is put together elsewhere than where it is raised
    found.keys.update({f"query.{key}": [None] for key in tables("en", ERRORS)["query"]})
    return found


@pytest.mark.parametrize("code", OURS)
def test_each_sentence_is_there_with_the_same_values(code: str) -> None:
    here, english = sentences(code), sentences("en")
    assert here.keys() == english.keys()
    assert {key for key in here if placeholders(here[key]) != placeholders(english[key])} == set()


def test_what_is_said_has_a_sentence_and_what_fills_it() -> None:
    english, found = sentences("en"), modules()
    assert found.keys.keys() - english.keys() == set()
    wrong = {
        key: (values, placeholders(english[key]))
        for key, calls in found.keys.items()
        for values in calls
        if values is not None and values != placeholders(english[key])
    }
    assert wrong == {}


def test_each_sentence_is_said_somewhere() -> None:
    found = modules()
    unsaid = {
        key
        for key in sentences("en").keys() - found.keys.keys()
        if key.partition(".")[0] not in BY_NAME and not key.startswith(tuple(found.beginnings))
    }
    assert unsaid == set()


def test_a_saying_is_english_as_a_text_and_told_in_every_language() -> None:
    saying = said("edition.none", date="1999-12-31", held=said("edition.without_date"))
    assert saying == "no edition in force on 1999-12-31 is held; held: none with a date"
    assert "ci sono: nessuna con una data" in told(saying, "it")
    assert "hay: ninguna con fecha" in told(saying, "es")
    assert told("a text of somebody else", "it") == "a text of somebody else"


def test_an_error_inside_another_is_told_in_the_language_of_the_whole() -> None:
    inner = Unreadable(said("read.empty"))
    outer = Unreadable(said("fetch.linked", link="https://a.example/b", error=inner))
    assert str(outer) == "https://a.example/b, to which it links: the source is empty"
    assert outer.told("it") == "https://a.example/b, a cui rimanda: la fonte è vuota"


def test_a_saying_goes_to_another_process_and_back() -> None:
    error = Unreadable(said("file.too_large", path="a", most=said("edition.without_date")))
    again = pickle.loads(pickle.dumps(error))  # as a pool of processes does
    assert again.told("es") == error.told("es") != str(error)


def test_what_the_system_says_is_told_where_it_is_common() -> None:
    gone = OSError(errno.ENOENT, "No such file or directory")
    assert reason(gone) == "No such file or directory"
    assert told(reason(gone), "it") == "il file o la cartella non esiste"
    assert told(reason(OSError(errno.EXDEV, "Invalid cross-device link")), "it") == (
        "Invalid cross-device link"
    )
