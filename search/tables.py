"""Tables for people, drawn by rich, which is imported only here."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kb.holdings import HeldTerm
from search.names import Names
from search.render import printable, width
from search.sentences import words


def names_table(answer: Names, language: str) -> None:
    """One concept a row, one language a column; what nobody checked is marked."""
    codes = sorted({word.language for name in answer.names for word in name.words})
    rows = []
    for name in answer.names:
        said = {word.language: word for word in name.words}
        rows.append(
            [
                str(name.number),
                *(_word(said[code], language) if code in said else "" for code in codes),
            ]
        )
    print_table([words(language, "number"), *codes], rows)


def _word(word: HeldTerm, language: str) -> str:
    return word.word if word.sure else f"{word.word} ({words(language, 'unsure')})"


def print_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, lines: bool = False
) -> None:
    """Cells are shown as they are: what looks like rich's markup is none."""
    table = Table(show_lines=lines)
    for place, head in enumerate(heads):
        table.add_column(Text(head), no_wrap=place == 0, overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(width(), 120)
    console.print(table)
