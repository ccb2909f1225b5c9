"""Bases that many tests read: made once, from the bundle."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kb.holdings import Holdings
from kb.store import Store, in_memory

if TYPE_CHECKING:
    from search.index import Index
    from tests.opensearch.nodes import Nodes


@pytest.fixture(autouse=True)
def no_settings_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the caller's environment says of bases and languages says nothing here."""
    ours = ("REGULAE_KB", "REGULAE_LANG", "REGULAE_LINK", "REGULAE_DEBUG", "REGULAE_ENGINE")
    opensearch = [name for name in os.environ if name.startswith("REGULAE_OPENSEARCH_")]
    for name in (*ours, *opensearch, "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture(autouse=True, scope="session")
def settings_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The key that seals indexes, and the cache, are not those of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            patch.setenv(name, str(tmp_path_factory.mktemp("settings")))
        yield


@pytest.fixture(scope="session")
def bundled() -> Iterator[Store]:
    """The bundle in memory; read only."""
    from kb import bundle

    with in_memory() as store:
        bundle.install(store)
        yield store


@pytest.fixture
def fresh_bundle() -> Iterator[Store]:
    """The same for a test that adds to it."""
    from kb import bundle

    with in_memory() as store:
        bundle.install(store)
        yield store


@pytest.fixture
def holdings(bundled: Store) -> Holdings:
    return Holdings(bundled)


@pytest.fixture(scope="session")
def bundled_index(bundled: Store) -> "Index":
    from search import indexing

    return indexing.in_memory(bundled)


@pytest.fixture(scope="session")
def bundled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle in a folder; read only."""
    from search.base import build

    folder = tmp_path_factory.mktemp("bundled")
    build(folder)
    return folder


@pytest.fixture(scope="session")
def shared() -> Path:
    """The real rules, for tests marked ``real_text``; they are skipped where it is not there."""
    named = os.environ.get("REGULAE_SHARED")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared"
    if not (folder / "cr").is_dir():
        pytest.skip(f"no real rules in {folder}: set REGULAE_SHARED to the folder that holds them")
    return folder


@pytest.fixture(scope="session")
def opensearch_node() -> Iterator["Nodes"]:
    """A real OpenSearch of one node; its tests skip where it cannot be started."""
    yield from _opensearch(1)


@pytest.fixture(scope="session")
def opensearch_cluster() -> Iterator["Nodes"]:
    """A real OpenSearch of three nodes; a test that ends one starts another in its place."""
    yield from _opensearch(3)


def _opensearch(count: int) -> Iterator["Nodes"]:
    from tests.opensearch.nodes import cluster, missing

    why = missing()
    if why is not None:
        pytest.skip(why)
    with cluster(count) as nodes:
        yield nodes
