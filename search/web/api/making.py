"""Making: the answer of an endpoint as the bytes that are sent."""

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from kb.errors import UnknownEdition
from kb.holdings import Holdings
from search.asked_rules import asked_rules
from search.lint.as_json import dumped
from search.web.api.endpoints import Endpoint
from search.web.api.given import Given
from search.web.api.problems import Refusal
from search.web.api.questions import Question, Verify


def verify_settings(question: Verify, language: str) -> Mapping[str, Any]:
    """What the worker is told of a question; raises UnknownRule and BadRange."""
    rules = asked_rules(question.rule)
    return {
        "language": language,
        "spoken": question.lang or None,
        "rules": rules and list(map(str, rules)),
        "strict": question.strict,
        "explain": question.explain,
    }


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
        raise Refusal("unknown-edition", reason=str(error), held=held) from error
    text = answer if isinstance(answer, str) else dumped(answer)
    return text.encode("utf-8", "backslashreplace")
