"""Linting one file after the other over an open base."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.edition import Edition, EditionDate
from kb.errors import RegulaeError, Unreadable
from kb.lint.finding import Finding
from kb.lint.linter import Linter, linter
from kb.saying import said, told
from kb.store import Store
from search.lint.correct import correction
from search.lint.report import FileReport, Located
from search.lint.source import decoded, read
from search.lint.walk import STANDARD_INPUT, Problem

FEW_FILES = 128
FEW_BYTES = 8 * 2**20
"""What one process has read before others have begun."""
_YAML = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Settings:
    """How each file is linted."""

    edition: EditionDate | None
    written_for: EditionDate | None
    language: str
    correct: bool = False
    """Whether corrections are looked for."""


@dataclass(frozen=True, slots=True)
class Given:
    """Content that only this process can read."""

    file: str
    content: bytes | None


Item = str | Problem | Given


class FileLinter:
    """Lints one file after the other over an open base."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._settings = settings
        self._linter = self._made(store, settings.written_for)
        # What is corrected is no longer written for the old edition, and is judged so.
        self._new_linter = self._made(store, None) if settings.written_for else self._linter

    @property
    def edition(self) -> Edition:
        return self._linter.edition

    def _made(self, store: Store, written_for: EditionDate | None) -> Linter:
        return linter(
            store,
            edition=self._settings.edition,
            written_for=written_for,
            language=self._settings.language,
        )

    def report(self, item: Item) -> FileReport:
        if isinstance(item, Problem):
            detail = told(item.detail, self._settings.language)
            return FileReport(item.file, problem=Problem(item.file, detail))
        name = item.file if isinstance(item, Given) else item
        try:
            content = item.content if isinstance(item, Given) else read(name)
            if content is None:
                return FileReport(name, is_binary=True)
            return self._linted(name, content)
        except Unreadable as error:
            return FileReport(name, problem=_problem(name, error, self._settings.language))
        except RegulaeError as error:
            return FileReport(name, problem=Problem(name, error.told(self._settings.language)))
        except RecursionError:
            deep = said("usage.too_deep").told(self._settings.language)
            return FileReport(name, problem=Problem(name, deep))

    def _linted(self, name: str, content: bytes) -> FileReport:
        source = decoded(content)
        yaml = name.lower().endswith(_YAML)
        found = self._linter.lint(source.text, yaml=yaml)
        told_of = (told(each, self._settings.language) for each in found.problems)
        problem = Problem(name, "; ".join(told_of)) if found.problems else None
        if not found.findings:
            return FileReport(name, found.citations, problem=problem)
        fixable = None
        if self._settings.correct:
            fixable = correction(source, content, found, self._new_linter, yaml=yaml)
        starts = {start for start, _, _ in fixable.edits} if fixable else set()
        located = tuple(
            Located(finding, *_end(source.text, finding), finding.start in starts)
            for finding in found.findings
        )
        return FileReport(name, found.citations, located, problem=problem, correction=fixable)


def _end(text: str, finding: Finding) -> tuple[int, int]:
    """Line and column behind the number; a range may go on in the next line."""
    number = text[finding.start : finding.end].replace("\r\n", "\n").replace("\r", "\n")
    breaks = number.count("\n")
    if not breaks:
        return finding.line, finding.column + len(number)
    return finding.line + breaks, len(number) - number.rfind("\n")


def is_small(files: Iterable[Item]) -> bool:
    """Whether one process has linted these before others could have begun."""
    known = list(files)
    if len(known) == 1:
        return True  # whatever its size, nobody else has anything to do
    return len(known) <= FEW_FILES and sum(map(_size, known)) <= FEW_BYTES


def _size(item: Item) -> int:
    if isinstance(item, str):
        try:
            return os.stat(item).st_size
        except OSError:
            return 0  # said when it is read
    return len(item.content or b"") if isinstance(item, Given) else 0


def given(files: Iterable[str | Problem], *, language: str) -> Iterator[Item]:
    """The files, what standard input holds put in its place."""
    for file in files:
        if file != STANDARD_INPUT:
            yield file
            continue
        try:
            yield Given(STANDARD_INPUT, read(STANDARD_INPUT))
        except Unreadable as error:
            yield _problem(STANDARD_INPUT, error, language)


def _problem(name: str, error: Unreadable, language: str) -> Problem:
    """The reason alone: where problems are told the name stands before it."""
    return Problem(name, error.told(language).removeprefix(f"{name}: "))


def processors() -> int:
    """How many processes run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
