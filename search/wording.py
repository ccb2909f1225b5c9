"""Wording: where words follow each other in a text, as they are written."""

from collections.abc import Iterator, Sequence

from kb.lang import folded
from kb.tokens import tokens


def words_of(phrase: str) -> tuple[str, ...]:
    """What a phrase is compared by."""
    return tuple(token.form for token in tokens(phrase))


def holds(text: str, words: Sequence[str]) -> bool:
    """Whether the words follow each other in a text."""
    return next(places(text, words), None) is not None


def places(text: str, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where the words follow each other, from the first sign to after the last."""
    plain = folded(text)
    if any(word not in plain for word in words):  # much faster than to cut the text into words
        return
    cut = tuple(tokens(text))
    forms = [token.form for token in cut]
    for at in range(len(forms) - len(words) + 1):
        if forms[at] == words[0] and forms[at : at + len(words)] == list(words):
            yield cut[at].start, cut[at + len(words) - 1].end
