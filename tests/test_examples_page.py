"""The documents that tell examples of the rules, and the table of them in the documentation."""

import re
from pathlib import Path

import pytest

from benchmarks.examples import (
    EDITION,
    NO_CHECKER,
    PAGE,
    WHY,
    Example,
    examples,
    of_document,
    page,
    told,
    why,
)
from kb.number import RuleNumber
from kb.paths import data_dir
from kb.state_read import read

DOCUMENTS = sorted((data_dir() / "scenarios/examples").glob("*.yaml"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_a_document_is_named_after_its_example_and_expects_a_verdict(path: Path) -> None:
    [document] = read(path.read_text(encoding="utf-8"), name=path.name)
    assert re.fullmatch(
        re.escape(str(of_document(path)).replace(".", "-")) + r"(-[a-z]+)*", path.stem
    )
    assert document.rules == EDITION
    assert document.expect
    wrong = any(row.verdict == "violates" for row in document.expect)
    assert wrong or "-not" not in path.stem, "what is wrong is seen to be wrong"


@pytest.mark.parametrize("source", ["", "source: {kind: test, ref: 702.19b (2026-01-16)}"])
def test_a_document_without_its_example_is_refused(tmp_path: Path, source: str) -> None:
    path = tmp_path / "702-19b-1.yaml"
    path.write_text(f"format: mtg-state/1\n{source}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="wanted like"):
        of_document(path)


def test_the_most_particular_reason_is_given() -> None:
    of = {rule: why(Example(RuleNumber.parse(rule), 1)) for rule in ("801.13a", "801.7", "101.2")}
    assert "prevented" in of["801.13a"]
    assert "range of influence" in of["801.7"]
    assert of["101.2"] == NO_CHECKER


@pytest.mark.real_text
def test_the_table_is_true(shared: Path) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(shared / "cr"), (
        "run `python -m benchmarks examples` and look at what changed"
    )


@pytest.mark.real_text
def test_documents_and_reasons_are_about_examples_that_there_are(shared: Path) -> None:
    there = set(examples(shared / "cr"))
    documents = told()
    assert documents.keys() <= there
    untold = [example for example in there if example not in documents]
    used = {why(example) for example in untold}
    assert set(WHY) <= used, "a reason that no example needs any more"
