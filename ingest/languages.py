"""The language of a text, told from the text."""

import re
from collections import Counter
from collections.abc import Iterable

from ingest.words import function_words
from kb.lang import codes

_WORD = re.compile(r"[^\W\d_]+")
ENOUGH = 4000
"""Words that are counted: more tell no more."""


def language_of(texts: Iterable[str], *, hint: str | None = None) -> str | None:
    """The code of the language whose small words the texts have most; None where none has any.

    >>> language_of(["Una magia che viene copiata non è più in pila."])
    'it'
    """
    counts: Counter[str] = Counter()
    read = 0
    for text in texts:
        words = _WORD.findall(text.casefold())
        read += len(words)
        counts.update(words)
        if read > ENOUGH:
            break
    scores = {
        code: sum(counts[word] * _weight(word) for word in function_words(code)) for code in codes()
    }
    best = max(codes(), key=lambda code: (scores[code], code == hint))
    if scores[best] == 0:
        return hint if hint in codes() else None
    return best


def _weight(word: str) -> int:
    """A word that several languages share tells little."""
    return 1 if sum(word in function_words(code) for code in codes()) > 1 else 4
