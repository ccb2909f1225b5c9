"""The command line: the group of all commands, each imported when it is called."""

import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from kb.errors import RegulaeError
from kb.saying import said

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


_INTERRUPTED = 130
"""The exit code that shells know of Ctrl-C."""


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
        except NoArgsIsHelpError:  # the help is the answer, as it stands
            raise
        except click.UsageError as error:
            raise WrongUsage(error) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise WrongUsage(error) from error
        except KeyboardInterrupt:  # a command that leaves something half done has said so
            sys.exit(_INTERRUPTED)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run; every error becomes one line on stderr and the exit code 2."""
        for stream in (sys.stdout, sys.stderr):  # a terminal that has not every letter shows a code
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().main(*args, **kwargs)
        except Exception as error:
            if os.environ.get("REGULAE_DEBUG") and not isinstance(error, _MET):
                raise
            _refuse(error, kwargs.get("args", args[0] if args else None))


class WrongUsage(Exception):
    """Click would tell of its errors itself, in English and in several lines."""

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(error.message)
        self.error = error


_MET = (RegulaeError, WrongUsage, RecursionError, OSError)
"""What a user can meet; any other error is our own fault."""


def _refuse(error: Exception, args: Sequence[str] | None) -> None:
    from search.cli import refusal  # few commands go wrong

    given = sys.argv[1:] if args is None else args
    name = next((each for each in given if each in _COMMANDS), None)
    command = main.get_command(click.Context(main), name) if name is not None else None
    cause = error.error if isinstance(error, WrongUsage) else error
    refusal.refuse(cause, refusal.manner(given, command))


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
        raise click.UsageError(said("usage.empty_kb"))
    ctx.obj = None if kb is None else Path(kb)
