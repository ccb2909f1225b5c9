"""Feeds: what programs read of the pages, from search engines to feed readers."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from kb.edition import Edition, EditionKind
from kb.glossary import current_entries
from kb.holdings import Holdings
from kb.lang import codes, in_order_for
from kb.number import RuleNumber
from kb.revisions import changed_since
from kb.store import Store
from search.sentences import edition_words
from search.web.addresses import Addresses
from search.web.cache import Ready
from search.web.cleaning import clean
from search.web.pages.keywords import KINDS
from search.web.sentences import counted, said
from search.web.templating import MENU

_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_PAGES = ("/", *MENU, "/checks")
_MOST_ENTRIES = 30


def robots(store: Store, origin: str) -> Ready:
    """What is computed for one reader, each at some cost, engines need not: only the rest."""
    costly = ("search", "history", "diff/", "graph/", "cite?", "verify?")
    lines = ["User-agent: *"]
    lines += [f"Disallow: /{code}/{part}" for code in codes() for part in costly]
    lines += ["", f"Sitemap: {origin}/sitemap.xml", ""]
    return Ready("\n".join(lines).encode(), "text/plain")


def sitemaps(store: Store, origin: str) -> Ready:
    """One for each language."""
    parts = (
        f"<sitemap><loc>{escape(f'{origin}/{code}/sitemap.xml')}</loc></sitemap>"
        for code in codes()
    )
    text = f'{_XML}<sitemapindex xmlns="{_SITEMAP}">{"".join(parts)}</sitemapindex>\n'
    return Ready(text.encode(), "application/xml")


def sitemap(code: str, store: Store, origin: str) -> Ready:
    """All pages that a search engine should know."""
    return urls(f"{origin}/{code}{path}" for path in _paths(code, store))


def urls(addresses: Iterable[str]) -> Ready:
    locations = (f"<url><loc>{escape(address)}</loc></url>" for address in addresses)
    text = f'{_XML}<urlset xmlns="{_SITEMAP}">{"".join(locations)}</urlset>\n'
    return Ready(text.encode(), "application/xml")


def _paths(code: str, store: Store) -> Iterator[str]:
    """Behind the language; rules are those that have a text in some language."""
    holdings = Holdings(store)
    held: dict[RuleNumber, set[str]] = {}
    for each in holdings.languages():
        for chapter in range(1, 10):
            for number in holdings.numbers_in(RuleNumber(chapter), (each,)):
                held.setdefault(number, set()).add(each)
    yield from _PAGES
    yield from (f"/keywords?kind={kind}" for kind in KINDS[1:])
    yield from (f"/rules/{number}" for number in sorted(held))
    beside: dict[RuleNumber, set[str]] = {}
    for number, languages in held.items():
        if number.rule is not None:
            beside.setdefault(number.heading, set()).update(languages)
    yield from (f"/compare/{number}" for number in sorted(beside) if len(beside[number]) > 1)
    sections = {RuleNumber(number.section) for number in held if not number.is_chapter}
    yield from (f"/checks/{section}" for section in sorted(sections))
    entries = (current_entries(store, each) for each in in_order_for(code, holdings.languages()))
    addresses = Addresses(code)
    for entry in next(filter(None, entries), {}).values():
        yield addresses.entry(entry.term).removeprefix(f"/{code}")


def open_search(code: str, store: Store, origin: str) -> Ready:
    """So that a browser can search from its address bar."""
    template = f"{origin}/{code}/search?q={{searchTerms}}"
    text = (
        f'{_XML}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
        f"<ShortName>regulae {code}</ShortName>"
        f"<Description>{escape(said(code, 'home_title'))}</Description>"
        "<InputEncoding>UTF-8</InputEncoding>"
        f"<Language>{code}</Language>"
        f'<Url type="text/html" method="get" template={quoteattr(template)}/>'
        "</OpenSearchDescription>\n"
    )
    return Ready(text.encode(), "application/opensearchdescription+xml")


def atom(code: str, store: Store, origin: str) -> Ready:
    """The editions held that have a day, the newest first, each with what it changed."""
    feed = f"{origin}/{code}/feed.atom"
    held = [each for each in Holdings(store).editions() if each.date is not None]
    held = [each for each in held if each.kind is not EditionKind.OURS] or held
    held.sort(key=lambda each: (str(each.date), each.language), reverse=True)
    entries = [_entry(code, store, origin, edition) for edition in held[:_MOST_ENTRIES]]
    newest = _moment(held[0]) if held else "1993-08-05T00:00:00Z"
    text = (
        f'{_XML}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{code}">'
        f"<id>{escape(feed)}</id><title>{escape(said(code, 'feed_title'))}</title>"
        f"<author><name>regulae</name></author><updated>{newest}</updated>"
        f'<link rel="self" href={quoteattr(feed)}/>'
        f"<link href={quoteattr(f'{origin}/{code}/editions')}/>{''.join(entries)}</feed>\n"
    )
    return Ready(text.encode(), "application/atom+xml")


def _entry(code: str, store: Store, origin: str, edition: Edition) -> str:
    title = said(code, "feed_entry", edition=clean(edition_words(edition, code)))
    changed = changed_since(store, edition)
    told = "" if changed is None else counted(code, "feed_changed", changed)
    return (
        f"<entry><id>urn:sha256:{escape(clean(edition.hash))}:{edition.language}</id>"
        f"<title>{escape(title)}</title><updated>{_moment(edition)}</updated>"
        f"<link href={quoteattr(f'{origin}/{code}/editions')}/>"
        f"<summary>{escape(told)}</summary></entry>"
    )


def _moment(edition: Edition) -> str:
    """The beginning of the day from which it holds."""
    return f"{edition.date.latest if edition.date else ''}T00:00:00Z"


class Feed(NamedTuple):
    """One for each language: its path behind the language, and what makes it."""

    path: str
    making: Callable[[str, Store, str], Ready]


FEEDS = (
    Feed("/sitemap.xml", sitemap),
    Feed("/feed.atom", atom),
    Feed("/opensearch.xml", open_search),
)
