"""Search: words in any language find the rule, in the language of the answer."""

import pytest

from kb.store import Store
from search.find import find
from search.hits import Found
from search.index import Index
from search.snippet import Marker, Wording, snippet


def found(store: Store, index: Index, query: str, **options: object) -> Found:
    return find(store, index, query, **{"language": "en", **options})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("potenziamento", "702.33"),
        ("estímulo", "702.33"),
        ("kicker", "702.33"),
        ("arruolare", "702.154"),
        ("alistar", "702.154"),
        ("enlist", "702.154"),
        ("prototipo", "702.160"),
        ("superpotere", "702.193"),
        ("potenciar", "702.193"),
        ("power-up", "702.193"),
        ("702.33g", "702.33g"),
        ("regola 702.33g", "702.33g"),
        ("debolezza da evocazione", "302.6"),
        ("mareo de invocación", "302.6"),
        ("summoning sickness", "302.6"),
    ],
)
def test_a_name_finds_its_rule_first(
    bundled: Store, bundled_index: Index, query: str, number: str
) -> None:
    assert str(found(bundled, bundled_index, query).hits[0].number) == number


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("costo di potenziamento", "702.33a"),
        ("coste de estímulo", "702.33a"),
        ("può arruolare se stessa", "702.154c"),
        ("copia de un hechizo prototipado", "718.3c"),
        ("what if two kicker costs", "702.33b"),
        ("potenziamneto", "702.33"),
        ("lanciata senza pagare", "118.9"),
    ],
)
def test_words_find_the_rule_among_the_first(
    bundled: Store, bundled_index: Index, query: str, number: str
) -> None:
    hits = [str(hit.number) for hit in found(bundled, bundled_index, query).hits]
    assert number in hits


@pytest.mark.parametrize("language", ["it", "es", "en"])
def test_hits_are_shown_in_the_answer_language(
    bundled: Store, bundled_index: Index, language: str
) -> None:
    answer = found(bundled, bundled_index, "kicker", language=language)
    rules = [hit for hit in answer.hits if hit.kind == "rule"]
    assert rules
    assert {hit.language for hit in rules} == {language}


def test_one_hit_a_rule_best_first(bundled: Store, bundled_index: Index) -> None:
    answer = found(bundled, bundled_index, "costo di potenziamento", limit=50)
    numbers = [hit.number for hit in answer.hits]
    assert len(numbers) == len(set(numbers))
    scores = [hit.score for hit in answer.hits]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 1.0
    assert answer.total >= len(answer.hits)


@pytest.mark.parametrize(
    ("query", "language", "title"),
    [
        ("travolgere", "it", "Travolgere"),
        ("arrollar", "es", "Arrollar"),
        ("trample", "en", "Trample"),
    ],
)
def test_a_rule_that_is_named_and_has_no_text_is_told(
    bundled: Store, bundled_index: Index, query: str, language: str, title: str
) -> None:
    [textless] = found(bundled, bundled_index, query, language=language).textless
    assert str(textless.number) == "702.19"
    assert textless.title is not None and textless.title.text == title


def test_no_hit_is_promised_that_cannot_be_shown(bundled: Store, bundled_index: Index) -> None:
    answer = found(bundled, bundled_index, "costo", limit=1000)
    assert answer.total == len(answer.hits)


def test_within_one_language(bundled: Store, bundled_index: Index) -> None:
    answer = found(bundled, bundled_index, "pila", within="es", language="it")
    assert {hit.language for hit in answer.hits} == {"es"}


def test_one_kind(bundled: Store, bundled_index: Index) -> None:
    answer = found(bundled, bundled_index, "kicker", kind="example")
    assert answer.hits
    assert {hit.kind for hit in answer.hits} == {"example"}


