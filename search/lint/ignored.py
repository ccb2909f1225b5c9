"""What a version control system leaves out: the rules of ``.gitignore`` files."""

import os
from collections.abc import Iterator
from dataclasses import dataclass

from search.lint.gitignore import Pattern, pattern

_LARGEST = 2**18
"""Bytes of one such file; what is behind them is not read."""
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Layer:
    """The rules of one folder."""

    folder: str
    """Absolute, with a slash at the end."""
    patterns: tuple[Pattern, ...]
    """The last one first: of several that fit it counts."""

    def says(self, path: str) -> bool | None:
        """Whether a path inside the folder is left out or kept; None where no line fits."""
        is_folder = path.endswith(os.sep)
        inside = os.fsencode(path[len(self.folder) :].replace(os.sep, "/")).removesuffix(b"/")
        name = inside.rpartition(b"/")[2]
        for each in self.patterns:
            asked = inside if each.whole_path else name
            if (is_folder or not each.only_folders) and each.fits(asked):
                return each.leaves_out
        return None


@dataclass(frozen=True, slots=True)
class Ignored:
    """The rules that hold in a folder: its own and those of the folders above."""

    layers: tuple[Layer, ...] = ()
    """From the topmost folder down."""

    def __contains__(self, path: str) -> bool:
        """Whether an absolute path is left out; that of a folder ends in a slash."""
        for layer in reversed(self.layers):
            said = layer.says(path)
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
        lines = file.read(_LARGEST).removeprefix(_MARK).split(b"\n")
    patterns = (pattern(line) for line in reversed(lines))
    return Layer(_slashed(folder), tuple(each for each in patterns if each is not None))
