"""Choosing: the engine that a command or the environment names."""

import os
from typing import TYPE_CHECKING

from kb.errors import NoEngine
from kb.saying import said

if TYPE_CHECKING:  # commands without a search name the engines too
    from search.engine import Maker

NAMES = ("whoosh", "tantivy")
REMOTE = "opensearch"
"""The engine that keeps its index elsewhere; an address may follow: ``opensearch:https://…``."""
ALL = (*NAMES, REMOTE)
SETTING = "REGULAE_ENGINE"
REMOTE_SETTING = "REGULAE_OPENSEARCH_URL"


def maker(named: str | None = None) -> "Maker":
    """The engine of this name, else of ``REGULAE_ENGINE``, else whoosh; raises NoEngine."""
    name, _, urls = _said(named).partition(":")
    if urls and name != REMOTE:
        raise NoEngine(said("index.no_address", name=name, remote=REMOTE))
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
    if name == REMOTE:
        try:
            from search.engines import with_opensearch
        except ModuleNotFoundError as error:
            if error.name != "opensearchpy":
                raise
            raise NoEngine(said("opensearch.not_installed", setting=SETTING)) from error
        return with_opensearch.maker(urls or None)
    raise NoEngine(said("index.no_engine", name=name, setting=SETTING, names=", ".join(ALL)))


def is_remote(named: str | None = None) -> bool:
    """Whether the engine that is meant keeps its index elsewhere."""
    return _said(named).partition(":")[0] == REMOTE


def _said(named: str | None) -> str:
    return named or os.environ.get(SETTING) or NAMES[0]
