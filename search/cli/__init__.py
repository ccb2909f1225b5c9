"""The command line: the group of all commands, each imported when it is called."""

import gc
import io
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import click

from kb.errors import RegulaeError
from search.render import printable

# What a command makes lives to its end; looking through it for garbage all the while costs a
# twentieth of the time in which a question is answered.
gc.set_threshold(50_000, 20, 20)

_COMMANDS = {
    "build": "base",
    "checks": "checks",
    "cite": "cite",
    "compare": "compare",
    "diff": "history",
    "editions": "sources",
    "export": "export",
    "extract": "cite",
    "graph": "graph",
    "history": "history",
    "ingest": "ingest",
    "lint": "lint",
    "mcp": "mcp",
    "search": "find",
    "serve": "serve",
    "show": "read",
    "sources": "sources",
    "suggest": "suggest",
    "terms": "terms",
    "verify": "verify",
}
"""Command and the module of this package that holds it."""


class Commands(click.Group):
    """Imports a command when it is called: ``show`` pays for nothing that ``verify`` needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = _COMMANDS.get(cmd_name)
        if module is None:
            return None
        command: click.Command = getattr(import_module(f"search.cli.{module}"), cmd_name)
        return command

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            raise _OneLine(error) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _OneLine(error) from error

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run; every error becomes one line on stderr and the exit code 2."""
        for stream in (sys.stdout, sys.stderr):  # a terminal that has not every letter shows a code
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().main(*args, **kwargs)
        except RegulaeError as error:
            _fail(str(error))
        except RecursionError:
            _fail("the input is nested too deeply to be read")
        except OSError as error:
            # Click itself ends quietly where a pipe was closed; what comes here is a full disk.
            _fail(f"{error.filename or 'output'}: {error.strerror or error}")
        except Exception as error:  # our own fault: no user is to read a traceback
            if os.environ.get("REGULAE_DEBUG"):
                raise
            _fail(
                f"internal error: {type(error).__name__}: {error}; "
                "please report it with what you ran (REGULAE_DEBUG=1 shows where it happened)"
            )


class _OneLine(click.ClickException):
    """Wrong usage, said in one line: what is wrong, and where to read on."""

    exit_code = 2

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(error.format_message())
        self.path = error.ctx.command_path if error.ctx else "regulae"

    def show(self, file: IO[Any] | None = None) -> None:
        line = printable(" ".join(self.message.split()))
        stop = "" if line.endswith((".", "?", "!")) else "."
        click.echo(f"regulae: {line}{stop} See `{self.path} --help`.", err=True)


def _fail(message: str) -> None:
    line = printable(" ".join(message.split()))
    click.echo(f"regulae: {line}", err=True)
    sys.exit(2)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--kb",
    type=click.Path(file_okay=False),
    envvar="REGULAE_KB",
    help="The folder of the knowledge base (default: the user's data folder).",
)
@click.version_option(package_name="regulae", prog_name="regulae")
@click.pass_context
def main(ctx: click.Context, kb: str | None) -> None:
    """Magic rules in Italian, Spanish and English: look up, search, compare, cite, verify.

    \b
        regulae show 702.33d --lang it
        regulae search "costo di potenziamento"
        regulae verify game.yaml
    """
    if kb == "":
        raise click.UsageError("--kb is empty; wanted the folder of a knowledge base")
    ctx.obj = None if kb is None else Path(kb)
