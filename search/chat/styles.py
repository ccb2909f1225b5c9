"""Styles: how blocks become a message of Discord, of Slack or of IRC."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from kb import chat_marks
from search.chat.blocks import Block
from search.chat.limits import DISCORD, IRC, SLACK, Limit

_BOLD = "\x02"
"""The sign by which clients of IRC turn bold letters on and off."""


@dataclass(frozen=True, slots=True)
class ChatStyle:
    """The ways of one chat."""

    name: str
    limit: Limit
    unasked: int
    """How many messages it sends unless told otherwise."""
    escaped: Callable[[str], str]
    begins: Callable[[str], str]
    """Escaped where it begins a line."""
    bold: str
    slanted: str
    quote: str
    """What goes before a quoted line."""
    one_line: bool = False
    """A message is a line, with one paragraph of one block."""

    def message(self, blocks: Sequence[Block], continued: str, remark: str = "") -> str:
        """The blocks one below the other; ``continued`` is the word for one that goes on.

        ``remark`` is what is said at the end, in no marks yet.
        """
        if self.one_line:
            said = " ".join(chain.from_iterable(self._said(block, continued) for block in blocks))
            return " ".join(filter(None, (said, self.escaped(remark))))
        lines: list[str] = []
        for place, block in enumerate(blocks):
            lines += self._said(block, continued)
            after = blocks[place + 1] if place + 1 < len(blocks) else None
            if block.mark and not (after and not after.lead and after.mark == block.mark):
                lines.append(f"{self.quote}— {self.escaped(block.mark)}")
        if remark:
            lines.append(self.begins(remark))
        return "\n".join(lines)

    def _said(self, block: Block, continued: str) -> Iterator[str]:
        if block.lead:
            if not block.goes_on:
                yield block.lead
            elif not self.one_line:
                yield f"{self._strong(block.name)} ({self.escaped(continued)})"
        head = "" if block.lead and not self.one_line else self._head(block, continued)
        quote = self.quote if block.name else ""
        for part in block.parts:
            label = f"{self.slanted}{self.escaped(part.label)}:{self.slanted}" if part.label else ""
            before = " ".join(filter(None, (head, label)))
            text = self.escaped(part.text) if before else self.begins(part.text)
            line = " ".join(filter(None, (before, text)))
            yield self._with_mark(f"{quote}{line}", block)
            head = ""
        if not block.parts and not block.lead:
            yield self._with_mark(f"{quote}{head}", block)

    def _with_mark(self, line: str, block: Block) -> str:
        """On a line of its own the edition stands behind the text."""
        return f"{line} [{self.escaped(block.mark)}]" if self.one_line and block.mark else line

    def _head(self, block: Block, continued: str) -> str:
        if not block.name:
            return ""
        about = continued if block.goes_on else block.title
        said = (
            f"{self._strong(block.name)} ({self.escaped(about)})"
            if about
            else (self._strong(block.name))
        )
        return f"{said}:" if self.one_line and block.parts else said

    def _strong(self, name: str) -> str:
        return f"{self.bold}{self.escaped(name)}{self.bold}"


_DISCORD = ChatStyle(
    name="discord",
    limit=DISCORD,
    unasked=1,
    escaped=chat_marks.discord,
    begins=chat_marks.discord_line,
    bold="**",
    slanted="*",
    quote="> ",
)
_SLACK = ChatStyle(
    name="slack",
    limit=SLACK,
    unasked=1,
    escaped=chat_marks.slack,
    begins=chat_marks.slack_line,
    bold="*",
    slanted="_",
    quote="> ",
)
_IRC = ChatStyle(
    name="irc",
    limit=IRC,
    unasked=4,
    escaped=chat_marks.harmless,
    begins=chat_marks.harmless,
    bold="",
    slanted="",
    quote="",
    one_line=True,
)
_STYLES = {style.name: style for style in (_DISCORD, _SLACK, _IRC)}
NAMES = tuple(_STYLES)


def chat_style(name: str, *, bold: bool = False) -> ChatStyle:
    """By its name; bold numbers on IRC only where wanted, since not all clients know the sign."""
    style = _STYLES[name]
    return replace(style, bold=_BOLD) if bold and style is _IRC else style
