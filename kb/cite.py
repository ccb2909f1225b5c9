"""Citations: the runs of rule numbers that a text makes."""

import re
from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
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
    # where each hidden sign would stand if there were none before it
    hidden = [match.start() - n for n, match in enumerate(_HIDDEN.finditer(text))]
    for citation in read(_HIDDEN.sub("", text), language=language, known=known, bare=bare):
        yield citation if citation.end <= hidden[0] else _moved(citation, hidden)


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


def _moved(citation: Citation, hidden: Sequence[int]) -> Citation:
    """The same with the offsets of the text that still has its hidden signs."""
    mentions, title, start, end, fault = citation
    return Citation(
        tuple(
            Mention(number, *_span(first, last, hidden), kind)
            for number, first, last, kind in mentions
        ),
        title,
        *_span(start, end, hidden),
        fault,
    )


def _span(start: int, end: int, hidden: Sequence[int]) -> tuple[int, int]:
    # a hidden sign behind the last one is no part of it
    return start + bisect(hidden, start), end + bisect(hidden, end - 1)