def test_false_friends_are_told(bundled: Store, bundled_index: Index) -> None:
    [friend] = found(bundled, bundled_index, "costo di potenziamento").warnings
    assert str(friend.other_number) == "702.193"


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        "xyzzyplugh",
        "???",
        "AND",
        "(",
        '"',
        "\udc80",
        "a" * 10_000,
        "x " * 5000,
        "\x00",
    ],
)
def test_odd_queries_find_nothing_or_something_but_never_fail(
    bundled: Store, bundled_index: Index, query: str
) -> None:
    answer = found(bundled, bundled_index, query)
    assert answer.total >= len(answer.hits)


def test_the_match_is_marked(bundled: Store, bundled_index: Index) -> None:
    answer = found(bundled, bundled_index, "potenziata", language="it")
    assert any("**" in hit.snippet for hit in answer.hits)
    first = next(hit for hit in answer.hits if str(hit.number) == "702.33d")
    assert "**potenziat" in first.snippet.casefold()


LONG = "alpha " * 60 + "kicker cost " + "omega " * 60


@pytest.mark.parametrize(
    ("says", "text", "marks", "shown"),
    [
        ("short", "A kicker.", ((2, 8),), "A **kicker**."),
        ("no match", "A kicker.", (), "A kicker."),
        ("two", "ab cd", ((0, 2), (3, 5)), "**ab** **cd**"),
        ("empty", "", (), ""),
    ],
)
def test_snippet(says: str, text: str, marks: tuple[tuple[int, int], ...], shown: str) -> None:
    assert snippet(text, marks) == shown, says


def test_a_long_text_is_cut_around_the_match() -> None:
    at = LONG.index("kicker")
    cut = snippet(LONG, ((at, at + 6),), width=80)
    assert "**kicker** cost" in cut
    assert cut.startswith("…") and cut.endswith("…")
    assert len(cut) < 100


def test_a_text_without_blanks_is_cut_too() -> None:
    assert len(snippet("x" * 1000, ((500, 503),), width=80)) < 100


def test_marks_do_not_overlap() -> None:
    marker = Marker(frozenset({"costo"}), frozenset({"kicker-cost", "kicker"}))
    text = "costo di potenziamento"
    marks = marker.marks(Wording.of(text, ((0, 22, "kicker-cost"), (9, 22, "kicker"))))
    assert marks == ((0, 22),)


@pytest.mark.parametrize(
    ("says", "query", "number"),
    [
        ("what a language says for it, where only English has the word", "magia gratis", "118.9"),
        ("a pronoun behind the verb", "arruolarla due volte", "702.154"),
        ("spelt by ear", "estimulo", "702.33"),
        ("two letters changed places", "protoitpo", "702.160"),
        ("an English name in an Italian question", "come funziona kicker", "702.33"),
        ("a question for what a name means", "¿qué significa estímulo?", "702.33"),
        ("a name before a form of another word", "potenciar", "702.193"),
    ],
)
def test_words_as_people_say_them(
    bundled: Store, bundled_index: Index, says: str, query: str, number: str
) -> None:
    hits = [str(hit.number) for hit in found(bundled, bundled_index, query).hits]
    assert any(hit.startswith(number) for hit in hits[:3]), says


def test_what_cannot_be_shown_is_not_counted(bundled: Store, bundled_index: Index) -> None:
    """The spread raises rules that have no text in the language asked for."""
    for query, within in (("cost in:es", None), ("cost", "es"), ("kicker", "it")):
        answer = find(bundled, bundled_index, query, language="en", within=within, limit=100_000)
        assert answer.total == len(answer.hits) > 0, query


def test_what_must_be_so_is_listed_whole(bundled: Store, bundled_index: Index) -> None:
    def numbers(query: str) -> set[str]:
        found = find(bundled, bundled_index, query, language="en", limit=100_000)
        assert found.total == len(found.hits)
        return {str(hit.number) for hit in found.hits}

    (texts,) = bundled.db.execute(
        "SELECT count(DISTINCT number) FROM current WHERE language = 'en'"
    ).fetchone()
    assert len(numbers("in:en kind:rule")) == texts
    assert numbers("kicker OR cost") >= numbers("cost AND mana")
    assert numbers("cost AND mana") >= numbers("cost AND mana AND rule:601") != set()
