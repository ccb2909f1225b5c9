"""Sentences of answers in the answer language: editions, differences, false friends."""

from kb.compare import Difference, FindingKind
from kb.holdings import HeldFriend
from kb.messages import say
from kb.model import Edition

_TABLE = "interface"


def words(language: str, key: str, /, **values: object) -> str:
    """A text of the interface."""
    return say(language, _TABLE, key, **values)


def edition_words(edition: Edition, language: str) -> str:
    """Language, date and kind in a few words: ``it, 2024-11-23, translation, not official``."""
    date = str(edition.date) if edition.date else words(language, "unknown_date")
    return f"{edition.language}, {date}, {words(language, edition.kind)}"


def friend_sentence(friend: HeldFriend, language: str) -> str:
    return words(
        language,
        "false_friend",
        word=friend.word,
        number=friend.number,
        language=_name(friend.language, language),
        other_word=friend.other_word,
        other_number=friend.other_number,
        other_language=_name(friend.other_language, language),
    )


def difference_sentence(difference: Difference, language: str) -> str:
    named = ", ".join(_name(code, language) for code in difference.languages)
    match difference.kind:
        case FindingKind.MISSING:
            return words(language, "finding_missing", number=difference.number, languages=named)
        case FindingKind.EDITION if difference.date is None:
            return words(
                language, "finding_edition_unknown", number=difference.number, language=named
            )
        case FindingKind.EDITION:
            return words(
                language,
                "finding_edition_older",
                number=difference.number,
                language=named,
                date=difference.date,
                newest=difference.newest,
            )
        case FindingKind.CITATIONS:
            return words(
                language,
                "finding_citations",
                number=difference.number,
                language=named,
                only=", ".join(map(str, difference.only)),
            )


def _name(code: str, language: str) -> str:
    """What the answer language calls a language; its code where it has no word for it."""
    from kb.messages import has

    key = f"language_{code}"
    return words(language, key) if has(language, _TABLE, key) else code
