"""Changes as one page of HTML: no script, nothing from elsewhere, readable by day and by night."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from kb.diff.changes import Change
from kb.diff.entries import EntryChange
from kb.diff.marks import Mark, Shared
from kb.edition import Edition
from search.changes import Changes
from search.changes_text import (
    change_marks,
    counts_words,
    edition_names,
    entry_marks,
    numbers_words,
    retarget_words,
)
from search.marked import paragraphs
from search.render import printable
from search.sentences import words
from search.xml_text import xml_text

_TAGS = {Shared.BOTH: "", Shared.OLD: "del", Shared.NEW: "ins"}
_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --ground: #fff; --quiet: #57616c;
  --edge: #d5dbe1; --came: #10602f; --came-ground: #e2f5e8;
  --went: #9c1c13; --went-ground: #fdeae8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --ground: #14171b; --quiet: #a2acb7;
  --edge: #3a434c; --came: #8fdcab; --came-ground: #15301f;
  --went: #ffa79d; --went-ground: #3a1a18; } }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; border-bottom: 1px solid var(--edge); }
h3 { font-size: 1rem; margin: 1.2rem 0 0.2rem; } p { margin: 0.2rem 0; overflow-wrap: anywhere; }
a { color: inherit; } nav a { margin-right: 0.6rem; }
.kind, .quiet { color: var(--quiet); font-weight: 400; } .example { padding-left: 1.5rem; }
del { color: var(--went); background: var(--went-ground); }
ins { color: var(--came); background: var(--came-ground); text-decoration-thickness: 1px; }
"""


def changes_page(answer: Changes, language: str) -> str:
    """The whole page, in the answer language; texts are in that of the editions."""
    return "\n".join(_page(answer, language)) + "\n"


def _page(answer: Changes, language: str) -> Iterator[str]:
    title = words(language, "diff_title", old=_date(answer.old), new=_date(answer.new))
    sections = [
        (section, list(of_section))
        for section, of_section in groupby(answer.changes, key=lambda change: change.place.section)
    ]
    yield "<!DOCTYPE html>"
    yield f'<html lang="{_text(language)}">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield (
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    )
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{_text(title)}</title>"
    yield f"<style>{_STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield f"<h1>{_text(title)}</h1>"
    for name in edition_names(answer, language):
        yield f'<p class="quiet">{_text(name)}</p>'
    yield f"<p>{_text(counts_words(answer, language))}</p>"
    if sections:
        links = (f'<a href="#s{section}">{section}</a>' for section, _ in sections)
        yield f"<nav>{' '.join(links)}{_to_glossary(answer, language)}</nav>"
    for section, listed in sections:
        yield f'<section id="s{section}">'
        name = _theirs(_text(answer.titles.get(section, "")), answer)
        yield f"<h2>{_text(words(language, 'diff_section', section=section))} {name}</h2>"
        for change in listed:
            yield from _change(change, answer, language)
        yield "</section>"
    if answer.entries:
        yield '<section id="glossary">'
        yield f"<h2>{_text(words(language, 'glossary'))}</h2>"
        for entry in answer.entries:
            yield from _entry(entry, answer, language)
        yield "</section>"
    yield "</body>"
    yield "</html>"


def _to_glossary(answer: Changes, language: str) -> str:
    name = _text(words(language, "glossary"))
    return f' <a href="#glossary">{name}</a>' if answer.entries else ""


def _entry(change: EntryChange, answer: Changes, language: str) -> Iterator[str]:
    kind = _text(words(language, f"diff_{change.kind}"))
    yield f'<h3>{_theirs(_text(change.term), answer)} <span class="kind">{kind}</span></h3>'
    for cited in change.citations:
        yield f"<p>{_text(retarget_words(cited, language))}</p>"
    if not change.citations:
        yield f"<p>{_theirs(_marked(entry_marks(change)), answer)}</p>"


def _change(change: Change, answer: Changes, language: str) -> Iterator[str]:
    said = change.new or change.old
    title = f" {said.heading}" if said and said.heading else ""
    kind = words(language, f"diff_{change.kind}")
    yield (
        f"<h3>{_text(numbers_words(change))}"
        f"{_theirs(_text(title), answer)}"
        f' <span class="kind">{_text(kind)}</span></h3>'
    )
    for cited in change.citations:
        yield f"<p>{_text(retarget_words(cited, language))}</p>"
    for is_example, paragraph in paragraphs(change_marks(change), full=True):
        label = f"{_text(words(language, 'example'))}: " if is_example else ""
        style = ' class="example"' if is_example else ""
        yield f"<p{style}>{label}{_theirs(_marked(paragraph), answer)}</p>"


def _theirs(element: str, answer: Changes) -> str:
    """What stands in the editions, in their language."""
    return f'<span lang="{_text(answer.new.language)}">{element}</span>'


def _marked(marks: Sequence[Mark]) -> str:
    return "".join(
        f"<{tag}>{_text(mark.text)}</{tag}>" if (tag := _TAGS[mark.shared]) else _text(mark.text)
        for mark in marks
    )


def _date(edition: Edition) -> str:
    return str(edition.date)


def _text(text: str) -> str:
    return escape(xml_text(printable(text)))
