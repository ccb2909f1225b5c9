"""Packing: blocks into messages, and what is told of those that had no place."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from kb.errors import RegulaeError
from kb.messages import say
from kb.saying import said
from search.chat.asking_again import requests
from search.chat.blocks import Block
from search.chat.cutting import cut
from search.chat.styles import ChatStyle

_TABLE = "chat"
_NAMED = 3
"""Requests that a remark names; the others are only counted."""


@dataclass(frozen=True, slots=True)
class Posted:
    """Messages to send one after the other."""

    messages: tuple[str, ...]
    more: tuple[str, ...] = ()
    """What to ask for to have the rest."""

    def together(self, style: ChatStyle) -> str:
        """One below the other, to be taken apart again where a line is empty; on IRC at each."""
        return ("\n" if style.one_line else "\n\n").join(self.messages)


def posted(blocks: Iterable[Block], style: ChatStyle, *, language: str, most: int | None) -> Posted:
    """At most so many messages, the last of which says what is left; all of them with None."""
    packer = _Packer(style, language)
    rest = deque(_single_lines(blocks) if style.one_line else blocks)
    messages: list[str] = []
    while rest:
        last = len(messages) + 1 == most
        messages.append(packer.next_message(rest, last=last))
        if last:
            break
    return Posted(tuple(messages), requests(rest))


def _single_lines(blocks: Iterable[Block]) -> Iterator[Block]:
    """A block for each paragraph, where a message has no room for two."""
    for block in blocks:
        if block.lead or not block.parts:
            yield replace(block, parts=(), mark=None if block.lead else block.mark)
        for place, part in enumerate(block.parts):
            goes_on = block.goes_on or place > 0
            yield replace(block, parts=(part,), lead="", goes_on=goes_on)


class _Packer:
    def __init__(self, style: ChatStyle, language: str) -> None:
        self._style = style
        self._most = style.limit.most
        self._language = language
        self._continued = say(language, _TABLE, "continued")

    def next_message(self, rest: deque[Block], *, last: bool) -> str:
        """Take from the blocks what fills a message; in the last one a remark has its place."""
        before = tuple(rest)
        taken = self._fill(rest)
        if not (last and rest):
            return self._message(taken)
        whole = 0 if len(before) == len(rest) else len(taken)  # one that was cut is still there
        for count in range(whole, 0, -1):
            if self._holds(taken[:count], self._remark(before[count:])):
                return self._left(rest, taken[:count], before[count:])
        others = before[1:]
        pair = cut(
            before[0],
            lambda front, tail: self._holds([front], self._remark((tail, *others))),
            most=self._most,
        )
        if pair is None:  # no sign of it beside the remark: say that it is there
            return self._left(rest, (), before)
        return self._left(rest, pair[:1], (pair[1], *others))

    def _left(self, rest: deque[Block], taken: Sequence[Block], left: Sequence[Block]) -> str:
        rest.clear()
        rest.extend(left)
        return self._message(taken, self._remark(left))

    def _fill(self, rest: deque[Block]) -> list[Block]:
        taken: list[Block] = []
        while rest and not (taken and self._style.one_line):
            if not self._holds([*taken, rest[0]]):
                break
            taken.append(rest.popleft())
        if taken:
            return taken
        pair = cut(rest[0], lambda front, tail: self._holds([front]), most=self._most)
        if pair is None:
            raise RegulaeError(said("chat.no_room", name=rest[0].name, style=self._style.name))
        rest[0] = pair[1]
        return [pair[0]]

    def _message(self, blocks: Sequence[Block], remark: str = "") -> str:
        return self._style.message(blocks, self._continued, remark)

    def _holds(self, blocks: Sequence[Block], remark: str = "") -> bool:
        if sum(block.signs for block in blocks) > self._most:
            return False  # without making a message of a text of any length
        return self._style.limit.holds(self._message(blocks, remark))

    def _remark(self, rest: Sequence[Block]) -> str:
        """How much is left, and what to ask for to have it."""
        begun = list(takewhile(lambda block: block.goes_on and block.name == rest[0].name, rest))
        parts = []
        if begun:
            count = sum(block.words for block in begun)
            parts.append(self._say("goes_on", what=begun[0].name, count=count))
        others = rest[len(begun) :]
        names = {block.name for block in others if block.name}
        if names:
            asked = requests(others)
            what = ", ".join(asked[:_NAMED]) + (", …" if len(asked) > _NAMED else "")
            kind = "subrule" if all(_is_subrule(block) for block in others) else "rule"
            key = f"one_{kind}_more" if len(names) == 1 else f"{kind}s_more"
            parts.append(self._say(key, count=len(names), what=what))
        return f"… {'; '.join(parts)}"

    def _say(self, key: str, **values: object) -> str:
        return say(self._language, _TABLE, key, **values)


def _is_subrule(block: Block) -> bool:
    return bool(block.numbers) and all(number.letter for number in block.numbers)
