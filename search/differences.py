"""Differences between texts, said in the answer language."""

from kb.compare import Difference, FindingKind
from search.sentences import language_name, words


def difference_sentence(difference: Difference, language: str) -> str:
    named = ", ".join(language_name(code, language) for code in difference.languages)
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
