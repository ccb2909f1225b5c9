"""Among: rows of SQLite that have one of many values."""

import sqlite3
from collections.abc import Iterable
from typing import Any

_LOT = 500
"""Values in one question; SQLite before 3.32 takes no more than 999."""


def among(db: sqlite3.Connection, sql: str, values: Iterable[object]) -> list[tuple[Any, ...]]:
    """The rows of a question that ends in ``IN``, for any of the values."""
    every = tuple(values)
    rows: list[tuple[Any, ...]] = []
    for start in range(0, len(every), _LOT):
        lot = every[start : start + _LOT]
        rows += db.execute(f"{sql} ({', '.join('?' * len(lot))})", lot)
    return rows
