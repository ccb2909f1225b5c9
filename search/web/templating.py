"""Templating: a page filled into its template, with everything that came from a text escaped."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kb.lang import codes
from kb.messages import has
from search.sentences import edition_words, language_name, words
from search.web import assets
from search.web.addresses import Addresses
from search.web.asking import Page
from search.web.cleaning import clean
from search.web.sentences import can_say, counted, own_names, said
from search.web.strangers import told_source
from search.web.symbols import pictured

MENU = {
    "/rules": "menu_rules",
    "/glossary": "menu_glossary",
    "/keywords": "menu_keywords",
    "/editions": "menu_editions",
    "/compare": "menu_compare",
    "/diff": "menu_diff",
    "/verify": "menu_verify",
    "/cite": "menu_cite",
    "/about": "menu_about",
}
"""The ways that every page shows, each with its sentence."""
_LOCALES = {"en": "en_US", "es": "es_ES", "it": "it_IT"}


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a page is filled in."""

    language: str
    origin: str
    """Scheme and host of the lasting addresses: ``https://rules.example``."""
    addresses: Addresses
    today: date
    policy: str | None = None
    """What a page lets in that is a file, and says so itself; None where a server says it."""


class Sentences:
    """Those of a language: ``t.search`` as it stands, ``t('as_of', date=day)`` filled in."""

    def __init__(self, say: Callable[..., str], can: Callable[[str], bool]) -> None:
        self._say = say
        self._can = can

    def __call__(self, key: str, /, **values: object) -> str:
        return self._say(key, **values)

    def __getattr__(self, key: str) -> str:
        """Found once for a process: a page has a hundred of them."""
        if not self._can(key):
            raise AttributeError(key)  # the template refuses to go on
        sentence = self._say(key)
        setattr(self, key, sentence)
        return sentence


@cache
def _sentences(code: str) -> tuple[Sentences, Sentences]:
    """Of the pages, and of all answers."""
    of_pages = Sentences(partial(said, code), partial(can_say, code))
    return of_pages, Sentences(partial(words, code), partial(has, code, "interface"))


@cache
def environment() -> Environment:
    """Escapes always, and refuses a name that nobody filled in."""
    made = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_clean,
        auto_reload=False,
        cache_size=-1,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(asset=assets.address, told_source=told_source)
    return made


def _clean(value: Any) -> Any:
    """What a template prints; markup was cleaned before it became such."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else clean(value)


def rendered(page: Page, reader: Reader) -> str:
    code = reader.language
    of_pages, of_answers = _sentences(code)
    return (
        environment()
        .get_template(page.template)
        .render(
            page=page,
            content=page.content,
            code=code,
            t=of_pages,
            n=partial(counted, code),
            w=of_answers,
            ways=_ways(code, page.path),
            s=lambda text: pictured(clean(text), code),
            to=reader.addresses,
            today=reader.today,
            edition_words=partial(edition_words, language=code),
            language_name=partial(language_name, language=code),
            languages=own_names(),
            canonical=_lasting(page, code, reader),
            alternates=[(each, _lasting(page, each, reader)) for each in _alternates(page)],
            elsewhere={each: _path(page, each) for each in codes()},
            origin=reader.origin,
            still=reader.policy is not None,
            policy=reader.policy,
            locale=_LOCALES.get(code, code),
        )
    )


def _ways(code: str, path: str) -> Markup:
    """The menu: one of few, since a page below the one that a link leads to is as good as it."""
    parts = path.split("/")
    first = "/".join(parts[:2])
    return _menu(code, first, len(parts) > 2) if first in MENU else _menu(code, "", False)


@cache
def _menu(code: str, chosen: str, is_below: bool) -> Markup:
    of_pages, _ = _sentences(code)
    template = environment().get_template("menu.html")
    made = template.render(
        ways=MENU, chosen=chosen, is_below=is_below, t=of_pages, to=Addresses(code)
    )
    return Markup(made)


def _alternates(page: Page) -> tuple[str, ...]:
    """The languages in which search engines should know the page."""
    return codes() if page.indexed and page.status == 200 else ()


def _lasting(page: Page, code: str, reader: Reader) -> str:
    return reader.origin + _path(page, code)


def _path(page: Page, code: str) -> str:
    path = page.path if page.languages is None else page.languages.get(code, "/")
    return f"/{code}{path}" + (f"?{urlencode(page.query)}" if page.query else "")
