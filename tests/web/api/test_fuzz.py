"""Questions and texts that nobody thought of: no fault of ours, and all answers as described."""

import os
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from litestar.types import ASGIApp, Receive, Scope, Send
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig

from search.web.api.endpoints import ENDPOINTS, Endpoint
from search.web.api.openapi import description
from tests.web.api.rooms import PREFIX, application
from tests.web.api.test_description import closed

EXAMPLES = int(os.environ.get("REGULAE_FUZZ_EXAMPLES", "8"))
"""Questions of each kind to each endpoint."""
_CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            # What is put as it should be may still name no rule, no range, no text.
            "positive_data_acceptance": {"expected-statuses": ["2xx", "404", "422"]},
            "negative_data_rejection": {"expected-statuses": ["400", "404", "414", "415", "422"]},
        }
    }
)


@pytest.fixture(scope="module")
def described(base: Path) -> Any:
    """The API as it is described, and no key beside those that are."""
    schema = schemathesis.openapi.from_dict(closed(dict(description())), config=_CONFIG)
    schema.app = _Running(application(base, hosts=("*",)))
    return schema


class _Running:
    """An application that goes on: each question comes from a client that starts and ends it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if str(scope["type"]) != "lifespan":
            await self._app(scope, receive, send)
            return
        ended = False
        while not ended:
            ended = str((await receive())["type"]) == "lifespan.shutdown"
            kind: Any = "lifespan.shutdown.complete" if ended else "lifespan.startup.complete"
            await send({"type": kind})


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.path)
def test_whatever_is_asked(described: Any, endpoint: Endpoint, mode: GenerationMode) -> None:
    if endpoint.body is not None and mode is GenerationMode.NEGATIVE:
        pytest.skip("any bytes are a text: what is wrong with one is told in test_http")
    operation = described[PREFIX + endpoint.path]["POST" if endpoint.body else "GET"]
    asked = 0

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize="REGULAE_FUZZ_EXAMPLES" not in os.environ,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Case[Any]) -> None:
        nonlocal asked
        asked += 1
        case.call_and_validate()

    ask()
    assert asked >= min(EXAMPLES, 3)


def test_a_fault_would_be_seen(described: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks of what is asked can fail."""
    monkeypatch.setattr("search.web.api.edition_answers.sources_json", lambda held: 1 / 0)
    case = described[f"{PREFIX}/sources"]["GET"].Case()
    with pytest.raises(BaseExceptionGroup) as found:
        case.call_and_validate(checks=[not_a_server_error])
    assert "Server error" in str(found.value.exceptions[0])
