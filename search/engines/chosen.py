"""Choosing: the engine that a command or the environment names."""

import os
from typing import TYPE_CHECKING

from kb.errors import NoEngine
from kb.saying import said

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
            raise NoEngine(said("index.not_installed", setting=SETTING)) from error
        return with_tantivy
    raise NoEngine(said("index.no_engine", name=name, setting=SETTING, names=", ".join(NAMES)))
