"""Making: the answer of an endpoint as the bytes that are sent."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from io import BytesIO
from typing import Any, NamedTuple

from kb.errors import UnknownEdition
from kb.holdings import Holdings
from kb.store import Store
from search.asked_rules import asked_rules
from search.lint.as_json import dumped
from search.verifying.found import of_stream
from search.verifying.work import MOST_TOLD, Settings, done
from search.web.api import reading
from search.web.api.endpoints import ENDPOINTS, Endpoint
from search.web.api.given import Given
from search.web.api.problems import Refusal
from search.web.api.questions import Question, Verify
from search.web.api.worker import Order
from search.web.strangers import for_strangers


class Means(NamedTuple):
    """What an answer to a text needs beside the base."""

    told_language: Callable[[str], str | None]
    limit: float
    """The moment of the monotonic clock after which nobody waits for the answer."""


def answer_to_text(store: Store, order: Order, means: Means) -> bytes:
    """The answer of the endpoint that an order names; raises as ``made``."""
    endpoint = next(each for each in ENDPOINTS if each.path == order.path)
    question = reading.read(endpoint.asks, order.asked, order.language)
    if isinstance(question, Verify):
        return _verified(question, order)
    given = Given(store, order.language, lambda: (), means.told_language, means.limit, order.body)
    return made(endpoint, question, given)


def _verified(question: Verify, order: Order) -> bytes:
    """Document by document, as the command line writes them."""
    how = Settings(
        language=order.language,
        rules=asked_rules(question.rule),
        strict=question.strict,
        spoken=question.lang or None,
        for_programs=True,
        explain=question.explain,
    )
    batches = [done(how, batch) for batch in of_stream(BytesIO(order.body))]
    written = ", ".join(text for batch in batches for text in batch.written)
    problems = [problem for batch in batches for problem in batch.problems][:MOST_TOLD]
    text = f'{{"documents": [{written}], "errors": {dumped(problems)}}}'
    return text.encode("utf-8", "backslashreplace")


def made(endpoint: Endpoint, question: Question, given: Given) -> bytes:
    """The answer in JSON; raises Refusal, RegulaeError and TimeoutError."""
    assert endpoint.answer is not None
    store = given.store
    moment: Any = store.snapshot() if endpoint.in_snapshot else nullcontext()
    try:
        with moment:
            answer = endpoint.answer(given, question)
    except UnknownEdition as error:
        dates = {str(each.date) for each in Holdings(store).editions() if each.date}
        held = tuple(sorted(dates))
        raise Refusal("unknown-edition", reason=error.told(given.language), held=held) from error
    if isinstance(answer, str):  # as the command line writes it
        answer = json.loads(answer)
    for_strangers(answer)
    text = dumped(answer)
    return text.encode("utf-8", "backslashreplace")
