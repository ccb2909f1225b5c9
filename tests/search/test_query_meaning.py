"""What queries find: each sign and field over a small base of two editions and two languages."""

from collections.abc import Iterator

import pytest

from kb.as_of import turn_back
from kb.edition import EditionDate, EditionKind
from kb.model import GlossaryEntry
from kb.store import Store, in_memory
from search import indexing
from search.find import find
from search.hits import Found
from search.index import Index
from search.query.faults import QueryError
from tests.factories import document, edition, put, rule

OLD = edition("en", "2025-01-01", kind=EditionKind.OFFICIAL, digest="old", source="old.txt")
NEW = edition("en", "2026-01-01", kind=EditionKind.OFFICIAL, digest="new", source="new.txt")
ITALIAN = edition("it", "2026-01-01", digest="it")


@pytest.fixture(scope="module")
def base() -> Iterator[Store]:
    with in_memory() as store:
        put(
            store,
            document(
                rule("100.1", "The river is wide."),
                rule("100.2", "A boat swims on the river, see rule 100.1."),
                rule("100.3", "An otter sleeps."),
                of=OLD,
            ),
            document(
                rule("100.1", "The river is wide."),
                rule(
                    "100.2",
                    "A boat swims on the wide river, see rule 100.1.",
                    examples=("A boat carries an otter.",),
                ),
                rule("100.3", "A new bridge stands. State-based boats swim."),
                rule("100.4", "An otter sleeps."),
                rule("100.4a", "A wide boat sleeps under the bridge, see rule 100.2."),
                rule("200.1", "Boats swim wide of the river."),
                of=NEW,
                glossary=(GlossaryEntry("Boat", "Something that swims. See rule 100.2."),),
            ),
            document(
                rule("100.1", "Il fiume è largo."),
                rule("100.2", "Una barca nuota sul fiume, vedi regola 100.1."),
                of=ITALIAN,
            ),
        )
        yield store


@pytest.fixture(scope="module")
def index(base: Store) -> Index:
    return indexing.in_memory(base)


def found(base: Store, index: Index, query: str, **options: str) -> Found:
    return find(base, index, query, **{"language": "en", "limit": 50, **options})  # type: ignore[arg-type]


def numbers(answer: Found) -> set[str]:
    return {str(hit.number or hit.title) for hit in answer.hits}


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("boat AND river", {"100.2", "200.1"}),
        ("wide boat AND river", {"100.2", "200.1"}),
        ("bridge OR otter", {"100.2", "100.3", "100.4", "100.4a"}),
        ("bridge OR river AND boat", {"100.2", "100.3", "100.4a", "200.1"}),
        ("(bridge OR river) AND sleep", {"100.4a"}),
        ("boat -river", {"Boat", "100.3", "100.4a"} - {"Boat"}),
        ("boat AND NOT river", {"100.3", "100.4a"}),
        ("boat -(river OR bridge)", set()),
        ('"wide river"', {"100.2"}),
        ('"the river"', {"100.1", "200.1"}),
        ('"STATE based"', {"100.3"}),
        ('"è largo"', {"100.1"}),
        ('"e largo"', {"100.1"}),
        ('"boat swim" rule:100.3', {"100.3"}),
        ('boat -"wide river" rule:100', {"100.3", "100.4a"}),
        ('"wide river" OR "otter sleeps"', {"100.2", "100.4"}),
        ("bri*", {"100.3", "100.4a"}),
        ("brigde~", {"100.3", "100.4a"}),
        ("boat AND bri*", {"100.3", "100.4a"}),
        ("boat -bri* -riv*", set()),
        ("zzz*", set()),
        ("boat rule:100.4", {"100.4a"}),
        ("boat rule:100.2-100.3", {"100.2", "100.3"}),
        ("rule:200", {"200.1"}),
        ("rule:1 AND sleep", {"100.4", "100.4a"}),
        ("in:it", {"100.1", "100.2"}),
        ("boat kind:example", {"100.2"}),
        ("boat tipo:esempio", {"100.2"}),
        ("boat kind:glossary", {"Boat"}),
        ("cites:100.1", {"100.2"}),
        ("cites:100.2", {"100.4a"}),
        ("cites:1", {"100.2", "100.4a"}),
        ("cited-by:100.4", {"100.2"}),
        ("boat cites:100.1", {"100.2"}),
        ("since:2025-06", {"100.2", "100.3", "100.4a", "200.1"}),
        ("since:2026 boat -river", {"100.3", "100.4a"}),
        ("since:2026-02", set()),
        ("rule:100.1 OR bridge", {"100.1", "100.3", "100.4a"}),
        ("100.1-100.2 AND zzz", set()),
    ],
)  # fmt: skip
def test_what_is_found(base: Store, index: Index, query: str, wanted: set[str]) -> None:
    assert numbers(found(base, index, query)) - {"Boat"} == wanted - {"Boat"}, query
    if "Boat" in wanted:
        assert "Boat" in numbers(found(base, index, query))


