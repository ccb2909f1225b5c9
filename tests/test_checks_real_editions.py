"""Rules of combat in real editions: their checkers hold where the number is about the same."""

import re
from pathlib import Path

import pytest

from ingest.decode import decode
from kb.checks import all_checks
from kb.checks.registry import Check
from kb.edition import EditionDate

pytestmark = pytest.mark.real_text

# The names are those of the archive; two editions came into force some days later.
IN_FORCE = {"2013-04-29": "2013-05-01", "2021-04-19": "2021-04-22"}
GROUPS = re.compile(
    r"r506|r508_(costs|declared)|r509|r510|r702_(attack|evasion|trample|combat|damage)"
)
_RULE = re.compile(r"(?P<number>\d{3}\.\d+[a-z]?)\.? (?P<text>.*)")


def words(text: str) -> str:
    return " ".join(re.findall(r"[a-z']+", text.casefold().replace("’", "'")))


def rules(path: Path) -> dict[str, str]:
    """The longest text of each number: the contents name sections only."""
    found: dict[str, str] = {}
    for line in decode(path.read_bytes()).text.splitlines():
        rule = _RULE.fullmatch(line.strip())
        if rule is not None and len(rule["text"]) > len(found.get(rule["number"], "")):
            found[rule["number"]] = rule["text"]
    return found


def combat() -> list[Check]:
    return [check for check in all_checks() if GROUPS.search(check.run.__module__)]


def test_there_are_checkers_of_combat() -> None:
    assert len({check.rule for check in combat()}) > 90


def test_a_number_is_about_the_same_in_all_editions_of_its_checker(shared: Path) -> None:
    wrong = []
    for path in sorted((shared / "cr").glob("*.txt")):
        edition = EditionDate.parse(IN_FORCE.get(path.stem, path.stem))
        checks = [check for check in combat() if check.holds_in(edition)]
        texts = rules(path) if checks else {}
        wrong += [
            f"{path.stem} {check.rule}: {check.about}"
            for check in checks
            if words(check.about) not in words(texts.get(str(check.rule), ""))
        ]
    assert wrong == []
