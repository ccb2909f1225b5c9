"""Sentences of the pages, in the language of the reader."""

from functools import cache

from kb.lang import codes, language
from kb.messages import WEB, has, message

_TABLE = "page"


def said(code: str, key: str, /, **values: object) -> str:
    """A sentence of ``data/<code>/web.toml``, filled in."""
    sentence = message(code, _TABLE, key, file=WEB)
    return sentence.format_map({k: str(v) for k, v in values.items()}) if values else sentence


def counted(code: str, key: str, count: int, /, **values: object) -> str:
    """The same for one or for several: ``key_one`` and ``key_many``."""
    form = "one" if count == 1 else "many"
    return said(code, f"{key}_{form}", count=count, **values)


def can_say(code: str, key: str) -> bool:
    return has(code, _TABLE, key, file=WEB)


@cache
def own_names() -> tuple[tuple[str, str], ...]:
    """Each language with what its speakers call it."""
    return tuple((code, language(code).name) for code in codes())


def preferred(header: str, *, otherwise: str) -> str:
    """Of our languages the one that an Accept-Language header likes best.

    >>> preferred("de, it;q=0.8, en;q=0.5", otherwise="en")
    'it'
    """
    liked: list[tuple[float, int, str]] = []
    for place, part in enumerate(header[:500].split(",")):
        name, _, rest = part.strip().partition(";")
        code = name.split("-")[0].lower()
        if code in codes() and (weight := _weight(rest)) > 0:
            liked.append((-weight, place, code))
    return min(liked)[2] if liked else otherwise


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
