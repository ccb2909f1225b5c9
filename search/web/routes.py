"""Routes: which address shows which page."""

from typing import NamedTuple

from search.web.asking import PageOf
from search.web.lanes import Lane
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
    lane: Lane = Lane.PAGE


ROUTES = (
    Route("/", results.home),
    Route("/search", results.search, Lane.SEARCH),
    Route("/rules", contents.page),
    Route("/rules/{number:str}", rules.page),
    Route("/history/{number:str}", history.page, Lane.LONG),
    Route("/compare", compare.form),
    Route("/compare/{what:str}", compare.page, Lane.LONG),
    Route("/diff", diff.form),
    Route("/diff/{old:str}/{new:str}", diff.page, Lane.LONG),
    Route("/diff/{old:str}/{new:str}/{what:str}", diff.page, Lane.LONG),
    Route("/graph/{number:str}", graph.page, Lane.LONG),
    Route("/cite", cite.page),
    Route("/checks", checks.index, Lane.LONG),
    Route("/checks/{number:str}", checks.page, Lane.LONG),
    Route("/glossary", glossary.index),
    Route("/glossary/{term:path}", glossary.entry),
    Route("/keywords", keywords.page),
    Route("/editions", editions.page),
    Route("/about", about.page),
)

ELSEWHERE = missing.anywhere
"""What any other address shows."""
