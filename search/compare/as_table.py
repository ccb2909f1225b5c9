"""Comparisons for people: the texts side by side, drawn by rich."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kb.compare.findings import Comparison
from search.compare.as_text import WIDEST, Places, about
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
    table = Table(show_lines=True)
    for place, head in enumerate((words(language, "number"), *heads)):
        table.add_column(Text(head), no_wrap=place == 0, overflow="fold")
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
