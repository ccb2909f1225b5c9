"""For strangers: an answer without the paths of the machine that gives it."""

import re

_BUNDLED = re.compile(r"data/[a-z]{2,3}/corpus")
_TOLD = (("hash", "source"), ("licence", "address"))
"""Of an edition, and of a place where rules are published: what only they have, what is told."""
_SLASHES = re.compile(r"[/\\]+")


def told_source(source: str) -> str:
    r"""Where a text came from: an address whole, of a file only its name.

    >>> told_source("/home/ada/rules/2026.txt"), told_source(r"C:\rules\2026.txt")
    ('2026.txt', '2026.txt')
    >>> told_source("https://rules.example/it"), told_source("data/it/corpus")
    ('https://rules.example/it', 'data/it/corpus')
    """
    is_file = source[:5].lower() == "file:" or "://" not in source
    if not is_file or _BUNDLED.fullmatch(source):
        return source
    parts = [part for part in _SLASHES.split(source) if part]
    return parts[-1] if parts else source


def for_strangers(answer: object) -> None:
    """Shorten the sources of all editions in an answer of JSON, in place."""
    waiting = [answer]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            for mark, key in _TOLD:
                if mark in each and isinstance(each.get(key), str):
                    each[key] = told_source(each[key])
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
