"""Citations to paste: the rules that are asked for, in every style."""

import re
from typing import NamedTuple

from kb.cite_links import LinkPattern
from kb.cite_write import styles, together
from kb.edition import Edition, EditionDate
from kb.errors import RegulaeError
from search.asked import Absent
from search.chat.packing import posted
from search.chat.saying import citations
from search.chat.styles import NAMES as CHATS
from search.chat.styles import chat_style
from search.citing import Cited, Citing, Manner, citing
from search.sentences import friend_sentence
from search.web.asking import Answer, Asking, Page
from search.web.sentences import said

_SEPARATORS = re.compile(r"[,;\n]+")
_MOST = 20
"""Things that are cited at once."""
_LONGEST = 400
"""Signs of what is asked for."""
_LINES = 12
"""Lines that a field shows; of more it scrolls."""


class Written(NamedTuple):
    """The citations in one style, as one text."""

    style: str
    text: str
    lines: int
    is_chosen: bool


class CiteContent(NamedTuple):
    what: str
    quote: bool
    style: str
    styles: tuple[str, ...]
    edition: str
    dates: tuple[EditionDate, ...]
    cited: tuple[Cited, ...]
    editions: tuple[Edition, ...]
    """Of the rules that are cited."""
    written: tuple[Written, ...]
    """The chosen style first."""
    friends: tuple[str, ...]
    former: tuple[str, ...]
    absent: tuple[Absent, ...]
    problem: str | None
    """Why nothing is cited."""


def page(asking: Asking) -> Answer:
    """The form, and below it what it asks for."""
    code = asking.language
    what = " ".join(asking.query.get("what", "").split())[:_LONGEST]
    asked = asking.query.get("style", "")
    style = asked if asked in styles() else ""
    quote = bool(asking.query.get("quote"))
    parts = [part.strip() for part in _SEPARATORS.split(what) if part.strip()][:_MOST]
    content = _content(asking, what, parts, style, quote=quote)
    query = {
        "what": what,
        "style": style,
        "quote": "1" if quote else "",
        "edition": str(asking.at or ""),
    }
    return Page(
        template="cite.html",
        title=said(code, "cite_of", what=", ".join(parts)) if parts else said(code, "cite_title"),
        content=content,
        path="/cite",
        description=said(code, "cite_description"),
        indexed=not what,
        query={name: value for name, value in query.items() if value},
    )


def _content(
    asking: Asking, what: str, parts: list[str], style: str, *, quote: bool
) -> CiteContent:
    dates = {each.date for each in asking.holdings.editions() if each.date}
    content = CiteContent(
        what=what,
        quote=quote,
        style=style,
        styles=styles(),
        edition=str(asking.at or ""),
        dates=tuple(sorted(dates, reverse=True)),
        cited=(),
        editions=(),
        written=(),
        friends=(),
        former=(),
        absent=(),
        problem=None,
    )
    if not parts:
        return content
    ordered = sorted(styles(), key=lambda each: each != style)
    # The base answers as of the day already: a language without an edition of its own then is
    # cited from that of another, with its date.
    try:
        link = LinkPattern.parse(_address(asking)) if asking.origin else None
        manners = [Manner(asking.language, each, link=link, quote=quote) for each in ordered]
        answers = [citing(asking.holdings, parts, manner) for manner in manners]
    except RegulaeError as error:  # a range that is none
        return content._replace(problem=error.told(asking.language))
    first = answers[0]
    written = []
    for manner, answer in zip(manners, answers, strict=True):
        text = _together(answer, manner)
        lines = min(_LINES, text.count("\n") + 1 + len(text) // 90)
        written.append(Written(manner.style, text, lines, manner.style == style))
    return content._replace(
        cited=first.citations,
        editions=tuple(dict.fromkeys(one.edition for one in first.citations if one.edition)),
        written=tuple(written) if first.citations else (),
        friends=tuple(friend_sentence(each, asking.language) for each in first.warnings),
        former=tuple(each.told for one in first.citations for each in one.former),
        absent=first.absent,
    )


def _together(answer: Citing, manner: Manner) -> str:
    """As one text, in a chat as messages of the length that it takes."""
    if manner.style not in CHATS:
        return together([one.text for one in answer.citations], style=manner.style)
    style = chat_style(manner.style)
    blocks = citations(answer, manner.language)
    return posted(blocks, style, language=manner.language, most=None).together(style)


def _address(asking: Asking) -> str:
    """Of the pages here, which last."""
    day = f"?edition={asking.at}" if asking.at else ""
    return f"{asking.origin}/{asking.language}/rules/{{number}}{day}"
