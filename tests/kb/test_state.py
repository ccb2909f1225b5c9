"""Game-state documents: reading, refusals with line and place, hostile input, the schema."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from kb.errors import BadState
from kb.state import Document
from kb.state_read import read
from kb.state_text import documents

HEAD = "format: mtg-state/1\n"
JSON_X = '{"format": "mtg-state/1", "id": "x"}'
JSON_Y = '{"format": "mtg-state/1", "id": "y"}'
SHARED = Path(os.environ.get("REGULAE_SHARED") or Path(__file__).parents[3] / "shared")


def one(text: str, name: str = "-") -> Document:
    [document] = read(text, name=name)
    return document


@pytest.mark.parametrize(
    ("says", "yaml", "value"),
    [
        ("a rule is a text", "rule: 302.6", "302.6"),
        ("and keeps its zero", "rule: 702.10", "702.10"),
        ("a date is a text", "rules: 2026-01-16", "2026-01-16"),
        ("yes is a text", "a: yes", "yes"),
        ("off is a text", "a: off", "off"),
        ("a number with e is a text", "a: 1e3", "1e3"),
        ("a number in eights is a text", "a: 010", "010"),
        ("an integer", "a: -7", -7),
        ("true", "a: true", True),
        ("only in small letters", "a: True", "True"),
        ("nothing", "a: ~", None),
        ("a size is a text", "a: +2/-1", "+2/-1"),
        ("in quotes all is text", 'a: "7"', "7"),
    ],
)
def test_plain_values(says: str, yaml: str, value: object) -> None:
    [raw] = documents(yaml, name="-")
    assert list(raw.value.values()) == [value], says
    assert type(next(iter(raw.value.values()))) is type(value), says


def test_the_key_on_is_a_text() -> None:
    [raw] = documents("on: 1\nyes: 2", name="-")
    assert raw.value == {"on": 1, "yes": 2}


def test_lines_are_known() -> None:
    [raw] = documents("a:\n  - b: 1\n    c: 2\n", name="-")
    assert raw.lines["/a/0/c"] == 3  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "format: mtg-state/1\nid: x\n"),
        ("a.yml", "---\nformat: mtg-state/1\nid: x\n---\nformat: mtg-state/1\nid: y\n"),
        ("a.json", '{"format": "mtg-state/1",\n "id": "x"}'),
        (
            "a.jsonl",
            '{"format": "mtg-state/1", "id": "x"}\n\n{"format": "mtg-state/1", "id": "y"}\n',
        ),
        ("-", '{"format": "mtg-state/1", "id": "x"}\n{"format": "mtg-state/1", "id": "y"}\n'),
        ("-", '{"format": "mtg-state/1",\n "id": "x"\n}'),
        ("-", "{format: mtg-state/1, id: x}"),
        ("-", "\ufeffformat: mtg-state/1\nid: x\n"),
    ],
)
def test_forms(name: str, text: str) -> None:
    found = list(read(text, name=name))
    assert [document.id for document in found] == ["x", "y"][: len(found)]
    assert len(found) == text.count("mtg-state")


REFUSED: list[tuple[str, str, tuple[str, ...]]] = [
    (
        "a cost without quotes",
        "objects: {a: {cost: {2}{R}}}",
        (":2: ", '"{2}{R}"', "2R"),
    ),
    (
        "on is upon",
        "effects: [{on: [a]}]",
        ("/effects/0/on", "upon"),
    ),
    (
        "an unknown key",
        "objects: {a: {cots: 2}}",
        (":2: /objects/a/cots", "cost"),
    ),
    (
        "yes is not true",
        "objects: {a: {tapped: yes}}",
        ("/objects/a/tapped", "true or false"),
    ),
    (
        "a comma in a text",
        "objects: {a: {text: x, y}}",
        ("/objects/a/y", "quotes"),
    ),
    (
        "a place deep inside",
        "objects: {b: {}}\nhistory:\n"
        "  - do: attack\n    attackers:\n      - {who: b}\n      - {who: [b]}",
        (":7: /history/0/attackers/1/who", "['b']", "an id"),
    ),
    (
        "the key of a map",
        "objects: {a: {}, b: {pt: 7}}",
        ("/objects/b/pt", "power/toughness"),
    ),
    (
        "a bad id",
        "objects: {1a: {}}",
        ("/objects/1a", "a letter"),
    ),
    (
        "a bad cost",
        "objects: {a: {cost: 2Q}}",
        ("/objects/a/cost", "'2Q'", "2RR"),
    ),
    (
        "a symbol that there is not",
        "objects: {a: {cost: '{W/}'}}",
        ("/objects/a", "{W/}"),
    ),
    (
        "an empty value",
        "objects: {a: {cost: }}",
        ("/objects/a/cost", "null", '"?"'),
    ),
    (
        "another word",
        "objects: {a: {zone: moon}}",
        ("/objects/a/zone", "'moon'", "graveyard"),
    ),
    (
        "a number below zero",
        "players: {A: {hand: -1}}",
        ("/players/A/hand", "-1", ">= 0"),
    ),
    (
        "a key twice",
        "objects: {a: {}, a: {}}",
        (":2: ", "'a' stands twice"),
    ),
    (
        "an ability of two kinds",
        "objects: {a: {abilities: [{kicker: 1, enlist: 1}]}}",
        ("/objects/a/abilities/0", "kicker and enlist"),
    ),
    (
        "a key of another ability",
        "objects: {a: {abilities: [{kicker: 1, per: X}]}}",
        ("/objects/a/abilities/0", "per beside kicker"),
    ),
    (
        "a colour twice",
        "objects: {a: {defined_colors: [R, R]}}",
        ("/objects/a", "twice"),
    ),
    (
        "an object that there is not",
        "history: [{do: tap, object: b}]",
        ("/history/0/object", "'b'"),
    ),
    (
        "a card that there is not",
        "objects: {a: {card: c}}",
        ("/objects/a/card", "'c'"),
    ),
    (
        "nobody owns it",
        "players: {A: {}, B: {}}\nobjects: {a: {}}",
        (":3: /objects/a", "owner"),
    ),
    (
        "one id for two events",
        "history: [{do: pass, id: e}, {do: pass, id: e}]",
        ("/history/1/id", "'e'"),
    ),
    (
        "no such language",
        "lang: xx",
        ("/lang", "'xx'", "it"),
    ),
    (
        "no such day",
        "rules: 2026-02-30",
        ("/rules", "2026-02-30"),
    ),
    (
        "a final dot",
        "question: ['718.4.']",
        ("/question/0", "no final dot"),
    ),
    (
        "a tag",
        "id: !!str x",
        (":2: ", "tag"),
    ),
    (
        "an alias before its end",
        "effects: &a [*a]",
        (":2: ", "*a"),
    ),
]


@pytest.mark.parametrize(("says", "yaml", "parts"), REFUSED)
def test_refusals(says: str, yaml: str, parts: tuple[str, ...]) -> None:
    """Each names file, line and place, what came and what was wanted, in one line."""
    with pytest.raises(BadState) as refused:
        one(HEAD + yaml + "\n", "game.yaml")
    message = str(refused.value)
    assert message.startswith("game.yaml:"), says
    assert "\n" not in message, says
    for part in parts:
        assert part in message, says


@pytest.mark.parametrize(
    ("says", "text", "part"),
    [
        ("empty", " \n", "empty"),
        ("no format", "objects: {}", "no format"),
        ("another format", "format: mtg-state/2", "mtg-state/2"),
        ("a list", "[1, 2]", "wanted a map"),
        ("binary", "format: mtg-state/1\0", "not a text"),
        ("a sign that YAML does not allow", "id: \x01", "not YAML"),
    ],
)
def test_no_state_at_all(says: str, text: str, part: str) -> None:
    with pytest.raises(BadState, match=part):
        one(text)


BILLION = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
)
HOSTILE = [
    ("aliases of aliases", BILLION, "-", "more than"),
    ("deep lists", "a: " + "[" * 5000, "-", "nest"),
    ("deep blocks", "\n".join(" " * n + "a:" for n in range(200)), "-", "deeper"),
    ("deep JSON", '{"a":' * 100_000, "a.json", "deeper"),
    ("deep JSON that is whole", '{"a":' * 80 + "1" + "}" * 80, "a.json", "deeper"),
    ("a huge number", "a: " + "9" * 5000, "-", "digits"),
    ("a huge number in JSON", '{"a": ' + "9" * 5000 + "}", "a.json", "integer"),
    ("not a number", '{"a": NaN}', "a.json", "NaN"),
    ("infinity", '{"a": -Infinity}', "a.json", "Infinity"),
    ("a fraction in JSON", '{"a": 1.5}', "a.json", "1.5"),
    ("a key twice in JSON", '{"a": 1, "a": 2}', "a.json", "twice"),
    ("a key twice in YAML", "a: 1\na: 2", "-", "twice"),
    ("a Python object", "a: !!python/object/apply:os.system [x]", "-", "tag"),
    ("a merge of what is not there", "a: {<<: *b}", "-", "alias"),
    ("a map as a key", "{{a: b}: c}", "-", "key"),
    ("an alias as a key", "x: &a b\n*a : c", "-", "key"),
]


@pytest.mark.parametrize(("says", "text", "name", "part"), HOSTILE)
def test_hostile_documents(says: str, text: str, name: str, part: str) -> None:
    with pytest.raises(BadState, match=part):
        list(documents(text, name=name))


def test_words_of_other_languages() -> None:
    document = one(
        HEAD + "objects:\n"
        "  a: {type: Creatura Leggendaria Artefatto — Golem, zone: cimitero,"
        " keywords: [rapidità]}\n"
        "  b: {type: Conjuro, zone: biblioteca, keywords: [Vigilancia]}\n"
    )
    a, b = document.objects["a"], document.objects["b"]
    assert (a.type, a.zone, a.keywords) == (
        "Creature Legendary Artifact — Golem", "graveyard", ("haste",),
    )  # fmt: skip
    assert (b.type, b.zone, b.keywords) == ("Sorcery", "library", ("vigilance",))


def test_a_lone_bare_symbol_is_a_cost() -> None:
    assert one(HEAD + "objects: {a: {cost: {2}}}").objects["a"].cost == "{2}"


def test_own_keys_are_left_alone() -> None:
    document = one(HEAD + "x-tool: {version: 1.2}\nobjects: {x-1: {x-note: y, name: z}}\n")
    assert document.objects["x-1"].name == "z"


# ------------------------------------------------- the schema, with the shared cases


def shared_documents() -> list[tuple[str, Any]]:
    if not (SHARED / "state" / "state.schema.json").is_file():
        pytest.skip("no ../shared and no REGULAE_SHARED: the schema of game states is not here")
    found = []
    for folder in ("cases", "examples"):
        for path in sorted((SHARED / "state" / folder).glob("*.yaml")):
            [raw] = documents(path.read_text(encoding="utf-8"), name=path.name)
            found.append((path.name, raw.value))
    return found


def validator() -> Any:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((SHARED / "state" / "state.schema.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.real_text
def test_structs_and_schema_accept_the_same_documents() -> None:
    found = shared_documents()
    valid = validator()
    for name, value in found:
        assert valid.is_valid(value), name
        text = json.dumps(value)
        assert one(text, "a.json").format == "mtg-state/1", name


def broken(value: Any) -> list[tuple[str, Any]]:
    """The document with one thing wrong, in every map and at every value of some kind."""
    found: list[tuple[str, Any]] = []

    def walk(part: Any, put: Any, where: str) -> None:
        if isinstance(part, dict):
            found.append((f"{where}: unknown key", put({**part, "unknown key": 1})))
            for key, inner in part.items():
                walk(inner, lambda new, key=key: put({**part, key: new}), f"{where}/{key}")
        elif isinstance(part, list):
            for place, inner in enumerate(part):
                walk(
                    inner,
                    lambda new, place=place: put([*part[:place], new, *part[place + 1 :]]),
                    f"{where}/{place}",
                )
        else:
            found.append((f"{where}: nothing", put(None)))
            found.append((f"{where}: a list of lists", put([[part]])))

    walk(value, lambda new: new, "")
    return found


@pytest.mark.real_text
def test_structs_and_schema_refuse_the_same_documents() -> None:
    valid_documents = shared_documents()
    valid = validator()
    for name, value in valid_documents[::40]:
        for what, wrong in broken(value):
            try:
                one(json.dumps(wrong), "a.json")
                accepted = True
            except BadState:
                accepted = False
            assert accepted == valid.is_valid(wrong), f"{name} {what}"
