"""What a judge answers about a text of game states, with the line of everything it names."""

import msgspec


class Question(msgspec.Struct, frozen=True):
    """A text to judge."""

    text: str
    language: str
    """That of the sentences, whatever the documents say."""
    strict: bool = False


class Place(msgspec.Struct, frozen=True):
    """A pointer into a document, and the line of the text where that stands."""

    at: str
    line: int | None
    """From 1; None where nothing of the text stands there."""


class Seen(msgspec.Struct, frozen=True):
    """A fact that a verdict rests on."""

    place: Place
    value: str
    origin: str


class Told(msgspec.Struct, frozen=True):
    """A verdict in the words of the reader."""

    prop: str
    outcome: str
    because: str
    place: Place
    evidence: tuple[Seen, ...]
    assumed: tuple[Place, ...]
    missing: tuple[Place, ...]
    follows: str | None
    """The rule whose fault this is only the consequence of."""


class Node(msgspec.Struct, frozen=True):
    """A rule with all that is said about it."""

    rule: str
    outcome: str
    """The worst of its verdicts."""
    verdicts: tuple[Told, ...]


class Miss(msgspec.Struct, frozen=True):
    """An expectation of the document that came out otherwise."""

    rule: str
    wanted: str
    got: str


class Judged(msgspec.Struct, frozen=True):
    """A document with its rules, those with faults first."""

    title: str
    line: int
    nodes: tuple[Node, ...]
    more: int
    """Verdicts that are not told, because there are too many."""
    met: int | None
    missed: tuple[Miss, ...]


class Refused(msgspec.Struct, frozen=True):
    """A document that cannot be read: the reason, in English, and where."""

    reason: str
    line: int | None


class Answer(msgspec.Struct, frozen=True):
    """All documents of the text, in order, as far as they are told."""

    judged: tuple[Judged, ...]
    refused: tuple[Refused, ...]
    more: bool
    """Whether there are documents beyond the last one told."""


ENDED = b"memory\n"
"""What a judge says instead of an answer when its memory did not suffice; then it ends."""
READY = b"ready\n"
"""What a judge says first."""
