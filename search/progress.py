"""The progress bar, drawn by rich on a terminal, which is imported only here."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Step = Callable[[str], None]


@contextmanager
def bar(title: str, total: int) -> Iterator[Step]:
    """A bar on stderr that goes on with each step; nothing where no one looks, or for one step."""
    if total < 2 or not sys.stderr.isatty():
        yield _no_step
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[at]}", markup=False),
    )
    console = Console(stderr=True)
    # What goes to stdout is written above the bar where both are the terminal, else left alone.
    with Progress(
        *columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()
    ) as progress:
        task = progress.add_task(title, total=total, at="")

        def step(at: str) -> None:
            progress.update(task, advance=1, at=at)

        yield step


@contextmanager
def counter() -> Iterator[Callable[[int], None]]:
    """How many things are done, on stderr, for work of which nobody knows how much it is."""
    if not sys.stderr.isatty() or sys.stdout.isatty():  # answers on a terminal are progress enough
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        yield lambda done: progress.update(task, completed=done)


def _no_step(at: str) -> None:
    pass
