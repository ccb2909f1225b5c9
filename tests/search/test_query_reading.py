"""Reading a query: what is a sign, what is a word, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.query.faults import QueryError
from search.query.lexing import LONGEST, LONGEST_ASKED
from search.query.reading import read
from search.query.tree import (
    All,
    Any,
    Beside,
    Exact,
    Field,
    Fuzzy,
    Node,
    Not,
    Prefix,
    Words,
    written,
)


def placeless(node: Node) -> Node:
    """The tree without the places of its parts."""
    match node:
        case Words():
            return node
        case Not(part):
            return Not(placeless(part))
        case Beside(parts) | All(parts) | Any(parts):
            return type(node)(tuple(map(placeless, parts)))
        case _:
            return node._replace(place=0)


@pytest.mark.parametrize(
    "question",
    [
        "When do I pay? (kicker)",
        "l'abilità: quando?",
        "1/1 AND 2/2",
        "draw-go",
        "what's +1/+1?",
        "¿Puedo pagar {2}{W/P}?",
        "WHAT HAPPENS AND WHEN",
        "a creature with power * and toughness *",
        "pay X Y times",
        "pago X Y veces",
        "potenza X E costituzione Y",
        "O",
        "loyalty -3: what now",
        "kicker - when",
        "-X/-X",
        'is it 5" tall',
        '"',
        "(",
        ":)",
        "()",
        'say "" twice',
        "https://example.org/rules",
        "rule: 702.33",
        "costs with NO targets",
        "{T}: Add {G}",
        "spell(s)",
        "3*4",
        "",
        " ",
    ],
)
def test_ordinary_text_is_words(question: str) -> None:
    assert read(question) == Words(question)


@pytest.mark.parametrize(
    ("query", "tree"),
    [
        ("kicker AND cost", All((Words("kicker"), Words("cost")))),
        ("mana value AND copy", All((Words("mana value"), Words("copy")))),
        ("a b OR c AND d", Any((Words("a b"), All((Words("c"), Words("d")))))),
        ("(a OR b) AND c", All((Any((Words("a"), Words("b"))), Words("c")))),
        ("a OR b OR c", Any((Words("a"), Words("b"), Words("c")))),
        ("kicker NOT target cost", Beside((Words("kicker"), Not(Words("target")), Words("cost")))),
        ("kicker -target", Beside((Words("kicker"), Not(Words("target"))))),
        ("kicker NOT (a b)", Beside((Words("kicker"), Not(Words("a b"))))),
        ('kicker -"mana value"', Beside((Words("kicker"), Not(Exact("mana value"))))),
        ("rosso E verde", All((Words("rosso"), Words("verde")))),
        ("rojo Y verde O azul", Any((All((Words("rojo"), Words("verde"))), Words("azul")))),
        ("rosso NON verde", Beside((Words("rosso"), Not(Words("verde"))))),
        ('"mana  value"', Exact("mana value")),
        ("«costo di mana» e", Beside((Exact("costo di mana"), Words("e")))),
        ("“mana value”", Exact("mana value")),
        ("potenzia*", Prefix("potenzia")),
        ("l'abil*, quando?", Beside((Prefix("abil"), Words("quando?")))),
        ("potenziamneto~", Fuzzy("potenziamneto")),
        ("rule:702.33a-d", Field("rule", "702.33a-d")),
        ("Regola:702.33, cost", Beside((Field("rule", "702.33"), Words("cost")))),
        ('rule:"double strike"', Field("rule", "double strike")),
        ("citata-da:702.33 x", Beside((Field("cited-by", "702.33"), Words("x")))),
        ("edición:2026 x", Beside((Field("edition", "2026"), Words("x")))),
        ("cited_by:702.33", Field("cited-by", "702.33")),
        ("kicker -in:it", Beside((Words("kicker"), Not(Field("in", "it"))))),
        ("copy(s) AND token", All((Words("copy(s)"), Words("token")))),
        ("(a b) co*", Beside((Words("a b"), Prefix("co")))),
    ],
)  # fmt: skip
def test_signs_are_read(query: str, tree: Node) -> None:
    assert placeless(read(query)) == tree


@pytest.mark.parametrize(
    ("query", "key", "place"),
    [
        ("foo:bar", "unknown_field", 0),
        ("cost langauge:it", "unknown_field", 5),
        ("cost rule:, x", "no_value", 5),
        ("*", "only_stars", 0),
        ("(* *)", "only_stars", 1),
        ("c*sto", "star_inside", 1),
        ("c*", "short_prefix", 0),
        ("ab~", "short_fuzzy", 0),
        ("(kicker AND cost", "unclosed_bracket", 0),
        ("kicker AND (", "unclosed_bracket", 11),
        ('kicker AND "cost', "unclosed_quote", 11),
        ('rule:"702', "unclosed_quote", 5),
        ("kicker AND cost)", "unopened_bracket", 15),
        (") AND kicker", "unopened_bracket", 0),
        ("kicker AND ()", "empty_brackets", 11),
        ("kicker AND", "nothing_after", 7),
        ("kicker AND OR cost", "nothing_after", 7),
        ("kicker NOT", "nothing_after", 7),
        ("kicker NOT AND cost", "nothing_after", 7),
        ("OR cost", "nothing_before", 0),
        ("kicker AND (OR cost)", "nothing_before", 12),
        ("-kicker", "only_without", 0),
        ("NOT kicker", "only_without", 0),
        ("kicker OR -cost", "only_without", 10),
        ("a " + "(" * 21 + "b AND c" + ")" * 21, "too_deep", 22),
        ("a AND " + "b " * 64, "too_many_words", 132),
        ('"a" "b" "c" "d" "e"', "too_many_phrases", 16),
        ("aa* " * 9, "too_many_expanded", 32),
        ("in:it " * 33, "too_many_signs", 192),
    ],
)
def test_what_is_wrong_is_told_with_its_place(query: str, key: str, place: int) -> None:
    with pytest.raises(QueryError) as error:
        read(query)
    assert (error.value.key, error.value.place) == (key, place)
    for language in ("en", "es", "it"):
        told = str(error.value.in_language(language))
        assert str(place + 1) in told and "--help" in told and "{" not in told


def test_quotes_of_a_long_text_are_no_demand() -> None:
    long = "word " * LONGEST_ASKED + '"mana value" more'
    assert read(long) == Words(long)
    assert isinstance(read('short "mana value"'), Beside)


def test_a_pasted_text_is_its_beginning() -> None:
    assert read("kicker AND cost " * 1000) == Words(("kicker AND cost " * 1000)[:LONGEST])


SIGNS = st.sampled_from(
    ["AND", "OR", "NOT", "E", "Y", "O", "NON", "(", ")", '"', "“", "”", "«", "»", "-", "*", "~",
     ":", "rule:", "in:it", "kind:example", "since:2026", "edition:2026-08", "foo:",
     "kicker", "costo", "mana value", "702.33a-d", "+1/+1", "{T}", " ", "  ", "x", "l'", "\x00",
     "\n", "é", ","]
)  # fmt: skip
QUERIES = st.one_of(
    st.text(max_size=60),
    st.lists(SIGNS, max_size=25).map("".join),
    st.lists(SIGNS, max_size=14).map(" ".join),
)


@given(QUERIES)
def test_any_text_is_read_or_refused(query: str) -> None:
    try:
        tree = read(query)
    except QueryError as error:
        assert 0 <= error.place <= len(query)
    else:
        assert isinstance(tree, Node)


@given(QUERIES)
def test_what_is_written_down_is_read_as_the_same(query: str) -> None:
    try:
        tree = read(query)
    except QueryError:
        return
    again = read(written(tree))
    assert placeless(again) == placeless(tree)
