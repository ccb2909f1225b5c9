"""Coverage for tools: as a JSON-able value, and as the rows of a CSV table."""

import csv
from collections.abc import Iterator
from typing import IO, Any

from kb.compare.coverage import Coverage, Entry, Task

COLUMNS = (
    *("number", "title", "language", "state", "edition", "days", "behind"),
    *("findings", "cited", "changes", "to_do"),
)


def coverage_json(answer: Coverage) -> dict[str, Any]:
    return {
        "edition": answer.edition and str(answer.edition),
        "languages": {
            count.language: {
                key: value for key, value in count._asdict().items() if key != "language"
            }
            for count in answer.counts
        },
        "rules": [_task(task) for task in answer.tasks],
    }


def _task(task: Task) -> dict[str, Any]:
    return {
        "number": str(task.number),
        "title": task.title,
        "cited": task.cited,
        "changes": task.changes,
        "to_do": task.to_do,
        "languages": {entry.language: _entry(entry) for entry in task.entries},
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "state": str(entry.state),
        "edition": entry.date and str(entry.date),
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
