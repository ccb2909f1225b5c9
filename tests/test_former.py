"""Rules of former times: show and cite give the last text, and say what became of it."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kb.edition import EditionDate, EditionKind
from kb.holdings import Holdings
from kb.model import Note, NoteKind
from kb.number import RuleNumber
from kb.store import Store, in_memory, open_to_write
from search.citing import Manner, citing
from search.cli import main
from search.look import LookUp, look_up
from tests.factories import document, edition, put, rule
from tests.test_lint_corrections import NEW, OLD

OLDEST = document(
    *(rule("2", title="Parts of a Card"), rule("217", title="Zones")),
    *(rule("217.1", "Each card is in a place."), rule("217.1a", "A place has a name.")),
    rule("601.9", "This was said before anything else, and in other words."),
    of=edition("en", "2006-07-15", kind=EditionKind.OFFICIAL, digest="oldest"),
)
ITALIAN = (
    document(
        rule("601.9", "Chi gioca una carta lo dice prima di tutto il resto."),
        of=edition("it", "2011-06-17", kind=EditionKind.OFFICIAL, digest="it-old"),
    ),
    document(
        rule("601.7", "Chi gioca una carta lo dice prima di tutto il resto."),
        of=edition("it", "2026-01-16", kind=EditionKind.OFFICIAL, digest="it-new"),
    ),
)
SPOKEN = "Whoever begins to play a card"


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with in_memory() as store:
        put(store, OLDEST, OLD, NEW)
        yield store


def look(store: Store, *what: str, language: str = "en", all_languages: bool = False) -> LookUp:
    return look_up(Holdings(store), what, language=language, all_languages=all_languages)


def test_the_newest_edition_that_has_it_is_shown(store: Store) -> None:
    [shown] = look(store, "601.9", language="it").results
    assert shown.edition is not None and str(shown.edition.date) == "2011-06-17"
    assert shown.text is not None and shown.text.startswith("Whoever begins")
    assert shown.title is not None and shown.title.text == "Casting Spells", "its own, not today's"
    assert shown.former is not None
    assert (str(shown.former.now), shown.former.confidence) == ("601.7", 1.0)
    assert "2011-06-17" in shown.former.told and "2026-01-16" in shown.former.told
    assert "601.7" in shown.former.told and "si trovava" in shown.former.told


def test_a_number_that_the_bundled_moves_lead_away_from() -> None:
    """502.21 was that of kicker until 2006, as data/moves.csv has it, and is nobody's now."""
    then = document(
        rule("502", title="Untap Step"),
        rule("502.21", title="Kicker"),
        rule("502.21a", "A player may pay more as the spell begins."),
        of=edition("en", "2006-07-15", kind=EditionKind.OFFICIAL),
    )
    today = RuleNumber(502)
    with in_memory() as store:
        put(store, then, NEW)
        with store.writing():
            row = (today.rank, str(today), "Untap Step")
            store.db.execute("INSERT INTO known VALUES (?, ?, ?)", row)
        shown = look(store, "502.21").results
    assert [str(each.number) for each in shown] == ["502.21", "502.21a"]
    assert [str(each.edition.date) for each in shown if each.edition] == ["2006-07-15"] * 2
    assert shown[0].title is not None and shown[0].title.text == "Kicker"
    assert shown[0].former is not None


def test_what_is_nowhere_now_says_so(store: Store) -> None:
    shown = look(store, "217").results
    assert [str(each.number) for each in shown] == ["217", "217.1", "217.1a"], "with its parts"
    assert all(each.former and each.former.now is None for each in shown)


def test_a_rule_of_today_is_no_former_one(store: Store) -> None:
    assert [each.former for each in look(store, "601.2", "702.33a").results] == [None, None]


def test_on_a_day_a_rule_has_the_parts_of_that_day() -> None:
    """702.33 had no subrule b in 2011, and 702.33a was of another rule than today."""
    later = document(
        rule("702.33", title="Kicker"),
        *(rule("702.33a", "One."), rule("702.33b", "Two.")),
        of=edition("en", "2026-04-17", kind=EditionKind.OFFICIAL, digest="later"),
    )
    with in_memory() as store:
        put(store, OLD, later)
        then = look_up(
            Holdings(store), ["702.33"], language="en", at=EditionDate.parse("2012-01-01")
        )
        assert [str(each.number) for each in then.results] == ["702.33", "702.33a"]
        now = look(store, "702.33").results
        assert [str(each.number) for each in now] == ["702.33", "702.33a", "702.33b"]


def test_on_a_day_nothing_is_of_former_times(store: Store) -> None:
    answer = look_up(Holdings(store), ["601.9"], language="en", at=EditionDate.parse("2011-06-17"))
    assert [each.former for each in answer.results] == [None]


def test_without_a_complete_edition_that_lacks_it_nothing_is_said() -> None:
    with in_memory() as store:
        put(store, OLD, replace(NEW, notes=(Note(NoteKind.TRUNCATED, "it ends in a word"),)))
        [shown] = look(store, "601.9").results
        assert shown.text is not None and shown.text.startswith(SPOKEN)
        assert shown.former is None


def test_every_language_that_had_it(store: Store) -> None:
    with in_memory() as both:
        store.db.backup(both.db)
        put(both, *ITALIAN)
        shown = look(both, "601.9", all_languages=True).results
        assert [each.language for each in shown] == ["en", "it"]
        [own] = look(both, "601.9", language="it").results
        assert own.language == "it", "that of the reader"


def test_a_citation_names_the_edition_that_has_it(store: Store) -> None:
    answer = citing(Holdings(store), ["601.8-601.9"], Manner("en", quote=True))
    [cited] = answer.citations
    assert "601.8–9" in cited.text and "June 17, 2011" in cited.text
    assert SPOKEN in cited.text
    assert [str(each.now) for each in cited.former] == ["601.6", "601.7"]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("base")
    with open_to_write(folder) as store:
        put(store, OLDEST, OLD, NEW)
    return folder


def run(base: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["--kb", str(base), *args], prog_name="regulae")


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "stood in"), ("it", "si trovava"), ("es", "2011-06-17")]
)
def test_people_are_told(base: Path, lang: str, said: str) -> None:
    shown = run(base, "show", "601.9", "--lang", lang)
    assert shown.exit_code == 0
    assert said in shown.stdout and "601.7" in shown.stdout and SPOKEN in shown.stdout
    cited = run(base, "cite", "601.9", "--lang", lang)
    assert cited.exit_code == 0
    assert "2011" in cited.stdout and "601.7" not in cited.stdout, "to paste: what was asked for"
    assert said in cited.stderr and "601.7" in cited.stderr


def test_programs_are_told(base: Path) -> None:
    [shown] = json.loads(run(base, "show", "601.9", "--json").stdout)["results"]
    [cited] = json.loads(run(base, "cite", "601.9", "--json").stdout)["citations"]
    assert cited["former"] == [shown["former"]]
    assert (shown["former"]["now"], shown["former"]["confidence"]) == ("601.7", 1.0)
    assert shown["edition"]["date"] == "2011-06-17"
    [today] = json.loads(run(base, "show", "601.2", "--json").stdout)["results"]
    assert today["former"] is None
