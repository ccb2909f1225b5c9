"""The command lint: what it prints for people and for programs."""

import json
import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif

from tests.lint.planting import ROTTEN, write


def test_text(lint: Any, tree: Path) -> None:
    write(tree / "src" / "A.java", ROTTEN)
    write(tree / "b.md", "See rule 601.2.\n")
    done = lint(".")
    assert done.exit_code == 1
    lines = [line for line in done.stdout.splitlines() if not line.startswith("  ")]
    assert lines == [
        "src/A.java:3:20: moved: rules 601.2 and 601.9 → 601.7 (100%)",
        "src/A.java:4:8: unknown: CR 799.1",
        "Files read: 2; citations: 4; findings: 2. By kind: moved 1, unknown 1."
        " Edition checked: 2026-01-16.",
    ]
    assert "\x1b" not in done.stdout, "colour only on a terminal"
    assert done.stderr == ""


def test_text_names_the_number_that_is_meant(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "rules 601.9 and 601.2")
    assert lint("a.md").stdout.startswith("a.md:1:7: moved: rules 601.9 and 601.2 (601.9) → 601.7")


def test_nothing_speaks_to_the_terminal(lint: Any, tree: Path) -> None:
    name = "a\x1b[2J.md"
    write(tree / name, "rule 601.9, “\x1b]0;x\x07” and more")
    done = lint(".")
    assert done.exit_code == 1
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", done.stdout)


def test_json(lint: Any, tree: Path) -> None:
    write(tree / "src" / "A.java", ROTTEN)
    for option in (("--json",), ("--format", "json"), ("--json", "--format", "json")):
        done = lint("src", *option)
        assert done.exit_code == 1
        answer = json.loads(done.stdout)
        assert (answer["files"], answer["citations"]) == (1, 3)
        moved, unknown = answer["findings"]
        edition = moved.pop("edition")
        assert (edition["language"], edition["date"]) == ("en", "2026-01-16")
        assert moved.pop("evidence")
        assert moved == {
            "file": "src/A.java",
            "line": 3,
            "column": 20,
            "citation": "rules 601.2 and 601.9",
            "number": "601.9",
            "kind": "moved",
            "suggestion": "601.7",
            "confidence": 1.0,
        }
        assert (unknown["kind"], unknown["number"]) == ("unknown", "799.1")
        assert unknown["suggestion"] is None


