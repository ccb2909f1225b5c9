"""Answering: somebody in the place of OpenSearch, who says what a test wants."""

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from search.engines.opensearch.address import address
from search.engines.opensearch.connection import Cluster


class Said(NamedTuple):
    """An answer."""

    content: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("content-type", "application/json"),)
    pause: float = 0.0
    """Seconds between two bytes."""
    names: int = 0
    """So many names more come in the head, with the pause between them."""


Answering = Callable[[str, str, bytes], Said]
"""Method, path and body of a question in, an answer out."""


@contextmanager
def server(answer: Answering, *, tls: ssl.SSLContext | None = None) -> Iterator[str]:
    """Somebody who answers in the place of OpenSearch."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            said = answer(self.command, self.path, body)
            self.send_response(said.status)
            for name, value in said.headers:
                self.send_header(name, value)
            try:
                for at in range(said.names):
                    self.flush_headers()
                    self.send_header(f"x-{at}", "x")
                    time.sleep(said.pause)
            except OSError:
                return  # whoever asked has gone
            self.send_header("content-length", str(len(said.content)))
            self.end_headers()
            try:
                if not said.pause:
                    self.wfile.write(said.content)
                    return
                for at in range(len(said.content)):
                    self.wfile.write(said.content[at : at + 1])
                    self.wfile.flush()
                    time.sleep(said.pause)  # what is tested is that nobody waits for it
            except OSError:
                pass  # whoever asked has gone

        do_GET = do_PUT = do_DELETE = do_HEAD = do_POST

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.daemon_threads = True
    if tls is not None:
        running.socket = tls.wrap_socket(running.socket, server_side=True)
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http{'s' * (tls is not None)}://127.0.0.1:{running.server_port}"
    finally:
        running.shutdown()
        thread.join()
        running.server_close()


def asking(url: str, **settings: str) -> Cluster:
    return Cluster(address(url, settings), delays=(0.0, 0.0))
