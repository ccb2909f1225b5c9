"""The description of the API: complete, and true of what the API says."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kb.store import open_to_read
from search.web.api.endpoints import ENDPOINTS, Endpoint
from search.web.api.examples import INVENTED, answered, asked, examples
from search.web.api.problems import KINDS
from tests.web.api.rooms import PREFIX, Client

PAGE = Path(__file__).resolve().parents[3] / "docs" / "api.md"


def closed(schema: Any) -> Any:
    """The same, and no key beside those that it names."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(part) for key, part in schema.items()}
    if made.get("type") == "object" and "properties" in made:
        made["additionalProperties"] = False
    return made


@pytest.fixture(scope="module")
def description(api: Client) -> Any:
    return api.get(f"{PREFIX}/openapi.json").json()


def validator(description: Any, endpoint: Endpoint) -> Draft202012Validator:
    operation = description["paths"][PREFIX + endpoint.path]["post" if endpoint.body else "get"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    components = closed(description["components"])
    return Draft202012Validator({**schema, "components": components})


def test_it_is_of_all_endpoints(description: Any) -> None:
    assert description["openapi"] == "3.1.0"
    paths = {PREFIX + endpoint.path for endpoint in ENDPOINTS}
    assert paths < set(description["paths"])
    names = [
        operation["operationId"]
        for path in description["paths"].values()
        for operation in path.values()
    ]
    assert len(set(names)) == len(names)
    for schema in description["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
        assert schema["description"]
    references = set(re.findall(r'"\$ref": "#/components/(\w+/\w+)"', json.dumps(description)))
    held = {f"{kind}/{name}" for kind, all in description["components"].items() for name in all}
    assert references == held


def test_every_parameter_is_explained(description: Any) -> None:
    for path in description["paths"].values():
        for operation in path.values():
            assert operation["summary"].endswith(".")
            for parameter in operation["parameters"]:
                assert parameter["schema"]["type"]
                assert parameter["description"].endswith((".", ")")), parameter


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: each.path)
def test_an_example_is_asked_and_answered_as_described(
    api: Client, description: Any, endpoint: Endpoint
) -> None:
    address = PREFIX + endpoint.path
    if endpoint.body is None:
        answer = api.get(address, params=dict(endpoint.example))
    else:
        answer = api.post(
            address,
            params=dict(endpoint.example),
            content=endpoint.body.example.encode(),
            headers={"content-type": endpoint.body.media_types[0]},
        )
    assert answer.status_code == 200, answer.text
    described = validator(description, endpoint)
    described.validate(answer.json())
    operation = description["paths"][address]["post" if endpoint.body else "get"]
    example = operation["responses"]["200"]["content"]["application/json"]["example"]
    described.validate(example)
    assert set(example) == set(answer.json())
    assert {name for name, _ in asked(endpoint)} <= {
        parameter["name"] for parameter in operation["parameters"]
    }


def test_an_answer_with_another_key_would_be_seen(description: Any) -> None:
    """The check of the examples can fail."""
    show = next(each for each in ENDPOINTS if each.path == "/show")
    answer = json.loads(json.dumps(examples()["/show"]))
    answer["results"][0]["edition"]["more"] = 1
    assert not validator(description, show).is_valid(answer)


def test_the_examples_are_what_the_bundle_answers(bundled_folder: Path) -> None:
    with open_to_read(bundled_folder) as store:
        now = answered(store)
    assert now == examples(), "python -m benchmarks api-examples writes them anew"
    assert set(INVENTED) < set(now)


def test_the_problems_are_listed(api: Client) -> None:
    told = api.get(f"{PREFIX}/problems").json()["problems"]
    assert [each["type"].rpartition("/")[2] for each in told] == list(KINDS)


def test_the_page_has_each_endpoint_with_its_parameters(description: Any) -> None:
    rows = re.findall(r"^\| `(GET|POST) (\S+)` \| ([^|]*) \| ([^|]*) \|", PAGE.read_text(), re.M)
    wanted = []
    for endpoint in ENDPOINTS:
        method = "POST" if endpoint.body else "GET"
        operation = description["paths"][PREFIX + endpoint.path][method.lower()]
        names = [each["name"] for each in operation["parameters"] if each["name"] != "lang"]
        command = f"`{endpoint.command}`" if endpoint.command else "–"
        wanted.append((method, endpoint.path, ", ".join(f"`{n}`" for n in names), command))
    assert rows == wanted


def test_the_page_has_each_problem() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d{3}) \|", page, re.M)
    assert rows == [(kind, str(status.value)) for kind, status in KINDS.items()]
