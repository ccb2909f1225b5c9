"""Tables of terms for people: names in all languages, their forms, false friends."""

from collections.abc import Iterable, Sequence

from kb.term import Term
from search.names import Friends, Name, Names
from search.sentences import language_name, words
from search.tables import print_table


def names_table(answer: Names, language: str, *, forms: bool = False) -> None:
    """One concept a row, one language a column; what nobody checked is marked."""
    codes = sorted({word.language for name in answer.names for word in name.words})
    heads = [words(language, "number"), *(language_name(code, language) for code in codes)]
    rows = [_row(name, codes, language, forms=forms) for name in answer.names]
    print_table(heads, rows, lines=forms)
    for match in answer.matches:
        if match.form != match.term.word:
            print(
                words(
                    language,
                    "term_form",
                    form=match.form,
                    word=match.term.word,
                    language=language_name(match.term.language, language),
                    number=match.term.number,
                )
            )


def _row(name: Name, codes: Sequence[str], language: str, *, forms: bool) -> list[str]:
    said = {word.language: word for word in name.words}
    cells = (_cell(said.get(code), language, forms=forms) for code in codes)
    return [str(name.number), *cells]


def _cell(word: Term | None, language: str, *, forms: bool) -> str:
    if word is None:
        return ""
    lines = [word.word if word.sure else f"{word.word} ({words(language, 'unsure')})"]
    for key, listed in (("term_variants", word.variants), ("term_inflections", word.inflections)):
        if forms and listed:
            lines.append(f"{words(language, key)}: {', '.join(listed)}")
    return "\n".join(lines)


def friends_table(answer: Iterable[Friends], language: str) -> None:
    """A pair a row: each word with its language, its rule and what that rule is called."""

    def said(word: str, code: str) -> str:
        return f"{word} ({language_name(code, language)})"

    rows = [
        [
            said(pair.word, pair.language),
            f"{pair.number} {each.name}",
            said(pair.other_word, pair.other_language),
            f"{pair.other_number} {each.other_name}",
            words(language, f"likeness_{pair.likeness}"),
        ]
        for each in answer
        for pair in (each.pair,)
    ]
    keys = ("term_word", "term_rule", "term_not", "term_rule", "term_how")
    print_table([words(language, key) for key in keys], rows)
