"""Tables for people, drawn by rich, which is imported only here."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kb.compare.findings import Comparison
from kb.holdings import HeldTerm
from search.compare.as_text import WIDEST, Places, about
from search.names import Names
from search.render import printable, width
from search.sentences import edition_words, words


def comparison_table(
    answer: Comparison,
    languages: Sequence[str],
    language: str,
    spans: Places,
) -> None:
    """The texts side by side on stdout; on a terminal the places of ``spans`` stand out."""
    heads = []
    for code in languages:
        held = [(row, text) for row in answer.rows if (text := row.texts[code]) is not None]
        told = dict.fromkeys(edition_words(text.edition, language) for _, text in held)
        heads.append("\n".join(told) or code)
    table = _table([words(language, "number"), *heads], lines=True)
    for row in answer.rows:
        cells = [Text(str(row.number))]
        for code in languages:
            text = row.texts[code]
            cell = Text(printable(text.text) if text else words(language, "lacking"))
            if text and about(text, row, language) not in heads:  # of a portion, or a former number
                cell.append(f"\n[{about(text, row, language)}]", "dim")
            for start, end in spans.get((row.number, code), ()):
                cell.stylize("bold yellow", start, end)
            for example in text.examples if text else ():
                cell.append(f"\n{words(language, 'example')}: {printable(example)}", "dim")
            cells.append(cell)
        table.add_row(*cells)
    console = Console(highlight=False)
    console.width = width(WIDEST)
    console.print(table)


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
    table = _table(heads, lines=lines)
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(width(), 120)
    console.print(table)


def _table(heads: Sequence[str], *, lines: bool) -> Table:
    table = Table(show_lines=lines)
    for place, head in enumerate(heads):
        table.add_column(Text(head), no_wrap=place == 0, overflow="fold")
    return table
