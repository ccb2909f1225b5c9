"""Tables for people, drawn by rich, which is imported only here."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from kb.compare import Comparison
from search.differences import difference_sentence
from search.render import printable, width
from search.sentences import edition_words, words


def comparison_table(answer: Comparison, languages: Sequence[str], language: str) -> None:
    """The texts side by side on stdout, the findings below them."""
    rows = [
        [
            str(row.number),
            *(
                held.text if held else words(language, "lacking")
                for held in (row.texts[code] for code in languages)
            ),
        ]
        for row in answer.rows
    ]
    heads = []
    for code in languages:
        editions = {
            edition_words(held.edition, language): None
            for row in answer.rows
            if (held := row.texts[code]) is not None
        }
        heads.append("\n".join(editions) or code)
    print_table([words(language, "number"), *heads], rows, lines=True)
    if not answer.findings:
        print(words(language, "no_findings"))
        return
    print(f"{words(language, 'findings')}:")
    for finding in answer.findings:
        print(f"  {finding.kind}: {difference_sentence(finding, language)}")


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
