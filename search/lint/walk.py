"""The files of paths: folders walked in order, what git ignores and what links elsewhere left."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.errors import Unreadable
from kb.saying import reason, said
from search.lint.ignored import Ignored, ignored_above

SCRATCH = ".regulae-"
STANDARD_INPUT = "-"
WANTED = "lint"
"""Key of the sentence that says what should have been there."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not be read or written, and why."""

    file: str
    detail: str


def checked(paths: Sequence[str]) -> tuple[str, ...]:
    """The paths as they are; raises Unreadable where one is not there at all."""
    for path in paths:
        if not path:
            raise Unreadable(said("file.empty_name", wanted=said(f"wanted.{WANTED}")))
        if "\0" in path:
            raise Unreadable(said("file.zero_byte", path=path, wanted=said(f"wanted.{WANTED}")))
        if path == STANDARD_INPUT:
            continue
        try:
            os.stat(path)
        except OSError as error:
            fault = said(
                "file.unread", path=path, why=reason(error), wanted=said(f"wanted.{WANTED}")
            )
            raise Unreadable(fault) from error
    if paths.count(STANDARD_INPUT) > 1:
        raise Unreadable(said("file.input_twice"))
    return tuple(paths)


def walk(paths: Iterable[str]) -> Iterator[str | Problem]:
    """The files to read, each once: paths as they were named, folders in the order of names.

    What is named is read even where it is ignored or is a link; links inside a folder are not
    followed, so that nothing outside of it is read and nothing twice.
    """
    seen: set[str] = set()
    for path in paths:
        found = _folder(path) if path != STANDARD_INPUT and os.path.isdir(path) else [path]
        for each in found:
            if isinstance(each, str):
                place = each if each == STANDARD_INPUT else os.path.abspath(each)
                if place in seen:
                    continue
                seen.add(place)
            yield each


def _folder(named: str) -> Iterator[str | Problem]:
    top = os.path.realpath(named)
    try:
        ignored = ignored_above(top)
    except OSError as error:
        yield Problem(error.filename or named, reason(error))
        ignored = Ignored()
    shown = "" if os.path.normpath(named) == os.curdir else os.path.normpath(named)
    # A stack and no recursion: a tree may be deeper than Python likes to call.
    stack = [_entries(top, shown, ignored)]
    while stack:
        entry = next(stack[-1], None)
        if entry is None:
            stack.pop()
        elif isinstance(entry, _Subfolder):
            stack.append(_entries(entry.path, entry.shown, entry.ignored))
        else:
            yield entry


@dataclass(frozen=True, slots=True)
class _Subfolder:
    path: str
    shown: str
    ignored: Ignored


def _entries(folder: str, shown: str, above: Ignored) -> Iterator[str | Problem | _Subfolder]:
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
        ignored = above.within(folder)
    except OSError as error:
        yield Problem(shown or folder, reason(error))
        return
    for entry in entries:
        if entry.name == ".git":  # a file where the folder is a submodule
            continue
        if entry.name.startswith(SCRATCH):  # what a correction that was killed has left
            continue
        name = os.path.join(shown, entry.name)
        if entry.is_dir(follow_symlinks=False):
            if f"{entry.path}{os.sep}" not in ignored:
                yield _Subfolder(entry.path, name, ignored)
        elif entry.is_file(follow_symlinks=False) and entry.path not in ignored:
            yield name
