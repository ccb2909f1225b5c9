"""The command that serves the pages: serve; and what uvicorn starts for it."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.holdings import Holdings
from kb.saying import said
from search.cli import session
from search.sentences import words

if TYPE_CHECKING:
    from socket import socket

_LAST_PORT, _FIRST_FREE = 65_535, 8000


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, _LAST_PORT), default=8000, show_default=True)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name under which readers may ask, besides this machine's own; may be said again.",
)
@click.option("--public", metavar="URL", help="The address under which the world sees the pages.")
@session.answer_language
@click.pass_context
def serve(
    ctx: click.Context,
    host: str,
    port: int,
    workers: int,
    hosts: tuple[str, ...],
    public: str | None,
    lang: str,
) -> None:
    """Serve the rules as pages, in all languages.

    \b
        regulae serve
        regulae serve --port 8080 --workers 2
        regulae serve --public https://rules.example

    It answers this machine alone, unless --host says otherwise. --lang is the language of readers
    whose browser asks for none that there is. docs/serve.md tells how to run it behind a proxy.
    """
    missing = _lacking()
    if missing:
        raise click.UsageError(words(lang, "serve_lacking", packages=", ".join(missing)))
    from search.web.settings import LOOPBACK, Settings, hand_over, public_host

    allowed = [*LOOPBACK, *(name.lower() for name in hosts)]
    if public is not None:
        named = public_host(public)
        if named is None:
            raise click.UsageError(said("usage.bad_public", text=public))
        allowed.append(named)
    place = session.folder(ctx.obj)
    accepting = listening_at(
        host, port, lang, again=lambda host, port: f"regulae serve --host {host} --port {port}"
    )
    prepare(ctx.obj, lang)
    hand_over(
        Settings(folder=place, hosts=tuple(dict.fromkeys(allowed)), public=public, language=lang)
    )
    from search.web.sentences import said as web_words
    from search.web.serving import address_of
    from search.web.serving import serve as run

    click.echo(web_words(lang, "serve_at", address=address_of(accepting)), err=True)
    run("search.cli.serve:app", accepting, workers=workers)


def listening_at(host: str, port: int, lang: str, *, again: Callable[[str, int], str]) -> "socket":
    """Before anything is made that would be made in vain; raises UsageError.

    ``again`` is how the command is told to listen at another host and port.
    """
    from search.web.sentences import said as web_words
    from search.web.serving import listening

    try:
        return listening(host, port)
    except OSError as error:
        key, wanted = "serve_no_host", again("127.0.0.1", port)
        if error.errno == errno.EADDRINUSE:
            next_port = port + 1 if port < _LAST_PORT else _FIRST_FREE
            key, wanted = "serve_taken", again(host, next_port)
        elif error.errno == errno.EACCES:
            key, wanted = "serve_refused", again(host, _FIRST_FREE)
        reason = error.strerror or error
        told = web_words(lang, key, host=host, port=port, again=wanted, reason=reason)
        raise click.UsageError(told) from error


def _lacking() -> list[str]:
    """The packages of the extra that are not installed."""
    from importlib.util import find_spec

    return [name for name in ("jinja2", "litestar", "uvicorn") if find_spec(name) is None]


def prepare(kb: Path | None, lang: str) -> None:
    """Make what the first readers would have to wait for."""
    from search import histories
    from search.sentences import language_name

    def tell(code: str) -> None:
        click.echo(words(lang, "history_indexing", language=language_name(code, lang)), err=True)

    with session.base(kb, lang=lang) as store:
        session.index(store, lang=lang)
        histories.prepare(store, Holdings(store).languages(), histories.Reader(lang, tell))


def app() -> object:
    """The application, in each process that serves."""
    from search.cli.held import held_sources
    from search.web.app import make_app
    from search.web.serving import share_heap
    from search.web.settings import handed_over

    share_heap()
    settings = handed_over()
    return make_app(
        settings,
        lambda: held_sources(settings.folder),
        told_language=session.told_language,
    )
