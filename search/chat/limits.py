"""Limits: how long a message of each chat may be, and how its server counts."""

from collections.abc import Callable
from dataclasses import dataclass


def utf16_units(text: str) -> int:
    """How long a text is for JavaScript; never less than its code points.

    >>> utf16_units("a😀")
    3
    """
    return len(text) + sum(sign > "\uffff" for sign in text)


def utf8_bytes(text: str) -> int:
    """How long a text is on the wire."""
    return len(text.encode())


@dataclass(frozen=True, slots=True)
class Limit:
    """What a message may hold, by the count of whoever receives it."""

    most: int
    measure: Callable[[str], int]

    def holds(self, text: str) -> bool:
        return self.measure(text) <= self.most


DISCORD = Limit(2000, utf16_units)
"""2,000 characters a message of a bot, says the documentation of its API (Create Message: content).

Which characters it does not say. Of embeds somebody of Discord wrote that the server counts code
points (discord/discord-api-docs, issue 1315); the library twilight refuses more than 2,000 units
of UTF-16. There are never fewer units than code points, so that the units satisfy both.
"""

SLACK = Limit(4000, utf16_units)
"""4,000 characters, to which the documentation of Slack's interface RTM asks clients to keep.

Slack cuts off what is beyond 40,000 (its changelog of April 2018, "Truncating really long
messages"), but well before that it breaks a message in two where it likes, also in the middle of
an escape: from 4,000 on (chainloop-dev/chainloop, issue 272). What counts is the text with its
escapes.
"""

IRC = Limit(400, utf8_bytes)
"""A line of IRC has 512 bytes with its CR LF (RFC 1459 and RFC 2812, section 2.3).

From the server to others it begins with ``:nick!user@host PRIVMSG #channel :``, which is not the
bot's to choose; 110 bytes are left for it.
"""
