"""The worker: a process of its own in which the text of a stranger is read."""

import json
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from search.bounds import bound_memory, bound_time

READY, ANSWER, REFUSAL, MEMORY = b"R", b"=", b"!", b"M"
"""What the worker says: that it can begin; the answer, why there is none, or out of memory."""
_GRACE = 2
"""Seconds after its time in which a worker that nobody ends is ended by the system."""


class Order(NamedTuple):
    """What is asked of a text, to be handed to another process without being unpickled there."""

    path: str
    """Of the endpoint."""
    asked: list[tuple[str, str]]
    """Parameters, which were found to be as they are wanted."""
    language: str
    body: bytes

    def packed(self) -> bytes:
        """A line of JSON, and the text as it came."""
        return json.dumps([self.path, self.asked, self.language]).encode() + b"\n" + self.body

    @classmethod
    def unpacked(cls, content: bytes) -> "Order":
        head, _, body = content.partition(b"\n")
        path, asked, language = json.loads(head)
        return cls(path, [(name, text) for name, text in asked], language, body)


class Place(NamedTuple):
    """Where a worker works, and what it may take."""

    folder: Path
    """Of the knowledge base."""
    told_language: Callable[[str], str | None]
    memory: int
    """Bytes of addresses."""
    seconds: int
    """Of processor time for an order."""


def work(pipe: Connection, place: Place) -> None:
    """Answer one order after the other, until nobody is there to give one."""
    from kb.checks import all_checks  # slow to import, so before anybody looks at a clock
    from search.web.api import endpoints  # noqa: F401  likewise

    all_checks()
    bound_memory(place.memory)
    pipe.send_bytes(READY)
    while True:
        try:
            order = pipe.recv_bytes()
        except EOFError:
            return
        # So that it ends too where the process that would end it was killed.
        bound_time(place.seconds + _GRACE)
        try:
            answer = _answered(Order.unpacked(order), place)
        except (MemoryError, SystemError):
            pipe.send_bytes(MEMORY)
            return  # what is left over in here is not known
        pipe.send_bytes(answer)


def _answered(order: Order, place: Place) -> bytes:
    from kb.store import explained, open_to_read
    from search.web.api.making import Means, answer_to_text
    from search.web.api.refusing import refusal

    means = Means(place.told_language, time.monotonic() + place.seconds)
    try:
        with explained(place.folder), open_to_read(place.folder) as store:
            return ANSWER + answer_to_text(store, order, means)
    except (MemoryError, SystemError):
        raise  # without memory left, the interpreter may lose the error itself: a SystemError
    except Exception as error:
        return REFUSAL + refusal(error, order.path, order.language).packed()
