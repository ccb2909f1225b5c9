"""Near words: what a word that nobody knows is most likely meant to be."""

import re
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from kb.lang import AFTER_ALL
from kb.store import Store

SHORTEST = 4
"""Signs of a word that may be misspelt; a shorter one is like too many others."""
_LONGEST = 24
"""Signs of a word that is looked for; nobody knows longer ones."""
_LONG = 7
"""Signs from which on two faults are forgiven, and a word may end in another way."""
_STEM = 5
_MOST = 4
_TABLES = ("lemma", "lexeme")


def near_forms(store: Store, form: str, *, sounding_alike: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The known forms that sound the same or are one fault away.

    Where there are none, those that begin alike, else those two faults away. A fault is a letter
    too much, too few or wrong, or two that changed places.
    """
    if not SHORTEST <= len(form) <= _LONGEST or not form.isalpha():
        return ()
    near = (*sounding_alike, *_held(store, sorted(set(_one_fault(form)))))
    return tuple(dict.fromkeys(near))[:_MOST] or _begun(store, form) or _two_faults(store, form)


def sound(form: str) -> str:
    """A folded word as those spell it who write by ear, in any of the languages.

    >>> sound("reemplazo") == sound("remplaso"), sound("habilidad") == sound("avilidad")
    (True, True)
    """
    for pattern, heard in _HEARD:
        form = pattern.sub(heard, form)
    return form


_HEARD = tuple(
    (re.compile(pattern), heard)
    for pattern, heard in (
        (r"ph", "f"),
        (r"ch(?=[ei])", "k"),
        (r"h", ""),
        (r"c(?=[ei])|z", "s"),
        (r"g(?=[ei])", "j"),
        (r"qu(?=[ei])|q|k", "c"),
        (r"v", "b"),
        (r"y", "i"),
        (r"(.)\1+", r"\1"),
    )
)


def _one_fault(form: str) -> Iterator[str]:
    for at in range(len(form) + 1):
        before, after = form[:at], form[at:]
        if after:
            yield before + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        for letter in ascii_lowercase:
            yield before + letter + after
            if after:
                yield before + letter + after[1:]


def spelt_like(store: Store, form: str) -> tuple[str, ...]:
    """All known forms that no more than one fault leads to, then those of texts that two do.

    Two faults are forgiven as for an unknown word: a long one, its beginning right.
    """
    if not form.isalpha() or len(form) > _LONGEST:
        return ()
    near = _all_held(store, sorted({form, *_one_fault(form)}))
    far = _two_faults(store, form, tables=_TABLES[:1])
    return tuple(dict.fromkeys((*sorted(near, key=lambda other: other != form), *far)))


def _held(store: Store, forms: list[str]) -> tuple[str, ...]:
    return _all_held(store, forms)[:_MOST]


def _all_held(store: Store, forms: list[str]) -> tuple[str, ...]:
    marks = ", ".join("?" * 400)
    found: dict[str, None] = {}
    for start in range(0, len(forms), 400):
        lot = forms[start : start + 400]
        lot += [""] * (400 - len(lot))  # one statement for all lots, prepared once
        for table in _TABLES:
            rows = store.db.execute(
                f"SELECT DISTINCT form FROM {table} WHERE form IN ({marks})", lot
            )
            found.update((row[0], None) for row in rows)
    return tuple(found)


def _begun(store: Store, form: str) -> tuple[str, ...]:
    """Forms that differ in their last signs only: an ending that no table has."""
    for length in range(len(form) - 1, max(_STEM, len(form) - 4), -1):
        stem = form[:length]
        found = [
            row[0]
            for table in _TABLES
            for row in store.db.execute(
                f"SELECT DISTINCT form FROM {table} WHERE form >= ? AND form < ?"
                " AND length(form) BETWEEN ? AND ? AND instr(form, ' ') = 0"
                " ORDER BY length(form) LIMIT ?",
                (stem, stem + AFTER_ALL, length, len(form) + 2, _MOST),
            )
        ]
        if found:
            return tuple(dict.fromkeys(found))[:_MOST]
    return ()


def _two_faults(store: Store, form: str, *, tables: Sequence[str] = _TABLES) -> tuple[str, ...]:
    """Of the forms with the same beginning those that two faults lead to."""
    if len(form) < _LONG:
        return ()
    stem = form[:3]
    near: dict[str, int] = {}
    for table in tables:
        for (other,) in store.db.execute(
            f"SELECT DISTINCT form FROM {table} WHERE form >= ? AND form < ?"
            " AND length(form) BETWEEN ? AND ?",
            (stem, stem + AFTER_ALL, len(form) - 1, len(form) + 1),
        ):
            faults = _faults(form, other)
            if faults <= 2:
                near[other] = faults
    return tuple(sorted(near, key=lambda other: (near[other], other)))[:_MOST]


def _faults(one: str, other: str) -> int:
    """How many faults lead from one word to the other; 3 stands for all more than two."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, sign in enumerate(one, start=1):
        line = [row]
        for column, like in enumerate(other, start=1):
            cost = min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (sign != like))
            if row > 1 and column > 1 and sign == other[column - 2] and one[row - 2] == like:
                cost = min(cost, before[column - 2] + 1)
            line.append(cost)
        if min(line) > 2:
            return 3
        before, last = last, line
    return min(last[-1], 3)
