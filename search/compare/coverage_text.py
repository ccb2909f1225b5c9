"""Coverage for people: how far each language is, and what to translate first."""

from collections.abc import Sequence

from kb.compare.coverage import Coverage, Entry, State, Task
from search.sentences import language_name, words


def measure_sentence(answer: Coverage, language: str) -> str:
    """By what the languages are measured."""
    key = "coverage_bundled" if answer.edition is None else "coverage_measure"
    return words(language, key, date=answer.edition, rules=len(answer.tasks))


def count_rows(answer: Coverage, language: str) -> tuple[list[str], list[list[str]]]:
    """The heads and the rows of a table with one language a row."""
    keys = ("held", "ours", "missing", "behind", "unknown", "disagreeing")
    heads = [words(language, "language"), *(words(language, f"coverage_{key}") for key in keys)]
    rows = [
        [
            language_name(count.language, language),
            _share(count.held, count.rules),
            *map(str, count[3:]),
        ]
        for count in answer.counts
    ]
    return heads, rows


def _share(value: int, whole: int) -> str:
    return f"{value} ({value / whole:.0%})" if whole else str(value)


def first_sentence(shown: int, total: int, language: str) -> str:
    if not total:
        return words(language, "coverage_none")
    return words(language, "coverage_first", shown=shown, total=total)


def task_rows(
    tasks: Sequence[Task], languages: Sequence[str], language: str
) -> tuple[list[str], list[list[str]]]:
    """The heads and the rows of a table with one number a row and one language a column."""
    keys = ("number", "coverage_title", "coverage_cited", "coverage_changes")
    heads = [*(words(language, key) for key in keys), *languages]
    rows = [
        [
            str(task.number),
            task.title or "",
            str(task.cited),
            str(task.changes),
            *(_state(entry, language) for entry in task.entries),
        ]
        for task in tasks
    ]
    return heads, rows


def _state(entry: Entry, language: str) -> str:
    if entry.state is State.MISSING:
        return words(language, "lacking")
    if entry.state is State.OURS:
        return words(language, "coverage_ours")
    told = [str(entry.date) if entry.date else words(language, "unknown_date")]
    if entry.behind:
        told.append(words(language, "coverage_days", days=entry.days))
    if entry.kinds:
        told.append(", ".join(words(language, f"coverage_kind_{kind}") for kind in entry.kinds))
    return "; ".join(told)
