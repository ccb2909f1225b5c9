"""Hits for people: text for a terminal."""

from collections.abc import Iterator

import click

from search.hits import Also, Found, Hit
from search.render import marked, printable, wrapped
from search.sentences import edition_words, words

_DEEPER = "    "


def found_text(answer: Found, language: str) -> str:
    """The hits one under the other, the best first."""
    blocks = ["\n".join(_hit(hit, language)) for hit in answer.hits]
    count = words(language, "hits", shown=len(answer.hits), total=answer.total)
    return "\n".join([*blocks, click.style(count, dim=True)])


def _hit(hit: Hit, language: str) -> Iterator[str]:
    name = str(hit.number) if hit.number else words(language, "glossary")
    title = f"  {printable(hit.title)}" if hit.title else ""
    about = edition_words(hit.edition, language)
    if hit.kind in ("example", "ruling"):
        about = f"{words(language, hit.kind)}; {about}"
    yield click.style(f"{name}{title}", bold=True) + click.style(f"  [{about}]", dim=True)
    yield marked(wrapped(hit.snippet))
    for also in hit.also:
        yield marked(wrapped(f"{_what(also, language)}: {also.snippet}", indent=_DEEPER))


def _what(also: Also, language: str) -> str:
    kind = words(language, also.kind)
    return f"{kind} ({printable(also.title)})" if also.title else kind
