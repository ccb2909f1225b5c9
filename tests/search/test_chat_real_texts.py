"""Every rule of a real edition as messages: within the limits, complete, without effects."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.pipeline import read_path
from kb import chat_marks
from kb.holdings import Holdings
from kb.number import RuleNumber
from kb.store import Store, in_memory
from search.chat import saying
from search.chat.packing import posted
from search.chat.styles import NAMES, chat_style
from search.look import Looking, LookUp, Shown, look_up
from tests.factories import put
from tests.search.test_chat import LENGTHS, shown

pytestmark = pytest.mark.real_text


@pytest.fixture(scope="module")
def held(shared: Path) -> Iterator[Store]:
    with in_memory() as store:
        put(store, read_path(str(shared / "cr" / "2026-08-07.txt")))
        yield store


@pytest.mark.parametrize("style", NAMES)
def test_each_rule_alone(held: Store, style: str) -> None:
    """Its text stands in its messages as it is, but for blanks."""
    holdings = Holdings(held)
    looking = Looking(holdings, language="en")
    most, measure = LENGTHS[style]
    counts = set()
    for number in sorted(holdings.all_numbers()):
        rule = looking.shown(number)
        blocks = list(saying.rules(LookUp((rule,)), "en"))
        written = posted(blocks, chat_style(style), language="en", most=None)
        assert all(measure(message) <= most for message in written.messages), number
        counts.add(len(written.messages))
        text = "".join(chat_marks.harmless(rule.text or "").split())
        assert _text(written.messages, style, rule).startswith(text), number
    assert max(counts) == {"discord": 2, "slack": 1, "irc": 10}[style], "205.3m is the longest"


def _text(messages: tuple[str, ...], style: str, rule: Shown) -> str:
    """What stands in the messages behind number, name and edition, without blanks."""
    bold = chat_style(style).bold
    name = re.escape(rule.title.text) if rule.title else ""
    head = re.compile(rf"{re.escape(f'{bold}{rule.number}{bold}')}( \((?:continued|{name})\))?:?")
    said = []
    for line in (line for message in messages for line in message.split("\n")):
        line = line.removeprefix("> ")
        if not line.startswith("— "):
            said.append(
                head.sub("", line, count=1).removesuffix(" [en, 2026-08-07, official text]")
            )
    return "".join(shown(style, "".join(said)).split())


@pytest.mark.parametrize("style", NAMES)
@pytest.mark.parametrize("what", ["702", "704.5", "205.3", "1"])
def test_sections_whole(held: Store, style: str, what: str) -> None:
    """Each rule begins once, in order."""
    answer = look_up(Holdings(held), [what], language="en")
    blocks = list(saying.rules(answer, "en"))
    written = posted(blocks, chat_style(style), language="en", most=None)
    most, measure = LENGTHS[style]
    assert all(measure(message) <= most for message in written.messages)
    begun = [
        number
        for message in written.messages
        for line in message.split("\n")
        if (number := _begun(line)) is not None
    ]
    assert begun == [result.number for result in answer.results]


def _begun(line: str) -> RuleNumber | None:
    head = line.removeprefix("> ").split(" ")
    number = RuleNumber.read(head[0].removesuffix(":").strip("*"))
    if number is None or head[1:2] == ["(continued)"] or head[1:2] == ["(continued):"]:
        return None
    return number
