"""Sources: where rules in each language are published, and what a word of the user means."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from ingest.forms import FORMS
from kb.edition import EditionKind
from kb.errors import BadData, Unreadable
from kb.lang import codes, language
from kb.number import RuleNumber
from kb.paths import data_dir
from kb.saying import said

FILE = "sources.toml"
_KEYS = frozenset(
    ("id", "language", "name", "kind", "form", "address", "links", "pages", "under", "licence")
)
_NEEDED = ("id", "name", "kind", "address", "licence")
_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_KINDS = (EditionKind.OFFICIAL, EditionKind.TRANSLATION)
_PLACES = ("{page}", "{number}")


@dataclass(frozen=True, slots=True)
class Source:
    """One row of ``data/<code>/sources.toml``: a place where rules are published.

    ``address`` is a document, the page that ``links`` to it, or a template with ``{page}`` or
    ``{number}`` in it.
    """

    id: str
    language: str
    name: str
    kind: EditionKind
    address: str
    licence: str
    form: str = "auto"
    links: str | None = None
    """A pattern: the document is the first link of the page whose address it is found in."""
    pages: tuple[str, ...] = ()
    """What the template is filled with where the user names no page."""
    whole: bool = True
    """Whether ``--all`` takes it; not where another source gives the same in another form."""

    @property
    def template(self) -> bool:
        return any(place in self.address for place in _PLACES)

    def address_of(self, page: str) -> str:
        """The address of one page of a template; raises Unreadable where it is no such page."""
        if not self.template:
            raise Unreadable(said("source.no_page", id=self.id, page=page))
        if "{number}" in self.address:
            number = RuleNumber.read(page)
            if number is None:
                raise Unreadable(said("source.wants_number", id=self.id, page=page))
            page = str(number)
        if page.strip() in ("", ".", "..") or any(sign in page for sign in "/\\?#"):
            raise Unreadable(said("source.wants_name", id=self.id, page=page))
        name = quote(page.strip().replace(" ", "_"), safe="()',!_.-~")
        for place in _PLACES:
            address = self.address.replace(place, name)
            if address != self.address:
                return address
        raise AssertionError(self.address)  # a template has a place to fill

    def addresses(self) -> tuple[str, ...]:
        """All that it is read from, as far as one can say before the net is asked."""
        if self.template:
            return tuple(self.address_of(page) for page in self.pages)
        return (self.address,)


@dataclass(frozen=True, slots=True)
class Wanted:
    """One thing to read: a file or folder, ``-`` for standard input, or an address."""

    place: str
    source: Source | None = None
    """The source that the address belongs to."""
    found_in: str | None = None
    """The folder in which it was found; None where the user named it."""

    @property
    def on_the_net(self) -> bool:
        return bool(_ADDRESS.match(self.place))


def sources(own: Path | None = None) -> tuple[Source, ...]:
    """All sources by language and place in their file; ``own`` is a file of the user's.

    An own source may have the id of a bundled one and stands in its place.
    """
    if own is None or not own.is_file():
        return _bundled()
    mine = {source.id: source for source in _read(own, None)}
    kept = [source for source in _bundled() if source.id not in mine]
    return tuple(sorted((*kept, *mine.values()), key=lambda source: source.language))


def expand(word: str, *, own: Path | None = None) -> tuple[Wanted, ...]:
    """What a word of the user stands for; raises Unreadable where it stands for nothing.

    An address, a source (all its pages), ``source:page`` for one page, or a path. A file that
    has the name of a source is read by ``./name``.

    >>> [wanted.place for wanted in expand("it-wiki:Cascata")]
    ['https://magicthegathering.fandom.com/it/wiki/Cascata']
    """
    if _ADDRESS.match(word):
        return (Wanted(checked_address(word), source_of(word, own=own)),)
    name, colon, page = word.partition(":")
    for source in sources(own):
        if source.id == word:
            return tuple(Wanted(address, source) for address in source.addresses())
        if source.id == name and colon:
            return (Wanted(source.address_of(page), source),)
    if word == "-" or _there(word):
        return (Wanted(word),)
    if _SCHEME.match(word):
        raise Unreadable(said("source.only_http", word=word))
    raise Unreadable(said("source.unknown", word=word))


def expand_all(language: str | None = None, *, own: Path | None = None) -> tuple[Wanted, ...]:
    """All that is published in a language, or in all of them."""
    return tuple(
        Wanted(address, source)
        for source in sources(own)
        if source.whole and language in (None, source.language)
        for address in source.addresses()
    )


def source_of(address: str, *, own: Path | None = None) -> Source | None:
    """The source that has this address among its own."""
    for source in sources(own):
        if address in source.addresses():
            return source
    return None


def checked_address(address: str) -> str:
    """Without its fragment; raises Unreadable where it is not whole or holds a password."""
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError as error:
        raise Unreadable(said("source.bad_address", address=address, why=error)) from error
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        raise Unreadable(said("source.no_address", address=address))
    if parts.username is not None or parts.password is not None:
        raise Unreadable(said("source.with_user", host=parts.hostname))
    if port == 0 or any(sign <= " " or sign == "\x7f" for sign in address.strip()):
        raise Unreadable(said("source.with_blank", address=address))
    return parts._replace(fragment="").geturl()


def _there(word: str) -> bool:
    try:
        return bool(word) and Path(word).exists()  # Path("") is this very folder
    except (OSError, ValueError):  # too long for a name, or a NUL in it
        return False


@cache
def _bundled() -> tuple[Source, ...]:
    found = [
        source
        for code in codes()
        if (path := data_dir() / code / FILE).is_file()
        for source in _read(path, code)
    ]
    ids = [source.id for source in found]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise BadData(f"{data_dir()}: more than one source is called {', '.join(twice)}")
    return tuple(found)


def _read(path: Path, code: str | None) -> Iterator[Source]:
    """The rows of one file; ``code`` is None where each row says its language itself."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{path}: cannot be read: {error}") from error
    rows = table.pop("source", [])
    if table or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadData(f"{path}: wanted nothing but [[source]] tables")
    for row in rows:
        yield _source(path, row, code)


