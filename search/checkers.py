"""The answer about checkers: which rules have them, which cannot, how much is covered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from kb.checks import all_checks
from kb.checks.coverage import Covered, by_section, without_checker
from kb.checks.registry import Check
from kb.checks.unchecked import Unchecked
from kb.cite_write import runs
from kb.explain import message
from kb.lang import ORIGINAL
from kb.number import RuleNumber
from kb.terms import edition_date, numbers

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.verdicts import CheckersJson


@dataclass(frozen=True, slots=True)
class Checkers:
    """The checkers of what was asked for, of everything where nothing was."""

    asked: tuple[RuleNumber, ...] | None
    checks: tuple[Check, ...]
    without: tuple[Unchecked, ...]
    """Rules below what was asked for that have none."""
    sections: tuple[Covered, ...]


def checkers(asked: tuple[RuleNumber, ...] | None) -> Checkers:
    found = tuple(
        check
        for check in all_checks()
        if asked is None or any(check.rule.within(rule) for rule in asked)
    )
    without = without_checker(asked) if asked is not None else ()
    return Checkers(asked, found, without, by_section(asked))


def checkers_json(answer: Checkers, lang: str) -> CheckersJson:
    return {
        "checks": [
            {
                "rule": str(check.rule),
                "prop": check.prop,
                "about": check.about,
                "must": message(lang, "must", check.prop),
                "since": str(check.since) if check.since else None,
                "until": str(check.until) if check.until else None,
                "cites": [str(number) for number in check.cites],
            }
            for check in answer.checks
        ],
        "unchecked": [
            {
                "rule": str(row.rule),
                "reason": row.reason,
                "because": message(lang, "unchecked", row.reason),
            }
            for row in answer.without
        ],
        "sections": [
            {
                "number": str(row.number),
                "rules": row.rules,
                "checkable": row.checkable,
                "checked": row.checked,
                "not_executable": row.not_executable,
            }
            for row in answer.sections
        ],
    }


def reasons(without: Iterable[Unchecked]) -> Iterator[tuple[str, str]]:
    """Each reason once, with the numbers it holds for, runs of them as ranges."""
    of: dict[str, list[RuleNumber]] = {}
    for row in without:
        of.setdefault(row.reason, []).append(row.rule)
    for reason, rules in of.items():
        yield reason, _ranges(sorted(rules))


def _ranges(rules: Iterable[RuleNumber]) -> str:
    return ", ".join(map(_range, runs(rules)))


def _range(run: tuple[RuleNumber, ...]) -> str:
    first, last = run[0], run[-1]
    if len(run) < 3:
        return ", ".join(map(str, run))
    return f"{first}–{last.letter or last.rule or last.section}"


def chapters(sections: Iterable[Covered]) -> tuple[Covered, ...]:
    """The sums of the sections, by chapter."""
    of: dict[RuleNumber, list[Covered]] = {}
    for row in sections:
        of.setdefault(RuleNumber(row.number.section // 100), []).append(row)
    return tuple(total(chapter, rows) for chapter, rows in of.items())


def total(number: RuleNumber, rows: Iterable[Covered]) -> Covered:
    every = tuple(rows)
    return Covered(
        number,
        sum(row.rules for row in every),
        sum(row.checkable for row in every),
        sum(row.checked for row in every),
    )


@cache
def heading(number: RuleNumber) -> str:
    """The English name of a chapter or section of the newest bundled edition."""
    return next((known.heading or "" for known in numbers() if known.number == number), "")


def checkers_page(answer: Checkers) -> str:
    """The whole as a page in Markdown, in English: counts, checkers, and what is not covered."""
    props = {check.rule: check for check in answer.checks}
    whole = total(RuleNumber(1), answer.sections)
    lines = [
        "# The rules that run",
        "",
        f"The edition of {edition_date()} has {whole.rules} rules and subrules. "
        f"{whole.checkable} of them say something that a program could check in a game; "
        f"{whole.checked} have checkers, with {len(answer.checks)} propositions for "
        f"{len(props)} rules over all editions. The rest is headings, terms, history and advice. "
        "Written by `regulae checks --page`; a test holds it true.",
        "",
        "## By section",
        "",
        "| section | rules | checkable | checked | not executable |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {row.number} {heading(row.number)} | {row.rules} | {row.checkable} | {row.checked} "
        f"| {row.not_executable} |"
        for row in answer.sections
    ]
    lines += ["", "## Checkers", "", "| rule | proposition | must hold | editions |"]
    lines += ["| --- | --- | --- | --- |"]
    lines += [
        f"| {check.rule} | {check.prop} | {message(ORIGINAL, 'must', check.prop)} "
        f"| {_editions(check)} |"
        for check in answer.checks
    ]
    lines += ["", "## Not covered, and why", ""]
    begun = [row.number for row in answer.sections if row.checked]
    for reason, rules in reasons(without_checker(begun)):
        lines += [f"**{message(ORIGINAL, 'unchecked', reason)}**", "", rules, ""]
    rest = [row.number for row in answer.sections if row.checkable and not row.checked]
    lines += [f"No rule of these sections has a checker yet: {_ranges(rest)}."]
    return "\n".join(lines) + "\n"


def _editions(check: Check) -> str:
    since, until = check.since, check.until
    if until is None:
        return f"since {since}" if since else "all"
    return f"{since} to {until}" if since else f"until {until}"
