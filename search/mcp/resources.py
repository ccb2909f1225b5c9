"""Resources: rules and editions as documents that a client can list, read and attach."""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kb.holdings import Holdings
from kb.lang import codes
from kb.number import RuleNumber
from kb.store import Store
from search.as_json import editions_json
from search.asked import asked
from search.citing import Manner, citing
from search.completion import completions
from search.look import Looking, Shown
from search.mcp.addresses import EXAMPLES, EditionsAddress, RuleAddress, read
from search.mcp.envelope import without_paths
from search.mcp.reasons import held_by
from search.mcp.refusing import Refused
from search.mcp.sentences import fault, said
from search.render import absent_text
from search.sentences import edition_words, language_name

MARKDOWN, JSON = "text/markdown", "application/json"
PAGE = 100
"""Resources that a list names at a time."""
_MOST_LINKS = 50
_MOST_EDITIONS = 500
"""The newest; the tool editions lists all."""
_LARGEST = 200_000
"""Characters of a rule."""


class Listed(NamedTuple):
    """A resource as a list names it."""

    uri: str
    name: str
    title: str
    media_type: str


class Document(NamedTuple):
    """What is read at an address."""

    media_type: str
    text: str


# -- lists -------------------------------------------------------------------------------


def listed(store: Store, cursor: str | None, language: str) -> tuple[list[Listed], str | None]:
    """A page of all resources, and the cursor of the next; raises Refused for none of ours.

    A cursor names the last one of its page, so that it stays good where an edition comes in.
    """
    holdings = Holdings(store)
    after = _after(cursor, language)
    found = [] if after else list(_editions(holdings, language))
    rules = _rules(holdings, after, PAGE + 1 - len(found), language)
    found += rules
    if len(found) <= PAGE:
        return found, None
    return found[:PAGE], found[PAGE - 1].uri


def _after(cursor: str | None, language: str) -> RuleAddress | None:
    if cursor is None:
        return None
    address = read(cursor)
    if not isinstance(address, RuleAddress) or address.at is not None:
        raise Refused(fault(language, "cursor", cursor=_short(cursor)))
    return address


def _editions(holdings: Holdings, language: str) -> Iterator[Listed]:
    yield Listed(str(EditionsAddress()), "editions", said(language, "editions"), JSON)
    for code in holdings.languages():
        title = said(language, "editions_in", language=language_name(code, language))
        yield Listed(str(EditionsAddress(code)), f"editions {code}", title, JSON)


def _rules(holdings: Holdings, after: RuleAddress | None, most: int, language: str) -> list[Listed]:
    rows = holdings.store.db.execute(
        "SELECT DISTINCT language, number, rank FROM current WHERE (language, rank) > (?, ?)"
        " ORDER BY language, rank LIMIT ?",
        (after.language if after else "", after.number.rank if after else -1, most),
    )
    return [_rule(holdings, RuleNumber.parse(row[1]), row[0], language) for row in rows.fetchall()]


def _rule(holdings: Holdings, number: RuleNumber, code: str, language: str) -> Listed:
    name = holdings.known_title(number, code)
    title = said(language, "rule", number=number, language=language_name(code, language))
    return Listed(
        str(RuleAddress(number, code)),
        f"{number} {code}",
        f"{title}: {name.text}" if name else title,
        MARKDOWN,
    )


# -- documents ---------------------------------------------------------------------------


def document(store: Store, uri: str, language: str) -> Document:
    """What stands at an address; raises Refused, and UnknownEdition for a day without one."""
    address = read(uri)
    if address is None:
        raise Refused(
            fault(language, "unknown_resource", uri=_short(uri), examples=", ".join(EXAMPLES))
        )
    holdings = Holdings(store)
    if isinstance(address, EditionsAddress):
        held = holdings.counted_editions()
        wanted = [each for each in held if address.language in (None, each[0].language)]
        answer = without_paths(editions_json(wanted[-_MOST_EDITIONS:]))
        return Document(JSON, json.dumps(answer, ensure_ascii=False, indent=1))
    return Document(MARKDOWN, _markdown(holdings, address, language)[:_LARGEST])


def _markdown(holdings: Holdings, address: RuleAddress, language: str) -> str:
    number, code = address.number, address.language
    if address.at is not None:
        holdings.check_edition(code, address.at)
    if not holdings.known(number):
        raise Refused(absent_text(asked(holdings, [str(number)]).absent, language))
    shown = Looking(holdings, language=code, at=address.at).shown(number)
    if shown.text is None or shown.edition is None or shown.language != code:
        raise Refused(_unheld(holdings, address, language))
    manner = Manner(language=code, style="markdown", at=address.at)
    [cited] = citing(holdings, [str(number)], manner).citations
    parts = [f"# {cited.text}", _quoted(shown.text)]
    if shown.examples:
        parts += [f"{said(code, 'examples')}:", *map(_quoted, shown.examples)]
    parts.append(f"— {edition_words(shown.edition, code)}")
    if shown.former is not None:
        parts.append(shown.former.told)
    return "\n\n".join((*parts, *_ties(shown, code, address))) + "\n"


def _quoted(text: str) -> str:
    """As a quotation, so that it is taken for nothing else."""
    return "\n".join(f"> {line}" for line in text.splitlines())


def _ties(shown: Shown, code: str, address: RuleAddress) -> Iterator[str]:
    above = (shown.parent,) if shown.parent else ()
    for key, numbers in (
        ("part_of", above),
        ("parts", shown.children),
        ("cites", shown.cites),
        ("cited_by", shown.cited_by),
    ):
        if numbers:
            yield said(code, key, rules=_links(numbers, code, address))


def _links(numbers: Sequence[RuleNumber], code: str, address: RuleAddress) -> str:
    links = [
        f"[{number}]({RuleAddress(number, code, address.at)})" for number in numbers[:_MOST_LINKS]
    ]
    if len(numbers) > _MOST_LINKS:
        links.append(said(code, "more", count=len(numbers)))
    return ", ".join(links)


def _unheld(holdings: Holdings, address: RuleAddress, language: str) -> str:
    """That a language has no text of a rule, and which has one."""
    number = address.number
    others = [
        str(RuleAddress(number, code, address.at))
        for code in holdings.languages()
        if holdings.rule(number, code, at=address.at) is not None
    ]
    name = language_name(address.language, language)
    sentences = [fault(language, "unheld", number=number, language=name)]
    if others:
        sentences.append(fault(language, "elsewhere", addresses=", ".join(others)))
    editions = held_by(holdings, number)
    if editions:
        sentences.append(fault(language, "held", held=", ".join(editions[:_MOST_LINKS])))
    else:
        sentences.append(fault(language, "nowhere"))
    return " ".join(sentences)


# -- completion --------------------------------------------------------------------------


def completed(store: Store, name: str, value: str, language: str) -> list[str]:
    """What a variable of an address may become."""
    holdings = Holdings(store)
    if name == "lang":
        return [code for code in codes() if code.startswith(value)]
    if name == "number":
        return list(
            dict.fromkeys(
                str(each.number) for each in completions(holdings, value, language=language)
            )
        )
    if name == "edition":
        dates = {str(each.date) for each in holdings.editions() if each.date}
        return [date for date in sorted(dates, reverse=True) if date.startswith(value)][:PAGE]
    return []


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:100]}…"
