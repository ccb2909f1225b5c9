"""The contents: chapters and their sections."""

from typing import NamedTuple

from kb.number import RuleNumber
from search.web.asking import Answer, Asking, Page
from search.web.sentences import said
from search.web.texts import Texts

_CHAPTERS = 9


class Section(NamedTuple):
    number: RuleNumber
    name: str
    rules: int
    """Known, with subrules."""
    texts: int
    """Of them that have a text in some language."""


class Chapter(NamedTuple):
    number: RuleNumber
    name: str
    sections: tuple[Section, ...]


def page(asking: Asking) -> Answer:
    texts, holdings = Texts(asking), asking.holdings
    languages = holdings.languages()
    chapters = []
    for chapter in map(RuleNumber, range(1, _CHAPTERS + 1)):
        known = holdings.known_in(chapter)
        held = {n.section for n in holdings.numbers_in(chapter, languages) if n.is_section}
        counts: dict[int, int] = {}
        for number in known:
            counts[number.section] = counts.get(number.section, 0) + (number.rule is not None)
        texted: dict[int, int] = {}
        for number in holdings.numbers_in(chapter, languages):
            texted[number.section] = texted.get(number.section, 0) + (number.rule is not None)
        sections = sorted({n.section for n in known if n.is_section} | held)
        if sections:
            listed = tuple(
                Section(number, texts.name(number), counts.get(each, 0), texted.get(each, 0))
                for each in sections
                for number in (RuleNumber(each),)
            )
            chapters.append(Chapter(chapter, texts.name(chapter), listed))
    return Page(
        template="contents.html",
        title=said(asking.language, "contents_title"),
        content=tuple(chapters),
        path="/rules",
        description=said(asking.language, "contents_description"),
        query={"edition": str(asking.at)} if asking.at else {},
    )
