"""Commands that run rules: verify, checks."""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from kb.errors import Unreadable
from kb.files import read_utf8
from kb.model import Outcome
from kb.number import RuleNumber
from kb.verify import Verified, as_json, verify_text
from search.cli import session
from search.sentences import words

_LARGEST = 64 * 2**20
"""Bytes of one file of game states."""
_SUFFIXES = (".yaml", ".yml", ".json", ".jsonl", ".ndjson")
_COLOURS = {
    Outcome.COMPLIES: "green",
    Outcome.VIOLATES: "red",
    Outcome.CANNOT_TELL: "yellow",
    Outcome.NOT_APPLICABLE: "white",
}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER|-...")
@click.option("--rule", "rules", multiple=True, metavar="WHAT", help="Only these rules.")
@click.option("--strict", is_flag=True, help="Assume nothing that the document does not say.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@session.answer_language
@session.json_answer
def verify(
    files: tuple[str, ...],
    rules: tuple[str, ...],
    strict: bool,
    jobs: int,
    lang: str,
    as_json: bool,
) -> None:
    """Verify game states: does what happened follow the rules, why, and where.

    \b
        regulae verify game.yaml
        regulae verify log.jsonl --rule 702.33 --lang it
        regulae verify states/ --strict --jobs 2 --json
    """
    asked = _asked(rules)
    spoken = lang if session.is_spoken("lang") else None
    work = partial(_verified, rules=asked, strict=strict, language=lang, spoken=spoken)
    answers = [answer for found in _each(work, list(_paths(files)), jobs) for answer in found]
    if as_json:
        session.print_json({"documents": [_json(answer) for answer in answers]})
    else:
        for answer in answers:
            _print(answer, answer.language)
    if any(answer.is_finding for answer in answers):
        sys.exit(1)


def _json(answer: Verified) -> object:
    return as_json(answer)


def _asked(rules: tuple[str, ...]) -> tuple[RuleNumber, ...] | None:
    """Numbers as they are; names by the bundled terms, since this command needs no base."""
    from kb.errors import UnknownRule
    from kb.terms import named

    found: list[RuleNumber] = []
    for text in rules:
        number = RuleNumber.read(text)
        numbers = [number] if number else [term.number for term in named(text) if term.sure]
        if not numbers:
            raise UnknownRule(f"{text!r} is no rule number and no name of a rule (like 702.33)")
        found += numbers
    return tuple(dict.fromkeys(found)) or None


def _paths(files: tuple[str, ...]) -> Iterator[str]:
    for name in files:
        if not name:
            raise Unreadable("an empty name; wanted a file, a folder or - of game states")
        folder = Path(name)
        if name == "-" or not folder.is_dir():
            yield name
            continue
        found = [
            path
            for path in sorted(folder.rglob("*"))
            if path.suffix.lower() in _SUFFIXES and path.is_file()
        ]
        if not found:
            raise Unreadable(f"{name}: no game state in this folder ({', '.join(_SUFFIXES)})")
        yield from map(str, found)


def _each(work: "partial[list[Verified]]", paths: list[str], jobs: int) -> Iterator[list[Verified]]:
    if jobs == 1 or len(paths) == 1:
        yield from map(work, paths)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, paths, chunksize=max(1, len(paths) // (jobs * 8)))


def _verified(
    path: str,
    *,
    rules: tuple[RuleNumber, ...] | None,
    strict: bool,
    language: str,
    spoken: str | None,
) -> list[Verified]:
    """``spoken`` is the language that was asked for; without it a document may name its own."""
    text = read_utf8(path, largest=_LARGEST, wanted="a game state").removeprefix("\ufeff")
    found = verify_text(text, name=path, rules=rules, strict=strict, language=language)
    return [replace(answer, language=spoken) if spoken else answer for answer in found]


def _print(answer: Verified, lang: str) -> None:
    click.echo(click.style(answer.name, bold=True))
    for verdict in as_json(answer)["verdicts"]:
        outcome = Outcome(verdict["verdict"])
        said = click.style(words(lang, f"outcome_{outcome}"), fg=_COLOURS[outcome])
        click.echo(f"  {verdict['rule']} {said} ({verdict['prop']}, {verdict['at']})")
        click.echo(f"    {verdict['because']}")
        for key, name in (("assumed", "assumed"), ("missing", "missing_facts")):
            if verdict[key]:
                click.echo(f"    {words(lang, name)}: {', '.join(verdict[key])}")
    if not answer.verdicts:
        click.echo(f"  {words(lang, 'no_verdict')}")
    if answer.met is not None:
        counts = words(lang, "expected", met=answer.met, failed=len(answer.failed))
        click.echo(f"  {counts}")
        for miss in answer.failed:
            click.echo(f"    {miss.expected.rule}: {miss.expected.verdict} ≠ {miss.got}")


@click.command()
@click.argument("what", nargs=-1)
@session.answer_language
@session.json_answer
def checks(what: tuple[str, ...], lang: str, as_json: bool) -> None:
    """List the rules that have checkers, and why others have none.

    \b
        regulae checks
        regulae checks 702.33 --lang es
    """
    from kb.checks import all_checks
    from kb.checks.unchecked import unchecked
    from kb.explain import message

    asked = _asked(what)
    found = [
        check
        for check in all_checks()
        if asked is None or any(check.rule.within(rule) for rule in asked)
    ]
    without = [
        unchecked(rule)
        for rule in asked or ()
        if not any(check.rule.within(rule) for check in found)
    ]
    if as_json:
        session.print_json(
            {
                "checks": [
                    {
                        "rule": str(check.rule),
                        "prop": check.prop,
                        "about": check.about,
                        "must": message(lang, "must", check.prop),
                        "since": check.since and str(check.since),
                        "until": check.until and str(check.until),
                        "cites": [str(number) for number in check.cites],
                    }
                    for check in found
                ],
                "unchecked": [
                    {
                        "rule": str(row.rule),
                        "reason": row.reason,
                        "because": message(lang, "unchecked", row.reason),
                    }
                    for row in without
                ],
            }
        )
        return
    from search.tables import print_table

    # A rule that has changed has a checker for each of its wordings: people see it once.
    rows = {(str(check.rule), check.prop): message(lang, "must", check.prop) for check in found}
    if rows:
        print_table(
            [words(lang, "number"), words(lang, "proposition"), words(lang, "about")],
            [[rule, prop, must] for (rule, prop), must in rows.items()],
        )
    for row in without:
        click.echo(f"{row.rule}: {message(lang, 'unchecked', row.reason)}")
