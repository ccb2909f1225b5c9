"""The tree of a query, and how it is written down."""

from typing import NamedTuple, TypeAlias


class Words(NamedTuple):
    """Words side by side, in any language."""

    text: str


class Exact(NamedTuple):
    """Words that must follow each other as they are written."""

    text: str
    place: int = 0


class Prefix(NamedTuple):
    """All words that begin so."""

    form: str
    place: int = 0


class Fuzzy(NamedTuple):
    """All words that are spelt much like it."""

    form: str
    place: int = 0


class Field(NamedTuple):
    """A limit: ``name:value``, the name being one of the table."""

    name: str
    value: str
    place: int = 0


class Not(NamedTuple):
    """None of what it holds."""

    part: "Node"
    place: int = 0


class Beside(NamedTuple):
    """Parts side by side: phrases and fields are musts, of the rest the more the better."""

    parts: tuple["Node", ...]


class All(NamedTuple):
    """Every part, and every word of each."""

    parts: tuple["Node", ...]


class Any(NamedTuple):
    """At least one of the parts, and every word of it."""

    parts: tuple["Node", ...]


Node: TypeAlias = Words | Exact | Prefix | Fuzzy | Field | Not | Beside | All | Any


def written(node: Node) -> str:
    """The query that is read as this tree.

    >>> written(All((Words("kicker"), Not(Any((Exact("mana cost"), Prefix("targ")))))))
    'kicker AND NOT ("mana cost" OR targ*)'
    """
    match node:
        case Words(text):
            return text
        case Exact(text):
            return _quoted(text)
        case Prefix(form):
            return f"{form}*"
        case Fuzzy(form):
            return f"{form}~"
        case Field(name, value):
            return f"{name}:{value if _is_plain(value) else _quoted(value)}"
        case Not(part):
            if isinstance(part, Words) and " " in part.text:
                return f"NOT ({part.text})"
            return f"NOT {_enclosed(part, Beside, All, Any)}"
        case Beside(parts):
            return " ".join(_enclosed(part, Beside, All, Any) for part in parts)
        case All(parts):
            return " AND ".join(_enclosed(part, All, Any) for part in parts)
        case Any(parts):
            return " OR ".join(_enclosed(part, Any) for part in parts)


def phrases_of(node: Node) -> tuple[str, ...]:
    """The phrases that a text must have to be found."""
    match node:
        case Exact(text):
            return (text,)
        case Beside(parts) | All(parts) | Any(parts):
            return tuple(phrase for part in parts for phrase in phrases_of(part))
        case _:
            return ()


def loosened(node: Node) -> Node:
    """The same tree with the words of those phrases in any order.

    >>> written(loosened(Beside((Exact("mana cost"), Not(Exact("pay life"))))))
    'mana cost NOT "pay life"'
    """
    match node:
        case Exact(text):
            return Words(text)
        case Beside(parts):
            return Beside(tuple(map(loosened, parts)))
        case All(parts):
            return All(tuple(map(loosened, parts)))
        case Any(parts):
            return Any(tuple(map(loosened, parts)))
        case _:
            return node


def _enclosed(node: Node, *loose: type) -> str:
    """In brackets where it would fall apart without."""
    return f"({written(node)})" if isinstance(node, loose) else written(node)


def _quoted(text: str) -> str:
    for opening, closing in (('"', '"'), ("«", "»"), ("“", "”")):
        if closing not in text:
            return f"{opening}{text}{closing}"
    return f'"{text.replace(chr(34), " ")}"'


def _is_plain(value: str) -> bool:
    return not any(sign.isspace() or sign in '()"«»“”' for sign in value)
