"""A server on the loopback that answers as it is told, and misbehaves where it is told so."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[BaseHTTPRequestHandler], None]


class Site:
    """Paths and what is answered there; several answers are given in turn, the last for ever."""

    def __init__(self, pages: Mapping[str, Answer | list[Answer]]) -> None:
        self.pages = {
            path: list(answers) if isinstance(answers, list) else [answers]
            for path, answers in pages.items()
        }
        self.asked: list[tuple[str, Mapping[str, str]]] = []
        """Path and headers of each question."""
        self.port = 0

    def address(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]

    def answer(self, path: str) -> Answer:
        answers = self.pages.get(path)
        if answers is None:
            return status(404)
        return answers.pop(0) if len(answers) > 1 else answers[0]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, site: Site) -> None:
        self.site = site
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is what most of these tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.site.asked.append((self.path, headers))
        with suppress(ConnectionError):
            self.server.site.answer(self.path)(self)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(**pages: Answer | list[Answer]) -> Iterator[Site]:
    """A site with these pages; ``robots`` is its robots.txt, which it else lacks."""
    names = {name: "/robots.txt" if name == "robots" else f"/{name}" for name in pages}
    site = Site({names[name]: answers for name, answers in pages.items()})
    server = _Server(site)
    site.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def page(content: bytes | str, **headers: str) -> Answer:
    """200 with the content; ``etag="…"`` and the like are headers."""
    body = content.encode() if isinstance(content, str) else content

    def answer(handler: BaseHTTPRequestHandler) -> None:
        tag = headers.get("etag")
        if tag is not None and handler.headers.get("If-None-Match") == tag:
            handler.send_response(304)
            handler.send_header("ETag", tag)
            handler.end_headers()
            return
        handler.send_response(200)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        if "content_length" not in headers:
            handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)
        if headers.get("content_length", str(len(body))) != str(len(body)):
            handler.close_connection = True

    return answer


def status(code: int, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def moved(location: str, code: int = 302) -> Answer:
    return status(code, location=location)


def endless(handler: BaseHTTPRequestHandler) -> None:
    """Bytes until the client has had enough."""
    handler.send_response(200)
    handler.send_header("Connection", "close")
    handler.end_headers()
    handler.close_connection = True
    while True:
        handler.wfile.write(b"702.33. Kicker\n" * 1000)


def dripping(handler: BaseHTTPRequestHandler) -> None:
    """One byte at a time, each at once seen: only the clock of the client makes it slow."""
    handler.send_response(200)
    handler.send_header("Connection", "close")
    handler.end_headers()
    handler.close_connection = True
    handler.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    while True:
        handler.wfile.write(b"7")
        handler.wfile.flush()


def dripping_headers(handler: BaseHTTPRequestHandler) -> None:
    """Headers without an end."""
    handler.close_connection = True
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        handler.wfile.write(b"X-More: " + b"x" * 1000 + b"\r\n")
        handler.wfile.flush()


def reset(handler: BaseHTTPRequestHandler) -> None:
    """The connection broken off without a word."""
    handler.close_connection = True
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()


def silent(handler: BaseHTTPRequestHandler) -> None:
    """Nothing, until the client hangs up."""
    handler.close_connection = True
    handler.connection.recv(1)


def no_http(handler: BaseHTTPRequestHandler) -> None:
    handler.close_connection = True
    handler.wfile.write(b"\x00\xff this is no HTTP\r\n\r\n")
