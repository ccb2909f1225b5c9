"""Documents into the store and out of it: what wins, what is kept once, what is removed."""

import pytest

from kb.edition import EditionDate, EditionKind
from kb.holdings import Holdings
from kb.model import GlossaryEntry, Ruling
from kb.number import RuleNumber
from kb.records import holds, remove
from kb.store import in_memory
from tests.factories import document, edition, put, rule

CASTING = RuleNumber.parse("601.2")
OURS, PAGE, BOOK = EditionKind.OURS, EditionKind.TRANSLATION, EditionKind.OFFICIAL


@pytest.mark.parametrize(
    ("says", "held", "shown"),
    [
        ("ours alone", [(OURS, "2026-08-07")], 0),
        ("a page before ours, though older", [(OURS, "2026-08-07"), (PAGE, "2019-05-03")], 1),
        ("the newer page", [(PAGE, "2019-05-03"), (PAGE, "2024-11-23")], 1),
        ("a dated page before one without a date", [(PAGE, None), (PAGE, "2011-09")], 1),
        ("the official text before all", [(BOOK, "2016-11-11"), (PAGE, "2024-11-23")], 0),
        ("the newest official one", [(BOOK, "2026-01-16"), (BOOK, "2016-11-11")], 0),
    ],
)
def test_which_text_wins(says: str, held: list[tuple[EditionKind, str | None]], shown: int) -> None:
    with in_memory() as store:
        for place, (kind, date) in enumerate(held):
            source = edition(date=date, kind=kind, digest=str(place))
            put(store, document(rule("601.2", f"Text {place}."), of=source))
        found = Holdings(store).rule(CASTING, "it")
        assert found is not None
        assert found.text == f"Text {shown}.", says


@pytest.mark.parametrize(
    ("day", "text"),
    [
        ("2026-08-07", "new"),
        ("2026-08-06", "old"),
        ("2011-09-15", "old"),
        ("2011-09", "old"),
        ("2011-08-31", None),
    ],
)
def test_the_edition_in_force_on_a_day(day: str, text: str | None) -> None:
    with in_memory() as store:
        put(store, document(rule("601.2", "old"), of=edition(date="2011-09", digest="1")))
        put(store, document(rule("601.2", "new"), of=edition(date="2026-08-07", digest="2")))
        put(store, document(rule("601.2", "whenever"), of=edition(date=None, digest="3")))
        found = Holdings(store).rule(CASTING, "it", at=EditionDate.parse(day))
        assert (found and found.text) == text


def test_equal_texts_are_kept_once() -> None:
    with in_memory() as store:
        for language in ("it", "es"):
            put(store, document(rule("601.2", "The same."), of=edition(language)))
        assert store.db.execute("SELECT count(*) FROM text").fetchone() == (1,)


def test_a_document_is_known_by_its_content() -> None:
    with in_memory() as store:
        page = document(rule("601.2"))
        put(store, page)
        assert holds(store, repr(page.editions))
        assert not holds(store, "another")


def test_the_version_is_that_of_the_content() -> None:
    one, other = document(rule("601.2")), document(rule("601.2"), of=edition("es"))
    versions = []
    for order in ((one, other), (other, one), (one,)):
        with in_memory() as store:
            put(store, *order)
            versions.append(store.version)
    assert versions[0] == versions[1] != versions[2]


def test_citations_are_kept_with_their_offsets() -> None:
    text = "See rules 601.2b and 601.2f–h."
    with in_memory() as store:
        put(store, document(rule("702.33a", text), of=edition("en")))
        rows = store.db.execute(
            "SELECT target, kind, start, stop FROM edge ORDER BY start"
        ).fetchall()
        holdings = Holdings(store)
        held = holdings.rule(RuleNumber.parse("702.33a"), "en")
        assert held is not None
        cited = [str(number) for number in holdings.cites(held)]
    assert cited == ["601.2b", "601.2f", "601.2g", "601.2h"]
    assert {text[start:stop] for _, _, start, stop in rows} <= {"601.2b", "601.2f–h", "601.2f", "h"}
    assert {kind for _, kind, _, _ in rows} == {"explicit", "range"}


def test_who_cites_is_asked_of_the_current_texts() -> None:
    with in_memory() as store:
        old, new = edition("en", "2016-11-11", digest="1"), edition("en", "2026-01-16", digest="2")
        put(store, document(rule("702.33a", "See rule 601.2b."), of=old))
        put(store, document(rule("702.33a", "See rule 601.2c."), of=new))
        holdings = Holdings(store)
        assert holdings.cited_by(RuleNumber.parse("601.2b"), "en") == ()
        assert holdings.cited_by(RuleNumber.parse("601.2c"), "en") == (RuleNumber.parse("702.33a"),)


def test_rulings_examples_and_entries() -> None:
    with in_memory() as store:
        put(
            store,
            document(
                rule("702.33a", examples=("One.", "Two.")),
                rulings=[Ruling("Said once.", CASTING), Ruling("Of nothing.")],
                glossary=[GlossaryEntry("Kicker", "See rule 702.33.")],
            ),
        )
        holdings = Holdings(store)
        held = holdings.rule(RuleNumber.parse("702.33a"), "it")
        assert held is not None and held.examples == ("One.", "Two.")
        assert [text for text, _ in holdings.rulings(CASTING, "it")] == ["Said once."]
        assert store.db.execute("SELECT term FROM entry").fetchall() == [("Kicker",)]


def test_a_source_is_removed_without_a_trace() -> None:
    with in_memory() as store:
        kept = document(rule("601.2", "kept"), of=edition(source="kept", digest="1"))
        gone = document(
            rule("601.2", "gone", examples=("x",)),
            of=edition(source="gone", digest="2", date="2026-01-01"),
            rulings=[Ruling("x")],
            glossary=[GlossaryEntry("x", "y")],
        )
        put(store, kept)
        version = store.version
        put(store, gone)
        with store.writing():
            remove(store, source="gone")
        found = Holdings(store).rule(CASTING, "it")
        assert found is not None and found.text == "kept"
        assert store.version == version
        for table in ("example", "ruling", "entry"):
            assert store.db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_former_official_editions_are_history() -> None:
    """A number that only an older edition has is shown for that edition alone."""
    old = edition("en", "2016-11-11", kind=BOOK, digest="1")
    new = edition("en", "2026-01-16", kind=BOOK, digest="2")
    gone, stays = RuleNumber.parse("112.10"), RuleNumber.parse("112.1")
    for order in ((old, new), (new, old)):
        with in_memory() as store:
            for each in order:
                rules = [rule("112.1", str(each.date))]
                rules += [rule("112.10", "gone by now")] if each is old else []
                put(store, document(*rules, of=each))
            holdings = Holdings(store)
            held = holdings.rule(stays, "en")
            assert held is not None and held.text == "2026-01-16"
            assert holdings.rule(gone, "en") is None
            assert holdings.rule(gone, "en", at=EditionDate.parse("2026-02-01")) is None
            then = holdings.rule(gone, "en", at=EditionDate.parse("2017-01-01"))
            assert then is not None and then.text == "gone by now"
