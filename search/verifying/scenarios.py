"""The game states that come with the program, to be tried and changed."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from kb.errors import BadState
from kb.lang import ORIGINAL
from kb.number import RuleNumber
from kb.paths import data_dir
from kb.state_text import documents


class Scenario(NamedTuple):
    """A document with what it is about."""

    name: str
    """Folder and file: ``combat/too-new``."""
    titles: dict[str, str]
    """By language; of a document that names itself in one language under the original one."""
    rules: tuple[RuleNumber, ...]
    """Of which it expects a verdict."""
    path: Path

    @property
    def folder(self) -> str:
        return self.name.partition("/")[0]

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def title(self, code: str) -> str:
        """In that language if it has one there."""
        return self.titles.get(code) or self.titles.get(ORIGINAL) or self.name


@cache
def scenarios() -> dict[str, Scenario]:
    """All of them by name; a file that holds no document is left out."""
    folder = data_dir() / "scenarios"
    found = {}
    for path in sorted(folder.rglob("*.yaml")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        try:
            value = next(documents(path.read_text(encoding="utf-8"), name=name)).value
        except (BadState, StopIteration):
            continue
        title = value.get("title")
        titles = title if isinstance(title, dict) else {ORIGINAL: title or ""}
        expected = {str(row["rule"]) for row in value.get("expect", ())}
        rules = filter(None, map(RuleNumber.read, expected))
        found[name] = Scenario(name, titles, tuple(sorted(rules)), path)
    return found


def scenarios_for(rule: RuleNumber) -> tuple[Scenario, ...]:
    """Those that expect a verdict of the rule or of something below it."""
    return tuple(
        each for each in scenarios().values() if any(one.within(rule) for one in each.rules)
    )