def test_in_keeps_to_texts_that_are_shown_too(base: Store, index: Index) -> None:
    assert {hit.language for hit in found(base, index, "fiume in:it").hits} == {"it"}
    both = found(base, index, "rule:100.1 in:it,en", language="it")
    assert [hit.language for hit in both.hits] == ["it"]
    without = found(base, index, "rule:100.1 -in:it", language="it")
    assert [hit.language for hit in without.hits] == ["en"]
    assert not found(base, index, "fiume in:it", within="en").hits
    assert not found(base, index, "boat kind:rule kind:example").hits


def test_a_range_names_its_rules(base: Store, index: Index) -> None:
    answer = found(base, index, "100.1-100.3")
    assert {str(hit.number) for hit in answer.hits[:3]} == {"100.1", "100.2", "100.3"}


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("boat rule:999", "bad_rule"),
        ("boat rule:100.9", "bad_rule_near"),
        ("boat rule:100.3-100.1", "bad_range"),
        ("100.3-100.1", "bad_range"),
        ("100.1-100.200", "long_range"),
        ("boat in:xx", "bad_language"),
        ("boat kind:poem", "bad_kind"),
        ("boat since:yesterday", "bad_day"),
        ("boat since:2026-13", "bad_day"),
        ("boat since:2020", "since_nothing"),
        ("boat edition:soon", "bad_day"),
        ("boat OR edition:2026", "edition_inside"),
        ("boat -edition:2026", "edition_inside"),
        ("edition:2026 edition:2025", "edition_inside"),
        ("boat edition:2025-01-01", "edition_elsewhere"),
    ],
)
def test_a_value_that_is_none_is_told(base: Store, index: Index, query: str, key: str) -> None:
    with pytest.raises(QueryError) as error:
        found(base, index, query)
    assert error.value.key == key
    for language in ("en", "es", "it"):
        assert "{" not in str(error.value.in_language(language))


def test_edition(base: Store) -> None:
    """What ``edition:`` names is what the base was turned back to."""
    with in_memory() as copy:
        base.db.backup(copy.db)
        turn_back(copy, EditionDate.parse("2025-12-31"))
        then = indexing.in_memory(copy)
        answer = found(copy, then, "otter edition:2025")
        assert [str(hit.number) for hit in answer.hits] == ["100.3"]


def test_the_phrase_is_marked_as_one(base: Store, index: Index) -> None:
    [hit] = found(base, index, '"wide river"').hits
    assert "**wide river**" in hit.snippet


def test_what_a_star_stands_for_is_marked(base: Store, index: Index) -> None:
    hits = found(base, index, "bri*").hits
    assert all("**bridge**" in hit.snippet for hit in hits)


def test_a_star_that_stands_for_too_much_says_so(bundled: Store, bundled_index: Index) -> None:
    [cut] = find(bundled, bundled_index, "kicker co*", language="en").expansions
    assert cut.said == "co*" and cut.total > len(cut.forms) > 10


def test_a_word_means_itself_in_all_languages(bundled: Store, bundled_index: Index) -> None:
    """A query in Italian leaves out, and finds, what English texts say."""
    asked = {"language": "en", "within": "en", "limit": 100}
    every = find(bundled, bundled_index, "potenziamento", **asked)  # type: ignore[arg-type]
    without = find(bundled, bundled_index, "potenziamento -bersaglio", **asked)  # type: ignore[arg-type]
    both = find(bundled, bundled_index, "potenziamento AND bersaglio", **asked)  # type: ignore[arg-type]
    assert "702.33g" in numbers(both) and "702.33g" not in numbers(without)
    assert numbers(without) < numbers(every)


def test_examples_and_entries_stand_under_their_rule(base: Store, index: Index) -> None:
    hits = {str(hit.number): hit for hit in found(base, index, "boat swims wide river").hits}
    kinds = {also.kind for also in hits["100.2"].also}
    assert kinds == {"example", "glossary"}
    assert "None" not in hits, "the entry stands under the rule to which it refers"


def test_a_phrase_that_no_text_has_gives_its_words(base: Store, index: Index) -> None:
    answer = found(base, index, '"boat swim"')
    assert answer.loosened == ("boat swim",)
    assert numbers(answer) >= {"100.2", "100.3", "200.1"}
    assert found(base, index, '"wide river"').loosened == ()
    assert found(base, index, 'zzz AND "boat swim"').hits == ()
    assert found(base, index, 'boat -"wide rivers"').loosened == ()


def test_strict_queries_show_nothing_beside(base: Store, index: Index) -> None:
    """The rules around a hit come up beside words, and not beside what must be there."""
    assert numbers(found(base, index, "bridge")) > {"100.3", "100.4a"}
    assert numbers(found(base, index, '"new bridge"')) == {"100.3"}
