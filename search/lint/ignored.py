"""What a version control system leaves out: the rules of ``.gitignore`` files."""

import os
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore import GitIgnorePatternError

_LARGEST = 2**18
"""Bytes of one such file; what is behind them is not read."""
# The pattern becomes a regular expression, and each star more in a name multiplies its time.
_MOST_STARS = 3
_STARS = re.compile(r"\*+")
_NOTHING = GitIgnoreSpec.from_lines([])


@dataclass(frozen=True, slots=True)
class Layer:
    """The rules of one folder."""

    folder: str
    """Absolute, with a slash at the end."""
    spec: GitIgnoreSpec


@dataclass(frozen=True, slots=True)
class Ignored:
    """The rules that hold in a folder: its own and those of the folders above."""

    layers: tuple[Layer, ...] = ()
    """From the topmost folder down."""

    def __contains__(self, path: str) -> bool:
        """Whether an absolute path is left out; that of a folder ends in a slash."""
        for layer in reversed(self.layers):
            said = layer.spec.check_file(path[len(layer.folder) :]).include
            if said is not None:
                return said
        return False

    def within(self, folder: str) -> "Ignored":
        """With the rules that stand in ``folder`` itself."""
        layer = _layer(folder, ".gitignore")
        return Ignored((*self.layers, layer)) if layer else self


def ignored_above(folder: str) -> Ignored:
    """The rules that the repository around an absolute ``folder`` has for what lies in it.

    Where they leave out the folder itself, somebody named it nevertheless: they say nothing then.
    """
    above = [folder, *_parents(folder)]
    top = next((n for n, each in enumerate(above) if _is_repository(each)), 0)
    layers = [_layer(above[top], os.path.join(".git", "info", "exclude"))]
    layers += [_layer(each, ".gitignore") for each in reversed(above[1 : top + 1])]
    found = Ignored(tuple(layer for layer in layers if layer))
    named = [_slashed(each) for each in above[:top]]
    return Ignored() if any(each in found for each in named) else found


def _parents(folder: str) -> Iterator[str]:
    while (parent := os.path.dirname(folder)) != folder:
        yield parent
        folder = parent


def _is_repository(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, ".git"))


def _slashed(folder: str) -> str:
    return folder if folder.endswith(os.sep) else folder + os.sep


def _layer(folder: str, name: str) -> Layer | None:
    path = os.path.join(folder, name)
    if os.path.islink(path) or not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        # as the names of files are read: bytes that are no UTF-8 match themselves
        text = file.read(_LARGEST).decode("utf-8-sig", "surrogateescape")
    return Layer(_slashed(folder), _spec(text.split("\n")))


def _spec(lines: list[str]) -> GitIgnoreSpec:
    sober = [line for line in lines if _is_sober(line)]
    return _compiled(sober) or _compiled(line for line in sober if _compiled([line])) or _NOTHING


def _compiled(lines: Iterable[str]) -> GitIgnoreSpec | None:
    """None where a line is no pattern: git passes over such a line, and so do we."""
    with warnings.catch_warnings():
        # of Python, about signs that are to mean something else in a later one
        warnings.simplefilter("ignore", FutureWarning)
        try:
            return GitIgnoreSpec.from_lines(lines)
        except (GitIgnorePatternError, re.error):
            return None


def _is_sober(line: str) -> bool:
    return all(len(_STARS.findall(name)) <= _MOST_STARS for name in line.split("/")) and (
        line.count("**") <= _MOST_STARS
    )
