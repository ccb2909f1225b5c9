"""The options that spread a command over workers, and what is said of such a run."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from kb.saying import said
from search.cli import session
from search.render import in_one_line
from search.sentences import words

if TYPE_CHECKING:  # Dask is imported only where it is asked for
    from distributed import Client

    from search.distributed.orders import Record
    from search.distributed.run import Job, Totals

_PACKAGES = ("distributed", "fsspec", "pyarrow")
_META = "search.cli.spreading"
_INTERRUPTED = 130
_MOST_TOLD = 200
"""Problems that are said; all of them stand in the parts."""
_MIB = 2**20

Command = TypeVar("Command", bound=Callable[..., Any])


class Spread(NamedTuple):
    """Which workers, and where their answers go."""

    out: str
    workers: int | None
    """Processes on this machine."""
    scheduler: str | None
    form: str
    size: int
    """Bytes of a partition."""


def options(command: Command) -> Command:
    """``--workers``, ``--scheduler``, ``--out``, ``--parts`` and ``--partition``."""
    for option in reversed(
        (
            click.option(
                "--workers",
                type=click.IntRange(1, 256),
                help="Spread the work over this many processes of Dask, for --out.",
                **_KEPT,
            ),
            click.option(
                "--scheduler",
                metavar="ADDRESS",
                help="Spread it over the workers of this scheduler (tls://host:8786).",
                **_KEPT,
            ),
            click.option(
                "--out",
                metavar="FOLDER",
                help="Where --workers write: a folder, or an address (s3://…).",
                **_KEPT,
            ),
            click.option(
                "--parts",
                type=click.Choice(("jsonl", "parquet")),
                help="What they write.  [default: jsonl]",
                **_KEPT,
            ),
            click.option(
                "--partition",
                type=click.IntRange(1, 256),
                metavar="MIB",
                help="How much is one part of the work.  [default: 8]",
                **_KEPT,
            ),
        )
    ):
        command = option(command)
    return command


def _keep(ctx: click.Context, parameter: click.Parameter, value: object) -> None:
    ctx.meta.setdefault(_META, {})[parameter.name] = value


_KEPT: dict[str, Any] = {"expose_value": False, "callback": _keep}


def asked(lang: str) -> Spread | None:
    """What the options of this call say; None where the work stays in this process."""
    kept = click.get_current_context().meta.get(_META, {})
    workers, scheduler, out = kept["workers"], kept["scheduler"], kept["out"]
    if workers is None and scheduler is None:
        alone = [name for name in ("out", "parts", "partition") if kept[name] is not None]
        if alone:
            raise click.UsageError(said("spread.alone", option=alone[0]))
        return None
    if workers is not None and scheduler is not None:
        raise click.UsageError(said("spread.both"))
    if not out:
        raise click.UsageError(said("spread.no_out"))
    missing = [name for name in _PACKAGES if find_spec(name) is None]
    if missing:
        raise click.UsageError(words(lang, "spread_lacking", packages=", ".join(missing)))
    return Spread(
        out, workers, scheduler, kept["parts"] or "jsonl", (kept["partition"] or 8) * _MIB
    )


def refuse(**given: bool) -> None:
    """Raises UsageError for the first option that makes no sense where work is spread."""
    for name, is_given in given.items():
        if is_given:
            raise click.UsageError(said("spread.not_spread", option=name.replace("_", "-")))


def carried_out(spread: Spread, job: "Job", lang: str) -> "Totals":
    """Run it, saying what could not be read as it comes; Ctrl-C ends it and keeps what is done."""
    from search.distributed.run import run
    from search.progress import counter

    told = _Told()
    try:
        with _client(spread, lang) as client, counter() as count:

            def tell(record: "Record") -> None:
                told.add(record)
                count(told.rows)

            totals = run(client, job, spread.out, on_record=tell)
    except KeyboardInterrupt:
        click.echo(words(lang, "spread_interrupted"), err=True)
        sys.exit(_INTERRUPTED)
    for failed in totals.failed:
        line = said(
            "spread.failed", number=failed.number, partition=failed.partition, why=failed.reason
        )
        click.echo(in_one_line(f"regulae: {line.told(lang)}"), err=True)
    return totals


def closing_words(spread: Spread, totals: "Totals", lang: str, *, as_json: bool) -> None:
    """Where the answers are; as JSON with the counts."""
    if as_json:
        failed = [
            {"partition": each.number, "of": each.partition, "reason": each.reason}
            for each in totals.failed
        ]
        session.print_json({"out": spread.out, **totals.as_json(), "failed": failed})
        return
    done = words(lang, "spread_done", parts=totals.parts, out=spread.out, kept=totals.kept)
    click.echo(in_one_line(done))
    if totals.failed:
        click.echo(words(lang, "spread_failed", count=len(totals.failed)), err=True)


def leave(totals: "Totals") -> None:
    """The exit code: 2 for what could not be read or done, 1 for findings."""
    if totals.failed or totals.unread:
        sys.exit(2)
    if totals.findings:
        sys.exit(1)


def _client(spread: Spread, lang: str) -> "AbstractContextManager[Client]":
    from search.distributed.cluster import can_be_private, workers_here, workers_of

    if spread.scheduler is not None:
        return workers_of(spread.scheduler)
    assert spread.workers is not None
    if not can_be_private():
        click.echo(words(lang, "spread_open"), err=True)
    return workers_here(spread.workers)


class _Told:
    """The problems that were said, up to a number."""

    def __init__(self) -> None:
        self.rows = 0
        self._said = 0

    def add(self, record: "Record") -> None:
        self.rows += record.rows
        for problem in record.problems[: _MOST_TOLD - self._said]:
            click.echo(in_one_line(f"regulae: {problem}"), err=True)
            self._said += 1
