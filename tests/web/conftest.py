"""A reading room over the bundle, and one over texts that mean harm."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from litestar.types import ASGIApp

from kb.edition import EditionKind
from kb.store import open_to_write
from search.cli.held import held_sources
from search.web.app import make_app
from search.web.settings import Settings
from tests.factories import document, edition, put, rule

Client = TestClient[ASGIApp]
OpenRoom = Callable[..., Client]

BAD = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&{W}{<b>}\u202e\x00 rule 702.33a"


@pytest.fixture(scope="session")
def open_room() -> Iterator[OpenRoom]:
    """A client of the pages over a folder, with the settings that differ."""
    with ExitStack() as stack:

        def opened(folder: Path, **settings: Any) -> Client:
            app = make_app(Settings(folder=folder, **settings), lambda: held_sources(folder))
            client = TestClient(app, base_url="http://127.0.0.1")
            client.follow_redirects = False
            return stack.enter_context(client)

        yield opened


@pytest.fixture(scope="session")
def room(open_room: OpenRoom, bundled_folder: Path) -> Client:
    """Over the bundle; nobody writes to it."""
    return open_room(bundled_folder)


@pytest.fixture
def own_folder(bundled_folder: Path, tmp_path: Path) -> Path:
    """A copy of the bundle that a test may write to."""
    import shutil

    return Path(shutil.copytree(bundled_folder, tmp_path / "base"))


@pytest.fixture
def hostile(open_room: OpenRoom, own_folder: Path) -> Client:
    """Over texts, names, labels and sources that are markup."""
    newest = edition("en", "2026-09-01", kind=EditionKind.TRANSLATION, source=BAD, digest=BAD)
    older = edition("en", "2026-08-20", kind=EditionKind.TRANSLATION, source=BAD, digest="older")
    with open_to_write(own_folder) as store:
        put(store, document(rule("702.34b", "Before."), of=older))
        put(
            store,
            document(
                rule("702.34", title=BAD),
                rule("702.34a", BAD, examples=[BAD]),
                rule("702.34b", BAD),
                of=newest,
            ),
        )
    return open_room(own_folder)
