"""Values: the citations that YAML makes of bare numbers under keys such as ``rule``."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from kb.cite import citations
from kb.lint.yaml_read import Value, values
from kb.model import Citation

_RULES = "rules "
"""What makes a bare number a citation."""
_ESCAPE = re.compile(
    r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})"
    r"|(?:\r\n|\r|\n)[ \t]*|(?P<sign>.))"
)
_SIGNS = {
    **{"0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r"},
    **{"e": "\x1b", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"},
}


def added(text: str, read: Sequence[Citation]) -> tuple[list[Citation], Mapping[int, Value]]:
    """The citations of a text with those that are values, in its order.

    Beside them, by the place of the number, each value that holds one number alone.
    """
    found: list[Citation] = []
    alone: dict[int, Value] = {}
    place = 0
    for value in values(text):
        while place < len(read) and read[place].start < value.end:
            found.append(read[place])
            place += 1
        inside: list[Citation] = []
        while found and found[-1].end > value.start:
            inside.append(found.pop())
        inside = _within(text, inside[::-1], value)
        found += inside
        starts = [m.start for each in inside for m in each.mentions if value.start <= m.start]
        if len(starts) == 1:
            alone[starts[0]] = value
    return [*found, *read[place:]], alone


def _within(text: str, read: Sequence[Citation], value: Value) -> list[Citation]:
    """What a value cites; ``read`` is what any text would cite there."""
    if value.escaped:  # there the signs are not those of the value
        read = [citation for citation in read if citation.start < value.start]
    places = [(citation.start, citation.end) for citation in read]
    found = [*read]
    for citation in _citations(text, value):
        place = bisect_left(places, (citation.end, 0))
        if not place or places[place - 1][1] <= citation.start:
            found.append(citation)
    return [_within_value(citation, value) for citation in sorted(found, key=lambda c: c.start)]


def _within_value(citation: Citation, value: Value) -> Citation:
    if citation.title is None or citation.end <= value.end:
        return citation
    # the quoted words behind the value are another key, no title
    end = max((mention.end for mention in citation.mentions), default=value.end)
    return citation._replace(title=None, end=end)


def _citations(text: str, value: Value) -> Iterator[Citation]:
    """What the value cites, read as if a rule word stood before each of its parts."""
    for start, end in value.parts:
        written = text[start:end]
        if value.escaped:
            said, places = _unescaped(written)
        else:
            said, places = written, range(len(written) + 1)
        for read in citations(_RULES + said):
            if value.is_block and _is_word_of_a_sentence(read, said):
                continue
            yield read._replace(
                mentions=tuple(
                    each._replace(
                        start=start + places[each.start - len(_RULES)],
                        end=start + places[each.end - len(_RULES)],
                    )
                    for each in read.mentions
                ),
                start=start + places[max(read.start, len(_RULES)) - len(_RULES)],
                end=start + places[read.end - len(_RULES)],
            )


def _is_word_of_a_sentence(read: Citation, said: str) -> bool:
    """Whether it is a bare number as any sentence may begin with: 300 cards."""
    return (
        read.start < len(_RULES)
        and all(number.rule is None for number in read.numbers)
        and read.end < len(_RULES) + len(said)
    )


def _unescaped(written: str) -> tuple[str, Sequence[int]]:
    """What stands between double quotes, and where each of its signs and its end is written.

    >>> _unescaped(r"70\\x32")
    ('702', [0, 1, 2, 6])
    """
    said: list[str] = []
    places: list[int] = []
    last = 0
    for match in _ESCAPE.finditer(written):
        said.append(written[last : match.start()])
        places += range(last, match.start())
        code = match[1] or match[2] or match[3]
        sign = match["sign"] or ""
        if code or sign:
            said.append(chr(int(code, 16)) if code else _SIGNS.get(sign, sign))
            places.append(match.start())
        last = match.end()
    said.append(written[last:])
    places += range(last, len(written) + 1)
    return "".join(said), places
