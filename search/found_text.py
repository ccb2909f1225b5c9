"""Hits for people: text for a terminal."""

from collections.abc import Iterator, Sequence

from search.hits import Also, Found, Hit
from search.render import marked, painted, printable, wrapped
from search.sentences import edition_words, words
from search.why import CITED, FAMILY, Cause
from search.words import is_concept, said_of

_DEEPER = "    "
_MOST_NAMED = 5
_CONCEPT = "concept"


def found_text(answer: Found, language: str) -> str:
    """The hits one under the other, the best first."""
    blocks = ["\n".join(_hit(hit, language)) for hit in answer.hits]
    sentence = "hits_of_more" if answer.is_more else "hits"
    count = words(language, sentence, shown=len(answer.hits), total=answer.total)
    return "\n".join([*blocks, painted(count, dim=True)])


def _hit(hit: Hit, language: str) -> Iterator[str]:
    name = str(hit.number) if hit.number else words(language, "glossary")
    title = f"  {printable(hit.title)}" if hit.title else ""
    about = edition_words(hit.edition, language)
    if hit.kind in ("example", "ruling"):
        about = f"{words(language, hit.kind)}; {about}"
    yield painted(f"{name}{title}", bold=True) + painted(f"  [{about}]", dim=True)
    yield marked(wrapped(hit.snippet))
    for also in hit.also:
        yield marked(wrapped(f"{_what(also, language)}: {also.snippet}", indent=_DEEPER))

    for value, told in _causes(hit.why or (), language):
        yield painted(wrapped(f"{value:+.3f}  {told}", indent=_DEEPER), dim=True)


def _causes(causes: Sequence[Cause], language: str) -> Iterator[tuple[float, str]]:
    """What makes up a score, the rules around that add to it taken together."""
    groups: dict[str, list[Cause]] = {}
    for cause in causes:
        alone = cause.kind not in (CITED, FAMILY)
        groups.setdefault(f"{cause.kind} {cause.what}" if alone else cause.kind, []).append(cause)
    told = [
        (sum(cause.value for cause in group), _told(group, language)) for group in groups.values()
    ]
    return iter(sorted(told, key=lambda each: -abs(each[0])))


def _told(group: Sequence[Cause], language: str) -> str:
    kind = _CONCEPT if is_concept(group[0].what) else group[0].kind
    named = [printable(said_of(cause.what)) for cause in group]
    what = ", ".join(named[:_MOST_NAMED]) + ("…" if len(named) > _MOST_NAMED else "")
    return words(language, f"why_{kind}", what=what)


def _what(also: Also, language: str) -> str:
    kind = words(language, also.kind)
    return f"{kind} ({printable(also.title)})" if also.title else kind
