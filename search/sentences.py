"""Sentences of answers in the answer language: editions, false friends, names of languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.lang import codes
from kb.lang import language as spoken
from kb.messages import has, say

if TYPE_CHECKING:
    from kb.edition import Edition
    from kb.term import FalseFriend

_TABLE = "interface"


def words(language: str, key: str, /, **values: object) -> str:
    """A text of the interface."""
    return say(language, _TABLE, key, **values)


def edition_words(edition: Edition, language: str) -> str:
    """Language, date and kind in a few words: ``it, 2024-11-23, translation, not official``."""
    date = str(edition.date) if edition.date else words(language, "unknown_date")
    return f"{edition.language}, {date}, {words(language, edition.kind)}"


def friend_sentence(friend: FalseFriend, language: str) -> str:
    return words(
        language,
        "false_friend",
        word=friend.word,
        number=friend.number,
        language=language_name(friend.language, language),
        other_word=friend.other_word,
        other_number=friend.other_number,
        other_language=language_name(friend.other_language, language),
    )


def language_name(code: str, language: str) -> str:
    """What the answer language calls a language; else what it calls itself."""
    key = f"language_{code}"
    if has(language, _TABLE, key):
        return words(language, key)
    return spoken(code).name if code in codes() else code
