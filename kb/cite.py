"""Citations: the runs of rule numbers that a text makes."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache

from kb.model import Citation, Mention
from kb.number import RuleNumber

# soft hyphens and the like: not seen, and they split nothing
_HIDDEN = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")


def citations(
    text: str,
    *,
    language: str | None = None,
    known: Collection[RuleNumber] = (),
    bare: bool = False,
) -> Iterator[Citation]:
    """The citations of ``text``, in its order; offsets are code points of the text as given.

    ``language`` is that of the text, where it is known; marks of all languages count anyway.
    ``known`` (a set) tells the subrule 704.5s from several 704.5; where nothing is known, the s is
    a plural sign, and a letter in ``bare`` text. ``bare`` is for the text of the rules themselves:
    702.33 counts there without a mark, and a range that was damaged in decoding is given, without
    numbers and with its fault.

    >>> [str(n) for c in citations("regole 601.2b e 601.2f–h") for n in c.numbers]
    ['601.2b', '601.2f', '601.2g', '601.2h']
    """
    from kb.cite_reader import read  # builds its patterns: only where a text is read

    if text.isascii() or not _HIDDEN.search(text):
        yield from read(text, language=language, known=known, bare=bare)
        return
    seen = [place for place, sign in enumerate(text) if not _HIDDEN.match(sign)]
    for citation in read(_HIDDEN.sub("", text), language=language, known=known, bare=bare):
        yield _moved(citation, seen)


def citations_kept(
    text: str, *, language: str | None, known: frozenset[RuleNumber]
) -> tuple[Citation, ...]:
    """Those of ``bare`` text, read once: the same rule stands in many editions."""
    if not any(map(text.__contains__, "123456789")):
        return ()
    if known and not _MAY_END_IN_S.search(text) and (text.isascii() or not _HIDDEN.search(text)):
        known = _ANY  # no number here is read by what is known
    return kept(text, language, known)


_MAY_END_IN_S = re.compile(r"[0-9][aA]?[sS]")
_ANY = frozenset((RuleNumber(1),))


@lru_cache(maxsize=32_768)
def kept(text: str, language: str | None, known: frozenset[RuleNumber]) -> tuple[Citation, ...]:
    return tuple(citations(text, language=language, known=known, bare=True))


def _moved(citation: Citation, seen: list[int]) -> Citation:
    """The same with the offsets of the text that still has its hidden signs."""

    def mention(old: Mention) -> Mention:
        return replace(old, start=seen[old.start], end=seen[old.end - 1] + 1)

    return replace(
        citation,
        mentions=tuple(map(mention, citation.mentions)),
        start=seen[citation.start],
        end=seen[citation.end - 1] + 1,
    )
