"""Linting in several processes, reported in the order of the paths all the same."""

from collections.abc import Generator, Iterable
from contextlib import closing
from functools import cache, partial
from itertools import islice
from pathlib import Path

from kb.store import open_to_read
from search.lint.report import FileReport
from search.lint.run import FileLinter, Item, Settings
from search.processes import in_processes

_BATCH = 32
"""Files given to a process at a time."""


def linted(
    files: Iterable[Item], folder: Path, settings: Settings, *, jobs: int
) -> Generator[FileReport, None, None]:
    """The reports in the order of ``files``; each process opens the base for itself."""
    rest = iter(files)
    batches = iter(lambda: list(islice(rest, _BATCH)), [])
    work = partial(_reports, folder, settings)
    with closing(in_processes(work, batches, jobs=jobs)) as answers:
        for reports in answers:
            yield from reports


@cache
def _file_linter(folder: Path, settings: Settings) -> FileLinter:
    """That of this process, which lives as long."""
    return FileLinter(open_to_read(folder), settings)


def _reports(folder: Path, settings: Settings, batch: list[Item]) -> list[FileReport]:
    judge = _file_linter(folder, settings)
    return [judge.report(item) for item in batch]
