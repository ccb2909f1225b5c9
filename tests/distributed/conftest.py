"""Clusters for the tests: one of threads and one of processes, each made once."""

from collections.abc import Iterator

import fsspec  # type: ignore[import-untyped]
import pytest
from distributed import Client

from search.distributed.cluster import workers_here


@pytest.fixture(scope="session")
def threads() -> Iterator[Client]:
    """Two workers in this process, which see what it has in memory."""
    with workers_here(2, processes=False) as client:
        yield client


@pytest.fixture(scope="session")
def processes() -> Iterator[Client]:
    """Two workers as the command starts them."""
    with workers_here(2) as client:
        yield client


@pytest.fixture
def memory() -> Iterator[str]:
    """The address of a folder in a store in memory, empty before and after."""
    store = fsspec.filesystem("memory")
    store.store.clear()
    yield "memory://tests"
    store.store.clear()
