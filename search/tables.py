"""Tables for people, drawn by rich, which is imported only here."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from search.render import printable, width


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
