"""A rule, a section or a chapter: its text with all that stands around it."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from kb.edition import Edition
from kb.number import RuleNumber
from kb.overview import editions_of
from kb.term import FalseFriend, Title
from search.asked import asked
from search.look import Shown, beside
from search.sentences import friend_sentence
from search.web.asking import Answer, Asking, Missing, Page, Redirect
from search.web.checked import Checked, checked
from search.web.sentences import counted, said
from search.web.texts import Line, Texts, shortened

_AROUND = 7
"""Rules shown before and after one in the list of its section."""
_WHOLE = 160
"""Texts up to which a section is shown with all its subrules."""
_DESCRIPTION = 180
_NAMED = 12
"""Of more citing rules only the numbers are shown."""

Named = tuple[tuple[RuleNumber, str], ...]


class RuleContent(NamedTuple):
    """A rule with its subrules, of which the one asked for stands out."""

    focus: RuleNumber
    whole: Line
    lines: tuple[Line, ...]
    crumbs: Named
    around: Named
    before: RuleNumber | None
    after: RuleNumber | None
    """Of the rules in the section; in a rule of one that has no subrules likewise."""
    shown: Shown
    """Of the one asked for."""
    cites: Named
    cited_by: Named
    rulings: tuple[tuple[Markup, Edition], ...]
    editions: tuple[tuple[Edition, bool], ...]
    sources: tuple[Edition, ...]
    """From which the texts of the page are."""
    checked: Checked
    friends: tuple[str, ...]
    other_titles: tuple[Title, ...]
    name: str


class SectionContent(NamedTuple):
    """A section with its rules, or a chapter with its sections."""

    number: RuleNumber
    name: str
    crumbs: Named
    rules: tuple[tuple[Line, int], ...]
    """Each with how many subrules it has that are not shown."""
    before: RuleNumber | None
    after: RuleNumber | None
    sources: tuple[Edition, ...]
    is_chapter: bool


def page(asking: Asking) -> Answer:
    """By number; a name leads to the number that it has."""
    wanted = asking.parameters["number"]
    number = RuleNumber.read(wanted)
    if number is None:
        return _by_name(asking, wanted)
    if not asking.holdings.known(number):
        return Missing(wanted)
    if str(number) != wanted:  # "702.33d."
        return Redirect(asking.addresses.rule(number))
    if number.rule is None:
        return _section(asking, number)
    return _rule(asking, number)


def _by_name(asking: Asking, wanted: str) -> Answer:
    if len(wanted) > _DESCRIPTION or any(sign.isdigit() for sign in wanted):
        return Missing(wanted)
    numbers = asked(asking.holdings, [wanted], at=asking.at).numbers
    if len(numbers) == 1:
        return Redirect(asking.addresses.rule(numbers[0]))
    if numbers:
        return Redirect(asking.addresses.page("/search", q=wanted, edition=asking.at))
    return Missing(wanted)


def _rule(asking: Asking, number: RuleNumber) -> Page:
    texts, holdings, code = Texts(asking), asking.holdings, asking.language
    whole = texts.line(number.heading)
    below = [other for other in texts.looking.with_parts(number.heading) if other.is_subrule]
    if number.is_subrule and number not in below:
        below = sorted((*below, number))  # of former times
    lines = texts.lines(below)
    shown = texts.looking.shown(number)
    siblings = holdings.siblings(number.heading)
    before, after = beside(siblings, number.heading)
    text_language = shown.language
    content = RuleContent(
        focus=number,
        whole=whole,
        lines=lines,
        crumbs=_crumbs(texts, number),
        around=texts.names(_window(siblings, number.heading)),
        before=before,
        after=after,
        shown=shown,
        cites=texts.names(shown.cites[:_NAMED]) + tuple((n, "") for n in shown.cites[_NAMED:]),
        cited_by=texts.names(shown.cited_by[:_NAMED])
        + tuple((n, "") for n in shown.cited_by[_NAMED:]),
        rulings=tuple(
            (texts.marking.other(text, text_language), edition)
            for text, edition in holdings.rulings(number, text_language)
        ),
        editions=editions_of(asking.store, number),
        sources=_sources((whole, *lines)),
        checked=checked(number, code),
        friends=_friends(asking, shown.title),
        other_titles=tuple(
            name
            for each in holdings.languages()
            if (name := holdings.known_title(number.heading, each))
            and name.language == each != code
        )
        if holdings.heading(number.heading)
        else (),
        name=whole.title.text if whole.title else "",
    )
    focus = whole if number == number.heading else next(x for x in lines if x.number == number)
    return Page(
        template="rule.html",
        title=f"{number} {content.name}".strip(),
        content=content,
        path=f"/rules/{number}",
        description=_description(focus, lines, shown, code),
        indexed=any(line.text is not None or line.title is not None for line in (whole, *lines)),
        query={"edition": str(asking.at)} if asking.at else {},
    )


def _description(focus: Line, lines: Sequence[Line], shown: Shown, code: str) -> str:
    """The beginning of the text: what a link to the page shows elsewhere."""
    text = shown.text
    if focus.text is None and lines and lines[0].text is not None:
        return shortened(lines[0].text.striptags(), _DESCRIPTION)
    if text is None:
        return said(code, "text_not_held")
    return shortened(text, _DESCRIPTION)


def _section(asking: Asking, number: RuleNumber) -> Page:
    texts, holdings = Texts(asking), asking.holdings
    inside = [n for n in texts.looking.with_parts(number) if n != number]
    known = [n for n in holdings.known_in(number) if n != number]
    every = sorted({*inside, *known})
    direct = [n for n in every if n.parent == number]
    whole = number.is_section and len(every) <= _WHOLE
    shown = [n for n in every if n.rule is not None] if whole else direct
    below: dict[RuleNumber, int] = {}
    for each in every:
        if not whole and each.parent is not None:
            below[each.parent] = below.get(each.parent, 0) + 1
    lines = texts.lines(shown)
    before, after = beside(holdings.siblings(number), number)
    name = texts.name(number)
    return Page(
        template="section.html",
        title=f"{number} {name}".strip(),
        content=SectionContent(
            number=number,
            name=name,
            crumbs=_crumbs(texts, number),
            rules=tuple((line, below.get(line.number, 0)) for line in lines),
            before=before,
            after=after,
            sources=_sources(lines),
            is_chapter=number.is_chapter,
        ),
        path=f"/rules/{number}",
        description=counted(asking.language, "rules_in_section", len(direct), name=name),
        query={"edition": str(asking.at)} if asking.at else {},
    )


def _window(siblings: Sequence[RuleNumber], number: RuleNumber) -> tuple[RuleNumber, ...]:
    place = bisect_left(siblings, number)
    before = siblings[max(0, place - _AROUND) : place]
    after = siblings[bisect_right(siblings, number) :]
    return (*before, number, *after[: 2 * _AROUND - len(before)])


def _crumbs(texts: Texts, number: RuleNumber) -> Named:
    above = [each for each in number.upwards if each != number and each.rule is None]
    return texts.names(above[::-1])


def _sources(lines: Sequence[Line]) -> tuple[Edition, ...]:
    return tuple(dict.fromkeys(line.edition for line in lines if line.edition is not None))


def _friends(asking: Asking, title: Title | None) -> tuple[str, ...]:
    """That another language has a word like the name, for something else."""
    if title is None:
        return ()
    pairs: tuple[FalseFriend, ...] = asking.holdings.false_friends(title.text)
    mine = (pair for pair in pairs if pair.language == title.language)
    return tuple(friend_sentence(pair, asking.language) for pair in mine)
