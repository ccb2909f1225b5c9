"""Assets: style sheets, scripts and pictures, read once and named by their content."""

import hashlib
from functools import cache
from pathlib import Path

from search.picture.style import STYLE
from search.web.cache import Ready

_FOLDER = Path(__file__).parent / "static"
_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


@cache
def assets() -> dict[str, Ready]:
    """Each file by its name."""
    files = {
        path.name: Ready(path.read_bytes(), _TYPES[path.suffix])
        for path in sorted(_FOLDER.iterdir())
        if path.suffix in _TYPES
    }
    # A picture of the graph stands in a page, whose policy allows no style of its own.
    return files | {"picture.css": Ready(STYLE.encode(), _TYPES[".css"])}


@cache
def digest() -> str:
    """Changes with any of them, so that a browser may keep them for ever."""
    found = hashlib.sha256()
    for name, asset in assets().items():
        found.update(name.encode() + b"\0" + asset.body)
    return found.hexdigest()[:12]


def address(name: str) -> str:
    """Where a file stands; it must be there."""
    if name not in assets():
        raise KeyError(name)
    return f"/static/{digest()}/{name}"
