"""The command, with processes of its own: two that serve, a base that changes, a package less."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from kb.edition import EditionKind
from kb.store import open_to_write
from search.web.serving import listening
from tests.factories import document, edition, put, rule

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "from search.cli import main; main(prog_name='regulae')"
OURS = (sys.executable, "-c", COMMAND)
_SECONDS = 60


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """The command on a free port; gives the address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", COMMAND, "--kb", str(folder), "serve", "--port", str(port)]
    process = subprocess.Popen(
        [*command, *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        address = f"http://127.0.0.1:{port}"
        limit = time.monotonic() + _SECONDS
        while True:
            try:
                httpx.get(f"{address}/robots.txt")
                break
            except httpx.TransportError:
                assert process.poll() is None and time.monotonic() < limit
                time.sleep(0.05)
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=_SECONDS)[0].decode()
    assert "Traceback" not in told


def test_no_request_fails_while_the_base_changes(own_folder: Path) -> None:
    """Two processes answer; editions come in from a third one meanwhile."""
    wrong: list[str] = []
    with serving(own_folder, "--workers", "2") as address, ThreadPoolExecutor(3) as readers:
        ended = False

        def read(path: str) -> int:
            count = 0
            with httpx.Client(timeout=_SECONDS) as client:
                while not ended:
                    answer = client.get(f"{address}{path}")
                    count += 1
                    if answer.status_code != 200:
                        wrong.append(f"{path}: {answer.status_code} {answer.text[:200]}")
            return count

        paths = ("/it/rules/702.33d", "/en/rules/702.9b", "/it/search?q=potenziamento")
        counts = [readers.submit(read, path) for path in paths]
        for month in range(1, 4):
            with open_to_write(own_folder) as store:
                day = f"2027-0{month}-01"
                new = edition("en", day, kind=EditionKind.OFFICIAL, digest=day)
                put(store, document(rule("702.9b", f"Text of {day}."), of=new))
            limit = time.monotonic() + _SECONDS
            there = f"{address}/en/rules/702.9b"
            while f"Text of {day}." not in httpx.get(there, timeout=_SECONDS).text:
                assert time.monotonic() < limit
        ended = True
        assert all(count.result() for count in counts)
    assert wrong == []


def test_what_is_accepted_sends_each_packet_at_once() -> None:
    """With two workers each answer took 44 ms: its second packet waited for a confirmation."""
    with listening("127.0.0.1", 0) as accepting:
        accepting.listen()
        with socket.create_connection(accepting.getsockname()):
            accepted, _ = accepting.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("code", ["en", "it", "es"])
def test_without_the_packages_it_says_which_to_add(tmp_path: Path, code: str) -> None:
    without = "import sys; sys.modules['litestar'] = sys.modules['uvicorn'] = None; "
    done = subprocess.run(
        [sys.executable, "-c", without + COMMAND, "--kb", str(tmp_path / "kb"), "serve"],
        cwd=ROOT,
        env={**os.environ, "REGULAE_LANG": code},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "litestar, uvicorn" in done.stderr and "'.[web]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "kb").exists()


@pytest.mark.parametrize("code", ["en", "it", "es"])
def test_a_port_that_is_taken(tmp_path: Path, code: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as there:
        port = there.getsockname()[1]
        done = subprocess.run(
            [*OURS, "--kb", str(tmp_path / "kb"), "serve", "--port", str(port), "--lang", code],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=_SECONDS,
        )
    assert done.returncode == 2
    assert str(port) in done.stderr and f"--port {port + 1}" in done.stderr
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "kb").exists()


def test_a_host_that_is_not_of_this_machine(tmp_path: Path) -> None:
    done = subprocess.run(
        [*OURS, "--kb", str(tmp_path / "kb"), "serve", "--host", "192.0.2.1", "--lang", "en"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
    )
    assert done.returncode == 2
    assert "192.0.2.1" in done.stderr and "--host 127.0.0.1" in done.stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--public", "rules.example"), "rules.example"),
        (("--public", "https://rules.example/below"), "https://rules.example/below"),
        (("--workers", "0"), "--workers"),
        (("--port", "70000"), "--port"),
    ],
)
def test_wrong_options(tmp_path: Path, options: tuple[str, ...], told: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, "--kb", str(tmp_path / "kb"), "serve", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and told in done.stderr
    assert not (tmp_path / "kb").exists()
