"""Templating: a page filled into its template, with everything that came from a text escaped."""

from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kb.lang import codes
from search.sentences import edition_words, language_name, words
from search.web import assets
from search.web.addresses import Addresses
from search.web.asking import Page
from search.web.cleaning import clean
from search.web.sentences import counted, own_names, said
from search.web.symbols import pictured

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
    made.globals.update(asset=assets.address)
    return made


def _clean(value: Any) -> Any:
    """What a template prints; markup was cleaned before it became such."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else clean(value)


def rendered(page: Page, reader: Reader) -> str:
    code = reader.language
    return (
        environment()
        .get_template(page.template)
        .render(
            page=page,
            content=page.content,
            code=code,
            t=partial(said, code),
            n=partial(counted, code),
            w=partial(words, code),
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


def _alternates(page: Page) -> tuple[str, ...]:
    """The languages in which search engines should know the page."""
    return codes() if page.indexed and page.status == 200 else ()


def _lasting(page: Page, code: str, reader: Reader) -> str:
    return reader.origin + _path(page, code)


def _path(page: Page, code: str) -> str:
    path = page.path if page.languages is None else page.languages.get(code, "/")
    return f"/{code}{path}" + (f"?{urlencode(page.query)}" if page.query else "")
