"""The command that serves other programs by the Model Context Protocol: mcp."""

import re
import sys

import click

from kb.saying import said
from search.cli import session
from search.cli.serve import listening_at, prepare
from search.sentences import words

_PLACE = re.compile(r"(?P<host>\[[0-9a-fA-F:.]+\]|[^:\[\]/@\s]+):(?P<port>[0-9]{1,5})")

_NAME = re.compile(r"\[[0-9a-fA-F:.]+\]|[0-9A-Za-z_.-]+")


class Place(click.ParamType[tuple[str, int]]):
    """HOST:PORT."""

    name = "host:port"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        found = _PLACE.fullmatch(value)
        if found is None or int(found["port"]) > 65_535:
            self.fail(said("mcp.no_place", text=value), param, ctx)
        return found["host"].strip("[]"), int(found["port"])


@click.command()
@click.option(
    "--http",
    type=Place(),
    metavar="HOST:PORT",
    help="Serve streamable HTTP at /mcp, and not standard input and output.",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A name under which clients may ask over HTTP, besides this machine's own.",
)
@session.answer_language
@click.pass_context
def mcp(
    ctx: click.Context, http: tuple[str, int] | None, hosts: tuple[str, ...], lang: str
) -> None:
    """Serve the rules to other programs, by the Model Context Protocol.

    \b
        regulae mcp
        regulae mcp --http 127.0.0.1:8001

    It is started by the program that asks, and answers over standard input and output; with --http
    it answers whoever asks this machine at http://127.0.0.1:8001/mcp. --lang is the language of
    answers that ask for none. docs/mcp.md tells how to set it up.
    """
    missing = _lacking()
    if missing:
        raise click.UsageError(words(lang, "mcp_lacking", packages=", ".join(missing)))
    if hosts and http is None:
        raise click.UsageError(said("mcp.host_without_http"))
    for name in hosts:
        if not _NAME.fullmatch(name):
            raise click.UsageError(said("mcp.no_host", name=name))
    from search.web.settings import LOOPBACK, Settings, hand_over

    allowed = tuple(dict.fromkeys((*LOOPBACK, *(name.lower() for name in hosts))))
    settings = Settings(folder=session.folder(ctx.obj), hosts=allowed, language=lang)
    accepting = listening_at(*http, lang, again=_at) if http else None
    prepare(ctx.obj, lang)
    if accepting is None:
        from search.mcp.desk import Desk
        from search.mcp.serving import serve_stdio

        serve_stdio(Desk(settings, session.told_language), sys.stdin.buffer)
        return
    hand_over(settings)
    from search.web.serving import serve

    serve("search.cli.mcp:app", accepting, workers=1)


def _at(host: str, port: int) -> str:
    return f"regulae mcp --http {f'[{host}]' if ':' in host else host}:{port}"


def _lacking() -> list[str]:
    """The packages of the extra that are not installed."""
    from importlib.util import find_spec

    return [name for name in ("mcp", "uvicorn") if find_spec(name) is None]


def app() -> object:
    """The application, in the process that serves."""
    from search.mcp.desk import Desk
    from search.mcp.serving import application
    from search.web.serving import share_heap
    from search.web.settings import handed_over

    share_heap()
    settings = handed_over()
    return application(Desk(settings, session.told_language), settings.hosts)
