"""The command that runs rules: verify."""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain, islice

import click

from kb import templates
from kb.model import Outcome
from kb.number import RuleNumber
from kb.saying import said
from search.cli import session, spreading
from search.render import printable
from search.sentences import words
from search.verifying.found import Batch, batches
from search.verifying.work import MOST_TOLD, Done, Settings, done

_INTERRUPTED = 130
"""The exit code of what Ctrl-C ended, as shells have it."""


@click.command()
@click.argument("files", nargs=-1, metavar="FILE|FOLDER|-...")
@click.option(
    "--rule", "rules", multiple=True, metavar="WHAT", help="Only these: number, range or name."
)
@click.option(
    "--only",
    type=click.Choice([outcome.value for outcome in Outcome]),
    multiple=True,
    help="Show only these verdicts, the worst first.",
)
@click.option("--strict", is_flag=True, help="Assume nothing that the document does not say.")
@click.option("--explain", is_flag=True, help="Show the replay too, step by step.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@click.option("--new", type=click.Choice(templates.names()), help="Write a document to start from.")
@spreading.options
@session.answer_language
@session.json_answer
def verify(
    files: tuple[str, ...],
    rules: tuple[str, ...],
    only: tuple[str, ...],
    strict: bool,
    explain: bool,
    jobs: int,
    new: str | None,
    lang: str,
    as_json: bool,
) -> None:
    """Verify game states: does what happened follow the rules, why, and where.

    \b
        regulae verify game.yaml --explain
        regulae verify log.jsonl --rule 702.33 --lang it
        regulae verify log.jsonl --only violates --only cannot-tell
        regulae verify states/ --strict --jobs 2 --json
        regulae verify log.jsonl --workers 8 --out verdicts/ --parts parquet
        regulae verify --new attack --lang es > attack.yaml

    Files are YAML, JSON or JSON Lines, a document a line; these, also from standard input (-),
    are answered as they come, however many. What cannot be read is said with its place and does
    not hide the answers to the rest. What --only leaves out is counted and
    decides the exit code all the same.
    """
    if new is not None:
        _write_template(new, files, lang)
        return
    if not files:
        raise click.UsageError(said("usage.no_state"))
    settings = Settings(
        language=lang,
        rules=_asked(rules),
        strict=strict,
        spoken=lang if session.is_spoken("lang") else None,
        for_programs=as_json,
        explain=explain,
        only=tuple(map(Outcome, only)),
    )
    if (spread := spreading.asked(lang)) is not None:
        spreading.refuse(jobs=jobs > 1)
        from search.cli.verify_parts import verify_in_parts

        verify_in_parts(files, settings, spread, as_json=as_json)
        return
    try:
        with ExitStack() as stack:
            found = batches(files, at_once=jobs == 1)
            total = _print(_answered(stack, found, settings, jobs), as_json=as_json)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)  # 1 would say that a rule is broken
    if total.documents + total.unread > 1:
        click.echo(_summary(total, lang), err=True)
    if total.unread:
        sys.exit(2)
    if total.findings:
        sys.exit(1)


def _asked(rules: tuple[str, ...]) -> tuple[RuleNumber, ...] | None:
    if not rules:
        return None
    from search.asked_rules import asked_rules  # names need the bundled terms

    return tuple(number for rule in rules for number in asked_rules([rule]) or ())


def _answered(
    stack: ExitStack, found: Iterator[Batch], settings: Settings, jobs: int
) -> Iterator[Done]:
    """In the order of the documents; one process does a single batch."""
    work = partial(done, settings)
    first = list(islice(found, 2))
    if jobs == 1 or len(first) < 2:
        return map(work, chain(first, found))
    from search.processes import in_processes

    return stack.enter_context(closing(in_processes(work, chain(first, found), jobs=jobs)))


def _print(answered: Iterable[Done], *, as_json: bool) -> Done:
    """Each batch as it comes; gives the sum of all, without their texts."""
    from search.progress import counter

    total = Done((), (), 0, 0, 0, 0)
    with counter() as count:
        if as_json:
            click.echo('{"documents": [', nl=False)
        for batch in answered:
            if batch.written and as_json:
                _echo_json(", " * (total.documents > 0) + ", ".join(batch.written))
            elif batch.written:
                click.echo("\n".join(batch.written))
            for problem in batch.problems:
                click.echo(f"regulae: {printable(' '.join(problem.split()))}", err=True)
            total = _with(total, batch)
            count(total.documents)
        if as_json:
            errors = json.dumps(list(total.problems), ensure_ascii=False)
            _echo_json(f'], "errors": {errors}}}\n')
    return total


def _with(total: Done, batch: Done) -> Done:
    return Done(
        (),
        total.problems + batch.problems[: MOST_TOLD - len(total.problems)],
        total.documents + len(batch.written),
        total.broken + batch.broken,
        total.untold + batch.untold,
        total.findings + batch.findings,
        total.unread + len(batch.problems),
    )


def _echo_json(text: str) -> None:
    # A text of a document may hold lone surrogates; JSON can only say them as \\udc80.
    click.echo(text.encode("utf-8", "backslashreplace"), nl=False)


def _summary(total: Done, lang: str) -> str:
    return words(
        lang,
        "verify_total",
        documents=total.documents,
        broken=total.broken,
        untold=total.untold,
        unread=total.unread,
    )


def _write_template(name: str, files: tuple[str, ...], lang: str) -> None:
    if files:
        raise click.UsageError(said("usage.new_and_file", name=name, file=files[0]))
    click.echo(templates.template(lang, name), nl=False)
