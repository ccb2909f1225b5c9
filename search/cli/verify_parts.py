"""The command verify where its work is spread over workers."""

import json

import click
import msgspec

from kb.state_text import JSON_LINES
from search.cli import spreading
from search.distributed.cutting import partitions
from search.distributed.listing import apart, files
from search.distributed.run import Job
from search.distributed.verifying import Options, verify_part
from search.sentences import words
from search.verifying.found import SUFFIXES, paths
from search.verifying.work import Settings

_WANTED = "states_spread"


def verify_in_parts(
    names: tuple[str, ...], settings: Settings, spread: spreading.Spread, *, as_json: bool
) -> None:
    """Verify, say where the answers are, and leave with the exit code."""
    apart(names, spread.out)
    found = files(names, lambda name: paths([name]), suffixes=SUFFIXES, wanted=_WANTED)
    cut = partitions(
        found, by_lines=lambda name: name.lower().endswith(JSON_LINES), size=spread.size
    )
    options = json.dumps(msgspec.to_builtins(Options.of(settings)))
    lang = settings.language
    job = Job("verify", verify_part, options, cut, spread.form, spread.size, lang)
    totals = spreading.carried_out(spread, job, lang)
    spreading.closing_words(spread, totals, lang, as_json=as_json)
    click.echo(
        words(
            lang,
            "verify_total",
            documents=totals.counts["documents"],
            broken=totals.counts["broken"],
            untold=totals.counts["untold"],
            unread=totals.unread,
        ),
        err=True,
    )
    spreading.leave(totals)
