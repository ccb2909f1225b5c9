"""Asking again: the shortest requests that bring what had no place in a message."""

from collections.abc import Iterable, Iterator

from kb.cite_styles import shortened
from kb.cite_write import runs
from kb.number import RuleNumber
from search.chat.blocks import Block


def requests(blocks: Iterable[Block]) -> tuple[str, ...]:
    """A rule that is left with all that follows below it is asked for whole, subrules in ranges."""
    left = list({block.numbers: block for block in blocks if block.numbers}.values())
    return tuple(_requests(left))


def _requests(blocks: list[Block]) -> Iterator[str]:
    leaves: list[RuleNumber] = []
    whole: RuleNumber | None = None
    for place, block in enumerate(blocks):
        number = block.numbers[0]
        if whole is not None and _is_below(number, whole):
            continue
        if len(block.numbers) == 1 and not block.has_parts:
            leaves.append(number)
            continue
        yield from _ranges(leaves)
        leaves = []
        after = blocks[place + 1].numbers[0] if place + 1 < len(blocks) else None
        if len(block.numbers) > 1:
            yield _range(block.numbers)
        elif after is not None and _is_below(after, number):
            whole = number
            yield str(number)
        else:
            yield f"{number}."  # alone: docs/chat.md
    yield from _ranges(leaves)


def _ranges(numbers: list[RuleNumber]) -> Iterator[str]:
    for run in runs(numbers):
        if run[0].is_chapter:  # two bare digits are no range
            yield from map(str, run)
        else:
            yield _range(run)


def _range(numbers: tuple[RuleNumber, ...]) -> str:
    """With the hyphen that is on every keyboard."""
    return shortened(numbers[0], numbers[-1]).replace("–", "-")


def _is_below(number: RuleNumber, other: RuleNumber) -> bool:
    return number != other and other in number.upwards
