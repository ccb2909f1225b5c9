"""Applications over a base, asked as a program would ask them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient
from litestar.types import ASGIApp

from search.cli.held import held_sources
from search.cli.session import told_language
from search.web.app import make_app
from search.web.settings import Settings

Client = TestClient[ASGIApp]
PREFIX = "/api/v1"


def application(folder: Path, **settings: Any) -> ASGIApp:
    """What the command serve runs."""
    return make_app(
        Settings(folder=folder, **settings),
        lambda: held_sources(folder),
        told_language=told_language,
    )


@contextmanager
def opened(folder: Path, **settings: Any) -> Iterator[Client]:
    """A client of it, that follows nothing."""
    with TestClient(application(folder, **settings), base_url="http://127.0.0.1") as client:
        client.follow_redirects = False
        yield client