def _source(path: Path, row: Mapping[str, Any], code: str | None) -> Source:
    where = f"{path}: source {row.get('id')!r}"
    if extra := row.keys() - _KEYS - {"all"}:
        raise BadData(f"{where}: unknown key {sorted(extra)[0]!r}; there are {_keys()}")
    for key in _NEEDED:
        if not isinstance(row.get(key), str) or not row[key].strip():
            raise BadData(f"{where}: {key} is not a text")
    if not _ID.fullmatch(row["id"]):
        raise BadData(f"{where}: the id is not of small letters, digits and hyphens")
    spoken = row.get("language", code)
    if not isinstance(spoken, str) or (code is not None and spoken != code):
        raise BadData(f"{where}: language is not {code or 'the code of a language'}")
    language(spoken)
    if row["kind"] not in _KINDS:
        raise BadData(f"{where}: kind is neither official nor translation")
    if row.get("form", "auto") not in ("auto", *FORMS):
        raise BadData(f"{where}: form is none of auto, {', '.join(FORMS)}")
    links = row.get("links")
    if links is not None and not _is_pattern(links):
        raise BadData(f"{where}: links is no pattern")
    found = Source(
        id=row["id"],
        language=spoken,
        name=row["name"],
        kind=EditionKind(row["kind"]),
        address=_address(where, row["address"]),
        licence=row["licence"],
        form=row.get("form", "auto"),
        links=links,
        pages=_pages(where, row),
        whole=bool(row.get("all", True)),
    )
    if found.template and links is not None:
        raise BadData(f"{where}: a template has no links")
    if found.pages and not found.template:
        raise BadData(f"{where}: pages without {{page}} or {{number}} in the address")
    found.addresses()  # raises where a page cannot be filled in
    return found


def _keys() -> str:
    return ", ".join(sorted(_KEYS | {"all"}))


def _address(where: str, address: str) -> str:
    if sum(address.count(place) for place in _PLACES) > 1:
        raise BadData(f"{where}: more than one place to fill in the address")
    host = urlsplit(address).netloc
    if "{" in host or "{" in address.replace("{page}", "").replace("{number}", ""):
        raise BadData(f"{where}: only {{page}} or {{number}} can be filled in, and not in the host")
    try:
        return checked_address(address)
    except Unreadable as error:
        raise BadData(f"{where}: {error}") from error


def _is_pattern(links: object) -> bool:
    try:
        return isinstance(links, str) and bool(re.compile(links))
    except re.error:
        return False


def _pages(where: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    """The pages named, and a page for each rule of the bundled table ``under`` some numbers."""
    pages, under = row.get("pages", []), row.get("under", [])
    for key, value in (("pages", pages), ("under", under)):
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise BadData(f"{where}: {key} is not a list of texts")
    parents = [RuleNumber.read(each) for each in under]
    if None in parents:
        raise BadData(f"{where}: under holds something that is no rule number")
    if not parents:
        return tuple(pages)
    from kb.terms import numbers

    rules = [known.number for known in numbers() if known.number.rule and not known.number.letter]
    below = [str(rule) for rule in rules if any(rule.within(each) for each in parents if each)]
    return (*pages, *below)
