"""A base of the bundle with two official editions and a translation."""

import shutil
from pathlib import Path

import pytest

from kb.edition import EditionKind
from kb.model import GlossaryEntry
from kb.store import open_to_write
from search import indexing
from search.histories import Reader, prepare
from tests.factories import document, edition, put, rule

_OLD = (
    rule("1", title="Game Concepts"),
    rule("103", title="Starting the Game"),
    rule("103.7", "Somebody goes first, and that has its price."),
    rule("702", title="Keyword Abilities"),
    rule("702.32", title="Kicker"),
    rule("702.32a", "Whoever pays more for it gets more out of it later. See rule 103.7."),
    rule("702.33", title="Flashback"),
    rule("702.33a", "From where the dead cards lie it may be cast once more, then it is gone."),
)
_NEW = (
    rule("1", title="Game Concepts"),
    rule("103", title="Starting the Game"),
    rule("103.8", "Somebody goes first, and that has its price."),
    rule("702", title="Keyword Abilities"),
    rule("702.1", "Many abilities are only a word."),
    rule("702.1a", "The word stands for its rule."),
    rule("702.10", title="Haste"),
    rule("702.10a", "Whoever is in a hurry does not wait."),
    rule("702.33", title="Kicker"),
    rule("702.33a", "Whoever pays more for it gets more out of it later. See rule 103.8."),
    rule("702.33d", "Whoever has paid that has a spell that was kicked.", examples=["So it is."]),
    rule("702.34", title="Flashback"),
    rule("702.34a", "From where the dead cards lie it may be cast twice more, then it is gone."),
)
_ITALIAN = (
    rule("702.32", title="Potenziamento"),
    rule("702.32a", "Chi paga di più ne ricava di più. Vedi regola 103.7."),
)
PLACE = "/srv/somewhere/else"
"""Where whoever ingested the editions had them."""


@pytest.fixture(scope="session")
def base(bundled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Read only."""
    folder = Path(shutil.copytree(bundled_folder, tmp_path_factory.mktemp("mcp") / "base"))
    official = EditionKind.OFFICIAL
    with open_to_write(folder) as store:
        for date, rules in (("2021-04-22", _OLD), ("2026-09-04", _NEW)):
            of = edition("en", date, kind=official, digest=date, source=f"{PLACE}/{date}.txt")
            put(store, document(*rules, of=of, glossary=[GlossaryEntry("Kicker", "See 702.")]))
        put(store, document(*_ITALIAN, of=edition("it", "2021-04-22", source=f"{PLACE}/it.html")))
    with open_to_write(folder) as store:
        indexing.build(store)
        prepare(store, ("en", "es", "it"), Reader("en", lambda code: None))
    return folder


@pytest.fixture
def own_base(base: Path, tmp_path: Path) -> Path:
    """A copy that a test may write to."""
    return Path(shutil.copytree(base, tmp_path / "base"))
