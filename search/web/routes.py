"""Routes: which address shows which page."""

from typing import NamedTuple

from search.web.asking import PageOf
from search.web.pages import (
    about,
    checks,
    cite,
    compare,
    contents,
    diff,
    editions,
    glossary,
    graph,
    history,
    keywords,
    missing,
    results,
    rules,
)


class Route(NamedTuple):
    """A path of Litestar behind the language, and the page that stands there."""

    path: str
    page: PageOf


ROUTES = (
    Route("/", results.home),
    Route("/search", results.search),
    Route("/rules", contents.page),
    Route("/rules/{number:str}", rules.page),
    Route("/history/{number:str}", history.page),
    Route("/compare", compare.form),
    Route("/compare/{what:str}", compare.page),
    Route("/diff", diff.form),
    Route("/diff/{old:str}/{new:str}", diff.page),
    Route("/diff/{old:str}/{new:str}/{what:str}", diff.page),
    Route("/graph/{number:str}", graph.page),
    Route("/cite", cite.page),
    Route("/checks", checks.index),
    Route("/checks/{number:str}", checks.page),
    Route("/glossary", glossary.index),
    Route("/glossary/{term:path}", glossary.entry),
    Route("/keywords", keywords.page),
    Route("/editions", editions.page),
    Route("/about", about.page),
)

ELSEWHERE = missing.anywhere
"""What any other address shows."""
