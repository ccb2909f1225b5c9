"""A reading room over editions that differ, in three languages, one of them full of markup."""

import re
import shutil
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from kb.analyst import Analysis
from kb.edition import EditionKind
from kb.store import open_to_write
from tests.factories import document, edition, put, rule
from tests.kb.test_diff import BASE, became, official, put_edition
from tests.web.conftest import BAD, Client, OpenRoom
from tests.web.test_browser import browser as browser
from tests.web.test_serve_command import serving

SHIFTED = (
    ("702.33 F", "702.34 F"),
    ("702.33a", "702.34a"),
    ("702.33b", "702.34b"),
    ("702.32 K", "702.33 K"),
    ("702.32a W", "702.33a W"),
    ("702.32b", "702.33b"),
    ("702.32c See rule 702.32a", "702.33c See rule 702.33a"),
    ("shuffles a pile until", "mixes a pile until"),
)
ENLIST = "You must tap one creature {T}. Its toughness counts. See rule 508.1g."
ARRUOLARE = "Puoi tappare una creatura {T}. Conta la sua resistenza. Vedi regola 508.1f."


def _by_full_stops(language: str, texts: Sequence[str]) -> Iterator[Analysis]:
    """Sentences end with a full stop before a blank or the end."""
    for text in texts:
        ends = [match.end() for match in re.finditer(r"\.(?: |$)", text)] or [len(text)]
        yield Analysis(tuple(pairwise((0, *ends))), (), ())


@pytest.fixture(scope="session")
def worked_folder(bundled_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle, English editions of two days, and pages in Italian and Spanish; read only."""
    folder = tmp_path_factory.mktemp("worked") / "base"
    shutil.copytree(bundled_folder, folder)
    many = "\n".join(f"1{n // 90 + 10}.{n % 90 + 1} Number {n} of the lines" for n in range(180))
    with open_to_write(folder) as store:
        put_edition(store, BASE, official("2020-01-15"))
        put_edition(store, became(BASE, *SHIFTED) + many, official("2021-04-22"))
        put(
            store,
            document(
                rule("702.154", title="Enlist"),
                rule("702.154a", ENLIST),
                rule("702.154b", "Only here."),
                of=edition("en", "2026-08-07", kind=EditionKind.OFFICIAL, digest="new"),
            ),
            document(rule("702.154", title="Arruolare"), rule("702.154a", ARRUOLARE)),
            document(
                rule("702.154", title=BAD),
                rule("702.154a", BAD, examples=[BAD]),
                of=edition("es", "2025-01-01", source=BAD, digest="bad"),
            ),
            analyse=_by_full_stops,
        )
    return folder


@pytest.fixture(scope="session")
def worked(open_room: OpenRoom, worked_folder: Path) -> Client:
    return open_room(worked_folder)


@pytest.fixture(scope="session")
def address(worked_folder: Path) -> Iterator[str]:
    """Of a server of its own, for a browser."""
    with serving(worked_folder) as found:
        yield found
