"""The worker: a process of its own in which a document of a stranger is verified."""

import json
import logging
import sys
import time
from collections.abc import Mapping
from io import BytesIO
from multiprocessing.connection import Connection
from typing import Any

READY, ANSWER, MEMORY, FAULT = b"R", b"=", b"M", b"F"
"""What the worker says: that it can begin; the verdicts, out of memory, or our own fault."""


def work(pipe: Connection, memory: int, seconds: int) -> None:
    """Answer one order after the other, until nobody is there to give one.

    ``memory`` is in bytes of addresses, ``seconds`` of processor time for an order.
    """
    from kb.checks import all_checks  # slow to import, so before anybody looks at a clock

    all_checks()
    _limit_memory(memory)
    pipe.send_bytes(READY)
    while True:
        try:
            order = pipe.recv_bytes()
        except EOFError:
            return
        _limit_time(seconds)
        try:
            answer = ANSWER + _answered(order)
        except MemoryError:
            answer = MEMORY
        except Exception:  # whoever serves finds it in the log; the reader learns that it is one
            logging.getLogger("regulae.web").exception("verify")
            answer = FAULT
        pipe.send_bytes(answer)
        if answer == MEMORY:
            return  # what is left over in here is not known


def ordered(settings: Mapping[str, Any], body: bytes) -> bytes:
    """What the worker is sent: a line of settings, and the text as it came."""
    return json.dumps(settings).encode() + b"\n" + body


def _answered(order: bytes) -> bytes:
    head, _, body = order.partition(b"\n")
    return verified(json.loads(head), body)


def verified(settings: Mapping[str, Any], body: bytes) -> bytes:
    """The answer in JSON, in this process."""
    from kb.number import RuleNumber
    from search.lint.as_json import dumped
    from search.verifying.found import of_stream
    from search.verifying.work import MOST_TOLD, Settings, done

    rules = settings["rules"]
    how = Settings(
        language=settings["language"],
        rules=None if rules is None else tuple(map(RuleNumber.parse, rules)),
        strict=settings["strict"],
        spoken=settings["spoken"],
        for_programs=True,
        explain=settings["explain"],
    )
    batches = [done(how, batch) for batch in of_stream(BytesIO(body))]
    written = ", ".join(text for batch in batches for text in batch.written)
    problems = [problem for batch in batches for problem in batch.problems][:MOST_TOLD]
    text = f'{{"documents": [{written}], "errors": {dumped(problems)}}}'
    return text.encode("utf-8", "backslashreplace")


def _limit_memory(size: int) -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _limit_time(seconds: int) -> None:
    """So that it ends too where the process that would end it was killed."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds, most))
