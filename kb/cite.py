"""Citations: the runs of rule numbers that a text makes."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from kb.model import Citation, Mention
from kb.number import RuleNumber

# soft hyphens and the like: not seen, and they split nothing
_HIDDEN = dict.fromkeys([0xAD, *range(0x200B, 0x2010), 0x2060, 0xFEFF])


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

    shown = text.translate(_HIDDEN)
    found = read(shown, language=language, known=known, bare=bare)
    if len(shown) == len(text):
        yield from found
        return
    seen = [place for place, sign in enumerate(text) if ord(sign) not in _HIDDEN]
    for citation in found:
        yield _moved(citation, seen)


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