def test_json_of_nothing_and_of_what_is_malformed(lint: Any, tree: Path) -> None:
    write(tree / "a.md", "nothing")
    done = lint("a.md", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["findings"] == []
    write(tree / "a.md", "rule 601.2.b")
    [finding] = json.loads(lint("a.md", "--json").stdout)["findings"]
    assert (finding["kind"], finding["number"]) == ("malformed", None)


def test_names_that_are_no_utf8(lint: Any, tree: Path) -> None:
    with open(os.fsencode(tree) + b"/caf\xe9.md", "wb") as file:
        file.write(b"rule 601.9")
    for form in ("text", "json", "sarif", "github"):
        done = lint(".", "--format", form)
        assert done.exit_code == 1, done.stderr
        assert done.stdout_bytes.decode("utf-8")


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_sarif(lint: Any, tree: Path, language: str) -> None:
    odd = "ünd so #1 100%?.md"
    write(tree / "src" / odd, "è\n𝄞𝄞 rule 601.9\n")
    write(tree / "b.md", "rule 601.2.b; rules 601.9–\n601.2\n")
    outside = tree.parent / "outside.md"
    write(outside, "CR 799.1")
    done = lint(".", str(outside), "--format", "sarif", "--lang", language)
    assert done.exit_code == 1
    log = json.loads(done.stdout)
    Sarif.model_validate(log)  # made from the public schema; refuses what it does not know
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    driver = run["tool"]["driver"]
    kinds = ["unknown", "gone", "newer", "moved", "title-mismatch", "malformed"]
    assert [rule["id"] for rule in driver["rules"]] == kinds
    assert len({rule["shortDescription"]["text"] for rule in driver["rules"]}) == len(kinds)
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["invocations"][0]["executionSuccessful"] is True
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert result["partialFingerprints"]
    *_, moved, elsewhere = run["results"]
    place = moved["locations"][0]["physicalLocation"]
    assert re.fullmatch(r"[A-Za-z0-9/._~%-]+", place["artifactLocation"]["uri"])
    assert unquote(place["artifactLocation"]["uri"]) == f"src/{odd}"
    assert place["artifactLocation"]["uriBaseId"] in run["originalUriBaseIds"]
    region = {"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 14}
    assert place["region"] == region, "code points: 𝄞 is one"
    [change] = moved["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {"deletedRegion": region, "insertedContent": {"text": "601.7"}}
    ]
    address = elsewhere["locations"][0]["physicalLocation"]["artifactLocation"]
    assert address == {"uri": outside.as_uri()}
    regions = [r["locations"][0]["physicalLocation"]["region"] for r in run["results"]]
    assert any(region["endLine"] > region["startLine"] for region in regions), "over two lines"
    assert not any("fixes" in r for r in run["results"] if r["ruleId"] != "moved")


def test_sarif_refuses_what_the_schema_does_not_know(lint: Any, tree: Path) -> None:
    """The schema is checked against a fault, so that the test above can fail."""
    write(tree / "a.md", "rule 601.9")
    log = json.loads(lint("a.md", "--format", "sarif").stdout)
    log["runs"][0]["results"][0]["severity"] = "high"
    with pytest.raises(ValueError, match="severity"):
        Sarif.model_validate(log)


@pytest.mark.parametrize(
    ("says", "path", "address"),
    [
        ("a name that begins with two dots", "..a.md", "..a.md"),
        ("a way round", "src/../a.md", "a.md"),
        ("a way back into the folder", "../tree/a.md", "a.md"),
        ("elsewhere, without dots", "src/../../other/./b.md", None),
        ("elsewhere, from the root", "/{other}/../other/b.md", None),
    ],
)
def test_sarif_addresses(lint: Any, tree: Path, says: str, path: str, address: str | None) -> None:
    other = tree.parent / "other"
    for place in (tree / "..a.md", tree / "a.md", other / "b.md", tree / "src" / "c.md"):
        write(place, "rule 601.9")
    done = lint(path.format(other=str(other).lstrip("/")), "--format", "sarif")
    [result] = json.loads(done.stdout)["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == (address or (other / "b.md").as_uri()), says


@pytest.mark.parametrize(
    ("lang", "checked", "old"),
    [
        ("en", "Edition checked: 2026-01-16.", "Written for the edition of 2011-06-30."),
        ("it", "per il controllo: 2026-01-16.", "Scritti per l’edizione del 2011-06-30."),
        ("es", "para la revisión: 2026-01-16.", "Escritos para la edición del 2011-06-30."),
    ],
)
def test_the_edition_checked_is_named(
    lint: Any, tree: Path, lang: str, checked: str, old: str
) -> None:
    write(tree / "a.md", "rule 601.2")
    done = lint("a.md", "--lang", lang)
    assert checked in done.stdout and old not in done.stdout
    assert checked in lint("a.md", "--json", "--lang", lang).stderr
    assert old in lint("a.md", "--from", "2011-06", "--lang", lang).stdout
    assert json.loads(lint("a.md", "--json").stdout)["edition"]["date"] == "2026-01-16"
    sarif = json.loads(lint("a.md", "--format", "sarif").stdout)
    Sarif.model_validate(sarif)
    assert sarif["runs"][0]["properties"] == {"edition": "2026-01-16"}
    assert "2011-06-17" in lint("a.md", "--edition", "2012-01-01").stdout


def test_sarif_fingerprints_stay_when_lines_are_added(lint: Any, tree: Path) -> None:
    def prints() -> list[str]:
        results = json.loads(lint("a.md", "--format", "sarif").stdout)["runs"][0]["results"]
        return [result["partialFingerprints"]["citation/v1"] for result in results]

    write(tree / "a.md", "rule 601.9\nrule 601.9\n")
    before = prints()
    assert len(set(before)) == 2, "the same citation twice is two findings"
    write(tree / "a.md", "\n\nmore\nrule 601.9\n  rule 601.9\n")
    assert prints() == before


def test_github(lint: Any, tree: Path) -> None:
    name = "50%, a:b.md"
    write(tree / name, "see rules\n601.2 and\n601.9\n")
    done = lint(name, "--format", "github")
    assert done.exit_code == 1
    [line] = done.stdout.splitlines()
    head, message = re.fullmatch(r"::error ([^:]*)::(.*)", line).groups()  # type: ignore[union-attr]
    properties = dict(part.split("=", 1) for part in head.split(","))
    assert properties == {
        "file": "50%25%2C a%3Ab.md",
        "line": "3",
        "endLine": "3",
        "col": "1",
        "endColumn": "6",
        "title": "moved%3A rules 601.2 and 601.9",
    }
    assert "601.7" in message
    assert "%25" in message and "%" not in message.replace("%25", "")
