"""Choosing: the engine that a command or the environment names."""

import os
from typing import TYPE_CHECKING

from kb.errors import NoEngine

if TYPE_CHECKING:  # commands without a search name the engines too
    from search.engine import Maker

NAMES = ("whoosh", "tantivy")
SETTING = "REGULAE_ENGINE"


def maker(named: str | None = None) -> "Maker":
    """The engine of this name, else of ``REGULAE_ENGINE``, else whoosh; raises NoEngine."""
    name = named or os.environ.get(SETTING) or NAMES[0]
    if name == "whoosh":
        from search.engines import with_whoosh

        return with_whoosh
    if name == "tantivy":
        try:
            from search.engines import with_tantivy
        except ModuleNotFoundError as error:
            if error.name != "tantivy":
                raise
            raise NoEngine(
                "the engine tantivy is not installed: install regulae with its extra `fast` "
                "(`pipx install --force '.[fast]'` in its clone), or ask without --engine "
                f"and {SETTING}"
            ) from error
        return with_tantivy
    raise NoEngine(f"{name!r} is no engine; {SETTING} may be {' or '.join(NAMES)}")
