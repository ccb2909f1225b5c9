"""Marks of chat: a text made such that a chat server shows it and does nothing else with it."""

import re

_NOTHING = "\u200b"
"""A space without width: what stands behind it no longer belongs to the sign before it."""

_CONTROLS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def harmless(text: str) -> str:
    r"""In one line, without signs that end a line, command a terminal or turn the text around.

    >>> harmless("one\r\nQUIT\x02\t two")
    'one QUIT\ufffd two'
    """
    return " ".join(_CONTROLS.sub("\ufffd", " ".join(text.split())).split())


# A colon with something right behind it may begin an address or the name of an emoji.
_DISCORD_SIGN = re.compile(r"[\\`*_~|\[\]<>]|:(?=\S)")


def discord(text: str) -> str:
    """For Discord, where an at sign calls people, also behind a backslash.

    >>> discord("*a* at https://example.org")
    '\\\\*a\\\\* at https\\\\://example.org'
    """
    return _DISCORD_SIGN.sub(r"\\\g<0>", text).replace("@", f"@{_NOTHING}")


def discord_line(text: str) -> str:
    r"""The same where the text begins a line: its first sign makes no heading and no list of it.

    >>> discord_line("1. Untap")
    '1\\. Untap'
    """
    text = re.sub(r"\A(?=[#+=-])", r"\\", discord(text))
    return re.sub(r"\A(\d+)(?=[.)](?:\s|\Z))", r"\1\\", text)


# Slack has no sign that takes another's meaning away. What stands for a date that is none is shown
# as it is: docs/chat.md. The wide forms of an input method mark a text too.
_SLACK_SIGN = re.compile(
    r"""
    (?P<entity> [&<>] )
    | (?P<mark> [*_~`＊＿～｀]+ | :(?=//|[^:\s]+:) )
    | (?P<call> [@\#](?=\w) )
    """,
    re.VERBOSE,
)
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def slack(text: str) -> str:
    """For the mrkdwn of Slack.

    >>> slack("R&D: 1 < 2")
    'R&amp;D: 1 &lt; 2'
    """
    return _SLACK_SIGN.sub(_in_slack, text)


def _in_slack(sign: re.Match[str]) -> str:
    if sign["entity"]:
        return _ENTITIES[sign["entity"]]
    if sign["mark"]:
        return f"<!date^00000000^{{_}}|{sign['mark']}>"
    return f"{sign['call']}{_NOTHING}"


def slack_line(text: str) -> str:
    """The same where the text begins a line: a sign of a quotation there is shown."""
    soft_hyphen = "\u00ad"
    return re.sub(r"\A(?=&gt;|＞)", soft_hyphen, slack(text))
