"""Chat: the options by which an answer becomes messages, and how those are written."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kb.saying import said
from search.cli import session

if TYPE_CHECKING:  # nobody pays for chats who is in none
    from search.chat.blocks import Block

Command = TypeVar("Command", bound=Callable[..., Any])

STYLES = ("discord", "slack", "irc")


@dataclass(frozen=True, slots=True)
class Chat:
    """The messages that are wanted."""

    style: str
    messages: int | None
    """At most so many; None is what the style sends unasked."""
    every: bool
    null: bool
    bold: bool

    def post(
        self, blocks: Iterable[Block], answer: Mapping[str, object] | None, *, language: str
    ) -> None:
        """Write the messages, or into the answer where that is to be JSON."""
        from search.chat.packing import posted
        from search.chat.styles import chat_style

        style = chat_style(self.style, bold=self.bold)
        most = None if self.every else self.messages or style.unasked
        written = posted(blocks, style, language=language, most=most)
        if answer is not None:
            messages = {"messages": list(written.messages), "more": list(written.more)}
            session.print_json({**answer, **messages})
        elif self.null:
            session.echo((f"{message}\0" for message in written.messages), for_programs=True)
        elif written.messages:
            session.echo((written.together(style), "\n"))


def options(command: Command) -> Callable[..., Any]:
    """``--style`` and what goes with it; the command gets a ``chat``, None without a style."""

    @functools.wraps(command)
    def with_chat(*args: Any, style: str | None, **others: Any) -> Any:
        return command(*args, **_with_chat(style, others))

    styled = click.option(
        "--style",
        type=click.Choice(STYLES),
        help="As messages of a chat: within its limits, and nothing in them but text.",
    )
    return styled(_sizes(with_chat, unasked="1, irc: 4"))


def sizes(command: Command) -> Callable[..., Any]:
    """What goes with a style of chat, for a command that writes all of it unless told otherwise."""

    @functools.wraps(command)
    def with_chat(*args: Any, style: str, **others: Any) -> Any:
        others["every"] = others["every"] or (style in STYLES and others["messages"] is None)
        return command(*args, style=style, **_with_chat(style, others))

    return _sizes(with_chat, unasked="all")


def _sizes(command: Callable[..., Any], *, unasked: str) -> Callable[..., Any]:
    about = f"At most N messages of a chat; the last says what is left.  [default: {unasked}]"
    for option in (
        click.option("--bold", is_flag=True, help="On IRC: numbers in bold letters (code 2)."),
        click.option(
            "-0", "--null", is_flag=True, help="End each message of a chat with a NUL byte."
        ),
        click.option("--all-messages", "every", is_flag=True, help="All messages of a chat."),
        click.option("--messages", type=click.IntRange(1, 1000), metavar="N", help=about),
    ):
        command = option(command)
    return command


def _with_chat(style: str | None, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a command, with what is said of messages put together."""
    given = {name: options.pop(name) for name in ("messages", "every", "null", "bold")}
    if style in STYLES:
        return {**options, "chat": Chat(style, **given)}
    if any(given.values()):
        raise click.UsageError(said("chat.style_wanted", styles=", ".join(STYLES)))
    return {**options, "chat": None}
