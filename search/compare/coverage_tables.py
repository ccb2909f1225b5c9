"""Coverage for tools: as a JSON-able value, and as the rows of a CSV table."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from kb.compare.coverage import Coverage, Entry, Task

if TYPE_CHECKING:  # the shapes are for who checks and describes answers
    from search.shapes.comparisons import CoverageJson, StandingJson, TaskJson

COLUMNS = (
    *("number", "title", "language", "state", "edition", "days", "behind"),
    *("findings", "cited", "changes", "to_do"),
)


def coverage_json(answer: Coverage) -> CoverageJson:
    return {
        "edition": str(answer.edition) if answer.edition else None,
        "languages": {
            count.language: {
                "rules": count.rules,
                "held": count.held,
                "ours": count.ours,
                "missing": count.missing,
                "behind": count.behind,
                "unknown": count.unknown,
                "disagreeing": count.disagreeing,
            }
            for count in answer.counts
        },
        "rules": [_task(task) for task in answer.tasks],
    }


def _task(task: Task) -> TaskJson:
    return {
        "number": str(task.number),
        "title": task.title,
        "cited": task.cited,
        "changes": task.changes,
        "to_do": task.to_do,
        "languages": {entry.language: _entry(entry) for entry in task.entries},
    }


def _entry(entry: Entry) -> StandingJson:
    return {
        "state": str(entry.state),
        "edition": str(entry.date) if entry.date else None,
        "days": entry.days,
        "behind": entry.behind,
        "findings": list(map(str, entry.kinds)),
    }


def write_csv(answer: Coverage, file: IO[str]) -> int:
    """One row a number and language, what to translate first on top; how many there are."""
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    rows = list(_rows(answer))
    writer.writerows(rows)
    return len(rows)


def _rows(answer: Coverage) -> Iterator[tuple[object, ...]]:
    for task in answer.tasks:
        for entry in task.entries:
            yield (
                *(task.number, task.title or "", entry.language, entry.state, entry.date or ""),
                "" if entry.days is None else entry.days,
                {True: "yes", False: "no", None: ""}[entry.behind],
                " ".join(entry.kinds),
                *(task.cited, task.changes, "yes" if entry.to_do else "no"),
            )
