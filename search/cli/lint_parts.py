"""The command lint where its work is spread over workers."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from search.cli import session, spreading
from search.distributed.addresses import is_address
from search.distributed.cutting import partitions
from search.distributed.linting import Options, kinds_of, lint_part
from search.distributed.listing import apart, files, seen
from search.distributed.orders import File
from search.distributed.run import Job
from search.lint import run
from search.lint.report import Totals
from search.lint.walk import STANDARD_INPUT, Problem, checked, walk
from search.lint.words import summary
from search.sentences import words

_WANTED = "lint_spread"


def lint_in_parts(
    kb: Path | None,
    names: tuple[str, ...],
    settings: run.Settings,
    spread: spreading.Spread,
    *,
    as_json: bool,
) -> None:
    """Lint, say where the answers are, and leave with the exit code."""
    checked([name for name in names if not is_address(name)])
    addresses = [name for name in names if is_address(name) or name == STANDARD_INPUT]
    files(addresses, lambda path: (), wanted=_WANTED)  # says which is not there
    apart(names, spread.out)
    lang = settings.language
    with session.base(kb, lang=lang) as store:
        edition = run.FileLinter(store, settings).edition  # says which edition lacks
        options = Options(
            base=str(session.folder(kb).absolute()),
            version=store.version,
            edition=str(settings.edition) if settings.edition else None,
            written_for=str(settings.written_for) if settings.written_for else None,
            language=lang,
        )
    cut = partitions(_files(names), by_lines=lambda name: False, size=spread.size)
    sent = json.dumps(msgspec.to_builtins(options))
    job = Job("lint", lint_part, sent, cut, spread.form, spread.size, lang)
    totals = spreading.carried_out(spread, job, lang)
    spreading.closing_words(spread, totals, lang, as_json=as_json)
    counts = totals.counts
    counted = Totals(
        edition=edition,
        written_for=settings.written_for,
        files=counts["files"],
        citations=counts["citations"],
        kinds=Counter(kinds_of(counts)),
    )
    click.echo(summary(counted, lang), err=True)
    if counts["binary"]:
        click.echo(words(lang, "lint_cli_binary", count=counts["binary"]), err=True)
    spreading.leave(totals)


def _files(names: tuple[str, ...]) -> Iterator[File]:
    """What `walk` finds on this machine, each once, and all files at addresses."""
    paths: list[str] = []
    for name in names:
        if not is_address(name):
            paths.append(name)
            continue
        yield from _walked(paths)
        paths = []
        yield from files([name], lambda path: (), wanted=_WANTED)
    yield from _walked(paths)


def _walked(paths: list[str]) -> Iterator[File]:
    for found in walk(paths):
        if isinstance(found, Problem):
            yield seen(found.file, unread=found.detail)
        else:
            yield seen(found)
