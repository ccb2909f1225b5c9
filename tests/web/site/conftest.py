"""A site over editions that differ, with texts that mean harm, and a host of files."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from search.cli import main
from tests.web.test_browser import browser as browser
from tests.web.working.conftest import worked as worked
from tests.web.working.conftest import worked_folder as worked_folder

BASE = "https://rules.example/sub"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Says nothing."""


def exported(kb: Path, dest: Path, *options: str) -> None:
    done = CliRunner().invoke(main, ["--kb", str(kb), "export", "site", str(dest), *options])
    assert done.exit_code == 0, done.output


@pytest.fixture(scope="session")
def relative(worked_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that may stand anywhere."""
    dest = tmp_path_factory.mktemp("site") / "pages"
    exported(worked_folder, dest)
    return dest


@pytest.fixture(scope="session")
def based(worked_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that knows its address."""
    dest = tmp_path_factory.mktemp("site") / "pages"
    exported(worked_folder, dest, "--base-url", BASE)
    return dest


@pytest.fixture(scope="session")
def host(relative: Path) -> Iterator[str]:
    """Sends the files of the site, below a folder, as any host would."""
    handler = partial(_Quiet, directory=str(relative.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/{relative.name}"
        server.shutdown()
        thread.join()
