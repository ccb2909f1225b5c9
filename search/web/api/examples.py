"""Examples: what the bundled texts answer to the example of each endpoint."""

import json
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kb.lang import ORIGINAL
from kb.store import Store
from search.web.api import reading
from search.web.api.endpoints import ENDPOINTS, Endpoint
from search.web.api.given import Given
from search.web.api.making import Means, answer_to_text, made
from search.web.api.worker import Order

FILE = Path(__file__).with_name("examples.json")
"""Written by `python -m benchmarks api-examples`: to answer them all takes seconds."""
_LONGEST = 2
"""Items of a list that an example shows."""
_EDITION = {
    "language": "en",
    "date": "2026-08-07",
    "label": None,
    "source": "rules.txt",
    "kind": "official",
    "official": True,
    "hash": "0" * 64,
}
INVENTED: Mapping[str, Any] = {
    "/glossary": {
        "entries": [{"term": "Kicker", "text": "See rule 702.33.", "edition": _EDITION}],
    },
    "/lint": {
        "findings": [
            {
                "file": "-",
                "line": 1,
                "column": 34,
                "citation": "rule 702.999",
                "number": "702.999",
                "kind": "unknown",
                "suggestion": None,
                "confidence": 0.0,
                "evidence": "702.999 stands in no edition held (2026-08-07).",
                "edition": _EDITION,
            }
        ],
        "edition": _EDITION,
        "files": 1,
        "citations": 2,
        "binary": 0,
        "corrected": 0,
        "problems": [],
    },
}
"""Where the bundle has no answer: it has no glossary, and no official edition to check against."""


@cache
def examples() -> Mapping[str, Any]:
    """The answer to each example, by the path of its endpoint, long lists cut short."""
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def answered(store: Store) -> Mapping[str, Any]:
    """What a base of the bundled texts answers to each of them."""
    return {
        each.path: INVENTED.get(each.path) or _shortened(json.loads(_answer(store, each)))
        for each in ENDPOINTS
    }


def asked(endpoint: Endpoint) -> list[tuple[str, str]]:
    """The parameters of the example of an endpoint, in their order."""
    return [
        (name, text)
        for name, texts in endpoint.example.items()
        for text in ([texts] if isinstance(texts, str) else texts)
    ]


def _answer(store: Store, endpoint: Endpoint) -> bytes:
    code = dict(asked(endpoint)).get("lang", ORIGINAL)
    limit = time.monotonic() + 600
    if endpoint.body is None:
        question = reading.read(endpoint.asks, asked(endpoint), code)
        return made(endpoint, question, Given(store, code, lambda: (), _nobody_tells, limit))
    order = Order(endpoint.path, asked(endpoint), code, endpoint.body.example.encode())
    return answer_to_text(store, order, Means(_nobody_tells, limit))


def _nobody_tells(text: str) -> None:
    """Each example says its language."""


def _shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shortened(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_shortened(part) for part in value[:_LONGEST]]
    return value
